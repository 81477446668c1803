/** The page where games are played, with a coach beside the board. */

import { RulesChooser } from "../play/rules-chooser";
import { GameScreen } from "../play/game-screen";
import { useGame } from "../play/use-game";
import { parseRules } from "../view";
import "../styles/play.css";

export function PlayPage({ id }: { id: string | null }) {
  const current = useGame(id);
  const { play, problem } = current;
  return (
    <div class="page play">
      <h1 class="visually-hidden">Play</h1>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {play && <GameScreen play={play} current={current} />}
      {!play && problem && (
        <RulesChooser rules={parseRules("9x9/10")} isNoGuess={false} begin={current.begin} />
      )}
    </div>
  );
}
