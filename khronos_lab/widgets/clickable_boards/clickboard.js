// Boards that can be clicked, with controls above and panels below. The kernel says what there is
// and draws the boards; this page shows it and tells the kernel what was clicked, chosen and typed.

const STRIDE = 17; // numbers of squares from one row to the next
const CHANGES = ["take", "press", "click"];
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function render({ model, el }) {
  const clean = new AbortController();
  const here = { width: 0, ratio: 1, asked: "", shown: "", cursor: model.get("square"), over: null };
  const tips = new Map(); // by square: what is said of it
  let geometry = null;
  let bitmap = null;
  let hovering = null;
  let hovered = "";
  let resizing = null;

  const page = () => model.get("page");
  const word = (key) => page().words?.[key] ?? key;
  const alert = makeAlert(model, word, clean.signal);
  const { guarded } = alert;
  const listen = (target, event, work) =>
    target.addEventListener(event, guarded(work), { signal: clean.signal });

  // -------------------------------------------------------------- the page

  const title = element("h3", { class: "klc-title" });
  const languages = element("select", { class: "klc-language" });
  const head = element("div", { class: "klc-head" }, title, element("span", { class: "klc-space" }), languages);
  const tools = element("div", { class: "klc-tools" });
  const status = element("p", { class: "klc-status", role: "status", "aria-live": "polite" });
  const refusal = element("p", { class: "klc-refusal", role: "alert", hidden: true });
  const canvas = element("canvas", { class: "klc-canvas", width: 0, height: 0, "aria-hidden": "true" });
  const cursor = element("div", { class: "klc-cursor", hidden: true });
  const ghost = element("div", { class: "klc-ghost", hidden: true });
  const tip = element("div", { class: "klc-tip", hidden: true, role: "tooltip" });
  const loading = element("div", { class: "klc-loading" });
  const frame = element("div", { class: "klc-frame", tabindex: "0", role: "application" }, canvas, ghost, cursor);
  const board = element("div", { class: "klc-board" }, frame, loading, tip);
  const below = element("p", { class: "klc-below" });
  const told = element("div", { class: "klc-panels" });
  const drawers = element("div", { class: "klc-drawers" });
  const root = element(
    "div",
    { class: "kl-widget kl-form kl-clickboard", role: "group", "data-lm-suppress-shortcuts": "true" },
    head,
    alert.bar,
    tools,
    status,
    refusal,
    board,
    below,
    told,
    drawers,
  );

  // How much was asked and answered stands on the element, for tests and for whoever waits.
  const count = (name) => (root.dataset[name] = Number(root.dataset[name] ?? 0) + 1);
  const send = (kind, more) => {
    if (CHANGES.includes(kind)) count("asked");
    model.send({ kind, ...more });
  };
  // While the kernel has not seen the last step of the cursor, its older places are not taken over.
  let pointing = 0;
  function point(kind, square) {
    here.cursor = square;
    pointing += 1;
    showCursor();
    send(kind, { square });
  }
  const press = (name) => send("press", { name });

  // -------------------------------------------------------------- controls and panels

  const form = makeForm({ listen, press, take: (name, value) => send("take", { name, value }) });
  const showGroups = () => form.showGroups(page().groups, tools, drawers);
  const showPanels = () => form.showPanels(page().panels, told);

  // -------------------------------------------------------------- squares

  function squareAt(event) {
    if (!geometry) return null;
    const at = canvas.getBoundingClientRect();
    const [x, y] = [(event.clientX - at.left) / at.width, (event.clientY - at.top) / at.height];
    const row = Math.floor((y - geometry.top) / geometry.tall);
    if (row < 0 || row >= geometry.rows) return null;
    for (const [age, left] of geometry.lefts.entries()) {
      const column = Math.floor((x - left) / geometry.wide);
      if (column >= 0 && column < geometry.columns) {
        return [age, (row + geometry.first_row) * STRIDE + column + geometry.first];
      }
    }
    return null;
  }
  function showCursor() {
    cursor.hidden = !geometry || !here.cursor.length;
    if (cursor.hidden) return;
    const [age, square] = here.cursor;
    const column = (square % STRIDE) - geometry.first;
    const row = Math.floor(square / STRIDE) - geometry.first_row;
    const share = (value) => `${100 * value}%`;
    cursor.style.left = share(geometry.lefts[age] + column * geometry.wide);
    cursor.style.top = share(geometry.top + row * geometry.tall);
    cursor.style.width = share(geometry.wide);
    cursor.style.height = share(geometry.tall);
    cursor.dataset.square = `${age}:${square}`;
  }
  // The squares that a building would cover, with its first one under the pointer.
  function showGhost(square = here.over) {
    here.over = square;
    const wide = page().ghost ?? 0;
    ghost.hidden = !geometry || !square || !wide || square[0] > 1;
    if (ghost.hidden) return;
    const [age, first] = square;
    const share = (value) => `${100 * value}%`;
    ghost.style.left = share(geometry.lefts[age] + ((first % STRIDE) - geometry.first) * geometry.wide);
    ghost.style.top = share(geometry.top + (Math.floor(first / STRIDE) - geometry.first_row) * geometry.tall);
    ghost.style.width = share(wide * geometry.wide);
    ghost.style.height = share(wide * geometry.tall);
  }
  function takeCursor() {
    if (pointing) return;
    here.cursor = model.get("square");
    showCursor();
  }
  function moved([right, down]) {
    const { columns, rows, first, first_row: firstRow } = geometry;
    if (!here.cursor.length) return [0, firstRow * STRIDE + first];
    let [age, square] = here.cursor;
    let column = (square % STRIDE) - first + right;
    const row = Math.min(Math.max(Math.floor(square / STRIDE) - firstRow + down, 0), rows - 1);
    // Over the edge of a board lies the next age.
    if (column < 0) [age, column] = age > 0 ? [age - 1, columns - 1] : [age, 0];
    else if (column >= columns) [age, column] = age < 2 ? [age + 1, 0] : [age, columns - 1];
    return [age, (row + firstRow) * STRIDE + column + first];
  }
  listen(canvas, "click", (event) => {
    const square = squareAt(event);
    if (!square) return;
    point("click", square);
  });
  listen(frame, "keydown", (event) => {
    if (!geometry || event.ctrlKey || event.altKey || event.metaKey) return;
    if (STEPS[event.key]) {
      event.preventDefault();
      point("point", moved(STEPS[event.key]));
    } else if ((event.key === "Enter" || event.key === " ") && here.cursor.length) {
      event.preventDefault();
      point("click", here.cursor);
    }
  });

  // -------------------------------------------------------------- what a square says

  listen(canvas, "mousemove", (event) => {
    const square = squareAt(event);
    const key = square ? square.join(":") : "";
    showGhost(square);
    const at = board.getBoundingClientRect();
    const x = event.clientX - at.left;
    tip.style.left = x > at.width / 2 ? "auto" : `${x + 14}px`;
    tip.style.right = x > at.width / 2 ? `${at.width - x + 14}px` : "auto";
    tip.style.top = `${event.clientY - at.top + 14}px`;
    if (key === hovered) return;
    hovered = key;
    clearTimeout(hovering);
    showTip();
    if (key && !tips.has(key)) hovering = setTimeout(() => send("hover", { square }), 90);
  });
  listen(canvas, "mouseleave", () => {
    showGhost(null);
    hovered = "";
    clearTimeout(hovering);
    showTip();
  });
  function showTip() {
    const text = hovered ? tips.get(hovered) : "";
    tip.hidden = !text;
    tip.textContent = text ?? "";
  }

  // -------------------------------------------------------------- pictures

  const wanted = () => [model.get("version"), model.get("language"), here.width, here.ratio].join("|");
  function want() {
    const key = wanted();
    loading.hidden = here.shown === key || here.shown !== "";
    if (!here.width || here.asked === key || here.shown === key) return;
    here.asked = key;
    send("want", { look: [here.width, here.ratio] });
  }
  async function receive(message, buffers) {
    if (message.kind === "done" && CHANGES.includes(message.of)) count("answered");
    if (message.kind === "tip") {
      if (message.version !== model.get("version")) return;
      tips.set(message.square.join(":"), message.text);
      showTip();
    } else if (message.kind === "done" && ["point", "click"].includes(message.of)) {
      pointing = Math.max(0, pointing - 1);
      takeCursor();
    } else if (message.kind === "done" && ["take", "press"].includes(message.of)) {
      // What was refused goes back to what it was.
      showGroups();
    } else if (message.kind === "picture") {
      await receivePicture(message, buffers);
    }
  }
  async function receivePicture({ version, look, size, geometry: place }, buffers) {
    const [width, ratio] = look;
    if (width !== here.width || ratio !== here.ratio) return;
    const fresh = await createImageBitmap(new Blob([buffers[0]], { type: "image/png" }));
    if (version < Number(canvas.dataset.version ?? 0)) return fresh.close();
    bitmap?.close();
    bitmap = fresh;
    geometry = place;
    // The picture is swapped in one go, when it is there: nothing flickers.
    if (canvas.width !== fresh.width || canvas.height !== fresh.height) {
      canvas.width = fresh.width;
      canvas.height = fresh.height;
      canvas.style.width = `${size[0]}px`;
    }
    canvas.getContext("2d").drawImage(fresh, 0, 0);
    canvas.dataset.version = version;
    here.shown = [version, model.get("language"), width, ratio].join("|");
    loading.hidden = true;
    showCursor();
  }

  // -------------------------------------------------------------- changes

  function showPage() {
    const shown = page();
    if (!shown.groups) return;
    title.textContent = shown.title;
    form.fill(languages, Object.entries(shown.languages), model.get("language"));
    languages.setAttribute("aria-label", word("panel-language"));
    frame.setAttribute("aria-label", word("board-keys"));
    frame.title = "";
    loading.textContent = word("panel-loading");
    status.textContent = shown.status;
    refusal.textContent = shown.refusal ?? "";
    refusal.hidden = typeof shown.refusal !== "string";
    below.textContent = shown.below;
    below.hidden = !shown.below;
    showGhost();
    showGroups();
    showPanels();
    want();
  }
  let waiting = false;
  function later() {
    // Several traits come in one message: show them once.
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      guarded(showPage)();
    });
  }
  const watched = {
    page: later,
    version: () => {
      tips.clear();
      showTip();
      later();
    },
    square: takeCursor,
  };
  for (const [name, work] of Object.entries(watched)) model.on(`change:${name}`, work);
  const onMessage = (message, buffers) => guarded(receive)(message, buffers);
  model.on("msg:custom", onMessage);

  listen(languages, "change", () => {
    model.set("language", languages.value);
    model.save_changes();
  });
  listen(root, "click", (event) => {
    const link = event.target.closest("[data-press]");
    if (!link || !root.contains(link)) return;
    event.preventDefault();
    press(link.dataset.press);
  });
  listen(root, "keydown", (event) => {
    const typing = event.target.closest("input[type=text], input[type=number], textarea");
    const key = `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.shiftKey && event.key.length === 1 ? "Shift+" : ""}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
    const name = page().keys[key];
    if (name && !typing) {
      event.preventDefault();
      press(name);
    }
    event.stopPropagation();
  });

  function measure() {
    const width = Math.floor(board.clientWidth);
    const ratio = Math.min(window.devicePixelRatio || 1, 3);
    if (width < 50 || (Math.abs(width - here.width) < 8 && ratio === here.ratio)) return;
    here.width = width;
    here.ratio = ratio;
    guarded(want)();
  }
  const watcher = new ResizeObserver(() => {
    clearTimeout(resizing);
    resizing = setTimeout(measure, here.width ? 150 : 0);
  });
  watcher.observe(board);
  el.append(root);
  showPage();
  measure();

  return () => {
    clean.abort();
    watcher.disconnect();
    clearTimeout(hovering);
    clearTimeout(resizing);
    for (const [name, work] of Object.entries(watched)) model.off(`change:${name}`, work);
    model.off("msg:custom", onMessage);
    bitmap?.close();
  };
}

export default { render };
