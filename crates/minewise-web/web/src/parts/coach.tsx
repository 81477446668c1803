/** The coach's panel: when it speaks, who chooses, what it would do and why. */

import type { ComponentChildren } from "preact";

import { cellName, percent } from "../format";
import type { Choice } from "../openapi";
import type { Sight } from "../play/use-coach";
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

const SIGNS: LegendItem[] = ["safe", "mine", "best", "because"];

interface Props {
  settings: Settings;
  /** Null while the coach is silent. */
  sight: Sight | null;
  /** Null if there is nothing to ask about: the game is over. */
  onAsk: (() => void) | null;
  /** What is known of one cell. */
  children?: ComponentChildren;
}

export function CoachPanel({ settings, sight, onAsk, children }: Props) {
  return (
    <section class="panel coach" aria-labelledby="coach-title">
      <h2 id="coach-title">Coach</h2>
      <CoachModes value={settings.coach} onChange={(coach) => changeSettings({ coach })} />
      {settings.coach === "request" && !sight && onAsk && (
        <button type="button" class="primary coach-ask" onClick={onAsk}>
          What now? <kbd>{keyText(settings.keys.coach)}</kbd>
        </button>
      )}
      {sight && <Advice sight={sight} player={settings.coachPlayer} />}
      {sight && <Legend items={SIGNS} />}
      {sight && children}
      {settings.coach !== "off" && (
        <details class="coach-player">
          <summary>Player: {settings.coachPlayer}</summary>
          <PlayerPicker
            label="Who chooses"
            value={settings.coachPlayer}
            onChange={(coachPlayer) => changeSettings({ coachPlayer })}
          />
        </details>
      )}
    </section>
  );
}

export function CoachModes({ value, onChange }: { value: CoachMode; onChange(mode: CoachMode): void }) {
  return <Segments label="When the coach speaks" options={MODES} value={value} onChange={onChange} />;
}

function Advice({ sight, player }: { sight: Sight; player: string }) {
  const { analysis, choice, isChoosing, problem } = sight;
  return (
    <div class="advice" aria-live="polite">
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {analysis && <WinBar outlook={analysis.outlook} />}
      {choice && <ChoiceText choice={choice} />}
      {isChoosing && <p class="muted">{player} is thinking …</p>}
    </div>
  );
}

/** The advice in two lines, for where there is little room. */
export function AdviceLine({ sight }: { sight: Sight }) {
  const { analysis, choice, problem } = sight;
  return (
    <p class="advice-line" aria-hidden="true">
      {choice?.cell ? <strong>Reveal {cellName(choice.cell)}. </strong> : problem ? null : "Thinking … "}
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
