/** The labels of moves, each with a sign that can be recognised without colour. */

import type { Label } from "../../openapi";
import type { Tone } from "../../parts/win-curve";
import "../../styles/labels.css";

interface Words {
  words: string;
  glyph: string;
  tone: Tone;
}

const LABELS: Record<Label, Words> = {
  opening: { words: "Opening", glyph: "○", tone: "plain" },
  certain: { words: "Certain", glyph: "=", tone: "plain" },
  missed: { words: "Missed a safe cell", glyph: "✗", tone: "bad" },
  best: { words: "Best", glyph: "★", tone: "good" },
  good: { words: "Good", glyph: "✓", tone: "good" },
  inaccuracy: { words: "Inaccuracy", glyph: "?!", tone: "warn" },
  mistake: { words: "Mistake", glyph: "?", tone: "bad" },
  blunder: { words: "Blunder", glyph: "??", tone: "bad" },
  forced: { words: "Forced 50/50", glyph: "½", tone: "plain" },
  unknown: { words: "Not judged", glyph: "…", tone: "plain" },
};

export function wordsOf(label: Label): Words {
  return LABELS[label];
}

/** Checks whether a better move was possible. */
export function isMistake(label: Label): boolean {
  return LABELS[label].tone === "warn" || LABELS[label].tone === "bad";
}

export function Badge({ label }: { label: Label }) {
  const { words, glyph, tone } = LABELS[label];
  return (
    <span class={`badge ${tone}`}>
      <span class="glyph" aria-hidden="true">
        {glyph}
      </span>
      {words}
    </span>
  );
}

/** Formats a difference between two chances in percentage points, without its sign. */
export function points(share: number): string {
  return (Math.abs(share) * 100).toFixed(1);
}
