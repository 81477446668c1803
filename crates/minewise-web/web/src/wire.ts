/** What the server says and is told: the shapes of the API. */

export type Cell = [row: number, col: number];
export type Status = "on" | "won" | "lost";
export type WinIs = "exact" | "estimate";

/** The body of every answer that is not 2xx. */
export interface Problem {
  error: string;
  /** The numbers that no layout fits together, if that is what is wrong. */
  clash?: { numbers: Cell[]; mine_count: boolean };
}

/** GET /api/about */
export interface About {
  version: string;
  limits: {
    cells: number;
    body_bytes: number;
    player_count: number;
    games: number;
    experiment_games: number;
  };
}

/** A game as its player may see it. GET /api/games/{id}, POST /api/games, POST /api/games/{id}/fork */
export interface Game {
  id: string;
  rules: string;
  no_guess: boolean;
  /** In our notation, on one line: `9x9/10 01....../…`. After a loss, `*` marks the mine that was hit. */
  view: string;
  status: Status;
  n_moves: number;
  elapsed_ms: number;
  /** Milliseconds since 1970. */
  created: number;
  /** The game that it was played on from. */
  from: string | null;
  end: End | null;
}

/** What is told when a game is over. */
export interface End {
  seed: string;
  /** In our notation, on one line: `9x9/10 ..*…/…`. */
  layout: string;
  three_bv: number;
}

/** POST /api/games */
export interface NewGame {
  rules: string;
  /** A whole number; drawn by the server if left out. */
  seed?: string;
  no_guess?: boolean;
}

/** POST /api/games/{id}/moves */
export interface Move {
  kind: "reveal" | "flag" | "chord";
  cell: Cell;
  /** How long the game has taken by the page's clock. */
  elapsed_ms: number;
}

export interface Moved {
  status: Status;
  n_moves: number;
  elapsed_ms: number;
  /** What is shown now of the cells that changed: row, column, letter of the notation. */
  changed: [row: number, col: number, letter: string][];
  end: End | null;
}

/** GET /api/games: newest first. */
export interface Games {
  games: Game[];
}

/** POST /api/analyze {view, player?, trust_flags?} */
export interface Analysis {
  rules: string;
  player: string;
  /** In decimal digits. */
  layouts: string | null;
  layouts_log10: number;
  /** Row by row; null for what is shown. */
  risk: (number | null)[][];
  safe: Cell[];
  mines: Cell[];
  /** The chance to win from here with good play. */
  win: number;
  win_is: WinIs;
  /** Null if nothing is left to reveal. */
  choice: Choice | null;
}

export interface Choice {
  /** Null if the player gave up. */
  cell: Cell | null;
  risk: number | null;
  win: number | null;
  win_is: WinIs | null;
  /** In a word or two. */
  reason: string;
  /** In a sentence. */
  text: string;
  candidates: Candidate[];
}

export interface Candidate {
  cell: Cell;
  risk: number | null;
  win: number | null;
  win_is: WinIs | null;
  visits?: number;
}

/** POST /api/cell {view, cell, trust_flags?}: all there is to say of one covered cell. */
export interface CellReport {
  cell: Cell;
  verdict: "safe" | "mine" | "open";
  risk: number;
  /** The numbers that prove it; for an open cell, those that it touches. */
  because: Cell[];
  /** Whether the number of mines is needed too. */
  mine_count: boolean;
  /** Why, in words. */
  text: string;
  /** The chance that it shows 0, 1, … 8; null if that is too much work. */
  numbers: number[] | null;
  /** The chance to win after revealing it. */
  win: number | null;
  win_is: WinIs | null;
}

/** POST /api/read?name=FILE with the bytes of a file or of pasted text. */
export interface Reading {
  kind: "view" | "layout" | "transcript";
  /** Canonical; a view or a layout on one line. */
  text: string;
  rules: string;
}

export type Label =
  | "opening"
  | "certain"
  | "missed"
  | "best"
  | "good"
  | "inaccuracy"
  | "mistake"
  | "blunder"
  | "forced"
  | "unknown";

/** GET /api/games/{id}/review, server-sent events: `progress` {done, total}, then `review`, or `problem`. */
export interface Review {
  game: string;
  rules: string;
  status: Status;
  /** One for each reveal or chord, in order. */
  moments: Moment[];
  /** What the numbers were worth beyond what was to be expected; in chances to win. */
  luck: number;
  /** What the choices gave away. */
  lost: number;
  /** The chance to win before the first reveal. */
  start: number;
}

export interface Moment {
  /** How many moves had been made before it, flags included. */
  at: number;
  kind: "reveal" | "chord";
  cell: Cell;
  elapsed_ms: number;
  /** The chance that it hit a mine. */
  risk: number | null;
  /** The chance to win before it with the best choice, and after it. */
  before: number;
  after: number;
  win_is: WinIs;
  /** What the choice was worth before it was known what it shows. */
  chosen: number | null;
  best: Cell | null;
  label: Label;
  lost: number;
  luck: number;
  text: string;
}

/** GET /api/games/{id}/views/{at}: the view after so many moves. */
export interface Shown {
  view: string;
}

/** GET /api/puzzles: mistakes of reviewed games, newest first. */
export interface Puzzles {
  puzzles: Puzzle[];
}

export interface Puzzle {
  game: string;
  at: number;
  rules: string;
  view: string;
  label: Label;
  lost: number;
  solved: boolean;
}

/** POST /api/puzzles/{game}/{at} {cell} */
export interface Judged {
  label: Label;
  lost: number;
  best: Cell | null;
  text: string;
  solved: boolean;
}

/** GET /api/watch?rules=&seed=&player=, server-sent events: `begin`, then `step`s, then `end`; or `problem`. */
export interface Begin {
  rules: string;
  seed: string;
  player: string;
}

export interface Step {
  choice: Choice;
  marks: Cell[];
  changed: [row: number, col: number, letter: string][];
  status: Status;
  /** The chance to win before the step, by the coach's estimate. */
  win: number | null;
}

export interface WatchEnd {
  /** `stuck` if the player gave up. */
  status: Status | "stuck";
  layout: string;
}

/** GET /api/players */
export interface Players {
  players: Player[];
}

export interface Player {
  name: string;
  source: string;
  summary: string;
  options: {
    name: string;
    summary: string;
    default: string;
    /** The words it may be, if it is a word. */
    words: string[] | null;
    /** In words: `a whole number from 1 to 1000`. */
    takes: string;
  }[];
  results: Result[];
}

/** What was measured of a player under one set of rules. Rates are fractions. */
export interface Result {
  rules: string;
  player: string;
  games: number;
  wins: number;
  win_rate: number;
  win_rate_ci95: [number, number];
  adjusted_win_rate: number | null;
  adjusted_ci95: [number, number] | null;
  guesses_per_game: number;
  /** The report that tells more, if there is one. */
  report: string | null;
}

/** GET /api/reports; the report itself is the page /reports/{name}. */
export interface Reports {
  reports: { name: string; title: string; date: string }[];
}

/** POST /api/experiments {rules, players, games, seed?}; GET /api/experiments */
export interface Experiment {
  id: string;
  rules: string[];
  players: string[];
  games: number;
  seed: string;
  created: number;
  /** Games played so far, of all cases together. */
  played: number;
  total: number;
  results: Result[];
}

export interface Experiments {
  experiments: Experiment[];
}

/**
 * GET /api/experiments/{id}/run, server-sent events: `progress`, at last `done` with the Experiment, or `problem`.
 * It plays while somebody listens; the next listener goes on where it stopped.
 */
export interface Progress {
  played: number;
  total: number;
  seconds_left: number | null;
}
