// A lesson in the browser: shows what the model says and what lies on the boards, and tells it what was chosen.
//
// `frame` is what differs between a notebook, a phone and a class: what the head has, what an end offers, what is kept.

import { makeBoard } from "../../board/browser/board.js";
import { html, svg } from "../../board/browser/nodes.js";
import { extent, squareName, squareNamed } from "../../board/browser/squares.js";

const WALK = [["first", "|◀"], ["step_back", "◀"], ["step_on", "▶"], ["last", "▶|"]];
const KEYS = { ArrowLeft: "step_back", ArrowRight: "step_on", Home: "first", End: "last" };
const AGES = ["might", "faith", "reason"];
const KINDS = ["military", "religious", "civil"];
const SIGNS = { picked: "?", good: "✓", missed: "✓", bad: "✗" };
const HEADS = ["word-player", "panel-coins", "panel-hands-short", "panel-cubes-short", "panel-adventurers"];
const SEATS = [
  "M8 2.5a5.5 5.5 0 1 0 .01 0z", "M3 3h10v10H3z", "M8 2.5 14 13H2Z", "M8 1.5 14.5 8 8 14.5 1.5 8Z",
  "M6 2h4v4h4v4h-4v4H6v-4H2V6h4Z",
];
const CORNERS = "M1 5V1h4M11 1h4v4M15 11v4h-4M5 15H1v-4";

/**
 * @param {HTMLElement} el
 * @param {any} model of the lesson (`model.js`)
 * @param {{word: (key: string) => string, guarded: (work: any) => any, languages: () => any, language: () => string,
 *   speak: (language: string) => void, forget: () => void, choices?: any[], ends: () => any[][], heading: () => string,
 *   list: () => string[], progress: () => string, extra: (target: HTMLElement, page: any) => void,
 *   stepped?: () => void, endless?: boolean}} frame
 */
