/** The board of a game: for playing, or for inspecting its cells. */

import { useMemo } from "preact/hooks";

import { Board } from "../board/board";
import { minesOf } from "../parts/mines";
import { describeRules } from "./status-bar";
import type { GameScreenState } from "./use-game-screen";

export function GameBoard({ screen }: { screen: GameScreenState }) {
  const { play, inspection, advice, isOver, flagMode } = screen;
  const layout = useMemo(
    () => (play.status === "lost" && play.end ? minesOf(play.end.layout) : null),
    [play.status, play.end],
  );
  const unlessInspecting = (act: (index: number) => void) => (inspection.isOn ? inspection.pick : act);
  return (
    <Board
      view={play.view}
      label={`Board, ${describeRules(play.rules, play.isNoGuess)}`}
      risk={advice?.overlay?.risk}
      safe={advice?.overlay?.safe}
      mines={advice?.overlay?.mines}
      marks={inspection.marks}
      layout={layout}
      pending={play.pending}
      isLive={!isOver && !inspection.isOn}
      flagMode={flagMode && !inspection.isOn}
      onReveal={unlessInspecting((index) => play.reveal(index))}
      onFlag={unlessInspecting((index) => play.flag(index))}
      onChord={unlessInspecting((index) => play.chord(index))}
      onHover={inspection.hover}
      handle={screen.board}
      hasZoomButtons={false}
    />
  );
}
