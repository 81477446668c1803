/** What the coach sees in a view: risks and certain cells at once, the best cell when the chosen player has found it. */

import { useEffect, useMemo, useState } from "preact/hooks";

import { post } from "../api";
import type { Analysis, AnalyzeAsked, Choice } from "../openapi";
import { QUICK_PLAYER, useOverlay } from "../parts/use-analysis";
import type { Overlay } from "../parts/use-analysis";
import { sentenceOf } from "../parts/use-load";
import { changeSettings } from "../settings";
import type { CoachMode } from "../settings";
import { formatView, indexOf, isCovered } from "../view";
import type { View } from "../view";

export interface Sight {
  /** What was asked about. */
  view: string;
  overlay: Overlay | null;
  /** Of the view, by the exact player. */
  analysis: Analysis | null;
  choice: Choice | null;
  best: number | null;
  /** Whether the chosen player still thinks. */
  isChoosing: boolean;
  problem: string | null;
}

/** A view as the coach is asked about it. Flags are what a person believes: they change nothing that is known. */
export function plainView({ rules, cells }: View): string {
  return formatView({ rules, cells: cells.map((letter) => (letter === "F" ? "." : letter)) });
}

/** Nothing is asked, and nothing seen, while `view` is null. */
export function useCoach(view: View | null, player: string): Sight | null {
  const text = useMemo(() => view && plainView(view), [view]);
  const quick = useAnalysisBy(text, QUICK_PLAYER);
  const chosen = useAnalysisBy(player === QUICK_PLAYER ? null : text, player);
  const overlay = useOverlay(quick.analysis);
  if (!view || text === null) return null;
  const { analysis: said, problem } = player === QUICK_PLAYER ? quick : chosen;
  const choice = said?.choice ?? null;
  // The first reveal is kept off the mines by the rules, of which the census of an empty view knows nothing.
  const isFree = view.rules.start !== "any" && view.cells.every(isCovered);
  return {
    view: text,
    overlay: isFree ? null : overlay,
    analysis: quick.analysis,
    choice: choice && isFree ? { ...choice, risk: 0 } : choice,
    best: choice?.cell ? indexOf(view.rules, choice.cell) : null,
    isChoosing: !said && !problem,
    problem: quick.problem ?? problem,
  };
}

export interface Asking {
  /** Whether the coach speaks. */
  isOn: boolean;
  toggle(): void;
}

/** When the coach speaks: always, or on request until the next move; null if never. `view` is null after the game. */
export function useAsking(view: View | null, mode: CoachMode): Asking | null {
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const text = useMemo(() => view && plainView(view), [view]);
  if (text === null || mode === "off") return null;
  if (mode === "always") return { isOn: true, toggle: () => changeSettings({ coach: "request" }) };
  const isOn = askedFor === text;
  return { isOn, toggle: () => setAskedFor(isOn ? null : text) };
}

interface Answer {
  question: string;
  analysis: Analysis | null;
  problem: string | null;
}

/** The question is called off when another view is shown. */
function useAnalysisBy(view: string | null, player: string): Omit<Answer, "question"> {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const question = `${player} ${view}`;
  useEffect(() => {
    if (view === null) return;
    const aborter = new AbortController();
    post<Analysis>("/api/analyze", { view, player } satisfies AnalyzeAsked, aborter.signal)
      .then((analysis) => setAnswer({ question, analysis, problem: null }))
      .catch((cause: unknown) => {
        if (!aborter.signal.aborted) setAnswer({ question, analysis: null, problem: sentenceOf(cause) });
      });
    return () => aborter.abort();
  }, [question]);
  return view !== null && answer?.question === question ? answer : { analysis: null, problem: null };
}
