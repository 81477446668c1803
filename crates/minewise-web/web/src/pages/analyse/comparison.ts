/** Asks several players about the same view. */

import { useEffect, useRef, useState } from "preact/hooks";

import { post } from "../../api";
import type { Analysis, AnalyzeRequest, Choice } from "../../openapi";
import { sentenceOf } from "../../parts/use-load";

export interface Opinion {
  player: string;
  state: "thinking" | "answered" | "failed" | "cancelled";
  choice: Choice | null;
  problem: string | null;
}

export interface Comparison {
  opinions: Opinion[];
  ask: (players: string[]) => void;
  cancel: (player: string) => void;
}

export function useComparison(view: string, trustFlags: boolean): Comparison {
  const [opinions, setOpinions] = useState<Opinion[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  const stop = () => {
    aborts.current.forEach((abort) => abort.abort());
    aborts.current.clear();
  };
  // Answers about another view do not apply to this one.
  useEffect(() => {
    setOpinions([]);
    return stop;
  }, [view, trustFlags]);
  const update = (player: string, opinion: Partial<Opinion>) =>
    setOpinions((now) => now.map((other) => (other.player === player ? { ...other, ...opinion } : other)));
  const askOne = async (player: string) => {
    const abort = new AbortController();
    aborts.current.set(player, abort);
    try {
      const body: AnalyzeRequest = { view, player, trust_flags: trustFlags };
      const { choice } = await post<Analysis>("/api/analyze", body, abort.signal);
      update(player, { state: "answered", choice });
    } catch (error) {
      if (!abort.signal.aborted) update(player, { state: "failed", problem: sentenceOf(error) });
    }
  };
  return {
    opinions,
    ask(players) {
      stop();
      setOpinions(players.map((player) => ({ player, state: "thinking", choice: null, problem: null })));
      players.forEach((player) => void askOne(player));
    },
    cancel(player) {
      aborts.current.get(player)?.abort();
      update(player, { state: "cancelled" });
    },
  };
}
