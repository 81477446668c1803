/** A chance to win, as a bar and as a figure. */

import { percent } from "../format";
import type { Outlook } from "../openapi";
import "../styles/win.css";

interface Props {
  outlook: Outlook;
  label?: string;
}

export function WinBar({ outlook: { win, win_is }, label = "Chance to win" }: Props) {
  return (
    <div class="win-bar">
      <div class="words">
        <span>{label}</span>
        <span>
          <strong>{percent(win)}</strong>
          <span class="muted"> {win_is === "exact" ? "exact" : "estimate"}</span>
        </span>
      </div>
      <div class="track" aria-hidden="true">
        <div class="fill" style={{ width: `${win * 100}%` }} />
      </div>
    </div>
  );
}
