/** What to play next: presets in one click, everything else in a drawer. */

import { useState } from "preact/hooks";

import type { NewGame } from "../openapi";
import "../styles/segments.css";
import { PRESETS, presetOf, RulesForm } from "../parts/rules-form";
import { formatRules } from "../view";
import type { Rules } from "../view";

interface Props {
  rules: Rules;
  isNoGuess: boolean;
  begin(wanted: NewGame): void;
}

export function RulesChooser({ rules, isNoGuess, begin }: Props) {
  const [isOpen, setOpen] = useState(false);
  const current = rules.topology === "square" ? presetOf(rules) : null;
  const start = (wanted: NewGame) => {
    setOpen(false);
    begin(wanted);
  };
  return (
    <div class="rules-chooser">
      <div class="segments" role="group" aria-label="Play">
        {PRESETS.map(({ name, ...size }) => (
          <button
            type="button"
            aria-pressed={name === current}
            onClick={() => start(wantedOf({ ...rules, ...size, topology: "square" }, isNoGuess))}
          >
            {name}
          </button>
        ))}
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Custom …
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
  const isSeed = /^\d*$/.test(seed.trim());
  const submit = (event: Event) => {
    event.preventDefault();
    if (isSeed) begin(wantedOf(draft, noGuess, seed.trim()));
  };
  return (
    <form class="panel custom-rules" onSubmit={submit}>
      <RulesForm value={draft} onChange={setDraft} hasPresets={false} />
      <label class="field">
        Seed
        <input
          value={seed}
          inputMode="numeric"
          placeholder="drawn for you"
          aria-invalid={!isSeed}
          onInput={(event) => setSeed(event.currentTarget.value)}
        />
      </label>
      {!isSeed && (
        <p class="problem" role="alert">
          A seed is a whole number.
        </p>
      )}
      <label>
        <input
          type="checkbox"
          checked={noGuess}
          onChange={(event) => setNoGuess(event.currentTarget.checked)}
        />
        No guess: only layouts that can be won by thinking
      </label>
      <button type="submit" class="primary">
        Play
      </button>
    </form>
  );
}

function wantedOf(rules: Rules, isNoGuess: boolean, seed = ""): NewGame {
  return { rules: formatRules(rules), no_guess: isNoGuess, ...(seed ? { seed } : {}) };
}
