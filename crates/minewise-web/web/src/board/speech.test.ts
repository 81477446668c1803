import { expect, test } from "vitest";

import { sceneOf } from "../tests/scene";
import { parseView } from "../view";
import type { Mark } from "./props";
import type { Scene } from "./scene";
import { describeCell, describeChange } from "./speech";

/** With ordinary spaces. */
const describe = (scene: Scene, index: number) => describeCell(scene, index).replaceAll("\u00a0", " ");

test.each([
  ["a revealed number", sceneOf("4x2/3 ..../..2."), 6, "row 1, column 2: shows 2"],
  ["a covered cell", sceneOf("4x2/3 ..../...."), 3, "row 0, column 3: covered"],
  ["a flag", sceneOf("4x2/3 ..../.F.."), 5, "row 1, column 1: covered, flagged"],
  ["a risk", sceneOf("3x1/1 ...", { risk: [0.1, 0.254, 0.6] }), 1, "row 0, column 1: covered, risk 25.4 %"],
  [
    "a safe cell",
    sceneOf("3x1/1 ...", { safe: new Set([2]) }),
    2,
    "row 0, column 2: covered, certainly safe",
  ],
  [
    "a certain mine",
    sceneOf("3x1/1 .F.", { mines: new Set([1]) }),
    1,
    "row 0, column 1: covered, flagged, certainly a mine",
  ],
  ["the mine that was hit", sceneOf("3x1/1 *.."), 0, "row 0, column 0: the mine that was hit"],
  ["another mine at the end", sceneOf("3x1/2 *..", { layout: new Set([0, 2]) }), 2, "row 0, column 2: mine"],
  [
    "a right flag at the end",
    sceneOf("3x1/2 *.F", { layout: new Set([0, 2]) }),
    2,
    "row 0, column 2: mine, flagged",
  ],
  [
    "a wrong flag at the end",
    sceneOf("3x1/1 *.F", { layout: new Set([0]) }),
    2,
    "row 0, column 2: wrongly flagged",
  ],
])("%s is described", (_, scene, index, words) => {
  expect(describe(scene, index)).toBe(words);
});

test("a mark is described last", () => {
  const marks = new Map<number, Mark>([[1, "best"]]);
  expect(describe(sceneOf("3x1/1 ...", { risk: [1, 0.5, 1], marks }), 1)).toBe(
    "row 0, column 1: covered, risk 50.0 %, best move",
  );
});

test.each([
  ["one revealed cell", "4x1/1 ....", "4x1/1 1...", "row 0, column 0: shows 1"],
  ["a cascade", "4x1/1 ....", "4x1/1 001.", "3 cells revealed. row 0, column 0: shows 0"],
  ["a flag", "4x1/1 ....", "4x1/1 F...", "row 0, column 0: covered, flagged"],
  ["another board", "4x1/1 ....", "5x1/1 .....", "New board."],
  ["no change", "4x1/1 01..", "4x1/1 01..", null],
])("%s is announced", (_, before, after, words) => {
  expect(describeChange(parseView(before), sceneOf(after), 0)).toBe(words);
});
