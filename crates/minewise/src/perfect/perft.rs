//! Perft: the exact number of ways to play on. Comparing it with known values finds mistakes in the rules.

use std::fmt;

use super::atlas::{Atlas, Class, MAX_ATLAS_LAYOUTS};
use crate::board::{Grid, Rules, View};

/// Counts, for each depth from 1 to `depth`, the distinct sequences of that many reveals in which no mine is hit.
///
/// A sequence consists of the cells revealed and the resulting views. A won game has no continuation. The first cell is
/// treated as with start `any`.
///
/// # Errors
/// When the rules have too many layouts or more than 64 cells, or there are more than `most_nodes` sequences.
///
/// # Examples
/// ```
/// assert_eq!(minewise::perfect::perft("2x2/1".parse()?, 3, 1_000)?, [4, 12, 24]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(rules: Rules, depth: usize, most_nodes: u64) -> Result<Vec<u64>, PerftError> {
    let atlas = Atlas::of(&View::new(&Grid::new(rules))).ok_or(PerftError::TooLarge)?;
    let mut counts = vec![0; depth];
    let mut n_left = most_nodes;
    count(&atlas, &atlas.everything(), &mut counts, &mut n_left)
        .ok_or(PerftError::TooManyNodes { most_nodes })?;
    Ok(counts)
}

/// Adds the sequences that continue from a class to `counts`; `None` if there are more than `n_left`.
fn count(atlas: &Atlas, class: &Class, counts: &mut [u64], n_left: &mut u64) -> Option<()> {
    let Some((here, deeper)) = counts.split_first_mut() else { return Some(()) };
    if atlas.is_won(class) {
        return Some(());
    }
    for idx in (0..atlas.cells.len()).filter(|idx| class.revealed >> idx & 1 == 0) {
        for class in atlas.reveal(class, idx) {
            *n_left = n_left.checked_sub(1)?;
            *here += 1;
            count(atlas, &class, deeper, n_left)?;
        }
    }
    Some(())
}

/// Why the ways to play on cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PerftError {
    /// Too many layouts, or too many cells.
    TooLarge,
    /// There are more sequences than allowed.
    TooManyNodes {
        /// The number allowed.
        most_nodes: u64,
    },
}

impl fmt::Display for PerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PerftError::TooLarge => {
                write!(f, "perft counts rules with at most {MAX_ATLAS_LAYOUTS} layouts on at most 64 cells")
            }
            PerftError::TooManyNodes { most_nodes } => {
                write!(f, "there are more than {most_nodes} sequences; allow more with --nodes")
            }
        }
    }
}

impl std::error::Error for PerftError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_the_number_of_sequences() {
        let rules = "2x2/1".parse().unwrap();
        assert_eq!(perft(rules, 3, 40), Ok(vec![4, 12, 24]));
        assert_eq!(perft(rules, 3, 39), Err(PerftError::TooManyNodes { most_nodes: 39 }));
    }

    #[test]
    fn a_huge_grid_is_refused_at_once() {
        assert_eq!(perft("2000x2000/2000000".parse().unwrap(), 1, 1), Err(PerftError::TooLarge));
    }
}
