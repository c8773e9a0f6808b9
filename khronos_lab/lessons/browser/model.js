// The one model of a lesson: what is asked, judged, hinted and shown. It runs the data that Python made once
// (`data.py`), in a notebook, on a phone and on a projector; a host brings the items and keeps what was answered.

const TRIES = 3; // the first wrong try is told what it overlooked, the second gets a hint, then comes the answer

/**
 * @param {{count: () => number, at: (place: number) => any, fetch?: (place: number) => void,
 *   keep?: (state: any) => void, booked?: (answer: any) => void, saved?: any, changed: () => void}} host
 *   `at` gives an item with its ground, shapes and rules, or null while it is on its way
 */
export function lessonModel(host) {
  const fresh = () => ({
    place: 0, question: 0, stage: "ask", step: 0, given: [], played: [], refused: "", queue: null, records: {}, seen: [],
  });
  let state = { ...fresh(), ...host.saved };
  const put = (facts) => Object.assign(state, facts);

  const item = () => host.at(state.place).item;
  const asked = () => item().questions[state.question];
  const where = () => `${state.place}.${state.question}`;
  const record = (key = where()) => state.records[key] ?? { tries: 0, hinted: 0 };
  const note = (facts) => put({ records: { ...state.records, [where()]: { ...record(), ...facts } } });
  const turn = () => item().turn;
  const turnNow = () => turn().asks[[...state.played].sort().join(" ")];
  function steps() {
    const before = state.played.slice(0, -1).sort().join(" ");
    const moved = turn() && state.played.length ? turn().shows[`${before}|${state.played.at(-1)}`] : item().steps;
    return moved.map((step) => ({ ...step, ...step.said }));
  }

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
    const several = ["squares", "buildings", "players"].includes(sort);
    if (!several || parts.some((part) => !right.includes(part))) return "";
    return parts.length ? "lesson-left_out" : "lesson-something";
  }
  function judge() {
    const { given, first, hinted, tries: before } = record(), question = asked();
    const tries = before + 1, right = isRight(question, given), done = right || tries >= TRIES;
    const hints = hinted + Number(!right && tries === 2);
    note({ tries, hinted: Math.min(hints, question.hints.length), right, first: first ?? right, over: done });
    // What belongs to the answer stays chosen.
    const kept = done || missing(question, given) === "lesson-left_out";
    put({ stage: done ? "told" : "ask", given: kept ? given : [] });
  }
  function check() {
    const [first] = state.given;
    if (turn()) return take(first);
    if (state.stage === "rule") {
      note({ rule: first });
      return judge();
    }
    note({ given: state.given });
    const { tries, hinted, rule } = record();
    host.booked?.({ place: state.place, question: state.question, given: state.given, first: tries === 0 });
    if (asked().hints_to_rule > hinted && !rule && tries === 0) return put({ stage: "rule", given: [] });
    return judge();
  }
  function take(offer) {
    if (offer in turnNow().refused) return put({ stage: "told", refused: offer });
    return put({ played: [...state.played, offer], stage: "look", step: 0, given: [] });
  }

  // ------------------------------------------------------------ going about

  function to(place) {
    const there = host.at(place), before = record(`${place}.0`);
    if (!there) return host.fetch?.(place);
    const stage = there.item.told || there.item.idea ? "look" : before.over ? "told" : "ask";
    const given = stage === "told" ? before.given ?? [] : [];
    return put({ place, question: 0, step: 0, stage, given, played: [], refused: "" });
  }
  // The items that were answered wrongly at first, since the idea that ends here began.
  function missed() {
    let begin = state.place;
    while (begin > 0 && host.at(begin - 1) && !host.at(begin - 1).item.idea) begin -= 1;
    const wrong = Object.keys(state.records).filter((key) => state.records[key].first === false);
    const places = wrong.map((key) => Number(key.split(".")[0])).filter((place) => place >= begin && place < state.place);
    return [...new Set(places)].sort((one, two) => one - two);
  }
  function repeat() {
    const places = missed(), again = (key) => places.includes(Number(key.split(".")[0]));
    const records = Object.fromEntries(Object.entries(state.records).filter((each) => !again(each[0])));
    put({ records, queue: [...places.slice(1), state.place] });
    to(places[0]);
  }
  function next() {
    if (!state.queue?.length) return to(state.place + 1);
    const [place, ...rest] = state.queue;
    state.queue = rest.length ? rest : null;
    return to(place);
  }
  const does = {
    check, repeat, next,
    hint: () => note({ hinted: Math.min(record().hinted + 1, asked().hints.length) }),
    again: () => put({ stage: "ask", given: [], refused: "" }),
    reveal() {
      note({ over: true, right: false, first: record().first ?? false, given: record().given ?? [] });
      put({ stage: "told", given: record().given });
    },
    show: () => put({ seen: [...new Set([...state.seen, state.place])], stage: "look", step: 0 }),
    question: () => put(record().over ? { stage: "told", given: record().given } : { stage: "ask", given: [] }),
    more: () => put({ question: state.question + 1, stage: "ask", given: [] }),
    back: () => to(Math.max(0, state.place - 1)),
    reset() {
      state = fresh();
      to(0);
    },
    restart: () => put({ played: [], stage: "ask", given: [], step: 0 }),
  };

  // ------------------------------------------------------------ what is shown

  function page() {
    const { ground, shapes, rules } = host.at(state.place), { place, stage, step, given, queue } = state;
    const { story, idea, text, players, plan, picture, questions, steps: { length } } = item();
    /** @type {any} */
    const told = {
      id: [place, state.question, ...state.played].join("."), stage, step, given, queue, ground, shapes, rules, story, idea,
      turn: turn() ? (state.played.at(-1) === turn().end ? "over" : "on") : "", title: titled(place), prompt: item().title,
      text, players, below: plan, picture, answer: null, hints: [], left: 0, verdict: null, solution: [], more: false,
      missed: idea && idea !== "class" ? missed().length : 0, moves: length > 1,
      next: Boolean(queue) || place + 1 < host.count(), steps: stage === "look" ? steps() : [],
    };
    if (turn()) return turnPage(told);
    const question = asked();
    if (!question) return told;
    const { tries, hinted, given: tried, right, over: done, rule } = record(), { sort, age, how, none } = question;
    const last = hinted === question.hints.length && hinted > 0, choosing = ["ask", "rule"].includes(stage);
    Object.assign(told, {
      prompt: question.prompt, hints: question.hints.slice(0, hinted), left: question.hints.length - hinted, tries,
      count: questions.length > 1 ? [state.question + 1, questions.length] : null,
      below: choosing ? question.plans[last ? 1 : 0] : question.look,
      answer: { sort, age, how, none, options: question.options.map(([value, squares, said]) => ({ value, squares, text: said })) },
      picture: question.pictures[stage === "told" ? 3 : last ? 2 : hinted ? 1 : 0],
      more: state.question + 1 < questions.length && !state.seen.includes(place),
    });
    if (stage === "rule") return Object.assign(told, { prompt: null, answer: choice(question.rules) });
    if (tries || done) {
      const parts = right || !tries ? [] : overlooked(question, tried, done).map((n) => question.missed[n]);
      told.verdict = {
        right: tries ? right : null, done, missed: parts, missing: done || right || parts.length ? "" : missing(question, tried),
        answer: done ? question.answer : "", rule: rule ? { right: rule === question.rule, label: done ? question.rule : "" } : null,
        reasons: question.reasons, explanation: question.explanation, clauses: question.clauses,
      };
    }
    if (stage === "told") told.solution = question.solution;
    return told;
  }
  const choice = (options) => ({
    sort: "choice", age: null, how: "", none: "", options: options.map(([value, text]) => ({ value, text, squares: [] })),
  });
  function turnPage(told) {
    const now = turnNow();
    if (now) Object.assign(told, { prompt: now.prompt, players: now.players, picture: now.picture, answer: choice(now.offers) });
    if (state.stage === "told") told.refused = now.refused[state.refused];
    return told;
  }
  // What an item is called: titles that somebody has written may give the answer away.
  function titled(place) {
    const there = host.at(place), done = record(`${place}.0`).over || state.seen.includes(place);
    return there ? there.item[done ? "title" : "asked"] : "";
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
      else put(facts);
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
