/** The games that were played: go on, look back, or delete. */

import { useState } from "preact/hooks";

import { clock } from "../format";
import type { Game, Games } from "../openapi";
import { DeleteButton } from "../parts/delete-button";
import { Problem } from "../parts/problem";
import { useLoad } from "../parts/use-load";
import "../styles/games.css";
import "../styles/panels.css";
import { ImportPanel } from "./games/import-panel";
import { rulesOf, Summary } from "./games/summary";

const RESULTS = { on: "● still on", won: "✓ won", lost: "✕ lost" };

/** So many are listed at first. */
const FIRST = 50;

export function GamesPage() {
  const { value, problem, reload } = useLoad<Games>("/api/games");
  return (
    <div class="page games">
      <h1>Games</h1>
      <Problem text={problem} />
      {!value && !problem && <p class="muted">Looking for games…</p>}
      {value?.games.length === 0 && (
        <p>
          There are no games yet. <a href="/">Play one</a>; it is kept here, to go on with or to review.
        </p>
      )}
      {value && value.games.length > 0 && <GameList games={value.games} onDeleted={reload} />}
      {value && <Summary games={value.games} />}
      <ImportPanel />
    </div>
  );
}

function GameList({ games, onDeleted }: { games: Game[]; onDeleted(): void }) {
  const [isAll, setAll] = useState(false);
  const listed = isAll ? games : games.slice(0, FIRST);
  return (
    <>
      <ul class="game-list panel">
        {listed.map((game) => (
          <GameRow key={game.id} game={game} onDeleted={onDeleted} />
        ))}
      </ul>
      {listed.length < games.length && (
        <button type="button" onClick={() => setAll(true)}>
          Show all {games.length}
        </button>
      )}
    </>
  );
}

function GameRow({ game, onDeleted }: { game: Game; onDeleted(): void }) {
  const when = new Date(game.created).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return (
    <li>
      <div class="about">
        <span class={`result ${game.status}`}>{RESULTS[game.status]}</span>
        <strong>{rulesOf(game)}</strong>
        <span class="time">{clock(game.elapsed_ms)}</span>
        <time class="muted" dateTime={new Date(game.created).toISOString()}>
          {when}
        </time>
        {game.from && <span class="muted">played on from another</span>}
      </div>
      <div class="row">
        {game.status === "on" ? (
          <a class="button primary" href={`/play/${game.id}`}>
            Go on
          </a>
        ) : (
          <a class="button" href={`/review/${game.id}`}>
            Review
          </a>
        )}
        <DeleteButton label={`the game of ${when}`} path={`/api/games/${game.id}`} onDeleted={onDeleted} />
      </div>
    </li>
  );
}
