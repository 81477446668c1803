/** A reviewed game, move by move: the board at each moment, and what the review says about it. */

import { useMemo, useState } from "preact/hooks";

import { percent } from "../../format";
import type { Game, Moment, Pair, Review } from "../../openapi";
import { CellReportPanel } from "../../parts/cell-report";
import { Problem } from "../../parts/problem";
import { useKeys } from "../../parts/use-keys";
import { WinCurve, type CurvePoint } from "../../parts/win-curve";
import { formatView } from "../../view";
import { Actions } from "./actions";
import { Balance } from "./balance";
import { isMistake, wordsOf } from "./labels";
import { MomentList, summaryOf } from "./moment-list";
import { MomentPanel } from "./moment-panel";
import { MomentBoard } from "./moment-board";
import { Stepper } from "./stepper";
import { useViewAfter } from "./use-review";

export function Replay({ game, review }: { game: Game; review: Review }) {
  const { moments } = review;
  const last = moments.length;
  const [at, setAt] = useState(() => nextMistakeAfter(moments, -1) ?? last);
  const [selected, setSelected] = useState<number | null>(null);
  const [because, setBecause] = useState<Pair[]>([]);
  const jump = (to: number) => {
    setAt(Math.min(Math.max(0, to), last));
    setSelected(null);
  };
  const movesAt = (index: number) => moments[index]?.at ?? game.n_moves;
  const { shown, problem } = useViewAfter(game.id, movesAt(at), movesAt(Math.min(at + 1, last)));
  useKeys({ ArrowLeft: () => jump(at - 1), ArrowRight: () => jump(at + 1) });
  const points = useMemo(() => pointsOf(review), [review]);
  return (
    <>
      <div class="areas">
        <div class="area-board">
          <WinCurve points={points} at={at} onJump={jump} height={110} summary={summaryFor(review)} />
          <Problem text={problem} />
          {shown && (
            <MomentBoard
              game={game}
              view={shown.view}
              // Until the new view arrives, this is still the previous one.
              moment={moments.find((moment) => moment.at === shown.at)}
              because={because}
              selected={selected}
              onSelect={(index) => setSelected((now) => (now === index ? null : index))}
            />
          )}
        </div>
        <div class="area-side">
          <MomentPanel moment={moments[at]} at={at} review={review} />
          {shown && selected !== null && (
            <div class="panel">
              <CellReportPanel
                view={formatView(shown.view)}
                index={selected}
                onReport={(report) => setBecause(report?.because ?? [])}
              />
            </div>
          )}
          <MomentList moments={moments} at={at} onJump={jump} />
          <Balance review={review} />
        </div>
        <div class="area-more">
          <Actions game={game} at={at === last ? null : movesAt(at)} view={shown?.view ?? null} />
        </div>
      </div>
      <Stepper at={at} last={last} onJump={jump} nextMistake={nextMistakeAfter(moments, at)} />
    </>
  );
}

/** The next moment at which a better move was possible. After the last one comes the first again. */
export function nextMistakeAfter(moments: Moment[], at: number): number | null {
  const mistakes = moments.flatMap(({ label }, index) => (isMistake(label) ? [index] : []));
  return mistakes.find((index) => index > at) ?? mistakes[0] ?? null;
}

/** The chance to win before each move, and after the last one. */
function pointsOf({ moments, status }: Review): CurvePoint[] {
  const points = moments.map(({ label, outlook }, index): CurvePoint => {
    const win = outlook?.win ?? null;
    if (label === "certain") return { win };
    const { words, glyph, tone } = wordsOf(label);
    return { win, sign: { glyph, tone, words: `Move ${index + 1}: ${words}` } };
  });
  return [...points, { win: status === "won" ? 1 : 0 }];
}

function summaryFor({ moments, start, status }: Review): string {
  const lowest = Math.min(start, ...moments.flatMap(({ outlook }) => (outlook ? [outlook.win] : [])));
  return `The chance to win from move to move: ${percent(start)} at the start, ${percent(lowest)} at its lowest, and the game was ${status}. ${summaryOf(moments)} The guesses are listed on this page.`;
}
