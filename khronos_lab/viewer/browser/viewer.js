// The desk's picture: a whole game on one screen. `mount` builds it inside an element and gives its handle.
// Everything belongs to that element, so there may be several on a page.
//
// What a host (a page, a notebook) can do beyond looking is said by the host. It fills slots:
//   tabs   names of modes, `["look", "try", …]`: a tab each, with the words `mode-NAME`; a press tells
//          `changed("mode", NAME)`, and `viewer.setMode(NAME, { tray, side })` shows it as the chosen one
//   tray   an element that takes the curve's and the buttons' place while `setMode` says `tray: true`
//   side   an element that takes the verdict's place while `setMode` says `side: true`
//   more   elements of the menu behind "…", after the viewer's own: `<label>words <select/></label>`, buttons
//   note   elements beside the title, as "not saved yet"
//   below  elements under the desk
//   acts   what buttons of the verdict do, `{ review, stop, try, keep, train }`; one that is missing has no button
// and it may tell the viewer `tellReview(facts)`, `tellOutlook(facts)` (see `verdict.js`) and `gone(sentence)`:
// nobody answers any more, the last picture stays with that sentence over it (`gone("")` takes it away).
import { makeCurve } from "./curve.js";
import { addCatalogues, addNews, addStep, MAIN, moment, nextFrame, prepare } from "./lines.js";
import { makeMoves } from "./moves.js";
import { makeBoard, placeCard } from "../../board/browser/board.js";
import { html, svg } from "../../board/browser/nodes.js";
import { domainAt, pieceAt } from "../../board/browser/squares.js";
import { captionOf, domainWords, fillCard, makeLegend, makePlayers, makeTold, squareWords } from "./panels.js";

const STOPS = { paradox: "p", covered: "h", blocked: "b", join: "j", split: "s", tax: "t" };
const JUMPS = { paradox: "jump-paradox", covered: "jump-covered", blocked: "jump-blocked", join: "jump-join", split: "jump-split", tax: "jump-taxation" };
const AGES = ["might", "faith", "reason"];
const SPEEDS = [1, 2, 4, 8, 15, 30];
const TRIANGLES = { start: -9, "turn-back": -3, "action-back": -2, "effect-back": -1, play: 0, "effect-forward": 1, "action-forward": 2, "turn-forward": 3, end: 9 };

/**
 * @param {HTMLElement} root
 * @param {any} game as `game_data.py` makes it
 * @param {{language?: string, view?: string, line?: string, frame?: number, speed?: number, title?: string, hidden?: boolean,
 *   status?: () => string, shown?: () => void,
 *   changed?: (what: string, value: any) => void, click?: (place: {age: number, sq: number}, byKey: boolean) => boolean, tools?: HTMLElement[], low?: HTMLElement[], below?: HTMLElement[], whole?: HTMLElement, commands?: Object<string, () => unknown>}} host
 */
