/** Measured results of players, in a table that can be sorted. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { grouped } from "../format";
import type { CaseResult } from "../openapi";
import "../styles/result-table.css";
import { IntervalBar } from "./interval-bar";

type Column = "player" | "rules" | "win_rate" | "adjusted_win_rate" | "games" | "guesses_per_game";

const TITLES: Record<Column, string> = {
  player: "Player",
  rules: "Rules",
  win_rate: "Win rate, 95 % interval",
  adjusted_win_rate: "Adjusted for luck",
  games: "Games",
  guesses_per_game: "Guesses per game",
};

interface Order {
  by: Column;
  isDescending: boolean;
}

interface Props {
  results: CaseResult[];
  /** Columns to leave out, for example because a heading says the same. */
  without?: Column[];
  /** Links or buttons for a row. */
  actions?: (result: CaseResult) => ComponentChildren;
}

export function ResultTable({ results, without = [], actions }: Props) {
  const [order, setOrder] = useState<Order>({ by: "win_rate", isDescending: true });
  const columns = (Object.keys(TITLES) as Column[]).filter(
    (column) =>
      !without.includes(column) &&
      (column !== "adjusted_win_rate" || results.some((result) => result.adjusted_win_rate !== null)),
  );
  const sorted = [...results].sort((a, b) => compare(a, b, order.by) * (order.isDescending ? -1 : 1));
  const sortBy = (by: Column) =>
    setOrder((now) => ({
      by,
      isDescending: now.by === by ? !now.isDescending : by !== "player" && by !== "rules",
    }));
  return (
    <div class="scroll">
      <table class="results">
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column} column={column} order={order} onSort={() => sortBy(column)} />
            ))}
            {actions && (
              <th scope="col">
                <span class="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sorted.map((result) => (
            <tr key={`${result.rules} ${result.player}`}>
              {columns.map((column) => (
                <td key={column}>{contentOf(result, column)}</td>
              ))}
              {actions && (
                <td>
                  <div class="links">{actions(result)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heading({ column, order, onSort }: { column: Column; order: Order; onSort: () => void }) {
  const isSorted = order.by === column;
  return (
    <th scope="col" aria-sort={!isSorted ? "none" : order.isDescending ? "descending" : "ascending"}>
      <button type="button" onClick={onSort}>
        {TITLES[column]}
        <span aria-hidden="true">{!isSorted ? "" : order.isDescending ? "↓" : "↑"}</span>
      </button>
    </th>
  );
}

function contentOf(result: CaseResult, column: Column): ComponentChildren {
  switch (column) {
    case "player":
      return <code>{result.player}</code>;
    case "rules":
      return result.rules;
    case "win_rate":
      return <IntervalBar share={result.win_rate} interval={result.win_rate_ci95} />;
    case "adjusted_win_rate":
      return <IntervalBar share={result.adjusted_win_rate} interval={result.adjusted_ci95} />;
    case "games":
      return grouped(result.games);
    case "guesses_per_game":
      return result.guesses_per_game?.toFixed(2) ?? "–";
  }
}

function compare(a: CaseResult, b: CaseResult, by: Column): number {
  const [left, right] = [a[by], b[by]];
  if (typeof left === "string" && typeof right === "string") return left.localeCompare(right);
  return Number(left ?? -1) - Number(right ?? -1);
}
