/** Plays an experiment for as long as somebody watches. */

import { useEffect, useRef, useState } from "preact/hooks";

import { listen } from "../../api";
import type { Experiment, ExperimentProgress } from "../../openapi";
import { asSentence } from "../../parts/use-load";

export interface Run {
  isOn: boolean;
  /** The last that was heard, or null if nothing was yet. */
  progress: ExperimentProgress | null;
  problem: string | null;
  start(): void;
  stop(): void;
}

export function useRun(id: string, done: (experiment: Experiment) => void): Run {
  const [isOn, setOn] = useState(false);
  const [progress, setProgress] = useState<ExperimentProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const line = useRef<{ close(): void } | null>(null);
  useEffect(() => () => line.current?.close(), []);
  const stop = () => {
    line.current?.close();
    line.current = null;
    setOn(false);
  };
  const start = () => {
    stop();
    setOn(true);
    setProblem(null);
    line.current = listen(
      `/api/experiments/${id}/run`,
      {
        progress: setProgress,
        done: (experiment: Experiment) => {
          setOn(false);
          done(experiment);
        },
      },
      ["done"],
      (sentence) => {
        setOn(false);
        setProblem(asSentence(sentence));
      },
    );
  };
  return { isOn, progress, problem, start, stop };
}

/** So much time, roughly, in words. */
export function roughly(seconds: number): string {
  if (seconds < 1.5) return "about a second";
  if (seconds < 90) return `about ${Math.round(seconds)} seconds`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} minutes`;
  return `about ${Math.round(seconds / 3600)} hours`;
}
