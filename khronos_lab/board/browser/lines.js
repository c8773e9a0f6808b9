// Lines of play and their moments: what is new from step to step, added up. No page is needed here.

/** @typedef {{say: number, why?: number, new?: string, items: string[][], off?: string, now?: Object<string, any>, stop?: string, age?: number, move?: any, last?: boolean}} Step */

const KEPT = 32; // every so many steps the whole moment is kept, so that any jump is short

export const MAIN = "[]";

/** Make paths of steps from the start for every line, and say of each step to which move it belongs. */
export function prepare(game) {
  for (const [name, line] of Object.entries(game.lines)) {
    if (!line.path) prepareLine(game, name, line);
  }
}

function prepareLine(game, name, line) {
  const parent = line.in === undefined ? null : game.lines[line.in];
  if (parent && !parent.path) prepareLine(game, line.in, parent);
  line.steps.forEach((step, n) => {
    step.say ??= line.steps[n - 1].say + 1;
    step.items ??= step.new ? step.new.split(";").map((each) => each.split("=")) : []; // a key alone is gone
  });
  line.path = parent ? parent.path.slice(0, line.at).concat(line.steps) : line.steps;
  line.kept = [];
  nameMoves(game, name);
}

function nameMoves(game, name) {
  const line = game.lines[name];
  let place = 0;
  line.moves.forEach((move, index) => {
    Object.assign(move, { line: name, index, first: line.at + place + 1, last: line.at + place + move.steps });
    for (let n = move.steps; n; n--) Object.assign(line.steps[place++], { move, last: n === 1 });
  });
}

/** Take over shapes, looks and captions that were not told before. */
export function addCatalogues(game, news) {
  for (const name of ["shapes", "looks", "captions"]) game[name].push(...news[name]);
  for (const name of ["pieces", "layers", "clauses"]) Object.assign(game[name], news[name]);
}

/** Take over what an edit of the record has changed: lines that are new, others or gone. */
export function addNews(game, news) {
  addCatalogues(game, news);
  for (const name of ["start", "table", "map"]) if (news[name]) game[name] = news[name]; // another first position
  for (const [name, line] of Object.entries(news.lines)) {
    if (line === null) delete game.lines[name];
    else if (line.steps) game.lines[name] = line;
    else {
      const { steps, path, kept } = game.lines[name];
      game.lines[name] = { ...line, steps, path, kept };
      nameMoves(game, name);
    }
  }
  // A line that got other steps is the beginning of those that leave it.
  for (const line of Object.values(game.lines)) {
    if (Object.values(news.lines).some((each) => each && each.steps)) delete line.path;
  }
  prepare(game);
}

/** Items of all layers and accounts at a frame of a line. */
export function moment(game, name, frame) {
  const { path, kept } = game.lines[name];
  let place = Math.floor(Math.min(frame, path.length) / KEPT);
  while (place && !kept[place]) place--;
  const [items, table] = place ? kept[place].map((each) => new Map(each)) : [game.start, game.table].map((each) => new Map(Object.entries(each)));
  for (let n = place * KEPT; n < frame; n++) {
    addStep(items, table, path[n]);
    if ((n + 1) % KEPT === 0 && !kept[(n + 1) / KEPT]) kept[(n + 1) / KEPT] = [new Map(items), new Map(table)];
  }
  return { items, table };
}

/** @param {Map<string, any>} items @param {Map<string, any>} table @param {Step} step */
export function addStep(items, table, step) {
  if (step.off) for (const key of [...items.keys()]) if (step.off.includes(key[0])) items.delete(key);
  for (const [key, item] of step.items) if (item === undefined) items.delete(key); else items.set(key, item);
  for (const [key, value] of Object.entries(step.now || {})) {
    if (value === null) table.delete(key); else table.set(key, value);
  }
}

/** The next frame of a sort that way: `effect`, `action`, `turn`, or a stop; null if there is none. */
export function nextFrame(path, from, sort, way) {
  for (let frame = from + way; frame >= 0 && frame <= path.length; frame += way) {
    const here = path[frame - 1];
    if (sort === "effect" || (sort === "action" && (!here || here.last))
      || (sort === "turn" && (!here || (here.last && here.move.ends) || frame === path.length))
      || (here && here.stop === sort)) return frame;
  }
  return null;
}

/** The frames that led to the one that is shown, the first cause first. */
export function causes(path, frame) {
  const chain = [];
  for (let at = frame; at && path[at - 1].why; chain.unshift(at)) at -= path[at - 1].why;
  return chain;
}

/** Coins of every seat at every frame of a line; hidden ones are null. */
export function coinsOf(game, name) {
  const seats = game.names.map((_, seat) => "c" + seat);
  const read = (value) => (typeof value === "number" ? value : null);
  let now = seats.map((key) => read(game.table[key]));
  const all = [now];
  for (const { now: changed } of game.lines[name].path) {
    if (changed && seats.some((key) => key in changed)) now = seats.map((key, n) => (key in changed ? read(changed[key]) : now[n]));
    all.push(now);
  }
  return all;
}

// ---------------------------------------------------------------- turns with a mark, and reviews (see `verdict.js`)

/** A mistake; `!?` is a daring move and none. */
export const isBad = (mark) => mark.startsWith("?");

/** The reviewed turn to which a frame of the game belongs. */
export function turnAt(game, line, frame) {
  return line === MAIN && game.review ? game.review.turns.find((each) => each.first < frame && frame <= each.step) : undefined;
}

/** Turns with a mark: the review's, or those that somebody has set. */
export function markedTurns(game, line) {
  if (line === MAIN && game.review) return game.review.turns.filter((each) => each.mark);
  return game.lines[line].path.filter((step) => step.last && step.move.mark).map(({ move }) => ({ label: move.turn, mark: move.mark, first: move.first - 1, step: move.last }));
}

/** Where one looks at a turn: after the last move that does something on the boards. */
export function turnShown(game, turn) {
  const { path } = game.lines[MAIN];
  for (let frame = turn.step; frame > turn.first + 1; frame--) if (path[frame - 1]?.last && !path[frame - 1].move.ends) return frame;
  return turn.step;
}

/** Where the next mistake is looked at, or the last one before; undefined if there is none. */
export function mistakeBeside(game, at, way) {
  const frames = game.review.turns.filter((each) => isBad(each.mark)).map((each) => turnShown(game, each));
  return way > 0 ? frames.find((each) => each > at.frame || at.line !== MAIN) : frames.findLast((each) => each < at.frame);
}

/** By seat: the chance to win after the turn that is shown, and its change by that turn; null if nobody knows. */
export function chancesAt(game, { line, frame, outlook }) {
  if (outlook) return { now: outlook.chance, change: null };
  const { steps, chance } = (line === MAIN && game.review) || { steps: [] };
  const after = steps.findIndex((each) => each >= frame);
  return after < 0 ? null : { now: chance[after], change: after ? chance[after].map((each, seat) => each - chance[after - 1][seat]) : null };
}
