/** The playback of a watched game: which step is shown, and how fast it advances. */

import { useEffect, useRef, useState } from "preact/hooks";

export interface Playback {
  at: number;
  isPlaying: boolean;
  /** Index into `SPEEDS`. */
  speed: number;
  /** Shows another step and pauses. */
  jump: (at: number) => void;
  step: (by: number) => void;
  /** Pauses or continues. At the end, starts from the beginning. */
  toggle: () => void;
  setSpeed: (speed: number) => void;
}

/** Steps per second. The last one always shows the latest step. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32, Infinity];

/** `last` is the latest step that can be shown. It grows until `isDone`. */
export function usePlayback(last: number, isDone: boolean): Playback {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(true);
  const [speed, setSpeed] = useState(3);
  const rate = SPEEDS[speed] ?? 1;
  const latest = useRef(last);
  latest.current = last;
  useEffect(() => {
    if (!isPlaying || rate === Infinity) return;
    const timer = setInterval(() => setAt((now) => Math.min(now + 1, latest.current)), 1000 / rate);
    return () => clearInterval(timer);
  }, [isPlaying, rate]);
  useEffect(() => {
    if (isPlaying && rate === Infinity) setAt(last);
  }, [isPlaying, rate, last]);
  const isAtEnd = isDone && at >= last;
  const jump = (to: number) => {
    setPlaying(false);
    setAt(Math.min(Math.max(0, to), last));
  };
  return {
    at: Math.min(at, last),
    isPlaying: isPlaying && !isAtEnd,
    speed,
    jump,
    step: (by) => jump(at + by),
    toggle() {
      if (isAtEnd) setAt(0);
      setPlaying(isAtEnd || !isPlaying);
    },
    setSpeed,
  };
}
