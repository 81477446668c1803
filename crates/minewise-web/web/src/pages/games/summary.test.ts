import { expect, test } from "vitest";

import type { Game } from "../../openapi";
import { describeGame, linesOf } from "./summary";

/** A game written as rules, result and milliseconds; `!` after the rules means no guess. */
function gameOf(text: string): Game {
  const [rules = "", status = "", elapsed = "0"] = text.split(" ");
  return {
    rules: rules.replace("!", ""),
    no_guess: rules.endsWith("!"),
    status,
    elapsed_ms: Number(elapsed),
    page_ms: 0,
  } as Game;
}

test.each([
  ["30x16/99", "Expert 30x16/99"],
  ["30x16/99!", "Expert 30x16/99, no guess"],
  ["9x9/10:zero@torus", "Beginner 9x9/10:zero@torus"],
  ["12x8/14@hex", "12x8/14@hex"],
])("a game on %s is described as %s", (rules, words) => {
  expect(describeGame(gameOf(rules))).toBe(words);
});

test("games are counted by rules, the most played first", () => {
  const games = [
    "12x8/14@hex won 500",
    "9x9/10 lost 10",
    "9x9/10 won 900",
    "9x9/10 won 700",
    "9x9/10 on 5",
    "9x9/10! lost 1",
  ];
  expect(linesOf(games.map(gameOf))).toEqual([
    { rules: "Beginner 9x9/10", played: 3, won: 2, best: 700 },
    { rules: "12x8/14@hex", played: 1, won: 1, best: 500 },
    { rules: "Beginner 9x9/10, no guess", played: 1, won: 0, best: null },
  ]);
});

test("a game without a time does not count for the best time", () => {
  expect(linesOf(["9x9/10 won 0", "9x9/10 won 800"].map(gameOf))).toMatchObject([{ won: 2, best: 800 }]);
  expect(linesOf([gameOf("9x9/10 won 0")])).toMatchObject([{ won: 1, best: null }]);
});
