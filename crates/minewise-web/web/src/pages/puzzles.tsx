/** The page of puzzles, which are mistakes from reviewed games. */

import { useState } from "preact/hooks";

import type { Puzzle, Puzzles } from "../openapi";
import { DamagedList } from "../parts/damaged-list";
import { Problem } from "../parts/problem";
import { useLoad } from "../parts/use-load";
import { useLocation } from "../router";
import "../styles/panels.css";
import { PuzzleBoard } from "./puzzles/puzzle";

export function PuzzlesPage() {
  const game = useLocation().query.get("game");
  const { value, problem } = useLoad<Puzzles>("/api/puzzles");
  const puzzles = value?.puzzles.filter((puzzle) => game === null || puzzle.game === game);
  return (
    <div class="page puzzles">
      <h1>Puzzles</h1>
      <Problem text={problem} />
      <DamagedList what="puzzle" damaged={value?.damaged} />
      {!value && !problem && <p class="muted">Loading puzzles…</p>}
      {game !== null && (
        <p>
          Puzzles from <a href={`/review/${game}`}>one game</a>.{" "}
          <a href="/puzzles">Show puzzles from all games.</a>
        </p>
      )}
      {puzzles?.length === 0 && <NoPuzzles isFromGame={game !== null} />}
      {puzzles && puzzles.length > 0 && <Series key={game} puzzles={puzzles} />}
    </div>
  );
}

function NoPuzzles({ isFromGame }: { isFromGame: boolean }) {
  return (
    <p>
      {isFromGame
        ? "There are no puzzles from this game. It has not been reviewed yet, or no mistake makes a good puzzle."
        : "There are no puzzles yet. When you review a game, its mistakes become puzzles."}{" "}
      <a href="/games">Choose a game to review.</a>
    </p>
  );
}

/** Shows one puzzle after the other, those not solved yet first. */
function Series({ puzzles }: { puzzles: Puzzle[] }) {
  const [series] = useState(() => [...puzzles].sort((a, b) => Number(a.solved) - Number(b.solved)));
  const [at, setAt] = useState(0);
  const [solved, setSolved] = useState(() => new Set(series.filter(({ solved }) => solved).map(keyOf)));
  const puzzle = series[at];
  if (!puzzle) return null;
  return (
    <>
      <p class="muted" role="status">
        Puzzle {at + 1} of {series.length}, {solved.size} solved.
      </p>
      <PuzzleBoard
        key={keyOf(puzzle)}
        puzzle={puzzle}
        onJudged={(judged) => judged.solved && setSolved((now) => new Set(now).add(keyOf(puzzle)))}
        onNext={series.length > 1 ? () => setAt((at + 1) % series.length) : null}
      />
    </>
  );
}

function keyOf({ game, at }: Puzzle): string {
  return `${game}/${at}`;
}
