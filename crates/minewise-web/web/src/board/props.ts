/** What a board is given and what it tells. */

import type { View } from "../view";

/** A ring or tint around a cell. */
export type Mark = "best" | "because" | "clash" | "inspected" | "chosen" | "rival";

/** What else can be asked of a board that is shown. */
export interface BoardHandle {
  zoomIn(): void;
  zoomOut(): void;
  /** Back to the size that fits. */
  fit(): void;
  /** Scrolls as little as needed to see a cell. */
  bringIntoSight(index: number): void;
  focus(): void;
}

export interface BoardProps {
  view: View;
  /** What a screen reader calls it. */
  label: string;
  /** The risk of each cell by index, null where there is none; painted as a tint and, where there is room, in percent. */
  risk?: (number | null)[] | null;
  /** Certain cells by index, painted so that they are told apart without colour. */
  safe?: ReadonlySet<number>;
  mines?: ReadonlySet<number>;
  marks?: ReadonlyMap<number, Mark>;
  /** Where the mines are, once the game is over: mines not flagged and flags that were wrong are shown. */
  layout?: ReadonlySet<number> | null;
  /** Cells whose reveal is on its way: they stay sunk until the view shows them. */
  sunk?: ReadonlySet<number>;
  /** Whether covered cells sink under the pointer. */
  isLive?: boolean;
  /** Whether a tap and a long press change places. */
  flagMode?: boolean;
  /** Left button, tap, or the reveal key. */
  onReveal?(index: number): void;
  /** Right button, long press, or the flag key. */
  onFlag?(index: number): void;
  /** Middle button, left with right, or the chord key; `onReveal` on a number also ends here if given. */
  onChord?(index: number): void;
  /** The cell under the pointer or the keyboard's cursor; null when it leaves. */
  onHover?(index: number | null): void;
  /** A turn of the wheel over a cell, if it is not to move or zoom the board. */
  onWheel?(index: number, direction: 1 | -1): void;
  /** While a button is down and the pointer moves from cell to cell: painting. Then one finger paints, and two pan. */
  onStroke?(index: number): void;
  /** A key that means nothing to the board itself, with the cursor's cell. Whether it was used. */
  onKey?(key: string, index: number): boolean;
  /** Filled in while the board is there. */
  handle?: { current: BoardHandle | null };
  /** Whether there are buttons to zoom below the board; there are unless this is false. */
  hasZoomButtons?: boolean;
}
