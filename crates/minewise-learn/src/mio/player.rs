//! The player `mio`: plays by learned rules, and guesses where none applies.
//!
//! As in Peña Castillo & Wrobel 2003, a rule that finds a safe cell is used first. Otherwise a rule that finds a mine
//! is used: the mine is marked, which may allow other rules to apply. Otherwise the player guesses, at random or by the
//! risks that single numbers give.
//!
//! Rules are tested again only where something has changed since they failed; see [`Failures`]. The obvious twin tests
//! all rules on all cells each time; a test compares the two.

use std::sync::Arc;

use minewise::cancel::is_cancelled;
use minewise::game::Counting;
use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed, Shown, View};
use minewise_players::{Entry, least_by_shares};

use super::board::Board;
use super::failures::Failures;
use super::knowledge::Target;
use super::model::{Matcher, Model};

/// How the player guesses where no rule applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GuessBy {
    /// At random: all covered cells without a mark are equally likely.
    #[default]
    Chance,
    /// The least risk by single numbers: p(Tu) of Peña Castillo & Wrobel.
    SingleNumbers,
}

/// The name under which guesses are counted.
const GUESS: &str = "guess";

/// A player that uses learned rules.
#[derive(Clone)]
pub struct Mio {
    model: Arc<Model>,
    guess: GuessBy,
    rng: Rng,
    /// The view at the last choice. The marks made then are still valid if the view now shows the same and more.
    seen: Option<View>,
    marks: Vec<Cell>,
    failures: Failures,
    /// How often each rule was used in this game, and how often a cell was guessed.
    uses: Vec<u64>,
    n_guesses: u64,
}

impl Mio {
    /// Creates a player that uses these rules.
    pub fn new(model: Arc<Model>, guess: GuessBy) -> Mio {
        let (uses, failures) = (vec![0; model.rules().len()], Failures::new(&model));
        Mio {
            model,
            guess,
            rng: Rng::new(Seed::default()),
            seen: None,
            marks: Vec::new(),
            failures,
            uses,
            n_guesses: 0,
        }
    }

    /// The board of a view, with marked mines.
    fn board(&self, view: &View) -> Arc<Board> {
        let mut marked = view.clone();
        for &cell in &self.marks {
            marked.show(cell, Shown::Mine);
        }
        Board::new(marked)
    }

    /// Clears the marks and failures unless the view shows the same as the last one and more. Otherwise, forgets the
    /// failures near the cells that are revealed now.
    fn check_memory(&mut self, view: &View) {
        let is_same = |seen: &View| {
            let keeps = |cell: Cell| seen.is_covered(cell) || seen.shown(cell) == view.shown(cell);
            seen.grid() == view.grid()
                && (0..view.grid().n_cells()).all(keeps)
                && self.marks.iter().all(|&mark| view.is_covered(mark))
        };
        match self.seen.take().filter(is_same) {
            Some(seen) => {
                let board = self.board(view);
                let revealed = seen.covered().filter(|&cell| !view.is_covered(cell));
                revealed.for_each(|cell| self.failures.forget_near(&board, cell));
            }
            None => {
                self.marks.clear();
                self.failures.clear();
            }
        }
        self.seen = Some(view.clone());
    }

    /// Finds a safe cell and the rule that proves it, marking mines where needed. If no rule does, returns the board
    /// with all marks.
    fn by_rules(&mut self, view: &View) -> Result<(Cell, usize), Arc<Board>> {
        let model = Arc::clone(&self.model);
        let mut board = self.board(view);
        loop {
            let cells: Vec<Cell> = board.view().covered().collect();
            let mut matcher = model.matcher(&board);
            if let Some((rule, cell)) = self.first(&mut matcher, Target::Safe, &cells) {
                return Ok((cell, rule));
            }
            let Some((rule, cell)) = self.first(&mut matcher, Target::Mine, &cells) else {
                return Err(board);
            };
            self.uses[rule] += 1;
            self.marks.push(cell);
            board = self.board(view);
            self.failures.forget_near(&board, cell);
        }
    }

