/** Gets something from the server when a part is shown, and again on request. */

import { useCallback, useEffect, useState } from "preact/hooks";

import { ApiError, get } from "../api";

export interface Load<T> {
  /** Null until it has come. */
  value: T | null;
  /** In a sentence. */
  problem: string | null;
  /** Asks again; what there is stays until the answer comes. */
  reload(): void;
}

/** Nothing is asked while `path` is null. */
export function useLoad<T>(path: string | null): Load<T> {
  const [state, setState] = useState<{ path: string | null; value: T | null; problem: string | null }>({
    path,
    value: null,
    problem: null,
  });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (path === null) return;
    const abort = new AbortController();
    get<T>(path, abort.signal)
      .then((value) => setState({ path, value, problem: null }))
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setState({ path, value: null, problem: sentenceOf(error) });
      });
    return () => abort.abort();
  }, [path, turn]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  // What belongs to another address is not shown for this one.
  return state.path === path ? { ...state, reload } : { value: null, problem: null, reload };
}

/** What went wrong, for people. */
export function sentenceOf(error: unknown): string {
  return asSentence(error instanceof ApiError ? error.message : `something went wrong in the page: ${error}`);
}

/** The server tells problems as programs do, without a capital letter and a full stop. */
export function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}
