// The modules of the viewer that need no page, with the data of a real game and what Python says of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { addNews, causes, coinsOf, MAIN, moment, nextFrame, prepare } from "./board/browser/lines.js";
import { domainAt, inside, pieceAt, placeOf, squareAt, squareName, storyOf } from "./board/browser/squares.js";

const read = () => JSON.parse(readFileSync(new URL("./game.json", import.meta.url), "utf8"));
const expected = JSON.parse(readFileSync(new URL("./expected.json", import.meta.url), "utf8"));

function opened() {
  const game = read();
  prepare(game);
  return game;
}

test("any jump leads to the same moment as stepping there", () => {
  const game = opened(), other = opened();
  const { path } = game.lines[MAIN];
  for (const frame of [path.length, 0, 33, 32, 31, 64, 1, path.length - 1, 40]) {
    const stepped = opened();
    for (let n = 0; n <= frame; n++) moment(stepped, MAIN, n);
    assert.deepEqual(moment(game, MAIN, frame), moment(stepped, MAIN, frame));
    assert.deepEqual(moment(other, MAIN, frame).items, moment(game, MAIN, frame).items);
  }
});

test("buildings and coins are those of the states", () => {
  const game = opened();
  expected.frames.forEach(({ buildings, coins }, frame) => {
    const { items, table } = moment(game, MAIN, frame);
    const keys = [...items.keys()].filter((key) => key[0] === "b").map((key) => key.slice(1)).sort();
    assert.deepEqual(keys, buildings);
    assert.deepEqual(game.names.map((_, seat) => table.get("c" + seat)), coins);
    assert.deepEqual(coinsOf(game, MAIN)[frame], coins);
  });
});

test("stops are those of the timeline, both ways", () => {
  const { path } = opened().lines[MAIN];
  for (const [sort, frames] of Object.entries(expected.stops)) {
    const found = [];
    for (let at = 0; (at = nextFrame(path, at, sort, 1)) !== null;) found.push(at);
    assert.deepEqual(found, frames.filter((each) => each), sort);
    const back = [];
    for (let at = path.length + 1; (at = nextFrame(path, at, sort, -1)) !== null;) back.unshift(at);
    assert.deepEqual(back, frames, `${sort} back`);
  }
});

test("causes lead back to the first", () => {
  const { path } = opened().lines[MAIN];
  expected.causes.forEach((chain, frame) => assert.deepEqual(frame ? causes(path, frame) : [], chain));
});

test("the story of a square tells every change of what stands there, and nothing else", () => {
  const game = opened(), { path } = game.lines[MAIN];
  for (const { age, sq, frames, fromStart } of expected.stories) {
    assert.deepEqual(storyOf(game, path, path.length, { age, sq }), { frames, fromStart }, `${age}.${sq}`);
  }
});

test("a square knows its building and its domain", () => {
  const game = opened(), last = game.lines[MAIN].path.length, { items } = moment(game, MAIN, last);
  for (const { age, sq, building, domain } of expected.squares) {
    assert.equal(pieceAt(game, items, { age, sq })?.key ?? null, building === null ? null : `b${age}.${building}`);
    assert.deepEqual(domainAt(game, items, { age, sq })?.facts ?? null, domain);
  }
});

test("places and squares", () => {
  const { map } = opened();
  assert.equal(squareName(0), "a1");
  assert.equal(squareName(map.stride + 2), "c2");
  assert.deepEqual(placeOf("b1.18", map), { age: 1, sq: 18, x: map.lefts[1] + 1, y: 1 });
  assert.deepEqual(squareAt(map.lefts[1] + 1.5, 1.5, map), { age: 1, sq: 18 });
  assert.equal(squareAt(map.lefts[1] - .5, 1.5, map), null);
  assert.equal(squareAt(1, -1, map), null);
});

test("a place within a path, with a hole", () => {
  const ring = "M0 0h3v3h-3zM1 1v1h1v-1z";
  assert.ok(inside(ring, .5, .5));
  assert.ok(!inside(ring, 1.5, 1.5));
  assert.ok(inside(ring, 2.5, 1.5));
  assert.ok(!inside(ring, 3.5, 1.5));
});

test("lines are the same after news of them as when they are sent at once", () => {
  const game = read(), { before, news, after } = expected.edit;
  game.lines = before.lines;
  for (const name of ["shapes", "looks", "captions"]) game[name] = before[name];
  game.pieces = before.pieces;
  game.layers = before.layers;
  game.clauses = before.clauses;
  prepare(game);
  const unchanged = game.lines[MAIN].steps;
  addNews(game, news);
  assert.equal(game.lines[MAIN].steps, unchanged);
  const whole = { ...read(), ...after };
  prepare(whole);
  assert.deepEqual(Object.keys(game.lines).sort(), Object.keys(whole.lines).sort());
  for (const [name, line] of Object.entries(whole.lines)) {
    assert.deepEqual(moment(game, name, line.path.length), moment(whole, name, line.path.length));
    assert.equal(game.lines[name].moves.length, line.moves.length);
  }
  assert.deepEqual(game.shapes, whole.shapes);
  assert.deepEqual(game.captions, whole.captions);
});
