/** A row of buttons, one of which is selected. */

import "../styles/segments.css";

interface Props<T extends string> {
  /** What is chosen, for screen readers. */
  label: string;
  options: readonly { value: T; text: string }[];
  /** `null` if none is selected. */
  value: T | null;
  onChange: (value: T) => void;
}

export function Segments<T extends string>({ label, options, value, onChange }: Props<T>) {
  return (
    <div class="segments" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  );
}
