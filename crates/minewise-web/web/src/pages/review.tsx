/** The page that reviews a game: the chance to win after each move, the mistakes, luck and skill. */

import { clock, grouped } from "../format";
import type { Game } from "../openapi";
import { Problem } from "../parts/problem";
import { useLoad } from "../parts/use-load";
import "../styles/panels.css";
import "../styles/review.css";
import { Replay } from "./review/replay";
import { useReview } from "./review/use-review";

export function ReviewPage({ id }: { id: string }) {
  const { value: game, problem } = useLoad<Game>(`/api/games/${encodeURIComponent(id)}`);
  return (
    <div class="page review">
      <div class="title">
        <h1>Review</h1>
        {game && <Facts game={game} />}
      </div>
      <Problem text={problem} />
      {game?.status === "on" && (
        <p>
          This game is still in progress. <a href={`/play/${game.id}`}>Continue it</a>; you can review it when
          it is over.
        </p>
      )}
      {game && game.status !== "on" && <FinishedGame game={game} />}
    </div>
  );
}

function Facts({ game: { status, rules, elapsed_ms, n_moves, end } }: { game: Game }) {
  return (
    <>
      <strong>{{ won: "✓ Won", lost: "✕ Lost", on: "● In progress" }[status]}</strong>
      <span class="muted">
        {rules}, {clock(elapsed_ms)}, {grouped(n_moves)} moves{end && `, 3BV ${end.three_bv}`}
      </span>
    </>
  );
}

function FinishedGame({ game }: { game: Game }) {
  const { review, progress, problem } = useReview(game.id, true);
  return (
    <>
      <Problem text={problem} />
      {!review && !problem && (
        <div class="panel">
          <label class="field">
            Reviewing the moves…
            <progress max={progress?.total ?? 1} value={progress?.done ?? 0} />
          </label>
        </div>
      )}
      {review && <Replay game={game} review={review} />}
    </>
  );
}
