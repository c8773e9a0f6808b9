// What stands beside the boards: what happens and why, players, a square's card, the legend.
import { causes, chancesAt } from "./lines.js";
import { capital, cubeIcon, html, icon, paired, pieceIcon, svg } from "./nodes.js";
import { domainAt, pieceAt, squareName, storyOf } from "./squares.js";

const AGES = ["might", "faith", "reason"];
const KINDS = { m: "military", r: "religious", c: "civil" };
const BUILDINGS = {
  m: ["watchtower", "keep", "castle"], r: ["chapel", "monastery", "abbey"], c: ["hamlet", "town", "city"],
};
const TERRAINS = ["plain", "forest", "mountain", "river"];

export const captionOf = (game, step, language, say) => (step ? game.captions[step.say][language + 1] : say("panel-game_start"));

// ---------------------------------------------------------------- what happens

/** The line that says what happens. Rules, causes and long comments open upwards from it, over no control. */
export function makeTold(game, view) {
  const { say } = view;
  const caption = html("p", { class: "kv-caption", "aria-live": "polite" });
  const chips = html("span", { class: "kv-chips" });
  const line = html("div", { class: "kv-line" }, [caption, chips]);
  const note = html("button", { class: "kv-note", type: "button", on: () => open("note") });
  const pop = html("div", { class: "kv-pop", hidden: true });
  const node = html("section", { class: "kv-told" }, [line, note, pop]);
  let shown = null; // what the pop shows: the name of a clause, why or note

  const here = () => view.step();
  const noteOf = (step) => (step ? (step.last && step.move.note) || "" : game.lines[view.at.line].note || game.lines["[]"].note || "");
  function draw() {
    const step = here(), words = captionOf(game, step, view.language(), say), lead = /^[^\s:]{3,16}: /.exec(words)?.[0] ?? "";
    caption.replaceChildren(...(lead ? [html("b", { text: lead })] : []), words.slice(lead.length));
    const clause = step ? game.captions[step.say][0] : "", chained = step && step.why ? say("panel-causes") : "";
    const now = [clause, chained, shown, view.language()].join("|");
    if (chips.dataset.told !== now) {
      chips.dataset.told = now;
      chips.replaceChildren(...(clause ? [chip(clause, clause, "kv-clause", say("panel-clause"))] : []), ...(chained ? [chip(chained, "why", "kv-link", chained)] : []));
    }
    const said = view.message() || noteOf(step);
    note.textContent = said;
    note.classList.toggle("kv-said", Boolean(view.message()));
    note.disabled = !said;
    note.style.visibility = said ? "" : "hidden"; // a button without a name is none
    if (shown) fill();
  }
  function chip(text, what, sort, title) {
    return html("button", { class: `kv-chip ${sort}`, type: "button", text, title, "aria-expanded": String(shown === what), on: () => open(what) });
  }
  function open(what) {
    shown = shown === what ? null : what;
    draw();
    pop.hidden = !shown;
  }
  function fill() {
    const chain = here() ? causes(view.path(), view.at.frame) : [];
    const rule = game.clauses[shown] && `${shown}: ${game.clauses[shown][view.language()]}`;
    const list = shown === "why" && chain.length ? html("ol", {}, chain.map((frame) => html("li", {}, [link(game, view, frame)]))) : shown === "note" ? noteOf(here()) : rule;
    if (!list) { close(); return; }
    pop.replaceChildren(list, html("button", { class: "kv-close", type: "button", text: "×", title: say("button-close"), "aria-label": say("button-close"), on: close }));
  }
  function close() {
    if (!shown) return;
    shown = null;
    pop.hidden = true;
    draw();
  }
  return { node, caption, draw, close, rule: open, isOpen: () => Boolean(shown) };
}

function link(game, view, frame) {
  const text = captionOf(game, view.path()[frame - 1], view.language(), view.say);
  return html("button", { class: "kv-link", type: "button", text, on: () => view.go(frame) });
}

// ---------------------------------------------------------------- players and the bank

