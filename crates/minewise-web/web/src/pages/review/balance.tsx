/** Luck and skill: how they led from the chance at the start to the result. */

import { percent } from "../../format";
import type { Review } from "../../openapi";
import { points } from "./labels";

interface Bar {
  name: string;
  from: number;
  to: number;
  figure: string;
  kind: "start" | "luck" | "lost" | "result";
}

export function Balance({ review }: { review: Review }) {
  const bars = barsOf(review);
  const ends = bars.flatMap(({ from, to }) => [from, to]);
  const [low, high] = [Math.min(0, ...ends), Math.max(1, ...ends)];
  const place = (value: number) => ((value - low) / (high - low)) * 100;
  return (
    <section class="panel balance">
      <h2>Luck and skill</h2>
      <p>{sentenceFor(review)}</p>
      <table>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.name}>
              <th scope="row">{bar.name}</th>
              <td class="figure">{bar.figure}</td>
              <td class="lane" aria-hidden="true">
                <span
                  class={`bar ${bar.kind}`}
                  style={{
                    left: `${place(Math.min(bar.from, bar.to))}%`,
                    width: `${place(Math.max(bar.from, bar.to)) - place(Math.min(bar.from, bar.to))}%`,
                  }}
                />
                <span class="zero" style={{ left: `${place(0)}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function barsOf({ start, luck, lost, status }: Review): Bar[] {
  const result = status === "won" ? 1 : 0;
  const signed = (share: number) => (share < 0 ? "−" : "+") + points(share);
  return [
    { name: "Chance at start", from: 0, to: start, figure: percent(start), kind: "start" },
    { name: "Luck", from: start, to: start + luck, figure: signed(luck), kind: "luck" },
    {
      name: "Your choices",
      from: start + luck,
      to: start + luck - lost,
      figure: signed(-lost),
      kind: "lost",
    },
    { name: status === "won" ? "Won" : "Lost", from: 0, to: result, figure: percent(result), kind: "result" },
  ];
}

function sentenceFor({ luck, lost }: Review): string {
  const byLuck = `Luck changed the chance to win by ${luck < 0 ? "−" : "+"}${points(luck)} percentage points`;
  if (lost < 0.0005) return `${byLuck}; your choices cost nothing.`;
  return `${byLuck}; your choices cost ${points(lost)}.`;
}
