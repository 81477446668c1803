import { describe, expect, test } from "vitest";

import {
  cellOf,
  emptyView,
  formatRules,
  formatView,
  indexOf,
  isCovered,
  minesLeft,
  neighbours,
  parseRules,
  parseView,
  TOPOLOGIES,
} from "./view";

test("rules are read with all their parts", () => {
  expect(parseRules("12x8/14:zero@hex")).toEqual({
    width: 12,
    height: 8,
    mines: 14,
    start: "zero",
    topology: "hex",
  });
});

test("rules without start and topology are safe and square", () => {
  expect(parseRules("30x16/99")).toMatchObject({ start: "safe", topology: "square" });
});

test.each(["9x9/10", "30x16/99:any", "1x1/0", "7x4/5@torus", "12x8/14:zero@hex", "5x6/7:any@knight"])(
  "%s is written as it was read",
  (text) => {
    expect(formatRules(parseRules(text))).toBe(text);
  },
);

test("defaults are left out when rules are written", () => {
  expect(formatRules(parseRules("9x9/10:safe@square"))).toBe("9x9/10");
});

test.each([
  "",
  "9x9",
  "9x9/10:",
  "9x9/10:first",
  "9x9/10@cube",
  "9x9/10@toString",
  "-9x9/10",
  " 9x9/10",
  "9x9/10 ",
])("%j is refused as rules", (text) => {
  expect(() => parseRules(text)).toThrow(`expected rules like 9x9/10, found: ${text}`);
});

test("a view is read row by row", () => {
  expect(parseView("3x2/1@hex 01./F*8\n").cells).toEqual(["0", "1", ".", "F", "*", "8"]);
});

test.each(["5x3/2:zero 1..../..F../.....", "2x4/1@torus ../1./.*/..", "6x1/2@knight 0.F.12"])(
  "%s is written as it was read",
  (text) => {
    expect(formatView(parseView(text))).toBe(text);
  },
);

test("an empty view covers every cell", () => {
  expect(formatView(emptyView(parseRules("4x2/3@torus")))).toBe("4x2/3@torus ..../....");
});

test("the index of a cell counts along the rows", () => {
  const rules = parseRules("7x4/5");
  expect(indexOf(rules, [2, 3])).toBe(17);
  expect(cellOf(rules, 17)).toEqual([2, 3]);
});

test("flags are covered, numbers and mines are not", () => {
  expect([".", "F", "0", "8", "*", undefined].map(isCovered)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("every flag counts as a mine, even one too many", () => {
  expect(minesLeft(parseView("4x2/3 F..F/.F.F"))).toBe(-1);
});

describe("neighbours", () => {
  /** Draws a cell as `#` and its neighbours as `o`. */
  function draw(rulesText: string, row: number, col: number): string {
    const rules = parseRules(rulesText);
    const view = emptyView(rules);
    view.cells[indexOf(rules, [row, col])] = "#";
    for (const near of neighbours(rules, indexOf(rules, [row, col]))) view.cells[near] += "o";
    return formatView(view).split(" ")[1]!.replaceAll(".o", "o");
  }

  test.each([
    ["5x4/3", 1, 2, ".ooo./.o#o./.ooo./....."],
    ["5x4/3", 0, 0, "#o.../oo.../...../....."],
    ["5x4/3", 3, 4, "...../...../...oo/...o#"],
    ["5x4/3@torus", 0, 0, "#o..o/oo..o/...../oo..o"],
    ["5x4/3@torus", 3, 2, ".ooo./...../.ooo./.o#o."],
    ["5x4/3@hex", 2, 2, "...../.oo../.o#o./.oo.."],
    ["5x4/3@hex", 1, 2, "..oo./.o#o./..oo./....."],
    ["5x4/3@hex", 0, 0, "#o.../o..../...../....."],
    ["5x4/3@hex", 1, 4, "....o/...o#/....o/....."],
    ["5x5/3@knight", 2, 2, ".o.o./o...o/..#../o...o/.o.o."],
    ["5x4/3@knight", 0, 0, "#..../..o../.o.../....."],
    ["3x1/1", 0, 1, "o#o"],
    ["1x1/0@torus", 0, 0, "#"],
  ])("on %s the cell %d,%d has these: %s", (rules, row, col, drawn) => {
    expect(draw(rules, row, col)).toBe(drawn);
  });

  test("on a small torus a neighbour is counted once, and the cell itself never", () => {
    expect(neighbours(parseRules("2x2/1@torus"), 0).sort()).toEqual([1, 2, 3]);
    expect(neighbours(parseRules("3x1/1@torus"), 1).sort()).toEqual([0, 2]);
  });

  test.each(Object.keys(TOPOLOGIES))("being a neighbour is mutual: %s", (topology) => {
    const rules = parseRules(`7x5/3@${topology}`);
    const near = emptyView(rules).cells.map((_, index) => neighbours(rules, index));
    const oneWay = near.flatMap((others, index) => others.filter((other) => !near[other]?.includes(index)));
    expect(near.flat().length).toBeGreaterThan(0);
    expect(oneWay).toEqual([]);
  });
});
