/** A game on its table: the board, with all that belongs to it around it. */

import { CellReportPanel } from "../parts/cell-report";
import { AdviceLine, CoachPanel } from "../parts/coach";
import { EndBanner } from "./end-banner";
import { GameBoard } from "./game-board";
import type { GamePlay } from "./game-play";
import { Notice } from "./notice";
import { RulesChooser } from "./rules-chooser";
import { StatusBar } from "./status-bar";
import { ToolBar } from "./tool-bar";
import type { Playing } from "./use-game";
import { useTable } from "./use-table";
import type { TableState } from "./use-table";

export function Table({ play, playing }: { play: GamePlay; playing: Playing }) {
  const table = useTable(play, playing);
  const { isNarrow, settings, sight, asking } = table;
  return (
    <div class="split">
      <div class="play-main">
        <RulesChooser rules={play.rules} isNoGuess={play.isNoGuess} begin={table.begin} />
        <StatusBar play={play} />
        <GameBoard table={table} />
        <Notice play={play} />
        <div class="play-foot">
          {isNarrow && <Sheet table={table} />}
          <ToolBar table={table} />
        </div>
      </div>
      <div>
        {!isNarrow && <Ending table={table} />}
        <CoachPanel settings={settings} sight={sight} onAsk={asking && asking.toggle}>
          {!isNarrow && <Report table={table} />}
        </CoachPanel>
      </div>
    </div>
  );
}

/** On a phone, what matters right now, over the bar at the bottom. */
function Sheet({ table }: { table: TableState }) {
  const { isOver, sight, inspection } = table;
  if (isOver) return <Ending table={table} />;
  if (!sight) return null;
  return (
    <div class="sheet" role="region" aria-label="Coach's advice" tabIndex={0}>
      {inspection.isOn ? <Report table={table} /> : <AdviceLine sight={sight} />}
    </div>
  );
}

function Ending({ table }: { table: TableState }) {
  return <EndBanner play={table.play} onAgain={table.beginAnother} onSameLayout={table.beginAgain} />;
}

function Report({ table }: { table: TableState }) {
  const { sight, inspection } = table;
  return (
    sight && <CellReportPanel {...sight.subject} index={inspection.index} onReport={inspection.onReport} />
  );
}
