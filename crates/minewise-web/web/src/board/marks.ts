/** Draws the marks that are laid over cells. They differ in shape, not only in colour. */

import type { Mark } from "./props";
import { outline } from "./shape";
import type { Context, Style } from "./shape";

export function drawMark(context: Context, style: Style, mark: Mark | "cursor"): void {
  const { palette, width, thin } = style;
  const bold = Math.max(2 * thin, Math.round(width / 11));
  switch (mark) {
    case "best":
      return drawRing(context, style, { colour: palette.best, line: bold });
    case "because":
      return drawRing(context, style, { colour: palette.because, line: bold, dash: [width / 5, width / 8] });
    case "clash":
      drawRing(context, style, { colour: palette.clash, line: Math.max(thin, bold / 2) });
      return drawRing(context, style, {
        colour: palette.clash,
        line: Math.max(thin, bold / 2),
        inset: bold * 1.6,
      });
    case "inspected":
      return drawRing(context, style, { colour: palette.text, line: Math.max(thin, bold / 2) });
    case "chosen":
      drawRing(context, style, { colour: palette.text, line: bold });
      return drawCorner(context, style, palette.text);
    case "rival":
      return drawRing(context, style, {
        colour: palette.best,
        line: bold,
        dash: [thin, bold * 1.4],
        cap: "round",
      });
    case "cursor":
      return drawBrackets(context, style, bold);
  }
}

interface Ring {
  colour: string;
  line: number;
  dash?: number[];
  inset?: number;
  cap?: CanvasLineCap;
}

/** A ring just inside the cell, with an outline in the background colour so that it stands out from any tint. */
function drawRing(
  context: Context,
  style: Style,
  { colour, line, dash = [], inset = 0, cap = "butt" }: Ring,
): void {
  const path = outline(style, inset + style.thin + line / 2);
  context.lineJoin = "round";
  context.lineCap = cap;
  context.setLineDash([]);
  context.strokeStyle = style.palette.surface;
  context.lineWidth = line + 2 * style.thin;
  context.stroke(path);
  context.setLineDash(dash);
  context.strokeStyle = colour;
  context.lineWidth = line;
  context.stroke(path);
  context.setLineDash([]);
}

/** A filled corner, which distinguishes the chosen cell from the best one. */
function drawCorner(context: Context, { width, height, isHex }: Style, colour: string): void {
  const [x, y] = isHex ? [width * 0.15, height * 0.25] : [0, 0];
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + width * 0.4, y);
  context.lineTo(x, y + width * 0.4);
  context.closePath();
  context.fill();
}

/** The four corners of a frame. */
function drawBrackets(context: Context, style: Style, line: number): void {
  const { width, height, palette, thin } = style;
  const [near, reach] = [line / 2 + thin / 2, width * 0.3];
  const path = new Path2D();
  for (const [x, right] of [
    [near, 1],
    [width - near, -1],
  ] as const) {
    for (const [y, down] of [
      [near, 1],
      [height - near, -1],
    ] as const) {
      path.moveTo(x + right * reach, y);
      path.lineTo(x, y);
      path.lineTo(x, y + down * reach);
    }
  }
  context.lineCap = "square";
  context.lineJoin = "miter";
  context.strokeStyle = palette.surface;
  context.lineWidth = line + 2 * thin;
  context.stroke(path);
  context.strokeStyle = palette.cursor;
  context.lineWidth = line;
  context.stroke(path);
}
