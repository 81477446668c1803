/** Pictures of cells, drawn when first needed and reused until the size or the theme changes. */

import { drawFace } from "./faces";
import { drawMark } from "./marks";
import type { Picture } from "./mosaic";
import type { Mark } from "./props";
import type { Face } from "./scene";
import type { Style } from "./shape";

export class Sprites {
  private readonly faces = new Map<string, Picture>();
  private readonly marks = new Map<string, HTMLCanvasElement>();

  constructor(readonly style: Style) {}

  /** The picture of a cell. Pixels outside the cell have the colour of the lines between cells. */
  face(face: Face): Picture {
    const name = `${face.letter}${face.tint ?? ""} ${face.label ?? ""}`;
    const known = this.faces.get(name);
    if (known) return known;
    const { width, height } = this.style;
    const context = this.newContext();
    context.fillStyle = this.style.palette.line;
    context.fillRect(0, 0, width, height);
    drawFace(context, this.style, face);
    const picture = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    this.faces.set(name, picture);
    return picture;
  }

  /** The picture of a mark, to be drawn over a cell. It is transparent outside the mark. */
  mark(mark: Mark | "cursor"): HTMLCanvasElement {
    const known = this.marks.get(mark);
    if (known) return known;
    const context = this.newContext();
    drawMark(context, this.style, mark);
    this.marks.set(mark, context.canvas);
    return context.canvas;
  }

  /** Converts a CSS colour to a pixel. */
  pixel(colour: string): number {
    const context = this.newContext();
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0] ?? 0;
  }

  private newContext(): CanvasRenderingContext2D {
    const canvas = document.createElement("canvas");
    canvas.width = this.style.width;
    canvas.height = this.style.height;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("This browser cannot draw on a canvas.");
    return context;
  }
}
