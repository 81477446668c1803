/** Formats numbers, times and cells for people. */

import type { Pair } from "./openapi";

/** A non-breaking space. */
const SPACE = "\u00a0";

/** Formats a fraction in percent with one decimal. Shows 0 or 100 only if it is exactly that. */
export function percent(fraction: number): string {
  if (fraction <= 0) return `0.0${SPACE}%`;
  if (fraction < 0.0005) return `<${SPACE}0.1${SPACE}%`;
  if (fraction < 1 && fraction >= 0.9995) return `>${SPACE}99.9${SPACE}%`;
  return `${(fraction * 100).toFixed(1)}${SPACE}%`;
}

/** Formats a time in milliseconds: `0:07.3`, `12:05.0`, `1:02:03`. */
export function clock(ms: number): string {
  const tenths = Math.max(0, Math.floor(ms / 100));
  const seconds = Math.floor(tenths / 10);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const twoDigits = (n: number) => String(n).padStart(2, "0");
  if (hours > 0) return `${hours}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
  return `${minutes}:${twoDigits(seconds % 60)}.${tenths % 10}`;
}

/** Formats a time without tenths of a second, for a clock that is running: `0:07`. */
export function runningClock(ms: number): string {
  return clock(ms).replace(/\.\d$/, "");
}

/** Formats a cell as it is written everywhere: `row,col`, counted from 0. */
export function cellName([row, col]: Pair): string {
  return `${row},${col}`;
}

/** Formats a number with its digits in groups of three: `10,000`. */
export function grouped(n: number): string {
  return n.toLocaleString("en-US");
}