/** The table of players, which is the legend of the curve; where there is room for one age, the same in a corner. */
export function makePlayers(game, view) {
  const { say } = view;
  const head = html("thead"), body = html("tbody"), bank = html("p", { class: "kv-bank" });
  const node = html("section", { class: "kv-players" }, [html("table", {}, [head, body]), bank]);
  const odds = html("ul", { class: "kv-odds" });

  function card(letter) {
    if (letter !== "*") return icon(game, game.icons.cards[letter], 17, { x: 0, y: 0, title: say("kind-" + KINDS[letter]) });
    return svg("svg", { width: 17, height: 17, viewBox: "-.06 -.06 1.12 1.12", class: "kv-icon" }, [svg("title", { text: say("panel-hidden") }),
      svg("rect", { x: .1, y: .06, width: .8, height: .88, rx: .1, class: "kv-back" }), svg("text", { x: .5, y: .76, "font-size": .7, "text-anchor": "middle", text: "?" })]);
  }
  // The letters are for those who cannot see the pictures, and for copying.
  const hand = (text) => html("span", { class: "kv-hand", role: "img", "aria-label": text }, text === "-" ? [] : [...text].map(card));
  const dash = (seat) => svg("svg", { width: 24, height: 4, viewBox: "0 0 24 4", class: "kv-dash", "aria-hidden": "true" }, [svg("path", { ...paired(game.icons.curves[seat]), d: "M0 2h24" })]);
  const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

  let rows = []; // by seat: its line, its cells, and what they say
  function row(name, seat) {
    const cells = ["kv-number kv-coins", "", "kv-number", "kv-number", "kv-chance"].map((kind) => html("td", { class: kind }));
    const first = html("th", { scope: "row" }, [cubeIcon(game, seat, 13), dash(seat), html("span", { class: "kv-name", text: name, title: name })]);
    return { node: html("tr", {}, [first, ...cells]), cells, odds: html("li"), said: [] };
  }
  function speak() {
    const heads = [["", say("word-player")], ["kv-number", say("panel-coins")], ["", say("panel-hands-short"), say("panel-hands")],
      ["kv-number", say("panel-cubes-short"), say("panel-cubes_left")], ["kv-number", say("viewer-taxes_now"), say("panel-forecast")], ["kv-chance", say("viewer-chance_change"), say("viewer-chance"), say("verdict-chance")]];
    head.replaceChildren(html("tr", {}, heads.map(([kind, text, title = text, short = text]) => html("th", { class: kind, scope: "col", title },
      [html("span", { class: "kv-wide", text: capital(text) }), html("span", { class: "kv-narrow", text: capital(short) })]))));
    rows = game.names.map(row);
    body.replaceChildren(...rows.map((each) => each.node));
    odds.replaceChildren(html("li", { class: "kv-quiet" }), ...rows.map((each) => each.odds));
  }
  function chance(cell, now, change) {
    cell.replaceChildren(...(now === undefined ? [] : [html("span", { class: "kv-share" }, [html("i", { style: `width:${now}%` })]), html("b", { text: `${now}\u00a0%` }), html("small", { text: change === undefined ? "" : signed(change) })]));
  }
  function draw(table) {
    const [acting, round, left] = table.get("t"), known = chancesAt(game, view.at);
    // Only what is new is written: a row that is made anew has the whole table measured.
    rows.forEach(({ node, cells, odds: corner, said }, seat) => {
      const acts = seat === acting && left.length > 0;
      if (node.classList.toggle("kv-acting", acts)) node.setAttribute("aria-current", "true"); else node.removeAttribute("aria-current");
      const [coins, cards, cubes, taxes] = [..."chux"].map((key) => table.get(key + seat)), now = known?.now[seat], change = known?.change?.[seat];
      [coins, cards, cubes, taxes, `${now} ${change}`].forEach((what, n) => {
        if (said[n] === what) return;
        said[n] = what;
        if (n === 4) chance(cells[n], now, change);
        else cells[n].replaceChildren(n === 1 ? hand(what) : String(what));
        if (n === 0 || n === 4) corner.replaceChildren(cubeIcon(game, seat, 13), html("b", { text: now ?? coins }), now === undefined ? "" : "%");
      });
    });
    node.classList.toggle("kv-no-chances", !known && !view.acts.review);
    odds.firstChild.textContent = say(known ? "verdict-chance" : "panel-coins");
    drawBank(table, round, game.names[acting], left.filter(([, cards]) => cards));
  }
  function drawBank(table, round, who, left) {
    const open = table.get("o") ?? "", told = [view.language(), round, who, left, open, table.get("q"), ...Object.keys(KINDS).map((kind) => table.get("s" + kind))].join("|");
    if (bank.dataset.told === told) return;
    bank.dataset.told = told;
    const may = left.map(([age, n]) => say(n === 1 ? "viewer-card_in" : "viewer-cards_in", { n, what: say("age-" + AGES[age]) })).join(", ");
    const tiles = Object.keys(BUILDINGS).flatMap((kind) => BUILDINGS[kind].map((name, rank) => [`${say("building-" + name)} ${table.get("s" + kind)[rank]}`, icon(game, game.icons.tiles[kind][rank], 14, { x: 0, y: 0, scale: 1 / (rank + 1) }), `\u2009${table.get("s" + kind)[rank]} `]));
    const first = may ? say("viewer-may_play", { who, what: may }) : say("viewer-round", { n: round });
    bank.replaceChildren(html("b", { text: first, title: first }),
      html("span", {}, open ? [`${say("word-open_cards")} `, hand(open)] : []), html("span", { text: `${say("panel-pile")} ${table.get("q")}` }),
      html("span", { class: "kv-tiles", title: `${say("panel-supply")}: ${tiles.map(([words]) => words).join(", ")}` }, tiles.flatMap(([, ...shown]) => shown)));
  }
  return { node, odds, draw, speak };
}

