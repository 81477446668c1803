/** Compares what several players would reveal. */

import { useState } from "preact/hooks";

import { cellName, percent } from "../../format";
import type { Pair } from "../../openapi";
import { PlayersPicker } from "../../parts/player-picker";
import type { Comparison, Opinion } from "./comparison";

interface Props {
  comparison: Comparison;
  /** Called when a cell in the table is clicked. */
  onCell: (cell: Pair) => void;
}

export function ComparePanel({ comparison, onCell }: Props) {
  const [players, setPlayers] = useState(["search", "exact", "single-point"]);
  return (
    <section class="panel">
      <h2>Compare players</h2>
      <PlayersPicker label="Players" values={players} onChange={setPlayers} />
      <button
        type="button"
        class="primary"
        disabled={players.length === 0}
        onClick={() => comparison.ask(players)}
      >
        Compare
      </button>
      {comparison.opinions.length > 0 && (
        <div class="scroll opinions">
          <table>
            <thead>
              <tr>
                <th scope="col">Player</th>
                <th scope="col">Reveals</th>
                <th scope="col" class="figure">
                  Risk
                </th>
                <th scope="col" class="figure">
                  Win
                </th>
              </tr>
            </thead>
            {comparison.opinions.map((opinion) => (
              <OpinionRows
                key={opinion.player}
                opinion={opinion}
                onCancel={() => comparison.cancel(opinion.player)}
                onCell={onCell}
              />
            ))}
          </table>
        </div>
      )}
    </section>
  );
}

interface RowProps {
  opinion: Opinion;
  onCancel: () => void;
  onCell: (cell: Pair) => void;
}

function OpinionRows({ opinion, onCancel, onCell }: RowProps) {
  const { player, state, choice } = opinion;
  const cell = choice?.cell;
  const figure = (value: number | null | undefined) => (value == null ? "–" : percent(value));
  return (
    <tbody>
      <tr>
        <th scope="row">
          <code>{player}</code>
        </th>
        <td>
          {state === "thinking" && <button onClick={onCancel}>Cancel</button>}
          {cell && (
            <button aria-label={`Show ${cellName(cell)} on the board`} onClick={() => onCell(cell)}>
              {cellName(cell)}
            </button>
          )}
        </td>
        <td class="figure">{figure(choice?.risk)}</td>
        <td class="figure">{figure(choice?.win)}</td>
      </tr>
      <tr>
        <td colSpan={4} class={state === "failed" ? "problem" : "muted"}>
          {wordsOf(opinion)}
        </td>
      </tr>
    </tbody>
  );
}

function wordsOf({ state, choice, problem }: Opinion): string {
  switch (state) {
    case "thinking":
      return "Thinking…";
    case "cancelled":
      return "Cancelled.";
    case "failed":
      return problem ?? "The player failed.";
    case "answered":
      return choice ? choice.text : "Nothing is left to reveal.";
  }
}
