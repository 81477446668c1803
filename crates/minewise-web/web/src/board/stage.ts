/** The canvas of a board: how large its cells are, which part is seen, and painting it once a frame at most. */

import { CELL_SIZE } from "../settings";
import type { Rules } from "../view";
import { cellAt, centerOf, cornerOf, fittingSize, geometryOf, seenThrough } from "./geometry";
import type { Geometry, Point } from "./geometry";
import { Mosaic } from "./mosaic";
import type { Picture } from "./mosaic";
import { readPalette } from "./palette";
import type { Palette } from "./palette";
import type { Mark } from "./props";
import { faceOf } from "./scene";
import type { Face, Scene } from "./scene";
import { Sprites } from "./sprites";

export interface Elements {
  /** As wide as the board may be. */
  holder: HTMLElement;
  /** Scrolls; as large as the board or as the page allows. */
  scroller: HTMLElement;
  /** As large as the whole board, so that the scroller has something to scroll. */
  spacer: HTMLElement;
  /** As large as what is seen, and always in sight. */
  canvas: HTMLCanvasElement;
}

export interface Looks {
  /** In CSS pixels; null to fit the width. */
  cellSize: number | null;
  showPercent: boolean;
}

/** Below this size, in CSS pixels, risk is painted but not written. */
const PERCENT_FROM = 26;
const ZOOM_STEP = 1.25;
const PRESSED: Face = { letter: "_", tint: null };

export class Stage {
  private scene: Scene | null = null;
  private looks: Looks = { cellSize: null, showPercent: true };
  private geometry: Geometry | null = null;
  private sprites: Sprites | null = null;
  /** What the sprites were drawn for. */
  private spritesFor = "";
  private pictures: Picture[] = [];
  private mosaic: Mosaic | null = null;
  /** The pixel where there are no cells. */
  private ground = 0;
  private readonly context: CanvasRenderingContext2D | null;
  private pressed: ReadonlySet<number> = new Set();
  private cursor: number | null = null;
  private palette: Palette = readPalette();
  private ratio = devicePixelRatio;
  /** In CSS pixels, if a person has zoomed. */
  private zoomed: number | null = null;
  private frame = 0;
  private holderWidth = 0;
  private readonly cleanups: (() => void)[] = [];

  constructor(private readonly elements: Elements) {
    const { holder, scroller, canvas } = elements;
    this.context = canvas.getContext("2d");
    // The height follows from the width, so only the width matters.
    const resized = new ResizeObserver(() => holder.clientWidth !== this.holderWidth && this.layOut());
    resized.observe(holder);
    const themed = new MutationObserver(() => this.restyle());
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    const repaint = () => this.request();
    const layOut = () => this.layOut();
    scroller.addEventListener("scroll", repaint, { passive: true });
    // Also fires when the page is zoomed or moved to another screen.
    addEventListener("resize", layOut);
    this.cleanups.push(
      () => resized.disconnect(),
      () => themed.disconnect(),
      () => scroller.removeEventListener("scroll", repaint),
      () => removeEventListener("resize", layOut),
      () => cancelAnimationFrame(this.frame),
    );
  }

  destroy(): void {
    this.cleanups.forEach((cleanup) => cleanup());
  }

  /** Shows something else from the next frame on. */
  show(scene: Scene, looks: Looks): void {
    const before = this.scene;
    const isSameSize =
      before?.view.rules.width === scene.view.rules.width &&
      before.view.rules.height === scene.view.rules.height &&
      before.view.rules.topology === scene.view.rules.topology;
    const isSameLook = looks.cellSize === this.looks.cellSize && looks.showPercent === this.looks.showPercent;
    if (scene === before && isSameLook) return;
    this.scene = scene;
    this.looks = looks;
    if (!isSameSize) this.zoomed = null;
    if (!isSameSize || !isSameLook) this.layOut();
    else this.pickPictures();
  }

  /** Cells under a held button sink until `press` is called again. */
  press(cells: readonly number[]): void {
    if (cells.length === 0 && this.pressed.size === 0) return;
    this.pressed = new Set(cells);
    this.request();
  }

