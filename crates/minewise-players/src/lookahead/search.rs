//! `search`: plays for the chance to win, and estimates it.
//!
//! With `clicks=few`, certain cells are revealed in an order that wins in few clicks ([`few_clicks`]).
//!
//! The first cell comes from perfect play on small boards, else from a table of measured first cells ([`first_cell`]).
//! Certainly safe cells are revealed. If few layouts are left, play is perfect. Else each cell whose risk is close to
//! the least is rated one step ahead ([`ahead`]): by the *promise* of the views that it may lead to ([`promise`]). The
//! higher levels look a second step ahead from the best-rated cells, and try these in games played to the end on
//! layouts that fit ([`rollouts`]). Levels are limits of work, not of time, so a game is the same on every machine.
//!
//! `docs/search.md` has the effect and the cost of each part, and what was tried without success.

mod ahead;
mod few_clicks;
mod first_cell;
mod promise;
mod rollouts;
mod tutor;

use std::cmp::Ordering;

use minewise::game::{Candidate, WinChance};
use minewise::perfect::{CellValue, Limits};
use minewise::{Cell, Census, Choice, Optimal, Player, Position, Reason, Rng, Rules, Seed, Verdict};

use crate::chance::Chance;
use crate::entry::Entry;
use crate::least_risk::exact::{EQUAL, Exact};
use ahead::{RatedCell, Width, rate, rate_two_steps};
pub use first_cell::{FIRST_SEED, FirstCell};
pub use promise::{Facts, N_FACTS, Promise};
use rollouts::Roller;
pub use tutor::{TriedGuess, Tutor};

/// How much work `search` spends on a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// One step ahead: for many games, and for immediate hints.
    Fast,
    /// Two steps ahead, and games played to the end near the end of a game.
    Normal,
    /// Two steps ahead, and games played to the end whenever two cells are close.
    Deep,
}

/// The limits of work of a level.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// The most layouts for which perfect play is tried, as a decimal logarithm, and the most nodes.
    perfect_log10: f64,
    n_nodes: u64,
    /// The most layouts for which it is tried before the first move, as a decimal logarithm. More, since it is done
    /// once.
    first_log10: f64,
    /// Number of games played, once, to find the first cell if neither perfect play nor a table has it.
    n_first_games: u64,
    /// Number of best-rated cells that are rated two steps ahead.
    n_further: usize,
    /// Number of games played to the end, and the most layouts for which this is done, as a decimal logarithm.
    n_games: usize,
    games_log10: f64,
}

impl Level {
    fn effort(self) -> Effort {
        // Larger limits were measured and gained nothing that showed, see "What did not" in docs/search.md.
        match self {
            Level::Fast => Effort {
                perfect_log10: 2.5,
                n_nodes: 1000,
                first_log10: 3.3,
                n_first_games: 0,
                n_further: 0,
                n_games: 0,
                games_log10: 0.0,
            },
            Level::Normal => Effort {
                perfect_log10: 3.5,
                n_nodes: 5000,
                first_log10: 4.2,
                n_first_games: 0,
                n_further: 12,
                n_games: 300,
                games_log10: 15.0,
            },
            Level::Deep => Effort {
                perfect_log10: 4.0,
                n_nodes: 200_000,
                first_log10: 5.0,
                n_first_games: 6000,
                n_further: 12,
                n_games: 4000,
                games_log10: f64::INFINITY,
            },
        }
    }
}

/// The most nodes for perfect play of the first cell.
const FIRST_NODES: u64 = 5_000_000;
/// Which cells are rated at the first step. A margin of 0.2 was measured and gained nothing (docs/search.md).
const WIDE: Width = Width { n_cells: 100, margin: 0.1 };
/// Which cells are rated at the second step.
const NARROW: Width = Width { n_cells: 12, margin: 0.1 };
/// Cells whose promise is behind the best by this or more are not examined further.
const FAR_BEHIND: f64 = 0.025;
/// The most cells that are tried in games.
const MOST_TRIED: usize = 6;
/// The most layouts for which perfect play evaluates all cells and not only the best, as a decimal logarithm.
const ALL_CELLS_LOG10: f64 = 2.0;

/// Plays for the chance to win.
#[derive(Clone, Debug)]
pub struct Search {
    effort: Effort,
    few_clicks: bool,
    seed: Seed,
    exact: Exact,
    chance: Chance,
    /// The first cell under the rules played last, with its chance to win, if it is known.
    opening: Option<(Rules, Option<(Cell, WinChance)>)>,
    /// A position that is reused to look ahead.
    board: Option<Position>,
    roller: Option<Roller>,
}

