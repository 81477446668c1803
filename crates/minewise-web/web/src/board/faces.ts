/** Draws single cells. Each kind of cell is drawn once, and boards are assembled from the pictures. */

import { inkOn, mix } from "./palette";
import type { Palette } from "./palette";
import type { Face, Tint } from "./scene";
import { outline } from "./shape";
import type { Context, Style } from "./shape";

export function drawFace(context: Context, style: Style, { letter, tint, label }: Face): void {
  const { palette } = style;
  switch (letter) {
    case ".":
      drawCovered(context, style, tint);
      if (label !== undefined) drawLabel(context, style, label, tint);
      else if (tint !== null) drawTint(context, style, tint);
      return;
    case "F":
    case "x":
      drawCovered(context, style, null);
      drawFlag(context, style);
      if (letter === "x") drawCross(context, style, palette.text);
      // A flag on a safe cell is wrong, so that is shown. A flag on a mine needs no further sign.
      if (tint === "safe") drawSafe(context, style, 0.3, 0.24);
      return;
    case "m":
    case "*":
      drawFlat(context, style, letter === "*" ? palette.hit : palette.revealed);
      drawMine(context, style, letter === "*" ? inkOn(palette.hit) : palette.mine, 0.26);
      return;
    case "_":
      drawFlat(context, style, mix(palette.revealed, palette.covered, 0.45));
      return;
    default:
      drawFlat(context, style, palette.revealed);
      if (letter !== "0")
        drawText(context, style, letter, palette.numbers[Number(letter)] ?? palette.text, 0.62);
  }
}

function drawFlat(context: Context, style: Style, colour: string): void {
  context.fillStyle = colour;
  if (style.isHex) context.fill(outline(style, 0));
  else context.fillRect(0, 0, style.width - style.thin, style.height - style.thin);
}

/** A raised button, lit from above. */
function drawCovered(context: Context, style: Style, tint: Tint | null): void {
  const { palette, thin, width } = style;
  const edge = Math.max(thin, Math.round(width / 14));
  const colour = colourOf(palette, tint);
  const fill = (path: Path2D, fillStyle: string) => {
    context.fillStyle = fillStyle;
    context.fill(path);
  };
  const isTinted = tint !== null;
  fill(outline(style, 0), isTinted ? mix(colour, palette.coveredDark, 0.55) : palette.coveredDark);
  fill(outline(style, 0, 0, edge), isTinted ? mix(colour, palette.coveredLight, 0.5) : palette.coveredLight);
  fill(outline(style, 0, Math.ceil(edge / 2), edge), colour);
}

function colourOf(palette: Palette, tint: Tint | null): string {
  if (tint === null) return palette.covered;
  if (tint === "safe") return mix(palette.covered, palette.safe, 0.3);
  if (tint === "mine") return palette.riskHigh;
  // Stays below the colour of certain mines.
  return mix(palette.riskLow, palette.riskHigh, 0.9 * (tint / 100));
}

function drawTint(context: Context, style: Style, tint: Tint): void {
  if (tint === "safe") return drawSafe(context, style, 0.5, 0.27);
  const ink = inkOn(colourOf(style.palette, tint));
  if (tint === "mine") return drawMine(context, style, ink, 0.2);
  if (style.hasPercent) drawText(context, style, `${tint}%`, ink, 0.32, 500);
}

function drawLabel(context: Context, style: Style, label: string, tint: Tint | null): void {
  const size = label.length > 4 ? 0.24 : 0.32;
  drawText(context, style, label, inkOn(colourOf(style.palette, tint)), size, 500);
}

/** A disc with a tick. `at` is the position of its centre, both across and down, as a fraction of the cell. */
function drawSafe(context: Context, style: Style, at: number, radius: number): void {
  const { palette, width, height } = style;
  const [x, y, r] = [width * at, height * at, width * radius];
  context.fillStyle = palette.safe;
  context.beginPath();
  context.arc(x, y, r, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = inkOn(palette.safe);
  context.lineWidth = Math.max(1, r / 3.2);
  context.lineCap = "round";
  context.beginPath();
  context.moveTo(x - r * 0.45, y + r * 0.05);
  context.lineTo(x - r * 0.1, y + r * 0.4);
  context.lineTo(x + r * 0.48, y - r * 0.35);
  context.stroke();
}

function drawFlag(context: Context, { palette, width, height }: Style): void {
  const unit = width / 20;
  const [x, y] = [width / 2, height / 2];
  context.fillStyle = palette.mine;
  context.fillRect(x - 0.2 * unit, y - 6 * unit, 1.4 * unit, 11 * unit);
  context.fillRect(x - 4 * unit, y + 4.4 * unit, 8.4 * unit, 1.8 * unit);
  context.fillStyle = palette.flag;
  context.beginPath();
  context.moveTo(x + 1.2 * unit, y - 6.4 * unit);
  context.lineTo(x + 1.2 * unit, y + 0.8 * unit);
  context.lineTo(x - 5.6 * unit, y - 2.8 * unit);
  context.closePath();
  context.fill();
}

function drawMine(context: Context, { width, height, palette }: Style, ink: string, radius: number): void {
  const [x, y, r] = [width / 2, height / 2, width * radius];
  context.strokeStyle = ink;
  context.fillStyle = ink;
  context.lineCap = "round";
  context.lineWidth = Math.max(1, r / 3.4);
  context.beginPath();
  for (let spike = 0; spike < 4; spike++) {
    const [across, down] = [
      Math.cos((spike * Math.PI) / 4) * r * 1.38,
      Math.sin((spike * Math.PI) / 4) * r * 1.38,
    ];
    context.moveTo(x - across, y - down);
    context.lineTo(x + across, y + down);
  }
  context.stroke();
  context.beginPath();
  context.arc(x, y, r, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = ink === palette.mine ? palette.revealed : inkOn(ink);
  context.beginPath();
  context.arc(x - r * 0.32, y - r * 0.32, r * 0.24, 0, 2 * Math.PI);
  context.fill();
}

function drawCross(context: Context, { width, height }: Style, colour: string): void {
  const reach = width * 0.3;
  context.strokeStyle = colour;
  context.lineCap = "round";
  context.lineWidth = Math.max(1, width / 10);
  context.beginPath();
  context.moveTo(width / 2 - reach, height / 2 - reach);
  context.lineTo(width / 2 + reach, height / 2 + reach);
  context.moveTo(width / 2 + reach, height / 2 - reach);
  context.lineTo(width / 2 - reach, height / 2 + reach);
  context.stroke();
}

function drawText(
  context: Context,
  style: Style,
  text: string,
  ink: string,
  size: number,
  weight = 700,
): void {
  const { width, height, palette } = style;
  context.font = `${weight} ${Math.round(width * size)}px ${palette.font}`;
  context.fillStyle = ink;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  // Digits have no descenders, so the usual baselines would leave them too high or too low.
  const { actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } = context.measureText(text);
  context.fillText(text, (width - style.thin) / 2, (height - style.thin + ascent - descent) / 2);
}
