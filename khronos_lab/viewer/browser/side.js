// What stands beside the boards: words, moves, players, the curve, a square, the legend.

// ---------------------------------------------------------------- words: caption, comment, causes

function caption(here = step()) {
  return here ? data.captions[here.say][language + 1] : say("panel-game_start");
}

function drawWords() {
  const here = step(), line = $("caption");
  line.replaceChildren(caption() + " ");
  if (here) {
    const open = !$("rule").hidden, clause = data.captions[here.say][0];
    line.append(html("button", { text: clause, title: say("panel-clause"), "aria-expanded": open, "aria-controls": "rule", on: toggleRule }));
    $("rule").textContent = `${clause}: ${data.clauses[clause][language]}`;
  } else $("rule").hidden = true;
  // A comment belongs to the end of its move; the one of a whole line to its beginning.
  const note = here ? here.last && here.move.note : data.lines[0].note;
  $("note").hidden = !note;
  $("note").textContent = note || "";
  const chain = causes();
  $("why").hidden = !chain.length;
  $("why").querySelector("ol").replaceChildren(...chain.map((frame) => html("li", {}, [link(frame)])));
}

function toggleRule() {
  $("rule").hidden = !$("rule").hidden;
  $("caption").querySelector("button").setAttribute("aria-expanded", !$("rule").hidden);
}

function causes() {
  const chain = [];
  for (let frame = at.frame; frame && path()[frame - 1].why; chain.unshift(frame)) frame -= path()[frame - 1].why;
  return chain;
}

function link(frame) {
  return html("button", { class: "link", text: caption(path()[frame - 1]), on: () => { pause(); go(frame); } });
}

// ---------------------------------------------------------------- the list of moves

const buttons = new Map(); // line and number of a move: its button
const blocks = []; // by line: its block

function drawMoves() {
  buttons.clear();
  $("moves").replaceChildren(...turns(0));
}

function remark(text) { return html("p", { class: "remark", text }); }

function turns(number) {
  const line = data.lines[number], nodes = [];
  let turn = null;
  if (line.note) nodes.push(remark(line.note));
  for (const each of line.moves) {
    if (!turn || turn.label !== each.turn) {
      turn = { label: each.turn, node: html("div", { class: "turn" }, [cubeIcon(each.seat, 13), html("b", { text: " " + each.turn })]) };
      if (number === 0) turn.node.append(html("span", { class: "muted", text: data.names[each.seat] }), html("br"));
      nodes.push(turn.node);
    }
    turn.node.append(moveButton(each));
    if (each.note) turn.node.append(remark(each.note));
    for (const other of each.others || []) {
      blocks[other] = html("div", { class: "other" }, turns(other));
      turn.node.append(blocks[other]);
    }
  }
  return nodes;
}

function moveButton(each) {
  const button = html("button", { text: each.text + (each.mark || ""), on: () => { pause(); go(each.last, each.line); } });
  buttons.set(`${each.line}.${each.index}`, button);
  return button;
}

