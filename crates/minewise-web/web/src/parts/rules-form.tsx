/** A form to choose rules: a preset with one click, or each value by hand. */

import { useEffect, useId, useState } from "preact/hooks";

import { grouped } from "../format";
import { TOPOLOGIES, formatRules, parseRules } from "../view";
import type { Rules, Start, Topology } from "../view";
import "../styles/rules-form.css";

const MAX_CELLS = 10_000;

export const PRESETS: { name: string; width: number; height: number; mines: number }[] = [
  { name: "Beginner", width: 9, height: 9, mines: 10 },
  { name: "Intermediate", width: 16, height: 16, mines: 40 },
  { name: "Expert", width: 30, height: 16, mines: 99 },
];

const STARTS: { value: Start; text: string }[] = [
  { value: "safe", text: "Never a mine" },
  { value: "zero", text: "Always an opening (shows 0)" },
  { value: "any", text: "May be a mine" },
];

const topologies = Object.entries(TOPOLOGIES).map(([value, { text }]) => ({
  value: value as Topology,
  text,
}));

/** The name of the preset with this size and number of mines, or `null`. */
export function presetOf(rules: Rules): string | null {
  const isSame = (preset: (typeof PRESETS)[number]) =>
    preset.width === rules.width && preset.height === rules.height && preset.mines === rules.mines;
  return PRESETS.find(isSame)?.name ?? null;
}

/** Says what is wrong with rules; `null` if they can be played. */
export function problemOf({ width, height, mines }: Rules): string | null {
  const isCount = (n: number) => Number.isInteger(n) && n >= 0;
  if (![width, height, mines].every(isCount)) return "Width, height and mines must be whole numbers.";
  const nCells = width * height;
  if (nCells < 1) return "The board must have at least one cell.";
  if (nCells > MAX_CELLS)
    return `The board can have at most ${grouped(MAX_CELLS)} cells; this one has ${grouped(nCells)}.`;
  if (mines >= nCells) return `There must be fewer mines than cells: at most ${grouped(nCells - 1)}.`;
  return null;
}

export interface RulesFormProps {
  value: Rules;
  onChange: (rules: Rules) => void;
  /** Whether to show buttons for the presets. */
  hasPresets?: boolean;
}

/** Calls `onChange` only with rules that can be played. Otherwise the form shows what is wrong. */
export function RulesForm({ value, onChange, hasPresets = true }: RulesFormProps) {
  const [draft, setDraft] = useState(value);
  const id = useId();
  const written = formatRules(value);
  // Equal rules in a new object must not reset what is being typed.
  useEffect(() => setDraft(parseRules(written)), [written]);
  const problem = problemOf(draft);
  const change = (part: Partial<Rules>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    if (!problemOf(next)) onChange(next);
  };
  return (
    <fieldset class="rules-form" aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend class="visually-hidden">Rules</legend>
      {hasPresets && <Presets draft={draft} change={change} />}
      <div class="rules-fields">
        <NumberField label="Width" value={draft.width} onChange={(width) => change({ width })} />
        <NumberField label="Height" value={draft.height} onChange={(height) => change({ height })} />
        <NumberField label="Mines" value={draft.mines} onChange={(mines) => change({ mines })} />
      </div>
      <Choice
        label="First click"
        options={STARTS}
        value={draft.start}
        onChange={(start) => change({ start })}
      />
      <Choice
        label="Grid"
        options={topologies}
        value={draft.topology}
        onChange={(topology) => change({ topology })}
      />
      {problem && (
        <p class="problem" role="alert" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function Presets({ draft, change }: { draft: Rules; change: (part: Partial<Rules>) => void }) {
  const current = presetOf(draft);
  return (
    <div class="rules-presets" role="group" aria-label="Presets">
      {PRESETS.map(({ name, ...size }) => (
        <button type="button" aria-pressed={name === current} onClick={() => change(size)}>
          {name}
        </button>
      ))}
    </div>
  );
}

function NumberField(props: { label: string; value: number; onChange: (value: number) => void }) {
  const { label, value, onChange } = props;
  return (
    <label class="field">
      {label}
      <input
        type="number"
        inputMode="numeric"
        min={label === "Mines" ? 0 : 1}
        value={Number.isNaN(value) ? "" : value}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}

function Choice<T extends string>(props: {
  label: string;
  options: { value: T; text: string }[];
  value: T;
  onChange: (value: T) => void;
}) {
  return (
    <label class="field">
      {props.label}
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value as T)}>
        {props.options.map(({ value, text }) => (
          <option value={value}>{text}</option>
        ))}
      </select>
    </label>
  );
}
