//! `exact`: certain cells, else the least risk, ties broken by what the cell may show.
//!
//! Risks are exact. Cells of equal risk are not equally good. Preferred is the cell that, if it is not a mine, is more
//! likely to make another cell certain (progress); then the one that makes more cells certain; then the one whose
//! number is harder to predict (entropy). This is the order of PSEQ (risk, progress, expected safe cells, entropy), the
//! strongest public player that always takes the least risk.

use minewise::census::Prospects;
use minewise::game::Candidate;
use minewise::{Cell, Census, Choice, Player, Position, Reason, Rules, Seed, Shown, Start, View};

use crate::entry::Entry;

/// Reveals certainly safe cells; else a cell of the least risk, of equals the one with the best prospects.
#[derive(Clone, Debug, Default)]
pub struct Exact {
    /// Cells found safe and not yet revealed, the next one last.
    safe: Vec<Cell>,
    /// The first cell under the rules played last. It is the same in every game, so it is computed once.
    opening: Option<(Rules, Cell)>,
}

/// Risks that differ by no more than this count as equal: far above rounding errors, far below differences that matter.
pub(crate) const EQUAL: f64 = 1e-9;

impl Exact {
    /// The entry of this player.
    pub fn entry() -> Entry {
        Entry::new(
            "exact",
            "Minewise; ties broken as by PSEQ",
            "Reveals certainly safe cells, else a cell of the least risk.",
            |_| Exact::default(),
        )
    }
}

impl Player for Exact {
    fn start(&mut self, _: &Rules, _: Seed) {
        self.safe.clear();
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        while let Some(cell) = self.safe.pop() {
            if view.is_covered(cell) {
                return Choice::reveal(cell, Reason::Certain);
            }
        }
        if let Some(cell) = position.plainly_safe().next() {
            return Choice::reveal(cell, Reason::Certain);
        }
        if view.is_untouched() {
            return self.open(position);
        }
        let Ok(census) = position.census() else { return choose_without_census(view) };
        self.safe.extend(census.safe());
        // Revealed from the end of the list. The order does not matter for play, but a person who watches follows it
        // more easily from the top of the board.
        self.safe.reverse();
        match self.safe.pop() {
            Some(cell) => Choice::reveal(cell, Reason::Certain),
            None => guess(census),
        }
    }
}

impl Exact {
    /// Chooses the first cell of a game, which depends on the rules alone.
    fn open(&mut self, position: &Position) -> Choice {
        let view = position.view();
        let rules = *view.grid().rules();
        let cell = match self.opening {
            Some((known, cell)) if known == rules => cell,
            _ if rules.start() == Start::Zero => first_zero(view),
            _ => match position.census() {
                Ok(census) => guess(census).cell.expect("a guess is a cell"),
                Err(_) => 0,
            },
        };
        self.opening = Some((rules, cell));
        Choice::reveal(cell, Reason::Opening)
    }
}

/// Chooses among the cells of the least risk.
fn guess(census: &Census) -> Choice {
    let (_, tied) = census.least_risky(EQUAL);
    let prospects = if tied.len() > 1 { census.prospector().look_at(&tied) } else { Vec::new() };
    let best = (1..tied.len())
        .fold(0, |best, idx| if is_better(&prospects[idx], &prospects[best]) { idx } else { best });
    let mut choice = Choice::reveal(tied[best], Reason::LeastRisk);
    choice.candidates = tied.iter().map(|&cell| Candidate::new(cell).with_risk(census.risk(cell))).collect();
    choice
}

/// Checks whether one cell has better prospects than another: by progress, then by safe cells, then by entropy.
fn is_better(one: &Prospects, other: &Prospects) -> bool {
    let differ = |a: f64, b: f64| (a - b).abs() > EQUAL;
    if differ(one.progress, other.progress) {
        one.progress > other.progress
    } else if differ(one.n_safe, other.n_safe) {
        one.n_safe > other.n_safe
    } else {
        one.entropy() > other.entropy() + EQUAL
    }
}

/// Returns the first cell under `zero`, where it shows 0 anyway: three steps in from a corner, where the opening
/// reaches the edges. On Expert a corner is clearly worse, and the middle a little.
fn first_zero(view: &View) -> Cell {
    let (grid, rules) = (view.grid(), view.grid().rules());
    let row = 3.min((rules.height() - 1) / 2);
    let col = 3.min((rules.width() - 1) / 2);
    let good = grid.cell(row, col).expect("within both sides");
    if grid.can_start_at(good) {
        return good;
    }
    let room = |&cell: &Cell| grid.can_start_at(cell);
    (0..grid.n_cells()).find(room).expect("rules have a cell that a game can begin with")
}

/// Chooses a cell when counting would be too much work: the one that is least risky by single numbers.
pub(crate) fn choose_without_census(view: &View) -> Choice {
    let risk = |cell: &Cell| rough_risk(view, *cell);
    let least = view.covered().min_by(|one, other| risk(one).total_cmp(&risk(other)));
    let least = least.expect("a game in play has a covered cell");
    Choice::reveal(least, Reason::Other("too tangled to count; least risky by single numbers".into()))
}

/// Returns the greatest risk that a single number around `cell` gives it; without a number, the density of mines.
fn rough_risk(view: &View, cell: Cell) -> f64 {
    let grid = view.grid();
    let share = |near: Cell| {
        let Shown::Number(number) = view.shown(near) else { return None };
        let n_mines = grid.neighbours(near).filter(|&far| view.shown(far) == Shown::Mine).count();
        let n_covered = grid.neighbours(near).filter(|&far| view.is_covered(far)).count();
        Some((f64::from(number) - n_mines as f64) / n_covered as f64)
    };
    let density = grid.rules().n_mines() as f64 / view.n_covered() as f64;
    grid.neighbours(cell).filter_map(share).max_by(f64::total_cmp).unwrap_or(density)
}

#[cfg(test)]
mod tests {
    use minewise::census::Counter;

    use super::*;

    #[track_caller]
    fn check(view: &str, work: usize, row: usize, col: usize, reason: &str) {
        let view: View = view.parse().unwrap();
        let position = Position::with_counter(view, Counter::with_work(work));
        let choice = Exact::default().choose(&position);
        assert_eq!(choice.cell, position.view().grid().cell(row, col));
        assert_eq!(choice.reason.to_string(), reason);
    }

    #[test]
    fn cells_that_single_numbers_prove_safe_need_no_count() {
        check("5x2/1 .10../.10..", 0, 0, 3, "certain");
    }

    #[test]
    fn the_least_risk_is_chosen_and_then_the_better_prospects() {
        // All cells away from the 1 have the same risk; a corner is likelier to show 0.
        check("5x4/3 1..../...../...../.....", usize::MAX, 0, 4, "least risk");
    }

    #[test]
    fn a_view_too_tangled_to_count_is_played_by_single_numbers() {
        let reason = "too tangled to count; least risky by single numbers";
        check("5x3/2 2..../...../.....", 0, 0, 2, reason);
        check("3x3/2 2../1../...", 0, 2, 0, reason);
    }
}
