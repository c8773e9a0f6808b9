// A lesson without a kernel: everything that it would say has been written into the page, and this model
// answers the lesson's buttons as the kernel does.

import { render } from "./lesson.js";

function lessonModel(lesson, language) {
  const listeners = new Map();
  const hinted = new Map(); // by question: how many hints were given
  const answers = new Map(); // by question: what was answered, and which rule was named
  const seen = new Set(); // items that were shown step by step
  const solved = new Set(); // items whose first question was answered rightly
  const tried = new Set();
  let played = []; // of the turn that the reader plays
  let refused = "";
  const state = {
    language, place: 0, question: 0, stage: "ask", step: 0, given: [], error: "", clause: "", difficulty: "",
    choices: { languages: lesson.languages, endless: false, clauses: [], difficulties: [] },
  };

  const tongue = () => Object.keys(lesson.languages).indexOf(state.language);
  const item = () => lesson.items[state.place];
  const where = () => `${state.place}.${state.question}`;
  const asked = () => item().questions[state.question];
  const turn = () => item().turn;
  const turnKey = () => [...played].sort().join(" ");
  const shown = () => (turn() && played.length ? turn().shows[`${played.slice(0, -1).sort().join(" ")}|${played.at(-1)}`] : item());

  function label(each, n) {
    const done = solved.has(n) ? " ✓" : tried.has(n) ? " ✗" : "";
    const title = done || seen.has(n) ? each.title : each.asked;
    return `${each.key || n + 1} · ${title[tongue()]}${done}`;
  }
  function verdict(question, { given, rule }) {
    const { verdict: said } = question.told[tongue()];
    const same = isRight(question, given);
    const parts = same ? [] : overlooked(question, given).map((n) => said.missed[n]);
    return [said.head[same ? 1 : 0], ...parts, rule ? said.rules[rule] : "", said.tail].join("");
  }
  function isRight(question, given) {
    if (question.sort === "number") return Number(given[0]) === Number(question.right[0]);
    return [...given].sort().join() === [...question.right].sort().join();
  }
  // The numbers of the sentences for a wrong answer: for the whole of it, or for its parts.
  function overlooked({ answers: whole, extra, left, right, sort, unlike }, given) {
    const all = sort === "number" ? String(Number(given[0])) : [...given].sort().join();
    if (all in whole) return [whole[all]];
    if (sort === "number") return unlike.slice(Number(all) < Number(right[0]) ? 0 : -1).slice(0, 1);
    const found = [...given.map((part) => extra[part]), ...right.filter((part) => !given.includes(part)).map((part) => left[part])];
    return [...new Set(found.filter((n) => n !== undefined))].slice(0, 2);
  }
  function page() {
    const words = item().page[tongue()];
    const told = {
      ...words, verdict: "", hint: "", hints: 0, right: null, solution: [], look: "", count: "", answer: null,
      lesson: lesson.title[tongue()], list: lesson.items.map(label), id: [where(), ...played].join("."),
      progress: lesson.asked ? `${solved.size}/${lesson.asked} ${lesson.words["lesson-solved"][tongue()]}` : "",
      more: state.question + 1 < item().questions.length && !seen.has(state.place),
      next: state.place + 1 < lesson.items.length, picture: item().picture, last: shown().steps.length - 1,
    };
    if (turn()) return turnPage(told);
    const question = asked();
    if (!question) return told;
    const count = hinted.get(where()) ?? 0;
    const said = question.told[tongue()];
    const given = answers.get(where());
    Object.assign(told, {
      prompt: said.prompt, answer: said.answer, count: said.count, plan: said.plans[Math.max(0, count - said.hints.length + 1)] ?? said.plans[0],
      hint: count ? said.lists[count - 1] : "", hints: said.hints.length - count,
      picture: question.pictures[state.stage === "told" ? "told" : count === said.hints.length ? "step" : count > 1 ? "squares" : "ask"],
    });
    if (state.stage === "rule") Object.assign(told, said.rule, { count: "" });
    if (given && ["told", "look"].includes(state.stage)) {
      Object.assign(told, { right: isRight(question, given.given), verdict: verdict(question, given), look: said.look, solution: question.solution });
    }
    return told;
  }
  function turnPage(told) {
    const now = turn().asks[turnKey()];
    const over = played.at(-1) === turn().end;
    Object.assign(told, { turn: over ? "over" : "on", more: false, picture: now?.picture ?? told.picture });
    if (now) Object.assign(told, now.told[tongue()]);
    if (state.stage === "told") Object.assign(told, { verdict: now.refused[refused][tongue()], right: false });
    return told;
  }

  // ------------------------------------------------------------ what the lesson asks for

  const values = {
    page: () => {
      const told = page();
      return { ...told, picture: { ...lesson.shapes[item().shapes], items: told.picture.items } };
    },
    words: () => Object.fromEntries(Object.entries(lesson.words).map(([key, said]) => [key, said[tongue()]])),
    ground: () => lesson.grounds[item().ground[tongue()]],
    steps: () => (state.stage === "look" ? shown().steps.map((step) => ({ ...step, ...step.said[tongue()] })) : []),
    shapes: () => lesson.shapes[item().shapes],
  };
  const made = new Map();
  function get(name) {
    if (!(name in values)) return state[name];
    if (!made.has(name)) made.set(name, values[name]());
    return made.get(name);
  }
  function tell() {
    made.clear();
    if (state.stage === "look") seen.add(state.place);
    for (const name of ["page", "stage", "steps", "words", "ground", "place", "step", "given"]) {
      for (const work of listeners.get(`change:${name}`) ?? []) work();
    }
  }
  function to(place) {
    played = [];
    Object.assign(state, { place, question: 0, step: 0, given: [], stage: lesson.items[place].told ? "look" : "ask" });
  }
  function set(name, value) {
    const before = state[name];
    if (name === "place") to(value);
    else state[name] = value;
    if (name === "given") for (const work of listeners.get("change:given") ?? []) work();
    else if (name !== "step" && before !== value) tell();
  }
  const does = {
    check() {
      const [first] = state.given;
      if (turn()) {
        refused = first;
        if (turn().asks[turnKey()].refused[first]) state.stage = "told";
        else {
          played = [...played, first];
          Object.assign(state, { stage: "look", step: 0, given: [] });
        }
      } else if (state.stage === "rule") {
        answers.get(where()).rule = first;
        Object.assign(state, { stage: "told", given: answers.get(where()).given });
      } else {
        const before = answers.get(where());
        answers.set(where(), { given: state.given, rule: before?.rule });
        tried.add(state.place);
        if (!state.question && isRight(asked(), state.given)) solved.add(state.place);
        const rule = item().rule > (hinted.get(where()) ?? 0) && !state.question && !before?.rule;
        Object.assign(state, rule ? { stage: "rule", given: [] } : { stage: "told" });
      }
    },
    hint: () => hinted.set(where(), (hinted.get(where()) ?? 0) + 1),
    again: () => Object.assign(state, { stage: "ask", given: [] }),
    show: () => Object.assign(state, { stage: "look", step: 0 }),
    more: () => Object.assign(state, { question: state.question + 1, stage: "ask", given: [] }),
    next: () => to(state.place + 1),
    back: () => to(state.place - 1),
    reset() {
      for (const kept of [hinted, answers, seen, solved, tried]) kept.clear();
      to(0);
    },
    restart() {
      played = [];
      does.again();
    },
  };
  to(0);
  return {
    get, set,
    save_changes() {},
    send({ what }) {
      does[what]();
      tell();
    },
    on: (name, work) => listeners.set(name, [...(listeners.get(name) ?? []), work]),
    off() {},
  };
}

// Long texts are kept once, at the end, and named by their numbers.
function whole(value, texts) {
  if (typeof value === "string") return value.startsWith("\u0001") ? texts[Number(value.slice(1))] : value;
  if (Array.isArray(value)) return value.map((each) => whole(each, texts));
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, whole(each, texts)]));
  return value;
}

const night = matchMedia("(prefers-color-scheme: dark)");
function dress() { document.documentElement.dataset.theme = night.matches ? "dark" : "light"; }
night.addEventListener("change", dress);
dress();
const { lesson, texts } = window.game;
const model = lessonModel(whole(lesson, texts), document.documentElement.lang);
render({ model, el: document.querySelector("main") });
document.body.dataset.ready = "yes";
