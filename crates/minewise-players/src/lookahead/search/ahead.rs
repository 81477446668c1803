//! Looking ahead: what the risks will be after a reveal, and after the one that follows.
//!
//! What a view promises after a reveal ([`super::promise`]), over all numbers that the cell may show, with their exact
//! chances, is the promise of the cell.

use minewise::{Cell, Census, Position, Shown, Verdict};

use super::promise::SHIPPED;

/// A cell that may be guessed, and what it promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// The cell.
    pub(super) cell: Cell,
    /// Its risk.
    pub(super) risk: f64,
    /// In units of the chance to win, up to a constant that all cells of a view have in common.
    pub(super) promise: f64,
}

/// Numbers less likely are left as one step sees them.
const UNLIKELY: f64 = 1e-3;

/// How many cells are looked at, at most, and how much more than the least risk they may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Width {
    pub(super) n_cells: usize,
    pub(super) margin: f64,
}

/// The cells worth a look, the most promising first. Nothing is certain in this position, and something is open.
pub(super) fn looks(position: &Position, census: &Census, width: Width) -> Vec<Look> {
    let mut looks = candidates(position, census, width.margin);
    if looks.len() > width.n_cells {
        keep_likely(census, &mut looks, width.n_cells);
    }
    looks.sort_by(|one, other| one.risk.total_cmp(&other.risk));
    let (mut best, most) = (0.0, SHIPPED.most());
    looks.retain_mut(|look| {
        // It hardly promises more than this.
        if (1.0 - look.risk) * most <= best {
            return false;
        }
        look.promise = promise(position, census, look.cell);
        best = f64::max(best, look.promise);
        true
    });
    sort(&mut looks);
    looks
}

/// Looks one step further from each of these: where a number leaves nothing certain, to the best that could follow.
pub(super) fn look_further(
    position: &Position,
    census: &Census,
    looks: &mut [Look],
    board: &mut Position,
    width: Width,
) {
    for look in looks.iter_mut() {
        let Some(outcomes) = census.outcomes(look.cell) else { continue };
        for (number, chance) in outcomes.numbers.into_iter().enumerate() {
            if chance < UNLIKELY {
                continue;
            }
            board.become_like(position);
            board.reveal(look.cell, Shown::Number(number as u8));
            if board.plainly_safe().next().is_some() {
                continue;
            }
            let Ok(next) = board.census() else { continue };
            if next.safe().len() > 0 {
                continue;
            }
            if let Some(best) = self::looks(board, next, width).first() {
                look.promise += chance * (best.promise - SHIPPED.worth(next));
            }
        }
    }
    sort(looks);
}

/// The most promising first; of equals, the one that came first.
pub(super) fn sort(looks: &mut [Look]) {
    looks.sort_by(|one, other| other.promise.total_cmp(&one.promise));
}

/// The cells whose risk is not too far above the least. Of interior cells that nothing tells apart, one.
fn candidates(position: &Position, census: &Census, margin: f64) -> Vec<Look> {
    let view = position.view();
    let grid = view.grid();
    let open = || census.groups().filter(|group| group.verdict == Verdict::Open);
    let interior = census.interior().filter(|&(_, risk)| risk < 1.0).map(|(_, risk)| risk);
    let most = open().map(|group| group.risk).chain(interior).fold(1.0, f64::min) + margin;
    let look = |cell, risk| Look { cell, risk, promise: 0.0 };
    let mut found = Vec::new();
    for group in open().filter(|group| group.risk <= most) {
        found.extend(group.cells.iter().map(|&cell| look(cell as Cell, group.risk)));
    }
    let Some(risk) = interior.filter(|&risk| risk <= most) else { return found };
    let mut seen_far = [false; 9];
    for cell in view.covered().filter(|&cell| census.is_interior(cell)) {
        let is_far = grid.neighbours(cell).all(|near| census.is_interior(near));
        let is_seen = is_far && std::mem::replace(&mut seen_far[grid.n_neighbours(cell)], true);
        if !is_seen {
            found.push(look(cell, risk));
        }
    }
    found
}

/// Keeps those that are likeliest to promise the most, by risk and by what is likely to become certain.
fn keep_likely(census: &Census, looks: &mut Vec<Look>, n_cells: usize) {
    let cells: Vec<Cell> = looks.iter().map(|look| look.cell).collect();
    for (look, prospects) in looks.iter_mut().zip(census.prospector().look_at(&cells)) {
        let worth = 0.337 + 0.036 * prospects.progress + 0.006 * prospects.n_safe.min(5.0);
        look.promise = (1.0 - look.risk) * worth;
    }
    sort(looks);
    looks.truncate(n_cells);
}

/// What a cell promises.
fn promise(position: &Position, census: &Census, cell: Cell) -> f64 {
    let Some(outcomes) = census.outcomes(cell) else { return 0.0 };
    let likely = outcomes.numbers.into_iter().enumerate().filter(|&(_, chance)| chance > 0.0);
    likely
        .map(|(number, chance)| {
            chance * position.if_shown(cell, number as u8, |census| SHIPPED.worth(census)).unwrap_or(0.0)
        })
        .sum()
}
