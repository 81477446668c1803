/** Loads something from the server when a component is shown, and again on request. */

import { useCallback, useEffect, useState } from "preact/hooks";

import { ApiError, get } from "../api";

export interface Load<T> {
  /** `null` until it has arrived. */
  value: T | null;
  /** What went wrong, as a sentence. */
  problem: string | null;
  /** Loads it again. The old value stays until the new one arrives. */
  reload: () => void;
}

/** Loads nothing while `path` is `null`. */
export function useLoad<T>(path: string | null): Load<T> {
  const [state, setState] = useState<{ path: string | null; value: T | null; problem: string | null }>({
    path,
    value: null,
    problem: null,
  });
  const [nLoads, setNLoads] = useState(0);
  useEffect(() => {
    if (path === null) return;
    const abort = new AbortController();
    get<T>(path, abort.signal)
      .then((value) => setState({ path, value, problem: null }))
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setState({ path, value: null, problem: sentenceOf(error) });
      });
    return () => abort.abort();
  }, [path, nLoads]);
  const reload = useCallback(() => setNLoads((n) => n + 1), []);
  // A value of another path must not be shown for this one.
  return state.path === path ? { ...state, reload } : { value: null, problem: null, reload };
}

/** Describes an error in a sentence for the page. */
export function sentenceOf(error: unknown): string {
  return asSentence(
    error instanceof ApiError ? error.message : `something went wrong on this page: ${String(error)}`,
  );
}

/** Adds a capital letter and a full stop, which the server's error messages do not have. */
export function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}
