//! Measures what the book says.

use std::sync::Arc;

use minewise::{Cell, Grid, Outcomes, Position, Rng, Rules, Seed, Shown, View};

use super::ahead::{Look, Width, looks};
use super::book::{BookEntry, Numbers};
use super::rollouts::Roller;
use crate::pick::first_layout;

/// Which cells may follow the first ones.
const WIDTH: Width = Width { n_cells: 60, margin: 0.15 };
/// So many of the most promising are tried.
const MOST_TRIED: usize = 12;
/// The first cell is played so many times as often: every game has it, and there are many to choose from.
const FIRST_FACTOR: u64 = 12;
/// The seeds from here on are for learning only.
const FIRST_SEED: u64 = 1 << 63;

/// Measures first cells and what follows them, in games played to the end.
#[derive(Clone, Copy, Debug)]
pub struct BookMaker {
    /// What is played.
    pub rules: Rules,
    /// About so many games are played for a cell of the book, all candidates together.
    pub n_games: u64,
    /// Views that fewer games get to are left out, as a share.
    pub least_reach: f64,
}

/// A first cell and what came of its games.
pub(super) struct First {
    pub(super) cell: Cell,
    sum: f64,
    n_games: u64,
}

impl First {
    /// The share of games won.
    pub(super) fn win(&self) -> f64 {
        self.mean().clamp(0.0, 1.0)
    }

    fn mean(&self) -> f64 {
        self.sum / self.n_games.max(1) as f64
    }
}

/// One of each set of first cells that are alike.
fn first_cells(grid: &Grid) -> Vec<Cell> {
    let alike = grid.alike();
    (0..grid.n_cells()).filter(|&cell| alike[cell] == cell && grid.can_start_at(cell)).collect()
}

