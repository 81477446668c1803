/** The steps of a player at its game, kept as they come, and the view after any number of them. */

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

const NOTHING: Stream = { steps: [], end: null, problem: null };

/** Nothing is played while `player` is empty. */
export function useStream(rules: string, seed: string, player: string): Stream {
  const [stream, setStream] = useState(NOTHING);
  useEffect(() => {
    setStream(NOTHING);
    if (player === "") return;
    const soFar: Stream = { ...NOTHING, steps: [] };
    let frame = 0;
    // Steps may come by the hundred; the page is drawn once for all that came since the last frame.
    const draw = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setStream({ ...soFar });
      });
    };
    const query = new URLSearchParams({ rules, seed, player });
    const line = listen(
      `/api/watch?${query}`,
      {
        step: (step: Step) => {
          soFar.steps.push(step);
          draw();
        },
        end: (end: WatchEnd) => {
          soFar.end = end;
          draw();
        },
      },
      ["end"],
      (sentence) => {
        soFar.problem = asSentence(sentence);
        draw();
      },
    );
    return () => {
      line.close();
      cancelAnimationFrame(frame);
    };
  }, [rules, seed, player]);
  return stream;
}

/** The view before step `at`, with the marks that the player has put by then. */
export function useViewAt(rules: string, stream: Stream, at: number): View {
  const { steps } = stream;
  return useMemo(() => {
    const view = emptyView(parseRules(rules));
    // Every cell changes once or twice in a game, so beginning anew costs little more than copying.
    steps.slice(0, at + 1).forEach((step, n) => {
      for (const cell of step.marks) {
        const index = indexOf(view.rules, cell);
        if (isCovered(view.cells[index])) view.cells[index] = "F";
      }
      if (n === at) return;
      for (const [row, col, letter] of step.changed) view.cells[indexOf(view.rules, [row, col])] = letter;
    });
    return view;
  }, [rules, steps, steps.length, at]);
}

/** How many reveals might have hit a mine. The first one only does where the rules do not save it. */
export function guessesIn(steps: Step[], rules: string): number {
  const saved = parseRules(rules).start === "any" ? 0 : 1;
  return steps.slice(saved).filter((step) => (step.choice.risk ?? 0) > 0).length;
}
