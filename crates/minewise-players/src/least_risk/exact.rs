//! `exact`: certain cells, else the least risk, ties broken by what comes next.
//!
//! Risks are exact. Cells of equal risk are not equally good: better is one that, if it is no mine, is more likely to
//! make another cell certain, then makes more cells certain, then tells more. This is the order of PSEQ (risk,
//! progress, expected safe cells, entropy), the strongest public player that never takes a greater risk than it must.

use minewise::census::Prospects;
use minewise::game::Candidate;
use minewise::{Cell, Census, Choice, Player, Position, Reason, Rules, Seed, Shown, Start, View};

use crate::entry::Entry;

/// Reveals what is certainly safe; else a cell of the least risk, the most promising of equals.
#[derive(Clone, Debug, Default)]
pub struct Exact {
    /// Cells found safe and not yet revealed, the next one last.
    safe: Vec<Cell>,
    /// The first cell under the rules played last: the same in every game.
    opening: Option<(Rules, Cell)>,
}

/// Risks this close count as equal: far above what rounding makes of them, far below what matters.
pub(crate) const EQUAL: f64 = 1e-9;
impl Exact {
    /// How it is asked for by name.
    pub fn entry() -> Entry {
        Entry::new(
            "exact",
            "Minewise; ties after PSEQ",
            "Reveals what is certainly safe, else a cell of the least risk.",
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
        let Ok(census) = position.census() else { return choose_roughly(view) };
        self.safe.extend(census.safe());
        // The next one last: the order does not matter, but a person follows it more easily from the top.
        self.safe.reverse();
        match self.safe.pop() {
            Some(cell) => Choice::reveal(cell, Reason::Certain),
            None => guess(census),
        }
    }
}

impl Exact {
    /// Chooses the first cell of a game, which the rules alone decide.
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
    let promises = if tied.len() > 1 { census.prospector().look_at(&tied) } else { Vec::new() };
    let best = (1..tied.len())
        .fold(0, |best, idx| if is_better(&promises[idx], &promises[best]) { idx } else { best });
    let mut choice = Choice::reveal(tied[best], Reason::LeastRisk);
    choice.candidates = tied.iter().map(|&cell| Candidate::new(cell).with_risk(census.risk(cell))).collect();
    choice
}

/// Whether one cell promises more than another: in progress, then in safe cells, then in what it tells.
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

/// Where to begin when the first cell shows 0 anyway: three steps in from a corner, where openings join the edges.
/// On Expert a corner is clearly worse, and the middle a little.
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

/// Chooses when counting would be too much work: the cell whose numbers, each on its own, make it least risky.
pub(crate) fn choose_roughly(view: &View) -> Choice {
    let risk = |cell: &Cell| rough_risk(view, *cell);
    let least = view.covered().min_by(|one, other| risk(one).total_cmp(&risk(other)));
    let least = least.expect("a game in play has a covered cell");
    Choice::reveal(least, Reason::Other("too tangled to count; least risky by single numbers".into()))
}

/// The greatest risk that a single number around `cell` gives it; without one, the density of mines.
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
    fn what_single_numbers_prove_needs_no_count() {
        check("5x2/1 .10../.10..", 0, 0, 3, "certain");
    }

    #[test]
    fn the_least_risk_wins_and_then_the_better_prospect() {
        // All far cells are alike in risk; a corner is likelier to show 0.
        check("5x4/3 1..../...../...../.....", usize::MAX, 0, 4, "least risk");
    }

    #[test]
    fn a_view_too_tangled_to_count_is_played_by_single_numbers() {
        let reason = "too tangled to count; least risky by single numbers";
        check("5x3/2 2..../...../.....", 0, 0, 2, reason);
        check("3x3/2 2../1../...", 0, 2, 0, reason);
    }
}
