/** The state of a game's screen: flag mode, the coach, and the cell that is inspected. */

import { useRef, useState } from "preact/hooks";

import type { BoardHandle } from "../board/props";
import { useSettings } from "../settings";
import type { Settings } from "../settings";
import { formatRules } from "../view";
import type { GamePlay } from "./game-play";
import { useActions } from "./use-actions";
import { useCoachSwitch, useCoach } from "./use-coach";
import type { CoachSwitch, CoachAdvice } from "./use-coach";
import type { CurrentGame } from "./use-game";
import { useInspection } from "./use-inspection";
import type { Inspection } from "./use-inspection";
import { useNarrow } from "./use-narrow";

export interface GameScreenState {
  play: GamePlay;
  board: { current: BoardHandle | null };
  settings: Settings;
  isNarrow: boolean;
  isOver: boolean;
  flagMode: boolean;
  toggleFlagMode: () => void;
  /** `null` if the coach cannot be asked: it is off, or the game is over. */
  coachSwitch: CoachSwitch | null;
  /** `null` while the coach gives no advice. */
  advice: CoachAdvice | null;
  inspection: Inspection;
  begin: CurrentGame["begin"];
  /** Starts a game with the same rules. */
  playAgain: () => void;
  /** Starts a game with the same layout. */
  playSameBoard: () => void;
}

export function useGameScreen(play: GamePlay, { begin, playSameBoard }: CurrentGame): GameScreenState {
  const settings = useSettings();
  const [flagMode, setFlagMode] = useState(false);
  const isOver = play.status !== "on";
  const coachSwitch = useCoachSwitch(isOver ? null : play.view, settings.coach);
  const advice = useCoach(coachSwitch?.isOn ? play : null, settings.coachPlayer);
  const board = useRef<BoardHandle>(null);
  const screen: GameScreenState = {
    play,
    board,
    settings,
    isNarrow: useNarrow(),
    isOver,
    flagMode,
    toggleFlagMode: () => setFlagMode(!flagMode),
    coachSwitch,
    advice,
    inspection: useInspection(play.rules, advice),
    begin,
    playAgain: () => begin({ rules: formatRules(play.rules), no_guess: play.isNoGuess }),
    playSameBoard,
  };
  useActions(settings.keys, {
    newGame: screen.playAgain,
    flagMode: screen.toggleFlagMode,
    zoomIn: () => board.current?.zoomIn(),
    zoomOut: () => board.current?.zoomOut(),
    ...(coachSwitch ? { coach: coachSwitch.toggle } : {}),
  });
  return screen;
}
