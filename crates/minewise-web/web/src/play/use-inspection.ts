/** Which cell a person looks at while the coach speaks, and what is marked on the board for it. */

import { useMemo, useState } from "preact/hooks";

import type { Mark } from "../board/props";
import type { CellReport } from "../openapi";
import { indexOf } from "../view";
import type { Rules } from "../view";
import type { Sight } from "./use-coach";

export interface Inspection {
  /** Whether taps inspect cells instead of playing. */
  isOn: boolean;
  toggle(): void;
  /** The cell that is looked at. */
  index: number | null;
  pick(index: number): void;
  hover(index: number | null): void;
  onReport(report: CellReport | null): void;
  /** Rings around the best cell, the numbers that prove something of the cell, and the cell itself. */
  marks: ReadonlyMap<number, Mark>;
}

/** `sight` is null while the coach is silent; then there is nothing to look at. */
export function useInspection(rules: Rules, sight: Sight | null): Inspection {
  const [wantsTaps, setWantsTaps] = useState(false);
  const [picked, setPicked] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const [report, setReport] = useState<CellReport | null>(null);
  const isCoachOn = sight !== null;
  const best = sight?.best ?? null;
  const isOn = wantsTaps && isCoachOn;
  const tapped = isOn ? picked : null;
  const marks = useMemo(() => {
    const marked = new Map<number, Mark>();
    if (isCoachOn) for (const cell of report?.because ?? []) marked.set(indexOf(rules, cell), "because");
    if (tapped !== null) marked.set(tapped, "inspected");
    if (best !== null) marked.set(best, "best");
    return marked;
  }, [rules, isCoachOn, report, tapped, best]);
  return {
    isOn,
    toggle: () => {
      setPicked(null);
      setWantsTaps(!isOn);
    },
    index: isCoachOn ? (tapped ?? hovered) : null,
    pick: setPicked,
    hover: setHovered,
    onReport: setReport,
    marks,
  };
}
