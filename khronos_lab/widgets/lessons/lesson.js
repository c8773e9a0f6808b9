// A lesson in the browser: shows what the kernel wrote and what lies on the boards, and tells it what was
// chosen.

import { makeBoard } from "../../board/browser/board.js";
import { extent, squareName, squareNamed } from "../../board/browser/squares.js";

const STEPS = [
  ["first", "|◀"],
  ["step_back", "◀"],
  ["step_on", "▶"],
  ["last", "▶|"],
];
const KEYS = { ArrowLeft: "step_back", ArrowRight: "step_on", Home: "first", End: "last" };
const AGES = ["might", "faith", "reason"];
const SIGNS = { picked: "?", good: "✓", missed: "✓", bad: "✗" };

export function render({ model, el }) {
  const clean = new AbortController();
  // Of its own: every widget loads this file anew, so a counter would start again.
  const own = `kll${Math.random().toString(36).slice(2)}`;
  const here = { step: model.get("step") };
  let controls = ""; // the question whose controls are shown
  let shown = null; // the items that are drawn
  let drawnStep = -2; // and the step that they show
  let turned = ""; // the moment for which an age was turned to
  let syncing = null;
  let playing = null; // the timer of the next step, while steps follow by themselves
  let begin = false; // whoever goes on to something that is shown wants to see it

  const word = (key) => model.get("words")[key] ?? key;
  const alert = makeAlert(model, word, clean.signal);
  const { guarded } = alert;
  const page = () => model.get("page");
  const stage = () => model.get("stage");
  const listen = (target, event, work) =>
    target.addEventListener(event, guarded(work), { signal: clean.signal });

  // -------------------------------------------------------------- the page

  const title = element("h3", { class: "kll-title" });
  const progress = element("span", { class: "kll-progress" });
  const list = element("select", { class: "kll-list" });
  const back = button("previous-item", "‹", () => act("back"));
  const next = button("next-item", "›", () => act("next"));
  const clauses = element("select", { class: "kll-clause-choice" });
  const difficulties = element("select", { class: "kll-difficulty-choice" });
  const languages = element("select", { class: "kll-language" });
  const forget = button("forget", "↺", askToForget);
  const sure = button("sure", "", () => {
    sure.hidden = true;
    act("reset");
  });
  sure.hidden = true;
  const head = element(
    "div",
    { class: "kll-head" },
    title,
    element("span", { class: "kll-group" }, back, list, next),
    clauses,
    difficulties,
    progress,
    element("span", { class: "kll-space" }),
    sure,
    forget,
    languages,
  );
  const count = element("p", { class: "kll-count" });
  const prompt = element("p", { class: "kll-prompt", id: `${own}-prompt` });
  const players = element("div", { class: "kll-table" });
  const question = element(
    "div",
    { class: "kll-question" },
    element("div", { class: "kll-words" }, count, prompt),
    players,
  );
  const walk = element("div", { class: "kll-walk", hidden: "" });
  const made = new Map();
  for (const [name, sign] of STEPS) {
    const each = button(name, sign, () => {
      walkTo(name);
      if (each.disabled) root.focus({ preventScroll: true });
    });
    made.set(name, each);
    walk.append(each);
  }
  const play = button("play", "", () => (playing ? pause() : start()));
  walk.append(play);
  const where = element("span", { class: "kll-where" });
  const note = roomFor("kll-note", { role: "status" });
  const caption = roomFor("kll-caption");
  walk.append(where, caption.element);
  const board = makeBoard("kll-boards", { names: () => model.get("ground").ages ?? [], busiest: () => aboutAge() });
  board.element.setAttribute("role", "img");
  const below = element("p", { class: "kll-below" });
  const answer = element("div", { class: "kll-answer", role: "group", "aria-labelledby": `${own}-prompt` });
  const hint = element("div", { class: "kll-hint", role: "status" });
  const buttons = element("div", { class: "kll-buttons" });
  const verdict = element("div", { class: "kll-verdict", role: "status", "aria-live": "polite" });
  const ages = element("div", { class: "kll-ages", hidden: "" });
  const columns = AGES.map((age) => {
    const name = element("h4", {});
    const body = element("div", {});
    ages.append(element("section", { class: `kll-age kll-${age}` }, name, body));
    return { name, body };
  });
  const causesTitle = element("h4", {});
  const causes = element("div", { class: "kll-causes" });
  const ruleTitle = element("h4", {});
  const rule = element("div", { class: "kll-rule" });
  const why = element(
    "div",
    { class: "kll-why", hidden: "" },
    element("section", {}, causesTitle, causes),
    element("section", {}, ruleTitle, rule),
  );
  const inWords = element("summary", {});
  const text = element("pre", {});
  const details = element("details", { class: "kll-text" }, inWords, text);
  const known = element("div", { class: "kll-known" });
  listen(known, "click", (event) => {
    const rule = event.target.closest("[data-rule]");
    if (rule) set("clause", rule.dataset.rule);
  });
  const root = element(
    "div",
    { class: "kl-widget kl-lesson", tabindex: "0", role: "group", "data-lm-suppress-shortcuts": "true" },
    head,
    alert.bar,
    question,
    note.element,
    walk,
    board.box,
    below,
    ages,
    answer,
    hint,
    buttons,
    verdict,
    why,
    details,
    known,
  );

  function button(name, sign, work) {
    const each = element("button", { type: "button", class: "kll-button", "data-name": name }, sign);
    each.addEventListener("click", guarded(work), { signal: clean.signal });
    return each;
  }
  function named(each, key) {
    each.setAttribute("aria-label", word(key));
    each.title = word(key);
  }
  function set(name, value) {
    model.set(name, value);
    model.save_changes();
  }
  function act(what) {
    alert.dismiss();
    begin = ["next", "check", "show"].includes(what);
    model.send({ kind: "do", what });
  }
  function askToForget() {
    sure.hidden = !sure.hidden;
    if (!sure.hidden) sure.focus();
  }

  // -------------------------------------------------------------- head

  function fill(select, options, value) {
    const wanted = JSON.stringify(options);
    if (select.dataset.options !== wanted) {
      select.dataset.options = wanted;
      select.replaceChildren(
        ...options.map(([each, said]) => {
          const option = element("option", { value: each });
          option.textContent = said;
          return option;
        }),
      );
    }
    select.value = value;
  }
  // The map of the rules; it stays open while it fills up.
  function showKnown(html) {
    const open = known.querySelector("details")?.open ?? false;
    write(known, html);
    const now = known.querySelector("details");
    if (now) now.open = open;
  }
  function showHead() {
    const { endless, languages: known } = model.get("choices");
    const told = page();
    title.textContent = endless ? word("lesson-practice") : told.lesson;
    progress.textContent = told.progress;
    const several = told.list.length > 1;
    list.hidden = endless || !several;
    back.hidden = endless ? model.get("place") === 0 : !several;
    next.hidden = endless || !several;
    back.disabled = model.get("place") === 0;
    next.disabled = !told.next;
    named(back, endless ? "lesson-previous" : "lesson-previous_scene");
    named(next, "lesson-next_scene");
    fill(list, told.list.map((said, n) => [String(n), said]), String(model.get("place")));
    list.setAttribute("aria-label", word(told.scene ? "lesson-scene" : "lesson-scenario"));
    clauses.hidden = difficulties.hidden = !endless;
    if (endless) {
      const { clauses: labels, difficulties: grades, seeded } = model.get("choices");
      const offered = labels[model.get("clause")] ?? grades; // what cannot be asked is not offered
      const names = Object.keys(labels).map((each) => [each, word(`rule-${each}`)]);
      fill(clauses, [["", word(seeded ? "lesson-any_clause" : "practice-today")], ["wrong", word("practice-wrong")], ...names], model.get("clause"));
      fill(
        difficulties,
        [["", word("lesson-any_difficulty")], ...offered.map((each) => [each, word(`lesson-${each}`)])],
        model.get("difficulty"),
      );
      clauses.setAttribute("aria-label", word("lesson-clause"));
      difficulties.setAttribute("aria-label", word("lesson-difficulty"));
    }
    showKnown(told.known ?? "");
    fill(languages, Object.entries(known), model.get("language"));
    languages.setAttribute("aria-label", word("panel-language"));
    forget.hidden = told.scene;
    named(forget, "lesson-forget");
    sure.textContent = word("lesson-forget_sure");
  }

  // -------------------------------------------------------------- question and answer

  function chosen() {
    return model.get("given");
  }
  function choose(parts) {
    set("given", parts);
  }
  function toggle(value, none = "-") {
    const parts = chosen().filter((each) => each !== none);
    choose(parts.includes(value) ? parts.filter((each) => each !== value) : [...parts, value]);
  }
  function choice(type, value, said, group) {
    const input = element("input", { type, name: group, value });
    const label = element("label", { class: "kll-choice" }, input);
    label.append(element("span", {}, said));
    return [label, input];
  }
  // The controls of one question; they stay as long as it is asked, so that nobody loses the focus.
  function showControls() {
    const { answer: asked, id } = page();
    const key = JSON.stringify([id, asked, stage()]);
    if (key === controls) return;
    controls = key;
    answer.replaceChildren();
    answer.hidden = !asked || stage() === "look";
    if (!asked) return;
    const group = `${own}-answer`;
    const done = !["ask", "rule"].includes(stage());
    if (asked.sort === "number") {
      const input = element("input", { type: "number", min: 0, class: "kll-number", "aria-labelledby": `${own}-prompt` });
      input.placeholder = word("lesson-number");
      input.addEventListener("input", guarded(() => choose(input.value === "" ? [] : [input.value])));
      answer.append(input);
    } else if (asked.sort === "squares") {
      const input = element("input", { type: "text", class: "kll-squares", id: `${own}-squares`, autocomplete: "off", spellcheck: "false" });
      input.addEventListener("input", guarded(() => choose(input.value.split(/[\s,;]+/).filter(Boolean))));
      const label = element("label", { for: `${own}-squares` }, asked.told);
      const [none, box] = choice("checkbox", "-", asked.none, group);
      box.addEventListener("change", guarded(() => choose(box.checked ? ["-"] : [])));
      answer.append(label, input, none);
    } else {
      if (asked.told) answer.append(element("span", { class: "kll-told" }, asked.told));
      const single = asked.sort === "choice";
      for (const option of asked.options) {
        const [label, input] = choice(single ? "radio" : "checkbox", option.value, option.text, group);
        input.addEventListener("change", guarded(() => (single ? choose([option.value]) : toggle(option.value))));
        answer.append(label);
      }
      if (asked.none) {
        const [label, input] = choice("checkbox", "-", asked.none, group);
        input.addEventListener("change", guarded(() => choose(input.checked ? ["-"] : [])));
        answer.append(label);
      }
    }
    for (const input of answer.querySelectorAll("input")) input.disabled = done;
  }
  function showChosen() {
    const parts = chosen();
    for (const input of answer.querySelectorAll("input")) {
      if (input.type === "number") {
        if (input.value !== (parts[0] ?? "")) input.value = parts[0] ?? "";
      } else if (input.type === "text") {
        const said = parts.filter((each) => each !== "-").join(" ");
        if (input.value.split(/[\s,;]+/).filter(Boolean).join(" ") !== said) input.value = said;
      } else {
        input.checked = parts.includes(input.value);
      }
    }
    const check = buttons.querySelector("[data-name=check]");
    if (check) check.disabled = parts.length === 0;
    showBoxes();
  }
  function showButtons() {
    const told = page();
    const many = told.list.length > 1 || model.get("choices").endless;
    const onward = model.get("choices").endless ? "lesson-new" : "lesson-next_scene";
    const ownTurn = {
      ask: [["check", "lesson-take"]],
      told: [["again", "lesson-choose_again"]],
      look: [told.turn === "over" ? ["restart", "lesson-restart"] : ["again", "lesson-go_on"]],
    };
    const wanted = told.turn ? ownTurn[stage()] : {
      ask: [["check", "lesson-check"], ["hint", "lesson-hint"], ["show", "lesson-show"]],
      rule: [["check", "lesson-check"]],
      told: [["show", "lesson-show"], ["again", "lesson-again"], ["more", "lesson-more"], ["next", onward]],
      look: [["question", "lesson-to_question"], ["next", onward]],
    }[stage()].filter(
      ([name]) =>
        (told.answer || ["show", "next"].includes(name)) &&
        (name !== "more" || told.more) &&
        (name !== "next" || (many && told.next)) &&
        (name !== "again" || told.right === false) &&
        (name !== "hint" || told.hints > 0),
    );
    buttons.replaceChildren(
      ...wanted.map(([name, key], n) => {
        const each = button(name, word(key), () =>
          name === "question" ? set("stage", told.right === null ? "ask" : "told") : act(name),
        );
        if (n === 0 && (stage() !== "look" || told.scene)) each.classList.add("kll-primary");
        return each;
      }),
    );
  }
  function showQuestion() {
    const told = page();
    count.textContent = told.count;
    prompt.textContent = told.prompt;
    if (stage() !== "look") write(players, told.players);
    write(hint, stage() === "ask" ? told.hint : "");
    write(verdict, stage() === "told" ? told.verdict : "");
    verdict.classList.toggle("kll-right", told.right === true);
    verdict.classList.toggle("kll-wrong", told.right === false);
    below.textContent = ["ask", "rule"].includes(stage()) ? told.plan : stage() === "told" ? told.look : "";
    text.textContent = told.text;
    inWords.textContent = word("lesson-in_words");
    root.dataset.stage = stage();
    root.dataset.scene = told.scene ? "yes" : "no";
    showControls();
    answer.hidden = !told.answer || stage() === "look";
    showButtons();
    showChosen();
  }
  function write(target, html) {
    if (target.dataset.html === html) return;
    target.dataset.html = html;
    target.innerHTML = html; // escaped by the kernel, piece by piece
  }

  // -------------------------------------------------------------- squares on the picture

  function covered(value) {
    const option = page().answer.options.find((each) => each.value === value);
    return option?.squares.length ? option.squares : [value];
  }
  function showBoxes() {
    const wanted = page().answer;
    const onBoards = wanted && wanted.age !== null && ["squares", "buildings"].includes(wanted.sort);
    if (!onBoards || stage() === "look") return board.mark([]);
    const right = new Map(page().solution.map((squares) => [squares[0], squares]));
    const kinds = new Map();
    for (const squares of chosen().filter((each) => each !== "-").map(covered)) {
      kinds.set(squares[0], [squares, stage() === "ask" ? "picked" : right.has(squares[0]) ? "good" : "bad"]);
    }
    if (stage() === "told") {
      for (const [first, squares] of right) if (!kinds.has(first)) kinds.set(first, [squares, "missed"]);
    }
    const known = [...kinds.values()].map(([names, kind]) => [names.map(squareNamed), kind]);
    board.mark(known
      .filter(([squares]) => squares.every((square) => square !== null && board.has(square)))
      .map(([squares, kind]) => {
        const [first, wide, tall] = extent(squares);
        return [`kll-box kll-${kind}`, wanted.age, first, wide, tall, SIGNS[kind]];
      }));
  }
  listen(board.element, "click", (event) => {
    const wanted = page().answer;
    const place = board.find(event);
    if (!place || !wanted || stage() !== "ask" || place.age !== wanted.age) return;
    const square = squareName(place.sq);
    const option = wanted.options.find((each) => each.squares.includes(square));
    if (wanted.sort === "squares") toggle(square);
    else if (wanted.sort === "buildings" && option) toggle(option.value);
  });

  // -------------------------------------------------------------- boards

  // On a phone one age is seen at a time: that of the step, or the one that a hint or verdict is about.
  function turn(age) {
    const now = JSON.stringify([page().id, stage(), stage() === "look" ? here.step : page().hints]);
    if (now === turned) return;
    turned = now;
    if (board.isNarrow() && age !== null && age !== undefined) board.zoom(age);
  }
  function aboutAge() {
    if (stage() === "look") return model.get("steps")[here.step]?.age;
    return stage() === "told" || page().hint ? page().answer?.age : null;
  }
  function showPicture() {
    const looking = stage() === "look";
    const step = model.get("steps")[here.step];
    const picture = looking ? step && { ...model.get("shapes"), items: step.items } : page().picture;
    board.stand(model.get("ground"));
    board.speak();
    turn(aboutAge());
    if (!picture || picture.items === shown) return;
    const onward = looking && here.step === drawnStep + 1;
    drawnStep = looking ? here.step : -2;
    shown = picture.items;
    board.draw(new Map(Object.entries(picture.items)), picture, { lively: onward });
    board.element.dataset.picture = looking ? `step ${here.step}` : stage();
    board.element.setAttribute("aria-label", looking ? caption.said.textContent : prompt.textContent);
    showBoxes();
  }

  // -------------------------------------------------------------- step by step

  // Step after step, each as long as it takes to read; any other step stops it.
  function start() {
    if (here.step >= page().last) go(0);
    follow();
    showStep();
  }
  function follow() {
    const said = model.get("steps")[here.step];
    const words = said ? said.note.length + said.caption.length : 0;
    playing = setTimeout(guarded(() => {
      if (here.step >= page().last) return pause();
      move(here.step + 1);
      if (here.step < page().last) follow();
      else pause();
    }), 1200 + 45 * words);
  }
  function pause() {
    clearTimeout(playing);
    playing = null;
    showStep();
  }
  function walkTo(name) {
    const last = page().last;
    const to = { first: 0, step_back: here.step - 1, step_on: here.step + 1, last }[name];
    go(Math.min(Math.max(to, 0), last));
  }
  function go(step) {
    clearTimeout(playing);
    playing = null;
    move(step);
  }
  function move(step) {
    here.step = step;
    showStep();
    clearTimeout(syncing);
    syncing = setTimeout(() => set("step", here.step), 40);
  }
  function showStep() {
    const looking = stage() === "look";
    const { scene, last } = page();
    walk.hidden = !looking || (scene && !last);
    ages.hidden = why.hidden = !looking || scene;
    const said = looking ? model.get("steps")[here.step] : null;
    const notes = looking ? model.get("steps").map((each) => each.note || (scene && each.caption) || "") : [];
    note.show(notes[here.step] ?? "", notes);
    note.element.hidden = !notes.some(Boolean);
    play.textContent = word(playing ? "lesson-pause" : "lesson-play");
    if (said) {
      write(players, said.players);
      where.textContent = said.where;
      // A scene that has no words of its own at a step tells it as a note.
      const captions = model.get("steps").map((each) => (scene && !each.note ? "" : each.caption));
      caption.show(captions[here.step], captions);
      said.ages.forEach((html, n) => {
        write(columns[n].body, html);
        columns[n].body.scrollTop = columns[n].body.scrollHeight;
      });
      write(causes, said.causes);
      write(rule, said.clause);
      causes.parentElement.hidden = !said.causes;
      rule.parentElement.hidden = !said.clause;
      made.get("first").disabled = made.get("step_back").disabled = here.step === 0;
      made.get("last").disabled = made.get("step_on").disabled = here.step >= last;
    }
    AGES.forEach((age, n) => {
      columns[n].name.textContent = word(`age-${age}`);
    });
    causesTitle.textContent = word("lesson-causes");
    ruleTitle.textContent = word("lesson-clause");
    for (const [name, each] of made) named(each, `lesson-${name}`);
    walk.title = word("lesson-keys");
    showPicture();
  }
  listen(root, "click", (event) => {
    const link = event.target.closest("a[data-index]");
    if (!link || !root.contains(link)) return;
    event.preventDefault();
    go(Number(link.dataset.index));
    root.focus({ preventScroll: true });
  });
  listen(root, "keydown", (event) => {
    const typing = event.target.closest("input, select, textarea");
    if (event.key === "Enter" && typing?.closest(".kll-answer") && chosen().length && ["ask", "rule"].includes(stage())) {
      event.preventDefault();
      act("check");
    } else if (!typing && stage() === "look" && KEYS[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      walkTo(KEYS[event.key]);
      if (document.activeElement?.disabled) root.focus({ preventScroll: true });
    }
    event.stopPropagation();
  });

  // -------------------------------------------------------------- changes

  listen(list, "change", () => set("place", Number(list.value)));
  listen(clauses, "change", () => set("clause", clauses.value));
  listen(difficulties, "change", () => set("difficulty", difficulties.value));
  listen(languages, "change", () => set("language", languages.value));

  function showAll() {
    const had = root.contains(document.activeElement);
    here.step = model.get("step");
    if (stage() !== "look") {
      clearTimeout(playing);
      playing = null;
    }
    showHead();
    showQuestion();
    showStep();
    if (begin && stage() === "look" && model.get("steps").length) {
      begin = false;
      if (page().scene && page().last && !matchMedia("(prefers-reduced-motion: reduce)").matches) start();
    }
    const now = document.activeElement;
    if (had && (!root.contains(now) || now?.disabled)) refocus();
  }
  // What had the focus is gone: go on with what comes next.
  function refocus() {
    const first = {
      ask: answer.querySelector("input"),
      rule: answer.querySelector("input"),
      told: buttons.firstElementChild,
      look: made.get("step_on").disabled ? made.get("step_back") : made.get("step_on"),
    }[stage()];
    (first ?? root).focus({ preventScroll: true });
  }
  const later = once(guarded(showAll));
  const watched = {
    page: later,
    stage: later,
    steps: later,
    words: later,
    ground: later,
    place: later,
    step: () => {
      if (model.get("step") !== here.step) later();
    },
    given: guarded(showChosen),
  };
  for (const [name, work] of Object.entries(watched)) model.on(`change:${name}`, work);
  el.append(root);
  showAll();

  return () => {
    clean.abort();
    board.close();
    clearTimeout(syncing);
    clearTimeout(playing);
    for (const [name, work] of Object.entries(watched)) model.off(`change:${name}`, work);
  };
}

// Words with room for the longest of several, so that what is below them stays where it is.
function roomFor(name, attributes = {}) {
  const said = element("span", { "aria-live": "polite", ...attributes });
  const made = element("p", { class: `kll-room ${name}` }, said);
  let known = "";
  function show(text, all) {
    if (said.textContent !== text) said.textContent = text;
    const wanted = JSON.stringify(all);
    if (wanted === known) return;
    known = wanted;
    made.replaceChildren(said, ...[...new Set(all)].map((each) => element("span", { "aria-hidden": "true" }, each)));
  }
  return { element: made, said, show };
}

export default { render };
