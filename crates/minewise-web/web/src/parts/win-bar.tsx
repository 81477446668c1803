/** A chance to win as a bar, with its figure. */

import { percent } from "../format";
import type { WinIs } from "../openapi";
import "../styles/win.css";

interface Props {
  win: number;
  winIs: WinIs | null;
  label?: string;
}

export function WinBar({ win, winIs, label = "Chance to win" }: Props) {
  return (
    <div class="win-bar">
      <div class="words">
        <span>{label}</span>
        <span>
          <strong>{percent(win)}</strong>
          {winIs && <span class="muted"> {winIs === "exact" ? "exactly" : "by estimate"}</span>}
        </span>
      </div>
      <div class="track" aria-hidden="true">
        <div class="fill" style={{ width: `${win * 100}%` }} />
      </div>
    </div>
  );
}
