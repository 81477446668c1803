/** Tests of the small functions of the editor's tools. */

import { expect, test } from "vitest";

import { parseView } from "../../view";
import { letterOf } from "./brush";
import { multiline } from "./toolbar";

test.each([
  ["0", "0"],
  ["8", "8"],
  ["9", null],
  [".", "."],
  ["*", "*"],
  ["f", "F"],
  ["F", "F"],
  ["Backspace", "."],
  ["Delete", "."],
  ["x", null],
  ["Enter", null],
])("the key %s puts %s into a cell", (key, letter) => {
  expect(letterOf(key)).toBe(letter);
});

test("a copied view has a line for the rules and one for each row", () => {
  expect(multiline(parseView("4x2/3:zero@hex 1F../...."))).toBe("4x2/3:zero@hex\n1F..\n....\n");
});
