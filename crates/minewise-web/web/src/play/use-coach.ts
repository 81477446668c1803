/** What the coach sees in a view: risks and certain cells at once, the best cell when the chosen player has found it. */

import { useEffect, useMemo, useState } from "preact/hooks";

import type { Analysis, Choice } from "../openapi";
import { askAbout } from "../parts/ask-about";
import type { Subject } from "../parts/ask-about";
import { QUICK_PLAYER, useOverlay } from "../parts/use-analysis";
import type { Overlay } from "../parts/use-analysis";
import { sentenceOf } from "../parts/use-load";
import { changeSettings } from "../settings";
import type { CoachMode } from "../settings";
import { formatView, indexOf, isCovered } from "../view";
import type { View } from "../view";
import type { GamePlay } from "./game-play";

export interface Sight {
  /** What was asked about. */
  subject: Subject;
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

/** Nothing is asked, and nothing seen, while `play` is null. */
export function useCoach(play: GamePlay | null, player: string): Sight | null {
  const view = play?.view ?? null;
  const text = useMemo(() => view && plainView(view), [view]);
  const subject = play && text !== null ? { view: text, game: play.at } : null;
  const quick = useAnalysisBy(subject, QUICK_PLAYER);
  const chosen = useAnalysisBy(player === QUICK_PLAYER ? null : subject, player);
  const overlay = useOverlay(quick.analysis);
  if (!view || !subject) return null;
  const { analysis: said, problem } = player === QUICK_PLAYER ? quick : chosen;
  const choice = said?.choice ?? null;
  // The first reveal is kept off the mines by the rules, of which the census of an empty view knows nothing.
  const isFree = view.rules.start !== "any" && view.cells.every(isCovered);
  return {
    subject,
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
function useAnalysisBy(subject: Subject | null, player: string): Omit<Answer, "question"> {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const question = `${player} ${subject?.view}`;
  useEffect(() => {
    if (!subject) return;
    const aborter = new AbortController();
    askAbout<Analysis>("/api/analyze", subject, { player }, aborter.signal)
      .then((analysis) => setAnswer({ question, analysis, problem: null }))
      .catch((cause: unknown) => {
        if (!aborter.signal.aborted) setAnswer({ question, analysis: null, problem: sentenceOf(cause) });
      });
    return () => aborter.abort();
  }, [question]);
  return subject && answer?.question === question ? answer : { analysis: null, problem: null };
}
