"use strict";
// A replay of one game. Everything that happens was worked out beforehand: a step holds what is new
// in a flat table of short values (see export_scene.py). This script adds the changes up and draws.

const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const JUMPS = {
  paradox: "jump-paradox", blocked: "jump-blocked", join: "jump-join", split: "jump-split", tax: "jump-taxation",
};
const VIEWS = {
  boards: "view-boards", shadows: "view-shadows", control: "view-control", domains: "view-domains", difference: "view-difference",
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
    card.prepend(svg("title", { text: say("kind-" + KINDS[letter]) }));
    return card;
  }
  const back = svg("rect", { x: .1, y: .06, width: .8, height: .88, rx: .1, class: "card" });
  return icon(18, 1, [svg("title", { text: say("panel-hidden") }), back,
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

function jumpTo(stop, way) {
  const frame = next(stop, way);
  pause();
  if (frame !== null) go(frame);
  else $("caption").textContent = say(way > 0 ? "jump-none" : "jump-none_before");
}
