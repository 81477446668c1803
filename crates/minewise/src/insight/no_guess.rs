//! Layouts that can be played to the end without a guess.
//!
//! They are drawn by rejection: layouts of the rules are drawn until one is proven to need no guess. So all layouts
//! that are proven are equally likely. A layout is rejected at the first view without a certain cell, which comes early
//! for most.

use std::fmt;
use std::sync::Arc;

use crate::board::{Cell, Grid, Layout, Rules};
use crate::cancel::is_cancelled;
use crate::game::{Game, Status};
use crate::insight::difficulty::reveal_all;
use crate::num::Seed;

/// The most cells of a layout that can be proven to need no guess. For larger ones, a proof may take hours.
pub const MAX_PROVEN_CELLS: usize = 10_000;

/// A layout that needs no guess.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoGuess {
    /// The layout.
    pub layout: Layout,
    /// The number of layouts drawn, including this one.
    pub n_tries: u64,
}

/// Draws a layout that can be played from `first` to the end without a guess, all equally likely.
///
/// The layouts tried are those of the seeds `seed.stream(0)`, `seed.stream(1)` and so on. A layout is skipped if
/// counting one of its views would be too much work.
///
/// # Errors
/// When none of `most_tries` layouts is proven, a game cannot begin at `first`, or the grid has more than
/// [`MAX_PROVEN_CELLS`] cells.
///
/// # Examples
/// ```
/// use minewise::{Grid, Seed};
/// use minewise::insight::{Difficulty, generate_no_guess};
/// let grid = Grid::new("9x9/10".parse()?);
/// let found = generate_no_guess(&grid, Seed(1), 40, 1000)?;
/// assert!(Difficulty::of(&found.layout, 40)? < Difficulty::Guess);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate_no_guess(
    grid: &Arc<Grid>,
    seed: Seed,
    first: Cell,
    most_tries: u64,
) -> Result<NoGuess, NoGuessError> {
    if grid.n_cells() > MAX_PROVEN_CELLS {
        return Err(NoGuessError::TooLarge);
    }
    if first >= grid.n_cells() || !grid.can_start_at(first) {
        return Err(NoGuessError::CannotStart);
    }
    let mut game = Game::new(grid, seed.stream(0));
    for idx in 0..most_tries {
        if is_cancelled() {
            break;
        }
        game.restart(seed.stream(idx));
        game.reveal(first).expect("a game can begin there");
        if play_on(&mut game) {
            let layout = game.layout().expect("the game is won").clone();
            return Ok(NoGuess { layout, n_tries: idx + 1 });
        }
    }
    Err(NoGuessError::NotFound { rules: *grid.rules(), n_tries: most_tries })
}

/// Whether a layout is proven to need no guess if the game begins at `first`.
///
/// # Panics
/// When `first` is beyond the grid.
pub fn needs_no_guess(layout: &Layout, first: Cell) -> bool {
    let mut game = Game::with_layout(layout);
    game.reveal(first).expect("the first cell is covered and on the grid");
    play_on(&mut game)
}

/// Reveals certain cells until there are none. Returns whether that wins the game.
///
/// Single numbers are used as long as something follows from them, since they are much cheaper than a census.
fn play_on(game: &mut Game) -> bool {
    while !game.is_over() {
        let mut safe: Vec<Cell> = game.position().plainly_safe().collect();
        if safe.is_empty() {
            let Ok(census) = game.position().census() else { return false };
            safe.extend(census.safe());
        }
        if safe.is_empty() {
            return false;
        }
        reveal_all(game, &safe);
    }
    game.status() == Status::Won
}

/// Why there is no layout that needs no guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoGuessError {
    /// None of the layouts tried could be proven; allow more tries, fewer mines, or another first cell.
    NotFound {
        /// The rules.
        rules: Rules,
        /// The number of layouts tried.
        n_tries: u64,
    },
    /// A game cannot begin at the first cell.
    CannotStart,
    /// The grid has more than [`MAX_PROVEN_CELLS`] cells.
    TooLarge,
}

impl fmt::Display for NoGuessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGuessError::NotFound { rules, n_tries } => {
                let layouts = if *n_tries == 1 { "layout" } else { "layouts" };
                write!(f, "of {n_tries} {layouts} of {rules} none could be played without a guess")
            }
            NoGuessError::CannotStart => f.write_str("a game of these rules cannot begin at this cell"),
            NoGuessError::TooLarge => {
                write!(f, "layouts that need no guess are drawn for at most {MAX_PROVEN_CELLS} cells")
            }
        }
    }
}

impl std::error::Error for NoGuessError {}
