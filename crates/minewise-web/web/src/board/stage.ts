/** The canvas of a board: the size of its cells, which part is visible, and painting at most once per frame. */

import { CELL_SIZE } from "../settings";
import type { Rules } from "../view";
import { cellAt, centerOf, cornerOf, fittingSize, geometryOf, visibleCells } from "./geometry";
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
  /** As wide as the board may become. */
  holder: HTMLElement;
  /** Scrolls. It is as large as the board, or as the page allows. */
  scroller: HTMLElement;
  /** As large as the whole board, so that the scroller has something to scroll. */
  spacer: HTMLElement;
  /** As large as the visible part, and always inside it. */
  canvas: HTMLCanvasElement;
}

/** The settings that change how a board looks. */
export interface Appearance {
  /** In CSS pixels; `null` to fit the page. */
  cellSize: number | null;
  showPercent: boolean;
}

/** In smaller cells, in CSS pixels, the risk is shown as a tint only. */
const MIN_PERCENT_SIZE = 26;
const ZOOM_STEP = 1.25;
const PRESSED: Face = { letter: "_", tint: null };

export class Stage {
  private scene: Scene | null = null;
  private appearance: Appearance = { cellSize: null, showPercent: true };
  private geometry: Geometry | null = null;
  private sprites: Sprites | null = null;
  /** The size and style that the sprites were drawn for. */
  private spritesKey = "";
  private pictures: Picture[] = [];
  private mosaic: Mosaic | null = null;
  /** The colour where there are no cells. */
  private background = 0;
  private readonly context: CanvasRenderingContext2D | null;
  private pressed: ReadonlySet<number> = new Set();
  private cursor: number | null = null;
  private palette: Palette = readPalette();
  private ratio = devicePixelRatio;
  /** In CSS pixels, if the user has zoomed. */
  private zoomedSize: number | null = null;
  private frame = 0;
  private holderWidth = 0;
  private readonly cleanups: (() => void)[] = [];

  constructor(private readonly elements: Elements) {
    const { holder, scroller, canvas } = elements;
    this.context = canvas.getContext("2d");
    // The height follows from the width, so only the width matters.
    const resizeObserver = new ResizeObserver(() => holder.clientWidth !== this.holderWidth && this.layOut());
    resizeObserver.observe(holder);
    const themeObserver = new MutationObserver(() => this.restyle());
    themeObserver.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    const repaint = () => this.requestPaint();
    const layOut = () => this.layOut();
    scroller.addEventListener("scroll", repaint, { passive: true });
    // Also fires when the page is zoomed or moved to another screen.
    addEventListener("resize", layOut);
    this.cleanups.push(
      () => resizeObserver.disconnect(),
      () => themeObserver.disconnect(),
      () => scroller.removeEventListener("scroll", repaint),
      () => removeEventListener("resize", layOut),
      () => cancelAnimationFrame(this.frame),
    );
  }

  destroy(): void {
    this.cleanups.forEach((cleanup) => cleanup());
  }

  /** Changes what is shown, from the next frame on. */
  show(scene: Scene, appearance: Appearance): void {
    const before = this.scene;
    const isSameSize =
      before?.view.rules.width === scene.view.rules.width &&
      before.view.rules.height === scene.view.rules.height &&
      before.view.rules.topology === scene.view.rules.topology;
    const isSameAppearance =
      appearance.cellSize === this.appearance.cellSize &&
      appearance.showPercent === this.appearance.showPercent;
    if (scene === before && isSameAppearance) return;
    this.scene = scene;
    this.appearance = appearance;
    if (!isSameSize) this.zoomedSize = null;
    if (!isSameSize || !isSameAppearance) this.layOut();
    else this.pickPictures();
  }

  /** Shows cells pressed until `press` is called again. */
  press(cells: readonly number[]): void {
    if (cells.length === 0 && this.pressed.size === 0) return;
    this.pressed = new Set(cells);
    this.requestPaint();
  }

  setCursor(index: number | null): void {
    if (index === this.cursor) return;
    this.cursor = index;
    this.requestPaint();
  }

  /** The cell at a point of the browser window. */
  cellAt(clientX: number, clientY: number): number | null {
    if (!this.geometry) return null;
    const { scroller } = this.elements;
    const at = this.boardPoint(clientX, clientY);
    const box = scroller.getBoundingClientRect();
    const isVisible =
      clientX >= box.left && clientX < box.right && clientY >= box.top && clientY < box.bottom;
    return isVisible ? cellAt(this.geometry, at) : null;
  }

  /** The centre of a cell as a point of the browser window. */
  clientCenterOf(index: number): Point {
    if (!this.geometry) return { x: 0, y: 0 };
    const origin = this.elements.spacer.getBoundingClientRect();
    const center = centerOf(this.geometry, index);
    return { x: origin.left + center.x / this.ratio, y: origin.top + center.y / this.ratio };
  }

