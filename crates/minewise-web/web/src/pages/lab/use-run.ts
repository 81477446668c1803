/** Runs an experiment while its page is open: the server stops it when the connection is closed. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { listen } from "../../api";
import type { Experiment, ExperimentProgress } from "../../openapi";
import { asSentence } from "../../parts/use-load";

export interface Run {
  isOn: boolean;
  /** The latest progress, or `null` if there is none yet. */
  progress: ExperimentProgress | null;
  problem: string | null;
  start: () => void;
  stop: () => void;
}

export function useRun(id: string, done: (experiment: Experiment) => void): Run {
  const [isOn, setOn] = useState(false);
  const [progress, setProgress] = useState<ExperimentProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const connection = useRef<{ close: () => void } | null>(null);
  useEffect(() => () => connection.current?.close(), []);
  const latestDone = useRef(done);
  latestDone.current = done;
  const stop = useCallback(() => {
    connection.current?.close();
    connection.current = null;
    setOn(false);
  }, []);
  const start = useCallback(() => {
    stop();
    setOn(true);
    setProblem(null);
    connection.current = listen(
      `/api/experiments/${id}/run`,
      {
        progress: setProgress,
        done: (experiment: Experiment) => {
          setOn(false);
          latestDone.current(experiment);
        },
      },
      ["done"],
      (sentence) => {
        setOn(false);
        setProblem(asSentence(sentence));
      },
    );
  }, [id, stop]);
  return { isOn, progress, problem, start, stop };
}

/** Describes a duration roughly in words. */
export function roughDuration(seconds: number): string {
  if (seconds < 1.5) return "about a second";
  if (seconds < 90) return `about ${Math.round(seconds)} seconds`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} minutes`;
  return `about ${Math.round(seconds / 3600)} hours`;
}
