// What stands beside the boards: what happens and why, players, a square's card, the legend.
import { causes } from "./lines.js";
import { capital, cubeIcon, html, icon, pieceIcon, svg } from "../../board/browser/nodes.js";
import { domainAt, pieceAt, squareName, storyOf } from "../../board/browser/squares.js";

const AGES = ["might", "faith", "reason"];
const KINDS = { m: "military", r: "religious", c: "civil" };
const BUILDINGS = {
  m: ["watchtower", "keep", "castle"], r: ["chapel", "monastery", "abbey"], c: ["hamlet", "town", "city"],
};
const TERRAINS = ["plain", "forest", "mountain", "river"];

export const captionOf = (game, step, language, say) => (step ? game.captions[step.say][language + 1] : say("panel-game_start"));

// ---------------------------------------------------------------- what happens

/** The line that says what happens. What is longer than its place opens above the rest. */
export function makeTold(game, view) {
  const { say } = view;
  const caption = html("p", { class: "kv-caption", "aria-live": "polite" });
  const chips = html("span", { class: "kv-chips" });
  const line = html("div", { class: "kv-line" }, [caption, chips]);
  const note = html("button", { class: "kv-note", type: "button", on: () => open("note") });
  const pop = html("div", { class: "kv-pop", hidden: true });
  const node = html("section", { class: "kv-told" }, [line, note, pop]);
  let shown = null; // what the pop shows: rule, why or note

  const here = () => view.step();
  const noteOf = (step) => (step ? (step.last && step.move.note) || "" : game.lines[view.at.line].note || game.lines["[]"].note || "");
  function draw() {
    const step = here();
    caption.textContent = captionOf(game, step, view.language(), say);
    const clause = step ? game.captions[step.say][0] : "", chained = step && step.why ? say("panel-causes") : "";
    const now = [clause, chained, shown, view.language()].join("|");
    if (chips.dataset.told !== now) {
      chips.dataset.told = now;
      chips.replaceChildren(...(clause ? [chip(clause, "rule", say("panel-clause"))] : []), ...(chained ? [chip(chained, "why", chained)] : []));
    }
    const said = view.message() || noteOf(step);
    note.textContent = said;
    note.classList.toggle("kv-said", Boolean(view.message()));
    note.disabled = !said;
    note.style.visibility = said ? "" : "hidden"; // a button without a name is none
    if (shown) fill();
  }
  function chip(text, what, title) {
    return html("button", { class: "kv-chip", type: "button", text, title, "aria-expanded": String(shown === what), on: () => open(what) });
  }
  function open(what) {
    shown = shown === what ? null : what;
    draw();
    pop.hidden = !shown;
  }
  function fill() {
    const step = here(), clause = step && game.captions[step.say][0];
    const chain = step ? causes(view.path(), view.at.frame) : [];
    const texts = { rule: clause && `${clause}: ${game.clauses[clause][view.language()]}`, note: noteOf(step) };
    const list = shown === "why" && chain.length ? html("ol", {}, chain.map((frame) => html("li", {}, [link(game, view, frame)]))) : texts[shown];
    if (!list) { close(); return; }
    pop.replaceChildren(list, html("button", { class: "kv-close", type: "button", text: "×", title: say("button-close"), "aria-label": say("button-close"), on: close }));
  }
  function close() {
    if (!shown) return;
    shown = null;
    pop.hidden = true;
    draw();
  }
  return { node, caption, draw, close, isOpen: () => Boolean(shown) };
}

function link(game, view, frame) {
  const text = captionOf(game, view.path()[frame - 1], view.language(), view.say);
  return html("button", { class: "kv-link", type: "button", text, on: () => { view.pause(); view.go(frame); } });
}

// ---------------------------------------------------------------- players and the bank

export function makePlayers(game, view) {
  const { say } = view;
  const head = html("thead"), body = html("tbody"), bank = html("p", { class: "kv-bank" });
  const node = html("section", { class: "kv-players" }, [html("table", {}, [head, body]), bank]);

  function card(letter) {
    if (letter !== "*") return icon(game, game.icons.cards[letter], 17, { x: 0, y: 0, title: say("kind-" + KINDS[letter]) });
    return svg("svg", { width: 17, height: 17, viewBox: "-.06 -.06 1.12 1.12", class: "kv-icon" }, [svg("title", { text: say("panel-hidden") }),
      svg("rect", { x: .1, y: .06, width: .8, height: .88, rx: .1, class: "kv-back" }), svg("text", { x: .5, y: .76, "font-size": .7, "text-anchor": "middle", text: "?" })]);
  }
  // The letters are for those who cannot see the pictures, and for copying.
  const hand = (text) => html("span", { class: "kv-hand", role: "img", "aria-label": text }, text === "-" ? [] : [...text].map(card));

  let rows = []; // by seat: its line, its cells, and what they say
  function row(name, seat) {
    const cells = ["kv-number kv-coins", "", "kv-left", "kv-number", "kv-number"].map((kind) => html("td", { class: kind }));
    const first = html("td", {}, [cubeIcon(game, seat), html("span", { class: "kv-name", text: name, title: name })]);
    return { node: html("tr", {}, [first, ...cells]), cells, said: [] };
  }
  function speak() {
    const heads = [["", say("word-player")], ["kv-number", say("panel-coins")], ["", say("panel-hands-short"), say("panel-hands")], ["", say("panel-cards_left")],
      ["kv-number", say("panel-cubes-short"), say("panel-cubes_left")], ["kv-number", say("viewer-taxes"), say("panel-forecast")]];
    head.replaceChildren(html("tr", {}, heads.map(([kind, text, title = text]) => html("th", { class: kind, scope: "col", text: capital(text), title }))));
    rows = game.names.map(row);
    body.replaceChildren(...rows.map(({ node }) => node));
  }
  function draw(table) {
    const [acting, round, left] = table.get("t");
    const allowance = left.map(([age, cards]) => `${say("age-" + AGES[age])}\u00a0${cards}`).join(", ");
    // Only what is new is written: a row that is made anew has the whole table measured.
    rows.forEach(({ node, cells, said }, seat) => {
      const acts = seat === acting && left.length > 0;
      if (node.classList.toggle("kv-acting", acts)) node.setAttribute("aria-current", "true"); else node.removeAttribute("aria-current");
      const [coins, cards, cubes, taxes] = [..."chux"].map((key) => table.get(key + seat));
      [coins, cards, acts ? allowance : "", cubes, taxes].forEach((what, n) => {
        if (said[n] === what) return;
        said[n] = what;
        cells[n].replaceChildren(n === 1 ? hand(what) : String(what));
        if (n === 2) cells[n].title = what;
      });
    });
    const supply = Object.keys(BUILDINGS).map((kind) => BUILDINGS[kind].map((name, rank) => `${say("building-" + name)} ${table.get("s" + kind)[rank]}`).join(", "));
    const open = table.get("o") ? [`${say("word-open_cards")} `, hand(table.get("o")), " · "] : [];
    const may = allowance && [html("span", { class: "kv-allowance", text: `${capital(say("panel-cards_left"))}: ${allowance} · ` })];
    const told = [round, allowance, table.get("o"), table.get("q"), supply].join("|");
    if (bank.dataset.told === told) return;
    bank.dataset.told = told;
    bank.replaceChildren(`${say("viewer-round", { n: round })} · `, ...(may || []), ...open, `${say("panel-pile")} ${table.get("q")} · ${say("panel-supply")}: ${supply.join("; ")}`);
    bank.title = bank.textContent;
  }
  return { node, draw, speak };
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
  return { node, draw };
}
