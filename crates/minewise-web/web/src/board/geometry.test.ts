import { describe, expect, test } from "vitest";

import { parseRules } from "../view";
import { cellAt, centerOf, cornerOf, fittingSize, geometryOf, visibleCells } from "./geometry";
import type { Geometry, Viewport } from "./geometry";

const of = (rules: string, size: number) => geometryOf(parseRules(rules), size);
const indexes = ({ rules }: Geometry) =>
  Array.from({ length: rules.width * rules.height }, (_, index) => index);

test("square cells are whole pixels, at most as wide as allowed", () => {
  expect(of("7x4/5@torus", 20.9)).toMatchObject({
    cellWidth: 20,
    cellHeight: 20,
    rowStep: 20,
    oddShift: 0,
    width: 140,
    height: 80,
  });
});

test("hexagons are an even number of pixels wide, and their rows overlap", () => {
  expect(of("5x4/3@hex", 21)).toMatchObject({
    cellWidth: 20,
    cellHeight: 23,
    rowStep: 17,
    oddShift: 10,
    width: 110,
    height: 74,
  });
});

test("a single row of hexagons is not widened for odd rows", () => {
  expect(of("5x1/3@hex", 20)).toMatchObject({ oddShift: 0, width: 100, height: 23 });
});

test("cells never become smaller than two pixels", () => {
  expect([of("3x2/1", 0.4).cellWidth, of("3x2/1@hex", 0.4).cellWidth]).toEqual([2, 2]);
});

test("odd rows of hexagons are shifted by half a cell", () => {
  const geometry = of("5x4/3@hex", 20);
  expect([cornerOf(geometry, 2), cornerOf(geometry, 7)]).toEqual([
    { x: 40, y: 0 },
    { x: 50, y: 17 },
  ]);
  expect(centerOf(geometry, 7)).toEqual({ x: 60, y: 28.5 });
});

describe.each([2, 3, 8, 17, 20, 31, 64])("with cells of %d pixels", (size) => {
  test.each(["6x3/2", "5x4/3@hex", "1x6/2@hex", "4x7/3@knight"])(
    "the centre of each cell of %s finds it",
    (rules) => {
      const geometry = of(rules, size);
      const found = indexes(geometry).map((index) => cellAt(geometry, centerOf(geometry, index)));
      expect(found).toEqual(indexes(geometry));
    },
  );

  test.each(["6x3/2", "5x4/3@hex"])(
    "no pixel of %s belongs to two cells, and there are no gaps inside",
    (rules) => {
      const geometry = of(rules, size);
      const owners = new Uint8Array(geometry.width * geometry.height);
      for (const index of indexes(geometry)) {
        const corner = cornerOf(geometry, index);
        geometry.spans.forEach(([from, to], row) => {
          for (let col = from; col < to; col++)
            owners[(corner.y + row) * geometry.width + corner.x + col]! += 1;
        });
      }
      const { width, height, cellWidth, cellHeight } = geometry;
      const isInside = (_: number, at: number) => {
        const [x, y] = [at % width, Math.floor(at / width)];
        return x >= cellWidth && x < width - cellWidth && y >= cellHeight && y < height - cellHeight;
      };
      expect(Math.max(...owners)).toBe(1);
      expect(new Set(owners.filter(isInside))).toEqual(new Set([1]));
    },
  );
});

test.each([
  [-1, 5],
  [5, -1],
  [140, 5],
  [5, 80],
])("there is no cell at %d,%d of a board of 140 by 80 pixels", (x, y) => {
  expect(cellAt(of("7x4/5", 20), { x, y })).toBeNull();
});

test("the corners outside the hexagons belong to no cell", () => {
  const geometry = of("5x4/3@hex", 20);
  const corners = [
    { x: 0, y: 0 },
    { x: 109, y: 5 },
    { x: 0, y: 28 },
    { x: 91, y: 73 },
  ];
  expect(corners.map((point) => cellAt(geometry, point))).toEqual([null, null, null, null]);
});

test("between two rows of hexagons the nearer one is hit", () => {
  const geometry = of("5x4/3@hex", 20);
  // The corner at the bottom of cell 2 is at 50,23, between cells 6 and 7 of the next row.
  expect(cellAt(geometry, { x: 50, y: 20 })).toBe(2);
  expect(cellAt(geometry, { x: 42, y: 22 })).toBe(6);
  expect(cellAt(geometry, { x: 58, y: 22 })).toBe(7);
});

describe("visible cells", () => {
  test("only rows and columns inside the viewport are painted", () => {
    const viewport = { left: 35, top: 25, width: 100, height: 60 };
    expect(visibleCells(of("30x16/99", 20), viewport)).toEqual({ rows: [1, 5], cols: [1, 7] });
  });

  test("a cell that only touches the viewport is not visible", () => {
    const viewport = { left: 20, top: 40, width: 40, height: 20 };
    expect(visibleCells(of("30x16/99", 20), viewport)).toEqual({ rows: [2, 3], cols: [1, 3] });
  });

  test("nothing beyond the board is visible", () => {
    const viewport = { left: -100, top: -100, width: 900, height: 900 };
    expect(visibleCells(of("7x4/5@hex", 20), viewport)).toEqual({ rows: [0, 4], cols: [0, 7] });
  });

  /** Checks the box of each cell. */
  function isVisible(geometry: Geometry, { left, top, width, height }: Viewport, index: number): boolean {
    const { x, y } = cornerOf(geometry, index);
    const isAcross = x < left + width && x + geometry.cellWidth > left;
    return isAcross && y < top + height && y + geometry.cellHeight > top;
  }

  test.each(["9x7/5", "9x7/5@hex"])("no visible cell of %s is missing", (rules) => {
    const geometry = of(rules, 20);
    const missing: unknown[] = [];
    let nVisible = 0;
    for (let left = 0; left < 90; left += 7) {
      for (let top = 0; top < 60; top += 5) {
        const viewport = { left, top, width: 63, height: 41 };
        const { rows, cols } = visibleCells(geometry, viewport);
        for (const index of indexes(geometry).filter((at) => isVisible(geometry, viewport, at))) {
          const [row, col] = [Math.floor(index / 9), index % 9];
          nVisible += 1;
          if (row < rows[0] || row >= rows[1] || col < cols[0] || col >= cols[1])
            missing.push({ viewport, row, col });
        }
      }
    }
    expect(nVisible).toBeGreaterThan(1000);
    expect(missing).toEqual([]);
  });
});

test.each([
  ["a small board gets the largest cells", "9x9/10", 1200, 600, 40],
  ["the width limits a wide board", "30x16/99", 900, 500, 30],
  ["the height limits a high board", "16x16/40", 900, 480, 30],
  ["a board that is too high only fits the width", "30x16/99", 660, 200, 22],
  ["a board that is too high gets no huge cells", "9x30/40", 900, 300, 30],
  ["a board that is too wide has to be scrolled", "30x16/99", 390, 500, 30],
  ["hexagons need room for the shifted rows", "9x9/10@hex", 285, 2000, 30],
])("%s", (_, rules, width, height, size) => {
  expect(fittingSize(parseRules(rules), width, height)).toBe(size);
});
