//! Rates cells by looking one or two reveals ahead.
//!
//! The promise of a cell is the mean promise ([`super::promise`]) of the views after its reveal, over all numbers that
//! it may show, weighted by their exact chances.

use minewise::{Cell, Census, Position, Shown, Verdict};

use super::promise::SHIPPED;

/// A cell that may be guessed, with its promise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RatedCell {
    /// The cell.
    pub(super) cell: Cell,
    /// Its risk.
    pub(super) risk: f64,
    /// Its promise, in units of the chance to win, up to a constant that all cells of a view have in common.
    pub(super) promise: f64,
}

/// Numbers that are less likely than this are not looked at for a second step.
const UNLIKELY: f64 = 1e-3;

/// The most cells that are rated, and the most by which their risk may be above the least.
#[derive(Clone, Copy, Debug)]
pub(super) struct Width {
    pub(super) n_cells: usize,
    pub(super) margin: f64,
}

/// About the most work that a step ahead may take, in edges of sweeps: a few seconds.
// No view of a usual game comes near it. It keeps a view whose numbers are tangled all over a large board from taking an
// hour: each of a hundred cells can show nine numbers, and each of them is counted.
const MOST_WORK: usize = 100_000_000;

/// The most cells that can be rated where each count takes as much work as this census.
fn most_cells(census: &Census) -> usize {
    (MOST_WORK / (9 * census.work().max(1))).max(1)
}

/// Rates the cells that are worth guessing, the best first. In this position nothing is certain, and some cell is open.
pub(super) fn rate(position: &Position, census: &Census, width: Width) -> Vec<RatedCell> {
    let mut cells = candidates(position, census, width.margin);
    let n_cells = width.n_cells.min(most_cells(census));
    if cells.len() > n_cells {
        keep_likely(census, &mut cells, n_cells);
    }
    // The safest first, so that the bound below drops as many as possible.
    cells.sort_by(|one, other| one.risk.total_cmp(&other.risk));
    let (mut best, most) = (0.0, SHIPPED.most());
    cells.retain_mut(|rated| {
        // A cell hardly ever promises more than this, so its promise need not be computed.
        if (1.0 - rated.risk) * most <= best {
            return false;
        }
        rated.promise = promise(position, census, rated.cell);
        best = f64::max(best, rated.promise);
        true
    });
    sort(&mut cells);
    cells
}

/// Rates cells two steps ahead: after each number that leaves nothing certain, the best cell that follows counts.
pub(super) fn rate_two_steps(
    position: &Position,
    census: &Census,
    cells: &mut [RatedCell],
    board: &mut Position,
    width: Width,
) {
    // Every cell takes up to nine times as much as a whole first step. Two steps are asked for, so they may take ten times
    // as much as one.
    let n_cells = 10 * most_cells(census) / (9 * width.n_cells);
    for rated in cells.iter_mut().take(n_cells) {
        let Some(outcomes) = census.outcomes(rated.cell) else { continue };
        for (number, chance) in outcomes.numbers.into_iter().enumerate() {
            if chance < UNLIKELY {
                continue;
            }
            board.become_like(position);
            board.reveal(rated.cell, Shown::Number(number as u8));
            if board.plainly_safe().next().is_some() {
                continue;
            }
            let Ok(next) = board.census() else { continue };
            if next.safe().len() > 0 {
                continue;
            }
            if let Some(best) = rate(board, next, width).first() {
                rated.promise += chance * (best.promise - SHIPPED.worth(next));
            }
        }
    }
    sort(cells);
}

/// Sorts cells by their promise, the best first; equals stay in their order.
pub(super) fn sort(cells: &mut [RatedCell]) {
    cells.sort_by(|one, other| other.promise.total_cmp(&one.promise));
}

/// Returns the cells whose risk is not too far above the least, not yet rated. Interior cells with only interior cells
/// around them are equally good if they have the same number of neighbours, so one of each kind is returned.
fn candidates(position: &Position, census: &Census, margin: f64) -> Vec<RatedCell> {
    let view = position.view();
    let grid = view.grid();
    let open = || census.groups().filter(|group| group.verdict == Verdict::Open);
    let interior = census.interior().filter(|&(_, risk)| risk < 1.0).map(|(_, risk)| risk);
    let most = open().map(|group| group.risk).chain(interior).fold(1.0, f64::min) + margin;
    let unrated = |cell, risk| RatedCell { cell, risk, promise: 0.0 };
    let mut found = Vec::new();
    for group in open().filter(|group| group.risk <= most) {
        found.extend(group.cells.iter().map(|&cell| unrated(cell as Cell, group.risk)));
    }
    let Some(risk) = interior.filter(|&risk| risk <= most) else { return found };
    let mut seen_far = [false; 9];
    for cell in view.covered().filter(|&cell| census.is_interior(cell)) {
        let is_far = grid.neighbours(cell).all(|near| census.is_interior(near));
        let is_seen = is_far && std::mem::replace(&mut seen_far[grid.n_neighbours(cell)], true);
        if !is_seen {
            found.push(unrated(cell, risk));
        }
    }
    found
}

/// Keeps the `n_cells` cells that are likely to have the highest promise, by their risks and prospects.
fn keep_likely(census: &Census, rated_cells: &mut Vec<RatedCell>, n_cells: usize) {
    let cells: Vec<Cell> = rated_cells.iter().map(|rated| rated.cell).collect();
    for (rated, prospects) in rated_cells.iter_mut().zip(census.prospector().look_at(&cells)) {
        // A rough estimate of the promise, fitted like the first version of its weights.
        let worth = 0.337 + 0.036 * prospects.progress + 0.006 * prospects.n_safe.min(5.0);
        rated.promise = (1.0 - rated.risk) * worth;
    }
    sort(rated_cells);
    rated_cells.truncate(n_cells);
}

/// Returns the promise of a cell.
fn promise(position: &Position, census: &Census, cell: Cell) -> f64 {
    let Some(outcomes) = census.outcomes(cell) else { return 0.0 };
    let likely = outcomes.numbers.into_iter().enumerate().filter(|&(_, chance)| chance > 0.0);
    likely
        .map(|(number, chance)| {
            chance * position.if_shown(cell, number as u8, |census| SHIPPED.worth(census)).unwrap_or(0.0)
        })
        .sum()
}
