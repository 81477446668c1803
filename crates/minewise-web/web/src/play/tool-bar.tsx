/** Under the board on a desk, at the thumb on a phone: flag mode, the coach, zoom, a new game. */

import type { ComponentChildren } from "preact";

import { CoachIcon, FlagIcon, InspectIcon, MinusIcon, NewIcon, PlusIcon } from "../parts/icons";
import { keyText } from "../settings/keys";
import type { TableState } from "./use-table";

export function ToolBar({ table }: { table: TableState }) {
  const { board, isOver, isNarrow, asking, inspection, sight } = table;
  const { keys } = table.settings;
  return (
    <div class="tool-bar" role="group" aria-label="Game">
      {!isOver && (
        <Tool name="Flag mode" keyName={keys.flagMode} isOn={table.flagMode} onClick={table.toggleFlagMode}>
          <FlagIcon />
          <span>Flag mode</span>
        </Tool>
      )}
      {isNarrow && sight && (
        <Tool name="Inspect" isOn={inspection.isOn} onClick={inspection.toggle}>
          <InspectIcon />
          <span>Inspect</span>
        </Tool>
      )}
      {asking && (
        <Tool name="Coach" keyName={keys.coach} isOn={asking.isOn} onClick={asking.toggle}>
          <CoachIcon />
          <span>Coach</span>
        </Tool>
      )}
      <Tool name="Smaller" keyName={keys.zoomOut} onClick={() => board.current?.zoomOut()}>
        <MinusIcon />
      </Tool>
      <Tool name="Larger" keyName={keys.zoomIn} onClick={() => board.current?.zoomIn()}>
        <PlusIcon />
      </Tool>
      <Tool name="New game" keyName={keys.newGame} onClick={table.beginAnother}>
        <NewIcon />
        <span>{isNarrow ? "New" : "New game"}</span>
      </Tool>
    </div>
  );
}

interface ToolProps {
  /** For the tooltip and for those who do not see the picture. */
  name: string;
  keyName?: string;
  isOn?: boolean;
  onClick(): void;
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
