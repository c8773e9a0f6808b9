// Boards that can be clicked, with controls above and panels below. The kernel says what there is and
// what lies on the boards; this page shows it and tells the kernel what was clicked, chosen and typed.

import { makeBoard } from "../../board/browser/board.js";
import { iconNode, makeMenu } from "../../board/browser/menu.js";
import { squaresBetween } from "../../board/browser/squares.js";

const CHANGES = ["take", "press", "click", "choose", "paint"];
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function render({ model, el }) {
  const clean = new AbortController();
  /** @type {{cursor: number[], over: any, byKey: boolean, shown: any}} */
  const here = { cursor: model.get("square"), over: null, byKey: false, shown: null };
  const tips = new Map(); // by square: what is said of it
  const tried = new Map(); // by entry of the menu: what it would do
  let hovering = null;
  let hovered = "";

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
  const acting = element("div", { class: "klc-acting" });
  const boards = makeBoard("klc-boards", { names: () => model.get("ground").ages ?? [] });
  const frame = element("div", { class: "klc-frame", tabindex: "0", role: "application" }, boards.box);
  const tip = element("div", { class: "klc-tip", hidden: true, role: "tooltip" });
  const menu = makeMenu({
    choose: guarded((name) => send("choose", { name })),
    hover: guarded(tryOut),
    close: guarded(closeMenu),
  });
  const board = element("div", { class: "klc-board" }, frame, tip, menu.element);
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
    acting,
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
  function point(kind, square, more) {
    here.cursor = square;
    pointing += 1;
    showMarks();
    send(kind, { square, ...more });
  }
  const press = (name) => send("press", { name });

  const takes = []; // those that the kernel has yet to answer, in their order
  const take = (name, value) => new Promise((answered) => {
    takes.push(answered);
    send("take", { name, value });
  });
  const options = () => page().groups.flatMap(({ controls }) => controls.flatMap((each) => each.options));
  // A building of the tray: its picture and its name, or on a phone the picture alone.
  function picture(value) {
    const drawn = iconNode(model.get("ground"), value), said = options().find(([each]) => each === value)?.[1];
    return drawn && element("span", { class: "klc-pictured" }, drawn, element("span", { class: "klc-word" }, said));
  }
  const form = makeForm({ listen, press, take, picture });

  // -------------------------------------------------------------- squares

  const placeAt = (event) => {
    const found = boards.find(event);
    return found && [found.age, found.sq];
  };

  // The cursor, and the squares that a building would cover, with its first one under the pointer.
  function showMarks() {
    const wide = page().ghost ?? 0;
    const ghost = here.over && wide && here.over[0] < 2 && !menu.open;
    boards.mark([
      ...(stroke ?? []).map((square) => ["klc-painted", 0, square, 1]),
      ...(here.cursor.length ? [["klc-cursor", ...here.cursor, 1]] : []),
      ...(ghost ? [["klc-ghost", ...here.over, wide]] : []),
    ]);
  }
  function takeCursor() {
    if (pointing) return;
    here.cursor = model.get("square");
    showMarks();
  }
  listen(boards.element, "click", (event) => {
    const square = placeAt(event);
    here.byKey = false;
    if (square && !page().paint) point("click", square);
  });
  listen(boards.element, "contextmenu", (event) => {
    const square = placeAt(event);
    if (!square) return;
    event.preventDefault();
    here.byKey = false;
    point("click", square, { menu: true });
  });
  listen(frame, "keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (STEPS[event.key]) {
      event.preventDefault();
      const [age, sq] = here.cursor, to = boards.beside(sq === undefined ? null : { age, sq }, STEPS[event.key]);
      const next = [to.age, to.sq];
      if (boards.isNarrow() && to.age !== boards.zoomed()) boards.zoom(to.age);
      point(page().paint && event.shiftKey ? "click" : "point", next);
    } else if ((event.key === "Enter" || event.key === " ") && here.cursor.length) {
      event.preventDefault();
      here.byKey = true;
      point("click", here.cursor);
    }
  });

  // -------------------------------------------------------------- painting

  // The squares that the pointer is dragged over, in their order; the kernel gets them when it is lifted.
  /** @type {any} */
  let stroke = null;
  function paintTo(square) {
    if (!square || (stroke.length && !page().paint.many)) return;
    for (const each of squaresBetween(stroke.at(-1) ?? square[1], square[1])) {
      if (stroke.at(-1) !== each) stroke.push(each);
    }
    showMarks();
  }
  listen(boards.element, "pointerdown", (event) => {
    if (!page().paint || event.button !== 0) return;
    stroke = [];
    here.byKey = false;
    boards.element.setPointerCapture(event.pointerId);
    paintTo(placeAt(event));
  });
  listen(boards.element, "pointermove", (event) => {
    if (stroke) paintTo(placeAt(event));
  });
  listen(boards.element, "pointerup", () => {
    if (stroke?.length) send("paint", { squares: stroke });
    else stroke = null;
  });
  listen(boards.element, "pointercancel", () => {
    stroke = null;
    showMarks();
  });

  // -------------------------------------------------------------- what a square says

  listen(boards.element, "mousemove", (event) => {
    const square = placeAt(event);
    const key = square ? square.join(":") : "";
    const at = board.getBoundingClientRect();
    const x = event.clientX - at.left;
    tip.style.left = x > at.width / 2 ? "auto" : `${x + 14}px`;
    tip.style.right = x > at.width / 2 ? `${at.width - x + 14}px` : "auto";
    tip.style.top = `${event.clientY - at.top + 14}px`;
    if (key === hovered) return;
    hovered = key;
    here.over = square;
    showMarks();
    clearTimeout(hovering);
    showTip();
    if (key && !tips.has(key) && !menu.open) hovering = setTimeout(() => send("hover", { square }), 90);
  });
  listen(boards.element, "mouseleave", () => {
    here.over = null;
    hovered = "";
    showMarks();
    clearTimeout(hovering);
    showTip();
  });
  function showTip() {
    const text = hovered && !menu.open ? tips.get(hovered) : "";
    tip.hidden = !text;
    tip.textContent = text ?? "";
  }

  // -------------------------------------------------------------- the menu

  function showMenu() {
    const from = board.getBoundingClientRect();
    const bounds = () => ({ width: from.width, bottom: root.getBoundingClientRect().bottom - from.top });
    const at = (place) => {
      const { x, y, size } = boards.onScreen({ age: place[0], sq: place[1] });
      return { x: x - from.left, y: y - from.top, size };
    };
    menu.show(page().menu, model.get("ground"), at, bounds, here.byKey);
    showMarks();
    showTip();
  }
  function closeMenu() {
    send("choose", { name: "" });
    frame.focus({ preventScroll: true });
  }
  function tryOut(name) {
    showTried();
    if (name && !tried.has(name)) send("try", { name });
  }
  // What the entry under the pointer would do, on the boards and in words; else what there is.
  function showTried() {
    const would = menu.open ? tried.get(menu.over) : undefined;
    menu.tell(would?.text);
    showPicture(would?.picture ?? model.get("scene"));
  }
  function showPicture(picture) {
    if (!picture?.items || picture === here.shown) return;
    here.shown = picture;
    boards.draw(new Map(Object.entries(picture.items)), picture);
    boards.element.dataset.version = model.get("scene").version;
    boards.element.dataset.tried = picture === model.get("scene") ? "" : menu.over;
  }

  // -------------------------------------------------------------- changes

  function receive(message) {
    if (message.kind === "tip") {
      if (message.version !== model.get("scene").version) return;
      tips.set(message.square.join(":"), message.text);
      showTip();
    } else if (message.kind === "tried") {
      if (message.version !== model.get("scene").version) return;
      tried.set(message.name, message);
      showTried();
    } else if (message.kind === "done") {
      if (CHANGES.includes(message.of)) count("answered");
      if (message.of === "paint") {
        stroke = null;
        showMarks();
      }
      if (["point", "click"].includes(message.of)) {
        pointing = Math.max(0, pointing - 1);
        takeCursor();
      } else if (message.of === "take") takes.shift()?.();
    }
  }
  function showPage() {
    const shown = page();
    if (!shown.groups) return;
    boards.stand(model.get("ground"));
    boards.speak();
    title.textContent = shown.title;
    form.fill(languages, Object.entries(shown.languages), model.get("language"));
    languages.setAttribute("aria-label", word("panel-language"));
    frame.setAttribute("aria-label", word("board-keys"));
    status.textContent = status.title = shown.refusal || shown.status;
    status.classList.toggle("klc-refusal", Boolean(shown.refusal));
    form.write(acting, shown.acting);
    acting.hidden = !shown.acting;
    below.textContent = shown.below;
    below.hidden = !shown.below;
    root.classList.toggle("klc-paints", !!shown.paint);
    root.style.setProperty("--klc-paint", shown.paint?.colour ?? "none");
    form.showGroups(shown.groups, tools, drawers);
    form.showPanels(shown.panels, told);
    tried.clear();
    showMenu();
    showTried();
  }
  const later = once(guarded(showPage));
  const watched = {
    page: later,
    ground: later,
    scene: () => {
      tips.clear();
      later();
    },
    square: takeCursor,
  };
  for (const [name, work] of Object.entries(watched)) model.on(`change:${name}`, work);
  const onMessage = guarded(receive);
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
    if (menu.open && key === "Escape") {
      event.preventDefault();
      closeMenu();
    } else if (name && !typing) {
      event.preventDefault();
      press(name);
    }
    event.stopPropagation();
  });

  el.append(root);
  showPage();
  takeCursor();

  return () => {
    clean.abort();
    boards.close();
    clearTimeout(hovering);
    for (const [name, work] of Object.entries(watched)) model.off(`change:${name}`, work);
    model.off("msg:custom", onMessage);
  };
}

export default { render };
