/** The playback controls: play and pause, single steps, position and speed. */

import { SPEEDS, type Playback } from "./playback";

interface Props {
  playback: Playback;
  last: number;
  hasRisk: boolean;
  onRisk: (hasRisk: boolean) => void;
}

export function Controls({ playback, last, hasRisk, onRisk }: Props) {
  return (
    <div class="panel controls sticky-bottom" role="group" aria-label="Playback">
      <Buttons playback={playback} last={last} />
      <input
        type="range"
        class="scrubber"
        aria-label="Step"
        min={0}
        max={last}
        value={playback.at}
        onInput={(event) => playback.jump(event.currentTarget.valueAsNumber)}
      />
      <Speed playback={playback} />
      <label>
        <input type="checkbox" checked={hasRisk} onChange={(event) => onRisk(event.currentTarget.checked)} />
        Show risks
      </label>
    </div>
  );
}

function Buttons({ playback: { at, isPlaying, toggle, step }, last }: { playback: Playback; last: number }) {
  return (
    <div class="row buttons">
      <button type="button" class="primary play" onClick={toggle}>
        {isPlaying ? "Pause" : "Play"}
      </button>
      <button type="button" aria-label="One step back" disabled={at === 0} onClick={() => step(-1)}>
        ←
      </button>
      <button type="button" aria-label="One step forward" disabled={at >= last} onClick={() => step(1)}>
        →
      </button>
      <span class="count">
        {at} of {last}
      </span>
    </div>
  );
}

function Speed({ playback: { speed, setSpeed } }: { playback: Playback }) {
  const rate = SPEEDS[speed] ?? 1;
  const pace = rate === Infinity ? "as fast as possible" : `${rate} per second`;
  return (
    <label class="speed">
      <span>Speed</span>
      <input
        type="range"
        min={0}
        max={SPEEDS.length - 1}
        value={speed}
        aria-valuetext={pace}
        onInput={(event) => setSpeed(event.currentTarget.valueAsNumber)}
      />
      <span class="muted pace">{pace}</span>
    </label>
  );
}
