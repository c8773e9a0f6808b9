// The verdict on the turn that is shown, from the review that came with the game or was told later; and what
// the moment promises where there is no review.
//
// A review is `{ steps, chance, low, high, coins, turns, luck, working }`: by point of the curve its step and, by
// seat, the chance to win (in percent, with its interval) and the expected coins; each turn
// `{ first, step, seat, label, mark, coins, chance, why, better, more, ghosts }`, where numbers are
// `[value, low, high]` for the player (less than 0 is lost), words are one text a language, and ghosts are items
// for the board. An outlook is `{ line, frame, chance, coins, turns }` with `[words, coins, chance]` of turns.
import { isBad, turnAt } from "./lines.js";
import { cubeIcon, html, shapeNode, svg } from "./nodes.js";
import { placeOf } from "./squares.js";

const NAMES = { "??": "verdict-blunder", "?": "verdict-mistake", "?!": "verdict-doubtful", "!": "verdict-good" };
const WIDEST = { coins: 12, chance: 60 }; // what the bars of intervals have room for

const SIGNS = { added: "M-.2 0H.2M0 -.2V.2", out: "M-.2 0H.2", gone: "M-.15 -.15L.15 .15M-.15 .15L.15 -.15" };

/** What the better turn does, by `age.square`: shapes that are `added`, ranks of what is left `out` and `gone`. */
const ghostNodes = (game, thought) => Object.entries(thought).flatMap(([kind, all]) => Object.entries(all).map(([key, told]) => {
  const { x, y } = placeOf(`b${key}`, game.map), added = kind === "added", rank = added ? game.pieces[told][0] : told;
  return svg("g", { class: `kb-${kind}` }, [...(added ? [shapeNode(game, told, x, y)] : []), svg("rect", { x: x + .06, y: y + .06, width: rank - .12, height: rank - .12, rx: .1 }),
    svg("g", { transform: `translate(${kind === "out" ? x + rank : x} ${y})` }, [svg("circle", { r: .38 }), svg("path", { d: SIGNS[kind] })])]);
}));