impl Search {
    /// Creates a player of this level.
    pub fn new(level: Level) -> Search {
        Search {
            effort: level.effort(),
            few_clicks: false,
            seed: Seed(0),
            exact: Exact::default(),
            chance: Chance::default(),
            opening: None,
            board: None,
            roller: None,
        }
    }

    /// The same player, which reveals certain cells in an order that wins in few clicks, or not.
    #[must_use]
    pub fn with_few_clicks(self, few_clicks: bool) -> Search {
        Search { few_clicks, ..self }
    }

    /// Chooses a certainly safe cell, if there is one.
    fn choose_certain(&self, position: &Position) -> Option<Cell> {
        if self.few_clicks {
            return few_clicks::least_wasteful(position.census().ok()?);
        }
        position.plainly_safe().next().or_else(|| position.census().ok()?.safe().next())
    }

    /// Chooses the first cell of a game.
    fn open(&mut self, position: &Position) -> Choice {
        let rules = *position.view().grid().rules();
        if self.opening.is_none_or(|(known, _)| known != rules) {
            self.opening = Some((rules, self.best_opening(position)));
        }
        let Some((_, Some((cell, win)))) = self.opening else { return self.exact.choose(position) };
        let risk = position.census().ok().and_then(|census| census.risk(cell));
        let mut choice = Choice::reveal(cell, Reason::Opening);
        choice.candidates = vec![candidate(cell, risk, win)];
        choice
    }

    /// Returns the best first cell and its chance to win: by perfect play, from the table, or from games played now.
    fn best_opening(&mut self, untouched: &Position) -> Option<(Cell, WinChance)> {
        let view = untouched.view();
        let is_small = |census: &Census| census.layouts_log10() <= self.effort.first_log10;
        if untouched.census().is_ok_and(is_small)
            && let Ok(optimal) = Optimal::of(view, Limits::nodes(FIRST_NODES))
        {
            return optimal.best().map(|best| (best.cell, WinChance::Exact(best.value())));
        }
        let tried = || {
            let n_games = Some(self.effort.n_first_games).filter(|&n_games| n_games > 0)?;
            let roller = self.roller.get_or_insert_with(|| Roller::new(untouched));
            FirstCell::best_of_few(view.grid(), n_games, roller)
        };
        let opening = FirstCell::shipped(view.grid().rules()).or_else(tried)?;
        Some((opening.cell, WinChance::Estimate(opening.win)))
    }

    /// Chooses if nothing is certain.
    fn guess(&mut self, position: &Position, census: &Census) -> Choice {
        if let Some(choice) = self.play_perfectly(position, census) {
            return choice;
        }
        let mut cells = rate(position, census, WIDE);
        let Some(&best_at_first) = cells.first() else { return self.exact.choose(position) };
        let n_close = cells.partition_point(|rated| rated.promise > best_at_first.promise - FAR_BEHIND);
        let n_further = n_close.min(self.effort.n_further);
        if n_further > 1 {
            let board = self.board.get_or_insert_with(|| Position::new(position.view().clone()));
            rate_two_steps(position, census, &mut cells[..n_further], board, NARROW);
        }
        let best = cells[0];
        // Promises have an unknown constant in common, so the best cell is given the chance to win of the whole view.
        let here = self.chance.of(census);
        let estimate = |rated: &RatedCell| (here + rated.promise - best.promise).clamp(0.0, 1.0);
        let to_candidate =
            |rated: &RatedCell| candidate(rated.cell, Some(rated.risk), WinChance::Estimate(estimate(rated)));
        let mut candidates: Vec<Candidate> = cells.iter().map(to_candidate).collect();
        let mut cell = best.cell;
        if n_close > 1 && self.effort.n_games > 0 && census.layouts_log10() <= self.effort.games_log10 {
            let n_tried = n_close.min(MOST_TRIED);
            cell = self.try_in_games(position, census, &cells[..n_tried], &mut candidates);
        }
        let mut choice = Choice::reveal(cell, reason(census, cell));
        choice.candidates = candidates;
        choice
    }

