/** Statistics by rules: games won, win rate and best time. */

import { clock, percent } from "../../format";
import type { Game } from "../../openapi";
import { presetOf } from "../../parts/rules-form";
import { parseRules } from "../../view";

export interface Line {
  rules: string;
  played: number;
  won: number;
  best: number | null;
}

export function Summary({ games }: { games: Game[] }) {
  const lines = linesOf(games);
  if (lines.length === 0) return null;
  return (
    <section class="panel">
      <h2>Statistics</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Board</th>
            <th scope="col" class="figure">
              Won
            </th>
            <th scope="col" class="figure">
              Win rate
            </th>
            <th scope="col" class="figure">
              Best time
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.rules}>
              <th scope="row">{line.rules}</th>
              <td class="figure">
                {line.won} of {line.played}
              </td>
              <td class="figure">{percent(line.won / line.played)}</td>
              <td class="figure">{line.best === null ? "–" : clock(line.best)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Groups finished games by their rules and whether they are no-guess games. The most played come first. */
export function linesOf(games: Game[]): Line[] {
  const over = games.filter((game) => game.status !== "on");
  const lines = [...new Set(over.map(describeGame))].map((rules) => {
    const played = over.filter((game) => describeGame(game) === rules);
    const won = played.filter((game) => game.status === "won");
    // Imported games may not say how long they took.
    const times = won.map((game) => game.elapsed_ms).filter((time) => time > 0);
    const best = times.length > 0 ? Math.min(...times) : null;
    return { rules, played: played.length, won: won.length, best };
  });
  return lines.sort((a, b) => b.played - a.played);
}

/** Describes the rules of a game: `Expert 30x16/99, no guess`. */
export function describeGame(game: Game): string {
  const preset = presetOf(parseRules(game.rules));
  return `${preset ? `${preset} ` : ""}${game.rules}${game.no_guess ? ", no guess" : ""}`;
}
