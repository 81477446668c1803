import { expect, test } from "vitest";

import type { Player } from "../openapi";
import { formatPlayer, parsePlayer } from "./players";

const SEARCH: Player = {
  name: "search",
  source: "",
  summary: "",
  results: [],
  options: [
    { name: "level", summary: "", default: "normal", takes: "", words: ["fast", "normal"] },
    { name: "seed", summary: "", default: "0", takes: "a number", words: null },
  ],
};

test.each([
  ["exact", "exact", {}],
  ["search(level=fast)", "search", { level: "fast" }],
  [" search ( level = fast , seed=7 ) ", "search", { level: "fast", seed: "7" }],
  ["search()", "search", {}],
  ["search(level)", "search", {}],
  ["search(level=", "search", { level: "" }],
  ["", "", {}],
])("%j is read as %s with %j", (text, name, options) => {
  expect(parsePlayer(text)).toEqual({ name, options });
});

test.each([
  ["search", "search"],
  ["search(level=normal)", "search"],
  ["search(level=fast,seed=0)", "search(level=fast)"],
  ["search(seed=7,level=fast)", "search(seed=7,level=fast)"],
  ["search(level=)", "search"],
  ["search(unknown=1)", "search(unknown=1)"],
])("%s is written as %s", (text, written) => {
  expect(formatPlayer(parsePlayer(text), SEARCH)).toBe(written);
});

test("the options of an unknown player are all written", () => {
  expect(formatPlayer(parsePlayer("mine(level=normal)"), undefined)).toBe("mine(level=normal)");
});
