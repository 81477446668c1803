/** The mouse over a board. */

import type { Point } from "./geometry";
import type { Moves } from "./moves";
import type { Stage } from "./stage";

const LEFT = 1;
const RIGHT = 2;
const MIDDLE = 4;
/** So many pixels a pressed mouse may tremble before it drags. */
const SLACK = 4;

type Holding =
  | { what: "nothing" }
  /** The left button, on a cell. */
  | { what: "cell"; index: number | null }
  /** The left button, painting over cells. */
  | { what: "brush"; index: number | null }
  /** Left and right together. */
  | { what: "chord" }
  /** The middle button, or the left one with the space bar: a chord unless it is moved. */
  | { what: "board"; from: Point; canChord: boolean; isMoved: boolean }
  /** Buttons that have done what they do. */
  | { what: "spent" };

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
   * Takes every event of the mouse.
   *
   * A second button that goes down beside the first is told as a movement, so what changed is read from `buttons`.
   */
  take(event: PointerEvent): void {
    const pressed = event.buttons & ~this.buttons;
    const released = this.buttons & ~event.buttons;
    this.buttons = event.buttons;
    const index = this.stage.cellAt(event.clientX, event.clientY);
    // Scrolling under a mouse that rests is told as a movement too, and would take the cursor from the keyboard.
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
      this.holding = { what: "spent" };
      if (index !== null) this.moves.flag(index);
    }
  }

  private move(index: number | null, event: PointerEvent): void {
    const { holding } = this;
    switch (holding.what) {
      case "cell":
        if (this.moves.props.onStroke && index !== holding.index)
          return this.beginStroke(holding.index, index);
        return this.stage.press(this.moves.sinking(index === holding.index ? index : null));
      case "brush":
        return this.stroke(event);
      case "chord":
        return this.stage.press(this.moves.sinkingAround(index));
      case "board":
        holding.isMoved ||=
          Math.hypot(event.clientX - holding.from.x, event.clientY - holding.from.y) > SLACK;
        if (holding.isMoved) this.stage.pan(this.last.x - event.clientX, this.last.y - event.clientY);
    }
  }

  private up(index: number | null): void {
    const { holding } = this;
    this.stage.press([]);
    this.holding = { what: this.buttons === 0 ? "nothing" : "spent" };
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

  /** A fast mouse passes several cells between two events; those in between are told as well. */
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
