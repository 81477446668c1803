/** Where the mines of a layout are. */

import { parseView } from "../view";

/** Takes a layout in our notation, and gives the indexes of its mines. */
export function minesOf(layout: string): ReadonlySet<number> {
  return new Set(parseView(layout).cells.flatMap((letter, index) => (letter === "*" ? [index] : [])));
}
