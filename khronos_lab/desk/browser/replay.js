// The desk in a notebook: the viewer on a game that the kernel sends once, and what only a kernel can do:
// modes in which something is done, hands that are hidden, a place that Python reads and sets.

import { makeVerdict } from "../../board/browser/verdict.js";
import { followTheme, mount } from "../../board/browser/viewer.js";
import { turnAt } from "../../board/browser/lines.js";
import { makeMode } from "./mode.js";

async function inflated(buffer) {
  const packed = new Blob([buffer]);
  return JSON.parse(await new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text());
}

const ENDS = ["dead", "terminating", "restarting", "autorestarting"]; // what Jupyter says of a kernel that takes all with it
const SILENCE = 8000; // milliseconds without an answer before that is said

// Questions to the kernel; each is answered once. `heard` is told whether somebody answers: yes, not yet, never.
function makeAsking(model, signal, heard) {
  const waiting = new Map();
  let watch = 0;
  const listenOn = () => {
    clearTimeout(watch);
    if (waiting.size) watch = setTimeout(() => heard("silent"), SILENCE);
  };
  const own = Math.random().toString(36).slice(2);
  let number = 0;
  const listeners = [];
  function receive(message, buffers) {
    const done = waiting.get(message.id);
    waiting.delete(message.id);
    listenOn();
    if (message.id) heard("alive");
    done?.(message, buffers);
    for (const listener of listeners) listener(message, buffers);
  }
  model.on("msg:custom", receive);
  signal.addEventListener("abort", () => {
    clearTimeout(watch);
    model.off("msg:custom", receive);
  });
  function ask(content, done) {
    const id = `${own}.${(number += 1)}`;
    waiting.set(id, done);
    try {
      model.send({ ...content, id });
      listenOn();
    } catch { // a kernel that was restarted, or shut down, takes its end of the line with it
      waiting.clear();
      heard("dead");
    }
  }
  return { ask, hear: (listener) => listeners.push(listener) };
}

function choice(name, options) {
  return element("select", { class: `kl-${name}` }, ...options.map(([value, said]) => element("option", { value }, said)));
}

