/** Shows how a game ended, and what to do next. */

import { clock } from "../format";
import type { GamePlay } from "./game-play";

interface Props {
  play: GamePlay;
  onPlayAgain: () => void;
  onSameBoard: () => void;
}

export function EndBanner({ play, onPlayAgain, onSameBoard }: Props) {
  const { status, end } = play;
  if (!end) return null;
  const { ms } = play.clock;
  const hasPace = status === "won" && ms > 0;
  return (
    <section class={`end-banner ${status}`} role="status">
      <p>
        <strong>
          {status === "won" ? "Won in" : "Lost after"} {clock(ms)}.
        </strong>{" "}
        <span class="muted">
          3BV {end.three_bv}
          {hasPace && ` (${(end.three_bv / (ms / 1000)).toFixed(2)} 3BV/s)`}, seed {end.seed}.
        </span>
      </p>
      <div class="row">
        <button type="button" class="primary" onClick={onPlayAgain}>
          Play again
        </button>
        <a class="button" href={`/review/${play.id}`}>
          Review this game
        </a>
        <button type="button" onClick={onSameBoard}>
          Same board again
        </button>
      </div>
    </section>
  );
}
