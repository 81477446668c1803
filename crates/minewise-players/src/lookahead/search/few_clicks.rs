//! Which certainly safe cell to reveal first, for a win in few clicks.
//!
//! The last idea of Harith, Menon & Kuruppath 2017 is to play for a high score: among the cells with the best chance to
//! win, the one that finishes in the fewest clicks. Every certainly safe cell has that chance, since all of them are
//! revealed before the next guess, in whatever order: so the order changes the clicks, and never a guess or a result.
//!
//! A click is wasted on a number that an opening (a cell that shows 0, and all that it reveals) would have revealed. No
//! click on a 0 is wasted, since every opening needs one. So the cell with the least chance to be wasted comes first;
//! of equals, the one that is likelier to show 0, which reveals the most.

use minewise::{Cell, Census, Verdict};

use crate::least_risk::exact::EQUAL;

/// Returns the certainly safe cell that is least likely to be a wasted click; `None` if no cell is certainly safe.
pub(super) fn least_wasteful(census: &Census) -> Option<Cell> {
    let rated = census.safe().map(|cell| (cell, waste(census, cell), zero(census, cell)));
    let better = |best: (Cell, f64, f64), one: (Cell, f64, f64)| {
        let is_better = match one.1 - best.1 {
            less if less < -EQUAL => true,
            more if more > EQUAL => false,
            _ => one.2 > best.2 + EQUAL,
        };
        if is_better { one } else { best }
    };
    rated.reduce(better).map(|(cell, ..)| cell)
}

/// Returns an upper bound of the chance that a click on a safe cell is wasted: that it shows no 0, and a cell around it
/// does.
///
/// The exact chance would need a count of its own for every cell. This decides only about clicks, so a bound is enough.
fn waste(census: &Census, cell: Cell) -> f64 {
    let around: f64 = census.grid().neighbours(cell).map(|near| zero(census, near)).sum();
    around.min(1.0 - zero(census, cell))
}

/// Returns the chance that a covered cell shows 0; 0 for any other cell.
fn zero(census: &Census, cell: Cell) -> f64 {
    let is_mine = |near: Cell| census.verdict(near) == Some(Verdict::Mine);
    // Most cells near numbers have a certain mine beside them, and need no count.
    if census.verdict(cell).is_none() || is_mine(cell) || census.grid().neighbours(cell).any(is_mine) {
        return 0.0;
    }
    census.outcomes(cell).map_or(0.0, |outcomes| outcomes.numbers[0])
}

#[cfg(test)]
mod tests {
    use minewise::census::brute::BruteCensus;
    use minewise::{Game, Grid, Layout, Player, Reason, Rng, Rules, Seed, testing};

    use crate::lookahead::search::{Level, Search};

    use super::*;

    #[test]
    fn a_cell_that_must_show_0_comes_before_its_neighbour() {
        // The mine is at 2, so 3 shows 1, and 4 to 6 show 0 and reveal it.
        let census = Census::of(&"7x1/1 01.....".parse().unwrap()).unwrap();
        assert_eq!(least_wasteful(&census), Some(4));
    }

    #[test]
    fn no_click_is_wasted_more_often_than_the_bound_says() {
        let mut rng = Rng::new(Seed(45));
        let mut n_checked = 0;
        for _ in 0..600 {
            let rules = Rules::random(&mut rng, 4);
            let view = testing::random_view(&mut rng, rules);
            let (census, all) = (Census::of(&view).unwrap(), BruteCensus::of(&view, 100_000).unwrap());
            for cell in census.safe() {
                let shows_0 = |layout: &Layout, cell| {
                    view.is_covered(cell) && !layout.is_mine(cell) && layout.number(cell) == 0
                };
                let is_wasted = |layout: &&Layout| {
                    !shows_0(layout, cell) && view.grid().neighbours(cell).any(|near| shows_0(layout, near))
                };
                let n_wasted = all.layouts.iter().filter(is_wasted).count();
                let bound = waste(&census, cell);
                assert!(n_wasted as f64 / all.layouts.len() as f64 <= bound + 1e-9, "{view:#} {cell}");
                n_checked += 1;
            }
        }
        assert!(n_checked > 300, "{n_checked}");
    }

    #[test]
    fn the_order_of_clicks_changes_no_guess_and_no_result_and_saves_clicks() {
        let grid = Grid::new("9x9/10".parse().unwrap());
        let mut n_clicks = [0; 2];
        for seed in (0..150).map(Seed) {
            let played = [false, true].map(|few_clicks| {
                let mut player = Search::new(Level::Fast).with_few_clicks(few_clicks);
                let mut game = Game::new(&grid, seed);
                player.start(grid.rules(), seed.stream(1));
                let mut guesses = Vec::new();
                while !game.is_over() {
                    let choice = player.choose(game.position());
                    if choice.reason != Reason::Certain {
                        guesses.push((game.view().to_string(), choice.cell));
                    }
                    game.reveal(choice.cell.unwrap()).unwrap();
                }
                n_clicks[usize::from(few_clicks)] += game.moves().len();
                (guesses, game.status(), game.view().to_string())
            });
            assert_eq!(played[0], played[1], "seed {seed}");
        }
        assert!(n_clicks[1] < n_clicks[0], "{n_clicks:?}");
    }
}
