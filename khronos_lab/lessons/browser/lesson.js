// A lesson in the browser: shows what the model says and what lies on the boards, and tells it what was chosen.
//
// `frame` is what differs between a notebook, a phone and a class: the head, what an end offers, what is kept.

import { makeBoard } from "../../board/browser/board.js";
import { html, svg } from "../../board/browser/nodes.js";
import { extent, squareName, squareNamed } from "../../board/browser/squares.js";

const WALK = [["first", "|◀"], ["step_back", "◀"], ["step_on", "▶"], ["last", "▶|"]];
const KEYS = { ArrowLeft: "step_back", ArrowRight: "step_on", Home: "first", End: "last" };
const AGES = ["might", "faith", "reason"];
const KINDS = ["military", "religious", "civil"];
const SIGNS = { picked: "?", good: "✓", missed: "✓", bad: "✗" };
const SEATS = ["M8 2.5a5.5 5.5 0 1 0 .01 0z", "M3 3h10v10H3z", "M8 2.5 14 13H2Z", "M8 1.5 14.5 8 8 14.5 1.5 8Z", "M6 2h4v4h4v4h-4v4H6v-4H2V6h4Z"];

/**
 * @param {HTMLElement} el
 * @param {any} model of the lesson (`model.js`)
 * @param {{word: (key: string) => string, guarded: (work: any) => any, head: any[], ends: () => any[][], heading: () => string,
 *   list: () => string[], progress: () => string, extra?: (target: HTMLElement, page: any) => void,
 *   stepped?: (step: number) => void, endless?: boolean}} frame
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
  const stage = () => page.stage;

  // -------------------------------------------------------------- the page

  const button = (name, text, work) => html("button", { type: "button", class: "kll-button", "data-name": name, on: guarded(work), text });
  const named = (each, key) => {
    each.setAttribute("aria-label", word(key));
    each.title = word(key);
  };
  const part = (name, facts = {}) => html("div", { class: `kll-${name}`, ...facts });
  const title = html("h3", { class: "kll-title" }), progress = html("span", { class: "kll-progress" });
  const list = html("select", { class: "kll-list" });
  const back = button("previous-item", "‹", () => act("back")), next = button("next-item", "›", () => act("next"));
  const wall = button("projector", "", () => project());
  wall.append(svg("svg", { viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true" }, [
    svg("path", { d: "M1 5V1h4M11 1h4v4M15 11v4h-4M5 15H1v-4", fill: "none", stroke: "currentColor", "stroke-width": 1.6 })]));
  const head = html("div", { class: "kll-head" }, [title, html("span", { class: "kll-group" }, [back, list, next]), progress,
    html("span", { class: "kll-space" }), ...frame.head, wall]);
  const count = html("p", { class: "kll-count" }), prompt = html("p", { class: "kll-prompt", id: `${own}-prompt` });
  const players = part("table");
  const question = html("div", { class: "kll-question" }, [html("div", { class: "kll-words" }, [count, prompt]), players]);
  const walk = part("walk", { hidden: true });
  const walks = new Map(WALK.map(([name, sign]) => [name, button(name, sign, () => {
    walkTo(name);
    if (walks.get(name).disabled) root.focus({ preventScroll: true });
  })]));
  const play = button("play", "", () => (playing ? pause() : start()));
  const where = html("span", { class: "kll-where" });
  const note = roomFor("kll-note", { role: "status" }), caption = roomFor("kll-caption");
  walk.append(...walks.values(), play, where, caption.element);
  const board = makeBoard("kll-boards", { names: () => AGES.map((age) => word(`age-${age}`)), busiest: () => aboutAge() });
  board.element.setAttribute("role", "img");
  const below = html("p", { class: "kll-below" });
  const answer = part("answer", { role: "group", "aria-labelledby": `${own}-prompt` });
  const hint = part("hint", { role: "status" }), buttons = part("buttons");
  const verdict = part("verdict", { role: "status", "aria-live": "polite" });
  const ages = part("ages", { hidden: true }), why = part("why", { hidden: true });
  const columns = AGES.map((age) => {
    const name = html("h4"), lines = html("div");
    ages.append(html("section", { class: `kll-age kll-${age}` }, [name, lines]));
    return { name, lines };
  });
  const text = html("pre"), inWords = html("summary");
  const details = html("details", { class: "kll-text" }, [inWords, text]);
  const extra = part("known");
  const root = html("div", { class: "kl-widget kl-lesson", tabindex: "0", role: "group", "data-lm-suppress-shortcuts": "true" },
    [head, question, note.element, walk, board.box, below, ages, answer, hint, buttons, verdict, why, details, extra]);

  const act = (what) => {
    const before = page.stage;
    stop();
    const unknown = what === "check" && page.answer?.sort === "squares" && chosen().find((each) => each !== "-" && !onBoard(each));
    if (unknown) return void (below.textContent = `${word("lesson-no_square")} ${unknown}.`);
    model.act(what);
    if (["next", "show", "check", "repeat"].includes(what) && page.stage === "look" && (before !== "look" || what !== "show")) begin();
  };
  const onBoard = (name) => squareNamed(name) !== null && board.has(squareNamed(name));
  // What is only told plays by itself, unless somebody wants no motion.
  function begin() {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (page.story && !page.idea && page.steps.length > 1 && !calm) start();
  }

  // -------------------------------------------------------------- head

  function fill(select, options, value) {
    const wanted = JSON.stringify(options);
    if (select.dataset.options !== wanted) {
      select.dataset.options = wanted;
      select.replaceChildren(...options.map(([each, said]) => html("option", { value: each, text: said })));
    }
    select.value = value;
  }
  function showHead() {
    const { place } = model.state(), titles = frame.list(), several = titles.length > 1;
    title.textContent = frame.heading() || page.title;
    progress.textContent = frame.progress();
    list.hidden = frame.endless || !several;
    back.hidden = frame.endless ? place === 0 : !several;
    next.hidden = frame.endless || !several;
    back.disabled = place === 0;
    next.disabled = !page.next;
    named(back, frame.endless ? "lesson-previous" : "lesson-previous_scene");
    named(next, "lesson-next_scene");
    named(wall, "lesson-projector");
    fill(list, titles.map((said, n) => [String(n), said]), String(place));
    list.setAttribute("aria-label", word(page.story ? "lesson-scene" : "lesson-scenario"));
    frame.extra?.(extra, page);
  }

  // -------------------------------------------------------------- question and answer

  const chosen = () => page.given;
  function choose(parts) {
    page.given = parts;
    model.state().given = parts;
    showChosen();
  }
  function toggle(value) {
    const parts = chosen().filter((each) => each !== "-");
    choose(parts.includes(value) ? parts.filter((each) => each !== value) : [...parts, value]);
  }
  function choice(type, value, said) {
    const input = html("input", { type, name: `${own}-answer`, value });
    answer.append(html("label", { class: "kll-choice" }, [input, html("span", { text: said })]));
    return input;
  }
  // The controls of one question; they stay as long as it is asked, so that nobody loses the focus.
  function showControls() {
    const { answer: asked, id, refused } = page;
    const key = JSON.stringify([id, asked, stage()]);
    answer.hidden = !asked || stage() === "look" || Boolean(refused);
    if (key === controls) return;
    controls = key;
    answer.replaceChildren();
    if (!asked) return;
    const { sort } = asked;
    if (sort === "number") {
      const input = html("input", { type: "number", min: 0, class: "kll-number", "aria-labelledby": `${own}-prompt`, placeholder: word("lesson-number") });
      listen(input, "input", () => choose(input.value === "" ? [] : [input.value]));
      answer.append(input);
    } else if (sort === "squares") {
      const input = html("input", { type: "text", class: "kll-squares", id: `${own}-squares`, autocomplete: "off", spellcheck: "false" });
      listen(input, "input", () => choose(input.value.split(/[\s,;]+/).filter(Boolean)));
      answer.append(html("label", { for: `${own}-squares`, text: asked.how }), input);
    } else {
      if (asked.how) answer.append(html("span", { class: "kll-told", text: asked.how }));
      for (const option of asked.options) {
        const input = choice(sort === "choice" ? "radio" : "checkbox", option.value, option.text);
        listen(input, "change", () => (sort === "choice" ? choose([option.value]) : toggle(option.value)));
      }
    }
    if (asked.none) {
      const input = choice("checkbox", "-", asked.none);
      listen(input, "change", () => choose(input.checked ? ["-"] : []));
    }
    const done = !["ask", "rule"].includes(stage());
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
      } else input.checked = parts.includes(input.value);
    }
    const check = buttons.querySelector("[data-name=check]");
    if (check) check.disabled = parts.length === 0;
    showBoxes();
  }
  function wantedButtons() {
    const onward = ["next", frame.endless ? "lesson-new" : "lesson-next_scene"];
    if (page.turn) {
      return { ask: [["check", "lesson-take"]], told: [["again", "lesson-choose_again"]],
        look: page.turn === "over" ? [["restart", "lesson-restart"], ...(page.next ? [onward] : [])] : [["question", "lesson-go_on"]] }[stage()];
    }
    if (page.idea) {
      return [...(page.missed ? [["repeat", "lesson-repeat"]] : []), ...(page.next ? [["next", "lesson-next_idea"]] : []), ...frame.ends()];
    }
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
    const main = stage() === "told" && wanted.length > 1 && page.verdict?.right ? wanted.length - 1 : 0;
    if (stage() !== "look" || page.story) buttons.children[main]?.classList.add("kll-primary");
  }
  const line = (name, sign, ...all) => html("p", { class: name }, [sign, ...all]);
  const strong = (said) => html("b", { text: said });
  // The first try is told what it overlooked; with the answer come its reasons, one after the other.
  function verdictNodes() {
    const { verdict: said, refused } = page;
    if (refused) return [line("kll-verdict-head", "⊘ ", strong(refused[0])), html("p", { text: refused[1] })];
    if (!said || !["ask", "told"].includes(stage())) return [];
    const found = [];
    const told = said.answer ? [` ${word("lesson-the_answer")} `, strong(said.answer), "."] : [];
    const judged = said.right === null ? [] : [said.right ? "✓ " : "✗ ", strong(word(said.right ? "lesson-right" : "lesson-wrong"))];
    found.push(html("p", { class: "kll-verdict-head" }, [...judged, ...told]));
    found.push(...said.missed.map((each) => html("p", { class: "kll-overlooked", text: each })));
    if (said.missing) found.push(html("p", { class: "kll-overlooked", text: word(said.missing) }));
    if (said.rule) {
      const { right, label } = said.rule;
      const name = right ? word("rule_named-right") : `${word("rule_named-not")}${label ? ` ${label}.` : ""}`;
      found.push(line("kll-named", right ? "✓ " : "✗ ", name));
    }
    if (!said.done) {
      if (!said.right) found.push(html("p", { class: "kll-again", text: word("lesson-once_more") }));
      return found;
    }
    const reasons = said.reasons.map((each, n) => (n + 1 < said.reasons.length ? html("li", { text: each }) : html("li", { class: "kll-therefore" }, [strong(each)])));
    found.push(html("div", { class: "kll-reasons" }, [html("h4", { text: word("lesson-why") }), html("ol", {}, reasons)]));
    if (said.explanation) found.push(html("p", { class: "kll-explanation", text: said.explanation }));
    found.push(html("div", { class: "kll-clauses" }, [html("h4", { text: word("index-exact") }), ...said.clauses.map((label) => html("details", {},
      [html("summary", { text: label }), html("p", { text: page.rules[label]?.[1] ?? "" })]))]));
    return found;
  }
  function showQuestion() {
    count.textContent = page.count ? `${word("lesson-question")} ${page.count.join("/")}` : "";
    prompt.textContent = page.prompt ?? word("rule_named-asked");
    if (stage() !== "look") showPlayers(page.players);
    hint.replaceChildren(...(stage() === "ask" && page.hints.length ? [html("ol", {}, page.hints.map((each) => html("li", { text: each })))] : []));
    const said = verdictNodes();
    verdict.replaceChildren(...said);
    verdict.classList.toggle("kll-right", Boolean(said.length) && page.verdict?.right === true);
    verdict.classList.toggle("kll-wrong", Boolean(page.refused) || (Boolean(said.length) && page.verdict?.right === false));
    below.textContent = stage() === "look" ? "" : page.below;
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
    const heads = ["word-player", "panel-coins", "panel-hands-short", "panel-cubes-short", "panel-adventurers"];
    const cell = (name, children) => html(name, name === "th" ? { scope: "row" } : {}, children);
    const body = rows.map((row, seat) => html("tr", { class: row.acting ? "kl-acting" : null }, [
      cell("th", [seatMark(seat), ` ${row.name}`, ...(row.acting ? [" ◂"] : [])]), cell("td", [strong(row.coins)]),
      cell("td", row.kinds.length + row.hidden ? [...row.kinds.map((kind, n) => html("span", { class: "kl-card", title: word(`kind-${KINDS[kind]}`),
        style: `background:var(--kb-${KINDS[kind]});color:var(--kb-${KINDS[kind]}-glyph)`, text: row.hand[n] })), "★".repeat(row.hidden)] : ["–"]),
      cell("td", [String(row.cubes)]), cell("td", [row.adventurers]),
    ]));
    players.replaceChildren(html("table", { class: "kl-players" }, [html("thead", {}, [html("tr", {}, heads.map((each) => html("th", { scope: "col", text: word(each) })))]),
      html("tbody", {}, body)]), html("p", { class: "kll-few", text: also }));
  }
  const seatMark = (seat) => svg("svg", { class: "kl-seat", viewBox: "-1 -1 18 18", "aria-hidden": "true" }, [
    svg("path", { d: SEATS[seat], fill: `var(--kb-player-${seat})`, stroke: `var(--kb-line-${seat})`, "stroke-width": 1.4 })]);

  // -------------------------------------------------------------- squares on the picture

  function showBoxes() {
    const wanted = page.answer;
    const onBoards = wanted && wanted.age !== null && ["squares", "buildings"].includes(wanted.sort);
    if (!onBoards || stage() === "look") return board.mark([]);
    const covered = (value) => wanted.options.find((each) => each.value === value)?.squares ?? [value];
    const right = new Map(page.solution.map((squares) => [squares[0], squares])), kinds = new Map();
    for (const squares of chosen().filter((each) => each !== "-").map(covered)) {
      kinds.set(squares[0], [squares, stage() === "told" ? (right.has(squares[0]) ? "good" : "bad") : "picked"]);
    }
    if (stage() === "told") for (const [first, squares] of right) if (!kinds.has(first)) kinds.set(first, [squares, "missed"]);
    board.mark([...kinds.values()].map(([names, kind]) => [names.map(squareNamed), kind])
      .filter(([squares]) => squares.every((square) => square !== null && board.has(square)))
      .map(([squares, kind]) => {
        const [first, wide, tall] = extent(squares);
        return [`kll-box kll-${kind}`, wanted.age, first, wide, tall, SIGNS[kind]];
      }));
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
  function aboutAge() {
    return stage() === "look" ? page.steps[page.step]?.age : page.answer?.age;
  }
  function turn() {
    const now = JSON.stringify([page.id, stage(), stage() === "look" ? page.step : page.hints.length]), age = aboutAge();
    if (now === turned) return;
    turned = now;
    if (board.isNarrow() && age !== null && age !== undefined) board.zoom(age);
  }
  function showPicture() {
    const looking = stage() === "look", items = looking ? page.steps[page.step]?.items : page.picture;
    board.stand(page.ground);
    board.speak();
    turn();
    if (!items || items === drawn) return;
    if (page.shapes !== shapes) board.draw(new Map(), page.shapes); // The same number is another shape now.
    shapes = page.shapes;
    const lively = looking && page.step === drawnStep + 1;
    drawnStep = looking ? page.step : -2;
    drawn = items;
    board.draw(new Map(Object.entries(items)), page.shapes, { lively });
    board.element.dataset.picture = looking ? `step ${page.step}` : stage();
    board.element.setAttribute("aria-label", looking ? caption.said.textContent : prompt.textContent);
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
    frame.stepped?.(step);
    showStep();
  }
  const stepLink = (n, said) => {
    const link = html("a", { href: "#", "data-index": n, text: said });
    return link;
  };
  function showStep() {
    const looking = stage() === "look", { story, steps, step } = page;
    walk.hidden = !looking || (story && last() < 1);
    ages.hidden = why.hidden = !looking || story;
    const said = looking ? steps[step] : null;
    const notes = looking ? steps.map((each) => each.note || (story && each.caption) || "") : [];
    note.show(notes[step] ?? "", notes);
    note.element.hidden = !notes.some(Boolean);
    play.textContent = word(playing ? "lesson-pause" : "lesson-play");
    if (said) {
      showPlayers(said.players);
      where.textContent = said.where;
      // A scene that has no words of its own at a step tells it as a note.
      const captions = steps.map((each) => (story && !each.note ? "" : each.caption));
      caption.show(captions[step], captions);
      AGES.forEach((age, n) => {
        const lines = steps.slice(1, step + 1).map((each, at) => [each, at + 1]).filter(([each]) => each.at === n).map(([each, at]) => html("li",
          { class: at === step ? "kll-now" : null }, [html("span", { class: "kll-sign", style: `background:var(--kb-${each.sign[1]})`, "aria-hidden": "true", text: each.sign[0] }),
            stepLink(at, each.caption), ...(each.home.length ? [html("span", { class: "kll-home" }, [...each.home.map(seatMark), "↗"])] : [])]));
        columns[n].lines.replaceChildren(lines.length ? html("ul", {}, lines) : html("p", { class: "kll-nothing", text: word("lesson-nothing_yet") }));
        columns[n].lines.scrollTop = columns[n].lines.scrollHeight;
      });
      const chain = step && said.sign && !story ? [html("section", {}, [html("h4", { text: word("lesson-causes") }), html("div", { class: "kll-causes" }, [html("ol", {},
        [...said.causes.map((at) => html("li", {}, [stepLink(at, steps[at].caption)])), html("li", { "aria-current": "step" }, [strong(said.caption)])])])])] : [];
      const [plain, exact] = page.rules[said.clause] ?? [];
      const rule = plain ? [html("section", {}, [html("h4", { text: word("lesson-clause") }), html("div", { class: "kll-rule" }, [html("p", {}, [strong(said.clause), ` ${plain}`]),
        html("details", {}, [html("summary", { text: word("index-exact") }), html("p", { text: exact })])])])] : [];
      why.replaceChildren(...chain, ...rule);
      walks.get("first").disabled = walks.get("step_back").disabled = step === 0;
      walks.get("last").disabled = walks.get("step_on").disabled = step >= last();
    }
    AGES.forEach((age, n) => { columns[n].name.textContent = word(`age-${age}`); });
    for (const [name, each] of walks) named(each, `lesson-${name}`);
    walk.title = word("lesson-keys");
    showPicture();
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
    const typing = event.target.closest("input, select, textarea");
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" && typing?.closest(".kll-answer") && chosen().length && ["ask", "rule"].includes(stage())) {
      event.preventDefault();
      act("check");
    } else if (projected() && [" ", "Enter", "ArrowRight"].includes(event.key) && !typing) {
      event.preventDefault();
      onTheWall();
    } else if (!typing && stage() === "look" && KEYS[event.key]) {
      event.preventDefault();
      walkTo(KEYS[event.key]);
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
    if (stage() === "look" && page.step < last()) walkTo("step_on");
    else if (page.turn) return;
    else if (stage() === "ask" && page.answer) act("reveal");
    else if (stage() === "told") act("show");
    else if (page.next) act("next");
  }

  // -------------------------------------------------------------- changes

  listen(list, "change", () => model.set({ place: Number(list.value) }));
  function showAll() {
    page = model.page();
    const had = root.contains(document.activeElement);
    if (stage() !== "look") stop();
    showHead();
    showQuestion();
    showStep();
    const now = document.activeElement;
    if (had && (!root.contains(now) || now?.disabled)) refocus();
  }
  // What had the focus is gone: go on with what comes next.
  function refocus() {
    const first = { ask: answer.querySelector("input"), rule: answer.querySelector("input"), told: buttons.querySelector(".kll-primary"),
      look: walks.get("step_on").disabled ? walks.get("step_back") : walks.get("step_on") }[stage()];
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
