"use strict";
// A replay of one game. Everything that happens was worked out beforehand: a step holds what is new
// in a flat table of short values (see export_scene.py). This script adds the changes up and draws.

const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const JUMPS = {
  paradox: "jump.paradox", blocked: "jump.blocked", join: "jump.join", split: "jump.split", tax: "jump.taxation",
};
const VIEWS = {
  boards: "view.boards", shadows: "view.shadows", control: "view.control", domains: "view.domains", difference: "view.difference",
};
const BUILDINGS = {
  m: ["watchtower", "keep", "castle"], r: ["chapel", "monastery", "abbey"], c: ["hamlet", "town", "city"],
};
const KINDS = { m: "military", r: "religious", c: "civil" };
const AGES = ["might", "faith", "reason"];
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const KEPT = 32; // every so many steps the whole table is kept, so that any jump is short

let data, map, language = 0;
const at = { line: 0, frame: 0, view: "shadows", timer: 0, square: null };

// ---------------------------------------------------------------- small helpers

function make(node, facts, children) {
  for (const [key, value] of Object.entries(facts || {})) {
    if (key === "text") node.textContent = value;
    else if (key === "on") node.addEventListener("click", value);
    else node.setAttribute(key, value);
  }
  node.append(...(children || []));
  return node;
}
const html = (name, facts, children) => make(document.createElement(name), facts, children);
const svg = (name, facts, children) => make(document.createElementNS(SVG, name), facts, children);
const say = (key) => (data.words[key] ? data.words[key][language] : key);
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const squareName = (sq) => String.fromCharCode(97 + (sq % map.stride)) + (Math.floor(sq / map.stride) + 1);
const move = (x, y, scale) => `translate(${x} ${y})${scale ? ` scale(${scale})` : ""}`;

function shape(paths, x, y, scale) {
  return svg("g", { transform: move(x, y, scale) }, paths.map(([look, d]) => svg("path", { class: look, d })));
}

function icon(size, wide, children) {
  return svg("svg", { width: size * wide, height: size, viewBox: `-.1 -.1 ${wide + .2} 1.2`, "aria-hidden": "true" }, children);
}

const cubeIcon = (seat, size = 16) => icon(size, 1, [shape(data.shapes.cubes[seat], .5, .5, 2.2)]);

function cardIcon(letter) {
  if (letter !== "*") {
    const card = icon(18, 1, [shape(data.shapes.buildings[letter + "1t"], 0, 0)]);
    card.prepend(svg("title", { text: say("kind." + KINDS[letter]) }));
    return card;
  }
  const back = svg("rect", { x: .1, y: .06, width: .8, height: .88, rx: .1, class: "card" });
  return icon(18, 1, [svg("title", { text: say("panel.hidden") }), back,
    svg("text", { x: .5, y: .76, "font-size": .7, "text-anchor": "middle", text: "?" })]);
}

function hand(text) {
  const cards = text === "-" ? [] : [...text].map(cardIcon);
  // The letters are for those who cannot see the pictures, and for copying.
  return html("span", { class: "hand", role: "img", "aria-label": text }, cards);
}

// ---------------------------------------------------------------- lines of play and moments

function prepare() {
  data.lines.forEach((line, number) => {
    line.offset = line.in === undefined ? 0 : data.lines[line.in].offset + line.at;
    let place = 0;
    line.moves.forEach((each, index) => {
      Object.assign(each, { line: number, index, first: line.offset + place + 1 });
      each.last = each.first + each.steps - 1;
      for (let n = each.steps; n; n--) Object.assign(line.steps[place++], { move: each, last: n === 1 });
    });
    line.path = line.in === undefined ? line.steps
      : data.lines[line.in].path.slice(0, line.offset).concat(line.steps);
    line.kept = [data.scene];
  });
}

const path = () => data.lines[at.line].path;
const step = () => path()[at.frame - 1]; // undefined at the start

