import { expect, test } from "vitest";

import { cellName, clock, grouped, percent, runningClock } from "./format";

/** With ordinary spaces, which are easier to write. */
const percentText = (fraction: number) => percent(fraction).replaceAll("\u00a0", " ");

test.each([
  [0, "0.0 %"],
  [-1e-18, "0.0 %"],
  [1e-12, "< 0.1 %"],
  [0.00049, "< 0.1 %"],
  [0.0005, "0.1 %"],
  [0.1234, "12.3 %"],
  [0.9994, "99.9 %"],
  [0.9995, "> 99.9 %"],
  [1 - 1e-12, "> 99.9 %"],
  [1, "100.0 %"],
])("the fraction %d is shown as %s", (fraction, text) => {
  expect(percentText(fraction)).toBe(text);
});

test("a percentage never breaks over two lines", () => {
  expect(percent(0.5)).toBe("50.0\u00a0%");
});

test.each([
  [0, "0:00.0", "0:00"],
  [-5, "0:00.0", "0:00"],
  [99, "0:00.0", "0:00"],
  [7_350, "0:07.3", "0:07"],
  [59_999, "0:59.9", "0:59"],
  [60_000, "1:00.0", "1:00"],
  [725_000, "12:05.0", "12:05"],
  [3_599_999, "59:59.9", "59:59"],
  [3_600_000, "1:00:00", "1:00:00"],
  [3_723_900, "1:02:03", "1:02:03"],
])("%d ms are %s on a clock, %s while it runs", (ms, stopped, running) => {
  expect([clock(ms), runningClock(ms)]).toEqual([stopped, running]);
});

test("a cell is written as row,col", () => {
  expect(cellName([3, 12])).toBe("3,12");
});

test("digits come in groups of three", () => {
  expect([0, 999, 1000, 1234567].map(grouped)).toEqual(["0", "999", "1,000", "1,234,567"]);
});
