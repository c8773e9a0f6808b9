// Squares: what covers one, to which domain it belongs, and its story. No page is needed here.

/** @param {string} key of an item, as `b0.34` */
export function placeOf(key, map) {
  const [age, sq] = key.slice(1).split(".").map(Number);
  return { age, sq, x: map.lefts[age] + (sq % map.stride), y: Math.floor(sq / map.stride) };
}

export const squareName = (sq, map) => String.fromCharCode(97 + (sq % map.stride)) + (Math.floor(sq / map.stride) + 1);

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
  for (const [key, shape] of items) {
    if (!key.startsWith(`d${age}.`)) continue;
    const at = placeOf(key, game.map), outline = game.shapes[game.shapes[shape][1][0]][1];
    if (inside(outline, x + .5 - at.x, y + .5 - at.y)) return { key, ...at, outline, facts: game.domains[shape] };
  }
  return null;
}

/** True if a place lies within a path of corners: it crosses an odd number of sides to its left. */
export function inside(path, x, y) {
  let odd = false, at = [0, 0], start = at;
  const cross = (to) => {
    if ((at[1] > y) !== (to[1] > y) && x > at[0] + (to[0] - at[0]) * (y - at[1]) / (to[1] - at[1])) odd = !odd;
    at = to;
  };
  for (const [, sort, numbers] of path.matchAll(/([MLHVz])([^MLHVz]*)/g)) {
    const [one, two] = numbers.trim().split(" ").map(Number);
    if (sort === "M") start = at = [one, two];
    else cross(sort === "H" ? [one, at[1]] : sort === "V" ? [at[0], one] : sort === "z" ? start : [one, two]);
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
    const changed = Object.entries(step.new || {}).filter(([key]) => mine(key));
    if (step.off && step.off.includes("b")) changed.push(...[...standing.keys()].map((key) => [key, null]));
    if (changed.some(([key, shape]) => (shape !== null && on(key, shape)) || (standing.has(key) && on(key, standing.get(key))))) frames.push(n + 1);
    for (const [key, shape] of changed) if (shape === null) standing.delete(key); else standing.set(key, shape);
  });
  return { frames, fromStart };
}