    /// Chooses the best cell if perfect play can be computed.
    fn play_perfectly(&self, position: &Position, census: &Census) -> Option<Choice> {
        if census.layouts_log10() > self.effort.perfect_log10 {
            return None;
        }
        let limits = Limits::nodes(self.effort.n_nodes);
        let mut values = if census.layouts_log10() <= ALL_CELLS_LOG10 && self.effort.n_further > 0 {
            Optimal::of(position.view(), limits).ok()?.cells
        } else {
            vec![Optimal::best_of(position.view(), limits).ok()??]
        };
        let better = |one: &CellValue, other: &CellValue| match (one.is_better(other), other.is_better(one)) {
            (true, _) => Ordering::Less,
            (_, true) => Ordering::Greater,
            _ => Ordering::Equal,
        };
        values.sort_by(better);
        let best = values.first()?.cell;
        let mut choice = Choice::reveal(best, reason(census, best));
        let to_candidate = |value: &CellValue| {
            candidate(value.cell, census.risk(value.cell), WinChance::Exact(value.value()))
        };
        choice.candidates = values.iter().map(to_candidate).collect();
        Some(choice)
    }

    /// Tries cells in games played to the end, and returns the best. The results are added to `candidates`.
    fn try_in_games(
        &mut self,
        position: &Position,
        census: &Census,
        tried: &[RatedCell],
        candidates: &mut [Candidate],
    ) -> Cell {
        // Seeded by the view, so that the choice does not depend on earlier ones.
        let mut rng = Rng::new(self.seed.stream(position.view().n_covered() as u64));
        let roller = self.roller.get_or_insert_with(|| Roller::new(position));
        let results = roller.compare(position, census, tried, self.effort.n_games, &mut rng);
        for result in &results {
            let of_same = candidates.iter_mut().filter(|candidate| candidate.cell == result.cell);
            for candidate in of_same {
                candidate.win = Some(WinChance::Estimate(result.win.clamp(0.0, 1.0)));
                candidate.visits = Some(result.n_games as u64);
            }
        }
        results.first().map_or(tried[0].cell, |result| result.cell)
    }
}

impl Search {
    /// The entry of this player.
    pub fn entry() -> Entry {
        let summary =
            "Plays for the chance to win: perfectly if few layouts are left, else by looking ahead.";
        Entry::new("search", "Minewise", summary, |options| {
            let levels = [("fast", Level::Fast), ("normal", Level::Normal), ("deep", Level::Deep)];
            let level = options.one_of("level", &levels, "normal", "How much work it spends on a choice.");
            let help =
                "`few` reveals certain cells in an order that wins in fewer clicks, with the same guesses.";
            Search::new(level).with_few_clicks(options.one_of(
                "clicks",
                &[("any", false), ("few", true)],
                "any",
                help,
            ))
        })
    }
}

impl Player for Search {
    fn start(&mut self, rules: &Rules, seed: Seed) {
        self.exact.start(rules, seed);
        self.seed = seed;
    }

    fn choose(&mut self, position: &Position) -> Choice {
        if position.view().is_untouched() {
            return self.open(position);
        }
        match (self.choose_certain(position), position.census()) {
            (Some(cell), _) => Choice::reveal(cell, Reason::Certain),
            (None, Ok(census)) => self.guess(position, census),
            (None, Err(_)) => self.exact.choose(position),
        }
    }
}

fn candidate(cell: Cell, risk: Option<f64>, win: WinChance) -> Candidate {
    Candidate::new(cell).with_risk(risk).with_win(win)
}

/// Returns why a cell is guessed: it must be guessed sooner or later, it has the least risk, or it is worth more risk.
fn reason(census: &Census, cell: Cell) -> Reason {
    let (least, _) = census.least_risky(EQUAL);
    if is_forced_guess(census, cell) {
        Reason::ForcedGuess
    } else if census.risk(cell).is_some_and(|risk| risk <= least + EQUAL) {
        Reason::BestOdds
    } else {
        Reason::MoreInformation
    }
}

/// Checks whether a cell must be guessed sooner or later: it is in a region about which no cell outside of it will ever
/// give information.
pub fn is_forced_guess(census: &Census, cell: Cell) -> bool {
    let groups = || census.groups().filter(|group| group.verdict == Verdict::Open);
    let Some(own) = groups().find(|group| group.cells.contains(&(cell as u32))) else { return false };
    let inside: Vec<u32> =
        groups().filter(|group| group.region == own.region).flat_map(|group| group.cells).copied().collect();
    let gives_information = |near: Cell| {
        let is_open = matches!(census.verdict(near), Some(Verdict::Open | Verdict::Safe));
        is_open && !inside.contains(&(near as u32))
    };
    inside.iter().all(|&cell| !census.grid().neighbours(cell as Cell).any(gives_information))
}

#[cfg(test)]
mod tests;
