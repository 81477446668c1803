/** The review of a game, and its views at any moment. */

import { useEffect, useRef, useState } from "preact/hooks";

import { get, listen } from "../../api";
import type { Review, ReviewProgress, ViewAt } from "../../openapi";
import { asSentence, sentenceOf } from "../../parts/use-load";
import { parseView, type View } from "../../view";

export interface Reviewing {
  review: Review | null;
  progress: ReviewProgress | null;
  problem: string | null;
}

/** Nothing is asked until the game `isOver`. */
export function useReview(id: string, isOver: boolean): Reviewing {
  const [state, setState] = useState<Reviewing>({ review: null, progress: null, problem: null });
  useEffect(() => {
    if (!isOver) return;
    const line = listen(
      `/api/games/${id}/review`,
      {
        progress: (progress: ReviewProgress) => setState((now) => ({ ...now, progress })),
        review: (review: Review) => setState({ review, progress: null, problem: null }),
      },
      ["review"],
      (sentence) => setState((now) => ({ ...now, problem: asSentence(sentence) })),
    );
    return () => line.close();
  }, [id, isOver]);
  return state;
}

/** The view after `at` moves; the last one that came stays until this one has. `ahead` is asked for too. */
export function useViewAfter(id: string, at: number | null, ahead: number | null) {
  const kept = useRef(new Map<number, View>());
  const [shown, setShown] = useState<{ at: number; view: View } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (at === null) return;
    const abort = new AbortController();
    const fetchView = async (moment: number): Promise<View> => {
      const known = kept.current.get(moment);
      if (known) return known;
      const view = parseView((await get<ViewAt>(`/api/games/${id}/views/${moment}`, abort.signal)).view);
      kept.current.set(moment, view);
      return view;
    };
    fetchView(at)
      .then((view) => {
        setShown({ at, view });
        setProblem(null);
        return ahead === null ? null : fetchView(ahead);
      })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setProblem(sentenceOf(error));
      });
    return () => abort.abort();
  }, [id, at, ahead]);
  return { shown, problem };
}
