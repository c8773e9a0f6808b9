// Nodes: elements of a page, and shapes of a game as SVG.

const SVG = "http://www.w3.org/2000/svg";

function make(node, facts, children) {
  for (const [key, value] of Object.entries(facts || {})) {
    if (key === "text") node.textContent = value;
    else if (key === "style") node.style.cssText = value; // as an attribute the policy of a page forbids it
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

const templates = new WeakMap(); // by list of shapes: those that were drawn before

/** The paths and words of a shape; made once and copied from then on. */
function template(source, number) {
  let known = templates.get(source.shapes);
  if (!known) templates.set(source.shapes, known = new Map());
  if (!known.has(number)) {
    const shape = source.shapes[number], paths = [];
    let last = "";
    for (let n = 0; n < shape.length; n += 2) {
      const look = paired(source.looks[shape[n]]);
      const drawn = shape[n + 1];
      if (typeof drawn === "string") paths.push(svg("path", { ...look, d: last = drawn || last }));
      else paths.push(svg("text", { ...look, x: drawn[1], y: drawn[2], "font-size": drawn[3] * 1.38, class: "kb-word", text: drawn[0] }));
    }
    known.set(number, svg("g", {}, paths));
  }
  return known.get(number);
}

export function shapeNode(source, number, x, y, scale) {
  const node = template(source, number).cloneNode(true);
  node.setAttribute("transform", shift(x, y, scale));
  return node;
}

/** A small picture of `wide` by 1 with a shape whose middle is given. */
export function icon(game, number, size, { x = .5, y = .5, scale = 1, wide = 1, title = "" } = {}) {
  const box = svg("svg", { width: size * wide, height: size, viewBox: `-.06 -.06 ${wide + .12} 1.12`, "aria-hidden": title ? null : "true", class: "kv-icon" },
    [...(title ? [svg("title", { text: title })] : []), shapeNode(game, number, x, y, scale)]);
  return box;
}

/**
 * A small picture as an image: nodes in a long list would cost every step its share, seen or not. An image
 * knows no variables, so it has the colours that `root` has now.
 */
export function image(box, root) {
  const colours = getComputedStyle(root);
  const drawn = new XMLSerializer().serializeToString(box).replace(/var\((--[\w-]+)\)/g, (_, name) => colours.getPropertyValue(name).trim());
  return html("img", { class: "kv-icon", alt: "", width: box.getAttribute("width"), height: box.getAttribute("height"), src: `data:image/svg+xml,${encodeURIComponent(drawn)}` });
}

export const cubeIcon = (game, seat, size = 15) => icon(game, game.icons.cubes[seat], size);

/** A building as large as a line of words. */
export const pieceIcon = (game, shape, size = 16) => icon(game, shape, size, { x: 0, y: 0, scale: 1 / game.pieces[shape][0] });
