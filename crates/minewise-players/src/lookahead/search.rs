//! `search`: plays for the chance to win, and tells how great it is.
//!
//! The first cell comes from perfect play on small boards, else from a table of what was measured ([`first_cell`]). What is
//! certainly safe is revealed. Where few layouts are left, play is perfect. Else every cell worth a thought is looked at one
//! step ahead ([`ahead`]): what the views promise that it may lead to ([`promise`]). The better levels look a second step
//! ahead from the most promising ones, and try those in games played to the end on layouts that fit ([`rollouts`]). Levels
//! differ in what they may do, never in seconds, so a game is the same on every machine.

mod ahead;
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
use ahead::{Look, Width, look_further, looks};
pub use first_cell::{FIRST_SEED, FirstCell};
pub use promise::{Facts, N_FACTS, Promise};
use rollouts::Roller;
pub use tutor::{Tried, Tutor};

/// How much thought `search` gives to a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// One step ahead: for many games, and hints at once.
    Fast,
    /// Two steps ahead, and games played to the end where few cells are left.
    Normal,
    /// Games played to the end wherever it matters.
    Deep,
}

/// What a level may do for a choice.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Perfect play is tried up to so many layouts, as a decimal logarithm, and nodes.
    perfect_log10: f64,
    n_nodes: u64,
    /// The same of a board that has not begun, where it is done once.
    first_log10: f64,
    /// So many games are played to find the first cell, once, where neither perfect play nor a table tells it.
    n_first_games: u64,
    /// So many of the most promising cells are looked at a second step ahead.
    n_further: usize,
    /// So many games are played to the end, where at most so many layouts are left, as a decimal logarithm.
    n_games: usize,
    games_log10: f64,
}

impl Level {
    fn effort(self) -> Effort {
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

/// The nodes that the first cell may take.
const FIRST_NODES: u64 = 5_000_000;
/// Which cells are looked at first.
const WIDE: Width = Width { n_cells: 100, margin: 0.1 };
/// Which are looked at from there.
const NARROW: Width = Width { n_cells: 12, margin: 0.1 };
/// What promises so much less than the best is not thought about further.
const HOPELESS: f64 = 0.025;
/// So many are tried in games, at most.
const MOST_TRIED: usize = 6;
/// Of so few layouts, perfect play tells what every cell is worth, not of the best alone; a decimal logarithm.
const ALL_CELLS_LOG10: f64 = 2.0;

/// Plays for the chance to win.
#[derive(Clone, Debug)]
pub struct Search {
    effort: Effort,
    seed: Seed,
    exact: Exact,
    chance: Chance,
    /// The first cell under the rules played last, and its chance to win, if there is any way to tell.
    opening: Option<(Rules, Option<(Cell, WinChance)>)>,
    /// Where it looks ahead, when it has done so.
    board: Option<Position>,
    roller: Option<Roller>,
}

impl Search {
    /// One that plays at a level.
    pub fn new(level: Level) -> Search {
        Search {
            effort: level.effort(),
            seed: Seed(0),
            exact: Exact::default(),
            chance: Chance::default(),
            opening: None,
            board: None,
            roller: None,
        }
    }

    /// The first cell of a game.
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

    /// The best first cell and its chance to win: by perfect play, as measured, or by games now.
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

    /// Chooses where nothing is certain.
    fn guess(&mut self, position: &Position, census: &Census) -> Choice {
        if let Some(choice) = self.play_perfectly(position, census) {
            return choice;
        }
        let mut found = looks(position, census, WIDE);
        let Some(&most_promising) = found.first() else { return self.exact.choose(position) };
        let n_hopeful = found.partition_point(|look| look.promise > most_promising.promise - HOPELESS);
        let n_further = n_hopeful.min(self.effort.n_further);
        if n_further > 1 {
            let board = self.board.get_or_insert_with(|| Position::new(position.view().clone()));
            look_further(position, census, &mut found[..n_further], board, NARROW);
        }
        let best = found[0];
        let here = self.chance.of(census);
        let estimate = |look: &Look| (here + look.promise - best.promise).clamp(0.0, 1.0);
        let told = |look: &Look| candidate(look.cell, Some(look.risk), WinChance::Estimate(estimate(look)));
        let mut candidates: Vec<Candidate> = found.iter().map(told).collect();
        let mut cell = best.cell;
        if n_hopeful > 1 && self.effort.n_games > 0 && census.layouts_log10() <= self.effort.games_log10 {
            let n_tried = n_hopeful.min(MOST_TRIED);
            cell = self.try_in_games(position, census, &found[..n_tried], &mut candidates);
        }
        let mut choice = Choice::reveal(cell, reason(census, cell));
        choice.candidates = candidates;
        choice
    }

    /// The best cell where perfect play can be computed.
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
        let told = |value: &CellValue| {
            candidate(value.cell, census.risk(value.cell), WinChance::Exact(value.value()))
        };
        choice.candidates = values.iter().map(told).collect();
        Some(choice)
    }

    /// Tries cells in games played to the end; the best of them. What came of the games is told of each.
    fn try_in_games(
        &mut self,
        position: &Position,
        census: &Census,
        tried: &[Look],
        candidates: &mut [Candidate],
    ) -> Cell {
        // By the view alone, so that the choice does not depend on earlier ones.
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
    /// How it is asked for by name.
    pub fn entry() -> Entry {
        let summary =
            "Plays for the chance to win: perfectly where few layouts are left, else by looking ahead.";
        Entry::new("search", "Minewise", summary, |options| {
            let levels = [("fast", Level::Fast), ("normal", Level::Normal), ("deep", Level::Deep)];
            Search::new(options.one_of("level", &levels, "normal", "How much thought it gives to a choice."))
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
        if let Some(cell) = position.plainly_safe().next() {
            return Choice::reveal(cell, Reason::Certain);
        }
        let Ok(census) = position.census() else { return self.exact.choose(position) };
        match census.safe().next() {
            Some(cell) => Choice::reveal(cell, Reason::Certain),
            None => self.guess(position, census),
        }
    }
}

fn candidate(cell: Cell, risk: Option<f64>, win: WinChance) -> Candidate {
    Candidate::new(cell).with_risk(risk).with_win(win)
}

/// Why a cell is guessed: it must be sooner or later, it has the least risk, or it is worth more than that.
fn reason(census: &Census, cell: Cell) -> Reason {
    let (least, _) = census.least_risky(EQUAL);
    if is_closed(census, cell) {
        Reason::ForcedGuess
    } else if census.risk(cell).is_some_and(|risk| risk <= least + EQUAL) {
        Reason::BestOdds
    } else {
        Reason::MoreInformation
    }
}

/// Whether a cell lies in a region that nothing outside of it will ever speak of: it must be guessed sooner or later.
pub fn is_closed(census: &Census, cell: Cell) -> bool {
    let groups = || census.groups().filter(|group| group.verdict == Verdict::Open);
    let Some(own) = groups().find(|group| group.cells.contains(&(cell as u32))) else { return false };
    let inside: Vec<u32> =
        groups().filter(|group| group.region == own.region).flat_map(|group| group.cells).copied().collect();
    let speaks = |near: Cell| {
        let is_open = matches!(census.verdict(near), Some(Verdict::Open | Verdict::Safe));
        is_open && !inside.contains(&(near as u32))
    };
    inside.iter().all(|&cell| !census.grid().neighbours(cell as Cell).any(speaks))
}

#[cfg(test)]
mod tests;
