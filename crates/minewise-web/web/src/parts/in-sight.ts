/** Keeps the cells that matter in sight on a board that is larger than its frame. */

import { useEffect, useRef } from "preact/hooks";

import type { BoardHandle } from "../board/props";

/** Gives the `handle` for a board. The last of the cells is in sight in any case, those before it if there is room. */
export function useInSight(cells: number[]): { current: BoardHandle | null } {
  const handle = useRef<BoardHandle>(null);
  useEffect(() => cells.forEach((index) => handle.current?.bringIntoSight(index)), [cells.join()]);
  return handle;
}
