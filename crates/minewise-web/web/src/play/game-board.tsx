/** The board as a game is played on it, or its cells inspected. */

import { useMemo } from "preact/hooks";

import { Board } from "../board/board";
import { parseView } from "../view";
import { describeRules } from "./status-bar";
import type { TableState } from "./use-table";

export function GameBoard({ table }: { table: TableState }) {
  const { play, inspection, sight, isOver, flagMode } = table;
  const layout = useMemo(
    () => (play.status === "lost" && play.end ? minesOf(play.end.layout) : null),
    [play.end],
  );
  const unlessInspecting = (act: (index: number) => void) => (inspection.isOn ? inspection.pick : act);
  return (
    <Board
      view={play.view}
      label={`Board, ${describeRules(play.rules, play.isNoGuess)}`}
      risk={sight?.overlay?.risk}
      safe={sight?.overlay?.safe}
      mines={sight?.overlay?.mines}
      marks={inspection.marks}
      layout={layout}
      sunk={play.sunk}
      isLive={!isOver && !inspection.isOn}
      flagMode={flagMode && !inspection.isOn}
      onReveal={unlessInspecting((index) => play.reveal(index))}
      onFlag={unlessInspecting((index) => play.flag(index))}
      onChord={unlessInspecting((index) => play.chord(index))}
      onHover={inspection.hover}
      handle={table.board}
      hasZoomButtons={false}
    />
  );
}

function minesOf(layout: string): ReadonlySet<number> {
  return new Set(parseView(layout).cells.flatMap((letter, index) => (letter === "*" ? [index] : [])));
}
