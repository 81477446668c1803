/** The server's analysis of a view, requested again when the view changes. */

import { useEffect, useMemo, useState } from "preact/hooks";

import { ApiError, post } from "../api";
import type { Analysis, AnalyzeRequest, Pair, Problem } from "../openapi";
import { formatRules, formatView, indexOf, type Rules, type View } from "../view";
import { sentenceOf } from "./use-load";

export interface AnalysisResult {
  /** The analysis of this view. Until it arrives, that of the previous view with the same rules. */
  analysis: Analysis | null;
  problem: Problem | null;
  isBusy: boolean;
}

/** What a board shows of an analysis, by the index of the cell. */
export interface Overlay {
  risk: (number | null)[] | null;
  labels?: ReadonlyMap<number, string>;
  safe: ReadonlySet<number>;
  mines: ReadonlySet<number>;
}

/** How long a view must stay the same before the server is asked, in milliseconds. Painting changes it quickly. */
const DELAY_MS = 120;

interface Answer {
  question: string;
  rules: string;
  analysis: Analysis | null;
  problem: Problem | null;
}

/** The player for risks, which must come quickly. A slower player may choose the best move. */
export const QUICK_PLAYER = "exact";

/** Returns a player's analysis of a view. Asks nothing while `view` is `null`. */
export function useAnalysis(view: View | null, trustFlags = false, player = QUICK_PLAYER): AnalysisResult {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const text = useMemo(() => (view ? formatView(view) : null), [view]);
  const rules = view ? formatRules(view.rules) : "";
  const question = `${text} ${trustFlags} ${player}`;
  useEffect(() => {
    if (text === null) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const body: AnalyzeRequest = { view: text, player, trust_flags: trustFlags };
      post<Analysis>("/api/analyze", body, abort.signal)
        .then((analysis) => setAnswer({ question, rules, analysis, problem: null }))
        .catch((error: unknown) => {
          if (!abort.signal.aborted)
            setAnswer({ question, rules, analysis: null, problem: problemOf(error) });
        });
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [question, text, rules, player, trustFlags]);
  if (text === null) return { analysis: null, problem: null, isBusy: false };
  const isBusy = answer?.question !== question;
  if (!answer || answer.rules !== rules) return { analysis: null, problem: null, isBusy };
  return { analysis: answer.analysis, problem: answer.problem, isBusy };
}

/** Converts an analysis to what a board shows of it. */
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
