// A lesson without a kernel: everything that it says has been written into the page, which remembers what was
// answered on this device and makes a code of it to hand in.

import { lessonModel } from "./model.js";
import { lessonView } from "./lesson.js";
import { handIn } from "./hand_in.js";

const data = window.game, known = {};

/** What the lesson has in a language: texts that languages do not share are kept apart, and named by their numbers. */
function inLanguage(language) {
  const texts = data.texts[language];
  function whole(value) {
    if (typeof value === "string") return value.startsWith("\u0001") ? texts[Number(value.slice(1))] : value;
    if (Array.isArray(value)) return value.map(whole);
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, whole(each)]));
    return value;
  }
  known[language] ??= { items: data.items.map(whole), rules: whole(data.rules) };
  return known[language];
}
function remembered(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? {};
  } catch {
    return {}; // a browser that keeps nothing
  }
}
function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* the page works without */ }
}

function openLesson(target) {
  const kept = `khronos ${data.id}`, saved = remembered(kept);
  let language = saved.language ?? document.documentElement.lang;
  const word = (key) => data.words[language][key] ?? key;
  let view = null;
  const model = lessonModel({
    count: () => data.items.length, saved: saved.state,
    at(place) {
      const { items, rules } = inLanguage(language), item = items[place];
      return item ? { item, rules, ground: data.grounds[item.ground], shapes: data.shapes[item.shapes] } : null;
    },
    keep: (state) => remember(kept, { ...remembered(kept), language, state }),
    changed: () => view?.show(),
  });
  model.start();
  const asked = data.items.map((each, n) => [each, n]).filter(([each]) => each.questions.length).map(([, n]) => n);
  const mark = (done) => (done?.over ? (done.first ? " ✓" : " ✗") : "");
  const named = (name) => remember(kept, { ...remembered(kept), name });
  view = lessonView(target, model, {
    word, guarded: (work) => work, languages: () => data.languages, language: () => language, ends: () => [],
    heading: () => data.title[language], forget: () => model.act("reset"),
    speak(chosen) {
      language = document.documentElement.lang = chosen;
      remember(kept, { ...remembered(kept), language });
      view.show();
    },
    list: () => data.items.map((_, n) => `${n + 1} · ${model.titled(n)}${mark(model.outcome(n))}`),
    progress: () => (asked.length ? `${asked.filter((n) => model.outcome(n)?.right).length}/${asked.length} ${word("lesson-solved")}` : ""),
    extra(box, page) {
      const shown = Boolean(data.class) && page.idea === "class";
      if (!shown) box.replaceChildren();
      else if (!box.childElementCount) box.append(handIn(data.class, asked.map(model.outcome), word, saved.name ?? "", named));
    },
  });
  document.documentElement.lang = language;
}

const night = matchMedia("(prefers-color-scheme: dark)");
function dress() { document.documentElement.dataset.theme = night.matches ? "dark" : "light"; }
night.addEventListener("change", dress);
dress();
openLesson(/** @type {HTMLElement} */ (document.querySelector("main")));
document.body.dataset.ready = "yes";
