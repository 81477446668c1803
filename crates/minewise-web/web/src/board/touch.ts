/** Fingers and pens on a board: taps, long presses, painting, and two fingers that scroll and zoom. */

import type { Point } from "./geometry";
import type { Moves } from "./moves";
import type { Stage } from "./stage";

/** How many pixels a finger must move before that counts as dragging. */
const DRAG_THRESHOLD = 9;
const VIBRATE_MS = 12;

interface Finger {
  id: number;
  from: Point;
  index: number | null;
  /** Whether it has left its first cell and is painting. */
  isBrush: boolean;
  timer: number;
}

/** Follows one finger. The browser does the scrolling, and sends `pointercancel` when it starts to. */
export class Touch {
  private finger: Finger | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly moves: Moves,
  ) {}

  down(event: PointerEvent): void {
    const isSecond = this.finger !== null || !event.isPrimary;
    this.cancel();
    if (isSecond) return;
    const index = this.stage.cellAt(event.clientX, event.clientY);
    const timer = window.setTimeout(() => this.longPress(), this.moves.settings.longPressMs);
    this.finger = {
      id: event.pointerId,
      from: { x: event.clientX, y: event.clientY },
      index,
      isBrush: false,
      timer,
    };
    this.stage.press(this.moves.pressedBy(index));
  }

  move(event: PointerEvent): void {
    const { finger } = this;
    if (!finger || event.pointerId !== finger.id) return;
    const distance = Math.hypot(event.clientX - finger.from.x, event.clientY - finger.from.y);
    const { onStroke } = this.moves.props;
    if (onStroke) this.stroke(finger, event, onStroke);
    else if (distance > DRAG_THRESHOLD) this.cancel();
  }

  up(event: PointerEvent): void {
    const { finger } = this;
    if (!finger || event.pointerId !== finger.id) return;
    this.cancel();
    if (finger.index !== null && !finger.isBrush) this.moves.primary(finger.index);
  }

  cancel(): void {
    if (this.finger) clearTimeout(this.finger.timer);
    this.finger = null;
    this.stage.press([]);
  }

  private longPress(): void {
    const index = this.finger?.index ?? null;
    this.cancel();
    if (index === null) return;
    // Not all browsers can vibrate, and some allow it only after a first tap.
    navigator.vibrate?.(VIBRATE_MS);
    this.moves.secondary(index);
  }

  private stroke(finger: Finger, event: PointerEvent, onStroke: (index: number) => void): void {
    const index = this.stage.cellAt(event.clientX, event.clientY);
    if (index === null || index === finger.index) return;
    clearTimeout(finger.timer);
    this.stage.press([]);
    if (!finger.isBrush && finger.index !== null) onStroke(finger.index);
    finger.isBrush = true;
    finger.index = index;
    onStroke(index);
  }
}

interface Spread {
  middle: Point;
  distance: number;
}

/** Two fingers scroll and zoom: the point between them stays between them. */
export class Pinch {
  private begin: { distance: number; size: number } | null = null;
  private last: Point = { x: 0, y: 0 };

  constructor(private readonly stage: Stage) {}

  start(event: TouchEvent): void {
    const spread = spreadOf(event);
    this.begin = spread && { distance: spread.distance, size: this.stage.size };
    if (spread) this.last = spread.middle;
  }

  move(event: TouchEvent): void {
    const spread = spreadOf(event);
    if (!this.begin || !spread) return;
    if (event.cancelable) event.preventDefault();
    const { middle, distance } = spread;
    this.stage.pan(this.last.x - middle.x, this.last.y - middle.y);
    this.stage.zoomTo((this.begin.size * distance) / this.begin.distance, middle);
    this.last = middle;
  }

  end(event: TouchEvent): void {
    if (event.touches.length < 2) this.begin = null;
  }
}

function spreadOf({ touches: { 0: first, 1: second, length } }: TouchEvent): Spread | null {
  if (length !== 2 || !first || !second) return null;
  return {
    middle: { x: (first.clientX + second.clientX) / 2, y: (first.clientY + second.clientY) / 2 },
    distance: Math.max(1, Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY)),
  };
}
