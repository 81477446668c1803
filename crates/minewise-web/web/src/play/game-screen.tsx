/** A game: the board, with everything that belongs to it around it. */

import { CellReportPanel } from "../parts/cell-report";
import { AdviceLine, CoachPanel } from "../parts/coach";
import { EndBanner } from "./end-banner";
import { GameBoard } from "./game-board";
import type { GamePlay } from "./game-play";
import { Notice } from "./notice";
import { RulesChooser } from "./rules-chooser";
import { StatusBar } from "./status-bar";
import { ToolBar } from "./tool-bar";
import type { CurrentGame } from "./use-game";
import { useGameScreen } from "./use-game-screen";
import type { GameScreenState } from "./use-game-screen";

export function GameScreen({ play, current }: { play: GamePlay; current: CurrentGame }) {
  const screen = useGameScreen(play, current);
  const { isNarrow, settings, advice, coachSwitch } = screen;
  return (
    <div class="split">
      <div class="play-main">
        <RulesChooser rules={play.rules} isNoGuess={play.isNoGuess} begin={screen.begin} />
        <StatusBar play={play} />
        <GameBoard screen={screen} />
        <Notice play={play} />
        <div class="play-foot">
          {isNarrow && <Sheet screen={screen} />}
          <ToolBar screen={screen} />
        </div>
      </div>
      <div>
        {!isNarrow && <Ending screen={screen} />}
        <CoachPanel settings={settings} advice={advice} onAsk={coachSwitch && coachSwitch.toggle}>
          {!isNarrow && <Report screen={screen} />}
        </CoachPanel>
      </div>
    </div>
  );
}

/** On a phone: what matters right now, above the bar at the bottom. */
function Sheet({ screen }: { screen: GameScreenState }) {
  const { isOver, advice, inspection } = screen;
  if (isOver) return <Ending screen={screen} />;
  if (!advice) return null;
  return (
    <div class="sheet" role="region" aria-label="Coach's advice" tabIndex={0}>
      {inspection.isOn ? <Report screen={screen} /> : <AdviceLine advice={advice} />}
    </div>
  );
}

function Ending({ screen }: { screen: GameScreenState }) {
  return <EndBanner play={screen.play} onPlayAgain={screen.playAgain} onSameBoard={screen.playSameBoard} />;
}

function Report({ screen }: { screen: GameScreenState }) {
  const { advice, inspection } = screen;
  return (
    advice && <CellReportPanel {...advice.subject} index={inspection.index} onReport={inspection.onReport} />
  );
}
