/** Who plays, by which rules, on which layout. */

import { useState } from "preact/hooks";

import { PlayerPicker } from "../../parts/player-picker";
import { RulesForm } from "../../parts/rules-form";
import { formatRules, parseRules } from "../../view";

export interface Wanted {
  rules: string;
  /** Empty: to be drawn. */
  seed: string;
  player: string;
  /** Empty: nobody. */
  rival: string;
}

export function Setup({ initial, onStart }: { initial: Wanted; onStart(wanted: Wanted): void }) {
  const [wanted, setWanted] = useState(initial);
  const change = (part: Partial<Wanted>) => setWanted((now) => ({ ...now, ...part }));
  return (
    <form
      class="setup"
      onSubmit={(event) => {
        event.preventDefault();
        onStart(wanted);
      }}
    >
      <div>
        <RulesForm
          value={parseRules(wanted.rules)}
          onChange={(rules) => change({ rules: formatRules(rules) })}
        />
      </div>
      <div>
        <PlayerPicker label="Player" value={wanted.player} onChange={(player) => change({ player })} />
        <PlayerPicker
          label="A second one on the same layout"
          none="Nobody"
          value={wanted.rival}
          onChange={(rival) => change({ rival })}
        />
        <label class="field">
          Seed of the layout
          <input
            inputMode="numeric"
            pattern="[0-9]*"
            title="A whole number"
            placeholder="drawn"
            value={wanted.seed}
            onInput={(event) => change({ seed: event.currentTarget.value.trim() })}
          />
        </label>
        <button class="primary">Watch</button>
      </div>
    </form>
  );
}
