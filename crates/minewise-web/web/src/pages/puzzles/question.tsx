/** The question of a puzzle, and the judgement of the answer. */

import { cellName } from "../../format";
import type { ChoiceRating, Pair, Puzzle } from "../../openapi";
import { Problem } from "../../parts/problem";
import { cellOf, minesLeft, type View } from "../../view";
import { Badge, points } from "../review/labels";
import type { Answer } from "./use-answer";

interface Props {
  puzzle: Puzzle;
  view: View;
  answer: Answer;
  onNext: (() => void) | null;
}

export function Question({ puzzle, view, answer, onNext }: Props) {
  const { picked, judged, problem, again } = answer;
  return (
    <section class="panel" aria-live="polite">
      <h2>Which cell would you reveal?</h2>
      <p class="muted">
        {puzzle.rules}, {minesLeft(view)} mines left. Click or tap a covered cell to answer.
      </p>
      <Problem text={problem} />
      {judged && picked !== null && <Judgement judged={judged} cell={cellOf(view.rules, picked)} />}
      <div class="row">
        <button
          type="button"
          class={judged ? "primary" : ""}
          disabled={onNext === null}
          onClick={() => onNext?.()}
        >
          {judged ? "Next puzzle" : "Skip"}
        </button>
        {judged && !judged.solved && (
          <button type="button" onClick={again}>
            Try again
          </button>
        )}
        {judged && (
          <a class="button" href={`/review/${puzzle.game}`}>
            Review the game
          </a>
        )}
      </div>
    </section>
  );
}

function Judgement({ judged, cell }: { judged: ChoiceRating; cell: Pair }) {
  return (
    <>
      <p>
        <Badge label={judged.label} /> <strong>{cellName(cell)}</strong>
        {judged.lost >= 0.0005 && <> lowers the chance to win by {points(judged.lost)} percentage points.</>}
      </p>
      <p>
        {judged.text} {judged.solved && <strong>Solved.</strong>}
      </p>
    </>
  );
}
