/** The properties of a board. */

import type { View } from "../view";

/** A ring or tint around a cell. */
export type Mark = "best" | "because" | "clash" | "inspected" | "chosen" | "rival";

/** What a page can do with a board that is shown. */
export interface BoardHandle {
  zoomIn: () => void;
  zoomOut: () => void;
  /** Returns to the size that fits the page. */
  fit: () => void;
  /** Scrolls as little as needed to show a cell. */
  scrollToCell: (index: number) => void;
  focus: () => void;
}

export interface BoardProps {
  view: View;
  /** The name for screen readers. */
  label: string;
  /** The risk of each cell by index, `null` where it has none. Shown as a tint and, where there is room, in percent. */
  risk?: (number | null)[] | null;
  /** Texts to show on covered cells instead of their risk, by index. */
  labels?: ReadonlyMap<number, string>;
  /** Cells that are certainly safe, by index. Safe cells and mines can be told apart without colour. */
  safe?: ReadonlySet<number>;
  /** Cells that are certainly mines, by index. */
  mines?: ReadonlySet<number>;
  marks?: ReadonlyMap<number, Mark>;
  /** Where the mines are, once the game is over: unflagged mines and wrong flags are then shown. */
  layout?: ReadonlySet<number> | null;
  /** Cells whose reveal the server has not answered yet: they are shown pressed. */
  pending?: ReadonlySet<number>;
  /** Whether covered cells are shown pressed under the pointer. */
  isLive?: boolean;
  /** Whether a tap flags and a long press reveals. */
  flagMode?: boolean;
  /** Called by the left button, a tap, or the reveal key. */
  onReveal?: (index: number) => void;
  /** Called by the right button, a long press, or the flag key. */
  onFlag?: (index: number) => void;
  /** Called by the middle button, left with right, the chord key, and by a click on a number if the settings say so. */
  onChord?: (index: number) => void;
  /** Called with the cell under the pointer or the keyboard's cursor; `null` when it leaves the board. */
  onHover?: (index: number | null) => void;
  /** Called when the wheel turns over a cell. If given, the wheel does not scroll the board. */
  onWheel?: (index: number, direction: 1 | -1) => void;
  /** Called for each cell that the pointer passes with its button down. If given, one finger paints and two scroll. */
  onStroke?: (index: number) => void;
  /** Called with a key that the board does not use, and the cursor's cell. Returns whether the key was used. */
  onKey?: (key: string, index: number) => boolean;
  /** Set while the board is shown. */
  handle?: { current: BoardHandle | null };
  /** Whether there are zoom buttons below the board; `true` by default. */
  hasZoomButtons?: boolean;
}
