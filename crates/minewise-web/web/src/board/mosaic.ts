/**
 * Assembles pictures of cells, pixel by pixel.
 *
 * A canvas needs several microseconds to draw each picture, which is too long for the ten thousand cells of a large
 * board in one frame. Copying the pixels here and passing them to the canvas at once takes a tenth of that.
 */

/** Pixels in the format of a canvas, row by row. */
export type Picture = Uint32Array;

/** For each row of a picture, which pixels belong to the cell: the first one, and the one after the last. */
export type Spans = readonly (readonly [from: number, to: number])[];

export class Mosaic {
  private image: ImageData;
  private pixels: Uint32Array;

  constructor(width: number, height: number) {
    this.image = new ImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  get width(): number {
    return this.image.width;
  }

  get height(): number {
    return this.image.height;
  }

  fill(colour: number): void {
    this.pixels.fill(colour);
  }

  /** Copies a picture to a point, without the parts that lie outside. */
  place(picture: Picture, pictureWidth: number, spans: Spans, x: number, y: number): void {
    const { width, height } = this;
    const lastRow = Math.min(spans.length, height - y);
    for (let row = Math.max(0, -y); row < lastRow; row++) {
      const span = spans[row];
      if (!span) continue;
      const from = Math.max(span[0], -x);
      const to = Math.min(span[1], width - x);
      if (from >= to) continue;
      const source = row * pictureWidth;
      const target = (y + row) * width + x;
      // A loop is faster than `set` for the few pixels of small cells, and no slower for large ones.
      for (let col = from; col < to; col++) this.pixels[target + col] = picture[source + col] ?? 0;
    }
  }

  copyTo(context: CanvasRenderingContext2D): void {
    context.putImageData(this.image, 0, 0);
  }
}
