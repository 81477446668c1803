//! The order in which the cells of a game were uncovered.

use crate::board::{Cell, CellSet, Shown};
use crate::game::{Game, Move};

/// The cells that a game has uncovered, in the order of its moves. Cells that were uncovered by a 0 or a chord are
/// listed one by one, in an order that depends only on the moves and on what the cells before show.
///
/// # Examples
/// ```
/// use minewise::{Game, Layout};
/// use minewise::game::reveals;
/// let layout: Layout = "5x1/1 ....*".parse()?;
/// let mut game = Game::with_layout(&layout);
/// game.reveal(1).expect("a covered cell");
/// assert_eq!(reveals(&game), [1, 0, 2, 3]);
/// # Ok::<(), minewise::board::LayoutError>(())
/// ```
pub fn reveals(game: &Game) -> Vec<Cell> {
    let (end, grid) = (game.view(), game.view().grid());
    let (mut uncovered, mut flags) = (CellSet::default(), CellSet::default());
    uncovered.reset(grid.n_cells());
    flags.reset(grid.n_cells());
    let mut order = Vec::new();
    let uncover = |cell: Cell, uncovered: &mut CellSet, flags: &CellSet, order: &mut Vec<Cell>| {
        if uncovered.contains(cell) || flags.contains(cell) {
            return;
        }
        uncovered.insert(cell);
        let mut done = order.len();
        order.push(cell);
        while done < order.len() {
            let cell = order[done];
            done += 1;
            if end.shown(cell) != Shown::Number(0) {
                continue;
            }
            for near in grid.neighbours(cell).filter(|&near| !flags.contains(near)) {
                if !uncovered.contains(near) {
                    uncovered.insert(near);
                    order.push(near);
                }
            }
        }
    };
    for &made in game.moves() {
        match made {
            Move::Reveal(cell) => uncover(cell, &mut uncovered, &flags, &mut order),
            Move::Chord(cell) => {
                for near in grid.neighbours(cell) {
                    uncover(near, &mut uncovered, &flags, &mut order);
                }
            }
            Move::Flag(cell) if flags.contains(cell) => flags.remove(cell),
            Move::Flag(cell) => flags.insert(cell),
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;
    use crate::board::Rules;
    use crate::num::{Rng, Seed};

    /// Plays at random, with flags and chords, and checks the order cell by cell against the views of the game.
    #[test]
    fn every_uncovered_cell_comes_once_and_with_its_move() {
        let mut rng = Rng::new(Seed(31));
        let mut n_chords = 0;
        for game_idx in 0..2000 {
            let grid = Grid::new(Rules::random(&mut rng, 9));
            let mut game = Game::new(&grid, Seed(game_idx));
            let mut seen: Vec<Cell> = Vec::new();
            for _ in 0..30 {
                let cell = rng.below(grid.n_cells());
                let made = [Move::Reveal(cell), Move::Flag(cell), Move::Chord(cell)][rng.below(3)];
                if game.make(made).is_err() {
                    continue;
                }
                n_chords += usize::from(matches!(made, Move::Chord(_)));
                let mut order = reveals(&game);
                assert_eq!(order[..seen.len()], seen, "earlier cells stay where they are");
                seen.clone_from(&order);
                let shown = (0..grid.n_cells()).filter(|&cell| !game.view().is_covered(cell));
                order.sort_unstable();
                assert_eq!(order, shown.collect::<Vec<_>>(), "{:#}", game.view());
            }
        }
        assert!(n_chords > 100, "{n_chords}");
    }
}
