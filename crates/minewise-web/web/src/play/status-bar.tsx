/** The bar above the board: mines left, the rules, and the time. */

import { useEffect, useState } from "preact/hooks";

import { clock, runningClock } from "../format";
import { ClockIcon, FlagIcon } from "../parts/icons";
import { presetOf } from "../parts/rules-form";
import { minesLeft } from "../view";
import type { Rules } from "../view";
import type { GamePlay } from "./game-play";

/** How often the time is updated. It shows whole seconds. */
const UPDATE_MS = 200;

export function StatusBar({ play }: { play: GamePlay }) {
  return (
    <div class="status-bar">
      <span class="mines-left" title="Mines minus flags">
        <FlagIcon />
        <span class="visually-hidden">Mines left: </span>
        <output>{minesLeft(play.view)}</output>
      </span>
      <span class="what muted">{describeRules(play.rules, play.isNoGuess)}</span>
      <Time play={play} />
    </div>
  );
}

/** Has its own timer, so that the page around it is not rendered every second. */
function Time({ play }: { play: GamePlay }) {
  const [ms, setMs] = useState(play.clock.ms);
  useEffect(() => {
    const update = () => setMs(play.clock.ms);
    update();
    const timer = setInterval(update, UPDATE_MS);
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

/** Describes rules in a few words: `Expert · hex · no guess`. */
export function describeRules(rules: Rules, isNoGuess: boolean): string {
  const name = presetOf(rules) ?? `${rules.width}x${rules.height}/${rules.mines}`;
  const starts = { safe: null, zero: "opening start", any: "unsafe start" };
  const topology = rules.topology === "square" ? null : rules.topology;
  const parts = [name, topology, starts[rules.start], isNoGuess ? "no guess" : null];
  return parts.filter((part) => part !== null).join(" · ");
}
