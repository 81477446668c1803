/** Rules and views, read from and written in the notation that the server uses. */

import type { Pair } from "./openapi";

/** Steps to neighbours: rows down, columns right. */
type Steps = readonly (readonly [number, number])[];

/** Includes the step to the cell itself, which `neighbours` leaves out. */
const SQUARE = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right] as const));
// Odd rows of hexagons are drawn half a cell further right, so their neighbours above and below differ.
const HEX_EVEN = [
  [-1, -1],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [1, 0],
] as const;
const HEX_ODD = [
  [-1, 0],
  [-1, 1],
  [0, -1],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;
const KNIGHT = [
  [-2, -1],
  [-2, 1],
  [-1, -2],
  [-1, 2],
  [1, -2],
  [1, 2],
  [2, -1],
  [2, 1],
] as const;

/** Every topology: its name on the page, the steps to neighbours from a row, and whether opposite edges are joined. */
export const TOPOLOGIES = {
  square: { text: "Square: eight neighbours", steps: () => SQUARE, wraps: false },
  torus: { text: "Torus: edges wrap around", steps: () => SQUARE, wraps: true },
  hex: {
    text: "Hexagons: six neighbours",
    steps: (row: number) => (row % 2 === 0 ? HEX_EVEN : HEX_ODD),
    wraps: false,
  },
  knight: { text: "Knight: neighbours a chess knight's move away", steps: () => KNIGHT, wraps: false },
} satisfies Record<string, { text: string; steps: (row: number) => Steps; wraps: boolean }>;

export type Topology = keyof typeof TOPOLOGIES;
export type Start = "safe" | "zero" | "any";

export interface Rules {
  width: number;
  height: number;
  mines: number;
  start: Start;
  topology: Topology;
}

/** What each cell shows, row by row: `.` covered, `0`–`8`, `F` a flag, `*` a mine. */
export interface View {
  rules: Rules;
  cells: string[];
}

/** Reads rules as the server writes them, such as `12x8/14:zero@hex`. */
export function parseRules(text: string): Rules {
  const found = /^(\d+)x(\d+)\/(\d+)(?::(safe|zero|any))?(?:@([a-z]+))?$/.exec(text);
  const [, width, height, mines, start, topology = "square"] = found ?? [];
  if (!found || !Object.hasOwn(TOPOLOGIES, topology))
    throw new Error(`expected rules like 9x9/10, found: ${text}`);
  return {
    width: Number(width),
    height: Number(height),
    mines: Number(mines),
    start: (start ?? "safe") as Start,
    topology: topology as Topology,
  };
}

export function formatRules(rules: Rules): string {
  const start = rules.start === "safe" ? "" : `:${rules.start}`;
  const topology = rules.topology === "square" ? "" : `@${rules.topology}`;
  return `${rules.width}x${rules.height}/${rules.mines}${start}${topology}`;
}

/** Reads a view or a layout as the server writes it, on one line. */
export function parseView(text: string): View {
  const [header, rows] = text.trim().split(" ");
  return { rules: parseRules(header ?? ""), cells: [...(rows ?? "").replaceAll("/", "")] };
}

export function formatView(view: View): string {
  const { width, height } = view.rules;
  const rows = Array.from({ length: height }, (_, row) =>
    view.cells.slice(row * width, (row + 1) * width).join(""),
  );
  return `${formatRules(view.rules)} ${rows.join("/")}`;
}

export function emptyView(rules: Rules): View {
  return { rules, cells: Array<string>(rules.width * rules.height).fill(".") };
}

export function indexOf(rules: Rules, [row, col]: Pair): number {
  return row * rules.width + col;
}

export function cellOf(rules: Rules, index: number): Pair {
  return [Math.floor(index / rules.width), index % rules.width];
}

export function isCovered(letter: string | undefined): boolean {
  return letter === "." || letter === "F";
}

/** The neighbours of a cell. They must be the same as in `topology.rs`. */
export function neighbours(rules: Rules, index: number): number[] {
  const { width, height } = rules;
  const { steps, wraps } = TOPOLOGIES[rules.topology];
  const [row, col] = cellOf(rules, index);
  const found = new Set<number>();
  for (const [down, right] of steps(row)) {
    let [r, c] = [row + down, col + right];
    if (wraps) [r, c] = [(r + height) % height, (c + width) % width];
    if (r >= 0 && r < height && c >= 0 && c < width) found.add(r * width + c);
  }
  found.delete(index);
  return [...found];
}

/** The number of mines minus the number of flags. */
export function minesLeft(view: View): number {
  return view.rules.mines - view.cells.filter((letter) => letter === "F").length;
}
