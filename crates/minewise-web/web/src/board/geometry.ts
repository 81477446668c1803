/** Where the cells of a board are. Lengths are whole device pixels, so that edges are sharp. */

import { cellOf } from "../view";
import type { Rules } from "../view";
import type { Spans } from "./mosaic";

export interface Geometry {
  rules: Rules;
  /** Width and height of one cell. */
  cellWidth: number;
  cellHeight: number;
  /** The distance from one row to the next. Rows of hexagons overlap. */
  rowStep: number;
  /** How far odd rows are shifted to the right. */
  oddShift: number;
  /** Which pixels of the box around a cell belong to it. Together, the cells fill the board without gaps. */
  spans: Spans;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Height divided by width of a regular hexagon that stands on a corner. */
const HEX_HEIGHT = 2 / Math.sqrt(3);

/** Computes the geometry of a board whose cells are at most `size` wide. */
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
  // An even number, so that half of it is a whole number.
  const cellWidth = Math.max(2, Math.floor(size / 2) * 2);
  const half = cellWidth / 2;
  const cellHeight = Math.round(cellWidth * HEX_HEIGHT);
  const rowStep = Math.round(cellHeight * 0.75);
  const overlap = cellHeight - rowStep;
  const oddShift = rules.height > 1 ? half : 0;
  // Half the width of the hexagon's upper corner in a pixel row. The hexagons above are cut out by the same amount.
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

/** The cell at a point, or `null` if there is none. */
export function cellAt(geometry: Geometry, point: Point): number | null {
  const row = Math.floor(point.y / geometry.rowStep);
  if (geometry.rules.topology !== "hex") return inRow(geometry, row, point.x);
  // Where two rows overlap, a point belongs to the hexagon whose centre is nearest.
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

/** A part of the board, in device pixels. */
export interface Viewport {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The ranges of rows and columns that are at least partly inside a viewport, each without its end. */
export function visibleCells(
  geometry: Geometry,
  viewport: Viewport,
): { rows: [number, number]; cols: [number, number] } {
  const { rules, cellWidth, cellHeight, rowStep, oddShift } = geometry;
  const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max);
  return {
    rows: [
      clamp(Math.floor((viewport.top - cellHeight) / rowStep) + 1, rules.height),
      clamp(Math.ceil((viewport.top + viewport.height) / rowStep), rules.height),
    ],
    cols: [
      clamp(Math.floor((viewport.left - oddShift) / cellWidth), rules.width),
      clamp(Math.ceil((viewport.left + viewport.width) / cellWidth), rules.width),
    ],
  };
}

// In CSS pixels.
const LARGEST_FIT = 40;
const SMALLEST_FIT = 21;
/** If a board must be scrolled anyway, its cells get a size that is easy to hit. */
const SCROLLED_FIT = 30;

/**
 * The size of a cell, in CSS pixels, with which the board fits into a frame.
 *
 * If the cells would be too small, the board only fits the width. If they still would be, it has to be scrolled.
 */
export function fittingSize(rules: Rules, width: number, height: number): number {
  const unit = geometryOf(rules, 1000);
  const byWidth = (1000 * width) / unit.width;
  const byHeight = (1000 * height) / unit.height;
  const both = Math.min(byWidth, byHeight, LARGEST_FIT);
  if (both >= SMALLEST_FIT) return both;
  return byWidth >= SMALLEST_FIT ? Math.min(byWidth, SCROLLED_FIT) : SCROLLED_FIT;
}
