/** A form to choose what to watch: rules, players and seed. */

import { useState } from "preact/hooks";

import { PlayerPicker } from "../../parts/player-picker";
import { RulesForm } from "../../parts/rules-form";
import { formatRules, parseRules } from "../../view";

export interface WatchRequest {
  rules: string;
  /** Empty for a random one. */
  seed: string;
  player: string;
  /** The second player; empty for none. */
  rival: string;
}

export function Setup({
  initial,
  onStart,
}: {
  initial: WatchRequest;
  onStart: (request: WatchRequest) => void;
}) {
  const [request, setRequest] = useState(initial);
  const change = (part: Partial<WatchRequest>) => setRequest((now) => ({ ...now, ...part }));
  return (
    <form
      class="setup"
      onSubmit={(event) => {
        event.preventDefault();
        onStart(request);
      }}
    >
      <div>
        <RulesForm
          value={parseRules(request.rules)}
          onChange={(rules) => change({ rules: formatRules(rules) })}
        />
      </div>
      <div>
        <PlayerPicker label="Player" value={request.player} onChange={(player) => change({ player })} />
        <PlayerPicker
          label="Second player on the same board"
          none="None"
          value={request.rival}
          onChange={(rival) => change({ rival })}
        />
        <label class="field">
          Seed of the board
          <input
            inputMode="numeric"
            pattern="[0-9]*"
            title="A whole number"
            placeholder="random"
            value={request.seed}
            onInput={(event) => change({ seed: event.currentTarget.value.trim() })}
          />
        </label>
        <button class="primary">Watch</button>
      </div>
    </form>
  );
}
