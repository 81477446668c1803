/** Tests of the functions that describe a reviewed game. */

import "../../tests/browser";

import { expect, test } from "vitest";

import type { Label, Moment } from "../../openapi";
import { isMistake, points } from "./labels";
import { summaryOf } from "./moment-list";
import { nextMistakeAfter } from "./replay";

const momentsOf = (...labels: Label[]) => labels.map((label) => ({ label }) as Moment);

test.each([
  [0, "0.0"],
  [0.0316, "3.2"],
  [-0.5, "50.0"],
  [1, "100.0"],
])("a difference of %d is %s points", (share, text) => {
  expect(points(share)).toBe(text);
});

test("only moves for which a better one was possible are mistakes", () => {
  const labels: Label[] = [
    "opening",
    "certain",
    "missed",
    "best",
    "good",
    "inaccuracy",
    "mistake",
    "blunder",
    "forced",
    "unknown",
  ];
  expect(labels.filter(isMistake)).toEqual(["missed", "inaccuracy", "mistake", "blunder"]);
});

test.each<[Label[], string]>([
  [[], "No mistakes."],
  [["opening", "certain", "best", "forced"], "No mistakes."],
  [["mistake", "certain", "blunder", "mistake"], "1 blunder, 2 mistakes."],
  [["inaccuracy", "missed"], "1 safe cell missed, 1 inaccuracy."],
  [["inaccuracy", "missed", "inaccuracy", "missed"], "2 safe cells missed, 2 inaccuracies."],
])("the moves %j are summed up as %s", (labels, summary) => {
  expect(summaryOf(momentsOf(...labels))).toBe(summary);
});

test.each([
  [-1, 1],
  [0, 1],
  [1, 3],
  [3, 1],
  [4, 1],
])("after moment %d the next mistake is %d", (at, next) => {
  expect(nextMistakeAfter(momentsOf("opening", "mistake", "best", "missed", "good"), at)).toBe(next);
});

test("a game without mistakes has no next one", () => {
  expect(nextMistakeAfter(momentsOf("opening", "best"), 0)).toBeNull();
});
