// The desk's picture: a whole game on one screen. `mount` builds it inside an element and gives its handle.
// Everything belongs to that element, so there may be several on a page.
//
// What a host (a page, a notebook) can do beyond looking is said by the host. It fills slots:
//   tabs   names of modes, `["look", "try", …]`: a tab each, with the words `mode-NAME`; a press tells
//          `changed("mode", NAME)`, and `viewer.setMode(NAME, { tray, side })` shows it as the chosen one;
//          `viewer.setTabs(names)` changes them
//   tray   an element that takes the curve's and the buttons' place while `setMode` says `tray: true`
//   side   an element that takes the verdict's place while `setMode` says `side: true`
//   more   elements of the menu behind "…", after the viewer's own: `<label><span>words</span> <select/></label>`, buttons
//   note   elements beside the title, as "not saved yet"
//   below  elements under the desk
//   verdict `makeVerdict`, where turns may be judged: a page without a review needs neither its script nor its style
//   acts   what buttons of the verdict do, `{ review, stop, try, keep, train }`; one that is missing has no button
// and it may tell the viewer `tellReview(facts)`, `tellOutlook(facts)` (see `verdict.js`) and
// `gone(sentence, forGood)`: nobody answers, the last picture stays with that sentence over it; `gone("")` takes it away.
import { makeCurve } from "./curve.js";
import { addCatalogues, addNews, addStep, MAIN, mistakeBeside, moment, nextFrame, prepare } from "./lines.js";
import { makeMoves } from "./moves.js";
import { makeBoard, placeCard } from "./board.js";
import { html, svg } from "./nodes.js";
import { domainAt, pieceAt, storyOf } from "./squares.js";
import { captionOf, domainWords, fillCard, makeLegend, makePlayers, makeTold, squareWords } from "./panels.js";

const STOPS = { paradox: ["p", "jump-paradox"], covered: ["h", "jump-covered"], blocked: ["b", "jump-blocked"], join: ["j", "jump-join"], split: ["s", "jump-split"], tax: ["t", "jump-taxation"] };
const AGES = ["might", "faith", "reason"];
const SPEEDS = [1, 2, 4, 8, 15, 30];
const UNITS = ["effect", "action", "turn"];
const MEASURES = ["chance", "expected", "coins_now"];
const DRAWN = { // pictures of buttons, 20 by 20
  back: "M13 5v10L6 10z", forward: "M7 5v10l7-5z", play: "M7 4v12l9-6z", pause: "M6 4h3v12H6zM11 4h3v12h-3z",
  more: "M4.5 8.5h2v3h-2zM9 8.5h2v3H9zM13.5 8.5h2v3h-2z", theme: "M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM10 4.6v10.8a5.4 5.4 0 0 1 0-10.8z",
  fullscreen: "M3 3h5v2H5v3H3zM12 3h5v5h-2V5h-3zM3 12h2v3h3v2H3zM15 12h2v5h-5v-2h3z",
};
const drawing = (name) => svg("svg", { width: 20, height: 20, viewBox: "0 0 20 20", "aria-hidden": "true" }, [svg("path", { d: DRAWN[name], "fill-rule": "evenodd" })]);

/**
 * @param {HTMLElement} root
 * @param {any} game as `game_data.py` makes it
 * @param {any} host its slots, and where to begin: `language`, `view`, `line`, `frame`, `speed`, `title`, `hidden` coins to come;
 *   it is asked for a `status` and about a `click(square, byKey)`, told what was `shown` and `changed(what, value)`
 */
