// Nodes: elements of a page, and shapes of a game as SVG.

const SVG = "http://www.w3.org/2000/svg";

function make(node, facts, children) {
  for (const [key, value] of Object.entries(facts || {})) {
    if (key === "text") node.textContent = value;
    else if (key === "on") node.addEventListener("click", value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...(children || []));
  return node;
}

export const html = (name, facts, children) => make(document.createElement(name), facts, children);
export const svg = (name, facts, children) => make(document.createElementNS(SVG, name), facts, children);
export const capital = (word) => word.slice(0, 1).toUpperCase() + word.slice(1);
export const shift = (x, y, scale) => `translate(${x} ${y})${scale ? ` scale(${scale})` : ""}`;

/** Names and values by turns as an object. */
export function paired(all) {
  const found = {};
  for (let n = 0; n < all.length; n += 2) found[all[n]] = all[n + 1];
  return found;
}

/**
 * Strokes as nodes. A shape is `[look, path]`, where the look is a class of a style sheet or the attributes
 * themselves; an item is `[shape, x, y, scale]`, the last one left out where it is 1.
 */
export const strokeNodes = ({ shapes, items }) => items.map(([shape, x, y, scale]) => {
  const [look, d] = shapes[shape];
  return svg("path", { ...(typeof look === "string" ? { class: look } : look), d, transform: shift(x, y, scale) });
});

/** The paths and words of a shape; made once and copied from then on. */
function template(game, number) {
  game.templates ??= new Map();
  if (!game.templates.has(number)) {
    const shape = game.shapes[number], paths = [];
    let last = "";
    for (let n = 0; n < shape.length; n += 2) {
      const look = paired(game.looks[shape[n]]);
      const drawn = shape[n + 1];
      if (typeof drawn === "number") paths.push(svg("path", { ...look, d: game.shapes[drawn][1] }));
      else if (typeof drawn === "string") paths.push(svg("path", { ...look, d: last = drawn || last }));
      else if (typeof drawn[0] === "number") paths.push(shapeNode(game, ...drawn));
      else paths.push(svg("text", { ...look, x: drawn[1], y: drawn[2], "font-size": drawn[3] * 1.38, class: "kv-word", text: drawn[0] }));
    }
    game.templates.set(number, svg("g", {}, paths));
  }
  return game.templates.get(number);
}

export function shapeNode(game, number, x, y, scale) {
  const node = template(game, number).cloneNode(true);
  node.setAttribute("transform", shift(x, y, scale));
  return node;
}

/** A small picture of `wide` by 1 with a shape whose middle is given. */
export function icon(game, number, size, { x = .5, y = .5, scale = 1, wide = 1, title = "" } = {}) {
  const box = svg("svg", { width: size * wide, height: size, viewBox: `-.06 -.06 ${wide + .12} 1.12`, "aria-hidden": title ? null : "true", class: "kv-icon" },
    [...(title ? [svg("title", { text: title })] : []), shapeNode(game, number, x, y, scale)]);
  return box;
}

/** A small picture as an image: nodes in a long list would cost every step its share, seen or not. */
export const image = (box) => html("img", { class: "kv-icon", alt: "", width: box.getAttribute("width"), height: box.getAttribute("height"),
  src: `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(box))}` });

export const cubeIcon = (game, seat, size = 15) => icon(game, game.icons.cubes[seat], size);

/** A building as large as a line of words. */
export const pieceIcon = (game, shape, size = 16) => icon(game, shape, size, { x: 0, y: 0, scale: 1 / game.pieces[shape][0] });
