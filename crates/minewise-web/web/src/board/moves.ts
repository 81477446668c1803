/** What buttons, fingers and keys come down to, by what the board was given and by the settings. */

import type { Settings } from "../settings";
import { isCovered, neighbours } from "../view";
import type { BoardProps } from "./props";

export class Moves {
  constructor(
    public props: BoardProps,
    public settings: Settings,
  ) {}

  /** Left button or tap. */
  primary(index: number): void {
    if (this.props.flagMode && this.isCoveredAt(index)) this.props.onFlag?.(index);
    else this.reveal(index);
  }

  /** Long press: what a tap does not do. */
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

  /** The cells that sink while a button is held on one. */
  sinking(index: number | null): number[] {
    const { isLive, flagMode, onChord, view } = this.props;
    if (!isLive || index === null) return [];
    if (this.isCoveredAt(index)) return view.cells[index] === "." && !flagMode ? [index] : [];
    return onChord && this.settings.chordByClick ? this.sinkingAround(index) : [];
  }

  /** The cells that sink while a chord is held on one. */
  sinkingAround(index: number | null): number[] {
    const { isLive, view } = this.props;
    if (!isLive || index === null || this.isCoveredAt(index)) return [];
    return neighbours(view.rules, index).filter((near) => view.cells[near] === ".");
  }

  private isCoveredAt(index: number): boolean {
    return isCovered(this.props.view.cells[index]);
  }
}
