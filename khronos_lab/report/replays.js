// Replays inside a report: a link with `data-replay` shows a game of the page at its step.
import { followTheme, mount } from "../board/browser/viewer.js";

/** @param {{games: any[], words: any}} told as `page.py` packs it */
function beginReplays({ games, words }) {
  const shown = new Map();
  function viewerOf(number, step = 0) {
    const root = /** @type {HTMLElement} */ (document.getElementById(`replay-${number}`));
    /** @type {HTMLDetailsElement} */ (root.closest("details")).open = true;
    if (!shown.has(number)) {
      shown.set(number, mount(root, { ...games[number], words }, { language: document.documentElement.lang, frame: step, title: root.dataset.title }));
    }
    return shown.get(number);
  }
  followTheme(document.documentElement);
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-replay]") : null;
    if (!link) return;
    event.preventDefault();
    const viewer = viewerOf(Number(link.dataset.replay), Number(link.dataset.step));
    viewer.pause();
    viewer.go(Number(link.dataset.step));
    viewer.root.scrollIntoView({ block: "start", behavior: "instant" });
    viewer.root.focus({ preventScroll: true });
  });
  for (const each of document.querySelectorAll("details.replay")) {
    const details = /** @type {HTMLDetailsElement} */ (each);
    const open = () => { if (details.open) viewerOf(Number(details.dataset.number), Number(details.dataset.step)); };
    details.addEventListener("toggle", open);
    open();
  }
  document.body.dataset.ready = "yes";
}

beginReplays(window.game);