function makeReplay(model, el, store) {
  const clean = new AbortController();
  const { signal } = clean;
  const word = (key) => model.get("words")[key] ?? key;
  const alert = makeAlert(model, word, signal);
  const { guarded } = alert;
  // It never looks alive when it is dead: the last picture stays, with one sentence over it.
  let life = "alive";
  function heard(now) {
    if (life === now) return;
    life = now;
    const words = { alive: "", silent: word("desk-silent"), dead: word(model.get("unsaved") ? "desk-gone_unsaved" : "desk-gone") }[now];
    if (here.viewer) here.viewer.gone(words, now === "dead");
    else loading.textContent = words || word("panel-loading");
  }
  const { ask, hear } = makeAsking(model, signal, heard);
  // Jupyter knows at once that a kernel is gone: nobody has to click to be told.
  const kernel = model.widget_manager?.kernel;
  const ended = (_, status) => { if (ENDS.includes(status)) heard("dead"); };
  kernel?.statusChanged?.connect(ended);
  signal.addEventListener("abort", () => kernel?.statusChanged?.disconnect(ended));
  // On the very element that has the focus: Notebook 7 would take the arrow keys for itself otherwise.
  const loading = element("p", { class: "kl-loading" }, word("panel-loading"));
  const stand = element("div", { class: "kl-viewer", "data-lm-suppress-shortcuts": "true" }, loading);
  const root = element("div", { class: "kl-widget kl-replay" }, alert.bar, stand);
  const set = (name, value) => {
    if (model.get(name) === value) return;
    model.set(name, value);
    try { model.save_changes(); } catch { heard("dead"); }
  };
  const listen = (target, name, work, how) => target.addEventListener(name, guarded(work), { signal, ...how });
  const eyes = choice("eyes", []);
  const coins = choice("coins", [["open", ""], ["hidden", ""]]);
  const flag = element("span", { class: "kl-unsaved", role: "status", hidden: true });
  /** @type {any} */
  const here = { viewer: null, root, word, ask, listen, guarded, signal, model, flag, syncNow, isPlaying: () => Boolean(here.viewer?.at.playing) };
  const tried = makeMode(here);
  // What buttons of the verdict do. The kernel has the review and sends it with the game.
  const coach = (name, value) => {
    syncNow(); // the kernel has to know where we are before it can judge what was played there
    ask({ kind: "coach", name: `coach.${name}`, value });
  };
  const turn = () => turnAt(here.viewer.game, here.viewer.at.line, here.viewer.at.frame);
  const acts = {
    review: () => coach("start"),
    stop: () => coach("stop"),
    keep: () => coach("keep", turn()?.turn),
    train: () => coach("practice", turn()?.turn),
    try() { // from the position before the turn
      here.viewer.go(turn().first);
      tried.switchTo("try");
    },
  };
  const labelled = (control) => element("label", {}, element("span", {}), control);
  const hands = labelled(eyes), purses = labelled(coins);
  root.append(tried.menu);

  // ---------------------------------------------------------------- where we are

  let syncing = null;
  let told = null; // the place that the kernel knows or is being told
  let telling = 0;
  const place = () => JSON.stringify([here.viewer.at.line, here.viewer.at.frame]);
  // The kernel is told where we are when we stay there, or now and then while playing.
  function sync() {
    if (syncing === null) syncing = setTimeout(guarded(syncNow), here.isPlaying() ? 500 : 120);
  }
  // By a message with its line, not by the trait: ipywidgets holds a trait back while the kernel is
  // busy, and then other messages overtake it.
  function syncNow() {
    clearTimeout(syncing);
    syncing = null;
    if (!here.viewer || told === place()) return;
    told = place();
    telling += 1;
    ask({ kind: "place", line: JSON.parse(here.viewer.at.line), index: here.viewer.at.frame }, () => {
      telling -= 1;
      follow();
    });
  }
  // The kernel has gone somewhere else, unless it has yet to hear where we are.
  function follow() {
    const { viewer } = here;
    if (!viewer || syncing !== null || telling || (here.isPlaying() && store.driver === here)) return;
    const line = model.get("line"), index = model.get("index");
    if (viewer.at.line === line && viewer.at.frame === index) return;
    if (!viewer.game.lines[line]) return;
    viewer.go(index, line, true);
    told = place();
  }
  signal.addEventListener("abort", () => clearTimeout(syncing));

  // ---------------------------------------------------------------- the viewer

  const host = {
    tabs: model.get("modes"),
    tray: tried.tray,
    side: tried.side,
    more: [hands, purses],
    note: [flag],
    below: [tried.panel],
    acts,
    verdict: makeVerdict,
    whole: root,
    commands: { w: () => tried.toggle(), c: acts.review },
    click: (square, byKey) => tried.click(square, byKey),
    shown: () => tried.showBoards(),
    status: () => tried.said(), // beside the boards, where one looks
    changed: guarded((what, value) => {
      if (what === "mode") tried.switchTo(value);
      else if (what === "place") sync();
      else if (what === "square") set("square", value ? [value.age, value.sq] : []);
      else if (what === "playing") {
        store.driver = value ? here : null;
        set("playing", value);
        if (!value) sync();
      } else set(what, value);
    }),
  };
  function build(game) {
    const old = here.viewer;
    const at = old ? old.at : { line: model.get("line"), frame: model.get("index") };
    old?.close();
    stand.replaceChildren();
    Object.assign(host, { language: model.get("language"), view: model.get("view"), line: at.line, frame: at.frame, speed: model.get("speed"), title: model.get("title") });
    here.viewer = mount(stand, game, host);
    stand.viewer = here.viewer;
    told = place();
    writeWords();
    tried.show();
    follow();
    ask({ kind: "place", line: JSON.parse(here.viewer.at.line), index: here.viewer.at.frame });
    if (model.get("playing")) play();
  }
  const arrive = async (message, buffers) => {
    const facts = await inflated(buffers[0]);
    if (signal.aborted) return;
    if (message.kind === "game") build(facts);
    else if (here.viewer && message.kind === "review") here.viewer.tellReview(facts.review ? facts : null);
    else if (here.viewer && message.kind === "tried") {
      here.viewer.addCatalogues(facts);
      tried.learn(message, facts);
    } else if (here.viewer) {
      here.viewer.tellNews(facts);
      tried.makeRoom();
      follow();
    }
  };
  // One after the other: news belong to the game before them.
  let arriving = Promise.resolve();
  const queue = (message, buffers) => {
    arriving = arriving.then(() => arrive(message, buffers)).catch(alert.fail);
  };
  hear((message, buffers) => {
    if (message.kind === "tried" && !buffers.length) tried.learn(message, null);
    else if (["tried", "news", "review"].includes(message.kind) || (message.kind === "game" && !message.id)) queue(message, buffers);
  });
  function play() {
    const { viewer } = here;
    if (!viewer) return;
    if (!model.get("playing")) viewer.pause(true);
    else if (!viewer.at.playing && (store.driver ??= here) === here) viewer.play(true);
  }
  function writeWords() {
    for (const [box, control, key] of [[hands, eyes, "tip-hidden"], [purses, coins, "tip-coins"]]) {
      box.firstChild.textContent = word(key === "tip-hidden" ? "panel-hands" : "panel-coins");
      control.title = word(key);
      control.setAttribute("aria-label", word(key));
    }
    const seen = [["all", word("panel-eyes-all")], ["nobody", word("panel-eyes-nobody")], ...model.get("names").map((name, seat) => [String(seat), name])];
    eyes.replaceChildren(...seen.map(([value, said]) => element("option", { value }, said)));
    for (const [n, key] of ["open", "hidden"].entries()) coins.options[n].textContent = word(`panel-coins-${key}`);
    [eyes.value, coins.value] = [model.get("eyes"), model.get("coins")];
    tried.speak();
  }
  listen(eyes, "change", () => set("eyes", eyes.value));
  listen(coins, "change", () => set("coins", coins.value));
  const codes = () => here.viewer.game.languages.map(([code]) => code);
  const changes = {
    index: follow,
    line: follow,
    view: () => here.viewer && here.viewer.at.view !== model.get("view") && here.viewer.choose(model.get("view")),
    language: () => here.viewer && here.viewer.language() !== codes().indexOf(model.get("language")) && here.viewer.speak(codes().indexOf(model.get("language"))),
    words: writeWords,
    names: writeWords,
    eyes: writeWords,
    coins: writeWords,
    outlook: () => { if (model.get("outlook").chance) here.viewer?.tellOutlook(model.get("outlook")); },
    speed: () => here.viewer?.setSpeed(model.get("speed")),
    playing: play,
    square() {
      const [age, sq] = model.get("square"), at = here.viewer?.at.square;
      if (here.viewer && (at?.age !== age || at?.sq !== sq)) here.viewer.pick(sq === undefined ? null : { age, sq });
    },
  };
  for (const name of Object.keys(changes)) {
    const change = guarded(changes[name]);
    model.on(`change:${name}`, change);
    signal.addEventListener("abort", () => model.off(`change:${name}`, change));
  }
  const themed = followTheme(root);
  signal.addEventListener("abort", () => {
    themed();
    if (store.driver === here) store.driver = null;
    here.viewer?.close();
  });
  ask({ kind: "game" }, queue);
  writeWords();
  el.append(root);
  return () => clean.abort();
}

export default () => {
  const store = { driver: null };
  return { render: ({ model, el }) => makeReplay(model, el, store) };
};
