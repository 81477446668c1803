/** Keys on a board: they move a cursor and act on its cell. */

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
  /** Where the cursor is; it follows the mouse, unseen, so that keys act where a person looks. */
  cursor = 0;
  /** Whether the last thing that happened came from the keyboard. */
  isLeading = false;
  /** What the space bar does once it is let go, unless the board was dragged with it. */
  private onSpaceUp: (() => void) | null = null;
  private isSpaceDown = false;

  constructor(
    private readonly stage: Stage,
    private readonly moves: Moves,
    private readonly told: (index: number) => void,
  ) {}

  /** Whether a drag of the mouse is to pan. To be asked when one begins: the space bar then does nothing else. */
  takeSpace(): boolean {
    if (this.isSpaceDown) this.onSpaceUp = null;
    return this.isSpaceDown;
  }

  follow(index: number): void {
    this.cursor = index;
    this.isLeading = false;
    this.stage.setCursor(null);
  }

  leave(): void {
    this.releaseSpace();
    this.isLeading = false;
    this.stage.setCursor(null);
  }

  /** Shows the cursor and tells its cell. */
  lead(): void {
    const { cells } = this.moves.props.view;
    this.cursor = Math.min(this.cursor, cells.length - 1);
    this.isLeading = true;
    this.stage.setCursor(this.cursor);
    this.stage.bringIntoSight(this.cursor);
    this.told(this.cursor);
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

  /** What a key does here; null if it means nothing to the board. */
  private actOf(event: KeyboardEvent): (() => void) | null {
    const { props, settings } = this.moves;
    const action = actionOf(event, settings.keys);
    const step = action && STEPS[action];
    if (step) return () => this.step(step);
    if (action === "zoomIn") return () => this.stage.zoomIn();
    if (action === "zoomOut") return () => this.stage.zoomOut();
    if (action === "reveal" && props.onReveal) return this.onCursor((index) => this.moves.reveal(index));
    if (action === "flag" && props.onFlag) return this.onCursor((index) => this.moves.flag(index));
    if (action === "chord" && props.onChord) return this.onCursor((index) => this.moves.chord(index));
    if (event.ctrlKey || event.altKey || event.metaKey) return null;
    return props.onKey?.(event.key, this.cursor) ? () => this.lead() : null;
  }

  private onCursor(act: (index: number) => void): () => void {
    return () => {
      this.lead();
      act(this.cursor);
    };
  }

  private step([down, right]: readonly [number, number]): void {
    // The first key only shows where the cursor is.
    if (this.isLeading) this.cursor = moved(this.moves.props.view.rules, this.cursor, down, right);
    this.lead();
  }
}

/** The cell so many steps away: around edges that are joined, else no further than the edge. */
function moved(rules: Rules, index: number, down: number, right: number): number {
  const [row, col] = cellOf(rules, index);
  const along = (at: number, step: number, length: number) =>
    TOPOLOGIES[rules.topology].wraps
      ? (at + step + length) % length
      : Math.min(Math.max(at + step, 0), length - 1);
  return indexOf(rules, [along(row, down, rules.height), along(col, right, rules.width)]);
}
