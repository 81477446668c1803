//! The first reveal: the cells to begin with.

use minewise::{Cell, Grid, Outcomes, Start};

/// The cells to begin with, one of each set of cells that are alike, with their risks; those first that are likeliest
/// to show 0 or, where all do, that open the most.
///
/// # Panics
/// Never: rules have a cell that a game can begin with.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rules: &str, expected: &str) {
        let grid = Grid::new(rules.parse().unwrap());
        let names: Vec<String> = first_cells(&grid).iter().map(|&(cell, _)| grid.name(cell)).collect();
        assert_eq!(names.join(" "), expected);
    }

    #[test]
    fn one_of_each_set_of_alike_cells_is_tried() {
        check("3x3/2", "0,0 0,1 1,1");
        check("4x3/2", "0,0 0,1 1,0 1,1");
        check("5x5/15:zero", "1,1 1,2 2,2 0,1 0,2 0,0");
        check("5x4/3@torus", "0,0");
        check("3x3/5:zero", "0,0");
        check("1x10/5", "0,0 1,0 2,0 3,0 4,0");
    }
}
