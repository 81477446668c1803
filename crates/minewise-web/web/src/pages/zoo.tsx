/** The page that lists all players: where each comes from, how it plays, and how often it wins. */

import { useState } from "preact/hooks";

import type { CaseResult, Player } from "../openapi";
import { usePlayers } from "../parts/players";
import { Problem } from "../parts/problem";
import { ResultTable } from "../parts/result-table";
import "../styles/panels.css";
import "../styles/zoo.css";

export function ZooPage() {
  const { players, problem } = usePlayers();
  return (
    <div class="page zoo">
      <h1>Players</h1>
      <p>All computer players, published ones and our own, with their measured results.</p>
      <Problem text={problem} />
      {!players && !problem && <p class="muted">Loading players…</p>}
      {players && <MeasuredResults players={players} />}
      {players && (
        <section>
          <h2>How they play</h2>
          <ul class="players">
            {players.map((player) => (
              <PlayerCard key={player.name} player={player} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function MeasuredResults({ players }: { players: Player[] }) {
  const results = players.flatMap((player) => player.results);
  const allRules = [...new Set(results.map((result) => result.rules))].sort(
    (a, b) => countOf(results, b) - countOf(results, a),
  );
  const [rules, setRules] = useState(allRules.includes("30x16/99") ? "30x16/99" : (allRules[0] ?? ""));
  if (allRules.length === 0) return <p>Nothing has been measured yet.</p>;
  return (
    <section class="panel">
      <label class="field rules">
        Results on
        <select value={rules} onChange={(event) => setRules(event.currentTarget.value)}>
          {allRules.map((one) => (
            <option key={one} value={one}>
              {one} ({countOf(results, one)} players)
            </option>
          ))}
        </select>
      </label>
      <ResultTable
        results={results.filter((result) => result.rules === rules)}
        without={["rules"]}
        actions={(result) => (
          <>
            <a href={watchLink(result.player, result.rules)} aria-label={`Watch ${result.player}`}>
              Watch
            </a>
            {result.report && (
              <a href={`/reports/${result.report}`} aria-label={`Report on ${result.player}`}>
                Report
              </a>
            )}
          </>
        )}
      />
    </section>
  );
}

function countOf(results: CaseResult[], rules: string): number {
  return results.filter((result) => result.rules === rules).length;
}

function PlayerCard({ player }: { player: Player }) {
  return (
    <li class="panel" id={player.name}>
      <div class="head">
        <h3>
          <code>{player.name}</code>
        </h3>
        <a href={watchLink(player.name, "9x9/10")} aria-label={`Watch ${player.name}`}>
          Watch
        </a>
      </div>
      <p class="muted">{player.source}</p>
      <p>{player.summary}</p>
      {player.options.length > 0 && (
        <details>
          <summary>{player.options.length === 1 ? "One option" : `${player.options.length} options`}</summary>
          <dl>
            {player.options.map((option) => (
              <div key={option.name}>
                <dt>
                  <code>
                    {option.name}={option.default}
                  </code>
                </dt>
                <dd>
                  {option.summary}{" "}
                  <span class="muted">{option.words ? option.words.join(", ") : option.takes}</span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}

/** Contains a seed, so that the game starts immediately; without one, the page would ask. */
function watchLink(player: string, rules: string): string {
  return `/watch?${new URLSearchParams({ rules, player, seed: "1" })}`;
}
