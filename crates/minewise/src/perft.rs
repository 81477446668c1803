//! Perft: how many ways there are to play on, counted exactly. A wrong rule shows here first.

use crate::atlas::{Atlas, Class};
use crate::grid::Grid;
use crate::rules::Rules;
use crate::view::View;

/// For each depth from 1 to `depth`: the number of distinct sequences of so many reveals in which no mine is hit.
///
/// A sequence is the cells revealed and the views that result. A won game has no continuation, and the first cell is
/// revealed as under start `any`. None if the rules have too many layouts, or more than 64 cells.
///
/// # Examples
/// ```
/// assert_eq!(minewise::perft("2x2/1".parse()?, 3), Some(vec![4, 12, 24]));
/// # Ok::<(), minewise::RulesError>(())
/// ```
pub fn perft(rules: Rules, depth: usize) -> Option<Vec<u64>> {
    let atlas = Atlas::of(&View::new(&Grid::new(rules)))?;
    let mut counts = vec![0; depth];
    count(&atlas, &atlas.everything(), &mut counts);
    Some(counts)
}

/// Adds the sequences that begin with a class of layouts that look alike.
fn count(atlas: &Atlas, class: &Class, counts: &mut [u64]) {
    let Some((here, deeper)) = counts.split_first_mut() else { return };
    if atlas.is_won(class) {
        return;
    }
    for idx in (0..atlas.cells.len()).filter(|idx| class.revealed >> idx & 1 == 0) {
        for class in atlas.reveal(class, idx) {
            *here += 1;
            count(atlas, &class, deeper);
        }
    }
}
