// A lesson without a kernel: everything that it says has been written into the page, which remembers what was
// answered on this device and makes a code of it to hand in.

import { html } from "../../board/browser/nodes.js";
import { lessonModel } from "./model.js";
import { lessonView } from "./lesson.js";
import { handIn } from "./hand_in.js";

const { lesson, texts } = window.game;

// Long texts are kept once, at the end, and named by their numbers.
function whole(value) {
  if (typeof value === "string") return value.startsWith("\u0001") ? texts[Number(value.slice(1))] : value;
  if (Array.isArray(value)) return value.map(whole);
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, whole(each)]));
  return value;
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

function openLesson(data, target) {
  const kept = `khronos ${data.id}`, saved = remembered(kept);
  let language = saved.language ?? document.documentElement.lang;
  const word = (key) => data.words[language][key] ?? key;
  let view = null;
  const model = lessonModel({
    language: () => language, count: () => data.items.length, saved: saved.state,
    at(place) {
      const item = data.items[place];
      return item ? { item, ground: data.grounds[item.ground], shapes: data.shapes[item.shapes], rules: data.rules } : null;
    },
    keep: (state) => remember(kept, { ...remembered(kept), language, state }),
    changed: () => view?.show(),
  });
  model.start();
  const languages = html("select", { class: "kll-language" }, Object.entries(data.languages).map(([value, text]) => html("option", { value, text })));
  languages.value = language;
  const forget = html("button", { type: "button", class: "kll-button", "data-name": "forget", text: "↺" });
  const sure = html("button", { type: "button", class: "kll-button", "data-name": "sure", hidden: true });
  forget.addEventListener("click", () => { sure.hidden = !sure.hidden; });
  sure.addEventListener("click", () => {
    sure.hidden = true;
    model.act("reset");
  });
  function speak() {
    document.documentElement.lang = language;
    languages.setAttribute("aria-label", word("panel-language"));
    forget.title = word("lesson-forget");
    forget.setAttribute("aria-label", word("lesson-forget"));
    sure.textContent = word("lesson-forget_sure");
  }
  const asked = data.items.map((each, n) => [each, n]).filter(([each]) => each.questions.length);
  const done = (n) => model.outcome(n);
  const name = saved.name ?? "";
  const frame = {
    word, guarded: (work) => work, head: [sure, forget, languages], ends: () => [],
    heading: () => data.title[language],
    list: () => data.items.map((_, n) => `${n + 1} · ${model.titled(n)}${done(n)?.over ? (done(n).first ? " ✓" : " ✗") : ""}`),
    progress: () => (asked.length ? `${asked.filter(([, n]) => done(n)?.right).length}/${asked.length} ${word("lesson-solved")}` : ""),
    extra(box, page) {
      const shown = Boolean(data.class) && page.idea === "class";
      if (shown && !box.childElementCount) box.append(handIn(data.class, asked.map(([, n]) => done(n)), word, name, (typed) => remember(kept, { ...remembered(kept), name: typed })));
      if (!shown) box.replaceChildren();
    },
  };
  view = lessonView(target, model, frame);
  speak();
  languages.addEventListener("change", () => {
    language = languages.value;
    remember(kept, { ...remembered(kept), language });
    speak();
    view.show();
  });
  return view;
}

const night = matchMedia("(prefers-color-scheme: dark)");
function dress() { document.documentElement.dataset.theme = night.matches ? "dark" : "light"; }
night.addEventListener("change", dress);
dress();
openLesson(whole(lesson), /** @type {HTMLElement} */ (document.querySelector("main")));
document.body.dataset.ready = "yes";