  /** Scrolls as little as needed to show a cell and the cells next to it. */
  scrollToCell(index: number): void {
    if (!this.geometry) return;
    const { scroller } = this.elements;
    const { cellWidth, cellHeight } = this.geometry;
    const corner = cornerOf(this.geometry, index);
    const [x, y] = [corner.x / this.ratio, corner.y / this.ratio];
    const [width, height] = [cellWidth / this.ratio, cellHeight / this.ratio];
    const clamp = (value: number, min: number, max: number) => Math.max(Math.min(value, max), min);
    scroller.scrollLeft = clamp(scroller.scrollLeft, x + 2 * width - scroller.clientWidth, x - width);
    scroller.scrollTop = clamp(scroller.scrollTop, y + 2 * height - scroller.clientHeight, y - height);
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

  /** Returns to the size that fits the page. */
  fit(): void {
    this.zoomedSize = null;
    this.layOut();
  }

  /** Changes the size of the cells. The point `anchor`, by default the middle, stays where it is. */
  zoomTo(size: number, anchor: Point = this.middle()): void {
    if (!this.geometry) return;
    const fixed = this.boardPoint(anchor.x, anchor.y);
    const [across, down] = [fixed.x / this.geometry.width, fixed.y / this.geometry.height];
    this.zoomedSize = Math.min(Math.max(size, CELL_SIZE.min), CELL_SIZE.max);
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

  /** Computes all sizes again. */
  private layOut(): void {
    if (!this.scene) return;
    this.ratio = devicePixelRatio;
    this.holderWidth = this.elements.holder.clientWidth;
    const { rules } = this.scene.view;
    const size = this.zoomedSize ?? this.appearance.cellSize ?? this.fittingSize(rules);
    this.geometry = geometryOf(rules, size * this.ratio);
    this.resize(this.geometry);
    this.pickPictures();
    // Resizing clears the canvas, so it would flash if it were painted only in the next frame.
    this.paint();
  }

  private fittingSize(rules: Rules): number {
    const { holder, scroller } = this.elements;
    const border = 2 * scroller.clientLeft;
    const maxHeight = parseFloat(getComputedStyle(scroller).maxHeight) || Infinity;
    return fittingSize(rules, holder.clientWidth - border, maxHeight - border);
  }

  /** Sets the sizes of the elements. The style sheet limits the size of the scroller. */
  private resize(geometry: Geometry): void {
    const { scroller, spacer, canvas } = this.elements;
    const [width, height] = [geometry.width / this.ratio, geometry.height / this.ratio];
    const border = 2 * scroller.clientLeft;
    spacer.style.width = `${width}px`;
    spacer.style.height = `${height}px`;
    scroller.style.width = `${width + border}px`;
    scroller.style.height = `${height + border}px`;
    // A scrollbar takes space and would make the other scrollbar necessary too, unless its size is added.
    scroller.style.width = `${width + scroller.offsetWidth - scroller.clientWidth}px`;
    scroller.style.height = `${height + scroller.offsetHeight - scroller.clientHeight}px`;
    const visibleWidth = Math.min(Math.ceil(scroller.clientWidth * this.ratio), geometry.width);
    const visibleHeight = Math.min(Math.ceil(scroller.clientHeight * this.ratio), geometry.height);
    canvas.style.width = `${visibleWidth / this.ratio}px`;
    canvas.style.height = `${visibleHeight / this.ratio}px`;
    if (this.mosaic?.width === visibleWidth && this.mosaic.height === visibleHeight) return;
    canvas.width = visibleWidth;
    canvas.height = visibleHeight;
    this.mosaic = new Mosaic(visibleWidth, visibleHeight);
  }

  private pickPictures(): void {
    const { scene, geometry } = this;
    if (!scene || !geometry) return;
    const sprites = this.spritesOf(geometry);
    this.pictures = scene.view.cells.map((_, index) => sprites.face(faceOf(scene, index)));
    this.requestPaint();
  }

  private spritesOf(geometry: Geometry): Sprites {
    const { ratio, palette } = this;
    const { cellWidth, cellHeight, rules } = geometry;
    const isHex = rules.topology === "hex";
    const hasPercent = this.appearance.showPercent && cellWidth / ratio >= MIN_PERCENT_SIZE;
    const wanted = `${cellWidth} ${ratio} ${isHex} ${hasPercent}`;
    if (this.sprites && this.spritesKey === wanted) return this.sprites;
    const thin = Math.max(1, Math.round(ratio));
    this.spritesKey = wanted;
    this.sprites = new Sprites({ palette, width: cellWidth, height: cellHeight, isHex, thin, hasPercent });
    this.background = this.sprites.pixel(palette.surface);
    return this.sprites;
  }

  private requestPaint(): void {
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
    mosaic.fill(this.background);
    const { rows, cols } = visibleCells(geometry, { left, top, width: mosaic.width, height: mosaic.height });
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
