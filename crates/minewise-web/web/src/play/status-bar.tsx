/** Over the board: mines left, what is played, and the time. */

import { useEffect, useState } from "preact/hooks";

import { clock, runningClock } from "../format";
import { ClockIcon, FlagIcon } from "../parts/icons";
import { presetOf } from "../parts/rules-form";
import { minesLeft } from "../view";
import type { Rules } from "../view";
import type { GamePlay } from "./game-play";

/** How often the time is looked at; seconds are shown. */
const LOOK_MS = 200;

export function StatusBar({ play }: { play: GamePlay }) {
  return (
    <div class="status-bar">
      <span class="mines-left" title="Mines less flags">
        <FlagIcon />
        <span class="unseen">Mines left: </span>
        <output>{minesLeft(play.view)}</output>
      </span>
      <span class="what muted">{describeRules(play.rules, play.isNoGuess)}</span>
      <Time play={play} />
    </div>
  );
}

/** Tells the time by itself, so that the page around it need not be drawn with each second. */
function Time({ play }: { play: GamePlay }) {
  const [ms, setMs] = useState(play.clock.ms);
  useEffect(() => {
    const look = () => setMs(play.clock.ms);
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [play]);
  const isOver = play.status !== "on";
  return (
    <span class="time" role="timer" aria-label="Time">
      <ClockIcon />
      {isOver ? clock(play.clock.ms) : runningClock(ms)}
    </span>
  );
}

/** `Expert · hex · no guess` */
export function describeRules(rules: Rules, isNoGuess: boolean): string {
  const name = presetOf(rules) ?? `${rules.width}x${rules.height}/${rules.mines}`;
  const starts = { safe: null, zero: "opens with 0", any: "any start" };
  const topology = rules.topology === "square" ? null : rules.topology;
  const parts = [name, topology, starts[rules.start], isNoGuess ? "no guess" : null];
  return parts.filter((part) => part !== null).join(" · ");
}
