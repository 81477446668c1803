/** Where the cells of a board are. All measures are device pixels, whole ones, so that edges are crisp. */

import { cellOf } from "../view";
import type { Rules } from "../view";
import type { Spans } from "./mosaic";

export interface Geometry {
  rules: Rules;
  /** Width and height of one cell. */
  cellWidth: number;
  cellHeight: number;
  /** From one row to the next; hexagons reach into each other's rows. */
  rowStep: number;
  /** How far odd rows are moved to the right. */
  oddShift: number;
  /** Which pixels of the box around a cell are its own; those of all cells fill the board without a gap. */
  spans: Spans;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** A hexagon that stands on a corner is so much higher than wide. */
const HEX_HEIGHT = 2 / Math.sqrt(3);

/** `size` is the most that a cell may be wide. */
export function geometryOf(rules: Rules, size: number): Geometry {
  const { width, height, topology } = rules;
  if (topology === "hex") return hexGeometry(rules, size);
  const side = Math.max(2, Math.floor(size));
  return {
    rules,
    cellWidth: side,
    cellHeight: side,
    rowStep: side,
    oddShift: 0,
    spans: Array.from({ length: side }, () => [0, side] as const),
    width: width * side,
    height: height * side,
  };
}

function hexGeometry(rules: Rules, size: number): Geometry {
  // Even, so that the half is whole.
  const cellWidth = Math.max(2, Math.floor(size / 2) * 2);
  const half = cellWidth / 2;
  const cellHeight = Math.round(cellWidth * HEX_HEIGHT);
  const rowStep = Math.round(cellHeight * 0.75);
  const overlap = cellHeight - rowStep;
  const oddShift = rules.height > 1 ? half : 0;
  // How far the roof of a hexagon reaches to each side; the hexagons above it leave just that.
  const roof = (row: number) => Math.round(((row + 0.5) / overlap) * half);
  const reach = (row: number) =>
    row < overlap ? roof(row) : row < rowStep ? half : half - roof(row - rowStep);
  return {
    rules,
    cellWidth,
    cellHeight,
    rowStep,
    oddShift,
    spans: Array.from({ length: cellHeight }, (_, row) => [half - reach(row), half + reach(row)] as const),
    width: rules.width * cellWidth + oddShift,
    height: (rules.height - 1) * rowStep + cellHeight,
  };
}

/** The top left corner of a cell. */
export function cornerOf(geometry: Geometry, index: number): Point {
  const [row, col] = cellOf(geometry.rules, index);
  return { x: col * geometry.cellWidth + (row % 2) * geometry.oddShift, y: row * geometry.rowStep };
}

export function centerOf(geometry: Geometry, index: number): Point {
  const { x, y } = cornerOf(geometry, index);
  return { x: x + geometry.cellWidth / 2, y: y + geometry.cellHeight / 2 };
}

/** The cell at a point; null beside the board. */
export function cellAt(geometry: Geometry, point: Point): number | null {
  const row = Math.floor(point.y / geometry.rowStep);
  if (geometry.rules.topology !== "hex") return inRow(geometry, row, point.x);
  // A point in the zigzag between two rows is nearest to the centre of the hexagon that holds it.
  const candidates = [row - 1, row]
    .map((near) => inRow(geometry, near, point.x))
    .filter((index) => index !== null);
  const distance = (index: number) => {
    const center = centerOf(geometry, index);
    return Math.hypot(point.x - center.x, point.y - center.y);
  };
  const nearest = candidates.sort((a, b) => distance(a) - distance(b))[0];
  return nearest !== undefined && distance(nearest) <= geometry.cellHeight / 2 ? nearest : null;
}

function inRow({ rules, cellWidth, oddShift }: Geometry, row: number, x: number): number | null {
  const col = Math.floor((x - (Math.abs(row) % 2) * oddShift) / cellWidth);
  const isInside = row >= 0 && row < rules.height && col >= 0 && col < rules.width;
  return isInside ? row * rules.width + col : null;
}

export interface Window {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The rows and columns of which something is seen through a window; the last ones are not included. */
export function seenThrough(
  geometry: Geometry,
  seen: Window,
): { rows: [number, number]; cols: [number, number] } {
  const { rules, cellWidth, cellHeight, rowStep, oddShift } = geometry;
  const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  return {
    rows: [
      within(Math.floor((seen.top - cellHeight) / rowStep) + 1, rules.height),
      within(Math.ceil((seen.top + seen.height) / rowStep), rules.height),
    ],
    cols: [
      within(Math.floor((seen.left - oddShift) / cellWidth), rules.width),
      within(Math.ceil((seen.left + seen.width) / cellWidth), rules.width),
    ],
  };
}

const LARGEST_FIT = 40;
const SMALLEST_FIT = 21;
/** Where a board must be panned anyhow, its cells are of a size that is easy to hit. */
const PANNED = 30;

/**
 * The size of a cell, in CSS pixels, that makes the board fit a frame.
 *
 * Where the cells would be too small, the board fits at least the width; if they would still be, it must be panned.
 */
export function fittingSize(rules: Rules, width: number, height: number): number {
  const unit = geometryOf(rules, 1000);
  const byWidth = (1000 * width) / unit.width;
  const byHeight = (1000 * height) / unit.height;
  const both = Math.min(byWidth, byHeight, LARGEST_FIT);
  if (both >= SMALLEST_FIT) return both;
  return byWidth >= SMALLEST_FIT ? Math.min(byWidth, PANNED) : PANNED;
}
