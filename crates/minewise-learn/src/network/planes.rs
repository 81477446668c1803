//! The input of a network: a view as numbers.

use minewise::{Shown, View};

/// The number of inputs per cell: one that is always 1 on the board, one for covered, nine for the number that it
/// shows, and three that depend on the mines left and are the same for all cells.
pub const N_PLANES: usize = 14;

const COVERED: usize = 1;
const NUMBERS: usize = 2;
const COUNTS: usize = 11;

/// The inputs of all cells, cell by cell.
pub fn planes(view: &View) -> Vec<f32> {
    let n_left = view.grid().rules().n_mines().saturating_sub(view.shown_mines().count()) as f32;
    let n_covered = view.n_covered() as f32;
    let n_safe = (n_covered - n_left).max(0.0);
    let counts = [n_left / n_covered.max(1.0), 1.0 / (1.0 + n_left), 1.0 / (1.0 + n_safe)];
    let mut planes = vec![0.0; view.grid().n_cells() * N_PLANES];
    for (cell, planes) in planes.chunks_exact_mut(N_PLANES).enumerate() {
        planes[0] = 1.0;
        match view.shown(cell) {
            Shown::Covered | Shown::Flag => planes[COVERED] = 1.0,
            Shown::Number(number) => planes[NUMBERS + usize::from(number)] = 1.0,
            // No game in progress shows a mine, so there is no input for it. The numbers around still count it.
            Shown::Mine => {}
        }
        planes[COUNTS..].copy_from_slice(&counts);
    }
    planes
}
