import { expect, test } from "vitest";

import { minesOf } from "./mines";

test("the mines of a layout are found by their index", () => {
  expect([...minesOf("4x3/3@hex .*../...*/*...")]).toEqual([1, 7, 8]);
});