function scene(line, frame) {
  const { path, kept } = data.lines[line];
  let place = Math.floor(frame / KEPT);
  while (!kept[place]) place--;
  let table = { ...kept[place] };
  for (let n = place * KEPT; n < frame; n++) {
    for (const [key, value] of Object.entries(path[n].new || {})) {
      if (value === null) delete table[key]; else table[key] = value;
    }
    if ((n + 1) % KEPT === 0) kept[(n + 1) / KEPT] = { ...table };
  }
  return table;
}

function next(sort, way) {
  const steps = path();
  for (let frame = at.frame + way; frame >= 0 && frame <= steps.length; frame += way) {
    const here = steps[frame - 1];
    if (sort === "effect" || (sort === "action" && (!here || here.last))
      || (sort === "turn" && (!here || (here.last && here.move.ends) || frame === steps.length))
      || (here && here.stop === sort)) return frame;
  }
  return null;
}

function go(frame, line = at.line) {
  at.line = line;
  at.frame = Math.max(0, Math.min(frame, path().length));
  show();
}

function stepBy(sort, way) {
  pause();
  const frame = next(sort, way);
  if (frame !== null) go(frame);
}

// ---------------------------------------------------------------- the boards

const layers = {};

function drawGround() {
  const boards = $("boards");
  boards.setAttribute("viewBox", `-1 ${-map.top} ${map.width} ${map.height}`);
  const columns = map.rows[0].length, rows = map.rows.length;
  const ground = svg("g", { class: "ground" });
  const names = svg("g", { class: "names" });
  map.lefts.forEach((left, age) => {
    const fields = [...map.letters].map(() => "");
    const textures = [...map.letters].map(() => "");
    map.rows.forEach((row, y) => [...row].forEach((letter, x) => {
      const terrain = map.letters.indexOf(letter);
      fields[terrain] += `M${left + x} ${y}h1v1h-1z`;
      if (data.shapes.textures[terrain]) textures[terrain] += `M${left + x} ${y}${data.shapes.textures[terrain]}`;
    }));
    fields.forEach((d, n) => d && ground.append(svg("path", { class: "g" + n, d })));
    textures.forEach((d, n) => d && ground.append(svg("path", { class: `texture x${n}`, d })));
    let lines = "";
    for (let x = 1; x < columns; x++) lines += `M${left + x} 0v${rows}`;
    for (let y = 1; y < rows; y++) lines += `M${left} ${y}h${columns}`;
    ground.append(svg("path", { class: "lines", d: lines }),
      svg("rect", { class: "frame", x: left, y: 0, width: columns, height: rows }));
    names.append(svg("text", { class: "age", x: left, y: -1.05, "data-word": "age." + AGES[age] }));
    for (let x = 0; x < columns; x++) names.append(svg("text", { x: left + x + .5, y: -.25, text: String.fromCharCode(97 + x) }));
    for (let y = 0; y < rows; y++) names.append(svg("text", { x: left - .5, y: y + .72, text: y + 1 }));
  });
  boards.append(ground, names);
  for (const name of ["pieces", "ghosts", "areas", "pawns", "trail", "arrows", "marks", "picked"]) {
    layers[name] = boards.appendChild(svg("g", { class: name }));
  }
}

const drawn = new Map(); // key of a building: what is drawn, and its node

function place(key) {
  const [age, sq] = key.slice(1).split(".").map(Number);
  return { age, sq, x: map.lefts[age] + (sq % map.stride), y: Math.floor(sq / map.stride) };
}

function building(key, code, withCubes = true) {
  const { x, y } = place(key), rank = Number(code[1]), cubes = withCubes ? [...code.slice(3)] : [];
  const sort = code.slice(0, 3) + (rank === 1 && cubes.length ? "+" : "");
  const node = shape(data.shapes.buildings[sort], x, y);
  const [edge, gap] = data.cube;
  cubes.forEach((seat, n) => node.append(shape(data.shapes.cubes[seat], rank - edge - gap * n, rank - edge)));
  return node;
}

function drawPieces(table) {
  for (const [key, old] of drawn) {
    if (table[key] !== old.code) { old.node.remove(); drawn.delete(key); }
  }
  for (const [key, code] of Object.entries(table)) {
    if (key[0] !== "b" || drawn.has(key)) continue;
    const node = layers.pieces.appendChild(building(key, code));
    node.classList.add("fresh");
    drawn.set(key, { code, node });
  }
}

