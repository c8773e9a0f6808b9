// A mode: something is done on the boards, by the menu of a square, with a tool of the tray, by painting.
// The kernel says what there is to choose, why not, and what would happen. The tray stands where the
// curve was, what is told of the game above the list of moves, and what is rarer in drawers below.

import { iconNode, makeMenu } from "../../board/browser/menu.js";
import { icon, svg } from "../../board/browser/nodes.js";
import { squaresBetween } from "../../board/browser/squares.js";

const STATUS = 30; // pixels of the line at the bottom of a notebook's window

export function makeMode(here) {
  const { model, word, ask, listen, guarded, signal, flag } = here;
  const name = element("h3", {});
  const undo = element("button", { type: "button", class: "kl-what-undo" }, "↶");
  const close = element("button", { type: "button", class: "kl-what-close" }, "×");
  const tools = element("div", { class: "klc-tools" });
  const tray = element("section", { class: "kl-form kl-tray", hidden: true }, element("div", { class: "kl-tray-head" }, name, undo, close), tools);
  const more = element("div", { class: "klc-tools kl-what-more" });
  const drawers = element("div", { class: "klc-drawers" });
  const asked = element("div", { class: "klc-tools" });
  const told = element("div", { class: "klc-panels" });
  const folded = element("div", { class: "klc-drawers" });
  const side = element("section", { class: "kl-form kl-side" }, asked, told, folded);
  const bar = element("progress", { class: "kl-what-progress" });
  const count = element("span", { class: "klc-note" });
  const work = element("div", { class: "kl-what-work", hidden: true }, bar, count);
  const results = element("div", { class: "klc-panels" });
  const panel = element("section", { class: "kl-form kl-what", hidden: true }, more, work, results, drawers);

  const shown = () => model.get("mode_page");
  const isOn = () => Boolean(shown().groups);
  // Where nobody judges moves, the coach's place stays empty.
  const hasSide = () => isOn() && (!shown().judged || shown().side.groups.length + shown().side.panels.length > 0);
  // What is shown belongs to one frame; while another is looked at, it is out of sight.
  const isHere = () => isOn() && !here.isPlaying() && shown().frame === here.viewer?.at.frame;
  const send = (what, content = {}, done) => {
    // The kernel has to know where we are before it can say what may be done there.
    here.syncNow();
    ask({ kind: "mode", what, ...content }, done);
  };
  const press = (button) => send("press", { name: button });
  const take = (control, value) => new Promise((answered) => send("take", { name: control, value }, answered));
  const picture = (value) => iconNode(model.get("menu_looks"), value);
  const form = makeForm({ listen, take, press, picture });
  const extra = makeForm({ listen, take, press });
  const beside = makeForm({ listen, take, press });

  function switchTo(mode) {
    here.viewer?.pause();
    send("switch", { name: mode });
  }
  const toggle = () => switchTo(model.get("mode") === "try" ? "look" : "try");
  // Where there are no moves yet, or never will be, what stands beside the boards has the list's room.
  const makeRoom = () => here.root.classList.toggle("kl-alone", isOn() && !here.viewer?.game.lines["[]"]?.moves.length);
  function show() {
    const on = isOn();
    makeRoom();
    tray.hidden = panel.hidden = !on;
    here.root.classList.toggle("kl-trying", on);
    here.root.classList.toggle("kl-unjudged", !shown().judged);
    here.root.classList.toggle("kl-refused", on && Boolean(shown().refusal));
    here.viewer?.setTabs(model.get("modes"));
    here.viewer?.setMode(model.get("mode"), { tray: on && shown().groups.length > 0, side: hasSide() });
    would.clear();
    showBoards();
    here.viewer?.retell();
    if (!on) return;
    const what = shown();
    name.textContent = name.title = what.title;
    close.hidden = model.get("mode") !== "try" || !model.get("modes").includes("look");
    here.root.classList.toggle("kl-paints", Boolean(what.paint));
    here.root.style.setProperty("--kl-paint", what.paint?.colour ?? "none");
    for (const [button, key] of [[close, "branch-close"], [undo, "record-take_back"]]) {
      button.title = word(key) + (button === undo ? " (Ctrl+Z)" : "");
      button.setAttribute("aria-label", word(key));
    }
    undo.disabled = !what.undo;
    undo.hidden = !what.keys["Ctrl+z"] || what.groups.some(({ controls }) => controls.some((each) => ["undo", "take_back"].includes(each.name)));
    form.showGroups(what.groups, tools, drawers);
    extra.showGroups(what.more, more, drawers);
    extra.showPanels(what.panels, results);
    beside.showGroups(what.side.groups, asked, folded);
    beside.showPanels(what.side.panels, told);
    side.hidden = !what.side.groups.some((each) => each.controls.length) && !what.side.panels.length;
  }
  // -------------------------------------------------------------- the boards and the menu

  const would = new Map(); // by entry of the menu: what it would do
  let byKey = false;
  const menu = makeMenu({
    choose: guarded((entry) => {
      send("choose", { name: entry });
      here.viewer.root.focus({ preventScroll: true }); // the keys are the viewer's again
    }),
    hover: guarded((entry) => {
      showBoards();
      if (entry && !would.has(entry)) send("try", { name: entry });
    }),
    close: guarded(closeMenu),
    card: (letter) => icon(here.viewer.game, here.viewer.game.icons.cards[letter], 15, { x: 0, y: 0 }),
  });
  function closeMenu() {
    send("choose", { name: "" });
    here.viewer.root.focus({ preventScroll: true });
  }
  function learn({ name: entry, text }, facts) {
    would.set(entry, { text, facts });
    showBoards();
  }
  function placeOf([age, sq]) {
    const from = here.root.getBoundingClientRect(), { x, y, size } = here.viewer.board.onScreen({ age, sq });
    return { x: x - from.left, y: y - from.top, size };
  }
  // The menu leaves the tray in sight; on a phone, where the sentence stands above the boards, the sentence
  // and the window's end.
  function room() {
    const { width, top, height } = here.root.getBoundingClientRect();
    const stage = here.viewer.stage.getBoundingClientRect().top, told = here.viewer.root.querySelector(".kv-told").getBoundingClientRect().bottom;
    if (told < stage) return { width, top: stage - top, bottom: Math.min(height, innerHeight - STATUS - top) };
    return { width, bottom: Math.max(told, tray.getBoundingClientRect().top) - top };
  }
  // Where one may click; or, while an entry of the menu is pointed at, the three ages after it.
  let drawn = null;
  function showBoards() {
    const { viewer } = here;
    // A step of whoever tries nothing costs nothing; and sizes are asked for only while a menu is open.
    if (!viewer || (!isOn() && drawn === null && !previewed && !menu.open)) return;
    const { board } = viewer, there = isHere();
    menu.show(there ? shown().menu : null, model.get("menu_looks"), placeOf, room, byKey);
    const tried = menu.open ? would.get(menu.over) : undefined;
    menu.tell(tried?.text);
    if ((tried?.facts ?? null) !== previewed) viewer.preview(previewed = tried?.facts ?? null);
    board.element.dataset.tried = previewed ? menu.over : "";
    const wanted = previewed ? previewed.marks : there ? shown().marks : null;
    if (wanted === drawn && board === over) return;
    [drawn, over] = [wanted, board];
    board.overlay(wanted);
  }
  let over = null, previewed = null;
  // The squares that a building of the tray would cover, with its first one under the pointer.
  const ghost = svg("rect", { class: "kl-ghost" });
  function showGhost(event) {
    const wide = isHere() && !menu.open ? shown().ghost : 0, square = wide && event.type === "pointermove" && here.viewer.board.find(event);
    if (!square || square.age > 1) { ghost.remove(); return; }
    const { x, y } = placeKey(square);
    for (const [key, value] of Object.entries({ x, y, width: wide, height: wide })) ghost.setAttribute(key, value);
    if (!ghost.isConnected) here.viewer.board.element.append(ghost);
  }
  const placeKey = ({ age, sq }) => { const { map } = here.viewer.game; return { x: map.lefts[age] + (sq % map.stride), y: Math.floor(sq / map.stride) }; };
  for (const kind of ["pointermove", "pointerout"]) listen(here.root, kind, showGhost);
  // True if a click on the boards was meant for the move that is being chosen.
  function click({ age, sq }, keyed) {
    if (!isOn() || here.isPlaying()) return false;
    if (painted && !keyed) return true; // the stroke has it
    byKey = keyed;
    send("click", { square: [age, sq] });
    return true;
  }
  // Another button opens the menu, whatever tool is chosen.
  listen(here.root, "contextmenu", (event) => {
    const square = isOn() && here.viewer?.board.element.contains(event.target) && here.viewer.board.find(event);
    if (!square) return;
    event.preventDefault();
    byKey = false;
    send("click", { square: [square.age, square.sq], menu: true });
  });
  const typing = (event) => event.target.closest("input[type=text], input[type=number], textarea, select");
  const keyOf = (event) => `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.shiftKey && event.key.length === 1 ? "Shift+" : ""}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
  listen(here.root, "keydown", (event) => {
    if (!isOn() || typing(event)) return;
    const name = shown().keys[keyOf(event)], escapes = event.key === "Escape";
    // Without anything half done Escape is the viewer's.
    if (!name || (escapes && !menu.open && !shown().groups.some((each) => each.name === "open" && each.controls.length))) return;
    event.preventDefault();
    event.stopPropagation();
    if (escapes && menu.open) closeMenu(); else press(name);
  }, { capture: true });

  // -------------------------------------------------------------- painting

  // The squares that the pointer is dragged over, in their order; the kernel gets them when it is lifted.
  /** @type {any} */
  let stroke = null, painted = false;
  const paint = () => (isHere() ? shown().paint : null);
  function paintTo(square) {
    if (!square || (stroke.length && !paint()?.many)) return;
    for (const each of squaresBetween(stroke.at(-1) ?? square.sq, square.sq)) if (stroke.at(-1) !== each) stroke.push(each);
    here.viewer.board.mark(stroke.flatMap((sq) => [0, 1, 2].map((age) => ["kl-painted", age, sq, 1])));
  }
  listen(here.root, "pointerdown", (event) => {
    painted = Boolean(paint()) && event.button === 0 && here.viewer.board.element.contains(event.target);
    if (!painted) return;
    stroke = [];
    here.viewer.board.element.setPointerCapture(event.pointerId);
    paintTo(here.viewer.board.find(event));
  });
  // Shift with an arrow paints on the way.
  listen(here.root, "keydown", (event) => {
    if (!paint() || !event.shiftKey || !event.key.startsWith("Arrow")) return;
    setTimeout(guarded(() => {
      const { square } = here.viewer.at;
      if (square) send("click", { square: [square.age, square.sq] });
    }));
  }, { capture: true });
  listen(here.root, "pointermove", (event) => { if (stroke) paintTo(here.viewer.board.find(event)); });
  listen(here.root, "pointerup", () => {
    if (stroke?.length) send("paint", { squares: stroke }, () => here.viewer.board.mark([]));
    stroke = null;
  });
  listen(here.root, "pointercancel", () => {
    stroke = null;
    here.viewer?.board.mark([]);
  });

  // -------------------------------------------------------------- what is worked out

  function showProgress() {
    const { done, total } = model.get("progress");
    work.hidden = done === undefined;
    if (total) {
      bar.max = total;
      bar.value = done;
    } else {
      bar.removeAttribute("value");
    }
    count.textContent = total ? `${done}/${total}` : "";
  }
  function showUnsaved() {
    flag.hidden = !model.get("unsaved");
    flag.textContent = `● ${word("branch-unsaved")}`;
  }
  function speak() {
    showUnsaved();
  }

  listen(close, "click", () => switchTo("look"));
  listen(undo, "click", () => press("take_back"));
  // Links of a panel lead to steps, and some do what a button does.
  for (const each of [panel, side]) listen(each, "click", (event) => {
    const link = event.target.closest("a[data-index], [data-press]");
    if (!link) return;
    event.preventDefault();
    if (link.dataset.press) { press(link.dataset.press); return; }
    here.viewer.pause();
    here.viewer.go(Number(link.dataset.index), link.dataset.line ?? "[]");
  });
  // What is typed here is no command of the replay, nor of the notebook.
  for (const each of [panel, side, tray]) each.addEventListener("keydown", (event) => { if (typing(event)) event.stopPropagation(); });
  const changes = { mode_page: show, modes: show, progress: showProgress, unsaved: showUnsaved };
  for (const name of Object.keys(changes)) {
    const change = guarded(changes[name]);
    model.on(`change:${name}`, change);
    signal.addEventListener("abort", () => model.off(`change:${name}`, change));
  }
  showProgress();
  const said = () => (isOn() && !here.isPlaying() ? shown().refusal || shown().status : "");
  return { tray, side, panel, menu: menu.element, show, makeRoom, showBoards, learn, toggle, switchTo, click, speak, said };
}
