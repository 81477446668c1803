/** Loads the review of a game, and its view at any moment. */

import { useEffect, useRef, useState } from "preact/hooks";

import { get, listen } from "../../api";
import type { Review, ReviewProgress, ViewAt } from "../../openapi";
import { asSentence, sentenceOf } from "../../parts/use-load";
import { parseView, type View } from "../../view";

export interface ReviewState {
  review: Review | null;
  progress: ReviewProgress | null;
  problem: string | null;
}

/** Loads the review of a game, or nothing unless it `isOver`. */
export function useReview(id: string, isOver: boolean): ReviewState {
  const [state, setState] = useState<ReviewState>({ review: null, progress: null, problem: null });
  useEffect(() => {
    if (!isOver) return;
    const connection = listen(
      `/api/games/${id}/review`,
      {
        progress: (progress: ReviewProgress) => setState((now) => ({ ...now, progress })),
        review: (review: Review) => setState({ review, progress: null, problem: null }),
      },
      ["review"],
      (sentence) => setState((now) => ({ ...now, problem: asSentence(sentence) })),
    );
    return () => connection.close();
  }, [id, isOver]);
  return state;
}

/** Loads the view after `at` moves, then the one after `ahead` moves. Keeps the last view until a new one arrives. */
export function useViewAfter(id: string, at: number | null, ahead: number | null) {
  const cache = useRef(new Map<number, View>());
  const [shown, setShown] = useState<{ at: number; view: View } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (at === null) return;
    const abort = new AbortController();
    const fetchView = async (moment: number): Promise<View> => {
      const known = cache.current.get(moment);
      if (known) return known;
      const view = parseView((await get<ViewAt>(`/api/games/${id}/views/${moment}`, abort.signal)).view);
      cache.current.set(moment, view);
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
