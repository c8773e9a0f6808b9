// Squares by number, by name and on the way from one to another; menus and boards need a page.
import assert from "node:assert/strict";
import { test } from "node:test";

import { extent, squareName, squareNamed, squaresBetween } from "./board/browser/squares.js";

const between = (from, to) => squaresBetween(squareNamed(from), squareNamed(to)).map(squareName);

test("squares have names", () => {
  assert.deepEqual(["a1", "p20", "F4"].map(squareNamed), [0, 338, 56]);
  assert.deepEqual(["q1", "a", "a1b", ""].map(squareNamed), [null, null, null, null]);
  assert.deepEqual([0, 338, 56].map(squareName), ["a1", "p20", "f4"]);
});

test("a pointer leaves no square out, whichever way it goes", () => {
  assert.deepEqual(between("c3", "c3"), ["c3"]);
  assert.deepEqual(between("a1", "d1"), ["a1", "b1", "c1", "d1"]);
  assert.deepEqual(between("c5", "c2"), ["c5", "c4", "c3", "c2"]);
  for (const [from, to] of [["a1", "p20"], ["p1", "a20"], ["h9", "c2"], ["b2", "c9"]]) {
    const way = squaresBetween(squareNamed(from), squareNamed(to));
    assert.deepEqual([way[0], way.at(-1)], [squareNamed(from), squareNamed(to)]);
    for (let n = 1; n < way.length; n++) {
      const [, columns, rows] = extent([way[n - 1], way[n]]);
      assert.ok(columns <= 2 && rows <= 2 && way[n] !== way[n - 1], `${from} ${to}`);
    }
  }
});
