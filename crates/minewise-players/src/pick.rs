//! Picking one cell of many: at random, by its place on the grid, or by single numbers; and choices that many players
//! share.
//!
//! "By single numbers" means by rules that look at one number at a time, as [`Settled`] does. An *open* cell is a
//! covered cell about which these rules say nothing.

use minewise::census::Settled;
use minewise::{Cell, Choice, Grid, Position, Reason, Rng, View};

/// The most random draws of a first cell before the allowed first cells are listed instead.
///
/// Nearly always the first draw is allowed, and drawing is cheaper than listing. But under `zero` with very many mines,
/// few first cells leave room for them, and drawing could go on for long.
const MOST_TRIES: usize = 64;

/// Makes the choices that need no search: a random first cell, for the reason `opening`, or a cell that single numbers
/// prove safe.
pub(crate) fn choose_if_easy(rng: &mut Rng, position: &Position, opening: Reason) -> Option<Choice> {
    if position.view().is_untouched() {
        return Some(Choice::reveal(random_covered(rng, position.view()), opening));
    }
    // All safe cells are revealed before the next guess, so their order does not matter and is not random.
    position.plainly_safe().next().map(|cell| Choice::reveal(cell, Reason::Certain))
}

/// The most cells of a grid on which players list the mines that they have marked. On a larger one, listing them for
/// every choice would take far longer than choosing.
const MOST_CELLS_MARKED: usize = 10_000;

/// Returns the mines that a player has settled, as the marks of its choice.
pub(crate) fn marks(view: &View, settled: &Settled) -> Vec<Cell> {
    if view.grid().n_cells() > MOST_CELLS_MARKED { Vec::new() } else { settled.mines().collect() }
}

/// Guesses an open cell that is least risky by single numbers, or any covered cell if none is open.
pub(crate) fn guess_by_single_numbers(
    rng: &mut Rng,
    view: &View,
    settled: &Settled,
    reason: Reason,
) -> Choice {
    match &least_by_single_numbers(settled, view.grid())[..] {
        [] => Choice::reveal(random_covered(rng, view), Reason::Random),
        least => Choice::reveal(one_of(rng, least), reason),
    }
}

/// Returns a random covered cell, all equally likely; at the start of a game, one of those that a game may begin with.
pub(crate) fn random_covered(rng: &mut Rng, view: &View) -> Cell {
    for _ in 0..MOST_TRIES {
        let nth = rng.below(view.n_covered());
        let cell = view.covered().nth(nth).expect("fewer than the covered cells");
        if !view.is_untouched() || view.grid().can_start_at(cell) {
            return cell;
        }
    }
    one_of(rng, &first_cells(view.grid()))
}

/// Returns a random one of these cells, all equally likely.
///
/// # Panics
/// When there is none.
pub(crate) fn one_of(rng: &mut Rng, cells: &[Cell]) -> Cell {
    cells[rng.below(cells.len())]
}

/// Returns the cells that a game may begin with, in ascending order.
pub(crate) fn first_cells(grid: &Grid) -> Vec<Cell> {
    (0..grid.n_cells()).filter(|&cell| grid.can_start_at(cell)).collect()
}

/// The place of a cell on the grid. The first is the likeliest to show 0, since it has the fewest neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// At an end of its row and of its column.
    Corner,
    /// At an end of its row or of its column.
    Edge,
    /// At no end, or on a grid that wraps around.
    Inside,
}

impl Place {
    /// Returns the place of `cell`.
    pub(crate) fn of(grid: &Grid, cell: Cell) -> Place {
        let rules = grid.rules();
        if rules.topology().wraps() {
            return Place::Inside;
        }
        let (row, col) = grid.row_col(cell);
        match (row == 0 || row + 1 == rules.height(), col == 0 || col + 1 == rules.width()) {
            (true, true) => Place::Corner,
            (false, false) => Place::Inside,
            _ => Place::Edge,
        }
    }

    /// Returns those of `cells` that have the best place, in their order.
    pub(crate) fn best(grid: &Grid, cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
        least(cells, |cell| Place::of(grid, cell))
    }
}

