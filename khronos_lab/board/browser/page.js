// The host of an exported page: links to steps, keys from anywhere, and the record to save.
import { followTheme, mount } from "./viewer.js";

/** Facts that lie in columns, empty where a row has none, as rows: so `page.py` packs them. */
function rows(columns) {
  const facts = Object.entries(columns), [[, first]] = [...facts, ["", []]];
  return first.map((_, n) => Object.fromEntries(facts.map(([fact, all]) => [fact, all[n]]).filter(([, each]) => each !== "")));
}

/** @param {any} game @param {any} [verdict] what judges turns, where the game has a review */
export function beginPage(game, verdict) {
  for (const line of Object.values(game.lines)) Object.assign(line, { steps: rows(line.steps), moves: rows(line.moves) });
  const [looks, paths] = game.shapes;
  game.shapes = looks.map((all, n) => all.flatMap((look, place) => [look, paths[n][place]]));
  /** @type {any} the page has all of these */
  const root = document.querySelector("main");
  const names = Object.keys(game.lines);
  let timer = 0;
  const remember = ({ line, frame }) => {
    clearTimeout(timer);
    // Browsers refuse an address that changes too often, so it follows when nothing moves.
    timer = setTimeout(() => {
      const link = line === names[0] ? `#step=${frame}` : `#line=${names.indexOf(line)}&step=${frame}`;
      // A page inside another page may have no address of its own.
      try { history.replaceState(null, "", link); } catch { /* then there is nothing to link to */ }
    }, 400);
  };
  const asked = () => {
    const link = new URLSearchParams(location.hash.slice(1)), [line, frame] = game.at ?? [names[0], 0];
    if (!link.has("step")) return { line, frame };
    return { line: names[Number(link.get("line")) || 0], frame: Number(link.get("step")) || 0 };
  };
  const follow = () => { const { line, frame } = asked(); if (line) viewer.go(frame, line); else viewer.go(0, names[0]); };
  root.hidden = false;
  followTheme(document.documentElement);
  const viewer = mount(root, game, {
    language: document.documentElement.lang, view: game.at?.[2], title: root.dataset.title, verdict,
    changed: (what, value) => {
      if (what === "place") remember(value);
      if (what === "language") speakPage(value);
    },
  });
  function speakPage(code) {
    document.documentElement.lang = code;
    for (const node of document.querySelectorAll("#record [data-word]")) node.textContent = viewer.say(node.dataset.word);
  }
  /** @type {any} */
  const save = document.getElementById("save");
  /** @type {any} */
  const record = document.getElementById("record");
  record.querySelector("pre").textContent = game.record;
  record.hidden = !game.record;
  save.hidden = false;
  save.onclick = () => {
    const file = URL.createObjectURL(new Blob([game.record], { type: "text/plain" }));
    const link = document.createElement("a");
    Object.assign(link, { href: file, download: "game.khr" }).click();
    setTimeout(() => URL.revokeObjectURL(file), 1000);
  };
  addEventListener("keydown", (/** @type {any} */ event) => { if (!root.contains(event.target) && !event.target.closest?.("summary, pre")) viewer.press(event); });
  addEventListener("hashchange", follow);
  speakPage(document.documentElement.lang);
  follow();
  window.viewer = viewer;
  document.body.dataset.ready = "yes";
}
