// A lesson in a notebook: the kernel sends items one at a time and keeps what was answered.

import { html } from "../../board/browser/nodes.js";
import { lessonModel } from "./model.js";
import { fill, lessonView } from "./lesson.js";
import { handIn } from "./hand_in.js";

function render({ model: kernel, el }) {
  const clean = new AbortController();
  const word = (key) => kernel.get("words")[key] ?? key;
  const alert = makeAlert(kernel, word, clean.signal);
  const about = () => kernel.get("about");
  const own = Math.random().toString(36).slice(2); // what this view has told comes back: it is older than what it shows
  let view = null, syncing = null;
  let waiting = false; // for an item: until it is there the kernel has the last word
  const sync = (state) => {
    if (waiting) return;
    clearTimeout(syncing);
    syncing = setTimeout(() => {
      kernel.set("state", { ...state, by: own });
      kernel.save_changes();
    }, 30);
  };
  const model = lessonModel({
    count: () => (about().endless ? Infinity : about().list.length), saved: kernel.get("state"),
    at(place) {
      const { items, first, grounds, shapes, rules } = kernel.get("data"), item = items[place - first];
      return item ? { item, ground: grounds[item.ground], shapes: shapes[item.shapes], rules } : null;
    },
    fetch(place) {
      waiting = true;
      clearTimeout(syncing);
      kernel.send({ kind: "open", place, state: model.state() });
    },
    keep: sync,
    booked: (answer) => kernel.send({ kind: "answered", ...answer }),
    changed: () => view?.show(),
  });
  const set = (trait, value) => {
    kernel.set(trait, value);
    kernel.save_changes();
  };
  const select = (name, trait) => {
    const made = html("select", { class: `kll-${name}` });
    made.addEventListener("change", alert.guarded(() => set(trait, made.value)), { signal: clean.signal });
    return made;
  };
  const clauses = select("clause-choice", "clause"), difficulties = select("difficulty-choice", "difficulty");
  const tell = (kind) => alert.guarded(() => {
    alert.dismiss();
    kernel.send({ kind });
  });
  function showChoices() {
    const { endless, seeded, clauses: labels, difficulties: grades } = about();
    clauses.hidden = difficulties.hidden = !endless;
    if (!endless) return;
    const names = Object.keys(labels).map((each) => [each, word(`rule-${each}`)]), offered = labels[kernel.get("clause")] ?? grades;
    const any = [["", word(seeded ? "lesson-any_clause" : "practice-today")], ["wrong", word("practice-wrong")]];
    fill(clauses, [...any, ...names], kernel.get("clause"));
    fill(difficulties, [["", word("lesson-any_difficulty")], ...offered.map((each) => [each, word(`lesson-${each}`)])], kernel.get("difficulty"));
    clauses.setAttribute("aria-label", word("lesson-clause"));
    difficulties.setAttribute("aria-label", word("lesson-difficulty"));
  }
  const frame = {
    word, guarded: alert.guarded, choices: [clauses, difficulties],
    languages: () => about().languages, language: () => kernel.get("language"),
    speak: (language) => set("language", language), forget: tell("reset"),
    get endless() { return about().endless; },
    heading: () => about().title,
    list() {
      return about().list.map(([asked, title, mark], n) => {
        const done = model.outcome(n), known = done ? (done.over ? (done.first ? " ✓" : " ✗") : "") : mark;
        const open = known || model.state().seen.includes(n);
        return `${n + 1} · ${open ? title : asked}${known}`;
      });
    },
    progress: () => about().progress,
    ends() {
      const { idea, next_idea: following } = about(), onward = ["next_idea", "lesson-next_idea", tell("next_idea")];
      return idea ? [...(following ? [onward] : []), ["practise", "lesson-practise", tell("practise")]] : [];
    },
    stepped: () => sync(model.state()),
    extra(box, page) {
      const { class: pupils, list, endless, known } = about();
      if (pupils && page.idea === "class") {
        const answers = list.map((_, n) => model.outcome(n)).slice(0, pupils.n);
        return box.replaceChildren(handIn(pupils, answers, word, "", () => {}));
      }
      const wanted = page.idea || endless ? known : "", open = box.querySelector("details")?.open ?? false;
      if (box.dataset.told === wanted) return undefined;
      box.dataset.told = wanted;
      box.innerHTML = wanted; // escaped by the kernel, piece by piece
      const now = box.querySelector("details");
      if (now) now.open = open || Boolean(page.idea);
      return undefined;
    },
  };
  view = lessonView(el, model, frame);
  view.root.insertBefore(alert.bar, view.root.children[1]);
  view.root.addEventListener("click", alert.guarded((event) => {
    const rule = event.target.closest("[data-rule]");
    if (rule) set("clause", rule.dataset.rule);
  }), { signal: clean.signal });
  showChoices();

  const later = once(alert.guarded(() => {
    showChoices();
    view.show();
  }));
  const adopt = () => {
    const state = kernel.get("state");
    if (state.by === own) return;
    waiting = false;
    clearTimeout(syncing);
    model.adopt(state);
  };
  const watched = { data: later, about: later, words: later, state: alert.guarded(adopt) };
  for (const [name, work] of Object.entries(watched)) kernel.on(`change:${name}`, work);
  return () => {
    clean.abort();
    clearTimeout(syncing);
    view.close();
    for (const [name, work] of Object.entries(watched)) kernel.off(`change:${name}`, work);
  };
}

export default { render };
