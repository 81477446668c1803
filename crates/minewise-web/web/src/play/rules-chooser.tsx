/** Starts a new game: presets with one click, other rules in a form that opens. */

import { useState } from "preact/hooks";

import type { NewGame } from "../openapi";
import "../styles/segments.css";
import { PRESETS, presetOf, RulesForm } from "../parts/rules-form";
import { formatRules } from "../view";
import type { Rules } from "../view";

interface Props {
  rules: Rules;
  isNoGuess: boolean;
  begin: (newGame: NewGame) => void;
}

export function RulesChooser({ rules, isNoGuess, begin }: Props) {
  const [isOpen, setOpen] = useState(false);
  const current = rules.topology === "square" ? presetOf(rules) : null;
  const start = (newGame: NewGame) => {
    setOpen(false);
    begin(newGame);
  };
  return (
    <div class="rules-chooser">
      <div class="segments" role="group" aria-label="Board size">
        {PRESETS.map(({ name, ...size }) => (
          <button
            type="button"
            aria-pressed={name === current}
            onClick={() => start(newGameOf({ ...rules, ...size, topology: "square" }, isNoGuess))}
          >
            {name}
          </button>
        ))}
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Custom…
        </button>
      </div>
      {isOpen && <CustomForm rules={rules} isNoGuess={isNoGuess} begin={start} />}
    </div>
  );
}

function CustomForm({ rules, isNoGuess, begin }: Props) {
  const [draft, setDraft] = useState(rules);
  const [noGuess, setNoGuess] = useState(isNoGuess);
  const [seed, setSeed] = useState("");
  const isValidSeed = /^\d*$/.test(seed.trim());
  const submit = (event: Event) => {
    event.preventDefault();
    if (isValidSeed) begin(newGameOf(draft, noGuess, seed.trim()));
  };
  return (
    <form class="panel custom-rules" onSubmit={submit}>
      <RulesForm value={draft} onChange={setDraft} hasPresets={false} />
      <label class="field">
        Seed
        <input
          value={seed}
          inputMode="numeric"
          placeholder="random"
          aria-invalid={!isValidSeed}
          onInput={(event) => setSeed(event.currentTarget.value)}
        />
      </label>
      {!isValidSeed && (
        <p class="problem" role="alert">
          The seed must be a whole number.
        </p>
      )}
      <label>
        <input
          type="checkbox"
          checked={noGuess}
          onChange={(event) => setNoGuess(event.currentTarget.checked)}
        />
        No guess: the board can be solved by logic alone
      </label>
      <button type="submit" class="primary">
        Play
      </button>
    </form>
  );
}

function newGameOf(rules: Rules, isNoGuess: boolean, seed = ""): NewGame {
  return { rules: formatRules(rules), no_guess: isNoGuess, ...(seed ? { seed } : {}) };
}
