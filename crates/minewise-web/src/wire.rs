//! What the server is told and says: the shapes of the API, and nothing else knows them.
//!
//! Cells are `[row, column]` from 0, views and layouts are in our notation on one line, chances are fractions, times are
//! milliseconds. Seeds are written as text, since a page's numbers do not hold them all.

use minewise::{Candidate, Cell, Grid, Layout, Measure, Shown, Status, View, WinChance};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A cell as `[row, column]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Pair(pub usize, pub usize);

/// The pair of a cell.
pub(crate) fn pair(grid: &Grid, cell: Cell) -> Pair {
    let (row, col) = grid.row_col(cell);
    Pair(row, col)
}

/// The pairs of cells.
pub(crate) fn pairs(grid: &Grid, cells: impl IntoIterator<Item = Cell>) -> Vec<Pair> {
    cells.into_iter().map(|cell| pair(grid, cell)).collect()
}

/// What is wrong: the body of every answer that is not a success.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// In a sentence.
    pub error: String,
    /// The numbers that no layout fits together, if that is what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clash: Option<Clash>,
}

/// Numbers that no layout fits together.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Clash {
    /// The cells that show them.
    pub numbers: Vec<Pair>,
    /// Whether the number of mines is needed too.
    pub mine_count: bool,
}

/// What this server is.
#[derive(Serialize, ToSchema)]
pub struct About {
    /// Of the program.
    pub version: String,
    /// What it takes.
    pub limits: Limits,
}

/// What the server takes, and no more.
#[derive(Serialize, ToSchema)]
pub struct Limits {
    /// The most cells of a grid.
    pub cells: usize,
    /// The most bytes of a request.
    pub body_bytes: usize,
    /// The most games of a list.
    pub games: usize,
    /// The most games of an experiment, all cases together.
    pub experiment_games: u64,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Not over.
    On,
    /// Won.
    Won,
    /// Lost.
    Lost,
}

impl From<Status> for Standing {
    fn from(status: Status) -> Standing {
        match status {
            Status::On => Standing::On,
            Status::Won => Standing::Won,
            Status::Lost => Standing::Lost,
        }
    }
}

/// A game as its player may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Game {
    /// By which it is asked for.
    pub id: String,
    /// What is played.
    pub rules: String,
    /// Whether its layout needs no guess.
    pub no_guess: bool,
    /// What is shown; after a loss with the mine that was hit.
    pub view: String,
    /// How it stands.
    pub status: Standing,
    /// How many moves were made, flags included.
    pub n_moves: usize,
    /// How long it has taken.
    pub elapsed_ms: u64,
    /// When it was begun, since 1970.
    pub created: u64,
    /// The game that it was played on from.
    pub from: Option<String>,
    /// What is told when it is over.
    pub end: Option<End>,
}

/// What is told when a game is over.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct End {
    /// What the layout came from.
    pub seed: String,
    /// Where the mines are.
    pub layout: String,
    /// The fewest reveals that win.
    pub three_bv: usize,
}

impl End {
    pub(crate) fn of(seed: &str, layout: &Layout) -> End {
        End { seed: seed.to_owned(), layout: format!("{layout:#}"), three_bv: Measure::of(layout).three_bv }
    }
}

/// A game to begin.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// What is played, like `30x16/99` or `expert:zero`.
    pub rules: String,
    /// A whole number; drawn if left out.
    #[serde(default)]
    pub seed: Option<String>,
    /// Whether the layout must need no guess.
    #[serde(default)]
    pub no_guess: bool,
}

/// A game that was played elsewhere.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// Its rules, seed and moves, as `GET /api/games/{id}/transcript` tells them.
    pub transcript: String,
}

/// Where to play on from.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Fork {
    /// After how many moves.
    pub at: usize,
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Reveals a covered cell.
    Reveal,
    /// Puts a flag or takes it away.
    Flag,
    /// Reveals what is around a number that has its flags.
    Chord,
}

/// A move to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveAsked {
    /// What it does.
    pub kind: Kind,
    /// Where.
    pub cell: Pair,
    /// How long the game has taken by the page's clock.
    pub elapsed_ms: u64,
}

/// A cell and the letter that it shows now: `[row, column, letter]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Changed(pub usize, pub usize, pub char);

