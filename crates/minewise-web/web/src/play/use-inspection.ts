/** The cell that the user inspects while the coach gives advice, and the marks on the board for it. */

import { useMemo, useState } from "preact/hooks";

import type { Mark } from "../board/props";
import type { CellReport } from "../openapi";
import { indexOf } from "../view";
import type { Rules } from "../view";
import type { CoachAdvice } from "./use-coach";

export interface Inspection {
  /** Whether taps inspect cells instead of playing. */
  isOn: boolean;
  toggle: () => void;
  /** The cell that is inspected. */
  index: number | null;
  pick: (index: number) => void;
  hover: (index: number | null) => void;
  onReport: (report: CellReport | null) => void;
  /** Rings around the best cell, the inspected cell, and the numbers that prove what is said about it. */
  marks: ReadonlyMap<number, Mark>;
}

/** `advice` is `null` while the coach gives none; nothing can be inspected then. */
export function useInspection(rules: Rules, advice: CoachAdvice | null): Inspection {
  const [wantsTaps, setWantsTaps] = useState(false);
  const [picked, setPicked] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const [report, setReport] = useState<CellReport | null>(null);
  const isCoachOn = advice !== null;
  const best = advice?.best ?? null;
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
