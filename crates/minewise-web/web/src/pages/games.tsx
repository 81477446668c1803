/** The page that lists games, to continue, review or delete them. */

import { useState } from "preact/hooks";

import { clock } from "../format";
import type { Game, Games } from "../openapi";
import { DamagedList } from "../parts/damaged-list";
import { DeleteButton } from "../parts/delete-button";
import { Problem } from "../parts/problem";
import { useLoad } from "../parts/use-load";
import "../styles/games.css";
import "../styles/panels.css";
import { ImportPanel } from "./games/import-panel";
import { describeGame, Summary } from "./games/summary";

const RESULTS = { on: "● in progress", won: "✓ won", lost: "✕ lost" };

/** How many games are listed at first. */
const N_FIRST = 50;

export function GamesPage() {
  const { value, problem, reload } = useLoad<Games>("/api/games");
  return (
    <div class="page games">
      <h1>Games</h1>
      <Problem text={problem} />
      <DamagedList what="game" damaged={value?.damaged} />
      {!value && !problem && <p class="muted">Loading games…</p>}
      {value?.games.length === 0 && (
        <p>
          There are no games yet. <a href="/">Play one</a>, and you can continue or review it here.
        </p>
      )}
      {value && value.games.length > 0 && <GameList games={value.games} onDeleted={reload} />}
      {value && <Summary games={value.games} />}
      <ImportPanel />
    </div>
  );
}

function GameList({ games, onDeleted }: { games: Game[]; onDeleted: () => void }) {
  const [showsAll, setShowsAll] = useState(false);
  const listed = showsAll ? games : games.slice(0, N_FIRST);
  return (
    <>
      <ul class="game-list panel">
        {listed.map((game) => (
          <GameRow key={game.id} game={game} onDeleted={onDeleted} />
        ))}
      </ul>
      {listed.length < games.length && (
        <button type="button" onClick={() => setShowsAll(true)}>
          Show all {games.length}
        </button>
      )}
    </>
  );
}

function GameRow({ game, onDeleted }: { game: Game; onDeleted: () => void }) {
  const when = new Date(game.created).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return (
    <li>
      <div class="about">
        <span class={`result ${game.status}`}>{RESULTS[game.status]}</span>
        <strong>{describeGame(game)}</strong>
        <span class="time">{clock(game.elapsed_ms)}</span>
        <time class="muted" dateTime={new Date(game.created).toISOString()}>
          {when}
        </time>
        {game.from && <span class="muted">continued from another game</span>}
      </div>
      <div class="row">
        {game.status === "on" ? (
          <a class="button primary" href={`/play/${game.id}`}>
            Continue
          </a>
        ) : (
          <a class="button" href={`/review/${game.id}`}>
            Review
          </a>
        )}
        <DeleteButton label={`the game from ${when}`} path={`/api/games/${game.id}`} onDeleted={onDeleted} />
      </div>
    </li>
  );
}
