// A lesson in a notebook: the kernel sends items one at a time and keeps what was answered.

import { html } from "../../board/browser/nodes.js";
import { lessonModel } from "./model.js";
import { lessonView } from "./lesson.js";
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
    language: () => kernel.get("data").language, count: () => (about().endless ? Infinity : about().list.length), saved: kernel.get("state"),
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
  const select = (name, trait) => {
    const made = html("select", { class: `kll-${name}` });
    made.addEventListener("change", alert.guarded(() => {
      kernel.set(trait, made.value);
      kernel.save_changes();
    }), { signal: clean.signal });
    return made;
  };
  const clauses = select("clause-choice", "clause"), difficulties = select("difficulty-choice", "difficulty"), languages = select("language", "language");
  const tell = (kind) => alert.guarded(() => {
    alert.dismiss();
    kernel.send({ kind });
  });
  const forget = html("button", { type: "button", class: "kll-button", "data-name": "forget", text: "↺" });
  const sure = html("button", { type: "button", class: "kll-button", "data-name": "sure", hidden: true });
  forget.addEventListener("click", () => {
    sure.hidden = !sure.hidden;
    if (!sure.hidden) sure.focus();
  });
  sure.addEventListener("click", () => {
    sure.hidden = true;
    tell("reset")();
  });
  function fill(made, options, value) {
    const wanted = JSON.stringify(options);
    if (made.dataset.options !== wanted) {
      made.dataset.options = wanted;
      made.replaceChildren(...options.map(([each, text]) => html("option", { value: each, text })));
    }
    made.value = value;
  }
  function showChoices() {
    const { endless, seeded, clauses: labels, difficulties: grades } = about();
    clauses.hidden = difficulties.hidden = !endless;
    if (endless) {
      const names = Object.keys(labels).map((each) => [each, word(`rule-${each}`)]), offered = labels[kernel.get("clause")] ?? grades;
      fill(clauses, [["", word(seeded ? "lesson-any_clause" : "practice-today")], ["wrong", word("practice-wrong")], ...names], kernel.get("clause"));
      fill(difficulties, [["", word("lesson-any_difficulty")], ...offered.map((each) => [each, word(`lesson-${each}`)])], kernel.get("difficulty"));
      clauses.setAttribute("aria-label", word("lesson-clause"));
      difficulties.setAttribute("aria-label", word("lesson-difficulty"));
    }
    fill(languages, Object.entries(about().languages), kernel.get("language"));
    languages.setAttribute("aria-label", word("panel-language"));
    forget.title = word("lesson-forget");
    forget.setAttribute("aria-label", word("lesson-forget"));
    sure.textContent = word("lesson-forget_sure");
  }
  const frame = {
    word, guarded: alert.guarded, head: [clauses, difficulties, sure, forget, languages],
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
    ends: () => (about().idea ? [...(about().next_idea ? [["next_idea", "lesson-next_idea", tell("next_idea")]] : []), ["practise", "lesson-practise", tell("practise")]] : []),
    stepped: () => sync(model.state()),
    extra(box, page) {
      const answers = about().class && page.idea === "class" ? about().list.map((_, n) => model.outcome(n)).slice(0, about().class.n) : null;
      if (answers) return box.replaceChildren(handIn(about().class, answers, word, "", () => {}));
      const open = box.querySelector("details")?.open ?? false;
      const wanted = page.idea || about().endless ? about().known : "";
      if (box.dataset.told !== wanted) {
        box.dataset.told = wanted;
        box.innerHTML = wanted; // escaped by the kernel, piece by piece
        const now = box.querySelector("details");
        if (now) now.open = open || Boolean(page.idea);
      }
      return undefined;
    },
  };
  view = lessonView(el, model, frame);
  view.root.insertBefore(alert.bar, view.root.children[1]);
  view.root.addEventListener("click", alert.guarded((event) => {
    const rule = event.target.closest("[data-rule]");
    if (!rule) return;
    kernel.set("clause", rule.dataset.rule);
    kernel.save_changes();
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
