/** A game to play, with a coach beside it. */

import { RulesChooser } from "../play/rules-chooser";
import { Table } from "../play/table";
import { useGame } from "../play/use-game";
import { parseRules } from "../view";
import "../styles/play.css";

export function PlayPage({ id }: { id: string | null }) {
  const playing = useGame(id);
  const { play, problem } = playing;
  return (
    <div class="page play">
      <h1 class="unseen">Play</h1>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {play && <Table play={play} playing={playing} />}
      {!play && problem && (
        <RulesChooser rules={parseRules("9x9/10")} isNoGuess={false} begin={playing.begin} />
      )}
    </div>
  );
}