/// What a move brought.
#[derive(Serialize, ToSchema)]
pub struct Moved {
    /// How the game stands.
    pub status: Standing,
    /// How many moves were made.
    pub n_moves: usize,
    /// How long it has taken.
    pub elapsed_ms: u64,
    /// Row, column and letter of each cell that shows something else now.
    pub changed: Vec<Changed>,
    /// What is told when it is over.
    pub end: Option<End>,
}

/// What two views of one game show differently.
pub(crate) fn changes(before: &View, after: &View) -> Vec<Changed> {
    let grid = after.grid();
    (0..grid.n_cells())
        .filter(|&cell| before.shown(cell) != after.shown(cell))
        .map(|cell| {
            let (row, col) = grid.row_col(cell);
            Changed(row, col, letter(after.shown(cell)))
        })
        .collect()
}

fn letter(shown: Shown) -> char {
    match shown {
        Shown::Covered => '.',
        Shown::Flag => 'F',
        Shown::Mine => '*',
        Shown::Number(number) => char::from(b'0' + number),
    }
}

/// Games, newest first.
#[derive(Serialize, ToSchema)]
pub struct Games {
    /// The games.
    pub games: Vec<Game>,
}

/// A view, as it stood at some moment.
#[derive(Serialize, ToSchema)]
pub struct ViewAt {
    /// What was shown.
    pub view: String,
}

/// A view to take apart.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyzeAsked {
    /// In our notation, or as `.mine` files have it.
    pub view: String,
    /// Who chooses, like `exact` or `search(level=deep)`; `exact` if left out.
    #[serde(default)]
    pub player: Option<String>,
    /// Whether flags are taken for mines.
    #[serde(default)]
    pub trust_flags: bool,
}

/// A view taken apart. The program's `analyze --json` says the same.
#[derive(Serialize, ToSchema)]
pub struct Analysis {
    /// Those of the view.
    pub rules: String,
    /// Who chose.
    pub player: String,
    /// How many layouts fit, in decimal digits; none for large grids.
    pub layouts: Option<String>,
    /// Its decimal logarithm.
    pub layouts_log10: f64,
    /// The risk of each cell, row by row; none for what is shown.
    pub risk: Vec<Vec<Option<f64>>>,
    /// The covered cells that are certainly no mine.
    pub safe: Vec<Pair>,
    /// Those that certainly are.
    pub mines: Vec<Pair>,
    /// The chance to win from here with good play.
    pub win: f64,
    /// Whether it is exact or an estimate.
    pub win_is: WinIs,
    /// What the player chose; none if nothing is left to reveal.
    pub choice: Option<Choice>,
}

/// How a chance to win is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WinIs {
    /// Under perfect play, exactly.
    Exact,
    /// By some estimate.
    Estimate,
}

/// A chance to win, and how it is known.
pub(crate) fn told(win: Option<WinChance>) -> (Option<f64>, Option<WinIs>) {
    match win {
        Some(WinChance::Exact(win)) => (Some(win), Some(WinIs::Exact)),
        Some(WinChance::Estimate(win)) => (Some(win), Some(WinIs::Estimate)),
        None => (None, None),
    }
}

/// What a player chose.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Choice {
    /// The cell to reveal; none if the player gave up.
    pub cell: Option<Pair>,
    /// The chance that it is a mine.
    pub risk: Option<f64>,
    /// The chance to win with it, if the player tells.
    pub win: Option<f64>,
    /// How that is known.
    pub win_is: Option<WinIs>,
    /// Why, in a word or two.
    pub reason: String,
    /// Why, in a sentence.
    pub text: String,
    /// The cells it considered, best first.
    pub candidates: Vec<Considered>,
}

/// A cell that a player considered.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Considered {
    /// Which.
    pub cell: Pair,
    /// The chance that it is a mine.
    pub risk: Option<f64>,
    /// The chance to win with it.
    pub win: Option<f64>,
    /// How that is known.
    pub win_is: Option<WinIs>,
    /// How often a search tried it, if it counts that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
}

