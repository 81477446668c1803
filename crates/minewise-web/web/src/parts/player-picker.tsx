/** Form fields to choose one player, or several, with their options. */

import { useState } from "preact/hooks";

import type { Player } from "../openapi";
import "../styles/player-picker.css";
import { formatPlayer, parsePlayer, usePlayers } from "./players";

interface OneProps {
  label: string;
  /** As in `search(level=fast)`; empty if no player is chosen. */
  value: string;
  onChange: (player: string) => void;
  /** The text for choosing no player, if that is allowed. */
  none?: string;
}

export function PlayerPicker({ label, value, onChange, none }: OneProps) {
  const { players, problem } = usePlayers();
  const parsed = parsePlayer(value);
  const known = players?.find((player) => player.name === parsed.name);
  if (problem) return <p class="problem">{problem}</p>;
  const setOption = (key: string, word: string) =>
    onChange(formatPlayer({ name: parsed.name, options: { ...parsed.options, [key]: word } }, known));
  return (
    <div class="player-picker">
      <label class="field">
        {label}
        <select value={parsed.name} onChange={(event) => onChange(event.currentTarget.value)}>
          {none !== undefined && <option value="">{none}</option>}
          {!known && parsed.name !== "" && <option value={parsed.name}>{parsed.name}</option>}
          {players?.map((player) => (
            <option key={player.name} value={player.name}>
              {player.name}
            </option>
          ))}
        </select>
      </label>
      {known && <p class="muted player-summary">{known.summary}</p>}
      {known && known.options.length > 0 && (
        <PlayerOptions player={known} options={parsed.options} onChange={setOption} />
      )}
    </div>
  );
}

interface OptionsProps {
  player: Player;
  options: Record<string, string>;
  onChange: (key: string, word: string) => void;
}

function PlayerOptions({ player, options, onChange }: OptionsProps) {
  const nChanged = Object.keys(options).length;
  return (
    <details class="player-options">
      <summary>Options of {player.name + (nChanged > 0 ? ` (${nChanged} changed)` : "")}</summary>
      {player.options.map((option) => {
        const word = options[option.name] ?? option.default;
        const set = (event: { currentTarget: { value: string } }) =>
          onChange(option.name, event.currentTarget.value.trim());
        return (
          <label class="field" key={option.name}>
            <span>
              <code>{option.name}</code> {option.summary}
            </span>
            {option.words ? (
              <select value={word} onChange={set}>
                {option.words.map((choice) => (
                  <option key={choice}>{choice}</option>
                ))}
              </select>
            ) : (
              <input value={word} placeholder={option.default} title={option.takes} onChange={set} />
            )}
          </label>
        );
      })}
    </details>
  );
}

interface ManyProps {
  label: string;
  values: string[];
  onChange: (players: string[]) => void;
  /** The largest number of players. */
  max?: number;
}

/** Several players, in the order in which they were added. */
export function PlayersPicker({ label, values, onChange, max = 12 }: ManyProps) {
  const [next, setNext] = useState("");
  const isAdded = values.includes(next);
  return (
    <fieldset class="players-picker">
      <legend>{label}</legend>
      <ul class="chips">
        {values.map((value) => (
          <li key={value}>
            <code>{value}</code>
            <button
              type="button"
              aria-label={`Remove ${value}`}
              onClick={() => onChange(values.filter((other) => other !== value))}
            >
              ×
            </button>
          </li>
        ))}
        {values.length === 0 && <li class="none">None yet.</li>}
      </ul>
      <div class="add">
        <PlayerPicker label="Add a player" none="Choose…" value={next} onChange={setNext} />
        <button
          type="button"
          disabled={isAdded || next === "" || values.length >= max}
          onClick={() => {
            onChange([...values, next]);
            setNext("");
          }}
        >
          {isAdded ? "Added" : "Add"}
        </button>
      </div>
    </fieldset>
  );
}
