/** Reads where the mines of a layout are. */

import { parseView } from "../view";

/** Returns the indexes of the mines of a layout in our notation. */
export function minesOf(layout: string): ReadonlySet<number> {
  return new Set(parseView(layout).cells.flatMap((letter, index) => (letter === "*" ? [index] : [])));
}
