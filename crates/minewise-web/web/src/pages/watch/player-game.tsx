/** The game of one player: the board at a step, and how the player explains it. */

import { useMemo } from "preact/hooks";

import { Board } from "../../board/board";
import type { Mark } from "../../board/props";
import { percent } from "../../format";
import type { Step, WatchEnd } from "../../openapi";
import { useKeepVisible } from "../../parts/keep-visible";
import { minesOf } from "../../parts/mines";
import { Problem } from "../../parts/problem";
import { Explanation } from "../../parts/explanation";
import { useAnalysis, useOverlay } from "../../parts/use-analysis";
import { releaseBoardFocus } from "../../parts/use-keys";
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
  onJump: (at: number) => void;
  hasRisk: boolean;
  hasZoomButtons: boolean;
}

export function PlayerGame({ player, rules, stream, at, onJump, hasRisk, hasZoomButtons }: Props) {
  const { steps, end, problem } = stream;
  const here = Math.min(at, steps.length);
  const view = useViewAt(rules, stream, here);
  const step = steps[here];
  const isOver = end !== null && here === steps.length;
  const overlay = useOverlay(useAnalysis(hasRisk && !isOver ? view : null).analysis);
  const cell = step?.choice.cell;
  const chosen = cell ? indexOf(view.rules, cell) : null;
  const marks = useMemo(() => new Map<number, Mark>(chosen === null ? [] : [[chosen, "chosen"]]), [chosen]);
  const handle = useKeepVisible(chosen === null ? [] : [chosen]);
  const layout = useMemo(() => (end ? minesOf(end.layout) : null), [end]);
  return (
    <section class="player-game" aria-label={`Game of ${player}`}>
      <div onClick={releaseBoardFocus}>
        <h2>
          <code>{player}</code>
        </h2>
        <Board
          view={view}
          label={`Board of ${player} before step ${here + 1}`}
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
        {!isOver && step && <StepDetails step={step} />}
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

function StepDetails({ step: { choice, outlook } }: { step: Step }) {
  return (
    <>
      <Explanation text={choice.text} />
      {outlook && <WinBar outlook={outlook} label="Chance to win (coach)" />}
      {choice.candidates.length > 0 && (
        <details>
          <summary>Cells considered</summary>
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
      <strong>{word}</strong> after {steps.length === 1 ? "one step" : `${steps.length} steps`}, with{" "}
      {guesses === 0 ? "no guesses" : guesses === 1 ? "one guess" : `${guesses} guesses`}.
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
  if (first === undefined || last === undefined) return `The chance of ${player} to win is not known yet.`;
  const lowest = Math.min(...wins);
  const result = end ? ` It ${end.status === "won" ? "won" : "did not win"}.` : "";
  return `The chance of ${player} to win started at ${percent(first)}, was ${percent(lowest)} at its lowest and ${percent(last)} at the last step.${result}`;
}
