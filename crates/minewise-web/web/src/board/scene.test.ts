import { expect, test } from "vitest";

import { sceneOf } from "../tests/scene";
import { faceOf } from "./scene";
import type { Scene } from "./scene";

/** The faces of all cells in one line, each as its letter with its tint. */
function faces(scene: Scene): string {
  return scene.view.cells
    .map((_, index) => faceOf(scene, index))
    .map(({ letter, tint }) => `${letter}${tint ?? ""}`)
    .join(" ");
}

test("without an analysis cells look as the view says", () => {
  expect(faces(sceneOf("6x1/2 .F012*"))).toBe(". F 0 1 2 *");
});

test("risks are whole percent, and only certain cells are 0 or 100", () => {
  const risk = [0.0001, 0.123, 0.9999, null, 0, 1];
  const scene = sceneOf("6x1/2 ......", { risk, safe: new Set([4]), mines: new Set([5]) });
  expect(faces(scene)).toBe(".1 .12 .99 . .safe .mine");
});

test("a label stands on a covered cell in place of its risk, and not on a flag", () => {
  const labels = new Map([
    [0, "12"],
    [1, "3"],
  ]);
  const scene = sceneOf("3x1/1 .F1", { risk: [0.5, 0.5, null], labels });
  expect([0, 1, 2].map((index) => faceOf(scene, index).label)).toEqual(["12", undefined, undefined]);
});

test("revealed cells have no tint", () => {
  expect(faces(sceneOf("3x1/1 1.*", { risk: [0.5, 0.5, 0.5] }))).toBe("1 .50 *");
});

test("at the end mines are shown, and wrong flags are marked", () => {
  expect(faces(sceneOf("5x1/2 .F.F1", { layout: new Set([0, 1]) }))).toBe("m F . x 1");
});

test("cells that wait for the server look pressed, unless they are flagged or revealed", () => {
  expect(faces(sceneOf("4x1/2 ..F1", { pending: new Set([1, 2, 3]) }))).toBe(". _ F 1");
});
