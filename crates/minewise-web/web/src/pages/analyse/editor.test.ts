import { expect, test } from "vitest";

import { formatView, parseView } from "../../view";
import { edited, isValid, linkTo, redone, undone } from "./editor";
import type { History } from "./editor";

/** A history that begins with an empty view. */
const BEGIN: History = { past: [], present: parseView("3x1/1@hex ..."), future: [], group: null };

/** Applies edits, each written as the cells with an optional group, or `undo` and `redo`. */
function after(...edits: string[]): History {
  return edits.reduce((history, edit) => {
    if (edit === "undo") return undone(history);
    if (edit === "redo") return redone(history);
    const [cells, group = null] = edit.split(" ");
    return edited(history, parseView(`3x1/1@hex ${cells}`), group);
  }, BEGIN);
}

/** The past, the present and the future in one line. */
function summary({ past, present, future }: History): string {
  const cells = (views: History["past"]) => views.map((view) => formatView(view).split(" ")[1]).join(" ");
  return `${cells(past)} | ${cells([present])} | ${cells(future)}`.trim();
}

test.each([
  ["an edit can be undone", ["1..", "11.", "undo"], "... | 1.. | 11."],
  ["an edit can be redone", ["1..", "11.", "undo", "undo", "redo"], "... | 1.. | 11."],
  ["a new edit ends what could be redone", ["1..", "undo", "F.."], "... | F.. |"],
  ["undo at the start does nothing", ["undo"], "| ... |"],
  ["redo at the end does nothing", ["1..", "redo"], "... | 1.. |"],
  ["a stroke is undone as a whole", ["1.. s1", "11. s1", "111 s1", "undo"], "| ... | 111"],
  ["two strokes are undone one by one", ["1.. s1", "11. s2", "undo"], "... | 1.. | 11."],
  ["a stroke ends with an undo", ["1.. s1", "undo", "F.. s1", "undo"], "| ... | F.."],
])("%s", (_, edits, expected) => {
  expect(summary(after(...edits))).toBe(expected);
});

test("only the last 500 edits can be undone", () => {
  const edits = Array.from({ length: 600 }, (_, n) => (n % 2 === 0 ? "1.." : "..."));
  expect(after(...edits).past).toHaveLength(500);
});

test("a link contains the whole view", () => {
  const link = linkTo(parseView("4x2/3:any@torus 1F../..*."));
  expect(link).toBe("/analyse#4x2/3:any@torus%201F../..*.");
  expect(decodeURIComponent(link.split("#")[1]!)).toBe("4x2/3:any@torus 1F../..*.");
});

test.each([
  ["4x2/3@hex 1F../..*8", true],
  ["4x2/3 1F../..*", false],
  ["4x2/3 1F../..*9", false],
  ["4x2/3 1F../..*..", false],
  ["4x2/3", false],
])("%s is valid: %s", (text, expected) => {
  expect(isValid(parseView(text))).toBe(expected);
});
