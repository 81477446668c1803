/** Messages about moves that the server has not answered yet. */

import type { GamePlay } from "./game-play";

export function Notice({ play }: { play: GamePlay }) {
  return (
    <div class="notice" aria-live="polite">
      {play.isNoGuess && play.isFindingLayout && <p class="later muted">Looking for a no-guess board…</p>}
      {play.problem && (
        <p class="problem" role="alert">
          {play.problem}{" "}
          {play.isOffline && (
            <button type="button" onClick={() => play.retry()}>
              Try again
            </button>
          )}
        </p>
      )}
    </div>
  );
}
