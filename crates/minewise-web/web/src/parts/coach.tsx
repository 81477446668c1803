/** The coach's panel: when it gives advice, which player it asks, and what it recommends and why. */

import type { ComponentChildren } from "preact";

import { cellName, percent } from "../format";
import type { Choice } from "../openapi";
import type { CoachAdvice } from "../play/use-coach";
import { changeSettings } from "../settings";
import type { CoachMode, Settings } from "../settings";
import { keyText } from "../settings/keys";
import { Legend } from "./legend";
import type { LegendItem } from "./legend";
import { PlayerPicker } from "./player-picker";
import { Segments } from "./segments";
import { WinBar } from "./win-bar";
import "../styles/coach.css";

const MODES: { value: CoachMode; text: string }[] = [
  { value: "off", text: "Off" },
  { value: "request", text: "On request" },
  { value: "always", text: "Always" },
];

const LEGEND: LegendItem[] = ["safe", "mine", "best", "because"];

interface Props {
  settings: Settings;
  /** `null` while the coach gives no advice. */
  advice: CoachAdvice | null;
  /** `null` if there is nothing to ask about because the game is over. */
  onAsk: (() => void) | null;
  /** The report about one cell. */
  children?: ComponentChildren;
}

export function CoachPanel({ settings, advice, onAsk, children }: Props) {
  return (
    <section class="panel coach" aria-labelledby="coach-title">
      <h2 id="coach-title">Coach</h2>
      <CoachModes value={settings.coach} onChange={(coach) => changeSettings({ coach })} />
      {settings.coach === "request" && !advice && onAsk && (
        <button type="button" class="primary coach-ask" onClick={onAsk}>
          Show the best move <kbd>{keyText(settings.keys.coach)}</kbd>
        </button>
      )}
      {advice && <AdviceText advice={advice} player={settings.coachPlayer} />}
      {advice && <Legend items={LEGEND} />}
      {advice && children}
      {settings.coach !== "off" && (
        <details class="coach-player">
          <summary>Advice by {settings.coachPlayer}</summary>
          <PlayerPicker
            label="Player that chooses the best move"
            value={settings.coachPlayer}
            onChange={(coachPlayer) => changeSettings({ coachPlayer })}
          />
        </details>
      )}
    </section>
  );
}

export function CoachModes({ value, onChange }: { value: CoachMode; onChange: (mode: CoachMode) => void }) {
  return <Segments label="When the coach gives advice" options={MODES} value={value} onChange={onChange} />;
}

function AdviceText({ advice, player }: { advice: CoachAdvice; player: string }) {
  const { analysis, choice, isChoosing, problem } = advice;
  return (
    <div class="advice" aria-live="polite">
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {analysis && <WinBar outlook={analysis.outlook} />}
      {choice && <ChoiceText choice={choice} />}
      {isChoosing && <p class="muted">{player} is thinking…</p>}
    </div>
  );
}

/** The advice in two lines, for small screens. */
export function AdviceLine({ advice }: { advice: CoachAdvice }) {
  const { analysis, choice, problem } = advice;
  return (
    <p class="advice-line" aria-hidden="true">
      {choice?.cell ? <strong>Reveal {cellName(choice.cell)}. </strong> : problem ? null : "Thinking… "}
      {choice?.text}
      {analysis && <span class="muted"> Chance to win {percent(analysis.outlook.win)}.</span>}
    </p>
  );
}

function ChoiceText({ choice }: { choice: Choice }) {
  return (
    <>
      {choice.cell && (
        <p class="choice">
          <strong>Reveal {cellName(choice.cell)}</strong>
          {choice.risk !== null && (
            <span class="muted"> {choice.risk > 0 ? `${percent(choice.risk)} risk` : "safe"}</span>
          )}
        </p>
      )}
      <p>{choice.text}</p>
    </>
  );
}
