/** The coach's advice: risks and certain cells quickly, the best move when the chosen player has found it. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

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

export interface CoachAdvice {
  /** What the advice is about. */
  subject: Subject;
  overlay: Overlay | null;
  /** The analysis of the view by the quick player. */
  analysis: Analysis | null;
  /** The move that the chosen player recommends. */
  choice: Choice | null;
  /** The index of the recommended cell. */
  best: number | null;
  /** Whether the chosen player is still thinking. */
  isChoosing: boolean;
  problem: string | null;
}

/** Writes a view without its flags. The coach ignores flags, because they are only what the user believes. */
export function withoutFlags({ rules, cells }: View): string {
  return formatView({ rules, cells: cells.map((letter) => (letter === "F" ? "." : letter)) });
}

/** Asks for advice about a game. Asks nothing and returns `null` while `play` is `null`. */
export function useCoach(play: GamePlay | null, player: string): CoachAdvice | null {
  const view = play?.view ?? null;
  const text = useMemo(() => view && withoutFlags(view), [view]);
  const subject = play && text !== null ? { view: text, game: play.at } : null;
  const quick = useAnalysisBy(subject, QUICK_PLAYER);
  const chosen = useAnalysisBy(player === QUICK_PLAYER ? null : subject, player);
  const overlay = useOverlay(quick.analysis);
  if (!view || !subject) return null;
  const { analysis, problem } = player === QUICK_PLAYER ? quick : chosen;
  const choice = analysis?.choice ?? null;
  // By the rules, the first reveal is never a mine. The census of an empty view does not know that.
  const isFirstSafe = view.rules.start !== "any" && view.cells.every(isCovered);
  return {
    subject,
    overlay: isFirstSafe ? null : overlay,
    analysis: quick.analysis,
    choice: choice && isFirstSafe ? { ...choice, risk: 0 } : choice,
    best: choice?.cell ? indexOf(view.rules, choice.cell) : null,
    isChoosing: !analysis && !problem,
    problem: quick.problem ?? problem,
  };
}

export interface CoachSwitch {
  /** Whether the coach is giving advice. */
  isOn: boolean;
  toggle: () => void;
}

/**
 * Turns the coach on and off: it gives advice always, or on request until the next move.
 *
 * Returns `null` if the coach is off in the settings, or if the game is over and `view` therefore `null`.
 */
export function useCoachSwitch(view: View | null, mode: CoachMode): CoachSwitch | null {
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const text = useMemo(() => view && withoutFlags(view), [view]);
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

/** Asks one player about a view. The request is cancelled when the view changes. */
function useAnalysisBy(subject: Subject | null, player: string): Omit<Answer, "question"> {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const question = `${player} ${subject?.view}`;
  const latestSubject = useRef(subject);
  latestSubject.current = subject;
  // The question stands for the subject, which is a new object in every render and must not ask again.
  useEffect(() => {
    const subject = latestSubject.current;
    if (!subject) return;
    const abort = new AbortController();
    askAbout<Analysis>("/api/analyze", subject, { player }, abort.signal)
      .then((analysis) => setAnswer({ question, analysis, problem: null }))
      .catch((cause: unknown) => {
        if (!abort.signal.aborted) setAnswer({ question, analysis: null, problem: sentenceOf(cause) });
      });
    return () => abort.abort();
  }, [question, player]);
  return subject && answer?.question === question ? answer : { analysis: null, problem: null };
}
