// Linked pictures of many games. The kernel counts and sends numbers as bytes; this page draws them and
// tells what is brushed: one question is under way at a time, and of the others only the last is asked.

import { svg } from "../board/browser/nodes.js";

const HIGH = 100; // units of a histogram's height
const STEPS_OF_KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };

/** @typedef {{shape: number[], data: Uint32Array}} Counts numbers by bin, the last place is the colour */

/**
 * The counts of all pictures out of one buffer.
 * @param {number[][]} shapes
 * @param {DataView | ArrayBuffer} buffer
 * @returns {Counts[]}
 */
function unpackedCounts(shapes, buffer) {
  const bytes = buffer instanceof DataView ? buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength) : buffer;
  let at = 0;
  return shapes.map((shape) => {
    const size = shape.reduce((one, other) => one * other, 1);
    const data = new Uint32Array(bytes, 4 * at, size);
    at += size;
    return { shape, data };
  });
}

/**
 * By bin: the sum over all colours.
 * @param {Counts} counts
 */
function sums({ shape, data }) {
  const colours = shape.at(-1) ?? 1;
  return Array.from({ length: data.length / colours }, (_, bin) => {
    let sum = 0;
    for (let n = 0; n < colours; n++) sum += data[bin * colours + n];
    return sum;
  });
}

/**
 * A histogram: bars by colour, the outline of all rows, the brush and the bar of the keys.
 * @param {{size: number, fills: string[], label: (bin: number) => string}} about
 */
function makeBars({ size, fills, label }) {
  const bars = svg("g");
  const outline = svg("path", { class: "klx-outline" });
  const brush = svg("rect", { class: "klx-brush", y: 0, height: HIGH, visibility: "hidden" });
  const cursor = svg("rect", { class: "klx-cursor", y: 0, height: HIGH, width: 1, visibility: "hidden" });
  const node = svg("svg", { class: "klx-bars", viewBox: `0 0 ${size} ${HIGH}`, preserveAspectRatio: "none" }, [bars, outline, brush, cursor]);
  const rects = Array.from({ length: size }, (_, bin) => fills.map((fill) => svg("rect", { x: bin + 0.06, width: 0.88, fill })));
  bars.append(...rects.flat());

  /** @param {Counts} all */
  function frame(all) {
    const heights = sums(all), most = Math.max(1, ...heights);
    outline.setAttribute("d", heights.map((each, bin) => `${bin ? "L" : "M"}${bin} ${HIGH - (each / most) * HIGH}h1`).join(""));
  }
  /** @param {Counts} now */
  function show(now) {
    const most = Math.max(1, ...sums(now)), colours = now.shape[1];
    for (let bin = 0; bin < size; bin++) {
      let top = HIGH;
      for (let n = 0; n < colours; n++) {
        const height = (now.data[bin * colours + n] / most) * HIGH;
        top -= height;
        rects[bin][n].setAttribute("y", String(top));
        rects[bin][n].setAttribute("height", String(height));
      }
    }
  }
  /** @param {number[][]} ranges @param {number[] | null} at */
  function mark([range], at) {
    brush.setAttribute("visibility", range ? "visible" : "hidden");
    if (range) { brush.setAttribute("x", String(range[0])); brush.setAttribute("width", String(range[1] - range[0] + 1)); }
    cursor.setAttribute("visibility", at ? "visible" : "hidden");
    if (at) cursor.setAttribute("x", String(at[0]));
  }
  /** @param {number} x from 0 to 1 */
  const binAt = (x) => [Math.min(size - 1, Math.max(0, Math.floor(x * size)))];
  return { node, frame, show, mark, binAt, name: (/** @type {number[]} */ [bin]) => label(bin), sizes: [size] };
}

/**
 * A scatter of bins: the larger a dot, the more rows; its colour is that of most of them.
 * @param {{sizes: number[], fills: string[], labels: ((bin: number) => string)[]}} about
 */
