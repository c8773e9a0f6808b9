// The board: three ages in one picture, and everything that lies on them. One for every page and widget.
//
// `ground` says where squares lie and what the map looks like (`ground.py`); a picture is items by key,
// with the shapes and looks that they name (`encoder.py`). Only what is new is drawn, and what moves never
// keeps anybody waiting. From 600 pixels on the ages stand side by side; below that one of them is large
// and the others are small beside it, alive, and come when they are tapped.
import { html, paired, shapeNode, svg } from "./nodes.js";
import { layersOf, placeOf, squareAt, squareName } from "./squares.js";

/** @type {Object<string, any>} */
const PIECES = { b: [[2], "Piece", []], w: [[3], "Pawn", []] }; // layers that every picture has
const WIDE = 600; // pixels of the board from which three ages stand side by side
const MOVING = 220; // milliseconds
const CALM = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : { matches: true };

/**
 * @param {string} className of the picture
 * @param {{names?: () => string[], turned?: (age: number | null) => void, all?: () => string, busy?: () => string,
 *   busiest?: () => number | null | undefined}} host how ages are called, what to do when another one is large, the
 *   words that lead back to all of them, those for an age in which something happens, and the age to begin with where there is room for one
 */
export function makeBoard(className = "", host = {}) {
  /** @type {any} */
  let ground = null;
  const land = svg("g", { class: "kb-ground" }), names = svg("g", { class: "kb-names" });
  const shown = svg("g", { class: "kb-scene" }), ghosts = svg("g", { class: "kb-ghosts" }), over = svg("g", { class: "kb-over" });
  const boxes = svg("g", { class: "kb-boxes" }), hover = svg("g", { class: "kb-hover" }), picked = svg("g", { class: "kb-picked" });
  const all = svg("g", { id: `kb-${Math.random().toString(36).slice(2)}` }, [land, shown, ghosts, over]);
  const element = svg("svg", { class: `kb-boards ${className}`, xmlns: "http://www.w3.org/2000/svg" }, [all, names, boxes, hover, picked]);
  const thumbs = html("div", { class: "kb-thumbs" });
  const aside = html("div", { class: "kb-aside" }); // beside one large age there is room for a few words
  const box = html("div", { class: "kb" }, [html("div", { class: "kb-frame" }, [element, html("div", { class: "kb-column" }, [thumbs, aside])])]);

  // ---------------------------------------------------------------- the ground

  function stand(on) {
    if (on === ground || !on?.rows) return;
    const another = JSON.stringify(on.rows) !== JSON.stringify(ground?.rows);
    ground = on;
    const { rows, lefts } = on, columns = rows[0].length;
    element.style.setProperty("--kb-widest", `${Math.floor(on.box[2] * on.largest)}px`);
    if (another) {
      const paths = on.paths.map(([look, d, letter]) => svg("path", { ...paired(look), d: letter
        ? rows.flatMap((row, y) => [...row].map((each, x) => (each === letter ? `M${x} ${y}${d}` : ""))).join("") : d }));
      land.replaceChildren(...lefts.map((left) => svg("g", { transform: `translate(${left} 0)` }, paths.map((path) => path.cloneNode()))));
    }
    names.replaceChildren(...lefts.map((left, age) => svg("g", {}, [
      svg("text", { class: "kb-age", x: left, y: -1.15, "font-size": on.name, text: host.names?.()[age] ?? "" }),
      ...Array.from({ length: columns }, (_, x) => svg("text", { x: left + x + .5, y: -.25, text: String.fromCharCode(97 + x) })),
      ...rows.map((_, y) => svg("text", { class: age ? "kb-later" : "", x: left - .5, y: y + .5 + on.letters * .36, text: y + 1 })),
    ])));
    small = lefts.map((left) => svg("svg", { viewBox: `${left} 0 ${columns} ${rows.length}`, "aria-hidden": "true" }, [svg("use", { href: `#${all.id}` })]));
    zoom(age);
  }
  let small = [];
  function speak() {
    [...names.querySelectorAll(".kb-age")].forEach((each, n) => { each.textContent = host.names?.()[n] ?? ""; });
    drawThumbs();
  }

  // ---------------------------------------------------------------- a scene

  const groups = new Map(); // by level, sort and letter of a layer: its group, and the nodes of its items
  let moving = [];
  function groupOf(letter, level, sort) {
    const id = `${level}.${sort}.${letter}`;
    let known = groups.get(id);
    if (!known) {
      known = { id, node: svg("g", { "data-layer": letter, "data-sort": sort, "data-level": level }), drawn: new Map() };
      groups.set(id, known);
      const after = [...shown.children].find((each) => Number(each.dataset.level) > level);
      shown.insertBefore(known.node, after ?? null);
    }
    return known;
  }
  /**
   * @param {Map<string, any>} items
   * @param {any} source the shapes, looks and layers that they name, and the nodes of buildings
   * @param {{view?: string, pieces?: string, fade?: number, lively?: boolean}} look
   */
  function draw(items, source, { view = "", pieces = "full", fade = 0, lively = false } = {}) {
    for (const each of moving) each.cancel();
    moving = [];
    const still = !lively || CALM.matches, fresh = [], wanted = new Map();
    /** @type {any} */
    const layers = { ...PIECES, ...source.layers };
    for (const [key, item] of items) {
      const letter = key[0], [levels, , views] = layers[letter];
      if (!wanted.has(letter)) wanted.set(letter, !view || !views.length || views.includes(view) ? levels.map(() => new Map()) : []);
      const parts = letter === "b" && pieces === "nodes" ? [source.pieces[item][1]] : item.split(",");
      wanted.get(letter).forEach((now, n) => now.set(key, parts[n]));
    }
    element.classList.toggle("kb-faded", fade > 0);
    const kept = new Set();
    for (const [letter, n, now] of [...wanted].flatMap(([letter, all]) => all.map((now, n) => [letter, n, now]))) {
      const { id, node, drawn } = groupOf(letter, layers[letter][0][n], layers[letter][1]);
      kept.add(id);
      if (letter === "b") node.classList.toggle("kb-pale", pieces === "pale");
      for (const [key, old] of drawn) if (now.get(key) !== old.item) { old.node.remove(); drawn.delete(key); }
      // In their order from the last on, so that the same picture is always made of the same nodes.
      let next = null;
      for (const [key, item] of [...now].reverse()) {
        if (!drawn.has(key)) {
          const made = itemNode(key, item, source);
          drawn.set(key, { item, node: made });
          node.insertBefore(made, next);
          if (!still) fresh.push([key, made]);
        }
        next = drawn.get(key).node;
      }
    }
    for (const [id, { node }] of groups) if (!kept.has(id)) { node.remove(); groups.delete(id); }
    if (!still) moving = fresh.map(([key, made]) => enter(key, made, items, source)).filter(Boolean);
  }
  function itemNode(key, item, source) {
    const [shape, right = 0, down = 0] = String(item).split(" ").map(Number), { x, y } = key[0] === "w" ? { x: 0, y: 0 } : placeOf(key, ground);
    return shapeNode(source, shape, x + right, y + down);
  }
  // What appears fades in; a shadow comes from the age before it; what is gone fades out.
  function enter(key, made, items, source) {
    const { age, sq } = placeOf(key, ground), options = { duration: MOVING, easing: "ease-out" };
    const sort = source.layers[key[0]]?.[1];
    if (sort === "Ghost") return made.animate([{ opacity: 1 }, {}], options);
    const arrows = layersOf(source, "Arrow");
    if (key[0] === "b" && arrows.some((letter) => ["cast", "replaced"].some((fate) => items.has(`${letter}${age}.${sq}.${fate}`)))) {
      const at = `translate(${ground.lefts[age] + sq % ground.stride}px, ${Math.floor(sq / ground.stride)}px)`;
      return made.animate([{ transform: `translate(${-ground.pitch}px) ${at}`, opacity: .35 }, { transform: at, opacity: 1 }], options);
    }
    if (sort === "Arrow") return made.animate([{ opacity: 0 }, {}], { ...options, delay: 120, fill: "backwards" });
    return made.animate([{ opacity: 0 }, {}], options);
  }
  /** Lay another picture over the boards, or none. */
  function overlay(picture) {
    over.replaceChildren(...(picture ? layered(picture).map(([, key, part]) => itemNode(key, part, picture)) : []));
  }
  /** Levels, keys and parts of the items of a picture, the lowest first. */
  const layered = ({ items, layers }) => Object.entries(items).flatMap(([key, item]) => layers[key[0]][0].map((level, n) => [level, key, item.split(",")[n]])).sort(([one], [other]) => one - other);

  // ---------------------------------------------------------------- squares

  const corner = ({ age, sq }) => [ground.lefts[age] + (sq % ground.stride), Math.floor(sq / ground.stride)];
  function find({ clientX, clientY }) {
    const matrix = element.getScreenCTM();
    if (!ground || !matrix) return null;
    const spot = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return squareAt(spot.x, spot.y, ground);
  }
  /** Where a square is on the screen: its corner and its size. */
  function onScreen(place) {
    const matrix = element.getScreenCTM(), [x, y] = corner(place), at = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: at.x, y: at.y, size: matrix.a };
  }
  /** The middle of a square in pixels of the window. */
  function middle(place) {
    const { x, y, size: wide } = onScreen(place);
    return { x: x + wide / 2, y: y + wide / 2 };
  }
  /** The square beside another one; over the edge of a board lies the next age. */
  function beside(place, [right, down]) {
    const columns = ground.rows[0].length, last = ground.lefts.length - 1;
    if (!place) return { age: age ?? 0, sq: 0 };
    let at = place.age, column = (place.sq % ground.stride) + right;
    const row = Math.min(Math.max(Math.floor(place.sq / ground.stride) + down, 0), ground.rows.length - 1);
    if (column < 0) [at, column] = at > 0 ? [at - 1, columns - 1] : [at, 0];
    else if (column >= columns) [at, column] = at < last ? [at + 1, 0] : [at, columns - 1];
    return { age: at, sq: row * ground.stride + column };
  }
  /** False for squares that somebody typed and that this map does not have. */
  const has = (sq) => !!ground && sq % ground.stride < ground.rows[0].length && Math.floor(sq / ground.stride) < ground.rows.length;
  // Boxes around squares, each `[class, age, first square, columns, rows, sign]`.
  function mark(wanted) {
    boxes.replaceChildren(...wanted.map(([kind, at, sq, width, height = width, sign = ""]) => {
      const [x, y] = corner({ age: at, sq });
      const made = svg("g", { class: kind, "data-age": at, "data-square": squareName(sq) },
        ["kb-halo", "kb-line"].map((line) => svg("rect", { x, y, width, height, class: line })));
      if (sign) made.append(svg("rect", { x: x + width - .42, y: y - .08, width: .5, height: .5, class: "kb-sign" }), svg("text", { x: x + width - .17, y: y + .34, "font-size": .44, "text-anchor": "middle", text: sign }));
      return made;
    }));
  }
  function pick(place) {
    const [x, y] = place ? corner(place) : [];
    picked.replaceChildren(...(place ? [svg("rect", { class: "kb-chosen", x, y, width: 1, height: 1 })] : []));
  }
  function border(domain) {
    hover.replaceChildren(...(domain ? ["kb-border-halo", "kb-border"].map((look) => svg("path", { class: look, d: domain.outline, transform: `translate(${domain.x} ${domain.y})` })) : []));
  }

  // ---------------------------------------------------------------- one age large, the others small

  /** @type {number | null} */
  let age = null; // the one that is large
  let narrow = false;
  let busy = new Set(); // ages in which something happens
  function zoom(chosen) {
    if (!ground) { age = chosen; return; }
    const one = ground.lefts.length > 1 ? chosen : null;
    age = narrow && one === null && ground.lefts.length > 1 ? age ?? 0 : one;
    const [left, top, wide, tall] = ground.box, columns = ground.rows[0].length;
    const [x, width] = age === null ? [left, wide] : [ground.lefts[age] + left * .8, columns - left * .8 + .2];
    element.setAttribute("viewBox", `${x} ${top} ${width} ${tall}`);
    element.style.aspectRatio = `${width} / ${tall}`;
    box.classList.toggle("kb-one", age !== null);
    // The row numbers of its neighbours would look over its edge.
    [...names.children].forEach((each, n) => { each.style.display = age === null || n === age ? "" : "none"; });
    sizeLetters();
    drawThumbs();
    host.turned?.(age);
  }
  // Coordinates stay readable on small boards, as far as squares leave room for them.
  function sizeLetters() {
    const pixels = element.clientWidth / element.viewBox.baseVal.width;
    if (pixels > 0) names.style.fontSize = `${Math.max(ground.letters, Math.min(.8, 9.5 / pixels))}px`;
  }
  function drawThumbs() {
    if (age === null) { thumbs.replaceChildren(); return; }
    const called = host.names?.() ?? [];
    const button = (at, words, inside) => html("button", { type: "button", class: "kb-thumb", "data-age": at, "aria-pressed": String(at === age), title: busy.has(at) ? host.busy?.() ?? "" : "", hidden: at === age, on: () => zoom(at) }, [html("span", { text: words }), ...inside]);
    thumbs.replaceChildren(...small.map((each, at) => button(at, `${called[at] ?? ""}${busy.has(at) ? " •" : ""}`, [each])), ...(narrow || !host.all ? [] : [button(null, host.all(), [])]));
  }
  function tellBusy(ages) {
    if ([...ages].join() === [...busy].join()) return;
    busy = ages;
    drawThumbs();
  }
  function fit() {
    const was = narrow;
    narrow = box.clientWidth > 0 && box.clientWidth < WIDE;
    if (narrow !== was && ground?.lefts.length > 1) zoom(narrow ? age ?? host.busiest?.() ?? 0 : null);
    else if (ground) sizeLetters();
  }
  // In the next frame: whoever changes sizes while they are measured is measured again and again.
  const size = typeof ResizeObserver === "function" ? new ResizeObserver(() => requestAnimationFrame(fit)) : null;
  size?.observe(box);
  return { box, element, over, thumbs, aside, stand, draw, overlay, ghosts, speak, find, onScreen, middle, beside, has, mark, pick, border, zoom, zoomed: () => age, isNarrow: () => narrow, fit, tellBusy, close: () => size?.disconnect() };
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