function drawPawns(table) {
  layers.pawns.replaceChildren(...data.names.flatMap((_, seat) => {
    const count = [0, 0, 0];
    return [...table["p" + seat]].map((age) => shape(data.shapes.pawns[seat], ...data.pawns[age][seat][count[age]++]));
  }));
}

function outline(mark, d) {
  return [svg("path", { class: "halo", d }), svg("path", { class: `mark mark-${mark}`, d })];
}

function badge(mark, x, y, size = .66) {
  return [svg("circle", { class: `disc badge-${mark}`, cx: x, cy: y, r: size / 2 }),
    svg("path", { class: "sign", d: data.shapes.symbols[mark], transform: move(x, y, size) })];
}

// What shines: a building by its place and rank, a domain by its number, or any outline; and the
// symbol at its corner.
function highlight([mark, ...rest]) {
  let [d, x, y] = rest, spot = { x: 0, y: 0 }, from = spot;
  if (typeof d === "number") {
    const [age, number, rank] = rest;
    if (rank) [[d, x, y], spot] = [data.shapes.marks[mark + rank], place(`b${age}.${number}`)];
    else [d, x, y, from] = [data.outlines[number][0], rest[3], rest[4], { x: map.lefts[age], y: 0 }];
  }
  return [svg("g", { transform: move(spot.x + from.x, spot.y + from.y) }, outline(mark, d)),
    svg("g", { transform: move(spot.x, spot.y) }, badge(mark, x, y))];
}

function happened() { // the steps of the current move so far, the shown one last
  const here = step();
  return here ? path().slice(here.move.first - 1, at.frame) : [];
}

function drawMarks() {
  const plain = !["boards", "shadows"].includes(at.view), here = step();
  const marks = (!plain && here && here.marks) || [];
  const known = new Set(marks.map((each) => each.slice(1).join()));
  const before = plain ? [] : happened().slice(0, -1).flatMap((each) => each.marks || [])
    .filter((each) => ["new", "gone", "blocked"].includes(each[0]) && !known.has(each.slice(1).join()));
  layers.trail.replaceChildren(...before.map((each) => highlight(each)[0]));
  shine(marks);
  layers.ghosts.replaceChildren(...Object.entries((!plain && here && here.gone) || {}).map(ghost));
}

function shine(marks) {
  const lit = marks.map(highlight);
  layers.marks.replaceChildren(...lit.map((each) => each[0]), ...lit.map((each) => each[1]));
}

function ghost([key, code]) {
  const node = building(key, code, false);
  node.classList.add("ghost");
  return node;
}

function arrow([sort, age, sq, rank, clause]) {
  const [line, tip, x, y] = data.shapes.arrows[sort + rank], spot = place(`b${age}.${sq}`);
  const nodes = line ? [svg("path", { class: "halo", d: line }), svg("path", { class: `arrow arrow-${sort}`, d: line })] : [];
  nodes.push(svg("path", { class: `tip tip-${sort}`, d: tip }));
  if (clause) nodes.push(...card(clause, x, y, clause.length * .5 + .5));
  return svg("g", { transform: move(spot.x, spot.y) }, nodes);
}

function card(text, x, y, width, lost = "") {
  return [svg("rect", { class: "card" + lost, x: x - width / 2, y: y - .56, width, height: 1.12 }),
    svg("text", { class: "cardtext" + lost, x, y: y + .31, text })];
}

function drawArrows() {
  const arrows = at.view === "shadows" ? happened().filter((each) => each.arrow) : [];
  layers.arrows.replaceChildren(...arrows.map((each) => arrow(each.arrow)));
}