/// Returns the open cells that are least risky by single numbers, in ascending order; see [`least_by_shares`].
pub(crate) fn least_by_single_numbers(settled: &Settled, grid: &Grid) -> Vec<Cell> {
    let share = |number: Cell| {
        let n_missing = i64::from(settled.missing(number)?);
        Some((n_missing, settled.open_around(grid, number).count()))
    };
    least_by_shares(grid, settled.open(), share, (settled.n_mines(), settled.n_open()))
}

/// Returns the least risky of `cells`, in their order, by the estimate p(Tu) of Peña Castillo & Wrobel 2003.
///
/// A number gives each unknown cell around it a `share`: the mines that the number still misses over the unknown cells
/// around it. The risk of a cell is the greatest share that any number around it gives it. Without a number around it,
/// the risk is the `density`: all missing mines over all unknown cells.
pub fn least_by_shares(
    grid: &Grid,
    cells: impl Iterator<Item = Cell>,
    share: impl Fn(Cell) -> Option<(i64, usize)>,
    density: (i64, usize),
) -> Vec<Cell> {
    let risk = |cell: Cell| {
        let shares = grid.neighbours(cell).filter_map(&share);
        shares.max_by(|&one, &other| Share(one).cmp(&Share(other))).unwrap_or(density)
    };
    least(cells, |cell| Share(risk(cell)))
}

/// Returns the cells whose key is least, in their order.
pub(crate) fn least<K: Ord>(cells: impl Iterator<Item = Cell>, key: impl Fn(Cell) -> K) -> Vec<Cell> {
    let mut tied = Vec::new();
    let mut least = None;
    for cell in cells {
        let key = key(cell);
        match least.as_ref().map(|least| key.cmp(least)) {
            Some(std::cmp::Ordering::Greater) => continue,
            Some(std::cmp::Ordering::Equal) => {}
            Some(std::cmp::Ordering::Less) | None => {
                tied.clear();
                least = Some(key);
            }
        }
        tied.push(cell);
    }
    tied
}

/// A fraction, mines over cells, compared without rounding: ties must be recognised as ties.
#[derive(PartialEq, Eq)]
struct Share((i64, usize));

impl Ord for Share {
    fn cmp(&self, other: &Share) -> std::cmp::Ordering {
        let (Share((mines, cells)), Share((others, other_cells))) = (self, other);
        (mines * *other_cells as i64).cmp(&(others * *cells as i64))
    }
}

impl PartialOrd for Share {
    fn partial_cmp(&self, other: &Share) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use minewise::Seed;

    use super::*;

    #[track_caller]
    fn check_least(view: &str, expected: &[Cell]) {
        let view: View = view.parse().unwrap();
        assert_eq!(least_by_single_numbers(&Settled::of(&view), view.grid()), expected);
    }

    #[test]
    fn the_greatest_share_around_a_cell_is_its_risk() {
        // Risks: 2/3 around the 2, 1/3 around the 1; without a number 3/14, or 8/14.
        check_least("4x4/3 2.../..../..../...1", &[2, 3, 6, 7, 8, 9, 12, 13]);
        check_least("4x4/8 2.../..../..../...1", &[10, 11, 14]);
        // A cell that touches both numbers has the greater of their risks.
        check_least("3x2/2 1.2/...", &[3]);
    }

    #[test]
    fn corners_come_before_edges_and_a_torus_has_neither() {
        let grid = Grid::new("4x3/2".parse().unwrap());
        assert_eq!(Place::best(&grid, 0..12), [0, 3, 8, 11]);
        assert_eq!(Place::best(&grid, [5, 4, 2].into_iter()), [4, 2]);
        let torus = Grid::new("4x3/2@torus".parse().unwrap());
        assert_eq!(Place::best(&torus, 0..12).len(), 12);
    }

    #[test]
    fn a_first_cell_is_found_even_where_few_leave_room() {
        // Only the corners leave room, 4 of 40,000 cells.
        let grid = Grid::new("200x200/39996:zero".parse().unwrap());
        let cell = random_covered(&mut Rng::new(Seed(1)), &View::new(&grid));
        assert_eq!(Place::of(&grid, cell), Place::Corner);
    }
}