impl Considered {
    pub(crate) fn of(grid: &Grid, candidate: &Candidate) -> Considered {
        let (win, win_is) = told(candidate.win);
        let &Candidate { cell, risk, visits, .. } = candidate;
        Considered { cell: pair(grid, cell), risk, win, win_is, visits }
    }
}

/// A cell of a view to be told about.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CellAsked {
    /// The view.
    pub view: String,
    /// The cell.
    pub cell: Pair,
    /// Whether flags are taken for mines.
    #[serde(default)]
    pub trust_flags: bool,
}

/// All there is to say of a covered cell.
#[derive(Serialize, ToSchema)]
pub struct CellReport {
    /// Which.
    pub cell: Pair,
    /// `safe`, `mine` or `open`.
    #[schema(value_type = String)]
    pub verdict: &'static str,
    /// The chance that it is a mine.
    pub risk: f64,
    /// The numbers that prove the verdict; for an open cell, those that it touches.
    pub because: Vec<Pair>,
    /// Whether the number of mines is needed too.
    pub mine_count: bool,
    /// Why, in words.
    pub text: String,
    /// The chance that it shows 0, 1, … 8; none if that is too much work.
    #[schema(value_type = Option<Vec<f64>>)]
    pub numbers: Option<[f64; 9]>,
    /// The chance to win after revealing it.
    pub win: Option<f64>,
    /// How that is known.
    pub win_is: Option<WinIs>,
}

/// What a file or a pasted text holds.
#[derive(Serialize, ToSchema)]
pub struct Reading {
    /// `view`, `layout` or `transcript`.
    #[schema(value_type = String)]
    pub kind: &'static str,
    /// The same in our notation, a view or a layout on one line.
    pub text: String,
    /// Its rules.
    pub rules: String,
}

/// A game taken apart.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Review {
    /// Which game.
    pub game: String,
    /// What was played.
    pub rules: String,
    /// How it stands.
    pub status: Standing,
    /// Its reveals and chords, in order.
    pub moments: Vec<Moment>,
    /// What was shown beyond what was to be expected, in chances to win.
    pub luck: f64,
    /// What the choices gave away.
    pub lost: f64,
    /// The chance to win at the start.
    pub start: f64,
}

/// A reveal or a chord, and what it was worth.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Moment {
    /// How many moves had been made before it, flags included.
    pub at: usize,
    /// What it did.
    pub kind: Kind,
    /// Where.
    pub cell: Pair,
    /// When.
    pub elapsed_ms: u64,
    /// The chance that it hit a mine; none if that is too much work.
    pub risk: Option<f64>,
    /// The chance to win with the best choice.
    pub before: f64,
    /// The chance to win once it was seen what it shows.
    pub after: f64,
    /// How these are known.
    pub win_is: WinIs,
    /// The chance to win with this choice, before it was seen.
    pub chosen: f64,
    /// The best cell.
    pub best: Option<Pair>,
    /// `opening`, `certain`, `missed` (a certain cell existed), `best`, `good`, `inaccuracy`, `mistake`, `blunder`,
    /// `forced` (a coin to toss) or `unknown`.
    pub label: String,
    /// What the choice gave away.
    pub lost: f64,
    /// What was shown beyond what was to be expected.
    pub luck: f64,
    /// All that in a sentence.
    pub text: String,
}

/// Mistakes of reviewed games, newest first.
#[derive(Serialize, ToSchema)]
pub struct Puzzles {
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A mistake of a reviewed game, to be done better.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Puzzle {
    /// The game.
    pub game: String,
    /// After how many moves.
    pub at: usize,
    /// What was played.
    pub rules: String,
    /// What was shown.
    pub view: String,
    /// What the choice was called.
    pub label: String,
    /// What it gave away.
    pub lost: f64,
    /// Whether a better choice was found since.
    pub solved: bool,
}

/// An answer to a puzzle.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleAnswer {
    /// The cell to reveal.
    pub cell: Pair,
}

/// How good an answer is.
#[derive(Serialize, ToSchema)]
pub struct Judged {
    /// What the choice is called.
    pub label: String,
    /// What it gives away.
    pub lost: f64,
    /// The best cell.
    pub best: Option<Pair>,
    /// All that in a sentence.
    pub text: String,
    /// Whether it solves the puzzle.
    pub solved: bool,
}

