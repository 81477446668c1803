import "../tests/browser";

import { expect, test } from "vitest";

import { parseRules } from "../view";
import { describeRules } from "./status-bar";

test.each([
  ["9x9/10", false, "Beginner"],
  ["30x16/99", true, "Expert · no guess"],
  ["16x16/40:zero@hex", false, "Intermediate · hex · opening start"],
  ["12x8/14:any@torus", true, "12x8/14 · torus · unsafe start · no guess"],
  ["16x30/99", false, "16x30/99"],
])("%s with no guess = %s is described", (rules, isNoGuess, words) => {
  expect(describeRules(parseRules(rules), isNoGuess)).toBe(words);
});
