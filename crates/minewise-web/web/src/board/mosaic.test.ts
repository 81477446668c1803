import { beforeEach, expect, test, vi } from "vitest";

import { Mosaic } from "./mosaic";
import type { Spans } from "./mosaic";

class FakeImageData {
  readonly data: Uint8ClampedArray;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.data = new Uint8ClampedArray(4 * width * height);
  }
}

beforeEach(() => {
  vi.stubGlobal("ImageData", FakeImageData);
});

/** Places a picture of 4 by 3 pixels on a mosaic of 6 by 4, and returns its rows. */
function placed(spans: Spans, x: number, y: number): string[] {
  const mosaic = new Mosaic(6, 4);
  mosaic.fill(0);
  mosaic.place(
    Uint32Array.from({ length: 12 }, (_, n) => n + 1),
    4,
    spans,
    x,
    y,
  );
  let rows: string[] = [];
  const putImageData = ({ data, width }: FakeImageData) => {
    const pixels = [...new Uint32Array(data.buffer)];
    const letters = pixels.map((pixel) => ".abcdefghijkl"[pixel]).join("");
    rows = letters.match(new RegExp(`.{${width}}`, "g")) ?? [];
  };
  mosaic.copyTo({ putImageData } as unknown as CanvasRenderingContext2D);
  return rows;
}

const FULL: Spans = [
  [0, 4],
  [0, 4],
  [0, 4],
];

test.each([
  [1, 1, "...... .abcd. .efgh. .ijkl."],
  [-2, -1, "gh.... kl.... ...... ......"],
  [4, 2, "...... ...... ....ab ....ef"],
  [-4, 0, "...... ...... ...... ......"],
  [6, 0, "...... ...... ...... ......"],
  [0, 4, "...... ...... ...... ......"],
])("a picture at %d,%d is cut off at the edges", (x, y, rows) => {
  expect(placed(FULL, x, y).join(" ")).toBe(rows);
});

test("pixels outside the spans are left alone", () => {
  const hexagon: Spans = [
    [1, 3],
    [0, 4],
    [2, 2],
  ];
  expect(placed(hexagon, 1, 0).join(" ")).toBe("..bc.. .efgh. ...... ......");
});