export function lessonView(el, model, frame) {
  const clean = new AbortController();
  const own = `kll${Math.random().toString(36).slice(2)}`; // every widget loads this file anew
  const { word, guarded } = frame;
  let page = model.page();
  let controls = ""; // the question whose controls are shown
  let drawn = null, shapes = null; // the items that are drawn, with the shapes that they name
  let drawnStep = -2;
  let turned = ""; // the moment for which an age was turned to
  let playing = null; // the timer of the next step, while steps follow by themselves
  const listen = (target, event, work) => target.addEventListener(event, guarded(work), { signal: clean.signal });
  const stage = () => page.stage, looking = () => page.stage === "look";
  const asking = () => ["ask", "rule"].includes(page.stage);

  // -------------------------------------------------------------- the page

  const button = (name, text, work) => html("button",
    { type: "button", class: "kll-button", "data-name": name, on: guarded(work), text });
  const named = (each, key) => {
    each.setAttribute("aria-label", word(key));
    each.title = word(key);
  };
  const part = (name, facts = {}) => html("div", { class: `kll-${name}`, ...facts });
  const strong = (text) => html("b", { text });
  const line = (name, ...all) => html("p", { class: name }, all);
  const title = html("h3", { class: "kll-title" }), progress = html("span", { class: "kll-progress" });
  const list = html("select", { class: "kll-list" }), languages = html("select", { class: "kll-language" });
  const back = button("previous-item", "‹", () => act("back")), next = button("next-item", "›", () => act("next"));
  const sure = button("sure", "", () => {
    sure.hidden = true;
    frame.forget();
  });
  const forget = button("forget", "↺", () => {
    sure.hidden = !sure.hidden;
    if (!sure.hidden) sure.focus();
  });
  sure.hidden = true;
  const wall = button("projector", "", () => project());
  wall.append(svg("svg", { viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true" }, [
    svg("path", { d: CORNERS, fill: "none", stroke: "currentColor", "stroke-width": 1.6 })]));
  const group = html("span", { class: "kll-group" }, [back, list, next]), space = html("span", { class: "kll-space" });
  const head = html("div", { class: "kll-head" },
    [title, group, progress, space, ...(frame.choices ?? []), sure, forget, languages, wall]);
  const count = line("kll-count"), prompt = html("p", { class: "kll-prompt", id: `${own}-prompt` });
  const players = part("table");
  const question = html("div", { class: "kll-question" }, [html("div", { class: "kll-words" }, [count, prompt]), players]);
  const walks = new Map(WALK.map(([name, sign]) => [name, button(name, sign, () => {
    walkTo(name);
    if (walks.get(name).disabled) root.focus({ preventScroll: true });
  })]));
  const play = button("play", "", () => (playing ? pause() : start()));
  const where = html("span", { class: "kll-where" });
  const note = roomFor("kll-note", { role: "status" }), caption = roomFor("kll-caption");
  const walk = html("div", { class: "kll-walk", hidden: true }, [...walks.values(), play, where, caption.element]);
  const board = makeBoard("kll-boards", { names: () => AGES.map((age) => word(`age-${age}`)), busiest: () => aboutAge() });
  board.element.setAttribute("role", "img");
  const below = line("kll-below");
  const answer = part("answer", { role: "group", "aria-labelledby": `${own}-prompt` });
  const hint = part("hint", { role: "status" }), buttons = part("buttons");
  const verdict = part("verdict", { role: "status", "aria-live": "polite" });
  const columns = AGES.map(() => ({ name: html("h4"), lines: html("div") }));
  const ages = html("div", { class: "kll-ages", hidden: true },
    columns.map(({ name, lines }, n) => html("section", { class: `kll-age kll-${AGES[n]}` }, [name, lines])));
  const why = part("why", { hidden: true }), text = html("pre"), inWords = html("summary"), extra = part("known");
  const details = html("details", { class: "kll-text" }, [inWords, text]);
  const facts = { class: "kl-widget kl-lesson", tabindex: "0", role: "group", "data-lm-suppress-shortcuts": "true" };
  const root = html("div", facts, [head, question, note.element, walk, board.box, below, ages, answer, hint, buttons,
    verdict, why, details, extra]);

  const act = (what) => {
    const before = page.stage;
    stop();
    const squares = what === "check" && page.answer?.sort === "squares" ? given().filter((each) => each !== "-") : [];
    const unknown = squares.find((each) => squareNamed(each) === null || !board.has(squareNamed(each)));
    if (unknown) return void (below.textContent = `${word("lesson-no_square")} ${unknown}.`);
    model.act(what);
    const onward = ["next", "check", "repeat"].includes(what) || (what === "show" && before !== "look");
    // What is only told plays by itself, unless somebody wants no motion.
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (onward && looking() && page.story && !page.idea && page.steps.length > 1 && !calm) start();
  };

  // -------------------------------------------------------------- head

  function showHead() {
    const { place } = model.state(), titles = frame.list(), several = titles.length > 1;
    title.textContent = frame.heading() || page.title;
    progress.textContent = frame.progress();
    list.hidden = next.hidden = frame.endless || !several;
    back.hidden = frame.endless ? place === 0 : !several;
    back.disabled = place === 0;
    next.disabled = !page.next;
    named(back, frame.endless ? "lesson-previous" : "lesson-previous_scene");
    named(next, "lesson-next_scene");
    named(wall, "lesson-projector");
    named(forget, "lesson-forget");
    sure.textContent = word("lesson-forget_sure");
    fill(list, titles.map((said, n) => [String(n), said]), String(place));
    list.setAttribute("aria-label", word(page.story ? "lesson-scene" : "lesson-scenario"));
    fill(languages, Object.entries(frame.languages()), frame.language());
    languages.setAttribute("aria-label", word("panel-language"));
    frame.extra(extra, page);
  }

  // -------------------------------------------------------------- question and answer

  const given = () => page.given, chosen = () => page.given.filter((each) => each !== "-");
  const typed = (input) => input.value.split(/[\s,;]+/).filter(Boolean);
  function choose(parts) {
    page.given = parts;
    model.state().given = parts;
    showChosen();
  }
  const toggle = (value) => choose(chosen().includes(value) ? chosen().filter((each) => each !== value) : [...chosen(), value]);
  function choice(type, value, said, work) {
    const input = html("input", { type, name: `${own}-answer`, value });
    answer.append(html("label", { class: "kll-choice" }, [input, html("span", { text: said })]));
    listen(input, "change", () => work(input));
  }
  // The controls of one question; they stay as long as it is asked, so that nobody loses the focus.
  function showControls() {
    const { answer: asked, id, refused } = page, key = JSON.stringify([id, asked, stage()]);
    answer.hidden = !asked || looking() || Boolean(refused);
    if (key === controls) return;
    controls = key;
    answer.replaceChildren();
    if (!asked) return;
    const { sort, how, none, options } = asked;
    if (sort === "number") {
      const input = html("input", { type: "number", min: 0, class: "kll-number", "aria-labelledby": `${own}-prompt`,
        placeholder: word("lesson-number") });
      listen(input, "input", () => choose(input.value === "" ? [] : [input.value]));
      answer.append(input);
    } else if (sort === "squares") {
      const input = html("input", { type: "text", class: "kll-squares", id: `${own}-squares`, autocomplete: "off", spellcheck: "false" });
      listen(input, "input", () => choose(typed(input)));
      answer.append(html("label", { for: `${own}-squares`, text: how }), input);
    } else {
      if (how) answer.append(html("span", { class: "kll-told", text: how }));
      for (const { value, text: said } of options) {
        if (sort === "choice") choice("radio", value, said, () => choose([value]));
        else choice("checkbox", value, said, () => toggle(value));
      }
    }
    if (none) choice("checkbox", "-", none, (input) => choose(input.checked ? ["-"] : []));
    for (const input of answer.querySelectorAll("input")) input.disabled = !asking();
  }
  function showChosen() {
    const parts = given();
    for (const input of answer.querySelectorAll("input")) {
      if (input.type === "text") {
        if (typed(input).join() !== chosen().join()) input.value = chosen().join(" ");
      } else if (input.type !== "number") input.checked = parts.includes(input.value);
      else if (input.value !== (parts[0] ?? "")) input.value = parts[0] ?? "";
    }
    const check = buttons.querySelector("[data-name=check]");
    if (check) check.disabled = parts.length === 0;
    showBoxes();
  }
  function wantedButtons() {
    const onward = ["next", frame.endless ? "lesson-new" : "lesson-next_scene"];
    if (page.turn) {
      const over = [["restart", "lesson-restart"], ...(page.next ? [onward] : [])];
      return { ask: [["check", "lesson-take"]], told: [["again", "lesson-choose_again"]],
        look: page.turn === "over" ? over : [["question", "lesson-go_on"]] }[stage()];
    }
    const repeat = page.missed ? [["repeat", "lesson-repeat"]] : [];
    if (page.idea) return [...repeat, ...(page.next ? [["next", "lesson-next_idea"]] : []), ...frame.ends()];
    const wanted = {
      ask: [["check", "lesson-check"], ["hint", "lesson-hint"], page.tries ? ["reveal", "lesson-reveal"] : ["show", "lesson-show"]],
      rule: [["check", "lesson-check"]],
      told: [["show", "lesson-show"], ["more", "lesson-more"], onward],
      look: [["question", "lesson-to_question"], onward],
    }[stage()];
    const offered = { more: page.more, next: page.next, hint: page.left > 0, show: page.moves };
    return wanted.filter(([name]) => (page.answer || ["show", "next"].includes(name)) && (offered[name] ?? true));
  }
  function showButtons() {
    const wanted = wantedButtons();
    buttons.replaceChildren(...wanted.map(([name, key, work]) => button(name, word(key), work ?? (() => act(name)))));
    const main = stage() === "told" && page.verdict?.right ? wanted.length - 1 : 0;
    if (!looking() || page.story) buttons.children[main]?.classList.add("kll-primary");
  }
  const exact = (label, said) => html("details", {}, [html("summary", { text: label }), html("p", { text: said })]);
  // The first try is told what it overlooked; with the answer come its reasons, one after the other.
  function verdictNodes() {
    const { verdict: said, refused } = page;
    if (refused) return [line("kll-verdict-head", "⊘ ", strong(refused[0])), html("p", { text: refused[1] })];
    if (!said || !["ask", "told"].includes(stage())) return [];
    const { right, done, rule, reasons } = said;
    const judged = right === null ? [] : [right ? "✓ " : "✗ ", strong(word(right ? "lesson-right" : "lesson-wrong"))];
    const told = said.answer ? [` ${word("lesson-the_answer")} `, strong(said.answer), "."] : [];
    const overlooked = [...said.missed, ...(said.missing ? [word(said.missing)] : [])];
    const found = [line("kll-verdict-head", ...judged, ...told), ...overlooked.map((each) => line("kll-overlooked", each))];
    if (rule) {
      const label = rule.label ? ` ${rule.label}.` : "";
      found.push(line("kll-named", rule.right ? `✓ ${word("rule_named-right")}` : `✗ ${word("rule_named-not")}${label}`));
    }
    if (!done) return right ? found : [...found, line("kll-again", word("lesson-once_more"))];
    const last = html("li", { class: "kll-therefore" }, [strong(reasons.at(-1))]);
    const links = [...reasons.slice(0, -1).map((each) => html("li", { text: each })), last];
    found.push(html("div", { class: "kll-reasons" }, [html("h4", { text: word("lesson-why") }), html("ol", {}, links)]));
    if (said.explanation) found.push(line("kll-explanation", said.explanation));
    found.push(html("div", { class: "kll-clauses" }, [html("h4", { text: word("index-exact") }),
      ...said.clauses.map((label) => exact(label, page.rules[label]?.[1] ?? ""))]));
    return found;
  }
  function showQuestion() {
    count.textContent = page.count ? `${word("lesson-question")} ${page.count.join("/")}` : "";
    prompt.textContent = page.prompt ?? word("rule_named-asked");
    if (!looking()) showPlayers(page.players);
    const hints = stage() === "ask" ? page.hints : [];
    hint.replaceChildren(...(hints.length ? [html("ol", {}, hints.map((each) => html("li", { text: each })))] : []));
    const said = verdictNodes(), right = said.length ? page.verdict?.right : null;
    verdict.replaceChildren(...said);
    verdict.classList.toggle("kll-right", right === true);
    verdict.classList.toggle("kll-wrong", Boolean(page.refused) || right === false);
    below.textContent = looking() ? "" : page.below;
    text.textContent = page.text;
    inWords.textContent = word("lesson-in_words");
    root.dataset.stage = stage();
    root.dataset.scene = page.story ? "yes" : "no";
    showControls();
    showButtons();
    showChosen();
  }
  function showPlayers({ rows, below: also }) {
    const key = JSON.stringify([rows, also]);
    if (players.dataset.told === key) return;
    players.dataset.told = key;
    const cell = (...children) => html("td", {}, children);
    const card = (kind, letter) => html("span", { class: "kl-card", title: word(`kind-${KINDS[kind]}`), text: letter,
      style: `background:var(--kb-${KINDS[kind]});color:var(--kb-${KINDS[kind]}-glyph)` });
    const body = rows.map((row, seat) => html("tr", { class: row.acting ? "kl-acting" : null }, [
      html("th", { scope: "row" }, [seatMark(seat), ` ${row.name}${row.acting ? " ◂" : ""}`]), cell(strong(row.coins)),
      cell(...row.kinds.map((kind, n) => card(kind, row.hand[n])), "★".repeat(row.hidden), row.kinds.length + row.hidden ? "" : "–"),
      cell(String(row.cubes)), cell(row.adventurers),
    ]));
    const heads = HEADS.map((each) => html("th", { scope: "col", text: word(each) }));
    players.replaceChildren(html("table", { class: "kl-players" },
      [html("thead", {}, [html("tr", {}, heads)]), html("tbody", {}, body)]), html("p", { class: "kll-few", text: also }));
  }
  const seatMark = (seat) => svg("svg", { class: "kl-seat", viewBox: "-1 -1 18 18", "aria-hidden": "true" }, [
    svg("path", { d: SEATS[seat], fill: `var(--kb-player-${seat})`, stroke: `var(--kb-line-${seat})`, "stroke-width": 1.4 })]);

  // -------------------------------------------------------------- squares on the picture

  function showBoxes() {
    const wanted = page.answer, told = stage() === "told", kinds = new Map();
    if (wanted?.age === null || !["squares", "buildings"].includes(wanted?.sort) || looking()) return board.mark([]);
    const covered = (value) => wanted.options.find((each) => each.value === value)?.squares ?? [value];
    const right = new Map(page.solution.map((squares) => [squares[0], squares]));
    for (const squares of chosen().map(covered)) {
      kinds.set(squares[0], [squares, told ? (right.has(squares[0]) ? "good" : "bad") : "picked"]);
    }
    if (told) for (const [first, squares] of right) if (!kinds.has(first)) kinds.set(first, [squares, "missed"]);
    board.mark([...kinds.values()].map(([names, kind]) => [names.map(squareNamed), kind])
      .filter(([squares]) => squares.every((square) => square !== null && board.has(square)))
      .map(([squares, kind]) => [`kll-box kll-${kind}`, wanted.age, ...extent(squares), SIGNS[kind]]));
  }
  listen(board.element, "click", (event) => {
    const wanted = page.answer, place = board.find(event);
    if (!place || !wanted || stage() !== "ask" || place.age !== wanted.age) return;
    const square = squareName(place.sq), option = wanted.options.find((each) => each.squares.includes(square));
    if (wanted.sort === "squares") toggle(square);
    else if (wanted.sort === "buildings" && option) toggle(option.value);
  });

  // -------------------------------------------------------------- boards

  // On a phone one age is seen at a time: that of the step, or the one that is asked about.
  const aboutAge = () => (looking() ? page.steps[page.step]?.age : page.answer?.age);
  function turn() {
    const now = JSON.stringify([page.id, stage(), looking() ? page.step : page.hints.length]), age = aboutAge();
    if (now !== turned && board.isNarrow() && age !== null && age !== undefined) board.zoom(age);
    turned = now;
  }
  function showPicture() {
    const items = looking() ? page.steps[page.step]?.items : page.picture, before = drawnStep;
    board.stand(page.ground);
    board.speak();
    turn();
    if (!items || items === drawn) return;
    if (page.shapes !== shapes) board.draw(new Map(), page.shapes); // The same number is another shape now.
    shapes = page.shapes;
    drawnStep = looking() ? page.step : -2;
    drawn = items;
    board.draw(new Map(Object.entries(items)), page.shapes, { lively: looking() && page.step === before + 1 });
    board.element.dataset.picture = looking() ? `step ${page.step}` : stage();
    board.element.setAttribute("aria-label", (looking() ? caption.said : prompt).textContent);
    showBoxes();
  }

  // -------------------------------------------------------------- step by step

  const last = () => page.steps.length - 1;
  // Step after step, each as long as it takes to read; any other step stops it.
  function start() {
    if (page.step >= last()) move(0);
    follow();
    showStep();
  }
  function follow() {
    const said = page.steps[page.step], words = said ? said.note.length + said.caption.length : 0;
    playing = setTimeout(guarded(() => {
      if (!root.isConnected || page.step >= last()) return pause();
      move(page.step + 1);
      if (page.step < last()) follow();
      else pause();
    }), 1200 + 45 * words);
  }
  function stop() {
    clearTimeout(playing);
    playing = null;
  }
  function pause() {
    stop();
    showStep();
  }
  function walkTo(name) {
    stop();
    const to = { first: 0, step_back: page.step - 1, step_on: page.step + 1, last: last() }[name];
    move(Math.min(Math.max(to, 0), last()));
  }
  function move(step) {
    page.step = step;
    model.state().step = step;
    frame.stepped?.();
    showStep();
  }
  const stepLink = (n, said) => html("a", { href: "#", "data-index": n, text: said });
  const section = (name, key, nodes) => html("section", {},
    [html("h4", { text: word(key) }), html("div", { class: `kll-${name}` }, nodes)]);
  function showStep() {
    const { story, steps, step } = page, said = looking() ? steps[step] : null;
    walk.hidden = !looking() || (story && last() < 1);
    ages.hidden = why.hidden = !looking() || story;
    const notes = steps.map((each) => each.note || (story && each.caption) || "");
    note.show(notes[step] ?? "", notes);
    note.element.hidden = !notes.some(Boolean);
    play.textContent = word(playing ? "lesson-pause" : "lesson-play");
    if (said) showStepOf(said);
    AGES.forEach((age, n) => { columns[n].name.textContent = word(`age-${age}`); });
    for (const [name, each] of walks) named(each, `lesson-${name}`);
    walk.title = word("lesson-keys");
    showPicture();
  }
  function showStepOf(said) {
    const { story, steps, step } = page;
    showPlayers(said.players);
    where.textContent = said.where;
    // A scene that has no words of its own at a step tells it as a note.
    const captions = steps.map((each) => (story && !each.note ? "" : each.caption));
    caption.show(captions[step], captions);
    columns.forEach(({ lines }, n) => {
      const happened = steps.map((each, at) => (at && at <= step && each.at === n ? stepLine(each, at) : null)).filter(Boolean);
      const nothing = html("p", { class: "kll-nothing", text: word("lesson-nothing_yet") });
      lines.replaceChildren(happened.length ? html("ul", {}, happened) : nothing);
      lines.scrollTop = lines.scrollHeight;
    });
    const causes = [...said.causes.map((at) => html("li", {}, [stepLink(at, steps[at].caption)])),
      html("li", { "aria-current": "step" }, [strong(said.caption)])];
    const [plain, whole] = page.rules[said.clause] ?? [];
    why.replaceChildren(...(step && said.sign && !story ? [section("causes", "lesson-causes", [html("ol", {}, causes)])] : []),
      ...(plain ? [section("rule", "lesson-clause", [html("p", {}, [strong(said.clause), ` ${plain}`]), exact(word("index-exact"), whole)])] : []));
    walks.get("first").disabled = walks.get("step_back").disabled = step === 0;
    walks.get("last").disabled = walks.get("step_on").disabled = step >= last();
  }
  function stepLine({ sign: [sign, mark], caption: told, home }, at) {
    const dot = html("span", { class: "kll-sign", style: `background:var(--kb-${mark})`, "aria-hidden": "true", text: sign });
    const cubes = home.length ? [html("span", { class: "kll-home" }, [...home.map(seatMark), "↗"])] : [];
    return html("li", { class: at === page.step ? "kll-now" : null }, [dot, stepLink(at, told), ...cubes]);
  }
  listen(root, "click", (event) => {
    const link = event.target.closest("a[data-index]");
    if (!link || !root.contains(link)) return;
    event.preventDefault();
    stop();
    move(Number(link.dataset.index));
    root.focus({ preventScroll: true });
  });
  listen(root, "keydown", (event) => {
    const typing = event.target.closest("input, select, textarea"), { key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (key === "Enter" && typing?.closest(".kll-answer") && given().length && asking()) {
      event.preventDefault();
      act("check");
    } else if (projected() && [" ", "Enter", "ArrowRight"].includes(key) && !typing) {
      event.preventDefault();
      onTheWall();
    } else if (!typing && looking() && KEYS[key]) {
      event.preventDefault();
      walkTo(KEYS[key]);
      if (document.activeElement?.disabled) root.focus({ preventScroll: true });
    }
    event.stopPropagation();
  });

  // -------------------------------------------------------------- on a projector

  // Large boards and one line of words; the answer comes with a key, then the move step by step, then what is next.
  const projected = () => root.classList.contains("kll-wall");
  function project(on = !projected()) {
    root.classList.toggle("kll-wall", on);
    if (on) root.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement === root) document.exitFullscreen();
    root.focus({ preventScroll: true });
    showAll();
  }
  listen(document, "fullscreenchange", () => {
    if (!document.fullscreenElement && projected()) project(false);
  });
  function onTheWall() {
    if (looking() && page.step < last()) walkTo("step_on");
    else if (page.turn) return;
    else if (stage() === "ask" && page.answer) act("reveal");
    else if (stage() === "told") act("show");
    else if (page.next) act("next");
  }

  // -------------------------------------------------------------- changes

  listen(list, "change", () => model.set({ place: Number(list.value) }));
  listen(languages, "change", () => frame.speak(languages.value));
  function showAll() {
    page = model.page();
    const had = root.contains(document.activeElement);
    if (!looking()) stop();
    showHead();
    showQuestion();
    showStep();
    const now = document.activeElement;
    if (had && (!root.contains(now) || now?.disabled)) refocus();
  }
  // What had the focus is gone: go on with what comes next.
  function refocus() {
    const input = answer.querySelector("input"), onward = walks.get("step_on");
    const first = { ask: input, rule: input, told: buttons.querySelector(".kll-primary"),
      look: onward.disabled ? walks.get("step_back") : onward }[stage()];
    (first ?? root).focus({ preventScroll: true });
  }
  el.append(root);
  showAll();
  return {
    root, show: guarded(showAll), project,
    close() {
      clean.abort();
      board.close();
      stop();
    },
  };
}

/** The options of a select, made anew only where they have changed. */
export function fill(select, options, value) {
  const wanted = JSON.stringify(options);
  if (select.dataset.options !== wanted) {
    select.dataset.options = wanted;
    select.replaceChildren(...options.map(([each, text]) => html("option", { value: each, text })));
  }
  select.value = value;
}

// Words with room for the longest of several, so that what is below them stays where it is.
function roomFor(name, facts = {}) {
  const said = html("span", { "aria-live": "polite", ...facts });
  const element = html("p", { class: `kll-room ${name}` }, [said]);
  let known = "";
  function show(text, all) {
    if (said.textContent !== text) said.textContent = text;
    const wanted = JSON.stringify(all);
    if (wanted === known) return;
    known = wanted;
    element.replaceChildren(said, ...[...new Set(all)].map((each) => html("span", { "aria-hidden": "true", text: each })));
  }
  return { element, said, show };
}