/// A game that a player is watched in.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Begin {
    /// What is played.
    pub rules: String,
    /// What the layout comes from.
    pub seed: String,
    /// Who plays.
    pub player: String,
}

/// A move of a player that is watched.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Step {
    /// What it chose, and why.
    pub choice: Choice,
    /// The cells that it is sure are mines, if it says so.
    pub marks: Vec<Pair>,
    /// Row, column and letter of each cell that shows something else now.
    pub changed: Vec<Changed>,
    /// How the game stands.
    pub status: Standing,
    /// The chance to win before it, by the coach's estimate.
    pub win: Option<f64>,
}

/// How a game ended that a player was watched in.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct WatchEnd {
    /// `won`, `lost`, or `stuck` if the player gave up.
    pub status: String,
    /// Where the mines are.
    pub layout: String,
}

/// Every player there is.
#[derive(Serialize, ToSchema)]
pub struct Players {
    /// The players.
    pub players: Vec<Player>,
}

/// A player, and what was measured of it.
#[derive(Serialize, ToSchema)]
pub struct Player {
    /// What it is called.
    pub name: String,
    /// Whose idea it is.
    pub source: String,
    /// How it plays.
    pub summary: String,
    /// What can be set.
    pub options: Vec<PlayerOption>,
    /// What was measured.
    pub results: Vec<CaseResult>,
}

/// What can be set of a player.
#[derive(Serialize, ToSchema)]
pub struct PlayerOption {
    /// As in `name=value`.
    pub name: String,
    /// What it changes.
    pub summary: String,
    /// What it is unless set.
    pub default: String,
    /// The words it may be, if it is a word.
    pub words: Option<Vec<String>>,
    /// What it may be, in words.
    pub takes: String,
}

/// What was measured of a player under one set of rules.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CaseResult {
    /// What was played.
    pub rules: String,
    /// Who played.
    pub player: String,
    /// How many games.
    pub games: u64,
    /// How many were won.
    pub wins: u64,
    /// The share of them.
    pub win_rate: Option<f64>,
    /// Its interval.
    pub win_rate_ci95: (Option<f64>, Option<f64>),
    /// Without the luck of the games, if that was measured.
    pub adjusted_win_rate: Option<f64>,
    /// Its interval.
    pub adjusted_ci95: Option<(f64, f64)>,
    /// Reveals that could have hit a mine.
    pub guesses_per_game: Option<f64>,
    /// The report that tells more, if there is one.
    #[serde(default)]
    pub report: Option<String>,
}

/// Reports of committed experiments, newest first.
#[derive(Serialize, ToSchema)]
pub struct Reports {
    /// The reports.
    pub reports: Vec<ReportEntry>,
}

/// A report: a page of its own at `/reports/{name}`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReportEntry {
    /// By which it is asked for.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// The day.
    pub date: String,
}

/// An experiment to play.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewExperiment {
    /// What is played.
    pub rules: Vec<String>,
    /// Who plays.
    pub players: Vec<String>,
    /// How many games each, under each rules.
    pub games: u64,
    /// The seed of the first layout; drawn if left out.
    #[serde(default)]
    pub seed: Option<String>,
}

/// An experiment, and what came of it so far.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Experiment {
    /// By which it is asked for.
    pub id: String,
    /// What is played.
    pub rules: Vec<String>,
    /// Who plays.
    pub players: Vec<String>,
    /// How many games each, under each rules.
    pub games: u64,
    /// The seed of the first layout.
    pub seed: String,
    /// When it was begun, since 1970.
    pub created: u64,
    /// The games that are kept, of all cases together.
    pub played: u64,
    /// How many there are to be.
    pub total: u64,
    /// What came of each case.
    pub results: Vec<CaseResult>,
}

/// Experiments, newest first.
#[derive(Serialize, ToSchema)]
pub struct Experiments {
    /// The experiments.
    pub experiments: Vec<Experiment>,
}

/// How far an experiment is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExperimentProgress {
    /// The games played.
    pub played: u64,
    /// How many there are to be.
    pub total: u64,
    /// An estimate.
    pub seconds_left: Option<f64>,
}
