/** Describes cells in words, for screen readers. */

import { percent } from "../format";
import { cellOf } from "../view";
import type { View } from "../view";
import type { Mark } from "./props";
import type { Scene } from "./scene";

const MARKS: Record<Mark, string> = {
  best: "best move",
  because: "part of the proof",
  clash: "contradicts other numbers",
  inspected: "inspected",
  chosen: "chosen",
  rival: "another player's choice",
};

/** Describes a cell: `row 3, column 4: covered, risk 12.3 %, best move`. */
export function describeCell(scene: Scene, index: number): string {
  const [row, col] = cellOf(scene.view.rules, index);
  const mark = scene.marks.get(index);
  const parts = [...contentOf(scene, index), ...(mark ? [MARKS[mark]] : [])];
  return `row ${row}, column ${col}: ${parts.join(", ")}`;
}

function contentOf(scene: Scene, index: number): string[] {
  const letter = scene.view.cells[index] ?? ".";
  if (letter === "*") return ["the mine that was hit"];
  if (letter !== "." && letter !== "F") return [`shows ${letter}`];
  if (scene.layout?.has(index)) return [letter === "F" ? "mine, flagged" : "mine"];
  const cover = letter === "F" ? [scene.layout ? "wrongly flagged" : "covered, flagged"] : ["covered"];
  const label = scene.labels.get(index);
  if (label !== undefined) return [...cover, label];
  if (scene.safe.has(index)) return [...cover, "certainly safe"];
  if (scene.mines.has(index)) return [...cover, "certainly a mine"];
  const risk = scene.risk?.[index] ?? null;
  return risk === null ? cover : [...cover, `risk ${percent(risk)}`];
}

/** Describes the result of a move: how many cells it revealed, and the cursor's cell. `null` if nothing changed. */
export function describeChange(before: View, scene: Scene, cursor: number): string | null {
  const { cells } = scene.view;
  if (before.cells.length !== cells.length) return "New board.";
  const changed = cells.filter((letter, index) => letter !== before.cells[index]);
  if (changed.length === 0) return null;
  const nRevealed = changed.filter((letter) => letter !== "." && letter !== "F").length;
  const count = nRevealed > 1 ? `${nRevealed} cells revealed. ` : "";
  return `${count}${describeCell(scene, cursor)}`;
}