    /// Finds the same as [`Matcher::first`], without testing rules where they are known to fail.
    fn first(&mut self, matcher: &mut Matcher<'_>, target: Target, cells: &[Cell]) -> Option<(usize, Cell)> {
        for rule in (0..self.model.rules().len()).filter(|&rule| self.model.rules()[rule].target == target) {
            for &cell in cells {
                if self.failures.contains(rule, cell) || is_cancelled() {
                    continue;
                }
                if matcher.covers(rule, cell) {
                    return Some((rule, cell));
                }
                if !matcher.is_exhausted() {
                    self.failures.add(rule, cell);
                }
            }
        }
        None
    }

    fn guess(&mut self, board: &Board) -> Cell {
        let mut cells: Vec<Cell> = match self.guess {
            GuessBy::Chance => board.view().covered().collect(),
            GuessBy::SingleNumbers => least_risky(board),
        };
        if cells.is_empty() {
            // Wrong rules may have marked all covered cells.
            cells = self.marks.clone();
        }
        if board.view().is_untouched() {
            cells.retain(|&cell| board.view().grid().can_start_at(cell));
        }
        self.n_guesses += 1;
        cells[self.rng.below(cells.len())]
    }
}

/// The cells with the least risk by single numbers.
fn least_risky(board: &Board) -> Vec<Cell> {
    let share = |number: Cell| Some((board.missing_at(number)?, board.blanks_around(number).count()));
    let density = (board.n_left(), board.view().n_covered());
    least_by_shares(board.view().grid(), board.view().covered(), share, density)
}

impl Mio {
    /// The entry of the player `mio`.
    pub fn entry() -> Entry {
        let summary = "Reveals cells that learned rules prove safe, and guesses where no rule applies.";
        let entry = Entry::learned("mio", "Peña Castillo & Wrobel 2003", summary, |options| {
            let ways = [("random", GuessBy::Chance), ("probability", GuessBy::SingleNumbers)];
            let help = "How it guesses: at random, or by the least risk computed from single numbers.";
            let guess = options.one_of("guess", &ways, "random", help);
            let shipped =
                [("paper", "paper.rules"), ("longer", "longer.rules"), ("further", "further.rules")];
            let help = "The rules: the paper's four, with longer ones, with proofs by contradiction, or those in a file.";
            Some(Mio::new(options.model("model", &shipped, help)?, guess))
        });
        entry.counting::<Mio>()
    }
}

impl Player for Mio {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
        self.seen = None;
        self.marks.clear();
        self.failures.clear();
        self.uses.fill(0);
        self.n_guesses = 0;
    }

    fn choose(&mut self, position: &Position) -> Choice {
        self.check_memory(position.view());
        let mut choice = match self.by_rules(position.view()) {
            Ok((cell, rule)) => {
                self.uses[rule] += 1;
                let name = &self.model.rules()[rule].name;
                Choice::reveal(cell, Reason::Other(format!("rule {name}").into()))
            }
            Err(board) => {
                let reason = match self.guess {
                    GuessBy::Chance => Reason::Random,
                    GuessBy::SingleNumbers => Reason::Other("least risk by single numbers".into()),
                };
                Choice::reveal(self.guess(&board), reason)
            }
        };
        choice.marks = self.marks.clone();
        choice.marks.sort_unstable();
        choice
    }
}

impl Counting for Mio {
    fn counts(&self) -> Vec<(String, u64)> {
        let rules = self.model.rules().iter().map(|rule| rule.name.clone()).zip(self.uses.iter().copied());
        rules.chain([(GUESS.to_owned(), self.n_guesses)]).collect()
    }
}

impl Mio {
    /// A cell that a rule proves safe, or the view with all marks if no rule does.
    pub(crate) fn safe_or_stuck(&mut self, view: &View) -> (Option<Cell>, Option<View>) {
        self.check_memory(view);
        match self.by_rules(view) {
            Ok((cell, _)) => (Some(cell), None),
            Err(board) => (None, Some(board.view().clone())),
        }
    }
}
