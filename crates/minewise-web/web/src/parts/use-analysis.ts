/** What the server finds in a view, asked anew whenever the view changes. */

import { useEffect, useMemo, useState } from "preact/hooks";

import { ApiError, post } from "../api";
import type { Analysis, AnalyzeAsked, Pair, Problem } from "../openapi";
import { formatRules, formatView, indexOf, type Rules, type View } from "../view";
import { sentenceOf } from "./use-load";

export interface Found {
  /** Of this view, or of the one before it under the same rules while the answer is on its way. */
  analysis: Analysis | null;
  problem: Problem | null;
  isBusy: boolean;
}

export interface Overlay {
  risk: (number | null)[];
  safe: ReadonlySet<number>;
  mines: ReadonlySet<number>;
}

/** So long a view must rest before it is asked about, in milliseconds: painting makes many of them. */
const REST = 120;

interface Answer {
  question: string;
  rules: string;
  analysis: Analysis | null;
  problem: Problem | null;
}

/** Finds risks fast, whoever is asked for the best cell. */
export const QUICK_PLAYER = "exact";

/** What a player finds. Nothing is asked while `view` is null. */
export function useAnalysis(view: View | null, trustFlags = false, player = QUICK_PLAYER): Found {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const text = useMemo(() => (view ? formatView(view) : null), [view]);
  const rules = view ? formatRules(view.rules) : "";
  const question = `${text} ${trustFlags} ${player}`;
  useEffect(() => {
    if (text === null) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const body: AnalyzeAsked = { view: text, player, trust_flags: trustFlags };
      post<Analysis>("/api/analyze", body, abort.signal)
        .then((analysis) => setAnswer({ question, rules, analysis, problem: null }))
        .catch((error: unknown) => {
          if (!abort.signal.aborted)
            setAnswer({ question, rules, analysis: null, problem: problemOf(error) });
        });
    }, REST);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [question]);
  if (text === null) return { analysis: null, problem: null, isBusy: false };
  const isBusy = answer?.question !== question;
  if (!answer || answer.rules !== rules) return { analysis: null, problem: null, isBusy };
  return { analysis: answer.analysis, problem: answer.problem, isBusy };
}

/** What the board paints of an analysis. */
export function useOverlay(analysis: Analysis | null): Overlay | null {
  return useMemo(() => {
    if (!analysis) return null;
    const width = analysis.risk[0]?.length ?? 0;
    const at = (cells: Pair[]) => new Set(cells.map(([row, col]) => row * width + col));
    return { risk: analysis.risk.flat(), safe: at(analysis.safe), mines: at(analysis.mines) };
  }, [analysis]);
}

export function indexesOf(rules: Rules, cells: Pair[]): number[] {
  return cells.map((cell) => indexOf(rules, cell));
}

function problemOf(error: unknown): Problem {
  return error instanceof ApiError ? error.problem : { error: sentenceOf(error) };
}
