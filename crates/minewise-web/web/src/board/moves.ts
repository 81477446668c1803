/** Turns clicks, taps and keys into the calls of the board's props, according to the settings. */

import type { Settings } from "../settings";
import { isCovered, neighbours } from "../view";
import type { BoardProps } from "./props";

export class Moves {
  constructor(
    public props: BoardProps,
    public settings: Settings,
  ) {}

  /** The left button or a tap. */
  primary(index: number): void {
    if (this.props.flagMode && this.isCoveredAt(index)) this.props.onFlag?.(index);
    else this.reveal(index);
  }

  /** A long press, which does the opposite of a tap. */
  secondary(index: number): void {
    if (this.props.flagMode && this.isCoveredAt(index)) this.reveal(index);
    else this.props.onFlag?.(index);
  }

  reveal(index: number): void {
    const { onReveal, onChord } = this.props;
    if (this.isCoveredAt(index) || !onChord) onReveal?.(index);
    else if (this.settings.chordByClick) onChord(index);
  }

  flag(index: number): void {
    this.props.onFlag?.(index);
  }

  chord(index: number): void {
    this.props.onChord?.(index);
  }

  /** The cells that are shown pressed while a button is held on a cell. */
  pressedBy(index: number | null): number[] {
    const { isLive, flagMode, onChord, view } = this.props;
    if (!isLive || index === null) return [];
    if (this.isCoveredAt(index)) return view.cells[index] === "." && !flagMode ? [index] : [];
    return onChord && this.settings.chordByClick ? this.pressedByChord(index) : [];
  }

  /** The cells that are shown pressed while both buttons are held on a number. */
  pressedByChord(index: number | null): number[] {
    const { isLive, view } = this.props;
    if (!isLive || index === null || this.isCoveredAt(index)) return [];
    return neighbours(view.rules, index).filter((near) => view.cells[near] === ".");
  }

  private isCoveredAt(index: number): boolean {
    return isCovered(this.props.view.cells[index]);
  }
}
