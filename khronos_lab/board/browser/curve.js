// The curve that is the slider: chance to win, expected coins or coins over the steps of a line, with the
// marks of turns. Everything lies in parts of a hundred, so no size is ever asked for.
import { coinsOf, isBad, MAIN, markedTurns, turnShown } from "./lines.js";
import { cubeIcon, html, paired, svg } from "./nodes.js";

const NEAR = 5.5; // parts of the width: two marks that are nearer stand in two rows, and the pill covers what is

export function makeCurve(game, view) {
  const { at, say } = view;
  const lines = svg("svg", { viewBox: "0 0 1000 100", preserveAspectRatio: "none", role: "img" });
  const ground = html("div", { class: "kv-ground" }), marks = html("div", { class: "kv-marks" });
  const pill = html("b"), cursor = html("i", { class: "kv-cursor" }, [pill]);
  const heads = game.names.map((_, seat) => html("i", { class: "kv-head" }, [cubeIcon(game, seat, 12)]));
  const slider = html("input", { type: "range", min: 0, value: 0, class: "kv-slider", "data-tip": "slider" });
  const plot = html("div", { class: "kv-plot" }, [ground, lines, cursor, ...heads, slider]);
  const node = html("div", { class: "kv-curve" }, [marks, plot]);
  let drawn = null; // what the last one was drawn from

  // The chosen measure where it is known, else coins: by seat points of step and value.
  function read() {
    const review = at.line === MAIN && game.review, known = review && review.steps.length > 1;
    const measure = known ? at.measure || "chance" : "coins_now", steps = view.path().length;
    if (measure !== "coins_now") {
      const table = measure === "chance" ? review.chance : review.coins;
      const points = game.names.map((_, seat) => review.steps.map((step, n) => [step, table[n][seat]]));
      return { measure, steps, points, most: measure === "chance" ? 100 : most(points, Infinity) };
    }
    const all = coinsOf(game, at.line);
    const points = game.names.map((_, seat) => all.flatMap((coins, n) => (coins[seat] === null || (n && n < steps && coins[seat] === all[n - 1][seat] && coins[seat] === all[n + 1][seat]) ? [] : [[n, coins[seat]]])));
    return { measure, steps, points, most: most(points, at.hidden ? at.frame : Infinity) };
  }
  const most = (points, upTo) => Math.ceil(Math.max(8, ...points.flat().filter(([step]) => step <= upTo).map(([, value]) => value)) / 10) * 10;

  function draw() {
    const told = read(), { measure, steps, points } = told;
    const x = (step) => 100 * step / Math.max(1, steps), y = (value) => 100 - 100 * value / told.most;
    const path = (line) => line.map(([step, value]) => `${(10 * x(step)).toFixed(1)},${y(value).toFixed(1)}`);
    const bands = measure === "chance" ? game.names.map((_, seat) => band(seat, path)) : [];
    lines.replaceChildren(...bands, ...points.map((line, seat) => svg("polyline", { ...paired(game.icons.curves[seat]), points: path(line).join(" ") })));
    const unit = measure === "chance" ? "\u00a0%" : "";
    ground.replaceChildren(...rounds(x), html("i", { class: "kv-rule" }),
      ...[[0, `${told.most}${unit}`], [50, `${told.most / 2}`]].map(([top, text]) => html("span", { class: "kv-tall", style: `top:${top}%`, text })));
    marks.replaceChildren(...marked(x));
    drawn = { ...told, x, y, bands, line: at.line, path: view.path(), review: game.review, frame: at.frame };
  }
  function band(seat, path) {
    const { steps, low, high } = game.review, edge = (table) => steps.map((step, n) => [step, table[n][seat]]);
    return svg("polygon", { class: "kv-band", points: [...path(edge(high)), ...path(edge(low)).reverse()].join(" ") });
  }
  // Rounds below the axis; those in which taxes are paid are tinted.
  function rounds(x) {
    const nodes = [], path = view.path(), firsts = [[game.table.t[1], 0]], taxed = new Set();
    let now = game.table.t[1];
    path.forEach((step, n) => {
      const round = step.now?.t?.[1] ?? now;
      if (round !== now) firsts.push([now = round, n + 1]);
      if (step.stop === "tax") taxed.add(now);
    });
    firsts.forEach(([round, from], n) => {
      const to = firsts[n + 1]?.[1] ?? path.length;
      if (taxed.has(round)) nodes.unshift(html("i", { class: "kv-tax", style: `left:${x(from)}%;width:${x(to - from)}%` }));
      if (n) nodes.push(html("i", { class: "kv-mark-round", style: `left:${x(from)}%` }));
      // Where taxes are paid is said below the axis, where there is room: curves run over whatever stands above it.
      const words = taxed.has(round) ? `${round} ·\u00a0${say("viewer-taxes")}` : n || x(to) < 14 ? round : `${say("axis-round")}\u00a0${round}`;
      if (x(to - from) > 3) nodes.push(html("span", { class: "kv-round-number", "data-round": round, style: `left:${x(from)}%;width:${x(to - from)}%`, text: words }));
    });
    return nodes;
  }
  function marked(x) {
    let last = -NEAR, high = false;
    return markedTurns(game, at.line).flatMap((turn) => {
      const left = x(turn.step);
      high = left - last < NEAR && !high;
      last = left;
      const sort = isBad(turn.mark) ? "kv-bad" : "kv-good", name = `${turn.label} ${turn.mark}`;
      const facts = { style: `left:${left}%`, "data-step": turn.step };
      return [html("i", { class: `kv-tick ${sort}`, ...facts }),
        html("button", { type: "button", class: `kv-turn-mark ${sort}${high ? " kv-high" : ""}`, ...facts, text: turn.mark, title: name, "aria-label": name, on: () => view.go(turnShown(game, turn), at.line) })];
    });
  }
  function valueAt(line, frame) {
    let n = line.findIndex(([step]) => step > frame);
    if (!n || !line.length) return null;
    if (n < 0) n = line.length;
    const [step, value] = line[n - 1], next = line[n];
    return next ? value + (next[1] - value) * (frame - step) / (next[0] - step) : value;
  }
  function show() {
    const { frame, hidden } = at, later = hidden && drawn && drawn.frame !== frame && drawn.measure === "coins_now";
    if (!drawn || drawn.line !== at.line || drawn.path !== view.path() || drawn.review !== game.review || later) draw();
    const { x, y, points, bands, measure } = drawn, here = view.step(), left = x(frame);
    node.style.setProperty("--at", `${left}%`);
    node.classList.toggle("kv-unknown", hidden && frame < view.path().length);
    if (hidden) for (const each of marks.children) each.hidden = Number(each.dataset.step) > frame;
    pill.textContent = here ? here.move.turn : say("button-start");
    pill.style.setProperty("--shift", `${left}`);
    // The pill says its round, and of words that it would cover nothing looks out.
    const round = here?.move.turn.split(".")[0];
    for (const each of ground.querySelectorAll(".kv-round-number")) each.classList.toggle("kv-covered", each.dataset.round === round || Math.abs(parseFloat(each.style.left) - left) < NEAR);
    const seat = here ? here.move.seat : -1;
    bands.forEach((each, n) => each.classList.toggle("kv-here", n === seat));
    const values = points.map((line) => valueAt(line, frame));
    heads.forEach((head, n) => {
      head.hidden = values[n] === null;
      if (values[n] !== null) head.style.top = `${y(values[n])}%`;
      head.classList.toggle("kv-front", n === seat);
    });
    lines.dataset.measure = measure;
    lines.setAttribute("aria-label", `${say(`viewer-${measure}`)}: ${game.names.map((name, n) => `${name} ${values[n] === null ? "?" : Math.round(values[n])}`).join(", ")}`);
  }
  return { node, slider, draw, show };
}
