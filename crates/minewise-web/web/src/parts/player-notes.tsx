/** The figures by which a player judges a view, such as danger counts: a list, and what a board shows of them. */

import { useMemo, useState } from "preact/hooks";

import { grouped, percent } from "../format";
import type { CellFigures, FigureKind, PlayerNotes } from "../openapi";
import { Segments } from "./segments";
import type { Overlay } from "./use-analysis";

const RISK = "risk";
const NONE: ReadonlySet<number> = new Set();

export interface NotesChoice {
  /** The overlay of the figure that is shown, or `null` while risks are shown. */
  overlay: Overlay | null;
  /** What each shown text means, or `null` while risks are shown. */
  meaning: string | null;
  /** The names of the figures, and the one that is shown. */
  names: string[];
  shown: string;
  show: (name: string) => void;
}

/** Lets the user choose which figure the board shows. */
export function useNotes(notes: PlayerNotes | undefined): NotesChoice {
  const [wanted, setWanted] = useState(RISK);
  const figures = notes?.cells.find(({ name }) => name === wanted);
  const overlay = useMemo(() => (figures ? overlayOf(figures) : null), [figures]);
  return {
    overlay,
    meaning: figures?.meaning ?? null,
    names: [RISK, ...(notes?.cells.map(({ name }) => name) ?? [])],
    shown: figures ? wanted : RISK,
    show: setWanted,
  };
}

/** Buttons that choose the figure, if there is one to choose. */
export function NotesPicker({ names, shown, show, meaning }: NotesChoice) {
  if (names.length < 2) return null;
  const options = names.map((name) => ({ value: name, text: name === RISK ? "Risk" : name }));
  return (
    <div class="notes-picker">
      <Segments label="Figure shown on the board" options={options} value={shown} onChange={show} />
      {meaning && <span class="muted">{meaning}</span>}
    </div>
  );
}

/** A table of the figures of the whole view. */
export function NotesTable({ notes }: { notes: PlayerNotes }) {
  return (
    <table class="notes">
      <tbody>
        {notes.view.map(({ name, kind, value, meaning }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="figure">{figureText(kind, value)}</td>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a board shows of a figure: its text on each cell that has it, and a tint if it is a chance. */
export function overlayOf({ kind, values }: CellFigures): Overlay {
  const labels = new Map<number, string>();
  values.flat().forEach((value, index) => {
    if (value !== null) labels.set(index, shortText(kind, value));
  });
  return { risk: kind === "chance" ? values.flat() : null, labels, safe: NONE, mines: NONE };
}

/** A text that fits on a cell. */
function shortText(kind: FigureKind, value: number): string {
  if (kind === "chance") return `${Math.round(100 * value)}%`;
  return value < 10_000 ? String(value) : value.toExponential(0).replace("+", "");
}

function figureText(kind: FigureKind, value: number): string {
  if (kind === "chance") return percent(value);
  return value < 1e6 ? grouped(value) : value.toExponential(2).replace("+", "");
}