export function mount(root, game, host = {}) {
  prepare(game);
  const clean = new AbortController(), { signal } = clean;
  let language = Math.max(0, game.languages.findIndex(([code]) => code === host.language));
  /** @type {any} */
  const at = {
    line: host.line ?? MAIN, frame: host.frame ?? 0, view: host.view ?? "shadows", playing: 0, speed: host.speed ?? 2, square: null,
    unit: "effect", measure: "", hidden: Boolean(host.hidden), ghosts: true, mode: host.tabs?.[0] ?? "look", outlook: null,
  };
  let said = "", keysOnSquares = false, shownFrame = -1, shownLine = "";
  const tell = (what, value) => host.changed?.(what, value);
  const say = (key, values = {}) => {
    let words = game.words[key] ? game.words[key][language] : key;
    for (const [name, value] of Object.entries(values)) words = words.replace(`{${name}}`, value);
    return words;
  };
  const path = () => game.lines[at.line].path;
  const step = () => path()[at.frame - 1]; // undefined at the start
  const view = { at, root, say, path, step, language: () => language, code: () => game.languages[language][0], message: () => said || host.status?.() || "", go: goStill, pause, pick, show, rule: (clause) => told.rule(clause), acts: host.acts ?? {} };

  // ---------------------------------------------------------------- parts

  const board = makeBoard("kv-boards", { names: () => AGES.map((name) => say("age-" + name)), all: () => say("viewer-all_ages"), busy: () => say("viewer-age_busy"), turned });
  const told = makeTold(game, view), players = makePlayers(game, view), moves = makeMoves(game, view), legend = makeLegend(game, view);
  const curve = makeCurve(game, view), verdict = host.verdict?.(game, view);
  const { slider } = curve;
  const card = html("div", { class: "kv-card", hidden: true, role: "dialog" });
  const tip = html("div", { class: "kv-tip", hidden: true });
  const stage = html("section", { class: "kv-stage" }, [board.box, card, tip]);
  board.element.setAttribute("role", "img");
  board.aside.append(players.odds);
  const iconButton = (name, more = {}) => html("button", { type: "button", class: `kv-icon-button kv-${name}`, "data-tip": name, ...more }, [drawing(name)]);
  const buttons = { back: iconButton("back"), play: iconButton("play"), forward: iconButton("forward") };
  const units = html("div", { class: "kv-units", role: "radiogroup", "data-label": "viewer-unit" }, UNITS.map((name) =>
    html("button", { type: "button", role: "radio", "data-unit": name, "data-word": `viewer-${name}`, on: () => chooseUnit(name) })));
  const place = html("output", { class: "kv-place" });
  const controls = html("div", { class: "kv-controls" }, [html("div", { class: "kv-stepping" }, Object.values(buttons)), units, place]);
  const time = html("section", { class: "kv-time" }, [controls, curve.node]);

  // What is rarer stands in the menu behind "…".
  const select = (name, options) => html("select", { class: `kv-${name}` }, options);
  const speed = select("speed", SPEEDS.map((each) => html("option", { value: each, text: `${each}×` })));
  const jump = select("jump", []), measure = select("measure", MEASURES.map((name) => html("option", { value: name, "data-word": `viewer-${name}` })));
  const languages = select("language", game.languages.map(([, name], n) => html("option", { value: n, text: name })));
  const entry = (word, control) => html("label", {}, [html("span", { "data-word": word }), control]);
  const check = (name, word, tipped) => html("input", { type: "checkbox", class: `kv-${name}`, "data-label": tipped ?? word });
  const notation = check("write", "viewer-notation"), spoiler = check("spoiler", "viewer-hide_ending", "tip-hide_ending");
  const ends = ["start", "end"].map((name) => html("button", { type: "button", class: `kv-${name}`, "data-word": `tip-${name}`, on: () => goStill(name === "start" ? 0 : path().length) }));
  const explain = html("button", { type: "button", class: "kv-explain", "data-word": "panel-legend", on: () => { openMenu(false); legend.toggle(); } });
  const menu = html("div", { class: "kv-menu", hidden: true, role: "group" }, [
    ...ends, entry("word-jump", jump), entry("tip-speed", speed), entry("viewer-curve", measure), entry("viewer-hide_ending", spoiler), entry("viewer-notation", notation),
    entry("panel-language", languages), explain, ...(host.more ?? []),
  ]);
  const more = iconButton("more", { "aria-expanded": "false", on: () => openMenu(menu.hidden) });
  const wide = iconButton("fullscreen"), themes = iconButton("theme");
  const views = html("select", { class: "kv-views", "data-label": "word-view" }, Object.keys(game.views).map((name) => html("option", { value: name, "data-word": `view-${name}` })));
  const tabs = html("nav", { class: "kv-tabs", role: "tablist" });
  const title = host.title ?? game.names.join(", "); // a date in it stays on one line
  const bar = html("header", { class: "kv-bar" }, [
    html("span", { class: "kv-title", text: title.replace(/(?<=\d)-(?=\d)/g, "\u2011"), title }), ...(host.note ?? []), tabs,
    html("div", { class: "kv-tools" }, [html("label", { class: "kv-view" }, [html("span", { "data-word": "word-view" }), views]), more, themes, wide, menu]),
  ]);
  const dead = html("p", { class: "kv-gone", role: "alert", hidden: true });
  const aside = html("aside", { class: "kv-aside" }, [html("div", { class: "kv-side" }, [...(verdict ? [verdict.node] : []), ...(host.side ? [host.side] : [])]), moves.node]);
  const body = html("div", { class: "kv-body" }, [bar, stage, told.node, time, ...(host.tray ? [html("section", { class: "kv-tray" }, [host.tray])] : []), players.node, aside]);
  root.classList.add("kv");
  root.classList.toggle("kv-five", game.names.length > 4); // a row more: the curve makes room
  root.tabIndex = 0;
  root.append(body, dead, ...(verdict ? [verdict.luck] : []), legend.node, ...(host.below ?? []));

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
    const moved = shownLine !== at.line || at.frame !== shownFrame, onward = moved && shownLine === at.line && at.frame === shownFrame + 1;
    if (moved) {
      told.close();
      card.hidden = true;
      at.outlook = null;
    }
    board.draw(items, game, look(onward && !(at.playing && at.speed > 4)));
    [shownLine, shownFrame] = [at.line, at.frame];
    told.draw();
    verdict?.draw();
    verdict?.lay(board.ghosts);
    players.draw(table);
    curve.show();
    follow();
    board.pick(at.square);
    slider.max = last;
    slider.value = at.frame;
    place.textContent = where();
    buttons.back.disabled = at.frame === 0;
    buttons.forward.disabled = at.frame === last;
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
  function goStill(frame, line) {
    pause();
    go(frame, line);
  }
  function stepBy(sort, way) {
    const frame = nextFrame(path(), at.frame, sort, way);
    pause();
    if (frame !== null) { go(frame); return; }
    if (!STOPS[sort]) return;
    said = say(way > 0 ? "jump-none" : "jump-none_before");
    told.draw();
  }
  function jumpToMistake(way) {
    if (!game.review) return false; // then the key is not ours
    const found = mistakeBeside(game, at, way);
    if (found) goStill(found, MAIN);
    return true;
  }

  // ---------------------------------------------------------------- playing

  let due = 0;
  function tick(now) {
    at.playing = requestAnimationFrame(tick);
    if (now < due) return;
    const pauseFor = 1000 / at.speed;
    due = Math.max(due + pauseFor, now - pauseFor);
    const next = nextFrame(path(), at.frame, at.unit, 1);
    if (next === null) pause(); else go(next);
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
    buttons.play.replaceChildren(drawing(at.playing ? "pause" : "play"));
    buttons.play.dataset.tip = at.playing ? "pause" : "play";
    label(buttons.play);
    verdict?.lay(board.ghosts);
    // Whoever listens would hear sentences cut short while the game is playing.
    told.caption.setAttribute("aria-live", at.playing ? "off" : "polite");
  }
  function chooseUnit(name) {
    at.unit = name;
    for (const each of units.children) {
      each.setAttribute("aria-checked", String(each.dataset.unit === name));
      each.tabIndex = each.dataset.unit === name ? 0 : -1;
    }
    for (const way of ["back", "forward"]) {
      buttons[way].dataset.tip = `${name}-${way}`;
      label(buttons[way]);
    }
  }

  // ---------------------------------------------------------------- squares

  function pick(square, event) {
    const items = square && current().items, empty = square && !pieceAt(game, items, square);
    at.square = square;
    // Where nothing stands or has stood there is nothing to keep open.
    const bare = empty && !storyOf(game, path(), at.frame, square).frames.length;
    card.hidden = !square || bare;
    if (bare) {
      said = `${squareWords(game, square, say)}. ${say("card-never")}`;
      told.draw();
      if (event) at.square = null;
    } else if (square) {
      fillCard(card, game, view, items, square);
      const spot = event && event.clientX ? { x: event.clientX, y: event.clientY } : board.middle(square);
      placeCard(card, stage, spot.x, spot.y);
    }
    board.pick(at.square);
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
    if (board.zoomed() !== null && board.zoomed() !== at.square.age) board.zoom(at.square.age);
    card.hidden = true;
    board.pick(at.square);
    said = squareWords(game, at.square, say);
    told.draw();
    tell("square", at.square);
  }

  // ---------------------------------------------------------------- one age alone

  function turned(age) {
    root.classList.toggle("kv-one-age", age !== null);
    card.hidden = card.hidden || !at.square || (age !== null && at.square.age !== age);
  }
  // On a narrow screen the age is shown where something happens.
  function follow() {
    if (board.zoomed() === null) return;
    const here = step();
    board.tellBusy(new Set(here ? path().slice(here.move.first - 1, at.frame).filter((each) => each.new && each.age !== undefined).map((each) => each.age) : []));
    if (board.isNarrow() && here && here.age !== undefined && here.age !== board.zoomed()) board.zoom(here.age);
  }
  function fit() {
    board.fit();
    follow();
    moves.mark(true);
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
    for (const node of body.querySelectorAll("[data-word]")) node.textContent = say(node.dataset.word);
    for (const node of body.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label));
    for (const node of body.querySelectorAll("[data-tip]")) label(node);
    slider.title = "";
    menu.setAttribute("aria-label", say("tip-more"));
    jump.replaceChildren(html("option", { value: "", text: say("viewer-jump") }), ...Object.entries(STOPS).map(([stop, [key, word]]) => html("option", { value: stop, text: `${say(word)} (${key})` })));
    board.speak();
    drawPlay();
    legend.draw();
    players.speak();
    moves.draw();
    curve.draw();
    verdict?.speak();
    show();
  }
  function choose(name) {
    at.view = views.value = name;
    legend.draw();
    show();
  }
  function setTabs(names) {
    if ([...tabs.children].map((each) => each.dataset.mode).join() === names.join()) return;
    tabs.replaceChildren(...names.map((name) => html("button", { type: "button", role: "tab", "data-mode": name, "data-word": `mode-${name}`, text: say(`mode-${name}`), on: () => tell("mode", name) })));
  }
  function setMode(name, { tray = false, side = false } = {}) {
    at.mode = name;
    for (const each of tabs.children) each.setAttribute("aria-selected", String(each.dataset.mode === name));
    root.classList.toggle("kv-with-tray", tray);
    root.classList.toggle("kv-with-side", side);
    verdict?.lay(board.ghosts);
    moves.mark(true);
  }
  function openMenu(open) {
    menu.hidden = !open;
    more.setAttribute("aria-expanded", String(open));
  }

  // ---------------------------------------------------------------- the user

  const keys = {
    ArrowLeft: () => stepBy("effect", -1), ArrowRight: () => stepBy("effect", 1), ArrowUp: () => stepBy("action", -1), ArrowDown: () => stepBy("action", 1),
    PageUp: () => stepBy("turn", -1), PageDown: () => stepBy("turn", 1), Home: () => goStill(0), End: () => goStill(path().length), " ": () => play(),
    m: () => jumpToMistake(1), M: () => jumpToMistake(-1),
    Escape: () => { openMenu(false); told.close(); pick(null); if (!board.isNarrow()) board.zoom(null); }, ...host.commands,
  };
  for (const [stop, [key]] of Object.entries(STOPS)) { // a capital letter goes back
    keys[key] = () => stepBy(stop, 1);
    keys[key.toUpperCase()] = () => stepBy(stop, -1);
  }
  /** Do what a key does; false if it means nothing here. */
  function press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("select, textarea, input:not([type=range])")) return false;
    if ((event.key === " " || event.key === "Enter") && event.target.closest?.("button, a, summary")) return false;
    if (event.target.closest?.("[role=radiogroup]") && /^Arrow/.test(event.key)) return moveUnit(event);
    // What JupyterLab does with a key that has nothing to do here is JupyterLab's.
    if (event.key === "Escape" && !keysOnSquares && menu.hidden && card.hidden && !told.isOpen() && (board.isNarrow() || board.zoomed() === null)) return false;
    const done = pressSquare(event.key);
    if (!done && (!(event.key in keys) || keys[event.key]() === false)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  function moveUnit(event) {
    const way = /Right|Down/.test(event.key) ? 1 : UNITS.length - 1;
    chooseUnit(UNITS[(UNITS.indexOf(at.unit) + way) % UNITS.length]);
    units.children[UNITS.indexOf(at.unit)].focus();
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  const listen = (target, name, work) => target.addEventListener(name, work, { signal });
  // Its images have the colours of the moment.
  for (const place of [root.closest("[data-theme]"), root]) if (place) listen(place, "themed", () => { if (root.dataset.ready) moves.draw(); });
  listen(root, "keydown", press);
  listen(document, "pointerdown", (event) => { if (!menu.hidden && !event.composedPath().some((each) => each === menu || each === more)) openMenu(false); });
  listen(slider, "input", () => goStill(Number(slider.value)));
  for (const [way, sign] of [["back", -1], ["forward", 1]]) listen(buttons[way], "click", () => stepBy(at.unit, sign));
  listen(buttons.play, "click", () => play());
  listen(speed, "change", () => { at.speed = Number(speed.value); tell("speed", at.speed); });
  listen(jump, "change", () => { const stop = jump.value; jump.value = ""; stepBy(stop, 1); });
  listen(measure, "change", () => { at.measure = measure.value; curve.draw(); show(); });
  listen(languages, "change", () => { speak(Number(languages.value)); tell("language", game.languages[language][0]); });
  listen(views, "change", () => { choose(views.value); tell("view", at.view); });
  listen(notation, "change", () => moves.write(notation.checked));
  listen(spoiler, "change", () => { at.hidden = spoiler.checked; curve.draw(); show(); });
  listen(board.element, "click", clicked);
  listen(board.element, "dblclick", (event) => { const square = board.find(event); pick(null); if (!board.isNarrow()) board.zoom(board.zoomed() === null && square ? square.age : null); });
  listen(board.element, "pointermove", hovered);
  listen(board.element, "pointerleave", () => { over = ""; hideTip(); });
  listen(wide, "click", () => { if (document.fullscreenElement) document.exitFullscreen(); else (host.whole ?? root).requestFullscreen?.(); });
  listen(themes, "click", () => { const themed = root.closest("[data-theme]"); if (themed) chooseTheme(themed, themed.dataset.theme === "dark" ? "light" : "dark"); });
  // After a click with the mouse the keys belong to the viewer, not to the button.
  listen(body, "pointerup", (event) => { if (event.target.closest("button, .kb-boards") && !event.target.closest(".kv-menu")) setTimeout(() => root.focus({ preventScroll: true })); });
  spoiler.checked = at.hidden;
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
    curve.draw();
    moves.draw();
    show();
  }
  /** The review of the game as far as it is known; null if there is none any more. */
  function tellReview(facts) {
    if (facts) addCatalogues(game, facts);
    game.review = facts?.review ?? null;
    curve.draw();
    moves.draw();
    verdict?.speak();
    show();
  }
  /** What the moment on the boards promises; forgotten with the next step. */
  function tellOutlook(facts) {
    if (facts.line !== at.line || facts.frame !== at.frame) return;
    at.outlook = facts;
    verdict?.draw();
    players.draw(current().table);
  }
  function gone(sentence, forGood = Boolean(sentence)) {
    dead.textContent = sentence;
    dead.hidden = !sentence;
    root.classList.toggle("kv-dead", forGood);
  }
  /** Show a position that nobody has played, in the chosen view; without one, what is shown again. */
  function preview(facts) {
    const { items, table } = facts ? { items: new Map(Object.entries(facts.items)), table: new Map(Object.entries(facts.table)) } : current();
    board.draw(items, game, look(false));
    players.draw(table);
  }
  board.stand(game.map);
  board.fit();
  views.value = at.view;
  chooseUnit(at.unit);
  setTabs(host.tabs ?? []);
  setMode(at.mode);
  speak(language);
  root.dataset.ready = "yes";
  return {
    at, game, root, stage, board, bar, go, press, play, pause, speak, choose, pick, zoom: board.zoom, step, path, say, tellNews, tellReview, tellOutlook, gone, setTabs, setMode, preview, show, fit,
    addCatalogues: (news) => addCatalogues(game, news), retell: told.draw, language: () => language, close: () => clean.abort(),
    setSpeed: (value) => { at.speed = value; speed.value = value; },
  };
}

// ---------------------------------------------------------------- themes

function chooseTheme(root, theme) {
  if (root.dataset.theme === theme) return;
  root.dataset.theme = theme;
  root.dispatchEvent(new Event("themed"));
}

/** Follow the theme around: JupyterLab's, an editor's, or the computer's. */
export function followTheme(root) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const body = document.body;
  function look() {
    const { jpThemeLight } = body.dataset, code = body.classList;
    const known = jpThemeLight !== undefined ? jpThemeLight === "false" : code.contains("vscode-dark") || (code.contains("vscode-light") ? false : dark.matches);
    chooseTheme(root, known ? "dark" : "light");
  }
  const watch = new MutationObserver(look);
  watch.observe(body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
  dark.addEventListener("change", look);
  look();
  return () => { watch.disconnect(); dark.removeEventListener("change", look); };
}