  setCursor(index: number | null): void {
    if (index === this.cursor) return;
    this.cursor = index;
    this.request();
  }

  /** The cell at a point of the window. */
  cellAt(clientX: number, clientY: number): number | null {
    if (!this.geometry) return null;
    const { scroller } = this.elements;
    const at = this.boardPoint(clientX, clientY);
    const box = scroller.getBoundingClientRect();
    const isSeen = clientX >= box.left && clientX < box.right && clientY >= box.top && clientY < box.bottom;
    return isSeen ? cellAt(this.geometry, at) : null;
  }

  /** The middle of a cell as a point of the window. */
  clientCenterOf(index: number): Point {
    if (!this.geometry) return { x: 0, y: 0 };
    const origin = this.elements.spacer.getBoundingClientRect();
    const center = centerOf(this.geometry, index);
    return { x: origin.left + center.x / this.ratio, y: origin.top + center.y / this.ratio };
  }

  /** Scrolls as little as needed to see a cell and a bit around it. */
  bringIntoSight(index: number): void {
    if (!this.geometry) return;
    const { scroller } = this.elements;
    const { cellWidth, cellHeight } = this.geometry;
    const corner = cornerOf(this.geometry, index);
    const [x, y] = [corner.x / this.ratio, corner.y / this.ratio];
    const [wide, high] = [cellWidth / this.ratio, cellHeight / this.ratio];
    const within = (now: number, least: number, most: number) => Math.max(Math.min(now, most), least);
    scroller.scrollLeft = within(scroller.scrollLeft, x + 2 * wide - scroller.clientWidth, x - wide);
    scroller.scrollTop = within(scroller.scrollTop, y + 2 * high - scroller.clientHeight, y - high);
  }

  pan(right: number, down: number): void {
    this.elements.scroller.scrollBy({ left: right, top: down, behavior: "instant" });
  }

  /** The size of a cell in CSS pixels. */
  get size(): number {
    return (this.geometry?.cellWidth ?? 0) / this.ratio;
  }

  zoomIn(): void {
    this.zoomTo(this.size * ZOOM_STEP);
  }

  zoomOut(): void {
    this.zoomTo(this.size / ZOOM_STEP);
  }

  /** Back to the size that fits. */
  fit(): void {
    this.zoomed = null;
    this.layOut();
  }

  /** Makes cells larger or smaller; what is at `anchor`, the middle by default, stays where it is. */
  zoomTo(size: number, anchor: Point = this.middle()): void {
    if (!this.geometry) return;
    const fixed = this.boardPoint(anchor.x, anchor.y);
    const [across, down] = [fixed.x / this.geometry.width, fixed.y / this.geometry.height];
    this.zoomed = Math.min(Math.max(size, CELL_SIZE.least), CELL_SIZE.most);
    this.layOut();
    const moved = this.boardPoint(anchor.x, anchor.y);
    this.pan(
      (across * this.geometry.width - moved.x) / this.ratio,
      (down * this.geometry.height - moved.y) / this.ratio,
    );
  }

