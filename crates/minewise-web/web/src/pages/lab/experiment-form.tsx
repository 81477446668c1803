/** A form to create a small experiment: which players, which rules, how many games. */

import { useState } from "preact/hooks";

import { post } from "../../api";
import { grouped } from "../../format";
import type { Experiment, NewExperiment } from "../../openapi";
import { PlayersPicker } from "../../parts/player-picker";
import { Problem } from "../../parts/problem";
import { PRESETS, RulesForm } from "../../parts/rules-form";
import { sentenceOf } from "../../parts/use-load";
import { formatRules, parseRules } from "../../view";

export const MAX_GAMES = 10_000;

export function ExperimentForm({ onCreated }: { onCreated: (experiment: Experiment) => void }) {
  const [rules, setRules] = useState(["9x9/10"]);
  const [players, setPlayers] = useState(["exact", "single-point"]);
  const [games, setGames] = useState(1000);
  const [seed, setSeed] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const isReady = rules.length > 0 && players.length > 0 && games >= 1 && games <= MAX_GAMES;
  const create = async (event: Event) => {
    event.preventDefault();
    setProblem(null);
    try {
      const body: NewExperiment = { rules, players, games, ...(seed === "" ? {} : { seed }) };
      onCreated(await post<Experiment>("/api/experiments", body));
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return (
    <form class="panel new-experiment" onSubmit={(event) => void create(event)}>
      <h2>New experiment</h2>
      <p class="muted">All players play the same boards, so that their results can be compared.</p>
      <div class="columns">
        <RulesPicker values={rules} onChange={setRules} />
        <PlayersPicker label="Players" values={players} onChange={setPlayers} />
      </div>
      <div class="row sizes">
        <label class="field">
          Games per player and rules
          <input
            type="number"
            min={1}
            max={MAX_GAMES}
            value={Number.isNaN(games) ? "" : games}
            onInput={(event) => setGames(event.currentTarget.valueAsNumber)}
          />
        </label>
        <label class="field">
          Seed
          <input
            inputMode="numeric"
            pattern="[0-9]*"
            title="A whole number"
            placeholder="random"
            value={seed}
            onInput={(event) => setSeed(event.currentTarget.value.trim())}
          />
        </label>
        <button class="primary" disabled={!isReady}>
          Play {isReady ? `${grouped(rules.length * players.length * games)} games` : ""}
        </button>
      </div>
      {games > MAX_GAMES && <p class="problem">At most {grouped(MAX_GAMES)} games per player and rules.</p>}
      <Problem text={problem} />
    </form>
  );
}

function RulesPicker({ values, onChange }: { values: string[]; onChange: (rules: string[]) => void }) {
  const [other, setOther] = useState(() => parseRules("8x8/10"));
  const toggle = (rules: string) =>
    onChange(values.includes(rules) ? values.filter((one) => one !== rules) : [...values, rules]);
  const presets = PRESETS.map(({ name, ...size }) => ({
    name,
    rules: formatRules({ ...size, start: "safe", topology: "square" }),
  }));
  const others = values.filter((rules) => !presets.some((preset) => preset.rules === rules));
  return (
    <fieldset>
      <legend>Rules</legend>
      <div class="row presets">
        {presets.map(({ name, rules }) => (
          <button
            type="button"
            key={rules}
            aria-pressed={values.includes(rules)}
            onClick={() => toggle(rules)}
          >
            {name}
          </button>
        ))}
        {others.map((rules) => (
          <button type="button" key={rules} aria-pressed="true" onClick={() => toggle(rules)}>
            {rules}
          </button>
        ))}
      </div>
      <details>
        <summary>Other rules</summary>
        <RulesForm value={other} onChange={setOther} />
        <button
          type="button"
          disabled={values.includes(formatRules(other))}
          onClick={() => toggle(formatRules(other))}
        >
          Add {formatRules(other)}
        </button>
      </details>
    </fieldset>
  );
}
