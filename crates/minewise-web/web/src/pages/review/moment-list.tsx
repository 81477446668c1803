/** The guesses of a game, each with its label and its cost. */

import { useEffect, useRef } from "preact/hooks";

import { cellName, clock } from "../../format";
import type { Moment } from "../../openapi";
import { Badge, points } from "./labels";

interface Props {
  moments: Moment[];
  /** The index of the moment that is shown. */
  at: number;
  onJump: (at: number) => void;
}

export function MomentList({ moments, at, onJump }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Only the list should scroll; `scrollIntoView` would scroll the page too.
    const item = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (list.current && item) list.current.scrollTop = item.offsetTop - list.current.clientHeight / 2;
  }, [at]);
  const guesses = moments.flatMap((moment, index) => (moment.label === "certain" ? [] : [{ moment, index }]));
  return (
    <section class="panel">
      <h2>Guesses and mistakes</h2>
      <p class="muted">{summaryOf(moments)}</p>
      <ol class="moment-list" ref={list}>
        {guesses.map(({ moment, index }) => (
          <li key={index}>
            <button
              type="button"
              aria-current={index === at ? "true" : undefined}
              onClick={() => onJump(index)}
            >
              <Badge label={moment.label} />
              <span class="cost">{moment.lost >= 0.0005 ? `−${points(moment.lost)}` : ""}</span>
              <span class="where muted">
                move {index + 1}, {cellName(moment.cell)}, {clock(moment.elapsed_ms)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Counts the mistakes of each kind. */
export function summaryOf(moments: Moment[]): string {
  const count = (...labels: string[]) => moments.filter(({ label }) => labels.includes(label)).length;
  const parts = [
    [count("blunder"), "blunder"],
    [count("mistake"), "mistake"],
    [count("missed"), "safe cell missed", "safe cells missed"],
    [count("inaccuracy"), "inaccuracy", "inaccuracies"],
  ] as const;
  const counts = parts.flatMap(([n, one, many]) =>
    n === 0 ? [] : [`${n} ${n === 1 ? one : (many ?? `${one}s`)}`],
  );
  return counts.length === 0 ? "No mistakes." : `${counts.join(", ")}.`;
}