  private middle(): Point {
    const box = this.elements.scroller.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  private boardPoint(clientX: number, clientY: number): Point {
    const origin = this.elements.spacer.getBoundingClientRect();
    return { x: (clientX - origin.left) * this.ratio, y: (clientY - origin.top) * this.ratio };
  }

  private restyle(): void {
    this.palette = readPalette();
    this.sprites = null;
    this.layOut();
  }

  /** Works out the size of everything anew. */
  private layOut(): void {
    if (!this.scene) return;
    this.ratio = devicePixelRatio;
    this.holderWidth = this.elements.holder.clientWidth;
    const { rules } = this.scene.view;
    const size = this.zoomed ?? this.looks.cellSize ?? this.fittingSize(rules);
    this.geometry = geometryOf(rules, size * this.ratio);
    this.resize(this.geometry);
    this.pickPictures();
    // An emptied canvas would flash if it were painted only with the next frame.
    this.paint();
  }

  private fittingSize(rules: Rules): number {
    const { holder, scroller } = this.elements;
    const rim = 2 * scroller.clientLeft;
    const mostHigh = parseFloat(getComputedStyle(scroller).maxHeight) || Infinity;
    return fittingSize(rules, holder.clientWidth - rim, mostHigh - rim);
  }

  /** Gives the elements their sizes; the style sheet limits that of the scroller. */
  private resize(geometry: Geometry): void {
    const { scroller, spacer, canvas } = this.elements;
    const [wide, high] = [geometry.width / this.ratio, geometry.height / this.ratio];
    const rim = 2 * scroller.clientLeft;
    spacer.style.width = `${wide}px`;
    spacer.style.height = `${high}px`;
    scroller.style.width = `${wide + rim}px`;
    scroller.style.height = `${high + rim}px`;
    // A scrollbar takes room, which would call for the other scrollbar too unless it is added.
    scroller.style.width = `${wide + scroller.offsetWidth - scroller.clientWidth}px`;
    scroller.style.height = `${high + scroller.offsetHeight - scroller.clientHeight}px`;
    const seenWide = Math.min(Math.ceil(scroller.clientWidth * this.ratio), geometry.width);
    const seenHigh = Math.min(Math.ceil(scroller.clientHeight * this.ratio), geometry.height);
    canvas.style.width = `${seenWide / this.ratio}px`;
    canvas.style.height = `${seenHigh / this.ratio}px`;
    if (this.mosaic?.width === seenWide && this.mosaic.height === seenHigh) return;
    canvas.width = seenWide;
    canvas.height = seenHigh;
    this.mosaic = new Mosaic(seenWide, seenHigh);
  }

  private pickPictures(): void {
    const { scene, geometry } = this;
    if (!scene || !geometry) return;
    const sprites = this.spritesOf(geometry);
    this.pictures = scene.view.cells.map((_, index) => sprites.face(faceOf(scene, index)));
    this.request();
  }

  private spritesOf(geometry: Geometry): Sprites {
    const { ratio, palette } = this;
    const { cellWidth, cellHeight, rules } = geometry;
    const isHex = rules.topology === "hex";
    const hasPercent = this.looks.showPercent && cellWidth / ratio >= PERCENT_FROM;
    const wanted = `${cellWidth} ${ratio} ${isHex} ${hasPercent}`;
    if (this.sprites && this.spritesFor === wanted) return this.sprites;
    const thin = Math.max(1, Math.round(ratio));
    this.spritesFor = wanted;
    this.sprites = new Sprites({ palette, width: cellWidth, height: cellHeight, isHex, thin, hasPercent });
    this.ground = this.sprites.pixel(palette.surface);
    return this.sprites;
  }

  private request(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => this.paint());
  }

  private paint(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { scene, geometry, sprites, mosaic, context } = this;
    if (!scene || !geometry || !sprites || !mosaic || !context) return;
    const { scroller } = this.elements;
    const left = Math.round(scroller.scrollLeft * this.ratio);
    const top = Math.round(scroller.scrollTop * this.ratio);
    mosaic.fill(this.ground);
    const { rows, cols } = seenThrough(geometry, { left, top, width: mosaic.width, height: mosaic.height });
    for (let row = rows[0]; row < rows[1]; row++) {
      for (let col = cols[0]; col < cols[1]; col++)
        this.placeCell(row * geometry.rules.width + col, left, top);
    }
    mosaic.copyTo(context);
    const draw = (index: number, mark: Mark | "cursor") => {
      const { x, y } = cornerOf(geometry, index);
      context.drawImage(sprites.mark(mark), x - left, y - top);
    };
    for (const [index, mark] of scene.marks) draw(index, mark);
    if (this.cursor !== null) draw(this.cursor, "cursor");
  }

  private placeCell(index: number, left: number, top: number): void {
    const { geometry, mosaic } = this;
    const picture = this.pressed.has(index) ? this.sprites?.face(PRESSED) : this.pictures[index];
    if (!geometry || !mosaic || !picture) return;
    const { x, y } = cornerOf(geometry, index);
    mosaic.place(picture, geometry.cellWidth, geometry.spans, x - left, y - top);
  }
}
