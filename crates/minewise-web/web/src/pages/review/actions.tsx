/** What the user can do from a moment of a game. */

import { useState } from "preact/hooks";

import { post } from "../../api";
import type { Fork, Game } from "../../openapi";
import { Problem } from "../../parts/problem";
import { sentenceOf } from "../../parts/use-load";
import { go } from "../../router";
import type { View } from "../../view";
import { linkTo } from "../analyse/editor";

interface Props {
  game: Game;
  /** The number of moves before this moment; `null` at the end, from which no game can continue. */
  at: number | null;
  view: View | null;
}

export function Actions({ game, at, view }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const playFromHere = async (at: number) => {
    try {
      const fork = await post<Game>(`/api/games/${game.id}/fork`, { at } satisfies Fork);
      go(`/play/${fork.id}`);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return (
    <>
      <div class="row actions">
        <button type="button" disabled={at === null} onClick={() => at !== null && void playFromHere(at)}>
          Play from here
        </button>
        {view && (
          <a class="button" href={linkTo(view)}>
            Analyse this position
          </a>
        )}
        <a class="button" href={`/puzzles?game=${game.id}`}>
          Practise the mistakes
        </a>
        <a class="button" href={`/api/games/${game.id}/transcript`} download>
          Download the game
        </a>
      </div>
      <Problem text={problem} />
    </>
  );
}
