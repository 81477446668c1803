/** The results of an analysis: certain cells, possible layouts, the chance to win, and what to reveal. */

import { cellName, grouped, percent } from "../../format";
import type { Analysis, Choice, ConsideredCell, PlayerNotes } from "../../openapi";
import { Problem } from "../../parts/problem";
import { Explanation } from "../../parts/explanation";
import { NotesTable } from "../../parts/player-notes";
import type { AnalysisResult } from "../../parts/use-analysis";
import { asSentence } from "../../parts/use-load";
import { WinBar } from "../../parts/win-bar";

interface Props {
  result: AnalysisResult;
  /** The choice of the coach's player. */
  choice: Choice | null;
  /** The figures of that player, if it has some to show. */
  notes: PlayerNotes | undefined;
  /** The player that is still thinking, or `null`. */
  thinking: string | null;
  /** Why there is no choice, if the player failed. */
  failure: string | null;
}

export function Findings({ result: { analysis, problem, isBusy }, ...advice }: Props) {
  return (
    <section class="panel findings" aria-label="Analysis" aria-busy={isBusy}>
      <Problem text={problem && asSentence(problem.error)} />
      {analysis && <Facts analysis={analysis} {...advice} />}
      {!analysis && !problem && <p class="muted">Analysing…</p>}
    </section>
  );
}

type Advice = Omit<Props, "result">;

function Facts({ analysis, ...advice }: Advice & { analysis: Analysis }) {
  const { choice, notes } = advice;
  return (
    <>
      <WinBar outlook={analysis.outlook} />
      <AdviceText {...advice} />
      <dl class="facts">
        <div>
          <dt>Certain cells</dt>
          <dd>
            {grouped(analysis.safe.length)} safe, {countOfMines(analysis.mines.length)}
          </dd>
        </div>
        <div>
          <dt>Possible layouts</dt>
          <dd>
            <LayoutCount analysis={analysis} />
          </dd>
        </div>
      </dl>
      {notes && <NotesTable notes={notes} />}
      {choice && choice.candidates.length > 1 && (
        <details>
          <summary>{grouped(choice.candidates.length)} cells considered</summary>
          <Candidates candidates={choice.candidates} />
        </details>
      )}
    </>
  );
}

function AdviceText({ choice, thinking, failure }: Advice) {
  if (failure) return <Problem text={asSentence(failure)} />;
  if (choice) return <Explanation text={choice.text} />;
  if (thinking) return <p class="muted">{thinking} is thinking…</p>;
  return <p>Nothing is left to reveal: the game is won.</p>;
}

function countOfMines(n: number): string {
  return n === 1 ? "1 mine" : `${grouped(n)} mines`;
}

/** A small count with all its digits, a large one as a power of ten. */
function LayoutCount({ analysis: { layouts, layouts_log10 } }: { analysis: Analysis }) {
  if (layouts !== null && layouts.length <= 12) return <>{layouts.replace(/\B(?=(\d{3})+$)/g, ",")}</>;
  const exponent = Math.floor(layouts_log10);
  return (
    <span title={layouts ?? undefined}>
      about {(10 ** (layouts_log10 - exponent)).toFixed(1)} × 10<sup>{exponent}</sup>
    </span>
  );
}

/** The chance to win, or to survive some moves if the player knows only that. */
function chanceText({ win, survival }: ConsideredCell): string {
  const chance = survival?.chance ?? win;
  return chance === null ? "–" : percent(chance);
}

/** A table of cells, with what a player knows about each. */
export function Candidates({ candidates }: { candidates: ConsideredCell[] }) {
  const hasVisits = candidates.some((candidate) => candidate.visits !== undefined);
  const moves = candidates.find((candidate) => candidate.survival)?.survival?.moves;
  return (
    <table class="candidates">
      <thead>
        <tr>
          <th scope="col">Cell</th>
          <th scope="col" class="figure">
            Risk
          </th>
          <th scope="col" class="figure">
            {moves === undefined ? "Win" : `Survives ${moves} moves`}
          </th>
          {hasVisits && (
            <th scope="col" class="figure">
              Visits
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {candidates.map((candidate) => (
          <tr key={cellName(candidate.cell)}>
            <td>{cellName(candidate.cell)}</td>
            <td class="figure">{candidate.risk === null ? "–" : percent(candidate.risk)}</td>
            <td class="figure">{chanceText(candidate)}</td>
            {hasVisits && <td class="figure">{grouped(candidate.visits ?? 0)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
