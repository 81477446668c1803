/** A share with its confidence interval, as a bar and as figures. */

import { percent } from "../format";
import "../styles/interval-bar.css";

interface Props {
  /** `null` if it was not measured. */
  share: number | null;
  interval: [low: number | null, high: number | null] | null;
}

export function IntervalBar({ share, interval }: Props) {
  const [low, high] = interval ?? [null, null];
  if (share === null || low === null || high === null) return <>–</>;
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
