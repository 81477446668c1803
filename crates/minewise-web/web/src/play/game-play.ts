/** A game that is being played here: shows moves at once, and sends them in order, one after the other. */

import { ApiError, get, post } from "../api";
import type { End, Game, GameAt, Kind, MoveAsked, Moved, Standing } from "../openapi";
import { cellOf, indexOf, isCovered, neighbours, parseView } from "../view";
import type { Rules, View } from "../view";
import { Clock } from "./clock";

interface Queued {
  kind: Kind;
  index: number;
  elapsed: number;
}

const NONE: ReadonlySet<number> = new Set();

export class GamePlay {
  readonly id: string;
  readonly rules: Rules;
  readonly isNoGuess: boolean;
  readonly clock: Clock;
  status: Standing;
  end: End | null;
  /** What is shown: what the server has told, with the flags that are on their way. */
  view: View;
  /** Cells whose reveal is on its way. */
  sunk = NONE;
  /** What went wrong with a move, in a sentence. */
  problem: string | null = null;
  /** Whether moves wait because the server did not answer. */
  isCutOff = false;

  /** What the server has told, and after how many moves. */
  private told: string[];
  private nMoves: number;
  private queue: Queued[] = [];
  private isSending = false;
  private readonly listeners = new Set<() => void>();

  constructor(game: Game) {
    const { rules, cells } = parseView(game.view);
    this.id = game.id;
    this.rules = rules;
    this.isNoGuess = game.no_guess;
    this.status = game.status;
    this.end = game.end;
    this.told = cells;
    this.nMoves = game.n_moves;
    this.view = { rules, cells };
    this.refresh();
    this.clock = new Clock(game.elapsed_ms);
    this.resume();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The clock runs while the game is on, once something was revealed. */
  resume(): void {
    if (this.status === "on" && this.isBegun) this.clock.start();
  }

  pause(): void {
    this.clock.stop();
  }

  /** The game as the server has it, for questions about its view. */
  get at(): GameAt {
    return { id: this.id, n_moves: this.nMoves };
  }

  get isBegun(): boolean {
    return this.told.some((letter) => !isCovered(letter));
  }

  /** Whether the layout is still to be found: the first reveal is on its way. */
  get isBeginning(): boolean {
    return this.isSending && !this.isBegun && this.queue.some((move) => move.kind === "reveal");
  }

  reveal(index: number): void {
    if (this.view.cells[index] !== "." || this.sunk.has(index)) return;
    // Looking for a layout is not the player's time.
    if (!this.isNoGuess || this.isBegun) this.clock.start();
    this.enqueue("reveal", index);
  }

  flag(index: number): void {
    if (!isCovered(this.view.cells[index]) || this.sunk.has(index)) return;
    this.enqueue("flag", index);
  }

  chord(index: number): void {
    if (canChord(this.view, index)) this.enqueue("chord", index);
  }

  /** Sends again what the server did not answer. */
  retry(): void {
    void this.sendAll();
  }

  private enqueue(kind: Kind, index: number): void {
    if (this.status !== "on") return;
    this.queue.push({ kind, index, elapsed: this.clock.ms });
    this.refresh();
    void this.sendAll();
  }

  private async sendAll(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    this.problem = null;
    this.isCutOff = false;
    for (let move = this.queue[0]; move; move = this.queue[0]) {
      // An earlier answer may have made it pointless: a cascade has revealed the cell.
      if (this.isPointless(move)) this.queue.shift();
      else if (!(await this.send(move))) break;
    }
    this.isSending = false;
    this.refresh();
  }

  /** Whether to go on with the next move. */
  private async send({ kind, index, elapsed }: Queued): Promise<boolean> {
    const move: MoveAsked = { kind, cell: cellOf(this.rules, index), elapsed_ms: elapsed };
    try {
      const moved = await post<Moved>(`/api/games/${this.id}/moves`, move);
      this.queue.shift();
      this.take(moved);
      return true;
    } catch (cause) {
      this.problem = cause instanceof Error ? cause.message : String(cause);
      this.isCutOff = cause instanceof ApiError && cause.status === 0;
      if (!this.isCutOff) await this.putRight();
      return false;
    }
  }

  private take({ status, n_moves, changed, elapsed_ms, end }: Moved): void {
    const told = [...this.told];
    for (const [row, col, letter] of changed) told[indexOf(this.rules, [row, col])] = letter;
    this.told = told;
    this.nMoves = n_moves;
    this.status = status;
    this.end = end;
    if (status !== "on") {
      this.queue = [];
      this.clock.stopAt(elapsed_ms);
    }
    this.resume();
    this.refresh();
  }

  /** The server did not take a move: shows what it has, and drops what was built on that move. */
  private async putRight(): Promise<void> {
    this.queue = [];
    try {
      const game = await get<Game>(`/api/games/${this.id}`);
      this.told = parseView(game.view).cells;
      this.nMoves = game.n_moves;
      this.status = game.status;
      this.end = game.end;
      if (game.status !== "on") this.clock.stopAt(game.elapsed_ms);
    } catch {
      // The sentence about the move is already there; a second one would not help.
      return;
    }
  }

  private isPointless({ kind, index }: Queued): boolean {
    const letter = this.told[index];
    if (kind === "chord") return !canChord({ rules: this.rules, cells: this.told }, index);
    return kind === "reveal" ? letter !== "." : !isCovered(letter);
  }

  /** Works out what is shown: what was told, and on top of it the moves under way. */
  private refresh(): void {
    const cells = [...this.told];
    const sunk = new Set<number>();
    for (const { kind, index } of this.queue) {
      if (kind === "flag" && isCovered(cells[index])) cells[index] = cells[index] === "F" ? "." : "F";
      if (kind === "reveal") sunk.add(index);
      if (kind === "chord") {
        for (const near of neighbours(this.rules, index)) if (cells[near] === ".") sunk.add(near);
      }
    }
    if (this.status === "won") cells.forEach((letter, index) => letter === "." && (cells[index] = "F"));
    const isSame = cells.every((letter, index) => letter === this.view.cells[index]);
    if (!isSame) this.view = { rules: this.rules, cells };
    this.sunk = sunk.size > 0 ? sunk : NONE;
    this.listeners.forEach((listener) => listener());
  }
}

/** Whether as many flags touch a number as it says, and something is left to reveal. */
function canChord({ rules, cells }: View, index: number): boolean {
  const number = Number(cells[index]);
  if (!Number.isInteger(number)) return false;
  const around = neighbours(rules, index).map((near) => cells[near]);
  return around.includes(".") && around.filter((letter) => letter === "F").length === number;
}
