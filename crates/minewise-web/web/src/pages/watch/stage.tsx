/** One player at its game: the board at a step, and what the player says of it. */

import { useMemo } from "preact/hooks";

import { Board } from "../../board/board";
import type { Mark } from "../../board/props";
import { percent } from "../../format";
import type { Step, WatchEnd } from "../../openapi";
import { useInSight } from "../../parts/in-sight";
import { minesOf } from "../../parts/mines";
import { Problem } from "../../parts/problem";
import { Saying } from "../../parts/saying";
import { useAnalysis, useOverlay } from "../../parts/use-analysis";
import { letGo } from "../../parts/use-keys";
import { WinBar } from "../../parts/win-bar";
import { WinCurve } from "../../parts/win-curve";
import { indexOf } from "../../view";
import { Candidates } from "../analyse/findings";
import { guessesIn, useViewAt, type Stream } from "./stream";

interface Props {
  player: string;
  rules: string;
  stream: Stream;
  at: number;
  onJump(at: number): void;
  hasRisk: boolean;
  hasZoomButtons: boolean;
}

export function Stage({ player, rules, stream, at, onJump, hasRisk, hasZoomButtons }: Props) {
  const { steps, end, problem } = stream;
  const here = Math.min(at, steps.length);
  const view = useViewAt(rules, stream, here);
  const step = steps[here];
  const isOver = end !== null && here === steps.length;
  const overlay = useOverlay(useAnalysis(hasRisk && !isOver ? view : null).analysis);
  const cell = step?.choice.cell;
  const chosen = cell ? indexOf(view.rules, cell) : null;
  const marks = useMemo(() => new Map<number, Mark>(chosen === null ? [] : [[chosen, "chosen"]]), [chosen]);
  const handle = useInSight(chosen === null ? [] : [chosen]);
  const layout = useMemo(() => (end ? minesOf(end.layout) : null), [end]);
  return (
    <section class="stage" aria-label={`The game of ${player}`}>
      <div onClick={letGo}>
        <h2>
          <code>{player}</code>
        </h2>
        <Board
          view={view}
          label={`The view of ${player} before step ${here + 1}`}
          marks={marks}
          {...overlay}
          layout={isOver ? layout : null}
          handle={handle}
          hasZoomButtons={hasZoomButtons}
        />
      </div>
      <div class="panel">
        <Problem text={problem} />
        {isOver && <Outcome steps={steps} end={end} rules={rules} />}
        {!isOver && step && <Thought step={step} />}
        {!isOver && !step && !problem && <p class="muted">Thinking…</p>}
        <WinCurve
          points={pointsOf(stream)}
          at={here}
          onJump={onJump}
          height={110}
          summary={summaryOf(player, stream)}
        />
      </div>
    </section>
  );
}

function Thought({ step: { choice, outlook } }: { step: Step }) {
  return (
    <>
      <Saying text={choice.text} />
      {outlook && <WinBar outlook={outlook} label="Chance to win, by the coach" />}
      {choice.candidates.length > 0 && (
        <details>
          <summary>Cells that it weighed</summary>
          <Candidates candidates={choice.candidates} />
        </details>
      )}
    </>
  );
}

function Outcome({ steps, end, rules }: { steps: Step[]; end: WatchEnd; rules: string }) {
  const guesses = guessesIn(steps, rules);
  const word = { won: "Won", lost: "Lost", stuck: "Gave up" }[end.status];
  return (
    <p class="outcome">
      <strong>{word}</strong> after {steps.length === 1 ? "one step" : `${steps.length} steps`},{" "}
      {guesses === 0 ? "none of them" : guesses === 1 ? "one of them" : `${guesses} of them`} at a risk.
    </p>
  );
}

function pointsOf({ steps, end }: Stream) {
  const points: { win: number | null }[] = steps.map(({ outlook }) => ({ win: outlook?.win ?? null }));
  if (end) points.push({ win: end.status === "won" ? 1 : end.status === "lost" ? 0 : null });
  return points;
}

function summaryOf(player: string, { steps, end }: Stream): string {
  const wins = steps.flatMap(({ outlook }) => (outlook ? [outlook.win] : []));
  const [first, last] = [wins[0], wins.at(-1)];
  if (first === undefined || last === undefined) return `The chance to win of ${player} is not known yet.`;
  const lowest = Math.min(...wins);
  const so = end ? ` In the end it ${end.status === "won" ? "won" : "did not win"}.` : "";
  return `The chance to win of ${player} began at ${percent(first)}, was ${percent(lowest)} at its lowest and ${percent(last)} at last.${so}`;
}