/// Few of them, from which the best is hardly ever far: those on the way from a corner to the middle.
pub(super) fn few_first_cells(grid: &Grid) -> Vec<Cell> {
    let (height, width) = (grid.rules().height(), grid.rules().width());
    let alike = grid.alike();
    let cells =
        (0..height.max(width)).filter_map(|step| grid.cell(step.min(height / 2), step.min(width / 2)));
    let mut cells: Vec<Cell> =
        cells.map(|cell| alike[cell]).filter(|&cell| grid.can_start_at(cell)).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The best of these first cells in about so many games, all together; half of them are dropped again and again. There
/// must be one.
pub(super) fn best_first(grid: &Arc<Grid>, cells: Vec<Cell>, n_games: u64, roller: &mut Roller) -> First {
    let untouched = Position::new(View::new(grid));
    let mut firsts: Vec<First> = cells.into_iter().map(|cell| First { cell, sum: 0.0, n_games: 0 }).collect();
    let n_rounds = u64::from(firsts.len().ilog2()) + 1;
    loop {
        let n_more = (n_games / n_rounds / firsts.len() as u64).max(1);
        for first in &mut firsts {
            for idx in first.n_games..first.n_games + n_more {
                // The same chance for all of them.
                let mut rng = Rng::new(Seed(FIRST_SEED + idx));
                let layout = first_layout(grid, first.cell, false, &mut rng);
                first.sum += roller.play_from(&untouched, &layout, first.cell);
            }
            first.n_games += n_more;
        }
        firsts.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
        if firsts.len() == 1 {
            return firsts.remove(0);
        }
        firsts.truncate(firsts.len().div_ceil(2));
    }
}

impl BookMaker {
    /// Measures all that is not `known` yet, and tells of each cell of the book, known or not, as soon as it is there, with
    /// the number of views to be looked at still, as far as is known. Goes on as long as it is told to.
    pub fn make(&self, known: &[BookEntry], told: &mut dyn FnMut(&BookEntry, usize) -> bool) {
        let grid = Grid::new(self.rules);
        let mut roller = Roller::new(&Position::new(View::new(&grid)));
        let mut todo: Vec<(Numbers, f64)> = vec![(Vec::new(), 1.0)];
        while let Some(idx) = most_reached(&todo) {
            let (shown, reach) = todo.swap_remove(idx);
            let position = position_of(&grid, &shown);
            let is_same = |entry: &&BookEntry| entry.rules == self.rules && entry.shown == shown;
            let entry = match known.iter().find(is_same) {
                Some(entry) => Some(entry.clone()),
                None if shown.is_empty() => Some(self.measure_first(&grid, &mut roller)),
                None => self.measure(&position, shown.clone(), &mut roller),
            };
            let Some(entry) = entry else { continue };
            let numbers = chances(&position, entry.cell).unwrap_or_default();
            for (number, chance) in numbers.into_iter().enumerate().skip(1) {
                let mut next = shown.clone();
                next.push((entry.cell, number as u8));
                next.sort_unstable();
                if reach * chance >= self.least_reach && is_stuck(&position_of(&grid, &next)) {
                    todo.push((next, reach * chance));
                }
            }
            if !told(&entry, todo.len()) {
                return;
            }
        }
    }

    /// Tries one of each set of first cells that are alike.
    fn measure_first(&self, grid: &Arc<Grid>, roller: &mut Roller) -> BookEntry {
        let n_games = self.n_games.saturating_mul(FIRST_FACTOR);
        let best = best_first(grid, first_cells(grid), n_games, roller);
        BookEntry {
            rules: self.rules,
            shown: Vec::new(),
            cell: best.cell,
            win: best.win(),
            n_games: best.n_games,
        }
    }

    /// Tries the most promising cells of a view.
    fn measure(&self, position: &Position, shown: Numbers, roller: &mut Roller) -> Option<BookEntry> {
        let census = position.census().ok()?;
        let mut found: Vec<Look> = looks(position, census, WIDTH);
        found.truncate(MOST_TRIED);
        let seed = shown.iter().fold(FIRST_SEED, |seed, &(cell, number)| {
            seed.wrapping_mul(31).wrapping_add(9 * cell as u64 + u64::from(number))
        });
        let mut rng = Rng::new(Seed(seed | FIRST_SEED));
        let n_games = usize::try_from(self.n_games).unwrap_or(usize::MAX);
        let best = *roller.compare(position, census, &found, n_games, &mut rng).first()?;
        let (cell, win) = (best.cell, best.win.clamp(0.0, 1.0));
        Some(BookEntry { rules: self.rules, shown, cell, win, n_games: best.n_games as u64 })
    }
}

/// The place of the view that the most games get to.
fn most_reached(todo: &[(Numbers, f64)]) -> Option<usize> {
    (0..todo.len()).max_by(|&one, &other| todo[one].1.total_cmp(&todo[other].1))
}

fn position_of(grid: &Arc<Grid>, shown: &[(Cell, u8)]) -> Position {
    let mut position = Position::new(View::new(grid));
    for &(cell, number) in shown {
        position.reveal(cell, Shown::Number(number));
    }
    position
}

/// The chance of each number at a cell.
fn chances(position: &Position, cell: Cell) -> Option<[f64; 9]> {
    if position.view().is_untouched() {
        return Some(Outcomes::of_first(position.view().grid(), cell).numbers);
    }
    position.census().ok()?.outcomes(cell).map(|outcomes| outcomes.numbers)
}

/// Whether nothing is certain, and something is open.
fn is_stuck(position: &Position) -> bool {
    let is_open = |census: &minewise::Census| census.safe().len() == 0 && census.layouts_log10() > 0.0;
    position.census().is_ok_and(is_open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Book;

    fn make(known: &[BookEntry], most: usize) -> Vec<BookEntry> {
        let maker = BookMaker { rules: "6x5/6".parse().unwrap(), n_games: 300, least_reach: 0.1 };
        let mut entries = Vec::new();
        maker.make(known, &mut |entry, _| {
            entries.push(entry.clone());
            entries.len() < most
        });
        entries
    }

    #[test]
    fn a_book_stopped_and_gone_on_with_is_the_same() {
        let whole = make(&[], usize::MAX);
        assert!(whole.len() > 2, "{whole:?}");
        assert_eq!(make(&whole[..2], usize::MAX), whole);
        assert_eq!(make(&[], 2), whole[..2]);
        let book = Book::new(whole.clone());
        for entry in &whole {
            let position = position_of(&Grid::new(entry.rules), &entry.shown);
            assert_eq!(book.next(position.view()), Some((entry.cell, entry.win)));
        }
    }
}
