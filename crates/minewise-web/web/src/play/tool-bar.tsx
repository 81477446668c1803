/** The buttons below the board, or at the bottom of a phone: flag mode, coach, zoom, new game. */

import type { ComponentChildren } from "preact";

import { CoachIcon, FlagIcon, InspectIcon, MinusIcon, NewIcon, PlusIcon } from "../parts/icons";
import { keyText } from "../settings/keys";
import type { GameScreenState } from "./use-game-screen";

export function ToolBar({ screen }: { screen: GameScreenState }) {
  const { board, isOver, isNarrow, coachSwitch, inspection, advice } = screen;
  const { keys } = screen.settings;
  return (
    <div class="tool-bar" role="group" aria-label="Game controls">
      {!isOver && (
        <Tool name="Flag mode" keyName={keys.flagMode} isOn={screen.flagMode} onClick={screen.toggleFlagMode}>
          <FlagIcon />
          <span>Flag mode</span>
        </Tool>
      )}
      {isNarrow && advice && (
        <Tool name="Inspect" isOn={inspection.isOn} onClick={inspection.toggle}>
          <InspectIcon />
          <span>Inspect</span>
        </Tool>
      )}
      {coachSwitch && (
        <Tool name="Coach" keyName={keys.coach} isOn={coachSwitch.isOn} onClick={coachSwitch.toggle}>
          <CoachIcon />
          <span>Coach</span>
        </Tool>
      )}
      <Tool name="Zoom out" keyName={keys.zoomOut} onClick={() => board.current?.zoomOut()}>
        <MinusIcon />
      </Tool>
      <Tool name="Zoom in" keyName={keys.zoomIn} onClick={() => board.current?.zoomIn()}>
        <PlusIcon />
      </Tool>
      <Tool name="New game" keyName={keys.newGame} onClick={screen.playAgain}>
        <NewIcon />
        <span>{isNarrow ? "New" : "New game"}</span>
      </Tool>
    </div>
  );
}

interface ToolProps {
  /** For the tooltip and for screen readers. */
  name: string;
  keyName?: string;
  isOn?: boolean;
  onClick: () => void;
  children: ComponentChildren;
}

function Tool({ name, keyName, isOn, onClick, children }: ToolProps) {
  const title = keyName ? `${name} (${keyText(keyName)})` : name;
  return (
    <button type="button" title={title} aria-label={name} aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  );
}
