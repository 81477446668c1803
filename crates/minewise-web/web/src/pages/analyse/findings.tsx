/** What the numbers of a view tell: certain cells, layouts, the chance to win, and what to reveal. */

import { cellName, grouped, percent } from "../../format";
import type { Analysis, Choice, Considered } from "../../openapi";
import { Problem } from "../../parts/problem";
import { Saying } from "../../parts/saying";
import type { Found } from "../../parts/use-analysis";
import { asSentence } from "../../parts/use-load";
import { WinBar } from "../../parts/win-bar";

interface Props {
  found: Found;
  /** What the coach's player would do. */
  choice: Choice | null;
  /** The player that still thinks about it, if it does. */
  thinks: string | null;
  /** Why there is no choice, if the player failed. */
  failure: string | null;
}

export function Findings({ found: { analysis, problem, isBusy }, ...advice }: Props) {
  return (
    <section class="panel findings" aria-label="What the numbers tell" aria-busy={isBusy}>
      <Problem text={problem && asSentence(problem.error)} />
      {analysis && <Facts analysis={analysis} {...advice} />}
      {!analysis && !problem && <p class="muted">Counting layouts…</p>}
    </section>
  );
}

type Advice = Omit<Props, "found">;

function Facts({ analysis, ...advice }: Advice & { analysis: Analysis }) {
  const { choice } = advice;
  return (
    <>
      <WinBar outlook={analysis.outlook} />
      <AdviceText {...advice} />
      <dl class="facts">
        <div>
          <dt>Certain</dt>
          <dd>
            {grouped(analysis.safe.length)} safe, {countOfMines(analysis.mines.length)}
          </dd>
        </div>
        <div>
          <dt>Layouts that fit</dt>
          <dd>
            <LayoutCount analysis={analysis} />
          </dd>
        </div>
      </dl>
      {choice && choice.candidates.length > 1 && (
        <details>
          <summary>The {grouped(choice.candidates.length)} cells that were weighed</summary>
          <Candidates candidates={choice.candidates} />
        </details>
      )}
    </>
  );
}

function AdviceText({ choice, thinks, failure }: Advice) {
  if (failure) return <Problem text={asSentence(failure)} />;
  if (choice) return <Saying text={choice.text} />;
  if (thinks) return <p class="muted">{thinks} is thinking…</p>;
  return <p>Nothing is left to reveal: the game is won.</p>;
}

function countOfMines(n: number): string {
  return n === 1 ? "1 mine" : `${grouped(n)} mines`;
}

/** Digits in groups while they can be taken in, else a power of ten. */
function LayoutCount({ analysis: { layouts, layouts_log10 } }: { analysis: Analysis }) {
  if (layouts !== null && layouts.length <= 12) return <>{layouts.replace(/\B(?=(\d{3})+$)/g, ",")}</>;
  const exponent = Math.floor(layouts_log10);
  return (
    <span title={layouts ?? undefined}>
      about {(10 ** (layouts_log10 - exponent)).toFixed(1)} × 10<sup>{exponent}</sup>
    </span>
  );
}

/** Cells with what a player knows of each. */
export function Candidates({ candidates }: { candidates: Considered[] }) {
  const hasVisits = candidates.some((candidate) => candidate.visits !== undefined);
  return (
    <table class="candidates">
      <thead>
        <tr>
          <th scope="col">Cell</th>
          <th scope="col" class="figure">
            Risk
          </th>
          <th scope="col" class="figure">
            Win
          </th>
          {hasVisits && (
            <th scope="col" class="figure">
              Tried
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {candidates.map((candidate) => (
          <tr key={cellName(candidate.cell)}>
            <td>{cellName(candidate.cell)}</td>
            <td class="figure">{candidate.risk === null ? "–" : percent(candidate.risk)}</td>
            <td class="figure">{candidate.win === null ? "–" : percent(candidate.win)}</td>
            {hasVisits && <td class="figure">{grouped(candidate.visits ?? 0)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
