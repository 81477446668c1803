import { expect, test } from "vitest";

import { inkOn, mix } from "./palette";

test.each([
  [0, "#102030"],
  [0.5, "#888888"],
  [1, "#fff0e0"],
])("a share of %d gives %s", (share, colour) => {
  expect(mix("#102030", "#fff0e0", share)).toBe(colour);
});

test.each([
  ["#ffffff", "#000000"],
  ["#000000", "#ffffff"],
  ["#757575", "#ffffff"],
  ["#767676", "#000000"],
  ["#0000ff", "#ffffff"],
  ["#00ff00", "#000000"],
])("text on %s is %s", (colour, ink) => {
  expect(inkOn(colour)).toBe(ink);
});
