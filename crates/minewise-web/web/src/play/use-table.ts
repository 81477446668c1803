/** What is on the table of a game, besides the game: flag mode, the coach, and the cell that is looked at. */

import { useRef, useState } from "preact/hooks";

import type { BoardHandle } from "../board/props";
import { useSettings } from "../settings";
import type { Settings } from "../settings";
import { formatRules } from "../view";
import type { GamePlay } from "./game-play";
import { useActions } from "./use-actions";
import { useAsking, useCoach } from "./use-coach";
import type { Asking, Sight } from "./use-coach";
import type { Playing } from "./use-game";
import { useInspection } from "./use-inspection";
import type { Inspection } from "./use-inspection";
import { useNarrow } from "./use-narrow";

export interface TableState {
  play: GamePlay;
  board: { current: BoardHandle | null };
  settings: Settings;
  isNarrow: boolean;
  isOver: boolean;
  flagMode: boolean;
  toggleFlagMode(): void;
  /** Null if the coach cannot be asked: it is off, or the game is over. */
  asking: Asking | null;
  /** Null while the coach is silent. */
  sight: Sight | null;
  inspection: Inspection;
  begin: Playing["begin"];
  /** Begins a game with the same rules. */
  beginAnother(): void;
  beginAgain(): void;
}

export function useTable(play: GamePlay, { begin, beginAgain }: Playing): TableState {
  const settings = useSettings();
  const [flagMode, setFlagMode] = useState(false);
  const isOver = play.status !== "on";
  const asking = useAsking(isOver ? null : play.view, settings.coach);
  const sight = useCoach(asking?.isOn ? play : null, settings.coachPlayer);
  const board = useRef<BoardHandle>(null);
  const table: TableState = {
    play,
    board,
    settings,
    isNarrow: useNarrow(),
    isOver,
    flagMode,
    toggleFlagMode: () => setFlagMode(!flagMode),
    asking,
    sight,
    inspection: useInspection(play.rules, sight),
    begin,
    beginAnother: () => begin({ rules: formatRules(play.rules), no_guess: play.isNoGuess }),
    beginAgain,
  };
  useActions(settings.keys, {
    newGame: table.beginAnother,
    flagMode: table.toggleFlagMode,
    zoomIn: () => board.current?.zoomIn(),
    zoomOut: () => board.current?.zoomOut(),
    ...(asking ? { coach: asking.toggle } : {}),
  });
  return table;
}