// ---------------------------------------------------------------- a square

const coins = (say, n) => say(n === 1 ? "viewer-coin" : "viewer-coins", { n });

/** What a building and its domain are worth in one sentence. */
export function domainWords(game, domain, say) {
  const [amount, holders, collectors] = domain.facts;
  const names = (seats) => [...seats].map((seat) => game.names[seat]).join(", ");
  if (!amount) return say("card-nothing");
  if (!holders) return say("card-nobody", { n: coins(say, amount) });
  if (!collectors) return say("card-away", { n: coins(say, amount), who: names(holders) });
  return say("card-pays", { n: coins(say, amount), who: names(collectors) });
}

export function squareWords(game, { age, sq }, say) {
  const row = Math.floor(sq / game.map.stride), terrain = TERRAINS[game.map.terrains.indexOf(game.map.rows[row][sq % game.map.stride])];
  return `${squareName(sq)}, ${say("age-" + AGES[age])} (${say("terrain-" + terrain)})`;
}

export function fillCard(card, game, view, items, place) {
  const { say } = view, language = view.language();
  const here = pieceAt(game, items, place), domain = here && domainAt(game, items, place);
  const { frames, fromStart } = storyOf(game, view.path(), view.at.frame, place);
  const first = fromStart && pieceAt(game, new Map(Object.entries(game.start)), place);
  const story = frames.map((frame) => html("li", {}, [link(game, view, frame)]));
  if (first && frames.length) story.unshift(html("li", { text: say("card-first", { what: game.pieces[first.shape][language + 2] }) }));
  const nothing = here ? say("card-begins") : say("card-never");
  card.replaceChildren(
    html("button", { class: "kv-close", type: "button", text: "×", title: say("button-close"), "aria-label": say("button-close"), on: () => view.pick(null) }),
    html("h4", { text: squareWords(game, place, say) }),
    html("p", { class: "kv-what" }, here ? [pieceIcon(game, here.shape, 20), " ", capital(game.pieces[here.shape][language + 2])] : [say("panel-square-empty")]),
    ...(domain ? [html("p", { text: domainWords(game, domain, say) })] : []),
    story.length ? html("ol", {}, story) : html("p", { class: "kv-quiet", text: nothing }),
  );
}

// ---------------------------------------------------------------- the legend

export function makeLegend(game, view) {
  const summary = html("summary"), body = html("div");
  const node = html("details", { class: "kv-legend" }, [summary, body]);
  function draw() {
    summary.textContent = view.say("panel-legend");
    if (!node.open) return;
    const language = view.language();
    const { columns, views } = game.legends;
    body.replaceChildren(...views[view.at.view].map((n) => columns[n]).map(([titles, signs]) => html("div", {}, [
      html("h4", { text: titles[language] }),
      html("ul", {}, signs.map(([shape, words, wide]) => html("li", {}, [icon(game, shape, 20, { x: wide / 2, wide: Math.max(1, wide), scale: .9 }), " " + words[language]]))),
    ])));
  }
  node.addEventListener("toggle", draw);
  function toggle() {
    node.open = !node.open;
    if (node.open) node.scrollIntoView({ block: "nearest" });
  }
  return { node, draw, toggle };
}