export function makeVerdict(game, view) {
  const { at, say, acts } = view;
  const head = html("h2"), text = html("div", { class: "kv-verdict-text" }), buttons = html("div", { class: "kv-acts" });
  const node = html("section", { class: "kv-verdict" }, [head, text, buttons]);
  const summary = html("summary"), lines = html("div"), luck = html("details", { class: "kv-luck" }, [summary, lines]);
  let drawn = "", hopes = null; // what the last one was drawn from
  const number = (value, digits) => Math.abs(value).toLocaleString(view.code(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const signed = (value, digits) => `${Number(value.toFixed(digits)) ? (value < 0 ? "−" : "+") : ""}${number(value, digits)}`;

  /** Words with their clauses, `(B6)`, as buttons that open the rule. */
  function withClauses(words) {
    return words.split(/\(([A-Z]\d\w?)\)/).map((part, n) => (n % 2 ? html("button", { type: "button", class: "kv-clause", text: part, title: say("panel-clause"), on: () => view.rule(part) }) : part));
  }
  function bar(measure, [value, low, high], word, between) {
    const digits = measure === "coins" ? 1 : 0, ends = [Math.abs(low), Math.abs(high)].sort((one, other) => one - other);
    const most = Math.max(WIDEST[measure], ends[1]), share = (part) => 100 * Math.min(1, part / most);
    const crosses = low < 0 !== high < 0, from = crosses ? 0 : ends[0];
    return [html("dt", { text: say(word) }), html("dd", {}, [
      html("span", { class: `kv-interval ${value > 0 ? "kv-good" : "kv-bad"}`, "aria-hidden": "true" }, [html("i", { style: `left:${share(from)}%;width:${share(ends[1] - from)}%` }), html("b", { style: `left:${share(Math.abs(value))}%` })]),
      html("b", { text: signed(value, digits) }), html("small", { text: say(between, crosses ? { n: signed(low, digits), all: signed(high, digits) } : { n: number(ends[0], digits), all: number(ends[1], digits) }) }),
    ])];
  }
  const whose = (turn) => html("span", { class: "kv-whose" }, [`${turn.label} · `, cubeIcon(game, turn.seat, 11), ` ${game.names[turn.seat]}`]);
  function reviewed(turn) {
    const language = view.language(), bad = isBad(turn.mark), key = turn.mark ? NAMES[turn.mark] ?? "verdict-good" : turn.coins ? "verdict-fine" : "verdict-open";
    head.replaceChildren(...(turn.mark ? [html("b", { class: `kv-sign ${bad ? "kv-bad" : "kv-good"}`, text: turn.mark })] : []), html("span", { text: say(key) }), whose(turn));
    const parts = [];
    if (turn.why) parts.push(html("p", {}, withClauses(turn.why[language])));
    if (turn.mark && turn.coins) {
      parts.push(html("p", { class: "kv-quiet", text: say(bad ? "verdict-against" : "verdict-against_next") }),
        html("dl", {}, [...bar("coins", turn.coins, "verdict-coins", "verdict-between"), ...bar("chance", turn.chance, "verdict-chance", "verdict-points")]));
    }
    if (turn.better) parts.push(html("p", {}, [html("b", { text: `${say(bad ? "verdict-better" : "verdict-next")} ` }), turn.better[language]]));
    if (turn.more) parts.push(html("details", {}, [html("summary", { class: "kv-quiet", text: say("verdict-more") }), html("p", { class: "kv-quiet" }, withClauses(turn.more[language]))]));
    text.replaceChildren(...parts);
    const ghosts = turn.ghosts ? [html("label", { class: "kv-ghosts" }, [check(), html("span", {}, [`${say("verdict-ghosts")} `, html("b", { class: "kv-good", text: "+" }), ` ${say("verdict-added")}, `, html("b", { text: "−" }), ` ${say("verdict-left_out")}`])])] : [];
    buttons.replaceChildren(...ghosts, ...(turn.better ? [act("try"), act("keep")] : []), ...(bad ? [act("train")] : []), ...work());
  }
  function check() {
    const made = html("input", { type: "checkbox" });
    made.checked = at.ghosts;
    made.addEventListener("change", () => { at.ghosts = made.checked; view.show(); });
    return made;
  }
  const act = (name) => (acts[name] ? html("button", { type: "button", class: "kv-link", "data-act": name, text: say(`act-${name}`), title: say(`act-${name}_hint`), on: () => acts[name]() }) : "");
  // What can be done about the review itself.
  function work() {
    const { working } = game.review ?? {};
    if (working) return [html("span", { class: "kv-quiet", text: say("verdict-working", { n: working[0], all: working[1] }) }), act("stop")];
    return game.review?.finished ? [] : [act("review")];
  }
  function hoped(outlook) {
    head.replaceChildren(html("span", { text: say("outlook-title") }), ...(outlook.over ? [] : [html("span", { class: "kv-whose" }, [cubeIcon(game, outlook.seat, 11), ` ${game.names[outlook.seat]}`])]));
    text.replaceChildren(...outlook.turns.map(([words, coins, chance], n) => html("p", {}, [...(n ? [] : [html("b", { text: `${say("verdict-best")} ` })]), words[view.language()], html("span", { class: "kv-quiet", text: ` ${say("verdict-promises", { n: coins, all: chance })}` })])));
    buttons.replaceChildren(...work());
  }
  function draw() {
    const turn = turnAt(game, at.line, at.frame), { outlook } = at;
    const now = [turn ? `${turn.label}.${turn.mark}.${turn.coins}` : outlook ? `outlook ${at.line}.${at.frame}.${outlook.turns.length}` : "", game.review?.working, view.language(), at.ghosts].join("|");
    // What was said of the moment before stays, faintly, until the next is judged.
    const waiting = !turn && !outlook && hopes && at.line === hopes.line;
    node.classList.toggle("kv-waiting", Boolean(waiting));
    if (now === drawn || waiting) return;
    drawn = now;
    hopes = turn ? null : outlook;
    if (turn) reviewed(turn);
    else if (outlook) hoped(outlook);
    else {
      // Before the first turn stands what the whole review comes to; without one, what a coach is.
      const about = game.review?.luck?.[view.language()] ?? (game.review || !acts.review ? [] : [say("coach-about")]);
      head.replaceChildren(html("span", { text: say(acts.review || game.review ? "coach-title" : "") }));
      text.replaceChildren(...about.map((line) => html("p", { class: "kv-quiet", text: line })));
      buttons.replaceChildren(...work());
    }
    node.hidden = !turn && !outlook && !acts.review && !game.review;
  }
  function speak() {
    drawn = "";
    hopes = null;
    const told = game.review?.luck;
    luck.hidden = !told;
    summary.textContent = say("review-luck");
    if (told) lines.replaceChildren(...told[view.language()].map((line) => html("p", { text: line })));
    draw();
  }
  // What the better turn adds and leaves out lies over the boards of the turn that it is better than.
  let shown = null;
  function lay(group) {
    const wanted = at.ghosts && at.mode === "look" && !at.playing && turnAt(game, at.line, at.frame)?.ghosts || null;
    if (wanted !== shown) group.replaceChildren(...(shown = wanted) ? ghostNodes(game, wanted) : []);
  }
  return { node, luck, draw, speak, lay };
}