// A domain: its area in the marks of who holds it, and a card with the tax it would pay now.
function domain(key, [shaped, amount, seats, there]) {
  const [d, x, y] = data.outlines[shaped];
  const left = map.lefts[place(key).age], shift = { transform: move(left, 0) };
  if (!seats) {
    const area = svg("path", { class: "nobody", d, ...shift });
    // No card, as nobody gets it; and no sign before it, which would make it a loss.
    return [[area], amount ? [svg("text", { class: "cardtext lost nobodys", x: left + x, y: y + .31, text: amount })] : []];
  }
  const area = [svg("path", { class: `area fill${seats[0]}`, d, ...shift }),
    svg("path", { class: `casing casing${seats[0]}`, d, ...shift })];
  [...seats].forEach((seat, n) => area.push(svg("path", {
    class: `band edge${seat}`, d, ...shift,
    ...(n ? { "stroke-dasharray": `0 ${n * .4} .4 ${(seats.length - n - 1) * .4 + .001}` } : {}),
  })));
  const text = there ? String(amount) : `(${amount})`;
  const cubes = seats.length * .8, words = text.length * .5, width = cubes + words + .5;
  const columns = map.rows[0].length;
  const middle = left + Math.min(Math.max(x, width / 2), columns - width / 2);
  const nodes = card("", middle, y, width, there ? "" : " lost");
  [...seats].forEach((seat, n) => nodes.push(shape(data.shapes.cubes[seat], middle - width / 2 + .55 + n * .8, y, 1.7)));
  nodes[1].setAttribute("x", middle - width / 2 + .25 + cubes + words / 2);
  nodes[1].textContent = text;
  return [area, nodes];
}

function drawAreas(table) {
  layers.areas.replaceChildren(...(at.view === "domains" ? graph(table) : []));
  if (at.view === "difference") {
    const { ghosts, pieces, marks } = difference(table);
    layers.ghosts.replaceChildren(...ghosts.map(ghost), ...pieces.map(([key, code]) => building(key, code)));
    shine(marks);
  }
  if (at.view !== "control") return;
  const all = Object.entries(table).filter(([key]) => key[0] === "d").map(([key, held]) => domain(key, held));
  layers.areas.replaceChildren(...all.flatMap((each) => each[0]), ...all.flatMap((each) => each[1]));
}

function drawBoards(table) {
  drawPieces(table);
  drawPawns(table);
  drawMarks();
  drawArrows();
  drawAreas(table);
  $("boards").setAttribute("class", at.view);
  $("boards").setAttribute("aria-label", `${say("title.boards")}. ${caption()}`);
  const picked = at.square;
  layers.picked.replaceChildren(...(picked ? [svg("rect", { class: "chosen", x: picked.x, y: picked.y, width: 1, height: 1 })] : []));
}

// On a narrow screen one age is shown at a time: the one where something happens.
function follow() {
  const strip = $("strip"), here = step();
  const touched = new Set(happened().filter((each) => each.marks).map((each) => each.age));
  [...$("ages").children].forEach((button, age) => {
    button.querySelector("span").textContent = touched.has(age) ? " •" : "";
  });
  if (here && here.age !== undefined && strip.scrollWidth > strip.clientWidth + 4) toAge(here.age);
}

function toAge(age) {
  const strip = $("strip");
  strip.scrollTo({ left: age * map.pitch * strip.scrollWidth / map.width, behavior: at.timer || CALM.matches ? "auto" : "smooth" });
  [...$("ages").children].forEach((button, n) => button.setAttribute("aria-pressed", n === age));
}

function fit() {
  const strip = $("strip"), narrow = matchMedia("(max-width: 759px)").matches;
  $("boards").style.width = narrow ? `${strip.clientWidth / map.pitch * map.width}px` : "100%";
  drawCurve();
}

// ---------------------------------------------------------------- words: caption, comment, causes

function caption(here = step()) {
  return here ? data.captions[here.say][language + 1] : say("panel.game_start");
}

