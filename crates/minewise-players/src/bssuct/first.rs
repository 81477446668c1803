//! The first reveal: which cells are alike, and layouts that the start allows.

use std::sync::Arc;

use minewise::{Cell, Grid, Layout, Outcomes, Rng, Start};

/// The cells to begin with, one of each set of cells that mirroring, turning or shifting the grid makes alike, with
/// their risks; those first that are likeliest to show 0 or, where all do, that open the most.
///
/// # Panics
/// Never: rules have a cell that a game can begin with.
pub(super) fn first_cells(grid: &Grid) -> Vec<(Cell, f64)> {
    let alike = alike(grid);
    let is_first = |&cell: &Cell| alike[cell] == cell as u32 && grid.can_start_at(cell);
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

/// For each cell: the first of those that the grid cannot tell from it.
fn alike(grid: &Grid) -> Vec<u32> {
    let (width, height) = (grid.rules().width(), grid.rules().height());
    let at = |row: usize, col: usize| row * width + col;
    let maps: [&dyn Fn(usize, usize) -> Cell; 5] = [
        &|row, col| at(row, width - 1 - col),
        &|row, col| at(height - 1 - row, col),
        &|row, col| if width == height { at(col, row) } else { at(row, col) },
        &|row, col| at((row + 1) % height, col),
        &|row, col| at(row, (col + 1) % width),
    ];
    let mut first: Vec<u32> = (0..grid.n_cells() as u32).collect();
    let image = |map: &dyn Fn(usize, usize) -> Cell, cell: Cell| {
        let (row, col) = grid.row_col(cell);
        map(row, col)
    };
    let keeps_touching = |map: &dyn Fn(usize, usize) -> Cell| {
        (0..grid.n_cells()).all(|cell| {
            let there = image(map, cell);
            grid.n_neighbours(cell) == grid.n_neighbours(there)
                && grid.neighbours(cell).all(|near| grid.touch(there, image(map, near)))
        })
    };
    for map in maps.into_iter().filter(|&map| keeps_touching(map)) {
        for cell in 0..grid.n_cells() {
            let (one, other) = (root(&first, cell), root(&first, image(map, cell)));
            first[one.max(other)] = one.min(other) as u32;
        }
    }
    (0..grid.n_cells()).map(|cell| root(&first, cell) as u32).collect()
}

/// The first cell of a set.
fn root(first: &[u32], mut cell: Cell) -> Cell {
    while first[cell] as Cell != cell {
        cell = first[cell] as Cell;
    }
    cell
}

/// A layout that a game can have which begins at `cell`, each as likely; if it `survives`, with no mine there.
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
    use minewise::{Optimal, Seed, View};

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

    /// Every cell left out has an equal among those kept: perfect play wins as much from both.
    #[test]
    fn cells_called_alike_are_worth_the_same() {
        for rules in
            ["4x3/3", "3x4/4:any", "4x3/3@hex", "3x3/2@hex", "4x3/3@torus", "4x4/4@knight", "5x3/3:zero"]
        {
            let grid = Grid::new(rules.parse().unwrap());
            let optimal = Optimal::of(&View::new(&grid), minewise::Limits::nodes(10_000_000)).unwrap();
            let value =
                |cell: Cell| optimal.cells.iter().find(|value| value.cell == cell).map(|value| value.n_won);
            for (cell, first) in alike(&grid).into_iter().enumerate() {
                assert_eq!(value(cell), value(first as Cell), "{rules} {cell}");
            }
        }
    }

    #[test]
    fn first_layouts_keep_to_the_start() {
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