function markMove() {
  const here = step(), list = $("moves");
  for (const old of list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
  blocks.forEach((block, line) => block.classList.toggle("open", line === at.line));
  $("main-line").hidden = at.line === 0;
  if (!here) { list.scrollTop = 0; return; }
  const button = buttons.get(`${here.move.line}.${here.move.index}`);
  button.setAttribute("aria-current", "step");
  const top = button.offsetTop, bottom = top + button.offsetHeight;
  if (top < list.scrollTop + 30 || bottom > list.scrollTop + list.clientHeight - 30) list.scrollTop = top - list.clientHeight / 3;
}

// ---------------------------------------------------------------- players and coins

function drawPlayers(table) {
  const [acting, round, left] = table.t;
  const heads = [["", ""], ["number", say("panel-coins")], ["", say("panel-hands-short"), say("panel-hands")], ["", say("panel-cards_left")],
    ["number", say("panel-cubes-short"), say("panel-cubes_left")], ["number", say("panel-forecast")]];
  $("players").querySelector("thead").replaceChildren(html("tr", {}, heads.map(([kind, text, title = text]) => html("th", { class: kind, scope: "col", text, title }))));
  const allowance = left.map(([age, cards]) => `${say("age-" + AGES[age])} ${cards}`).join(", ");
  $("players").querySelector("tbody").replaceChildren(...data.names.map((name, seat) => {
    const acts = seat === acting && left.length;
    return html("tr", acts ? { class: "acting", "aria-current": "true" } : {}, [
      html("td", {}, [cubeIcon(seat), " ", html("span", { class: "name", text: name, title: name }), acts ? " ◂" : ""]),
      html("td", { class: "number" }, [html("span", { class: "coins", text: table["c" + seat] })]),
      html("td", {}, [hand(table["h" + seat])]),
      html("td", { class: "wraps", text: acts ? allowance : "" }),
      html("td", { class: "number", text: table["u" + seat] }),
      html("td", { class: "number", text: table["x" + seat] }),
    ]);
  }));
  const supply = ["m", "r", "c"].map((kind) => BUILDINGS[kind].map((name, rank) => `${say("building-" + name)} ${table[`s${kind}${rank + 1}`]}`).join(", "));
  const bank = [`${capital(say("word-round"))} ${round}`, `${say("panel-pile")} ${table.q}`];
  const open = table.o ? [`. ${capital(say("word-open_cards"))}: `, hand(table.o)] : [];
  $("bank").replaceChildren(bank.join(", "), ...open, `. ${say("panel-supply")}: ${supply.join("; ")}.`);
}

let curve = null; // what the last curve was drawn from

function drawCurve() {
  const box = $("curve"), width = box.clientWidth || 400, height = box.clientHeight || 170;
  const steps = path(), sum = [];
  const now = data.names.map((_, seat) => data.scene["c" + seat]);
  sum.push([...now]);
  for (const each of steps) {
    for (const seat of now.keys()) if (each.new && each.new["c" + seat] !== undefined) now[seat] = each.new["c" + seat];
    sum.push([...now]);
  }
  const most = Math.max(8, ...sum.flat());
  const x = (frame) => 26 + (width - 36) * frame / Math.max(1, steps.length);
  const y = (coins) => height - 18 - (height - 30) * coins / most;
  curve = { x, y, sum, width, steps: steps.length };
  const nodes = [];
  for (let coins = 0, gap = most > 40 ? 20 : most > 16 ? 10 : 4; coins <= most; coins += gap) {
    nodes.push(svg("line", { class: "rule", x1: 26, x2: width - 10, y1: y(coins), y2: y(coins) }),
      svg("text", { x: 22, y: y(coins) + 4, "text-anchor": "end", text: coins }));
  }
  let round = data.scene.t[1], from = 0;
  const label = (frame) => x(frame) - x(from) > 14 && nodes.push(svg("text", { x: (x(from) + x(frame)) / 2, y: height - 4, "text-anchor": "middle", text: `${from ? "" : say("axis-round") + " "}${round}` }));
  steps.forEach((each, n) => {
    const turn = each.new && each.new.t;
    if (turn && turn[1] !== round) {
      label(n + 1);
      [round, from] = [turn[1], n + 1];
      nodes.push(svg("line", { class: "rule", x1: x(from), x2: x(from), y1: 8, y2: height - 18 }));
    }
    if (each.stop === "tax") nodes.push(svg("g", { transform: move(x(n + 1), 8, 11) }, [...badge("pay", 0, 0, 1), svg("title", { text: say("legend-taxation") })]));
  });
  label(steps.length);
  data.names.forEach((name, seat) => nodes.push(svg("polyline", {
    class: "curve" + seat, points: sum.map((coins, frame) => `${x(frame).toFixed(1)},${y(coins[seat]).toFixed(1)}`).join(" "),
  }, [svg("title", { text: name })])));
  curve.cursor = svg("g");
  box.setAttribute("viewBox", `0 0 ${width} ${height}`);
  box.replaceChildren(...nodes, curve.cursor);
  curve.line = at.line;
  moveCursor();
}

function moveCursor() {
  const { x, y, sum, cursor } = curve, here = x(at.frame);
  cursor.replaceChildren(svg("line", { class: "cursor", x1: here, x2: here, y1: 8, y2: y(0) }),
    ...data.names.map((_, seat) => shape(data.shapes.cubes[seat], here, y(sum[at.frame][seat]), 24)));
  const coins = data.names.map((name, seat) => `${name} ${sum[at.frame][seat]}`).join(", ");
  $("curve").setAttribute("aria-label", `${say("title-income")}: ${coins}`);
}

// ---------------------------------------------------------------- the story of a square

const covers = (sq, code, wanted) => {
  const rank = Number(code[1]), columns = wanted % map.stride - sq % map.stride;
  const rows = Math.floor(wanted / map.stride) - Math.floor(sq / map.stride);
  return columns >= 0 && columns < rank && rows >= 0 && rows < rank;
};

function pick(event) {
  const boards = $("boards"), spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(boards.getScreenCTM().inverse());
  const y = Math.floor(spot.y), age = map.lefts.findIndex((left) => spot.x >= left && spot.x < left + map.rows[0].length);
  if (age < 0 || y < 0 || y >= map.rows.length) return;
  const x = Math.floor(spot.x);
  at.square = { age, x, y, sq: y * map.stride + x - map.lefts[age] };
  show();
}

function called(code) { // a building in words
  const word = BUILDINGS[code[0]][code[1] - 1], side = code[2], cubes = [...code.slice(3)];
  const name = side === "p" ? say("building-printed") : side === "t" ? say("building-" + word) : say("ruin-" + word);
  const half = side === "h" ? `, ${say("ruin-half_restored")}` : "";
  return name + half + (cubes.length ? `: ${cubes.map((seat) => data.names[seat]).join(", ")}` : "");
}

function drawSquare(table) {
  const box = $("square"), picked = at.square;
  box.hidden = !picked;
  if (!picked) return;
  const on = (key) => key.startsWith(`b${picked.age}.`);
  const here = Object.entries(table).find(([key, code]) => on(key) && covers(place(key).sq, code, picked.sq));
  const terrain = ["plain", "forest", "mountain", "river"][map.letters.indexOf(map.rows[picked.y][picked.x - map.lefts[picked.age]])];
  box.querySelector("h2").textContent = `${say("age-" + AGES[picked.age])} ${squareName(picked.sq)} (${say("terrain-" + terrain)})`;
  box.querySelector("p").textContent = here ? capital(called(here[1])) : say("panel-square-empty");
  const story = [], standing = Object.fromEntries(Object.entries(data.scene).filter(([key]) => on(key)));
  path().slice(0, at.frame).forEach((each, n) => {
    const touched = Object.entries(each.new || {}).filter(([key]) => on(key));
    if (touched.some(([key, code]) => covers(place(key).sq, code || standing[key], picked.sq))) story.push(n + 1);
    for (const [key, code] of touched) standing[key] = code;
  });
  box.querySelector("ol").replaceChildren(...story.map((frame) => html("li", {}, [link(frame)])));
}

// ---------------------------------------------------------------- the legend

function drawLegend() {
  const tile = (code) => icon(22, 1, [shape(data.shapes.buildings[code], 0, 0, 1 / code[1])]);
  const terrain = (n) => icon(22, 1, [svg("rect", { class: "g" + n, width: 1, height: 1 }), svg("path", { class: `texture x${n}`, d: "M0 0" + data.shapes.textures[n] })]);
  const mark = (name) => icon(22, 1, [svg("rect", { class: `mark mark-${name}`, x: .07, y: .07, width: .86, height: .86 }), ...badge(name, .5, .5, .6)]);
  const head = "M2 .5L1.4 .85V.15z", bar = "M1.6 .1H1.85V.9H1.6z", cross = data.shapes.symbols.gone;
  const ends = { cast: [head], replaced: [head], erased: [cross, move(1.6, .5, 1)], withdrawn: [cross, move(1.6, .5, 1)] };
  const shadow = (sort) => {
    const [d, transform] = ends[sort] || [bar];
    const line = sort === "erased" ? [] : [svg("path", { class: `arrow arrow-${sort}`, d: "M0 .5H1.6" })];
    return icon(22, 2, [...line, svg("path", { class: `tip tip-${sort}`, d, transform: transform || "" })]);
  };
  const area = (seats, text) => icon(22, 2, [...(seats.length ? [] : [svg("path", { class: "nobody", d: "M.1 .1H1.9V.9H.1z" })]),
    ...seats.flatMap((seat, n) => [...(n ? [] : [svg("path", { class: `casing casing${seat}`, d: "M.1 .1H1.9V.9H.1z" })]),
      svg("path", { class: `band edge${seat}`, d: "M.1 .1H1.9V.9H.1z", ...(n ? { "stroke-dasharray": "0 .4 .4 .001" } : {}) })]),
    svg("text", { x: 1, y: .75, "font-size": .7, "text-anchor": "middle", text })]);
  const disc = data.shapes.buildings.m1t[0][0];
  const touching = (sides) => icon(22, 2, [svg("path", { class: "link" + sides, d: "M.4 .5H1.6" }),
    ...[.4, 1.6].map((cx) => svg("circle", { class: disc, cx, cy: .5, r: .3 }))]);
  const held = [["legend-controlled", [0], "3"], ["legend-contested", [0, 1], "3"],
    ["legend-uncontrolled", [], "3"], ["legend-tax_lost", [1], "(3)"]];
  const columns = [
    [say("legend-terrain"), ["plain", "forest", "mountain", "river"].map((name, n) => [terrain(n), say("terrain-" + name)])],
    ...["m", "r", "c"].map((kind) => [say("kind-" + KINDS[kind]), BUILDINGS[kind].map((name, n) => [tile(`${kind}${n + 1}t`), say("building-" + name)])
      .concat(kind === "c" ? [[tile("c1p"), say("building-printed")]] : [[tile(kind + "2r"), say("legend-ruin")], [tile(kind + "3h"), say("legend-half_restored")]])]),
    [`${say("legend-cube")}, ${say("legend-adventurer")}`, data.names.map((name, seat) => [icon(22, 2, [shape(data.shapes.cubes[seat], .5, .5, 1.9), shape(data.shapes.pawns[seat], 1.5, .5, .8)]), name])],
    [say("legend-last_action"), Object.entries(data.marks).map(([name, key]) => [mark(name), say(key)])],
    [say("title-shadows"), ["cast", "replaced", "blocked", "missing", "erased", "withdrawn"].map((sort) => [shadow(sort), say("legend-shadow-" + sort)])],
    [say("title-control"), held.map(([name, seats, text]) => [area(seats, text), say(name)])],
    [say("view-domains"), [[area([], ""), say("word-domain")], ...[1, 2, 3].map((sides) => [touching(sides), say("legend-sides-" + sides)])]],
    [say("view-difference"), ["new", "gone", "touched"].map((name) => [mark(name), say(data.marks[name])])],
  ];
  $("legend").querySelector("div").replaceChildren(...columns.map(([title, items]) => html("div", {}, [
    html("h3", { text: capital(title) }), html("ul", {}, items.map(([sign, text]) => html("li", {}, [sign, text]))),
  ])));
}
