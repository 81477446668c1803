/** The mouse on a board. */

import type { Point } from "./geometry";
import type { Moves } from "./moves";
import type { Stage } from "./stage";

const LEFT = 1;
const RIGHT = 2;
const MIDDLE = 4;
/** How many pixels the mouse must move with a button down before that counts as dragging. */
const DRAG_THRESHOLD = 4;

type Holding =
  | { what: "nothing" }
  /** The left button, on a cell. */
  | { what: "cell"; index: number | null }
  /** The left button, painting over cells. */
  | { what: "brush"; index: number | null }
  /** Left and right together. */
  | { what: "chord" }
  /** The middle button, or the left one with the space bar. Scrolls if moved; if not, the middle button chords. */
  | { what: "board"; from: Point; canChord: boolean; isMoved: boolean }
  /** Buttons whose action is already done. */
  | { what: "done" };

export class Mouse {
  private buttons = 0;
  private last: Point = { x: NaN, y: NaN };
  private holding: Holding = { what: "nothing" };

  constructor(
    private readonly stage: Stage,
    private readonly moves: Moves,
    private readonly isPanKeyDown: () => boolean,
    private readonly hover: (index: number | null) => void,
  ) {}

  /**
   * Handles every event of the mouse.
   *
   * Browsers report a second button that goes down as a movement, so what changed is read from `buttons`.
   */
  handle(event: PointerEvent): void {
    const pressed = event.buttons & ~this.buttons;
    const released = this.buttons & ~event.buttons;
    this.buttons = event.buttons;
    const index = this.stage.cellAt(event.clientX, event.clientY);
    // Browsers also report scrolling under a resting mouse as a movement. It must not move the keyboard's cursor.
    if (event.clientX !== this.last.x || event.clientY !== this.last.y) this.hover(index);
    if (pressed) this.down(pressed, index, event);
    if (this.buttons) this.move(index, event);
    if (released) this.up(index);
    this.last = { x: event.clientX, y: event.clientY };
  }

  leave(): void {
    if (this.buttons === 0) this.hover(null);
  }

  cancel(): void {
    this.buttons = 0;
    this.holding = { what: "nothing" };
    this.stage.press([]);
  }

  private down(pressed: number, index: number | null, event: PointerEvent): void {
    const isPan = (pressed & LEFT) !== 0 && this.isPanKeyDown();
    if (pressed & MIDDLE || isPan) {
      const from = { x: event.clientX, y: event.clientY };
      this.holding = { what: "board", from, canChord: !isPan, isMoved: false };
    } else if (this.buttons & LEFT && this.buttons & RIGHT) {
      this.holding = { what: "chord" };
    } else if (pressed & LEFT) {
      this.holding = { what: "cell", index };
    } else if (pressed & RIGHT) {
      this.holding = { what: "done" };
      if (index !== null) this.moves.flag(index);
    }
  }

  private move(index: number | null, event: PointerEvent): void {
    const { holding } = this;
    switch (holding.what) {
      case "cell":
        if (this.moves.props.onStroke && index !== holding.index)
          return this.beginStroke(holding.index, index);
        return this.stage.press(this.moves.pressedBy(index === holding.index ? index : null));
      case "brush":
        return this.stroke(event);
      case "chord":
        return this.stage.press(this.moves.pressedByChord(index));
      case "board":
        holding.isMoved ||=
          Math.hypot(event.clientX - holding.from.x, event.clientY - holding.from.y) > DRAG_THRESHOLD;
        if (holding.isMoved) this.stage.pan(this.last.x - event.clientX, this.last.y - event.clientY);
    }
  }

  private up(index: number | null): void {
    const { holding } = this;
    this.stage.press([]);
    this.holding = { what: this.buttons === 0 ? "nothing" : "done" };
    if (index === null) return;
    if (holding.what === "cell" && holding.index === index) this.moves.primary(index);
    if (holding.what === "chord") this.moves.chord(index);
    if (holding.what === "board" && holding.canChord && !holding.isMoved) this.moves.chord(index);
  }

  private beginStroke(from: number | null, to: number | null): void {
    this.stage.press([]);
    this.holding = { what: "brush", index: to };
    for (const index of [from, to]) if (index !== null) this.moves.props.onStroke?.(index);
  }

  /** A fast mouse passes several cells between two events, so the coalesced events are used too. */
  private stroke(event: PointerEvent): void {
    const { holding } = this;
    if (holding.what !== "brush") return;
    for (const { clientX, clientY } of [...event.getCoalescedEvents(), event]) {
      const index = this.stage.cellAt(clientX, clientY);
      if (index === null || index === holding.index) continue;
      holding.index = index;
      this.moves.props.onStroke?.(index);
    }
  }
}
