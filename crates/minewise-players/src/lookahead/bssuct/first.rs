//! The first reveal: which cells to try, and which layouts the start allows.

use std::sync::Arc;

use minewise::census::Outcomes;
use minewise::{Cell, Grid, Layout, Rng, Start};

/// Returns the possible first cells with their risks, one of each set of symmetric cells. Those that are likeliest to
/// show 0 come first or, if all show 0, those with the most neighbours.
pub(super) fn first_cells(grid: &Grid) -> Vec<(Cell, f64)> {
    let alike = grid.alike();
    let is_first = |&cell: &Cell| alike[cell] == cell && grid.can_start_at(cell);
    let mut found: Vec<(Cell, Outcomes)> =
        (0..grid.n_cells()).filter(is_first).map(|cell| (cell, Outcomes::of_first(grid, cell))).collect();
    match grid.rules().start() {
        Start::Zero => found.sort_by_key(|&(cell, _)| std::cmp::Reverse(grid.n_neighbours(cell))),
        Start::Safe | Start::Any => {
            found.sort_by(|(_, one), (_, other)| other.numbers[0].total_cmp(&one.numbers[0]));
        }
    }
    found.into_iter().map(|(cell, outcomes)| (cell, outcomes.mine)).collect()
}

/// Draws a layout of a game that starts at `cell`, all equally likely; if it `survives`, without a mine there.
pub(super) fn first_layout(grid: &Arc<Grid>, cell: Cell, survives: bool, rng: &mut Rng) -> Layout {
    let is_cleared = |other: Cell| grid.start_clears(cell, other) || (survives && other == cell);
    let mut free: Vec<Cell> = (0..grid.n_cells()).filter(|&other| !is_cleared(other)).collect();
    let n_mines = grid.rules().n_mines();
    for place in 0..n_mines {
        let other = place + rng.below(free.len() - place);
        free.swap(place, other);
    }
    Layout::from_mines(grid, free[..n_mines].iter().copied()).expect("different cells, as many as mines")
}

#[cfg(test)]
mod tests {
    use minewise::Seed;

    use super::*;

    #[track_caller]
    fn check(rules: &str, expected: &str) {
        let grid = Grid::new(rules.parse().unwrap());
        let names: Vec<String> = first_cells(&grid).iter().map(|&(cell, _)| grid.name(cell)).collect();
        assert_eq!(names.join(" "), expected);
    }

    #[test]
    fn one_of_each_set_of_symmetric_cells_is_tried() {
        check("3x3/2", "0,0 0,1 1,1");
        check("4x3/2", "0,0 0,1 1,0 1,1");
        check("5x5/15:zero", "1,1 1,2 2,2 0,1 0,2 0,0");
        check("5x4/3@torus", "0,0");
        check("3x3/5:zero", "0,0");
        check("1x10/5", "0,0 1,0 2,0 3,0 4,0");
    }

    #[test]
    fn first_layouts_follow_the_start_of_the_rules() {
        let mut rng = Rng::new(Seed(1));
        for (rules, cell) in [("4x3/11", 5), ("4x3/3:zero", 5), ("4x3/11:any", 5)] {
            let grid = Grid::new(rules.parse().unwrap());
            for _ in 0..100 {
                let layout = first_layout(&grid, cell, true, &mut rng);
                assert!(!layout.is_mine(cell) && (!rules.ends_with("zero") || layout.number(cell) == 0));
            }
        }
    }
}
