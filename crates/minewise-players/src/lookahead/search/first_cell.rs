//! Measured first cells; none is entered by hand.
//!
//! `minewise learn opening` tries the first cells of a board in games played to the end. Its results for the classic
//! boards ship with the program.

use std::collections::HashMap;
use std::fmt;
use std::str::{FromStr, SplitWhitespace};
use std::sync::{Arc, LazyLock};

use minewise::cancel::is_cancelled;
use minewise::{Cell, Grid, Layout, Position, Rules, Seed, View};

use super::rollouts::Roller;
use crate::entry::model_file::{Lines, ModelError};

/// The first of the seeds for learning. Experiments use smaller seeds, so no game that is learned from is measured.
pub const FIRST_SEED: u64 = 1 << 63;

/// The first cells that ship with the program.
static SHIPPED: LazyLock<HashMap<Rules, FirstCell>> = LazyLock::new(|| {
    let read = |line: &str| line.parse::<FirstCell>().expect("the first cells that ship are well formed");
    include_str!("openings.txt").lines().map(read).map(|first| (first.rules, first)).collect()
});

/// A first cell with the results of its games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstCell {
    /// The rules of the games.
    pub rules: Rules,
    /// The cell.
    pub cell: Cell,
    /// The share of games won, without the luck of guesses.
    pub win: f64,
    /// Number of games.
    pub n_games: u64,
}

impl FirstCell {
    /// Returns the first cell for these rules that ships with the program, if they were measured.
    pub fn shipped(rules: &Rules) -> Option<FirstCell> {
        SHIPPED.get(rules).copied()
    }

    /// Finds the best first cell in about `n_games` games. Of symmetric cells one is tried. After each round the worse
    /// half of the cells is dropped. `progress` is called with numbers of games as they end.
    pub fn measure(rules: Rules, n_games: u64, progress: &dyn Fn(u64)) -> FirstCell {
        let grid = Grid::new(rules);
        let alike = grid.alike();
        let cells = (0..grid.n_cells()).filter(|&cell| alike[cell] == cell);
        let mut roller = Roller::new(&Position::new(View::new(&grid)));
        let best = FirstCell::best_of(&grid, cells, n_games, &mut roller, progress);
        best.expect("rules have a cell that a game can begin with")
    }

    /// Finds the best of the cells between a corner and the middle: few cells, and one of them is nearly always close
    /// to the best of all.
    pub(super) fn best_of_few(grid: &Arc<Grid>, n_games: u64, roller: &mut Roller) -> Option<FirstCell> {
        let (height, width) = (grid.rules().height(), grid.rules().width());
        let alike = grid.alike();
        let steps = 0..height.max(width);
        let cells = steps.filter_map(|step| grid.cell(step.min(height / 2), step.min(width / 2)));
        let mut cells: Vec<Cell> = cells.map(|cell| alike[cell]).collect();
        cells.sort_unstable();
        cells.dedup();
        FirstCell::best_of(grid, cells, n_games, roller, &|_| ())
    }

    fn best_of(
        grid: &Arc<Grid>,
        cells: impl IntoIterator<Item = Cell>,
        n_games: u64,
        roller: &mut Roller,
        progress: &dyn Fn(u64),
    ) -> Option<FirstCell> {
        let untouched = Position::new(View::new(grid));
        let cells = cells.into_iter().filter(|&cell| grid.can_start_at(cell));
        let mut tried: Vec<TriedCell> = cells.map(|cell| TriedCell { cell, sum: 0.0, n_games: 0 }).collect();
        let n_rounds = u64::from(tried.len().checked_ilog2()?) + 1;
        loop {
            if is_cancelled() {
                return None;
            }
            let n_more = (n_games / n_rounds / tried.len() as u64).max(1);
            for first in &mut tried {
                for idx in first.n_games..first.n_games + n_more {
                    // The same seeds for all cells, so that luck affects them alike.
                    let layout = Layout::generate(grid, Seed(FIRST_SEED + idx), first.cell);
                    first.sum += roller.play_from(&untouched, &layout, first.cell);
                }
                first.n_games += n_more;
                progress(n_more);
            }
            tried.sort_by(|one, other| other.win().total_cmp(&one.win()));
            if let [best] = tried[..] {
                let win = best.win().clamp(0.0, 1.0);
                return Some(FirstCell { rules: *grid.rules(), cell: best.cell, win, n_games: best.n_games });
            }
            tried.truncate(tried.len().div_ceil(2));
        }
    }
}

