import { expect, test } from "vitest";

import { overlayOf } from "./player-notes";

test("counts stand on their cells without a tint, and large ones in powers of ten", () => {
  const values = [
    [null, 19],
    [0, 123456],
  ];
  const overlay = overlayOf({ name: "DC", meaning: "", kind: "count", values });
  expect(overlay.risk).toBe(null);
  expect([...(overlay.labels ?? [])]).toEqual([
    [1, "19"],
    [2, "0"],
    [3, "1e5"],
  ]);
});

test("chances are percent with a tint, and hide what is certain by other means", () => {
  const overlay = overlayOf({ name: "P_b", meaning: "", kind: "chance", values: [[0, 0.368, null]] });
  expect(overlay.risk).toEqual([0, 0.368, null]);
  expect([...(overlay.labels?.values() ?? [])]).toEqual(["0%", "37%"]);
  expect(overlay.safe.size + overlay.mines.size).toBe(0);
});
