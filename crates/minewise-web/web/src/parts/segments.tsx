/** A few words in a row, of which one holds. */

import "../styles/segments.css";

interface Props<T extends string> {
  /** What is chosen, for those who do not see the row. */
  label: string;
  options: readonly { value: T; text: string }[];
  /** Null if none of them holds. */
  value: T | null;
  onChange(value: T): void;
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
