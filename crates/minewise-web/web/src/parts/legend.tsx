/** Explains the colours and marks on a board. */

import type { ComponentChildren } from "preact";

import "../styles/legend.css";

export type LegendItem = "risk" | "safe" | "mine" | "best" | "chosen" | "rival" | "because" | "clash";

const WORDS: Record<LegendItem, string> = {
  risk: "risk, low to high",
  safe: "certainly safe",
  mine: "certainly a mine",
  best: "best move",
  chosen: "chosen cell",
  rival: "another player's choice",
  because: "numbers that prove it",
  clash: "contradicting numbers",
};

export function Legend({ items }: { items: LegendItem[] }) {
  return (
    <ul class="legend" aria-label="What the marks mean">
      {items.map((item) => (
        <li key={item}>
          <span class={`key ${item}`} aria-hidden="true">
            {pictureOf(item)}
          </span>
          {WORDS[item]}
        </li>
      ))}
    </ul>
  );
}

/** Small pictures of what the board draws. Rings are borders, set in the style sheet. */
function pictureOf(item: LegendItem): ComponentChildren {
  switch (item) {
    case "safe":
      return (
        <svg viewBox="0 0 16 16" width="12" height="12">
          <circle cx="8" cy="8" r="8" fill="var(--safe)" />
          <path d="M4.5 8.5 L7 11 L11.5 5.5" stroke="#000" stroke-width="2" fill="none" />
        </svg>
      );
    case "mine":
      return (
        <svg viewBox="0 0 16 16" width="12" height="12">
          <circle cx="8" cy="8" r="4.2" fill="currentColor" />
          <path d="M8 1 V15 M1 8 H15 M3 3 L13 13 M13 3 L3 13" stroke="currentColor" stroke-width="1.5" />
        </svg>
      );
    default:
      return null;
  }
}