function makeDots({ sizes, fills, labels }) {
  const [across, up] = sizes;
  const dots = svg("g");
  const brush = svg("rect", { class: "klx-brush", visibility: "hidden" });
  const cursor = svg("rect", { class: "klx-cursor", width: 1, height: 1, visibility: "hidden" });
  const node = svg("svg", { class: "klx-dots", viewBox: `0 0 ${across} ${up}`, preserveAspectRatio: "none" }, [dots, brush, cursor]);

  /** @type {Counts | null} */
  let last = null;
  /** @param {Counts} now */
  function show(now) {
    last = now;
    const whole = sums(now), most = Math.max(1, ...whole), colours = now.shape[2];
    const [wide, high] = [node.clientWidth / across || 1, node.clientHeight / up || 1]; // pixels of a bin
    const largest = Math.max(2, Math.min(7, 0.55 * Math.sqrt(wide * high)));
    const drawn = [];
    for (let bin = 0; bin < whole.length; bin++) {
      if (!whole[bin]) continue;
      const part = now.data.subarray(bin * colours, (bin + 1) * colours);
      const radius = 2 + (largest - 2) * Math.sqrt(whole[bin] / most);
      const [x, y] = [Math.floor(bin / up), up - 1 - (bin % up)];
      drawn.push(svg("ellipse", { cx: x + 0.5, cy: y + 0.5, rx: radius / wide, ry: radius / high, fill: fills[part.indexOf(Math.max(...part))] }));
    }
    dots.replaceChildren(...drawn);
  }
  new ResizeObserver(() => { if (last) show(last); }).observe(node); // dots stay round
  /** @param {number[][]} ranges @param {number[] | null} at */
  function mark([right, top], at) {
    brush.setAttribute("visibility", right || top ? "visible" : "hidden");
    const [x, y] = [right ?? [0, across - 1], top ?? [0, up - 1]];
    for (const [name, value] of Object.entries({ x: x[0], width: x[1] - x[0] + 1, y: up - 1 - y[1], height: y[1] - y[0] + 1 })) brush.setAttribute(name, String(value));
    cursor.setAttribute("visibility", at ? "visible" : "hidden");
    if (at) { cursor.setAttribute("x", String(at[0])); cursor.setAttribute("y", String(up - 1 - at[1])); }
  }
  /** @param {number} x @param {number} y from 0 to 1 */
  const binAt = (x, y) => [Math.min(across - 1, Math.max(0, Math.floor(x * across))), Math.min(up - 1, Math.max(0, Math.floor((1 - y) * up)))];
  return { node, frame() {}, show, mark, binAt, name: (/** @type {number[]} */ bins) => bins.map((bin, n) => labels[n](bin)).join(" · "), sizes };
}

