//! `limited-search`: looks a few guesses ahead, and only at the least risky cells.
//!
//! The "limited search" of K. Pedersen (*The complexity of Minesweeper and strategies for game playing*, 2004), whose
//! win rates Sebag & Teytaud 2012 quote. We do not have its text. Our reading:
//!
//! Certainly safe cells are revealed, and the first cell is that of `exact`. Else the `width` least risky cells are
//! candidates (of equal risk, those that are likelier to make another cell certain). The value of a candidate is the
//! mean value of the views that it may lead to, weighted by their exact chances, where a mine has the value 0. The
//! value of a view is
//!
//! - 1 if the game is won;
//! - if a cell is certainly safe, the mean over the numbers of the first such cell, since revealing it is not a guess;
//! - else, after `depth` guesses, the chance to survive one more at the least risk;
//! - else the value of its best candidate.
//!
//! So the value of a cell is the chance to survive it and the `depth` guesses after it, the last one at the least risk.
//! The cell of the highest value is chosen, of equals the least risky, and of these a random one.
//!
//! Certain cells multiply the number of views, so each choice has a budget of views. Candidates share it evenly, and
//! the views after a reveal share it by their chances. If the share of a view is used up, its value is the chance to
//! survive the least risk there, which is 1 if a cell is certain. So likely views are searched deeper than unlikely
//! ones, and near the end of a game all are searched fully.

mod ahead;

use minewise::census::{Counter, Prospects};
use minewise::game::Candidate;
use minewise::{Cell, Census, Choice, Player, Position, Reason, Rng, Rules, Seed, View};

use crate::entry::Entry;
use crate::least_risk::exact::{EQUAL, Exact, choose_without_census};
use crate::pick::one_of;
use ahead::Ahead;

/// Reveals certainly safe cells; else the one of the least risky cells that leaves the best chance to survive the
/// guesses after it.
#[derive(Debug)]
pub struct LimitedSearch {
    /// Number of guesses that it looks ahead, the next one included.
    depth: u64,
    /// Number of cells that it considers for each.
    width: usize,
    rng: Rng,
    /// Chooses the first cell.
    opener: Exact,
    /// Counts the layouts of the views in the tree.
    counter: Counter,
}

/// The budget of views for a choice, for each guess that it looks ahead. Views whose share is used up are not included.
const VIEWS_PER_GUESS: f64 = 500.0;

/// The work allowed to count one view of the tree: far more than an Expert view needs, and still quick.
const WORK: usize = 200_000;

/// On boards with more cells than this it takes the least risk without a search: each view takes long there, and
/// hundreds of guesses are still to come.
const LARGE: usize = 10_000;

impl LimitedSearch {
    /// Creates a player that looks `depth` guesses ahead, the next one included, and considers `width` cells for each;
    /// both are at least 1.
    pub fn new(depth: u64, width: u64) -> LimitedSearch {
        LimitedSearch {
            depth: depth.max(1),
            width: usize::try_from(width).unwrap_or(usize::MAX).max(1),
            rng: Rng::new(Seed::default()),
            opener: Exact::default(),
            counter: Counter::with_work(WORK),
        }
    }

    /// Chooses if nothing is certain.
    fn guess(&mut self, view: &View, census: &Census) -> Choice {
        let is_large = view.grid().n_cells() > LARGE;
        let candidates = candidates(view, census, if is_large { 1 } else { self.width });
        let mut ahead = Ahead::new(view, self.width, &mut self.counter);
        let best = match &candidates[..] {
            &[(cell, _)] => cell,
            _ => {
                let n_views = VIEWS_PER_GUESS * self.depth as f64;
                one_of(&mut self.rng, &ahead.best(census, &candidates, self.depth, n_views))
            }
        };
        let is_least = census.risk(best).is_some_and(|risk| risk <= candidates[0].1 + EQUAL);
        let reason = if is_least {
            Reason::LeastRisk
        } else {
            Reason::Other("better chance to survive the next guesses".into())
        };
        let mut choice = Choice::reveal(best, reason);
        choice.candidates =
            candidates.iter().map(|&(cell, risk)| Candidate::new(cell).with_risk(risk)).collect();
        choice
    }
}

impl LimitedSearch {
    /// The entry of this player.
    pub fn entry() -> Entry {
        let summary =
            "Reveals certainly safe cells, else the cell with the best chance to survive the next guesses.";
        let source = "Pedersen 2004, quoted by Sebag & Teytaud 2012, §2";
        Entry::new("limited-search", source, summary, |options| {
            let help = "Number of guesses that it looks ahead, the next one included.";
            let depth = options.count("depth", 1..=4, 1, help);
            let help = "Number of cells that it considers for each guess, the least risky ones.";
            LimitedSearch::new(depth, options.count("width", 1..=20, 5, help))
        })
    }
}

