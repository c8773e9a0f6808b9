// The boards: ground and layers as SVG. Only what is new is drawn; what moves never keeps anybody waiting.
import { paired, shapeNode, svg } from "./nodes.js";
import { placeOf, squareAt } from "./squares.js";

const AGES = ["might", "faith", "reason"];
const MOVING = 220; // milliseconds
const CALM = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : { matches: true };

/** @returns the boards of a game: `node`, and how to draw them, to zoom and to find squares */
export function makeScene(game, say) {
  const { map } = game, columns = map.rows[0].length, rows = map.rows.length;
  const ground = svg("g", { class: "kv-ground" });
  const names = svg("g", { class: "kv-names" });
  const land = game.ground.map(([look, d, letter]) => svg("path", { ...paired(game.looks[look]), d: letter
    ? map.rows.flatMap((row, y) => [...row].map((each, x) => (each === letter ? `M${x} ${y}${d}` : ""))).join("") : d }));
  map.lefts.forEach((left, age) => {
    ground.append(svg("g", { transform: `translate(${left} 0)` }, land.map((path) => path.cloneNode())));
    names.append(svg("text", { class: "kv-age", x: left, y: -1.05, "data-word": "age-" + AGES[age] }));
    for (let x = 0; x < columns; x++) names.append(svg("text", { x: left + x + .5, y: -.25, text: String.fromCharCode(97 + x) }));
    for (let y = 0; y < rows; y++) names.append(svg("text", { x: left - .5, y: y + .72, text: y + 1 }));
  });
  const letters = Object.values(game.layers).join("");
  const groups = new Map([...letters].map((letter) => [letter, svg("g", { "data-layer": letter })]));
  const hover = svg("g", { class: "kv-hover" }), picked = svg("g", { class: "kv-picked" }), over = svg("g", { class: "kv-over" });
  const all = svg("g", { id: `kv-${Math.random()}` }, [ground, names, ...groups.values(), over, hover, picked]);
  const node = svg("svg", { class: "kv-boards", role: "img", xmlns: "http://www.w3.org/2000/svg" }, [all]);
  const small = map.lefts.map((left) => svg("svg", { viewBox: `${left - .1} -.1 ${columns + .2} ${rows + .2}`, "aria-hidden": "true" }, [svg("use", { href: `#${all.id}` })]));
  const drawn = new Map([...letters].map((letter) => [letter, new Map()]));
  let moving = [];

  function draw(items, view, lively) {
    for (const each of moving) each.cancel();
    moving = [];
    const [layers, pale] = game.views[view];
    const shown = layers.map((name) => game.layers[name]).join("");
    ground.classList.toggle("kv-pale", pale.includes("_"));
    /** @type {any} every letter has its map */
    const wanted = new Map([...letters].map((letter) => [letter, new Map()]));
    const twins = Object.entries(game.twin).filter(([letter]) => shown.includes(letter));
    for (const [key, item] of items) {
      if (shown.includes(key[0])) wanted.get(key[0]).set(key, item);
      for (const [letter, [of, shapes]] of twins) if (key[0] === of) wanted.get(letter).set(letter + key.slice(1), shapes[item]);
    }
    const fresh = [], still = !lively || CALM.matches;
    for (const [letter, known] of drawn) {
      const group = groups.get(letter), now = wanted.get(letter);
      group.classList.toggle("kv-pale", pale.includes(letter));
      for (const [key, old] of known) {
        if (now.get(key) !== old.item) { old.node.remove(); known.delete(key); }
      }
      for (const [key, item] of now) {
        if (known.has(key)) continue;
        const drawing = itemNode(key, item);
        known.set(key, { item, node: drawing });
        group.append(drawing);
        if (!still) fresh.push([key, drawing]);
      }
    }
    if (!still) moving = fresh.map(([key, drawing]) => enter(key, drawing, items));
  }

  function itemNode(key, item) {
    if (typeof item !== "number") return shapeNode(game, item[0], item[1], item[2]);
    const { x, y } = placeOf(key, map);
    return shapeNode(game, item, x, y);
  }

  // What appears fades in; a shadow comes from the age before it; what is gone fades out.
  function enter(key, drawing, items) {
    const { age, sq } = placeOf(key, map), options = { duration: MOVING, easing: "ease-out" };
    if (key[0] === "g") return drawing.animate([{ opacity: 1 }, {}], options);
    if ("bi".includes(key[0]) && [..."cr"].some((sort) => items.has(`a${age}.${sq}.${sort === "c" ? "cast" : "replaced"}`))) {
      const at = `translate(${map.lefts[age] + sq % map.stride}px, ${Math.floor(sq / map.stride)}px)`;
      return drawing.animate([{ transform: `translate(${-map.pitch}px) ${at}`, opacity: .35 }, { transform: at, opacity: 1 }], options);
    }
    return drawing.animate([{ opacity: 0 }, {}], options);
  }

  // ---------------------------------------------------------------- places

  let age = null; // the one that is shown alone
  function zoom(chosen) {
    age = chosen;
    const left = age === null ? 0 : map.lefts[age], width = age === null ? map.width : columns + 1.5;
    node.setAttribute("viewBox", `${left - map.left} ${-map.top} ${width} ${map.height}`);
    node.style.aspectRatio = `${width} / ${map.height}`;
  }
  zoom(null);

  function find(event) {
    const matrix = node.getScreenCTM();
    if (!matrix) return null;
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return squareAt(spot.x, spot.y, map);
  }
  /** The middle of a square in pixels of the window. */
  function pixel({ age: of, sq }) {
    const { x, y } = placeOf(`b${of}.${sq}`, map);
    return new DOMPoint(x + .5, y + .5).matrixTransform(node.getScreenCTM());
  }
  function pick(place) {
    const at = place && placeOf(`b${place.age}.${place.sq}`, map);
    picked.replaceChildren(...(at ? [svg("rect", { class: "kv-chosen", x: at.x, y: at.y, width: 1, height: 1 })] : []));
  }
  function border(domain) {
    hover.replaceChildren(...(domain ? ["kv-border-halo", "kv-border"].map((look) => svg("path", { class: look, d: domain.outline, transform: `translate(${domain.x} ${domain.y})` })) : []));
  }
  function speak() {
    for (const word of names.querySelectorAll("[data-word]")) word.textContent = say(word.dataset.word);
  }
  return { node, small, over, draw, zoom, zoomed: () => age, find, pixel, pick, border, speak, drawn };
}

/** A small card over the boards that stays within them and leaves its square in sight. */
export function placeCard(card, stage, x, y) {
  const box = stage.getBoundingClientRect(), gap = 14;
  const width = card.offsetWidth, height = card.offsetHeight;
  const right = x - box.left + gap, below = y - box.top + gap;
  const left = right + width <= box.width ? right : right - 2 * gap - width;
  const top = left >= 0 ? below - gap - 20 : below + height <= box.height ? below : below - 2 * gap - height;
  card.style.left = `${Math.max(0, Math.min(left, box.width - width))}px`;
  card.style.top = `${Math.max(0, Math.min(top, box.height - height))}px`;
}