export function mount(root, game, host = {}) {
  prepare(game);
  const clean = new AbortController(), { signal } = clean;
  let language = Math.max(0, game.languages.findIndex(([code]) => code === host.language));
  /** @type {{line: string, frame: number, view: string, playing: number, speed: number, square: any}} */
  const at = { line: host.line ?? MAIN, frame: host.frame ?? 0, view: host.view ?? "shadows", playing: 0, speed: host.speed ?? 2, square: null };
  let said = "", keysOnSquares = false, hidden = Boolean(host.hidden), shownFrame = -1, shownLine = "";
  const tell = (what, value) => host.changed?.(what, value);
  const say = (key, values = {}) => {
    let words = game.words[key] ? game.words[key][language] : key;
    for (const [name, value] of Object.entries(values)) words = words.replace(`{${name}}`, value);
    return words;
  };
  const path = () => game.lines[at.line].path;
  const step = () => path()[at.frame - 1]; // undefined at the start
  const view = { at, root, say, path, step, language: () => language, message: () => said || host.status?.() || "", go, pause, pick };

  // ---------------------------------------------------------------- parts

  const board = makeBoard("kv-boards", { names: () => AGES.map((name) => say("age-" + name)), all: () => say("viewer-all_ages"), busy: () => say("viewer-age_busy"), turned });
  const told = makeTold(game, view), players = makePlayers(game, view), moves = makeMoves(game, view), legend = makeLegend(game, view);
  const curve = makeCurve(game, say, (frame) => { pause(); go(frame); });
  const card = html("div", { class: "kv-card", hidden: true, role: "dialog" });
  const tip = html("div", { class: "kv-tip", hidden: true });
  const stage = html("section", { class: "kv-stage" }, [board.box, card, tip]);
  board.element.setAttribute("role", "img");
  const buttons = Object.fromEntries(Object.keys(TRIANGLES).map((name) => [name, html("button", { type: "button", "data-tip": name })]));
  const slider = html("input", { type: "range", min: 0, value: 0, class: "kv-slider", "data-tip": "slider" });
  const place = html("output", { class: "kv-place" });
  const speed = html("select", { class: "kv-speed", "data-tip": "speed" }, SPEEDS.map((each) => html("option", { value: each, text: `${each}×` })));
  const jump = html("select", { class: "kv-jump" });
  const deck = html("section", { class: "kv-deck" }, [html("div", { class: "kv-group kv-controls" }, Object.values(buttons)), slider, place, jump, speed]);
  const spoiler = html("button", { type: "button", class: "kv-small kv-spoiler", "data-word": "viewer-hide_ending", "data-tip": "hide_ending" });
  const income = html("section", { class: "kv-income" }, [html("div", { class: "kv-income-head" }, [html("h3", { "data-word": "title-income" }), spoiler]), curve.node]);
  const views = html("div", { class: "kv-group kv-views", role: "group" });
  const languages = html("select", { class: "kv-language" }, game.languages.map(([, name], n) => html("option", { value: n, text: name })));
  const wide = html("button", { type: "button", class: "kv-fullscreen", "data-tip": "fullscreen" }, [svg("svg", { width: 15, height: 15, viewBox: "0 0 10 10", "aria-hidden": "true" }, [svg("path", { d: "M0 0H4V1.4H1.4V4H0zM6 0H10V4H8.6V1.4H6zM0 6H1.4V8.6H4V10H0zM8.6 6H10V10H6V8.6H8.6z" })])]);
  const title = host.title ?? game.names.join(", "); // a date in it stays on one line
  const bar = html("header", { class: "kv-bar" }, [html("span", { class: "kv-title", text: title.replace(/(?<=\d)-(?=\d)/g, "\u2011"), title }), views, ...(host.tools ?? []), languages, wide]);
  const low = html("div", { class: "kv-low" }, [players.node, income, ...(host.low ?? [])]);
  const body = html("div", { class: "kv-body" }, [bar, stage, told.node, deck, low, moves.node, ...(host.below ?? [])]);
  root.classList.add("kv");
  root.tabIndex = 0;
  root.append(body, legend.node);

  // ---------------------------------------------------------------- showing

  // The moment that is shown; from one step to the next only what is new is added.
  let kept = null;
  function current() {
    const steps = path();
    if (kept && kept.steps === steps && kept.frame === at.frame - 1) {
      addStep(kept.items, kept.table, steps[kept.frame]);
      kept.frame += 1;
    }
    if (!kept || kept.steps !== steps || kept.frame !== at.frame) kept = { ...moment(game, at.line, at.frame), steps, frame: at.frame };
    return kept;
  }
  function show() {
    const { items, table } = current(), last = path().length;
    const onward = shownLine === at.line && at.frame === shownFrame + 1;
    if (shownLine !== at.line || at.frame !== shownFrame) told.close();
    board.draw(items, game, look(onward && !(at.playing && at.speed > 4)));
    [shownLine, shownFrame] = [at.line, at.frame];
    told.draw();
    players.draw(table);
    curve.show(at.line, at.frame, hidden);
    follow();
    board.pick(at.square);
    if (at.square && !card.hidden) fillCard(card, game, view, items, at.square);
    slider.max = last;
    slider.value = at.frame;
    place.textContent = where();
    for (const name of Object.keys(TRIANGLES)) {
      if (name !== "play") buttons[name].disabled = TRIANGLES[name] < 0 ? at.frame === 0 : at.frame === last;
    }
    Object.assign(root.dataset, { frame: at.frame, line: at.line, view: at.view });
    host.shown?.();
    settling ||= requestAnimationFrame(() => { settling = requestAnimationFrame(settle); });
  }
  const look = (lively) => ({ view: at.view, pieces: game.views[at.view][0], fade: game.views[at.view][1], lively });
  const where = () => (at.frame ? say("viewer-step", { n: at.frame, all: path().length }) : say("button-start"));
  // One frame after the picture comes what nobody waits for: words for those who listen, and the list of
  // moves, which is measured.
  let settling = 0;
  function settle() {
    settling = 0;
    if (signal.aborted) return;
    const here = step(), words = `${where()}: ${captionOf(game, here, language, say)}`;
    place.title = here ? `${here.move.turn} ${here.move.text}` : "";
    slider.setAttribute("aria-valuetext", words);
    board.element.setAttribute("aria-label", `${say("title-boards")}. ${words}`);
    moves.mark();
  }
  function go(frame, line = at.line, quiet = false) {
    at.line = game.lines[line] ? line : MAIN;
    at.frame = Math.max(0, Math.min(frame, path().length));
    said = "";
    hideTip();
    show();
    if (!quiet) tell("place", { line: at.line, frame: at.frame });
  }
  function stepBy(sort, way) {
    const frame = nextFrame(path(), at.frame, sort, way);
    pause();
    if (frame !== null) go(frame);
  }
  function jumpTo(stop, way) {
    const frame = nextFrame(path(), at.frame, stop, way);
    pause();
    if (frame !== null) { go(frame); return; }
    said = say(way > 0 ? "jump-none" : "jump-none_before");
    told.draw();
  }

  // ---------------------------------------------------------------- playing

  let due = 0;
  function tick(now) {
    at.playing = requestAnimationFrame(tick);
    if (now < due) return;
    const pauseFor = 1000 / at.speed;
    due = Math.max(due + pauseFor, now - pauseFor);
    if (at.frame >= path().length) pause(); else go(at.frame + 1);
  }
  function play(quiet = false) {
    if (at.playing) { pause(); return; }
    if (at.frame === path().length) go(0);
    due = performance.now() + 1000 / at.speed;
    at.playing = requestAnimationFrame(tick);
    drawPlay();
    if (quiet !== true) tell("playing", true);
  }
  function pause(quiet = false) {
    if (!at.playing) return;
    cancelAnimationFrame(at.playing);
    at.playing = 0;
    drawPlay();
    if (quiet !== true) tell("playing", false);
  }
  function drawPlay() {
    const d = at.playing ? "M.1 0h.3v1h-.3zM.6 0h.3v1h-.3z" : "M.15 0L1 .5L.15 1z";
    buttons.play.replaceChildren(svg("svg", { width: 16, height: 16, viewBox: "-.1 -.1 1.2 1.2", "aria-hidden": "true" }, [svg("path", { d })]));
    buttons.play.dataset.tip = at.playing ? "pause" : "play";
    label(buttons.play);
    // Whoever listens would hear sentences cut short while the game is playing.
    told.caption.setAttribute("aria-live", at.playing ? "off" : "polite");
  }

  // ---------------------------------------------------------------- squares

  function pick(square, event) {
    at.square = square;
    card.hidden = !square;
    if (square) {
      fillCard(card, game, view, current().items, square);
      const spot = event && event.clientX ? { x: event.clientX, y: event.clientY } : board.middle(square);
      placeCard(card, stage, spot.x, spot.y);
    }
    board.pick(square);
    tell("square", square);
  }
  function clicked(event) {
    const square = board.find(event);
    hideTip();
    if (square && host.click?.(square, false)) { at.square = square; board.pick(square); card.hidden = true; return; }
    pick(square, event);
  }
  let over = "";
  function hideTip() {
    over = "";
    if (tip.hidden) return;
    tip.hidden = true;
    board.border(null);
  }
  function hovered(event) {
    if (event.pointerType === "touch" || at.playing) return;
    const square = board.find(event);
    const items = square && current().items, found = square && pieceAt(game, items, square);
    if (!found) { hideTip(); return; }
    const domain = domainAt(game, items, square), now = `${found.key}.${at.frame}.${at.line}.${language}`;
    if (over !== now) {
      over = now;
      tip.replaceChildren(html("b", { text: game.pieces[found.shape][language + 2] }), ...(domain ? [html("br"), domainWords(game, domain, say)] : []));
      board.border(domain);
    }
    tip.hidden = false;
    placeCard(tip, stage, event.clientX, event.clientY);
  }
  // Enter leads to the squares; there arrows go from one to the next, and Enter clicks it.
  function pressSquare(key) {
    const { map } = game;
    if (!keysOnSquares) {
      if (key !== "Enter") return false;
      keysOnSquares = true;
      at.square ??= { age: board.zoomed() ?? 0, sq: Math.floor(map.rows.length / 2) * map.stride + Math.floor(map.rows[0].length / 2) };
      pickQuietly();
      return true;
    }
    if (key === "Escape") { keysOnSquares = false; pick(null); return true; }
    if (key === "Enter") { if (!host.click?.(at.square, true)) pick(at.square); return true; }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (!step) return false;
    at.square = board.beside(at.square, step);
    pickQuietly();
    return true;
  }
  function pickQuietly() {
    if (board.zoomed() !== null && board.zoomed() !== at.square.age) zoom(at.square.age);
    card.hidden = true;
    board.pick(at.square);
    said = squareWords(game, at.square, say);
    told.draw();
    tell("square", at.square);
  }

  // ---------------------------------------------------------------- one age alone

  const zoom = (age) => board.zoom(age);
  function turned(age) {
    root.classList.toggle("kv-one-age", age !== null);
    card.hidden = card.hidden || !at.square || (age !== null && at.square.age !== age);
    curve.forget();
    if (root.dataset.ready) curve.show(at.line, at.frame, hidden);
  }
  // On a narrow screen the age is shown where something happens.
  function follow() {
    if (board.zoomed() === null) return;
    const here = step();
    board.tellBusy(new Set(here ? path().slice(here.move.first - 1, at.frame).filter((each) => each.new && each.age !== undefined).map((each) => each.age) : []));
    if (board.isNarrow() && here && here.age !== undefined && here.age !== board.zoomed()) zoom(here.age);
  }
  function fit() {
    board.fit();
    follow();
    curve.forget();
    curve.show(at.line, at.frame, hidden);
  }

  // ---------------------------------------------------------------- words

  function label(node) {
    node.title = say(`tip-${node.dataset.tip}`);
    node.setAttribute("aria-label", node.title);
  }
  function speak(chosen) {
    language = chosen;
    root.lang = game.languages[chosen][0];
    languages.value = chosen;
    languages.title = say("panel-language");
    for (const node of body.querySelectorAll("[data-word]")) node.textContent = say(node.dataset.word);
    for (const node of body.querySelectorAll("[data-tip]")) label(node);
    jump.title = say("word-jump");
    jump.replaceChildren(html("option", { value: "", text: say("viewer-jump") }), ...Object.entries(JUMPS).map(([stop, word]) => html("option", { value: stop, text: `${say(word)} (${STOPS[stop]})` })));
    board.speak();
    drawViews();
    drawPlay();
    legend.draw();
    players.speak();
    moves.draw();
    curve.forget();
    show();
  }
  function drawViews() {
    views.setAttribute("aria-label", say("word-view"));
    views.replaceChildren(...Object.keys(game.views).map((name) => html("button", {
      type: "button", text: say(`view-${name}`), "aria-pressed": String(name === at.view), "data-view": name,
      on: () => { choose(name); tell("view", name); views.querySelector(`[data-view=${name}]`).focus(); },
    })));
  }
  function choose(name) {
    at.view = name;
    drawViews();
    legend.draw();
    show();
  }

  // ---------------------------------------------------------------- the user

  for (const [name, sign] of Object.entries(TRIANGLES)) {
    if (!sign) { buttons[name].addEventListener("click", () => play()); continue; }
    const count = Math.abs(sign) === 9 ? 1 : Math.abs(sign), way = Math.sign(sign), [sort] = name.split("-");
    let d = Math.abs(sign) === 9 ? "M1.1 .1h.18v.8h-.18z" : "";
    for (let n = 0; n < count; n++) d += `M${.5 + n * .5 - count * .25} .1l.55 .4l-.55 .4z`;
    buttons[name].append(svg("svg", { width: 25, height: 16, viewBox: "-.1 -.1 1.8 1.2", "aria-hidden": "true" },
      [svg("path", { d, transform: way < 0 ? "translate(1.6 0) scale(-1 1)" : "" })]));
    buttons[name].addEventListener("click", () => { if (Math.abs(sign) === 9) { pause(); go(way < 0 ? 0 : path().length); } else stepBy(sort, way); });
  }
  const keys = {
    ArrowLeft: () => stepBy("effect", -1), ArrowRight: () => stepBy("effect", 1), ArrowUp: () => stepBy("action", -1), ArrowDown: () => stepBy("action", 1),
    PageUp: () => stepBy("turn", -1), PageDown: () => stepBy("turn", 1), Home: () => { pause(); go(0); }, End: () => { pause(); go(path().length); }, " ": () => play(),
    Escape: () => { told.close(); pick(null); if (!board.isNarrow()) zoom(null); }, ...host.commands,
  };
  for (const [stop, key] of Object.entries(STOPS)) { // a capital letter goes back
    keys[key] = () => jumpTo(stop, 1);
    keys[key.toUpperCase()] = () => jumpTo(stop, -1);
  }
  /** Do what a key does; false if it means nothing here. */
  function press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("select, textarea, input:not([type=range])")) return false;
    if ((event.key === " " || event.key === "Enter") && event.target.closest?.("button, a, summary")) return false;
    // What JupyterLab does with a key that has nothing to do here is JupyterLab's.
    if (event.key === "Escape" && !keysOnSquares && card.hidden && !told.isOpen() && (board.isNarrow() || board.zoomed() === null)) return false;
    const done = pressSquare(event.key);
    if (!done && (!(event.key in keys) || keys[event.key]() === false)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  const listen = (target, name, work) => target.addEventListener(name, work, { signal });
  // Its images have the colours of the moment.
  for (const place of [root.closest("[data-theme]"), root]) if (place) listen(place, "themed", () => { if (root.dataset.ready) moves.draw(); });
  listen(root, "keydown", press);
  listen(slider, "input", () => { pause(); go(Number(slider.value)); });
  listen(speed, "change", () => { at.speed = Number(speed.value); tell("speed", at.speed); });
  listen(jump, "change", () => { const stop = jump.value; jump.value = ""; jumpTo(stop, 1); });
  listen(languages, "change", () => { speak(Number(languages.value)); tell("language", game.languages[language][0]); });
  listen(board.element, "click", clicked);
  listen(board.element, "dblclick", (event) => { const square = board.find(event); pick(null); if (!board.isNarrow()) zoom(board.zoomed() === null && square ? square.age : null); });
  listen(board.element, "pointermove", hovered);
  listen(board.element, "pointerleave", () => { over = ""; hideTip(); });
  listen(spoiler, "click", () => { hidden = !hidden; spoiler.setAttribute("aria-pressed", String(hidden)); curve.forget(); show(); });
  listen(wide, "click", () => { if (document.fullscreenElement) document.exitFullscreen(); else (host.whole ?? root).requestFullscreen?.(); });
  // After a click with the mouse the keys belong to the viewer, not to the button.
  listen(body, "pointerup", (event) => { if (event.target.closest("button, .kb-boards")) setTimeout(() => root.focus({ preventScroll: true })); });
  spoiler.setAttribute("aria-pressed", String(hidden));
  speed.value = at.speed;
  // In the next frame: whoever changes sizes while they are measured is measured again and again.
  const size = new ResizeObserver(() => requestAnimationFrame(() => { if (!signal.aborted) fit(); }));
  size.observe(root);
  signal.addEventListener("abort", () => { size.disconnect(); board.close(); cancelAnimationFrame(at.playing); });

  function tellNews(news) {
    addNews(game, news);
    board.stand(game.map);
    if (!game.lines[at.line]) at.line = MAIN;
    at.frame = Math.min(at.frame, path().length);
    curve.forget();
    moves.draw();
    show();
  }
  /** Show a position that nobody has played, in the chosen view; without one, what is shown again. */
  function preview(facts) {
    const { items, table } = facts ? { items: new Map(Object.entries(facts.items)), table: new Map(Object.entries(facts.table)) } : current();
    board.draw(items, game, look(false));
    players.draw(table);
  }
  board.stand(game.map);
  board.fit();
  speak(language);
  root.dataset.ready = "yes";
  return { at, game, root, stage, deck, board, bar, go, press, play, pause, speak, choose, pick, zoom, step, path, say, tellNews, addCatalogues: (news) => addCatalogues(game, news), preview, show, fit, retell: told.draw,
    setSpeed: (value) => { at.speed = value; speed.value = value; }, language: () => language, close: () => clean.abort() };
}

/** Follow the theme around: JupyterLab's, an editor's, or the computer's. */
export function followTheme(root) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const body = document.body;
  function look() {
    const { jpThemeLight } = body.dataset, code = body.classList;
    const known = jpThemeLight !== undefined ? jpThemeLight === "false" : code.contains("vscode-dark") || (code.contains("vscode-light") ? false : dark.matches);
    if (root.dataset.theme === (known ? "dark" : "light")) return;
    root.dataset.theme = known ? "dark" : "light";
    root.dispatchEvent(new Event("themed"));
  }
  const watch = new MutationObserver(look);
  watch.observe(body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
  dark.addEventListener("change", look);
  look();
  return () => { watch.disconnect(); dark.removeEventListener("change", look); };
}