function drawWords() {
  const here = step(), line = $("caption");
  line.replaceChildren(caption() + " ");
  if (here) {
    const open = !$("rule").hidden, clause = data.captions[here.say][0];
    line.append(html("button", { text: clause, title: say("panel.clause"), "aria-expanded": open, "aria-controls": "rule", on: toggleRule }));
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
  const heads = [["", ""], ["number", say("panel.coins")], ["", say("panel.hands.short"), say("panel.hands")], ["", say("panel.cards_left")],
    ["number", say("panel.cubes.short"), say("panel.cubes_left")], ["number", say("panel.forecast")]];
  $("players").querySelector("thead").replaceChildren(html("tr", {}, heads.map(([kind, text, title = text]) => html("th", { class: kind, scope: "col", text, title }))));
  const allowance = left.map(([age, cards]) => `${say("age." + AGES[age])} ${cards}`).join(", ");
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
  const supply = ["m", "r", "c"].map((kind) => BUILDINGS[kind].map((name, rank) => `${say("building." + name)} ${table[`s${kind}${rank + 1}`]}`).join(", "));
  const bank = [`${capital(say("round"))} ${round}`, `${say("panel.pile")} ${table.q}`];
  const open = table.o ? [`. ${capital(say("open_cards"))}: `, hand(table.o)] : [];
  $("bank").replaceChildren(bank.join(", "), ...open, `. ${say("panel.supply")}: ${supply.join("; ")}.`);
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
  const label = (frame) => x(frame) - x(from) > 14 && nodes.push(svg("text", { x: (x(from) + x(frame)) / 2, y: height - 4, "text-anchor": "middle", text: `${from ? "" : say("axis.round") + " "}${round}` }));
  steps.forEach((each, n) => {
    const turn = each.new && each.new.t;
    if (turn && turn[1] !== round) {
      label(n + 1);
      [round, from] = [turn[1], n + 1];
      nodes.push(svg("line", { class: "rule", x1: x(from), x2: x(from), y1: 8, y2: height - 18 }));
    }
    if (each.stop === "tax") nodes.push(svg("g", { transform: move(x(n + 1), 8, 11) }, [...badge("pay", 0, 0, 1), svg("title", { text: say("legend.taxation") })]));
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
  $("curve").setAttribute("aria-label", `${say("title.income")}: ${coins}`);
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
  const name = side === "p" ? say("building.printed") : side === "t" ? say("building." + word) : say("ruin." + word);
  const half = side === "h" ? `, ${say("ruin.half_restored")}` : "";
  return name + half + (cubes.length ? `: ${cubes.map((seat) => data.names[seat]).join(", ")}` : "");
}

function drawSquare(table) {
  const box = $("square"), picked = at.square;
  box.hidden = !picked;
  if (!picked) return;
  const on = (key) => key.startsWith(`b${picked.age}.`);
  const here = Object.entries(table).find(([key, code]) => on(key) && covers(place(key).sq, code, picked.sq));
  const terrain = ["plain", "forest", "mountain", "river"][map.letters.indexOf(map.rows[picked.y][picked.x - map.lefts[picked.age]])];
  box.querySelector("h2").textContent = `${say("age." + AGES[picked.age])} ${squareName(picked.sq)} (${say("terrain." + terrain)})`;
  box.querySelector("p").textContent = here ? capital(called(here[1])) : say("panel.square.empty");
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
  const held = [["legend.controlled", [0], "3"], ["legend.contested", [0, 1], "3"],
    ["legend.uncontrolled", [], "3"], ["legend.tax_lost", [1], "(3)"]];
  const columns = [
    [say("legend.terrain"), ["plain", "forest", "mountain", "river"].map((name, n) => [terrain(n), say("terrain." + name)])],
    ...["m", "r", "c"].map((kind) => [say("kind." + KINDS[kind]), BUILDINGS[kind].map((name, n) => [tile(`${kind}${n + 1}t`), say("building." + name)])
      .concat(kind === "c" ? [[tile("c1p"), say("building.printed")]] : [[tile(kind + "2r"), say("legend.ruin")], [tile(kind + "3h"), say("legend.half_restored")]])]),
    [`${say("legend.cube")}, ${say("legend.adventurer")}`, data.names.map((name, seat) => [icon(22, 2, [shape(data.shapes.cubes[seat], .5, .5, 1.9), shape(data.shapes.pawns[seat], 1.5, .5, .8)]), name])],
    [say("legend.last_action"), Object.entries(data.marks).map(([name, key]) => [mark(name), say(key)])],
    [say("title.shadows"), ["cast", "replaced", "blocked", "missing", "erased", "withdrawn"].map((sort) => [shadow(sort), say("legend.shadow." + sort)])],
    [say("title.control"), held.map(([name, seats, text]) => [area(seats, text), say(name)])],
    [say("view.domains"), [[area([], ""), say("domain")], ...[1, 2, 3].map((sides) => [touching(sides), say("legend.sides." + sides)])]],
    [say("view.difference"), ["new", "gone", "touched"].map((name) => [mark(name), say(data.marks[name])])],
  ];
  $("legend").querySelector("div").replaceChildren(...columns.map(([title, items]) => html("div", {}, [
    html("h3", { text: capital(title) }), html("ul", {}, items.map(([sign, text]) => html("li", {}, [sign, text]))),
  ])));
}

// ---------------------------------------------------------------- playing, showing, linking

function show() {
  const table = scene(at.line, at.frame), here = step(), last = path().length;
  drawBoards(table);
  drawWords();
  drawPlayers(table);
  drawSquare(table);
  markMove();
  if (curve.line === at.line) moveCursor(); else drawCurve();
  follow();
  $("slider").max = last;
  $("slider").value = at.frame;
  $("slider").setAttribute("aria-valuetext", `${say("panel.step")} ${at.frame}: ${caption()}`);
  $("place").textContent = `${say("panel.step")} ${at.frame} / ${last}${here ? ` · ${here.move.turn}` : ""}`;
  for (const id of ["start", "turn-back", "action-back", "effect-back"]) $(id).disabled = at.frame === 0;
  for (const id of ["end", "turn-forward", "action-forward", "effect-forward"]) $(id).disabled = at.frame === last;
  clearTimeout(show.timer);
  // Browsers refuse an address that changes too often, so it follows when nothing moves.
  show.timer = setTimeout(() => history.replaceState(null, "", `#${at.line ? `line=${at.line}&` : ""}step=${at.frame}`), 400);
}

function play() {
  if (at.timer) { pause(); return; }
  if (at.frame === path().length) go(0);
  at.timer = setInterval(() => {
    go(at.frame + 1);
    if (at.frame === path().length) pause();
  }, 1000 / Number($("speed").value));
  drawPlayButton();
}

function pause() {
  clearInterval(at.timer);
  at.timer = 0;
  drawPlayButton();
}

function drawPlayButton() {
  const word = at.timer ? "pause" : "play", button = $("play");
  button.replaceChildren(icon(16, 1, [svg("path", { d: at.timer ? "M.1 0h.3v1h-.3zM.6 0h.3v1h-.3z" : "M.15 0L1 .5L.15 1z" })]));
  button.dataset.tip = word;
  label(button);
  // Whoever listens would hear sentences cut short while the game is playing.
  $("caption").setAttribute("aria-live", at.timer ? "off" : "polite");
}

function label(node) {
  node.title = say("tip." + node.dataset.tip);
  node.setAttribute("aria-label", node.title);
}

function followLink() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const line = Number(asked.get("line")) || 0, frame = Number(asked.get("step")) || 0;
  if (data.lines[line]) go(frame, line); else go(0, 0);
}

// ---------------------------------------------------------------- setting up

const TRIANGLES = { start: -9, "turn-back": -3, "action-back": -2, "effect-back": -1, "effect-forward": 1, "action-forward": 2, "turn-forward": 3, end: 9 };

function drawControls() {
  for (const [id, sign] of Object.entries(TRIANGLES)) {
    const count = Math.abs(sign) === 9 ? 1 : Math.abs(sign), way = Math.sign(sign);
    let d = Math.abs(sign) === 9 ? "M1.1 .1h.18v.8h-.18z" : "";
    for (let n = 0; n < count; n++) d += `M${.5 + n * .5 - count * .25} .1l.55 .4l-.55 .4z`;
    const sized = svg("g", { transform: way < 0 ? "translate(1.6 0) scale(-1 1)" : "" }, [svg("path", { d })]);
    $(id).replaceChildren(icon(16, 1.6, [sized]));
    const sort = id.split("-")[0];
    $(id).onclick = () => { if (sort in { start: 1, end: 1 }) { pause(); go(way < 0 ? 0 : path().length); } else stepBy(sort, way); };
  }
  $("play").onclick = play;
  $("speed").onchange = () => { if (at.timer) { pause(); play(); } };
  $("slider").oninput = (event) => { pause(); go(Number(event.target.value)); };
  $("jump").onchange = (event) => {
    const frame = next(event.target.value, 1);
    event.target.value = "";
    pause();
    if (frame !== null) go(frame); else $("caption").textContent = say("jump.none");
  };
  $("main-line").onclick = () => { pause(); go(data.lines[at.line].offset, 0); };
  $("boards").addEventListener("click", pick);
  $("square").querySelector(".close").onclick = () => { at.square = null; show(); };
  $("language").onchange = (event) => speak(Number(event.target.value));
  $("curve").onpointerdown = $("curve").onpointermove = (event) => {
    if (event.type === "pointermove" && !event.buttons) return;
    const spot = event.clientX - $("curve").getBoundingClientRect().left;
    pause();
    go(Math.round((spot - 26) / (curve.width - 36) * curve.steps));
  };
  $("save").hidden = false;
  $("save").onclick = save;
}

const KEYS = {
  ArrowLeft: () => stepBy("effect", -1), ArrowRight: () => stepBy("effect", 1),
  ArrowUp: () => stepBy("action", -1), ArrowDown: () => stepBy("action", 1),
  PageUp: () => stepBy("turn", -1), PageDown: () => stepBy("turn", 1),
  Home: () => { pause(); go(0); }, End: () => { pause(); go(path().length); }, " ": play,
};

function pressed(event) {
  const on = event.target.tagName;
  if (!(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey || on === "SELECT") return;
  if (event.key === " " && (on === "BUTTON" || on === "SUMMARY")) return;
  event.preventDefault();
  KEYS[event.key]();
}

function save() {
  const file = URL.createObjectURL(new Blob([$("record").querySelector("pre").textContent], { type: "text/plain" }));
  html("a", { href: file, download: "game.khr" }).click();
  setTimeout(() => URL.revokeObjectURL(file), 1000);
}

function choose(id, options, chosen) {
  $(id).replaceChildren(...options.map(([value, text]) => html("option", { value, text, ...(value === chosen ? { selected: "" } : {}) })));
}

function drawViews() {
  $("views").replaceChildren(...Object.entries(VIEWS).map(([view, word]) => html("button", {
    text: say(word), "aria-pressed": view === at.view, "data-view": view,
    on: () => { at.view = view; drawViews(); show(); $("views").querySelector(`[data-view=${view}]`).focus(); },
  })));
}

function speak(chosen) {
  language = chosen;
  document.documentElement.lang = data.languages[chosen][0];
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = say(node.dataset.word);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label));
  for (const node of document.querySelectorAll("[data-tip]")) label(node);
  choose("language", data.languages.map((name, n) => [n, name[1]]), chosen);
  choose("jump", [["", say("jump") + " …"], ...Object.entries(JUMPS).map(([stop, word]) => [stop, say(word)])], "");
  $("ages").replaceChildren(...AGES.map((age, n) => html("button", { text: say("age." + age), "aria-pressed": n === 0, on: () => toAge(n) }, [html("span")])));
  $("strip").title = say("tip.square");
  $("moves").title = say("tip.move");
  drawViews();
  drawLegend();
  drawMoves();
  drawPlayButton();
  drawCurve();
  show();
}

function begin() {
  data = game; // which was unpacked by load.js
  map = data.map;
  prepare();
  document.querySelector("main").hidden = false;
  $("about").textContent = data.about.join(" · ");
  drawGround();
  drawControls();
  speak(data.languages.findIndex(([code]) => code === document.documentElement.lang));
  fit();
  followLink();
  addEventListener("keydown", pressed);
  addEventListener("resize", fit);
  addEventListener("hashchange", followLink);
  document.body.dataset.ready = "yes";
}

begin();