/// A first cell with the sum of the results of its games.
#[derive(Clone, Copy)]
struct TriedCell {
    cell: Cell,
    sum: f64,
    n_games: u64,
}

impl TriedCell {
    fn win(&self) -> f64 {
        self.sum / self.n_games.max(1) as f64
    }
}

impl fmt::Display for FirstCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FirstCell { rules, cell, win, n_games } = self;
        write!(f, "{rules} {} {win:.4} {n_games}", Grid::new(*rules).name(*cell))
    }
}

impl FromStr for FirstCell {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<FirstCell, ModelError> {
        let read = |words: SplitWhitespace<'_>| {
            let [rules, cell, win, n_games] = words.collect::<Vec<_>>()[..] else { return None };
            let grid = Grid::new(rules.parse().ok()?);
            let (row, col) = cell.split_once(',')?;
            let cell = grid.cell(row.parse().ok()?, col.parse().ok()?)?;
            let win = win.parse().ok().filter(|win| (0.0..=1.0).contains(win))?;
            let first = FirstCell { rules: *grid.rules(), cell, win, n_games: n_games.parse().ok()? };
            grid.can_start_at(cell).then_some(first)
        };
        let mut lines = Lines::without_header(text);
        let Some(first) = read(lines.line("first cell")?) else {
            return Err(lines.wrong("expected something like `9x9/10 2,2 0.9719 349500`"));
        };
        lines.end()?;
        Ok(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_cell_is_parsed_from_what_it_displays() {
        let text = "9x9/10:zero 2,2 0.9719 349500";
        assert_eq!(text.parse::<FirstCell>().unwrap().to_string(), text);
        assert_eq!(
            "".parse::<FirstCell>().unwrap_err().to_string(),
            "it ends before the line `first cell …`"
        );
        for bad in
            ["9x9/10 9,9 0.5 1", "9x9/10 0,0 1.5 1", "x 0,0 0.5 1", "9x9/10 0,0 0.5", "9x9/10 0,0 0.5 1 1"]
        {
            let error = bad.parse::<FirstCell>().unwrap_err().to_string();
            assert_eq!(error, "line 1: expected something like `9x9/10 2,2 0.9719 349500`", "{bad}");
        }
    }

    #[test]
    fn the_classic_boards_have_measured_first_cells() {
        for board in ["30x16/99", "16x16/40", "9x9/10", "8x8/10"] {
            for start in ["", ":zero"] {
                let rules: Rules = format!("{board}{start}").parse().unwrap();
                let first = FirstCell::shipped(&rules).unwrap();
                assert!(first.n_games > 100_000, "{first}");
            }
        }
    }

    /// Compares measured first cells with perfect play, which has the exact value of each cell.
    #[test]
    fn measured_first_cells_are_nearly_the_best() {
        for rules in ["4x4/4", "5x4/4:zero", "4x4/5@torus", "5x3/3:any@hex"] {
            let rules: Rules = rules.parse().unwrap();
            let view = View::new(&Grid::new(rules));
            let optimal = minewise::Optimal::of(&view, minewise::perfect::Limits::nodes(1_000_000)).unwrap();
            let first = FirstCell::measure(rules, 6000, &|_| ());
            let value = |cell: Cell| optimal.cells.iter().find(|value| value.cell == cell).unwrap().value();
            let best = optimal.best().unwrap().value();
            assert!(value(first.cell) > best - 0.03, "{first}: {} of {best}", value(first.cell));
            assert!((first.win - value(first.cell)).abs() < 0.06, "{first}: {}", value(first.cell));
            let mut roller = Roller::new(&Position::new(view.clone()));
            let of_few = FirstCell::best_of_few(view.grid(), 6000, &mut roller).unwrap();
            assert!(value(of_few.cell) > best - 0.06, "{of_few}: {} of {best}", value(of_few.cell));
        }
    }
}
