// Two views that follow from the table of a moment: the domain graph, and the difference to the end
// of the turn before. (`boards.js` calls these.)

const standing = (table, age) => Object.entries(table).filter(([key]) => key.startsWith(`b${age}.`))
  .map(([key, code]) => ({ key, code, rank: Number(code[1]), ...place(key) }));

function squaresOf({ sq, rank }) {
  const found = [];
  for (let n = 0; n < rank * rank; n++) found.push(sq + n % rank + Math.floor(n / rank) * map.stride);
  return found;
}

// ---------------------------------------------------------------- the domain graph

// By pairs of buildings that touch: how many sides they share.
function sharedSides(all) {
  const on = new Map(all.flatMap((each) => squaresOf(each).map((sq) => [sq, each])));
  const pairs = new Map();
  for (const [sq, one] of on) {
    for (const beside of [sq + 1, sq + map.stride]) {
      const other = on.get(beside);
      if (!other || other === one) continue;
      const key = [one.sq, other.sq].sort((a, b) => a - b).join("-");
      pairs.set(key, { one, other, sides: (pairs.get(key)?.sides ?? 0) + 1 });
    }
  }
  return [...pairs.values()];
}

function edge({ one, other, sides }) {
  const spot = ({ x, y, rank }) => `${x + rank / 2} ${y + rank / 2}`;
  return svg("path", { class: `link${sides}`, d: `M${spot(one)}L${spot(other)}` });
}

function graphNode({ code, x, y, rank }) {
  const paths = data.shapes.buildings[code.slice(0, 3)], [size, scale] = data.nodes[rank - 1];
  const [tile, glyph] = [paths[0][0], paths[paths.length - 1]];
  const node = svg("g", { transform: move(x + rank / 2, y + rank / 2) }, [
    svg("circle", { class: tile, r: size / 2 }),
    svg("g", { transform: `scale(${scale}) translate(${-rank / 2} ${-rank / 2})` }, [svg("path", { class: glyph[0], d: glyph[1] })]),
  ]);
  [...code.slice(3)].forEach((seat, n) => node.append(shape(data.shapes.cubes[seat], size * .36 - n * .42, size * .36)));
  return node;
}

function graph(table) {
  const all = AGES.map((_, age) => standing(table, age));
  const areas = Object.entries(table).filter(([key]) => key[0] === "d").map(([key, [shaped]]) =>
    svg("path", { class: "nobody", d: data.outlines[shaped][0], transform: move(map.lefts[place(key).age], 0) }));
  return [...areas, ...all.flatMap((each) => sharedSides(each).map(edge)), ...all.flat().map(graphNode)];
}

// ---------------------------------------------------------------- the difference

// The same building, though its side or the cubes on it may be others.
function alike(one, other) {
  const owner = (code) => (code[0] === "c" ? "" : code.slice(3, 4));
  return one.slice(0, 2) === other.slice(0, 2) && (one[2] === "p") === (other[2] === "p") && owner(one) === owner(other);
}

function compare(then, now, age) {
  const [old, all] = [standing(then, age), standing(now, age)];
  const fresh = all.filter(({ key, code }) => !then[key] || !alike(then[key], code));
  const touched = all.filter(({ key, code }) => then[key] && alike(then[key], code) && then[key] !== code);
  const gone = old.filter(({ key, code }) => !now[key] || !alike(code, now[key]));
  return { fresh, touched, gone, all };
}

// An outline around single squares, for what is left of a building that another one covers in part.
function around(left, squares) {
  const has = new Set(squares);
  return squares.map((sq) => {
    const x = left + sq % map.stride, y = Math.floor(sq / map.stride);
    return (has.has(sq - map.stride) ? "" : `M${x} ${y}h1`) + (has.has(sq + map.stride) ? "" : `M${x} ${y + 1}h1`)
      + (has.has(sq - 1) ? "" : `M${x} ${y}v1`) + (has.has(sq + 1) ? "" : `M${x + 1} ${y}v1`);
  }).join("");
}

// What came and changed in full, what went pale, and the marks of all of them.
function difference(table) {
  const back = next("turn", -1), then = back === null ? table : scene(at.line, back);
  const found = { ghosts: [], pieces: [], marks: [] };
  AGES.forEach((_, age) => {
    const { fresh, touched, gone, all } = compare(then, table, age);
    const taken = new Set(all.flatMap(squaresOf)), covered = new Set(fresh.flatMap(squaresOf));
    for (const each of gone) {
      const squares = squaresOf(each), left = squares.filter((sq) => !covered.has(sq));
      if (!squares.some((sq) => taken.has(sq))) found.ghosts.push([each.key, each.code]);
      // A larger building of its kind over it is an upgrade: nothing was taken away.
      const grown = fresh.some((other) => other.code[0] === each.code[0] && other.rank > each.rank
        && squares.every((sq) => squaresOf(other).includes(sq)));
      if (grown) continue;
      if (!left.length || left.length === squares.length) found.marks.push(["gone", age, each.sq, each.rank]);
      else found.marks.push(["gone", around(map.lefts[age], left), map.lefts[age] + left[0] % map.stride, Math.floor(left[0] / map.stride)]);
    }
    found.marks.push(...fresh.map(({ sq, rank }) => ["new", age, sq, rank]), ...touched.map(({ sq, rank }) => ["touched", age, sq, rank]));
    found.pieces.push(...[...fresh, ...touched].map(({ key, code }) => [key, code]));
  });
  return found;
}
