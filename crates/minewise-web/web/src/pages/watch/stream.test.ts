import { expect, test } from "vitest";

import type { Pair, Step } from "../../openapi";
import { formatView } from "../../view";
import { guessesIn, viewAt } from "./stream";

function stepOf(marks: Pair[], changed: Step["changed"], risk: number | null = 0): Step {
  return { marks, changed, choice: { risk } } as unknown as Step;
}

const STEPS = [
  stepOf(
    [],
    [
      [0, 0, "0"],
      [0, 1, "1"],
      [1, 0, "0"],
      [1, 1, "1"],
    ],
  ),
  stepOf([[0, 2]], [[1, 2, "1"]], 0.25),
  stepOf(
    [
      [0, 2],
      [0, 1],
    ],
    [[0, 3, "1"]],
    0,
  ),
  stepOf([], [[1, 3, "*"]], 0.5),
];

test.each([
  [0, "..../...."],
  [1, "01F./01.."],
  [2, "01F./011."],
  [3, "01F1/011."],
  [4, "01F1/011*"],
  [9, "01F1/011*"],
])("before step %d the view is %s", (at, cells) => {
  expect(formatView(viewAt("4x2/2@hex", STEPS, at))).toBe(`4x2/2@hex ${cells}`);
});

test("the first reveal is a guess only if it may hit a mine", () => {
  const steps = [stepOf([], [], 0.2), stepOf([], [], 0.1), stepOf([], [], 0), stepOf([], [], null)];
  expect(["9x9/10", "9x9/10:zero", "9x9/10:any"].map((rules) => guessesIn(steps, rules))).toEqual([1, 1, 2]);
});
