/** Connects a board's canvas with mouse, touch, keyboard, and the announcements for screen readers. */

import type { Settings } from "../settings";
import type { View } from "../view";
import { Keyboard } from "./keyboard";
import { Mouse } from "./mouse";
import { Moves } from "./moves";
import type { BoardProps } from "./props";
import type { Scene } from "./scene";
import { describeCell, describeChange } from "./speech";
import { Stage } from "./stage";
import { Pinch, Touch } from "./touch";

/** How fast Ctrl with the wheel zooms. Browsers report a pinch on a touchpad in the same way. */
const WHEEL_ZOOM = 0.0025;

export class Control {
  readonly stage: Stage;
  private readonly scroller: HTMLElement;
  private readonly announcements: HTMLElement;
  private readonly moves: Moves;
  private readonly keyboard: Keyboard;
  private readonly mouse: Mouse;
  private readonly touch: Touch;
  private readonly pinch: Pinch;
  private readonly abort = new AbortController();
  private scene: Scene | null = null;
  private view: View | null = null;
  private hovered: number | null = null;

  constructor(holder: HTMLElement, props: BoardProps, settings: Settings) {
    this.scroller = part(holder, ".board-scroller");
    this.announcements = part(holder, ".board-announcements");
    const canvas = part<HTMLCanvasElement>(holder, "canvas");
    this.stage = new Stage({
      holder,
      scroller: this.scroller,
      spacer: part(holder, ".board-spacer"),
      canvas,
    });
    this.moves = new Moves(props, settings);
    this.keyboard = new Keyboard(this.stage, this.moves, (index) => this.announceCell(index));
    this.mouse = new Mouse(
      this.stage,
      this.moves,
      () => this.keyboard.claimSpace(),
      (index) => this.follow(index),
    );
    this.touch = new Touch(this.stage, this.moves);
    this.pinch = new Pinch(this.stage);
    this.listenToPointers();
    this.listenToOtherEvents();
    this.exposeToTests(holder);
  }

  update(props: BoardProps, settings: Settings, scene: Scene): void {
    this.moves.props = props;
    this.moves.settings = settings;
    if (props.handle) props.handle.current = this.handle;
    this.stage.show(scene, settings);
    this.scene = scene;
    if (this.view && this.view !== scene.view && this.keyboard.isActive)
      this.announceChange(this.view, scene);
    this.view = scene.view;
  }

  destroy(): void {
    this.abort.abort();
    this.touch.cancel();
    this.stage.destroy();
    if (this.moves.props.handle) this.moves.props.handle.current = null;
  }

  private readonly handle = {
    zoomIn: () => this.stage.zoomIn(),
    zoomOut: () => this.stage.zoomOut(),
    fit: () => this.stage.fit(),
    scrollToCell: (index: number) => this.stage.scrollToCell(index),
    focus: () => this.scroller.focus({ preventScroll: true }),
  };

  private listenToPointers(): void {
    const { scroller, mouse, touch } = this;
    const isMouse = (event: PointerEvent) => event.pointerType === "mouse";
    this.on("pointerdown", (event) => {
      if (!isMouse(event)) return touch.down(event);
      // With the pointer captured, the release is reported even if it happens outside the board.
      if (event.target instanceof HTMLCanvasElement) scroller.setPointerCapture(event.pointerId);
      mouse.handle(event);
    });
    this.on("pointermove", (event) => (isMouse(event) ? mouse.handle(event) : touch.move(event)));
    this.on("pointerup", (event) => (isMouse(event) ? mouse.handle(event) : touch.up(event)));
    this.on("pointercancel", (event) => (isMouse(event) ? mouse.cancel() : touch.cancel()));
    this.on("pointerleave", (event) => isMouse(event) && mouse.leave());
  }

  private listenToOtherEvents(): void {
    const { keyboard, pinch } = this;
    this.on("contextmenu", (event) => event.preventDefault());
    // The middle button would start the browser's own scrolling.
    this.on("mousedown", (event) => event.button === 1 && event.preventDefault());
    this.on("touchstart", (event) => pinch.start(event));
    this.on("touchmove", (event) => pinch.move(event));
    this.on("touchend", (event) => pinch.end(event));
    this.on("touchcancel", (event) => pinch.end(event));
    this.on("wheel", (event) => this.wheel(event));
    this.on("keydown", (event) => keyboard.down(event));
    this.on("keyup", (event) => keyboard.up(event));
    this.on("focus", () => this.scroller.matches(":focus-visible") && keyboard.showCursor());
    this.on("blur", () => {
      keyboard.hideCursor();
      this.hover(null);
    });
  }

  private on<K extends keyof HTMLElementEventMap>(
    kind: K,
    handle: (event: HTMLElementEventMap[K]) => unknown,
  ): void {
    this.scroller.addEventListener(kind, handle, { passive: false, signal: this.abort.signal });
  }

  private wheel(event: WheelEvent): void {
    if (event.ctrlKey) {
      event.preventDefault();
      const anchor = { x: event.clientX, y: event.clientY };
      return this.stage.zoomTo(this.stage.size * Math.exp(-event.deltaY * WHEEL_ZOOM), anchor);
    }
    const { onWheel } = this.moves.props;
    const index = this.stage.cellAt(event.clientX, event.clientY);
    if (!onWheel || index === null || event.deltaY === 0) return;
    event.preventDefault();
    onWheel(index, event.deltaY > 0 ? 1 : -1);
  }

  private follow(index: number | null): void {
    if (index !== null) this.keyboard.follow(index);
    this.hover(index);
  }

  private hover(index: number | null): void {
    if (index === this.hovered) return;
    this.hovered = index;
    this.moves.props.onHover?.(index);
  }

  private announceCell(index: number): void {
    this.hover(index);
    if (this.scene) this.announcements.textContent = describeCell(this.scene, index);
  }

  private announceChange(before: View, scene: Scene): void {
    const words = describeChange(before, scene, this.keyboard.cursor);
    if (words) this.announcements.textContent = words;
  }

  /** Tests cannot find the cells of a canvas, so this scrolls to a cell and returns where its centre is. */
  private exposeToTests(holder: HTMLElement): void {
    const cellCenter = (index: number) => {
      this.stage.scrollToCell(index);
      return this.stage.clientCenterOf(index);
    };
    Object.assign(holder, { cellCenter });
  }
}

function part<T extends HTMLElement>(holder: HTMLElement, selector: string): T {
  const found = holder.querySelector<T>(selector);
  if (!found) throw new Error(`a board must contain ${selector}`);
  return found;
}
