/** Keeps important cells visible on a board that is larger than its frame. */

import { useEffect, useRef } from "preact/hooks";

import type { BoardHandle } from "../board/props";

/** Returns the `handle` for a board. The last cell is always visible, the cells before it if there is room. */
export function useKeepVisible(cells: number[]): { current: BoardHandle | null } {
  const handle = useRef<BoardHandle>(null);
  const latest = useRef(cells);
  latest.current = cells;
  // Callers may pass a new array with the same cells, which must not scroll again.
  const key = cells.join();
  useEffect(() => latest.current.forEach((index) => handle.current?.scrollToCell(index)), [key]);
  return handle;
}
