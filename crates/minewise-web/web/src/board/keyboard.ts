/** The keyboard on a board: keys move a cursor and act on its cell. */

import { actionOf, keyName } from "../settings/keys";
import type { Action } from "../settings/keys";
import { TOPOLOGIES, cellOf, indexOf } from "../view";
import type { Rules } from "../view";
import type { Moves } from "./moves";
import type { Stage } from "./stage";

const STEPS: Partial<Record<Action, readonly [down: number, right: number]>> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

export class Keyboard {
  /** The cell of the cursor. It also follows the mouse, hidden, so that keys act on the cell under the pointer. */
  cursor = 0;
  /** Whether the last input came from the keyboard. The cursor is then shown. */
  isActive = false;
  /** What releasing the space bar does, unless the board was dragged while it was down. */
  private onSpaceUp: (() => void) | null = null;
  private isSpaceDown = false;

  constructor(
    private readonly stage: Stage,
    private readonly moves: Moves,
    private readonly onCursor: (index: number) => void,
  ) {}

  /** Says whether the space bar is down, so that a drag scrolls. Releasing the space bar then does nothing else. */
  claimSpace(): boolean {
    if (this.isSpaceDown) this.onSpaceUp = null;
    return this.isSpaceDown;
  }

  follow(index: number): void {
    this.cursor = index;
    this.isActive = false;
    this.stage.setCursor(null);
  }

  hideCursor(): void {
    this.releaseSpace();
    this.isActive = false;
    this.stage.setCursor(null);
  }

  /** Shows the cursor, scrolls to it and reports its cell. */
  showCursor(): void {
    const { cells } = this.moves.props.view;
    this.cursor = Math.min(this.cursor, cells.length - 1);
    this.isActive = true;
    this.stage.setCursor(this.cursor);
    this.stage.scrollToCell(this.cursor);
    this.onCursor(this.cursor);
  }

  down(event: KeyboardEvent): void {
    const isSpace = keyName(event) === "Space";
    const act = this.actOf(event);
    if (act) event.preventDefault();
    if (isSpace) {
      if (!event.repeat) this.onSpaceUp = act;
      this.isSpaceDown = true;
    } else if (act) {
      act();
    }
  }

  up(event: KeyboardEvent): void {
    if (keyName(event) !== "Space") return;
    const act = this.onSpaceUp;
    this.releaseSpace();
    act?.();
  }

  private releaseSpace(): void {
    this.isSpaceDown = false;
    this.onSpaceUp = null;
  }

  /** What a key does on the board, or `null` if nothing. */
  private actOf(event: KeyboardEvent): (() => void) | null {
    const { props, settings } = this.moves;
    const action = actionOf(event, settings.keys);
    const step = action && STEPS[action];
    if (step) return () => this.step(step);
    if (action === "zoomIn") return () => this.stage.zoomIn();
    if (action === "zoomOut") return () => this.stage.zoomOut();
    if (action === "reveal" && props.onReveal) return this.atCursor((index) => this.moves.reveal(index));
    if (action === "flag" && props.onFlag) return this.atCursor((index) => this.moves.flag(index));
    if (action === "chord" && props.onChord) return this.atCursor((index) => this.moves.chord(index));
    if (event.ctrlKey || event.altKey || event.metaKey) return null;
    return props.onKey?.(event.key, this.cursor) ? () => this.showCursor() : null;
  }

  private atCursor(act: (index: number) => void): () => void {
    return () => {
      this.showCursor();
      act(this.cursor);
    };
  }

  private step([down, right]: readonly [number, number]): void {
    // The first key press only shows the cursor.
    if (this.isActive) this.cursor = moved(this.moves.props.view.rules, this.cursor, down, right);
    this.showCursor();
  }
}

/** The cell some steps away. Stops at the edge, or wraps around where edges are joined. */
function moved(rules: Rules, index: number, down: number, right: number): number {
  const [row, col] = cellOf(rules, index);
  const along = (at: number, step: number, length: number) =>
    TOPOLOGIES[rules.topology].wraps
      ? (at + step + length) % length
      : Math.min(Math.max(at + step, 0), length - 1);
  return indexOf(rules, [along(row, down, rules.height), along(col, right, rules.width)]);
}
