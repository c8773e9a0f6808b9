// The one model of a lesson: what is asked, judged, hinted and shown. It runs the data that Python made once
// (`data.py`), in a notebook, on a phone and on a projector; a host brings the items and keeps what was answered.

const TRIES = 3; // the first wrong try is told what it overlooked, the second gets a hint, then comes the answer

/**
 * @param {{language: () => string, count: () => number, at: (place: number) => any, fetch?: (place: number) => void,
 *   keep?: (state: any) => void, booked?: (answer: any) => void, saved?: any, changed: () => void}} host
 *   `at` gives an item with its ground, shapes and rules, or null while it is on its way
 */
export function lessonModel(host) {
  const fresh = () => ({ place: 0, question: 0, stage: "ask", step: 0, given: [], played: [], refused: "", queue: null, records: {}, seen: [] });
  let state = { ...fresh(), ...host.saved };

  const data = () => host.at(state.place);
  const item = () => data().item;
  const said = (of = item()) => of.said[host.language()];
  const where = () => `${state.place}.${state.question}`;
  const asked = () => item().questions[state.question];
  const words = () => said().questions[state.question];
  const record = (key = where()) => state.records[key] ?? { tries: 0, hinted: 0 };
  const note = (facts) => { state.records = { ...state.records, [where()]: { ...record(), ...facts } }; };
  const turn = () => item().turn;
  const turnNow = () => turn()?.asks[[...state.played].sort().join(" ")];
  const over = () => Boolean(turn()) && state.played.at(-1) === turn().end;
  const shown = () => (turn() && state.played.length ? turn().shows[`${state.played.slice(0, -1).sort().join(" ")}|${state.played.at(-1)}`] : item());
  const steps = () => {
    const moved = shown();
    return moved.steps.map((step, n) => ({ ...step, ...(moved === item() ? said().steps : moved.said[host.language()])[n] }));
  };

  // ------------------------------------------------------------ judging

  function isRight({ sort, right }, given) {
    if (sort === "number") return Number(given[0]) === Number(right[0]);
    return [...given].sort().join() === [...right].sort().join();
  }
  // The numbers of the sentences for a wrong answer: for the whole of it, or for its parts. What was left out is
  // named only with the answer.
  function overlooked({ answers, extra, left, right, sort, unlike }, given, whole) {
    const all = sort === "number" ? String(Number(given[0])) : [...given].sort().join();
    if (all in answers) return [answers[all]];
    if (sort === "number") return unlike.slice(Number(all) < Number(right[0]) ? 0 : -1).slice(0, 1);
    const missing = whole ? right.filter((part) => !given.includes(part)).map((part) => left[part]) : [];
    const found = [...given.map((part) => extra[part]), ...missing];
    return [...new Set(found.filter((n) => n !== undefined))].slice(0, 2);
  }
  // What to say if everything that was chosen belongs to the answer, but is not all of it.
  function missing({ right, sort }, given) {
    const parts = given.filter((part) => part !== "-");
    if (!["squares", "buildings", "players"].includes(sort) || parts.some((part) => !right.includes(part))) return "";
    return parts.length ? "lesson-left_out" : "lesson-something";
  }
  function judge() {
    const before = record(), { given } = before, question = asked();
    const tries = before.tries + 1, right = isRight(question, given);
    const hinted = !right && tries === 2 ? Math.min(before.hinted + 1, words().hints.length) : before.hinted;
    note({ tries, hinted, right, first: before.first ?? right, over: right || tries >= TRIES });
    Object.assign(state, { stage: record().over ? "told" : "ask", given: right ? given : record().over ? given : [] });
  }
  function asksRule() {
    const { hints_to_rule: most } = asked();
    return most > record().hinted && !record().rule && record().tries === 0;
  }
  function check() {
    const [first] = state.given;
    if (turn()) return take(first);
    if (state.stage === "rule") {
      note({ rule: first });
      return judge();
    }
    note({ given: state.given });
    host.booked?.({ place: state.place, question: state.question, given: state.given, first: record().tries === 0 });
    if (asksRule()) Object.assign(state, { stage: "rule", given: [] });
    else judge();
  }
  function take(offer) {
    if (turnNow().refused.includes(offer)) return Object.assign(state, { stage: "told", refused: offer });
    return Object.assign(state, { played: [...state.played, offer], stage: "look", step: 0, given: [] });
  }

  // ------------------------------------------------------------ going about

  function to(place) {
    const there = host.at(place);
    if (!there) return host.fetch?.(place);
    const stage = there.item.told || there.item.idea ? "look" : state.records[`${place}.0`]?.over ? "told" : "ask";
    const given = stage === "told" ? state.records[`${place}.0`].given ?? [] : [];
    return Object.assign(state, { place, question: 0, step: 0, stage, given, played: [], refused: "" });
  }
  // The items that were answered wrongly at first, since the idea that ends here began.
  function missed() {
    const places = new Set();
    let begin = state.place;
    while (begin > 0 && host.at(begin - 1) && !host.at(begin - 1).item.idea) begin -= 1;
    for (const [key, each] of Object.entries(state.records)) {
      const place = Number(key.split(".")[0]);
      if (each.first === false && place >= begin && place < state.place) places.add(place);
    }
    return [...places].sort((one, two) => one - two);
  }
  function repeat() {
    const places = missed();
    state.records = Object.fromEntries(Object.entries(state.records).filter(([key]) => !places.includes(Number(key.split(".")[0]))));
    state.queue = [...places.slice(1), state.place];
    to(places[0]);
  }
  function next() {
    if (state.queue?.length) {
      const [place, ...rest] = state.queue;
      state.queue = rest.length ? rest : null;
      return to(place);
    }
    return to(state.place + 1);
  }
  const does = {
    check, repeat, next,
    hint: () => note({ hinted: Math.min(record().hinted + 1, words().hints.length) }),
    again: () => Object.assign(state, { stage: "ask", given: [], refused: "" }),
    reveal() {
      note({ over: true, right: false, first: record().first ?? false, given: record().given ?? [] });
      Object.assign(state, { stage: "told", given: record().given });
    },
    show() {
      state.seen = [...new Set([...state.seen, state.place])];
      Object.assign(state, { stage: "look", step: 0 });
    },
    question: () => Object.assign(state, { stage: record().over ? "told" : "ask", given: record().over ? record().given : [] }),
    more: () => Object.assign(state, { question: state.question + 1, stage: "ask", given: [] }),
    back: () => to(Math.max(0, state.place - 1)),
    reset() {
      state = fresh();
      to(0);
    },
    restart: () => Object.assign(state, { played: [], stage: "ask", given: [], step: 0 }),
  };

  // ------------------------------------------------------------ what is shown

  function page() {
    const { ground, shapes, rules } = data(), at = said();
    /** @type {any} */
    const told = {
      id: [state.place, state.question, ...state.played].join("."), stage: state.stage, step: state.step, given: state.given,
      ground, shapes, rules: rules[host.language()] ?? {}, story: item().story, idea: item().idea, turn: turn() ? (over() ? "over" : "on") : "",
      title: titled(state.place), prompt: at.title, text: at.text, players: at.players, below: at.plan, picture: item().picture,
      answer: null, hints: [], left: 0, verdict: /** @type {any} */ (null), solution: [], more: false, missed: item().idea && item().idea !== "class" ? missed().length : 0,
      moves: item().steps.length > 1, next: Boolean(state.queue) || state.place + 1 < host.count(), steps: state.stage === "look" ? steps() : [], queue: state.queue,
    };
    if (turn()) return turnPage(told);
    const question = asked();
    if (!question) return told;
    const { tries, hinted, given, right, over: done, rule } = record(), word = words();
    const last = hinted === word.hints.length && hinted > 0;
    Object.assign(told, {
      prompt: word.prompt, hints: word.hints.slice(0, hinted), left: word.hints.length - hinted,
      count: item().questions.length > 1 ? [state.question + 1, item().questions.length] : null,
      below: ["ask", "rule"].includes(state.stage) ? word.plans[last ? 1 : 0] : word.look, tries,
      answer: { sort: question.sort, age: question.age, how: word.how, none: word.none,
        options: question.options.map(([value, squares], n) => ({ value, squares, text: word.options[n] })) },
      picture: question.pictures[state.stage === "told" ? 3 : last ? 2 : hinted ? 1 : 0],
      more: state.question + 1 < item().questions.length && !state.seen.includes(state.place),
    });
    if (state.stage === "rule") {
      Object.assign(told, { prompt: null, answer: { sort: "choice", age: null, how: "", none: "", options: word.rules.map(([value, text]) => ({ value, text, squares: [] })) } });
    } else if (tries) {
      const parts = right ? [] : overlooked(question, given, done).map((n) => word.missed[n]);
      told.verdict = {
        right, done, missed: parts, missing: done || right || parts.length ? "" : missing(question, given), answer: done ? word.answer : "",
        rule: rule ? { right: rule === question.rule, label: done ? question.rule : "" } : null,
        reasons: done ? word.reasons : [], explanation: done ? word.explanation : "", clauses: done ? question.clauses : [],
      };
    } else if (done) told.verdict = { right: null, done, missed: [], missing: "", answer: word.answer, rule: null, reasons: word.reasons, explanation: word.explanation, clauses: question.clauses };
    if (state.stage === "told") told.solution = question.solution;
    return told;
  }
  function turnPage(told) {
    const now = turnNow(), words = now?.said[host.language()];
    if (now) {
      Object.assign(told, { prompt: words.prompt, players: words.players, picture: now.picture,
        answer: { sort: "choice", age: null, how: "", none: "", options: now.offers.map((value, n) => ({ value, text: words.options[n], squares: [] })) } });
    }
    if (state.stage === "told") told.refused = words.refused[state.refused];
    return told;
  }
  // What an item is called: titles that somebody has written may give the answer away.
  function titled(place) {
    const there = host.at(place);
    const done = state.records[`${place}.0`]?.over || state.seen.includes(place);
    return there ? said(there.item)[done ? "title" : "asked"] : "";
  }

  const tell = () => {
    host.keep?.(state);
    host.changed();
  };
  return {
    page, titled, state: () => state,
    act(what) {
      does[what]();
      tell();
    },
    set(facts) {
      if ("place" in facts) to(facts.place);
      else Object.assign(state, facts);
      tell();
    },
    // What a host keeps was changed elsewhere.
    adopt(other) {
      state = { ...fresh(), ...other };
      host.changed();
    },
    start() {
      if (!host.saved || Object.keys(host.saved).length === 0) to(state.place);
    },
    outcome: (place) => state.records[`${place}.0`],
  };
}