impl Player for LimitedSearch {
    fn start(&mut self, rules: &Rules, seed: Seed) {
        self.opener.start(rules, seed);
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        if view.is_untouched() {
            return self.opener.choose(position);
        }
        if let Some(cell) = position.plainly_safe().next() {
            return Choice::reveal(cell, Reason::Certain);
        }
        let Ok(census) = position.census() else { return choose_without_census(view) };
        match census.safe().next() {
            Some(cell) => Choice::reveal(cell, Reason::Certain),
            None => self.guess(view, census),
        }
    }
}

impl Clone for LimitedSearch {
    fn clone(&self) -> LimitedSearch {
        // The regions counted so far take long to copy and do not change any choice.
        let counter = Counter::with_work(WORK);
        LimitedSearch { rng: self.rng.clone(), opener: self.opener.clone(), counter, ..*self }
    }
}

/// Returns the `width` least risky cells with their risks, the least first; of equal risk, those with better prospects.
pub(crate) fn candidates(view: &View, census: &Census, width: usize) -> Vec<(Cell, f64)> {
    let with_risk = |cell| Some((cell, census.risk(cell)?));
    let mut cells: Vec<(Cell, f64)> = view.covered().filter_map(with_risk).collect();
    cells.sort_by(|one, other| one.1.total_cmp(&other.1));
    let Some(&(_, left_out)) = cells.get(width) else { return cells };
    // Cells that have the same risk as the first one left out compete with it by their prospects.
    let n_sure = cells.partition_point(|&(_, risk)| risk < left_out - EQUAL);
    let n_tied = cells.partition_point(|&(_, risk)| risk <= left_out + EQUAL) - n_sure;
    let tied = cells.split_off(n_sure);
    let tied: Vec<Cell> = tied[..n_tied].iter().map(|&(cell, _)| cell).collect();
    let mut tied: Vec<(Cell, Prospects)> =
        tied.iter().copied().zip(census.prospector().look_at(&tied)).collect();
    // Rounded to multiples of `EQUAL`, so that cells which differ only by rounding errors stay in their order.
    let steps = |value: f64| -((value / EQUAL).round() as i64);
    tied.sort_by_key(|(_, prospects)| (steps(prospects.progress), steps(prospects.n_safe)));
    cells.extend(tied.into_iter().filter_map(|(cell, _)| with_risk(cell)).take(width - n_sure));
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_candidates(view: &str, width: usize, expected: &str) {
        let view: View = view.parse().unwrap();
        let found = candidates(&view, &Census::of(&view).unwrap(), width);
        let names: Vec<String> = found.iter().map(|&(cell, _)| view.grid().name(cell)).collect();
        assert_eq!(names.join(" "), expected);
        assert!(found.is_sorted_by(|one, other| one.1 <= other.1 + EQUAL));
    }

    #[test]
    fn candidates_are_the_least_risky_cells_and_of_equals_those_with_better_prospects() {
        // The risk is 1/3 beside the 1 and less elsewhere; a corner is likelier to show 0 than an edge.
        check_candidates("5x3/2 1..../...../.....", 2, "0,4 2,4");
        check_candidates("4x1/1 .1..", 9, "0,3 0,0 0,2");
    }

    fn choose(view: &str, work: usize) -> (Choice, View) {
        let position = Position::with_counter(view.parse().unwrap(), Counter::with_work(work));
        (LimitedSearch::new(4, 5).choose(&position), position.view().clone())
    }

    #[test]
    fn a_view_too_tangled_to_count_is_played_by_single_numbers() {
        let (choice, _) = choose("5x3/2 2..../...../.....", 0);
        assert_eq!(choice.cell, Some(2));
        assert_eq!(choice.reason.to_string(), "too tangled to count; least risky by single numbers");
    }

    #[test]
    fn large_boards_are_played_by_the_least_risk_without_a_search() {
        let board = |height: usize| {
            let rows = vec![".".repeat(100); height].join("/");
            format!("100x{height}/700 1{}", &rows[1..])
        };
        let (choice, _) = choose(&board(100), usize::MAX);
        assert_eq!(choice.candidates.len(), 5);
        let (choice, view) = choose(&board(101), usize::MAX);
        let (_, least) = Census::of(&view).unwrap().least_risky(EQUAL);
        assert_eq!((choice.candidates.len(), choice.reason), (1, Reason::LeastRisk));
        assert!(least.contains(&choice.cell.unwrap()));
    }
}
