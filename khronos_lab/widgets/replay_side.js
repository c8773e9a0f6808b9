// What stands beside the picture: the moves, the income curve, the legend, the chosen square.

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
    const list = panels.moves;
    const top = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
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
    const wantedCurve = [model.get("edition"), model.get("line"), language].join("|");
    if (curveOf !== wantedCurve) {
      curveOf = wantedCurve;
      const answer = (message, blob) => {
        if (curveOf !== wantedCurve || message.kind !== "curve") return;
        curve = message;
        swap(curveImage, blob);
        markCurve();
      };
      store.ask({ kind: "curve", look: view.look(), line: view.branches() }, { answer });
    }
    // The legend may be wider than the boards: it has the room of the moves, too.
    const width = Math.max(here.width, Math.floor((here.wide - 12) / 10) * 10);
    const wanted = [name, language, width, ratio];
    if (legendOf !== wanted.join("|")) {
      legendOf = wanted.join("|");
      const answer = (message, blob) => {
        if (legendOf === wanted.join("|")) swap(legendImage, blob, width);
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
    storyComing = true;
    store.ask(
      { ...content, look: view.look(), line: view.branches(), index },
      {
        answer(message) {
          storyComing = false;
          showStory(message);
          storyOf = index === here.index ? storyKey() : null;
          if (storyOf === null) askStory();
        },
      },
    );
  }
  function showStory({ html, box: at }) {
    const hint = element("p", { class: "kl-note" }, word("tip.square"));
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
  view.listen(page.canvas, "click", (event) => {
    here.touched = performance.now();
    const at = page.canvas.getBoundingClientRect();
    const x = (event.clientX - at.left) / at.width;
    const y = (event.clientY - at.top) / at.height;
    if (!view.clickWhatIf(x, y)) askStory({ kind: "click", x, y });
  });

  Object.assign(view, { writeMoves, markMove, markCurve, askOthers, askStory, showNoStory });
}
