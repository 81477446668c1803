import { expect, test } from "vitest";

import { parseRules } from "../view";
import { presetOf, problemOf } from "./rules-form";

test.each([
  ["9x9/10", "Beginner"],
  ["16x16/40:zero", "Intermediate"],
  ["30x16/99@torus", "Expert"],
  ["16x30/99", null],
  ["9x9/11", null],
])("%s is the preset %s", (rules, preset) => {
  expect(presetOf(parseRules(rules))).toBe(preset);
});

test.each([
  [9, 9, 10, null],
  [1, 1, 0, null],
  [200, 50, 9_999, null],
  [4, 2, 7, null],
  [4, 2, 8, "There must be fewer mines than cells: at most 7."],
  [0, 9, 0, "The board must have at least one cell."],
  [101, 100, 5, "The board can have at most 10,000 cells; this one has 10,100."],
  [NaN, 9, 10, "Width, height and mines must be whole numbers."],
  [9, 2.5, 10, "Width, height and mines must be whole numbers."],
  [9, 9, -1, "Width, height and mines must be whole numbers."],
])("%d by %d with %d mines has this problem: %s", (width, height, mines, problem) => {
  expect(problemOf({ width, height, mines, start: "safe", topology: "square" })).toBe(problem);
});
