/** Buttons to step through the moves, or to jump to any move or to the next mistake. */

interface Props {
  at: number;
  last: number;
  onJump: (at: number) => void;
  /** `null` if there is none. */
  nextMistake: number | null;
}

export function Stepper({ at, last, onJump, nextMistake }: Props) {
  return (
    <div class="stepper row panel sticky-bottom" role="group" aria-label="Moves">
      <button type="button" aria-label="One move back" disabled={at === 0} onClick={() => onJump(at - 1)}>
        ←
      </button>
      <button
        type="button"
        aria-label="One move forward"
        disabled={at >= last}
        onClick={() => onJump(at + 1)}
      >
        →
      </button>
      <input
        type="range"
        aria-label="Move"
        min={0}
        max={last}
        value={at}
        aria-valuetext={at === last ? "the end" : `move ${at + 1}`}
        onInput={(event) => onJump(event.currentTarget.valueAsNumber)}
      />
      <span class="count">{at === last ? "end" : `${at + 1} of ${last}`}</span>
      <button
        type="button"
        disabled={nextMistake === null}
        onClick={() => nextMistake !== null && onJump(nextMistake)}
      >
        Next mistake
      </button>
    </div>
  );
}
