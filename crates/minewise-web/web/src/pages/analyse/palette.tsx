/** The palette of the editor: what a click on the board does. */

import type { ComponentChildren } from "preact";

/** `inspect`, or the letter to paint. */
export type Tool = string;

export const INSPECT: Tool = "inspect";

const LETTERS = [".", "F", "*", "0", "1", "2", "3", "4", "5", "6", "7", "8"];

export function Palette({ tool, onChange }: { tool: Tool; onChange: (tool: Tool) => void }) {
  return (
    <div class="palette" role="group" aria-label="What a click does">
      <button
        type="button"
        class="inspect"
        aria-pressed={tool === INSPECT}
        onClick={() => onChange(INSPECT)}
        title="Look at cells without changing them"
      >
        Inspect
      </button>
      {LETTERS.map((letter) => (
        <button
          type="button"
          key={letter}
          aria-pressed={tool === letter}
          aria-label={`Paint ${nameOf(letter)}`}
          title={`Paint ${nameOf(letter)} (key ${letter})`}
          onClick={() => onChange(letter)}
        >
          {pictureOf(letter)}
        </button>
      ))}
    </div>
  );
}

function nameOf(letter: string): string {
  if (letter === ".") return "a covered cell";
  if (letter === "F") return "a flag";
  return letter === "*" ? "a mine" : `the number ${letter}`;
}

function pictureOf(letter: string): ComponentChildren {
  switch (letter) {
    case ".":
      return <span class="swatch covered" />;
    case "F":
      return (
        <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
          <path d="M5 2 L13 5.5 L5 9 Z" fill="var(--flag)" />
          <path d="M5 2 V14 M2.5 14 H8" stroke="currentColor" stroke-width="1.6" fill="none" />
        </svg>
      );
    case "*":
      return (
        <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
          <circle cx="8" cy="8" r="4.2" fill="currentColor" />
          <path d="M8 1 V15 M1 8 H15 M3 3 L13 13 M13 3 L3 13" stroke="currentColor" stroke-width="1.4" />
        </svg>
      );
    default:
      return <b style={letter === "0" ? undefined : { color: `var(--number-${letter})` }}>{letter}</b>;
  }
}
