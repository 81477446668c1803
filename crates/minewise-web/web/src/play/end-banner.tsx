/** How a game ended, and what to do next. */

import { clock } from "../format";
import type { GamePlay } from "./game-play";

interface Props {
  play: GamePlay;
  onAgain(): void;
  onSameLayout(): void;
}

export function EndBanner({ play, onAgain, onSameLayout }: Props) {
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
          {hasPace && ` (${(end.three_bv / (ms / 1000)).toFixed(2)} a second)`}, seed {end.seed}.
        </span>
      </p>
      <div class="row">
        <button type="button" class="primary" onClick={onAgain}>
          Play again
        </button>
        <a class="button" href={`/review/${play.id}`}>
          Review this game
        </a>
        <button type="button" onClick={onSameLayout}>
          Same layout again
        </button>
      </div>
    </section>
  );
}
