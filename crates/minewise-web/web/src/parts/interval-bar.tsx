/** A share with its interval, drawn on a scale from none to all. */

import { percent } from "../format";
import "../styles/interval-bar.css";

interface Props {
  share: number;
  interval: [low: number, high: number];
}

export function IntervalBar({ share, interval: [low, high] }: Props) {
  return (
    <span class="interval">
      <span class="lane" aria-hidden="true">
        <span class="share" style={{ width: `${share * 100}%` }} />
        <span class="whisker" style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }} />
      </span>
      <span class="figure">{percent(share)}</span>
      <span class="muted figure range">
        {(low * 100).toFixed(1)} to {(high * 100).toFixed(1)}
      </span>
    </span>
  );
}
