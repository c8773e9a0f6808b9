import { html, strokeNodes, svg } from "./nodes.js";

// Three boards in one picture. `ground` is what `board_scene.ground_of` says: the map, where squares
// lie, coordinates. The boards grow and shrink with their place; nothing asks how large they are.

const STRIDE = 17; // numbers of squares from one row to the next

export const squareName = (square) => String.fromCharCode(97 + (square % STRIDE)) + (Math.floor(square / STRIDE) + 1);

export function squareNamed(name) {
  const found = /^([a-p])(\d{1,2})$/.exec(name.toLowerCase());
  return found && (Number(found[2]) - 1) * STRIDE + found[1].charCodeAt(0) - 97;
}

// The first square of several, and how many columns and rows they take.
export function extent(squares) {
  const columns = squares.map((square) => square % STRIDE);
  const rows = squares.map((square) => Math.floor(square / STRIDE));
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  return [top * STRIDE + left, Math.max(...columns) - left + 1, Math.max(...rows) - top + 1];
}

// The squares on the way from one to another, both of them included: a quick pointer leaves none out.
export function squaresBetween(from, to) {
  const [x, y] = [from % STRIDE, Math.floor(from / STRIDE)];
  const [right, down] = [(to % STRIDE) - x, Math.floor(to / STRIDE) - y];
  const steps = Math.max(Math.abs(right), Math.abs(down));
  return Array.from({ length: steps + 1 }, (_, n) => {
    const share = steps ? n / steps : 0;
    return (y + Math.round(down * share)) * STRIDE + x + Math.round(right * share);
  });
}

export function makeBoards(className = "") {
  const layers = new Map();
  for (const name of ["ground", "picture", "over"]) layers.set(name, svg("g", { class: `kl-${name}` }));
  const element = svg("svg", { class: `kl-boards ${className}` }, [...layers.values()]);
  let ground = null;

  const text = (x, y, said, facts) => svg("text", { x, y, text: said, ...facts });

  function labels() {
    const { lefts, columns, rows, letters, name, ages } = ground;
    return lefts.flatMap((left, age) => [
      text(left, -1, ages[age], { class: "kl-age", "font-size": name }),
      ...Array.from({ length: columns }, (_, n) =>
        text(left + n + 0.5, -0.22, String.fromCharCode(97 + n), { "font-size": letters, "text-anchor": "middle" })),
      ...Array.from({ length: rows }, (_, n) =>
        text(left - 0.25, n + 0.5 + letters * 0.36, n + 1, { "font-size": letters, "text-anchor": "end" })),
    ]);
  }
  function stand(on) {
    if (on === ground || !on?.box) return;
    ground = on;
    element.setAttribute("viewBox", on.box.join(" "));
    element.style.setProperty("--kl-widest", `${Math.floor(on.box[2] * on.largest)}px`);
    layers.get("ground").replaceChildren(svg("g", { class: "kl-map" }, strokeNodes(on)), ...labels());
  }
  function show(picture) {
    layers.get("picture").replaceChildren(...strokeNodes(picture));
  }
  // Boxes around squares, each `[class, age, first square, columns, rows, sign]`.
  function mark(boxes) {
    layers.get("over").replaceChildren(...boxes.map(([kind, age, square, width, height = width, sign = ""]) => {
      const [x, y] = corner([age, square]);
      const facts = { x, y, width, height };
      const box = svg("g", { class: kind, "data-age": age, "data-square": squareName(square) },
        ["kl-halo", "kl-line"].map((line) => svg("rect", { ...facts, class: line })));
      const corners = { x: x + width - 0.42, y: y - 0.08, width: 0.5, height: 0.5, class: "kl-sign" };
      if (sign) box.append(svg("rect", corners), text(x + width - 0.17, y + 0.34, sign, { "font-size": 0.44, "text-anchor": "middle" }));
      return box;
    }));
  }
  const corner = ([age, square]) => [ground.lefts[age] + (square % STRIDE), Math.floor(square / STRIDE)];

  function squareAt({ clientX, clientY }) {
    const matrix = element.getScreenCTM();
    if (!ground || !matrix) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const age = ground.lefts.findIndex((left) => x >= left && x < left + ground.columns);
    if (age < 0 || y < 0 || y >= ground.rows) return null;
    return [age, Math.floor(y) * STRIDE + Math.floor(x - ground.lefts[age])];
  }
  // Where a square is on the screen: its corner and its size.
  function onScreen(place) {
    const matrix = element.getScreenCTM();
    const [x, y] = corner(place);
    const at = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: at.x, y: at.y, size: matrix.a };
  }
  // The square beside another one; over the edge of a board lies the next age.
  function beside(place, [right, down]) {
    if (!place.length) return [0, 0];
    let [age, square] = place;
    let column = (square % STRIDE) + right;
    const row = Math.min(Math.max(Math.floor(square / STRIDE) + down, 0), ground.rows - 1);
    if (column < 0) [age, column] = age > 0 ? [age - 1, ground.columns - 1] : [age, 0];
    else if (column >= ground.columns) [age, column] = age < 2 ? [age + 1, 0] : [age, ground.columns - 1];
    return [age, row * STRIDE + column];
  }
  // False for squares that somebody typed and that this map does not have.
  const has = (square) => !!ground && square % STRIDE < ground.columns && Math.floor(square / STRIDE) < ground.rows;
  return { element, stand, show, mark, has, squareAt, onScreen, beside };
}

// Where the screen is narrow, one age fills it: tabs lead to the others.
export function makeStrip(boards, listen) {
  const tabs = html("div", { class: "kl-tabs" });
  const strip = html("div", { class: "kl-strip" }, [boards.element]);
  function toAge(age) {
    strip.scrollTo({ left: (age * strip.scrollWidth) / 3 });
  }
  // Which of them is seen; swiping changes it, too.
  function showCurrent() {
    const now = Math.round((3 * strip.scrollLeft) / strip.scrollWidth) || 0;
    [...tabs.children].forEach((tab, age) => tab.setAttribute("aria-current", String(age === now)));
  }
  listen(strip, "scroll", showCurrent);
  function showTabs(ages) {
    if (tabs.dataset.ages === ages.join()) return;
    tabs.dataset.ages = ages.join();
    tabs.replaceChildren(...ages.map((said, age) => {
      const tab = html("button", { type: "button", class: "kl-tab", text: said });
      listen(tab, "click", () => toAge(age));
      return tab;
    }));
    showCurrent();
  }
  return { tabs, strip, toAge, showTabs };
}