/** @param {{model: any, el: HTMLElement}} widget */
function render({ model, el }) {
  const clean = new AbortController();
  const page = () => model.get("page");
  const word = (/** @type {string} */ key) => page().words?.[key] ?? key;
  const alert = makeAlert(model, word, clean.signal);
  const { guarded } = alert;
  const listen = (/** @type {EventTarget} */ target, /** @type {string} */ event, /** @type {(event: any) => void} */ work) =>
    target.addEventListener(event, guarded(work), { signal: clean.signal });

  const title = element("h3", { class: "klx-title" });
  const units = element("select", { class: "klx-unit" });
  const colour = element("select", { class: "klx-colour" });
  const reset = element("button", { type: "button", class: "klx-reset" });
  const languages = element("select", { class: "klx-language" });
  const said = element("span", { class: "klx-said", role: "status", "aria-live": "polite" });
  const [unitWord, colourWord] = [element("span"), element("span")];
  const head = element("div", { class: "klx-head" }, title, element("label", {}, unitWord, units), element("label", {}, colourWord, colour), reset, said, languages);
  const code = element("code", { class: "klx-code" });
  const copy = element("button", { type: "button", class: "klx-copy" });
  const coded = element("div", { class: "klx-coded", hidden: true }, code, copy);
  const legend = element("p", { class: "klx-legend" });
  const grid = element("div", { class: "klx-grid" });
  const hint = element("p", { class: "klx-hint" });
  const listTitle = element("h4");
  const list = element("ol", { class: "klx-list" });
  const behind = element("section", { class: "klx-behind" }, listTitle, list);
  const tip = element("div", { class: "klx-tip", hidden: true, role: "tooltip" });
  const root = element("div", { class: "kl-widget kl-explorer", "data-lm-suppress-shortcuts": "true" }, head, alert.bar, coded, legend, element("div", { class: "klx-body" }, grid, behind), hint, tip);

  /** @type {any[]} the pictures: their measures, and what draws them */
  let views = [];
  /** @type {{[name: string]: number[]}} */
  let brushes = {};
  /** @type {Counts[]} */
  let shown = [];
  let asked = 0, answered = 0;
  /** @type {any} */
  let next = null;

  // ------------------------------------------------------------------ asking

  /** @param {{[name: string]: number[] | null}} ranges @param {boolean} done */
  function brush(ranges, done) {
    for (const [name, range] of Object.entries(ranges)) {
      if (range) brushes[name] = range; else delete brushes[name];
    }
    mark();
    next = { ranges: { ...(next?.done ? {} : next?.ranges), ...ranges }, done };
    ask();
  }
  function ask() {
    if (!next || asked !== answered) return;
    asked += 1;
    root.dataset.asked = String(asked);
    model.send({ kind: "brush", id: asked, ...next });
    next = null;
  }
  /** @param {any} message @param {any[]} buffers */
  function receive(message, buffers) {
    if (message.kind === "all") unpackedCounts(message.shapes, buffers[0]).forEach((each, n) => views[n]?.picture.frame(each));
    if (message.kind === "now") {
      shown = unpackedCounts(message.shapes, buffers[0]);
      shown.forEach((each, n) => views[n]?.picture.show(each));
      said.textContent = message.said;
      code.textContent = message.code;
      coded.hidden = !message.code;
      if (message.id) {
        answered = message.id;
        root.dataset.answered = String(answered);
        ask();
      }
    }
    if (message.kind === "list") showList(message.rows, message.about);
    if (message.kind === "opened") bringIntoSight(Date.now() + 20_000);
  }
  /** Scroll to the replay where the page has put it below. @param {number} until */
  function bringIntoSight(until) {
    const replay = el.parentElement?.querySelector(".kl-replay");
    if (replay) replay.scrollIntoView({ block: "nearest", behavior: "smooth" });
    else if (Date.now() < until && !clean.signal.aborted) setTimeout(() => bringIntoSight(until), 200);
  }

  // ------------------------------------------------------------------ pictures

  /** @param {HTMLSelectElement} select @param {string[][]} options @param {string} value */
  function fill(select, options, value) {
    select.replaceChildren(...options.map(([each, text]) => element("option", { value: each }, text)));
    select.value = value;
  }
  /** @param {string[]} names @param {string} what @param {number} place */
  function makeView(names, what, place) {
    const { labels, measures, fills, groups } = page();
    const colours = groups.map((/** @type {string} */ _, /** @type {number} */ n) => fills[n]);
    const label = names.map((name) => (/** @type {number} */ bin) => labels[name][bin]);
    const sizes = names.map((name) => labels[name].length);
    const picture = names.length === 1
      ? makeBars({ size: sizes[0], fills: colours, label: label[0] })
      : makeDots({ sizes, fills: colours, labels: label });
    const selects = names.map((name, n) => {
      const select = element("select", { class: "klx-measure", "data-picture": `${what}.${place + n}` });
      fill(select, measures, name);
      listen(select, "change", () => model.send({ kind: "choose", what, value: select.value, place: place + n }));
      return select;
    });
    const ends = element("div", { class: names.length === 1 && sizes[0] <= 7 ? "klx-ends klx-each" : "klx-ends" }, ...(names.length === 1 && sizes[0] <= 7 ? labels[names[0]] : [labels[names[0]][0], labels[names[0]].at(-1)]).map((/** @type {string} */ each) => element("span", { title: each }, each)));
    const area = element("div", { class: "klx-area", tabindex: "0", role: "application" }, picture.node);
    if (names.length === 2) area.append(...[`↑ ${labels[names[1]].at(-1)}`, labels[names[1]][0]].map((each) => element("span", { class: "klx-high" }, each)));
    const node = element("section", { class: names.length === 1 ? "klx-view" : "klx-view klx-scatter" }, element("div", { class: "klx-names" }, ...selects), area, ends);
    /** @type {any} */
    const view = { names, picture, area, node, at: null };
    handle(view);
    return view;
  }
  function mark() {
    for (const { names, picture, at } of views) picture.mark(names.map((/** @type {string} */ name) => brushes[name]), at);
  }
  /** @param {any} view @param {number[]} from @param {number[]} to */
  const ranges = (view, from, to) => Object.fromEntries(view.names.map((/** @type {string} */ name, /** @type {number} */ n) => [name, [Math.min(from[n], to[n]), Math.max(from[n], to[n])]]));
  /** @param {any} view */
  const nothing = (view) => Object.fromEntries(view.names.map((/** @type {string} */ name) => [name, null]));
  /** @param {any} view @param {number[]} bins */
  const listBar = (view, bins) => model.send({ kind: "bar", bins: ranges(view, bins, bins) });

  /** @param {any} view @param {number[]} bins */
  function told(view, bins) {
    const counts = shown[views.indexOf(view)];
    if (!counts) return "";
    const place = bins.length === 1 ? bins[0] : bins[0] * view.picture.sizes[1] + bins[1];
    const colours = counts.shape.at(-1) ?? 1, { groups } = page();
    const parts = Array.from(counts.data.subarray(place * colours, (place + 1) * colours));
    const whole = parts.reduce((one, other) => one + other, 0);
    const lines = groups.length > 1 ? parts.map((each, n) => (each ? `\n${groups[n]}: ${each}` : "")).join("") : "";
    return `${view.picture.name(bins)}: ${whole}${lines}`;
  }
  /** @param {any} view */
  function handle(view) {
    const { area } = view;
    /** @type {any} */
    let from = null;
    let moved = false;
    const binsOf = (/** @type {PointerEvent} */ event) => {
      const box = area.getBoundingClientRect();
      return view.picture.binAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    };
    listen(area, "pointerdown", (event) => {
      if (event.button !== 0) return;
      from = binsOf(event);
      moved = false;
      area.setPointerCapture(event.pointerId);
    });
    listen(area, "pointermove", (event) => {
      const bins = binsOf(event);
      const at = root.getBoundingClientRect();
      tip.textContent = told(view, bins);
      tip.hidden = !tip.textContent;
      tip.style.left = `${Math.min(event.clientX - at.left + 12, at.width - 170)}px`;
      tip.style.top = `${event.clientY - at.top + 14}px`;
      if (!from || (!moved && String(bins) === String(from))) return;
      moved = true;
      brush(ranges(view, from, bins), false);
    });
    listen(area, "pointerleave", () => { tip.hidden = true; });
    listen(area, "pointerup", (event) => {
      if (!from) return;
      const start = from;
      from = null;
      if (moved) brush(ranges(view, start, binsOf(event)), true);
      else listBar(view, start);
    });
    listen(area, "pointercancel", () => { from = null; });
    listen(area, "dblclick", () => brush(nothing(view), true));
    listen(area, "blur", () => { view.at = view.start = null; mark(); });
    listen(area, "keydown", (event) => {
      const step = STEPS_OF_KEYS[/** @type {keyof typeof STEPS_OF_KEYS} */ (event.key)];
      if (step) {
        const old = view.at;
        view.at = old ? view.picture.sizes.map((/** @type {number} */ size, /** @type {number} */ n) => Math.min(size - 1, Math.max(0, old[n] + step[n]))) : view.picture.sizes.map(() => 0);
        if (!event.shiftKey) view.start = view.at;
        else brush(ranges(view, view.start ?? old ?? view.at, view.at), true);
        said.textContent = told(view, view.at).replaceAll("\n", ", ");
        mark();
      } else if (event.key === "Enter" && view.at) brush(ranges(view, view.at, view.at), true);
      else if (event.key.toLowerCase() === "l" && view.at) listBar(view, view.at);
      else if (event.key === "Escape") brush(nothing(view), true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  // ------------------------------------------------------------------ the page

  /** @param {string[][]} rows @param {string} about */
  function showList(rows, about) {
    listTitle.textContent = `${word("explore-listed")}: ${about}`;
    list.replaceChildren(...rows.map(([game, player, map, value], row) => {
      const button = element("button", { type: "button", class: "klx-game", title: `${word("explore-open")}: ${game}` },
        element("b", {}, value), element("span", {}, player), element("small", {}, `${map} ${game}`));
      listen(button, "click", () => model.send({ kind: "open", row }));
      return element("li", {}, button);
    }));
  }
  function show() {
    const shownPage = page();
    if (!shownPage.words) return;
    brushes = { ...model.get("brushes") };
    title.textContent = shownPage.title;
    [unitWord.textContent, colourWord.textContent] = [word("explore-unit"), word("explore-colour")];
    const named = new Map(shownPage.measures);
    fill(units, shownPage.units, shownPage.unit);
    fill(colour, [["", word("explore-none")], ...shownPage.colours.map((/** @type {string} */ each) => [each, named.get(each)])], shownPage.colour);
    fill(languages, Object.entries(shownPage.languages), model.get("language"));
    languages.setAttribute("aria-label", word("panel-language"));
    reset.textContent = word("explore-reset");
    copy.textContent = word("explore-copy");
    hint.textContent = `${word("explore-all")} ${word("explore-keys")}`;
    legend.replaceChildren(...(shownPage.colour ? shownPage.groups.map((/** @type {string} */ name, /** @type {number} */ n) => element("span", {}, element("i", { style: `background:${shownPage.fills[n]}` }), name)) : []));
    views = [...shownPage.shown.map((/** @type {string} */ name, /** @type {number} */ n) => makeView([name], "shown", n)), makeView(shownPage.scatter, "scatter", 0)];
    grid.replaceChildren(...views.map(({ node }) => node));
    for (const { area, names } of views) area.setAttribute("aria-label", `${names.map((/** @type {string} */ name) => named.get(name)).join(" · ")}. ${word("explore-keys")}`);
    showList(shownPage.list, shownPage.about);
    mark();
  }
  /** @param {string} what @param {HTMLSelectElement} select */
  const chooses = (what, select) => listen(select, "change", () => model.send({ kind: "choose", what, value: select.value }));
  chooses("unit", units);
  chooses("colour", colour);
  listen(copy, "click", () => {
    getSelection()?.selectAllChildren(code); // where a page may not copy by itself, Ctrl+C does
    navigator.clipboard?.writeText(code.textContent ?? "");
  });
  listen(reset, "click", () => model.send({ kind: "choose", what: "reset", value: "" }));
  listen(languages, "change", () => {
    model.set("language", languages.value);
    model.save_changes();
  });
  const onBrushes = guarded(() => {
    if (next || asked !== answered) return; // what is under way knows better
    brushes = { ...model.get("brushes") };
    mark();
  });
  const [onPage, onMessage] = [guarded(show), guarded(receive)];
  model.on("change:page", onPage);
  model.on("change:brushes", onBrushes);
  model.on("msg:custom", onMessage);
  el.append(root);
  show();
  model.send({ kind: "ready" });
  return () => {
    clean.abort();
    model.off("change:page", onPage);
    model.off("change:brushes", onBrushes);
    model.off("msg:custom", onMessage);
  };
}

export default { render };
