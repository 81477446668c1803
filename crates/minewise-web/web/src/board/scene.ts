/** What each cell of a board looks like, derived from the board's props. */

import type { View } from "../view";
import type { Mark } from "./props";

export interface Scene {
  view: View;
  risk: readonly (number | null)[] | null;
  /** Texts on covered cells, by index. */
  labels: ReadonlyMap<number, string>;
  safe: ReadonlySet<number>;
  mines: ReadonlySet<number>;
  marks: ReadonlyMap<number, Mark>;
  layout: ReadonlySet<number> | null;
  /** Cells whose reveal the server has not answered yet. */
  pending: ReadonlySet<number>;
}

/** A certain cell, or a risk in whole percent from 1 to 99. */
export type Tint = "safe" | "mine" | number;

export interface Face {
  /** `.` covered, `0`–`8`, `F` a flag, `*` the mine that was hit, `m` another mine, `x` a wrong flag, `_` pressed. */
  letter: string;
  tint: Tint | null;
  /** The text on a covered cell, instead of its risk. */
  label?: string | undefined;
}

export function faceOf(scene: Scene, index: number): Face {
  const letter = scene.view.cells[index] ?? ".";
  if (letter !== "." && letter !== "F") return { letter, tint: null };
  const tint = tintOf(scene, index);
  if (scene.layout) {
    const isMine = scene.layout.has(index);
    if (letter === "F") return { letter: isMine ? "F" : "x", tint };
    if (isMine) return { letter: "m", tint };
  }
  if (letter === "." && scene.pending.has(index)) return { letter: "_", tint: null };
  return { letter, tint, label: letter === "." ? scene.labels.get(index) : undefined };
}

function tintOf(scene: Scene, index: number): Tint | null {
  if (scene.safe.has(index)) return "safe";
  if (scene.mines.has(index)) return "mine";
  const risk = scene.risk?.[index] ?? null;
  if (risk === null) return null;
  // Only certain cells show 0 or 100.
  return Math.min(Math.max(Math.round(risk * 100), 1), 99);
}
