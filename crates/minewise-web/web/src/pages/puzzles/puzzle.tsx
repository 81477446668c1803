/** A puzzle: a view in which a mistake was made, and the best move is to be found. */

import { useMemo, useState } from "preact/hooks";

import { Board } from "../../board/board";
import type { Mark } from "../../board/props";
import type { ChoiceRating, Pair, Puzzle } from "../../openapi";
import { CellReportPanel } from "../../parts/cell-report";
import { useKeepVisible } from "../../parts/keep-visible";
import { Legend } from "../../parts/legend";
import { indexesOf, useAnalysis, useOverlay } from "../../parts/use-analysis";
import { indexOf, isCovered, parseView, type View } from "../../view";
import { Question } from "./question";
import { useAnswer } from "./use-answer";

interface Props {
  puzzle: Puzzle;
  onJudged: (judged: ChoiceRating) => void;
  /** `null` if there is no other puzzle. */
  onNext: (() => void) | null;
}

export function PuzzleBoard({ puzzle, onJudged, onNext }: Props) {
  const view = useMemo(() => parseView(puzzle.view), [puzzle.view]);
  const answer = useAnswer(puzzle, view, onJudged);
  const { picked, judged } = answer;
  const [selected, setSelected] = useState<number | null>(null);
  const [because, setBecause] = useState<Pair[]>([]);
  const overlay = useOverlay(useAnalysis(judged ? view : null).analysis);
  const bestMove = judged?.outlook.best;
  const best = bestMove ? indexOf(view.rules, bestMove.cell) : null;
  const handle = useKeepVisible(best === null ? middleOf(view) : [best]);
  const marks = useMemo(() => {
    const marks = new Map<number, Mark>();
    indexesOf(view.rules, because).forEach((index) => marks.set(index, "because"));
    if (picked !== null) marks.set(picked, "chosen");
    if (best !== null) marks.set(best, "best");
    return marks;
  }, [view, picked, best, because]);
  return (
    <div class="split">
      <div>
        <Board
          view={view}
          label="Puzzle board"
          isLive={!judged}
          {...overlay}
          marks={marks}
          onReveal={judged ? setSelected : answer.pick}
          onHover={judged ? (index) => index !== null && setSelected(index) : undefined}
          handle={handle}
        />
        {judged && <Legend items={["chosen", "best", "risk", "safe", "mine", "because"]} />}
      </div>
      <div>
        <Question puzzle={puzzle} view={view} answer={answer} onNext={onNext} />
        {judged && (
          <section class="panel">
            <CellReportPanel
              view={puzzle.view}
              index={selected ?? picked}
              onReport={(report) => setBecause(report?.because ?? [])}
            />
          </section>
        )}
      </div>
    </div>
  );
}

/** A few revealed cells from all over the view, the one in the middle last. */
function middleOf(view: View): number[] {
  const shown = view.cells.flatMap((letter, index) => (isCovered(letter) ? [] : [index]));
  return [0, 0.99, 0.5].flatMap((share) => shown[Math.floor(share * shown.length)] ?? []);
}
