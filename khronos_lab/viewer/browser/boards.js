// The boards: ground, pieces, marks, arrows and areas.

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
    names.append(svg("text", { class: "age", x: left, y: -1.05, "data-word": "age-" + AGES[age] }));
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
  $("boards").setAttribute("aria-label", `${say("title-boards")}. ${caption()}`);
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
