//! `limited-search`: looks a few guesses ahead, on the least risky cells alone.
//!
//! The "limited search" of K. Pedersen (*The complexity of Minesweeper and strategies for game playing*, 2004), which 000
//! names for its win rates. We do not have its text. How we read it:
//!
//! What is certainly safe is revealed, and the first cell is that of `exact`. Else the `width` least risky cells are
//! candidates (of equal risk, those likelier to make another cell certain), and each is worth the mean, over the numbers
//! that it may show with their exact chances, of what the view is worth then; a mine is worth 0. A view is worth
//!
//! - 1 if it is won;
//! - where a cell is certainly safe, the mean over the numbers of the first such cell: revealing it is no guess;
//! - else, after `depth` guesses, the chance to survive one more at the least risk;
//! - else what its best candidate is worth.
//!
//! So a cell is worth the chance to survive it and `depth` guesses after it, the last one at the least risk. The best is
//! chosen, of equals the less risky, of these one at random.
//!
//! Certain cells make views multiply, so each choice has a number of views to look at. It is handed down: candidates
//! share it evenly, and the views after a reveal by their chances. A view whose share is used up is worth the chance to
//! survive the least risk there, which is 1 where a cell is certain. So likely views are seen further through than
//! unlikely ones, and near the end of a game all are.

mod ahead;

use minewise::census::{Counter, Prospects};
use minewise::game::Candidate;
use minewise::{Cell, Census, Choice, Player, Position, Reason, Rng, Rules, Seed, View};

use crate::entry::Entry;
use crate::least_risk::exact::{EQUAL, Exact, choose_roughly};
use crate::pick::one_of;
use ahead::Ahead;

/// Reveals what is certainly safe; else whichever of the least risky cells leaves the best chance to survive the guesses
/// after it.
#[derive(Debug)]
pub struct LimitedSearch {
    /// How many guesses it looks ahead, its own included.
    depth: u64,
    /// How many cells it considers for each.
    width: usize,
    rng: Rng,
    /// Knows where to begin.
    opener: Exact,
    /// Counts the views that it looks at.
    counter: Counter,
}

/// The views looked at for a choice, by the guesses it looks ahead; those whose share is used up come on top.
const VIEWS_PER_GUESS: f64 = 500.0;

/// The work allowed to count one view that is looked at: far more than an Expert view takes, and soon done.
const WORK: usize = 200_000;

/// On boards of more cells than this it takes the least risk at once: looking at a view takes long there, and hundreds
/// of guesses are still to come.
const LARGE: usize = 10_000;

impl LimitedSearch {
    /// A player that looks `depth` guesses ahead, its own included, and considers `width` cells for each; at least one
    /// of both.
    pub fn new(depth: u64, width: u64) -> LimitedSearch {
        LimitedSearch {
            depth: depth.max(1),
            width: usize::try_from(width).unwrap_or(usize::MAX).max(1),
            rng: Rng::new(Seed::default()),
            opener: Exact::default(),
            counter: Counter::with_work(WORK),
        }
    }

    /// Chooses where nothing is certain.
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
        let reason =
            if is_least { Reason::LeastRisk } else { Reason::Other("better for what follows".into()) };
        let mut choice = Choice::reveal(best, reason);
        choice.candidates =
            candidates.iter().map(|&(cell, risk)| Candidate::new(cell).with_risk(risk)).collect();
        choice
    }
}

impl LimitedSearch {
    /// How it is asked for by name.
    pub fn entry() -> Entry {
        let summary =
            "Reveals what is certainly safe, else what leaves the best chance to survive the next guesses.";
        Entry::new("limited-search", "Pedersen 2004, named by 000 §2", summary, |options| {
            let help = "How many guesses it looks ahead, its own included.";
            let depth = options.count("depth", 1..=4, 1, help);
            let help = "How many cells it considers for each guess, the least risky ones.";
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
        let Ok(census) = position.census() else { return choose_roughly(view) };
        match census.safe().next() {
            Some(cell) => Choice::reveal(cell, Reason::Certain),
            None => self.guess(view, census),
        }
    }
}

impl Clone for LimitedSearch {
    fn clone(&self) -> LimitedSearch {
        // What it counted is much to copy, and changes nothing.
        let counter = Counter::with_work(WORK);
        LimitedSearch { rng: self.rng.clone(), opener: self.opener.clone(), counter, ..*self }
    }
}

/// The `width` least risky cells with their risks, the least first; of equal risk, the more promising ones.
pub(crate) fn candidates(view: &View, census: &Census, width: usize) -> Vec<(Cell, f64)> {
    let with_risk = |cell| Some((cell, census.risk(cell)?));
    let mut cells: Vec<(Cell, f64)> = view.covered().filter_map(with_risk).collect();
    cells.sort_by(|one, other| one.1.total_cmp(&other.1));
    let Some(&(_, left_out)) = cells.get(width) else { return cells };
    // Whoever ties with the first cell left out has to compete with it.
    let n_sure = cells.partition_point(|&(_, risk)| risk < left_out - EQUAL);
    let n_tied = cells.partition_point(|&(_, risk)| risk <= left_out + EQUAL) - n_sure;
    let tied = cells.split_off(n_sure);
    let tied: Vec<Cell> = tied[..n_tied].iter().map(|&(cell, _)| cell).collect();
    let mut tied: Vec<(Cell, Prospects)> =
        tied.iter().copied().zip(census.prospector().look_at(&tied)).collect();
    // In whole steps, so that cells which differ by rounding alone stay in their order.
    let steps = |promise: f64| -((promise / EQUAL).round() as i64);
    tied.sort_by_key(|(_, promise)| (steps(promise.progress), steps(promise.n_safe)));
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
    fn candidates_are_the_least_risky_cells_and_the_most_promising_of_equals() {
        // A third at the 1, less elsewhere: a corner is likelier to show 0 than an edge.
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
    fn large_boards_are_played_by_the_least_risk_without_a_look_ahead() {
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
