/** A game in progress: shows moves immediately, and sends them to the server one after the other. */

import { ApiError, get, post } from "../api";
import type { GameEnd, Game, GameAt, MoveKind, MoveRequest, MoveResult, GameStatus } from "../openapi";
import { sentenceOf } from "../parts/use-load";
import { cellOf, indexOf, isCovered, neighbours, parseView } from "../view";
import type { Rules, View } from "../view";
import { Clock } from "./clock";

/** A move that the server has not answered yet. */
interface QueuedMove {
  kind: MoveKind;
  index: number;
  elapsed: number;
}

const NONE: ReadonlySet<number> = new Set();

export class GamePlay {
  readonly id: string;
  readonly rules: Rules;
  readonly isNoGuess: boolean;
  readonly clock: Clock;
  status: GameStatus;
  end: GameEnd | null;
  /** What is shown: what the server has confirmed, with the flags that it has not answered yet. */
  view: View;
  /** Cells whose reveal the server has not answered yet. */
  pending = NONE;
  /** Why a move failed, as a sentence. */
  problem: string | null = null;
  /** Whether moves are waiting because the server could not be reached. */
  isOffline = false;

  /** The cells as the server has confirmed them, after `nMoves` moves. */
  private confirmed: string[];
  private nMoves: number;
  private queue: QueuedMove[] = [];
  private isSending = false;
  private readonly listeners = new Set<() => void>();

  constructor(game: Game) {
    const { rules, cells } = parseView(game.view);
    this.id = game.id;
    this.rules = rules;
    this.isNoGuess = game.no_guess;
    this.status = game.status;
    this.end = game.end;
    this.confirmed = cells;
    this.nMoves = game.n_moves;
    this.view = { rules, cells };
    this.refresh();
    // While a game is on, its own clock goes on, which pauses when the page is hidden. The result is the server's time.
    this.clock = new Clock(game.status === "on" ? game.page_ms : game.elapsed_ms);
    this.resume();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Starts the clock if the game is in progress and something has been revealed. */
  resume(): void {
    if (this.status === "on" && this.isBegun) this.clock.start();
  }

  pause(): void {
    this.clock.stop();
  }

  /** Identifies the confirmed state of the game, for questions about its view. */
  get at(): GameAt {
    return { id: this.id, n_moves: this.nMoves };
  }

  get isBegun(): boolean {
    return this.confirmed.some((letter) => !isCovered(letter));
  }

  /** Whether the server is still looking for a layout: it has not answered the first reveal yet. */
  get isFindingLayout(): boolean {
    return this.isSending && !this.isBegun && this.queue.some((move) => move.kind === "reveal");
  }

  reveal(index: number): void {
    if (this.view.cells[index] !== "." || this.pending.has(index)) return;
    // The time to find a no-guess layout does not count.
    if (!this.isNoGuess || this.isBegun) this.clock.start();
    this.enqueue("reveal", index);
  }

  flag(index: number): void {
    if (!isCovered(this.view.cells[index]) || this.pending.has(index)) return;
    this.enqueue("flag", index);
  }

  chord(index: number): void {
    if (canChord(this.view, index)) this.enqueue("chord", index);
  }

  /** Sends the waiting moves again. */
  retry(): void {
    void this.sendAll();
  }

  private enqueue(kind: MoveKind, index: number): void {
    if (this.status !== "on") return;
    this.queue.push({ kind, index, elapsed: this.clock.ms });
    this.refresh();
    void this.sendAll();
  }

  private async sendAll(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    this.problem = null;
    this.isOffline = false;
    for (let move = this.queue[0]; move; move = this.queue[0]) {
      // An earlier answer may have made the move pointless, for example if a cascade has revealed the cell.
      if (this.isPointless(move)) this.queue.shift();
      else if (!(await this.send(move))) break;
    }
    this.isSending = false;
    this.refresh();
  }

  /** Sends a move. Returns whether to continue with the next one. */
  private async send({ kind, index, elapsed }: QueuedMove): Promise<boolean> {
    const cell = cellOf(this.rules, index);
    const move: MoveRequest = { kind, cell, elapsed_ms: elapsed, n_moves: this.nMoves };
    try {
      const moved = await post<MoveResult>(`/api/games/${this.id}/moves`, move);
      this.queue.shift();
      this.apply(moved);
      return true;
    } catch (cause) {
      this.problem = sentenceOf(cause);
      this.isOffline = cause instanceof ApiError && cause.status === 0;
      if (!this.isOffline) await this.resync();
      return false;
    }
  }

  private apply({ status, n_moves, changed, elapsed_ms, end }: MoveResult): void {
    const cells = [...this.confirmed];
    for (const [row, col, letter] of changed) cells[indexOf(this.rules, [row, col])] = letter;
    this.confirmed = cells;
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

  /** Returns to the state of the server after it refused a move, and drops the moves after that one. */
  private async resync(): Promise<void> {
    this.queue = [];
    try {
      const game = await get<Game>(`/api/games/${this.id}`);
      this.confirmed = parseView(game.view).cells;
      this.nMoves = game.n_moves;
      this.status = game.status;
      this.end = game.end;
      if (game.status !== "on") this.clock.stopAt(game.elapsed_ms);
    } catch {
      // The page already says that the move failed. A second error would not help.
      return;
    }
  }

  private isPointless({ kind, index }: QueuedMove): boolean {
    const letter = this.confirmed[index];
    if (kind === "chord") return !canChord({ rules: this.rules, cells: this.confirmed }, index);
    return kind === "reveal" ? letter !== "." : !isCovered(letter);
  }

  /** Updates what is shown: the confirmed cells, with the waiting moves applied to them. */
  private refresh(): void {
    const cells = [...this.confirmed];
    const pending = new Set<number>();
    for (const { kind, index } of this.queue) {
      if (kind === "flag" && isCovered(cells[index])) cells[index] = cells[index] === "F" ? "." : "F";
      if (kind === "reveal") pending.add(index);
      if (kind === "chord") {
        for (const near of neighbours(this.rules, index)) if (cells[near] === ".") pending.add(near);
      }
    }
    if (this.status === "won") cells.forEach((letter, index) => letter === "." && (cells[index] = "F"));
    const isSame = cells.every((letter, index) => letter === this.view.cells[index]);
    if (!isSame) this.view = { rules: this.rules, cells };
    this.pending = pending.size > 0 ? pending : NONE;
    this.listeners.forEach((listener) => listener());
  }
}

/** Checks whether a number has as many flags around it as it says, and something left to reveal. */
function canChord({ rules, cells }: View, index: number): boolean {
  const number = Number(cells[index]);
  if (!Number.isInteger(number)) return false;
  const around = neighbours(rules, index).map((near) => cells[near]);
  return around.includes(".") && around.filter((letter) => letter === "F").length === number;
}
