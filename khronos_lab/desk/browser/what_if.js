// What if: other moves are chosen on the boards, by the menu of a square or with a building of the tray.
// The kernel says what there is to choose, why not, and what would happen; the tray stands where the
// income curve was, and what is rarer in a drawer below.

import { iconNode, makeMenu } from "../../board/browser/menu.js";
import { svg } from "../../board/browser/nodes.js";

const STATUS = 30; // pixels of the line at the bottom of a notebook's window

export function makeWhatIf(here) {
  const { model, word, ask, listen, guarded, signal, flag } = here;
  const name = element("h3", {});
  const undo = element("button", { type: "button", class: "kl-what-undo" }, "↶");
  const close = element("button", { type: "button", class: "kl-what-close" }, "×");
  const acting = element("div", { class: "kl-what-acting" });
  const tools = element("div", { class: "klc-tools" });
  const tray = element("section", { class: "kl-form kl-tray", hidden: true }, element("div", { class: "kl-tray-head" }, name, undo, close), acting, tools);
  const title = element("h3", { class: "kl-what-title" });
  const status = element("p", { class: "kl-what-status", role: "status", "aria-live": "polite" });
  const more = element("div", { class: "klc-tools kl-what-more" });
  const bar = element("progress", { class: "kl-what-progress" });
  const count = element("span", { class: "klc-note" });
  const work = element("div", { class: "kl-what-work", hidden: true }, bar, count);
  const results = element("div", { class: "klc-panels" });
  const panel = element("section", { class: "kl-form kl-what", hidden: true }, title, status, more, work, results);

  const shown = () => model.get("what_if_page");
  const isOn = () => Boolean(shown().groups);
  // What is shown belongs to one frame; while another is looked at, it is out of sight.
  const isHere = () => isOn() && !here.isPlaying() && shown().frame === here.viewer?.at.frame;
  const send = (what, content = {}, done) => {
    // The kernel has to know where we are before it can say what may be done there.
    here.syncNow();
    ask({ kind: "what_if", what, ...content }, done);
  };
  const press = (button) => send("press", { name: button });
  const take = (control, value) => new Promise((answered) => send("take", { name: control, value }, answered));
  const picture = (value) => iconNode(model.get("menu_looks"), value);
  const form = makeForm({ listen, take, press, picture });
  const extra = makeForm({ listen, take, press });
  const none = element("div");

  function toggle() {
    here.viewer?.pause();
    send("toggle");
  }
  function show() {
    const on = isOn();
    tray.hidden = panel.hidden = !on;
    here.root.classList.toggle("kl-trying", on);
    here.showMode();
    would.clear();
    showBoards();
    here.viewer?.retell();
    if (!on) return;
    const what = shown();
    name.textContent = word("button-what_if");
    title.textContent = what.title;
    for (const [button, key] of [[close, "branch-close"], [undo, "record-take_back"]]) {
      button.title = word(key) + (button === undo ? " (Ctrl+Z)" : "");
      button.setAttribute("aria-label", word(key));
    }
    undo.disabled = !what.undo;
    status.textContent = what.status;
    status.classList.toggle("kl-refused", what.refused);
    form.write(acting, what.acting);
    form.showGroups(what.groups, tools, none);
    extra.showGroups(what.more, more, none);
    extra.showPanels(what.results, results);
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
  // On a phone the sentence stands above the boards: the menu leaves it in sight, and stays in the window.
  function room() {
    const { width, top, height } = here.root.getBoundingClientRect();
    const stage = here.viewer.stage.getBoundingClientRect().top, told = here.viewer.root.querySelector(".kv-told").getBoundingClientRect().bottom;
    return told > stage ? { width, bottom: height } : { width, top: stage - top, bottom: Math.min(height, innerHeight - STATUS - top) };
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
    byKey = keyed;
    send("click", { square: [age, sq] });
    return true;
  }
  listen(here.root, "keydown", (event) => {
    if (!isOn() || event.target.closest("input[type=text], input[type=number], textarea, select")) return;
    const undoes = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if (!undoes && !(event.key === "Escape" && (menu.open || shown().groups.some((each) => each.name === "open" && each.controls.length)))) return;
    event.preventDefault();
    event.stopPropagation();
    if (undoes) press("take_back"); else closeMenu();
  }, { capture: true });

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

  listen(close, "click", () => press("branch.close"));
  listen(undo, "click", () => press("take_back"));
  // Links of a panel lead to steps.
  listen(panel, "click", (event) => {
    const link = event.target.closest("a[data-index]");
    if (!link) return;
    event.preventDefault();
    here.viewer.pause();
    here.viewer.go(Number(link.dataset.index), link.dataset.line ?? "[]");
  });
  // What is typed here is no command of the replay, nor of the notebook.
  panel.addEventListener("keydown", (event) => {
    if (event.target.closest("input[type=text], input[type=number], textarea, select")) event.stopPropagation();
  });
  const changes = { what_if_page: show, progress: showProgress, unsaved: showUnsaved };
  for (const name of Object.keys(changes)) {
    const change = guarded(changes[name]);
    model.on(`change:${name}`, change);
    signal.addEventListener("abort", () => model.off(`change:${name}`, change));
  }
  showProgress();
  const said = () => (isOn() && !here.isPlaying() ? shown().status : "");
  return { tray, panel, isOn, menu: menu.element, show, showBoards, learn, toggle, click, speak, said };
}
