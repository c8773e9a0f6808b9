// What stands beside the picture: the moves, the income curve, the legend, the chosen square.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function addSide(view) {
  const { model, store, here, page, word } = view;
  const { panels, cursor, curveImage, legendImage } = page;

  // -------------------------------------------------------------- moves

  let moveLinks = new Map();
  let marked = null;
  function writeMoves() {
    panels.moves.innerHTML = model.get("moves");
    moveLinks = new Map();
    for (const link of panels.moves.querySelectorAll("a[data-move]")) {
      moveLinks.set(`${link.dataset.line}#${link.dataset.move}`, link);
    }
    marked = null;
    markMove();
  }
  function markMove() {
    const move = place(view.stopsOf("action"), here.index) - 1;
    let line = view.branches();
    while (line.length && move < line[line.length - 1][0]) line = line.slice(0, -1);
    const link = moveLinks.get(`${JSON.stringify(line)}#${move}`) ?? null;
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    marked = link;
    if (link === null) return;
    link.setAttribute("aria-current", "true");
    revealMove();
  }
  // Also when the page gets its first size or another one: until then the list has no height.
  function revealMove() {
    if (marked === null) return;
    const list = panels.moves;
    const top = marked.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (top < 20 || top > list.clientHeight - 40) list.scrollTop += top - list.clientHeight / 3;
  }

  // -------------------------------------------------------------- curve and legend

  let curve = null;
  function markCurve() {
    if (!curve) return;
    const { frames, left, right } = curve;
    const at = Math.max(1, place(frames, here.index));
    const [from, to] = [frames[at - 1], frames[at] ?? frames[at - 1] + 1];
    const turns = at - 1 + (here.index - from) / (to - from);
    const share = left + ((right - left) * turns) / Math.max(1, frames.length - 1);
    cursor.style.transform = `translateX(${share * 100}%)`; // moves without a new layout
  }
  // Pictures that change seldom are asked for after the one that is looked at.
  let curveOf = null;
  let legendOf = null;
  function askOthers() {
    const [name, language, , ratio] = view.look();
    const shownTo = view.shownTo();
    // Where coins lie open, everybody's eyes see the same curve.
    const purses = shownTo.coins === "open" ? "all" : shownTo.eyes;
    const wantedCurve = [model.get("edition"), model.get("line"), language, purses].join("|");
    if (curveOf !== wantedCurve) {
      curveOf = wantedCurve;
      const answer = (message, blob) => {
        if (curveOf !== wantedCurve || message.kind !== "curve") return;
        curve = message;
        swap(curveImage, blob);
        markCurve();
      };
      const content = { look: view.look(), line: view.branches(), ...shownTo };
      store.ask({ kind: "curve", ...content }, { answer });
    }
    // The legend may be wider than the boards: it has the room of the moves, too.
    const width = Math.max(here.width, Math.floor((here.wide - 12) / 10) * 10);
    const wanted = [name, language, width, ratio];
    if (legendOf !== wanted.join("|")) {
      legendOf = wanted.join("|");
      const answer = (message, blob) => {
        if (legendOf === wanted.join("|") && message.kind === "legend") swap(legendImage, blob, width);
      };
      store.ask({ kind: "legend", look: wanted }, { answer });
    }
  }
  function swap(image, blob, width = null) {
    const old = image.src;
    image.src = URL.createObjectURL(blob);
    if (width) image.style.width = `${width}px`;
    if (old) URL.revokeObjectURL(old);
  }
  view.listen(curveImage, "click", (event) => {
    if (!curve) return;
    const at = curveImage.getBoundingClientRect();
    const share = ((event.clientX - at.left) / at.width - curve.left) / (curve.right - curve.left);
    const turns = Math.round(share * (curve.frames.length - 1));
    const turn = Math.min(Math.max(turns, 0), curve.frames.length - 1);
    view.go(curve.frames[turn]);
  });

  // -------------------------------------------------------------- the square

  let storyOf = null;
  let storyComing = false;
  function storyKey() {
    return [view.wordsKey(here.index), model.get("square"), ...view.look()].join("|");
  }
  function askStory(content = { kind: "story" }) {
    if (content.kind === "story" && (storyComing || storyOf === storyKey())) return;
    if (content.kind === "story" && !model.get("square").length) {
      storyOf = storyKey();
      showStory({ html: "", box: null });
      return;
    }
    if (!here.width) return;
    const { index } = here;
    const square = model.get("square");
    storyComing = true;
    // The square goes with the question: what was set may reach the kernel later.
    store.ask(
      { square, ...content, look: view.look(), line: view.branches(), index },
      {
        answer(message) {
          storyComing = false;
          showStory(message);
          const asked = content.kind === "click" || String(square) === String(model.get("square"));
          storyOf = index === here.index && asked ? storyKey() : null;
          if (storyOf === null) askStory();
        },
      },
    );
  }
  function showStory({ html, box: at }) {
    const hint = element("p", { class: "kl-note" }, word("tip-square"));
    page.write("square", html || hint.outerHTML);
    page.box.hidden = !at;
    if (at) {
      const names = ["left", "top", "width", "height"];
      names.forEach((name, n) => (page.box.style[name] = `${at[n] * 100}%`));
    }
  }
  function showNoStory() {
    if (!model.get("square").length) showStory({ html: "", box: null });
  }
  function clickAt(x, y) {
    if (!view.clickWhatIf({ x, y })) askStory({ kind: "click", x, y });
  }
  view.listen(page.canvas, "click", (event) => {
    const at = page.canvas.getBoundingClientRect();
    clickAt((event.clientX - at.left) / at.width, (event.clientY - at.top) / at.height);
  });

  // -------------------------------------------------------------- squares by keyboard

  // One square on; beside the edge of a board begins the next age.
  function moveSquare([right, down]) {
    const { columns, rows, stride, ages } = model.get("choices").board;
    const middle = Math.floor(rows / 2) * stride + Math.floor(columns / 2);
    const [age, square] = model.get("square");
    if (square === undefined) {
      view.set("square", [0, middle]);
      return;
    }
    const places = ages * columns - 1;
    const place = Math.min(Math.max(age * columns + (square % stride) + right, 0), places);
    const row = Math.min(Math.max(Math.floor(square / stride) + down, 0), rows - 1);
    view.set("square", [Math.floor(place / columns), row * stride + (place % columns)]);
  }
  // True if a key was meant for the squares: on the picture arrows go from square to square, and
  // Enter does what a click there does. Enter on the replay leads to the picture, Escape back.
  function pressSquare(event) {
    const onPicture = event.target === page.frame;
    if (onPicture && event.key in ARROWS) moveSquare(ARROWS[event.key]);
    else if (onPicture && event.key === "Escape") page.root.focus({ preventScroll: true });
    else if (onPicture && event.key === "Enter") clickSquare();
    else if (event.target === page.root && event.key === "Enter") enterSquares();
    else return false;
    return true;
  }
  function enterSquares() {
    page.frame.focus({ preventScroll: true });
    if (!model.get("square").length) moveSquare([0, 0]);
  }
  function clickSquare() {
    // The square itself is told: the frame around it comes from the kernel, and may be late.
    if (!view.clickWhatIf({ square: model.get("square") })) askStory();
  }

  Object.assign(view, { writeMoves, markMove, revealMove, markCurve, askOthers, askStory, showNoStory, pressSquare });
}
