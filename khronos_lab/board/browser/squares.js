// Squares: their names and places, what covers one, its domain and its story. No page is needed here.

const STRIDE = 17; // numbers of squares from one row to the next

export function squareNamed(name) {
  const found = /^([a-p])(\d{1,2})$/.exec(name.toLowerCase());
  return found && (Number(found[2]) - 1) * STRIDE + found[1].charCodeAt(0) - 97;
}

/** The first square of several, and how many columns and rows they take. */
export function extent(squares) {
  const columns = squares.map((square) => square % STRIDE);
  const rows = squares.map((square) => Math.floor(square / STRIDE));
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  return [top * STRIDE + left, Math.max(...columns) - left + 1, Math.max(...rows) - top + 1];
}

/** The squares on the way from one to another, both of them included: a quick pointer leaves none out. */
export function squaresBetween(from, to) {
  const [x, y] = [from % STRIDE, Math.floor(from / STRIDE)];
  const [right, down] = [(to % STRIDE) - x, Math.floor(to / STRIDE) - y];
  const steps = Math.max(Math.abs(right), Math.abs(down));
  return Array.from({ length: steps + 1 }, (_, n) => {
    const share = steps ? n / steps : 0;
    return (y + Math.round(down * share)) * STRIDE + x + Math.round(right * share);
  });
}

/** The letters of the layers with marks of a sort. */
export const layersOf = ({ layers }, sort) => Object.keys(layers).filter((letter) => layers[letter][1] === sort);

/** @param {string} key of an item, as `b0.34` */
export function placeOf(key, map) {
  const [age, sq] = key.slice(1).split(".").map(Number);
  return { age, sq, x: map.lefts[age] + (sq % map.stride), y: Math.floor(sq / map.stride) };
}

export const squareName = (sq) => String.fromCharCode(97 + (sq % STRIDE)) + (Math.floor(sq / STRIDE) + 1);

/** The age and the square at a place of the boards, or null. */
export function squareAt(x, y, map) {
  const columns = map.rows[0].length, row = Math.floor(y);
  const age = map.lefts.findIndex((left) => x >= left && x < left + columns);
  if (age < 0 || row < 0 || row >= map.rows.length) return null;
  return { age, sq: row * map.stride + Math.floor(x - map.lefts[age]) };
}

const covers = (first, rank, sq, stride) => {
  const right = (sq % stride) - (first % stride), down = Math.floor(sq / stride) - Math.floor(first / stride);
  return right >= 0 && right < rank && down >= 0 && down < rank;
};

const rankOf = (game, shape) => game.pieces[shape][0];

/** Key and shape of the building on a square, or null. */
export function pieceAt(game, items, { age, sq }) {
  for (const [key, shape] of items) {
    if (key.startsWith(`b${age}.`) && covers(Number(key.slice(3)), rankOf(game, shape), sq, game.map.stride)) return { key, shape };
  }
  return null;
}

/** The domain of a square: its key, its outline and its facts (amount, holders, collectors), or null. */
export function domainAt(game, items, { age, sq }) {
  const { x, y } = placeOf(`b${age}.${sq}`, game.map);
  const letters = layersOf(game, "Holding").join("");
  for (const [key, item] of items) {
    if (!letters.includes(key[0]) || Number(key[1]) !== age) continue;
    const parts = item.split(","), [amount, holders, collectors] = parts.at(-1).split(" ");
    const at = placeOf(key, game.map), outline = game.shapes[parts[0]][1];
    if (inside(outline, x + .5 - at.x, y + .5 - at.y)) return { key, ...at, outline, facts: [Number(amount), holders, collectors] };
  }
  return null;
}

/** True if a place lies within a path of corners (`svg.py`): it crosses an odd number of sides to its left. */
export function inside(path, x, y) {
  let odd = false, at = [0, 0], start = at;
  const cross = (to) => {
    if ((at[1] > y) !== (to[1] > y) && x > at[0] + (to[0] - at[0]) * (y - at[1]) / (to[1] - at[1])) odd = !odd;
    at = to;
  };
  for (const [, sort, numbers] of path.matchAll(/([Mlhvz])([^Mlhvz]*)/g)) {
    const [one, two = 0] = numbers.trim().split(" ").map(Number);
    if (sort === "M") start = at = [one, two];
    else cross(sort === "z" ? start : sort === "v" ? [at[0], at[1] + one] : [at[0] + one, at[1] + two]);
  }
  return odd;
}

/**
 * Every frame up to one at which the building on a square came, changed or went; and whether
 * something stood there in the first position.
 */
export function storyOf(game, path, frame, { age, sq }) {
  const mine = (key) => key.startsWith(`b${age}.`);
  const on = (key, shape) => covers(Number(key.slice(3)), rankOf(game, shape), sq, game.map.stride);
  const standing = new Map(Object.entries(game.start).filter(([key]) => mine(key)));
  const fromStart = [...standing].some(([key, shape]) => on(key, shape));
  const frames = [];
  path.slice(0, frame).forEach((step, n) => {
    /** @type {any[]} */
    const changed = step.items.filter(([key]) => mine(key));
    if (step.off && step.off.includes("b")) changed.push(...[...standing.keys()].map((key) => [key]));
    if (changed.some(([key, shape]) => (shape && on(key, shape)) || (standing.has(key) && on(key, standing.get(key))))) frames.push(n + 1);
    for (const [key, shape] of changed) if (shape) standing.set(key, shape); else standing.delete(key);
  });
  return { frames, fromStart };
}
