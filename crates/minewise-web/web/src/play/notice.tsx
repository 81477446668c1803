/** What has to be told of moves that are on their way. */

import type { GamePlay } from "./game-play";

export function Notice({ play }: { play: GamePlay }) {
  return (
    <div class="notice" aria-live="polite">
      {play.isNoGuess && play.isBeginning && (
        <p class="later muted">Looking for a layout that needs no guess …</p>
      )}
      {play.problem && (
        <p class="problem" role="alert">
          {play.problem}{" "}
          {play.isCutOff && (
            <button type="button" onClick={() => play.retry()}>
              Try again
            </button>
          )}
        </p>
      )}
    </div>
  );
}
