// The income curve: coins over the steps of a line, with a mode that keeps the ending to itself.
import { coinsOf } from "./lines.js";
import { paired, shapeNode, shift, svg } from "../../board/browser/nodes.js";

const LEFT = 22, RIGHT = 12, FOOT = 18, HEAD = 12;

export function makeCurve(game, say, go) {
  const box = svg("svg", { class: "kv-curve", role: "img" });
  let drawn = null; // what the last one was drawn from
  let size = null; // of the box: whoever asks has the page laid out, so it is asked once

  function draw(name, frame, hidden) {
    size ??= [box.clientWidth || 320, box.clientHeight || 130];
    const [width, height] = size;
    const path = game.lines[name].path, all = coinsOf(game, name);
    const upTo = hidden ? frame : path.length;
    let most = 8;
    for (let n = 0; n <= upTo; n++) for (const coins of all[n]) if (coins > most) most = coins;
    if (hidden) most = Math.ceil(most / 10) * 10;
    const x = (at) => LEFT + (width - LEFT - RIGHT) * at / Math.max(1, path.length);
    const y = (coins) => height - FOOT - (height - FOOT - HEAD) * coins / most;
    const nodes = [];
    for (let coins = 0, gap = most > 40 ? 20 : most > 16 ? 10 : 4; coins <= most; coins += gap) {
      nodes.push(svg("line", { class: "kv-rule", x1: LEFT, x2: width - RIGHT, y1: y(coins), y2: y(coins) }),
        svg("text", { x: LEFT - 4, y: y(coins) + 4, "text-anchor": "end", text: coins }));
    }
    nodes.push(...rounds(path, x, height, upTo));
    game.names.forEach((player, seat) => nodes.push(line(player, seat, all, upTo, x, y)));
    const cursor = svg("line", { class: "kv-cursor", y1: HEAD, y2: y(0) });
    const cubes = game.names.map((_, seat) => shapeNode(game, game.icons.cubes[seat], 0, 0));
    box.setAttribute("viewBox", `0 0 ${width} ${height}`);
    box.replaceChildren(...nodes, cursor, ...cubes);
    drawn = { name, path, all, x, y, cursor, cubes, width, most, frame, hidden };
  }
  function line(player, seat, all, upTo, x, y) {
    const points = [];
    for (let n = 0; n <= upTo; n++) {
      if (all[n][seat] === null || (n && n < upTo && all[n][seat] === all[n - 1][seat] && all[n][seat] === all[n + 1][seat])) continue;
      points.push(`${x(n).toFixed(1)},${y(all[n][seat]).toFixed(1)}`);
    }
    return svg("polyline", { ...paired(game.icons.curves[seat]), points: points.join(" ") }, [svg("title", { text: player })]);
  }
  function rounds(path, x, height, upTo) {
    const nodes = [];
    let round = game.table.t[1], from = 0;
    const label = (at) => x(at) - x(from) > 14 && nodes.push(svg("text", { x: (x(from) + x(at)) / 2, y: height - 4, "text-anchor": "middle", text: `${from || x(at) - x(from) < 60 ? "" : say("axis-round") + " "}${round}` }));
    path.forEach((step, n) => {
      if (step.now && step.now.t && step.now.t[1] !== round) {
        label(n + 1);
        [round, from] = [step.now.t[1], n + 1];
        nodes.push(svg("line", { class: "kv-rule", x1: x(from), x2: x(from), y1: HEAD, y2: height - FOOT }));
      }
      if (step.stop === "tax" && n < upTo) nodes.push(svg("g", { transform: shift(x(n + 1), 7, 11) }, [shapeNode(game, game.icons.pay, 0, 0), svg("title", { text: say("legend-taxation") })]));
    });
    label(path.length);
    return nodes;
  }
  function show(name, frame, hidden) {
    if (!drawn || drawn.name !== name || drawn.path !== game.lines[name].path || drawn.hidden !== hidden || (hidden && drawn.frame !== frame)) draw(name, frame, hidden);
    const { x, y, all, cursor, cubes } = drawn, here = x(frame);
    cursor.setAttribute("transform", shift(here, 0));
    cubes.forEach((cube, seat) => {
      const coins = all[frame][seat];
      cube.style.display = coins === null ? "none" : "";
      cube.setAttribute("transform", shift(here, y(coins), 11));
    });
    box.setAttribute("aria-label", `${say("title-income")}: ${game.names.map((player, seat) => `${player} ${all[frame][seat] ?? "?"}`).join(", ")}`);
  }
  function drag(event) {
    if (!drawn || (event.type === "pointermove" && !event.buttons)) return;
    const spot = event.clientX - box.getBoundingClientRect().left;
    const share = (spot - LEFT) / (drawn.width - LEFT - RIGHT);
    go(Math.round(Math.min(Math.max(share, 0), 1) * drawn.path.length));
  }
  box.addEventListener("pointerdown", drag);
  box.addEventListener("pointermove", drag);
  return { node: box, show, forget: () => { drawn = size = null; } };
}

