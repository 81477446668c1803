/** The outline of a cell, and what all pictures of the same size share. */

import type { Palette } from "./palette";

/** Lengths are in device pixels. */
export interface Style {
  palette: Palette;
  width: number;
  height: number;
  isHex: boolean;
  /** The width of a thin line. */
  thin: number;
  /** Whether the risk is shown on the cell in percent. */
  hasPercent: boolean;
}

export type Context = CanvasRenderingContext2D;

/** The outline of a cell, `inset` inside its edges. The line between cells is always left out. */
export function outline(style: Style, inset: number, top = inset, bottom = inset): Path2D {
  const { width, height, thin, isHex } = style;
  const path = new Path2D();
  const [left, right, low] = [inset, width - thin - inset, height - thin - bottom];
  if (!isHex) {
    path.roundRect(left, top, right - left, low - top, Math.max(0, width / 10 - inset));
    return path;
  }
  const [middle, shoulder] = [(left + right) / 2, (low - top) / 4];
  path.moveTo(middle, top);
  path.lineTo(right, top + shoulder);
  path.lineTo(right, low - shoulder);
  path.lineTo(middle, low);
  path.lineTo(left, low - shoulder);
  path.lineTo(left, top + shoulder);
  path.closePath();
  return path;
}
