/** The steps of a watched game as they arrive, and the view after any number of them. */

import { useEffect, useMemo, useState } from "preact/hooks";

import { listen } from "../../api";
import type { Step, WatchEnd } from "../../openapi";
import { asSentence } from "../../parts/use-load";
import { emptyView, indexOf, isCovered, parseRules, type View } from "../../view";

export interface Stream {
  steps: Step[];
  end: WatchEnd | null;
  problem: string | null;
}

const EMPTY: Stream = { steps: [], end: null, problem: null };

/** Watches a player. Does nothing while `player` is empty. */
export function useStream(rules: string, seed: string, player: string): Stream {
  const [stream, setStream] = useState(EMPTY);
  useEffect(() => {
    setStream(EMPTY);
    if (player === "") return;
    const soFar: Stream = { ...EMPTY, steps: [] };
    let frame = 0;
    // Hundreds of steps may arrive at once, so the page is rendered only once per frame.
    const render = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setStream({ ...soFar, steps: [...soFar.steps] });
      });
    };
    const query = new URLSearchParams({ rules, seed, player });
    const connection = listen(
      `/api/watch?${query}`,
      {
        step: (step: Step) => {
          soFar.steps.push(step);
          render();
        },
        end: (end: WatchEnd) => {
          soFar.end = end;
          render();
        },
      },
      ["end"],
      (sentence) => {
        soFar.problem = asSentence(sentence);
        render();
      },
    );
    return () => {
      connection.close();
      cancelAnimationFrame(frame);
    };
  }, [rules, seed, player]);
  return stream;
}

export function useViewAt(rules: string, { steps }: Stream, at: number): View {
  return useMemo(() => viewAt(rules, steps, at), [rules, steps, at]);
}

/** The view before step `at`, with the flags that the player has set by then. */
export function viewAt(rules: string, steps: Step[], at: number): View {
  const view = emptyView(parseRules(rules));
  // A cell changes only once or twice in a game, so starting from scratch takes hardly longer than copying a view.
  steps.slice(0, at + 1).forEach((step, n) => {
    for (const cell of step.marks) {
      const index = indexOf(view.rules, cell);
      if (isCovered(view.cells[index])) view.cells[index] = "F";
    }
    if (n === at) return;
    for (const [row, col, letter] of step.changed) view.cells[indexOf(view.rules, [row, col])] = letter;
  });
  return view;
}

/** Counts the reveals that could have hit a mine. The first reveal could not, unless the rules start with `any`. */
export function guessesIn(steps: Step[], rules: string): number {
  const nSafe = parseRules(rules).start === "any" ? 0 : 1;
  return steps.slice(nSafe).filter((step) => (step.choice.risk ?? 0) > 0).length;
}
