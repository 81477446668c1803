//! The kind of reasoning that a layout requires.

use std::fmt;

use crate::board::{Cell, Grid, Layout, View};
use crate::census::{CensusError, Settled};
use crate::game::{Game, Position, Status};

/// The hardest reasoning that a layout requires, when the easiest certain cell is always taken first.
///
/// The variants are in ascending order. A player who masters one of them, except the last, and all before it can play
/// every layout of that difficulty without a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Difficulty {
    /// One number at a time: it has all its mines, or it misses exactly as many as it has cells left.
    Single,
    /// Two numbers at a time: the cells that they share, and those that they do not.
    Pairs,
    /// More than two numbers together.
    Proof,
    /// All numbers together with the number of mines.
    MineCount,
    /// At some point no cell is certain.
    Guess,
}

impl Difficulty {
    /// All difficulties, in ascending order.
    pub const ALL: [Difficulty; 5] =
        [Difficulty::Single, Difficulty::Pairs, Difficulty::Proof, Difficulty::MineCount, Difficulty::Guess];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Single => "single",
            Difficulty::Pairs => "pairs",
            Difficulty::Proof => "proof",
            Difficulty::MineCount => "mine-count",
            Difficulty::Guess => "guess",
        }
    }

    /// The difficulty of a layout for a player who begins at `first`. A mine there makes it a guess.
    ///
    /// # Errors
    /// When a view on the way is too tangled to count.
    ///
    /// # Panics
    /// When `first` is beyond the grid.
    ///
    /// # Examples
    /// ```
    /// use minewise::Layout;
    /// use minewise::insight::Difficulty;
    /// let layout: Layout = "5x1/1 ...*.".parse()?;
    /// assert_eq!(Difficulty::of(&layout, 0), Ok(Difficulty::MineCount));
    /// let layout: Layout = "4x1/1 ...*".parse()?;
    /// assert_eq!(Difficulty::of(&layout, 0), Ok(Difficulty::Single));
    /// # Ok::<(), minewise::board::LayoutError>(())
    /// ```
    pub fn of(layout: &Layout, first: Cell) -> Result<Difficulty, CensusError> {
        let mut game = Game::with_layout(layout);
        let status = game.reveal(first).expect("the first cell is covered and on the grid");
        if status == Status::Lost {
            return Ok(Difficulty::Guess);
        }
        let mut hardest = Difficulty::Single;
        while !game.is_over() {
            let (needed, safe) = easiest(game.position())?;
            hardest = hardest.max(needed);
            if needed == Difficulty::Guess {
                break;
            }
            reveal_all(&mut game, &safe);
        }
        Ok(hardest)
    }
}

/// Reveals all these safe cells. Some may already be revealed by a cascade from another.
pub(crate) fn reveal_all(game: &mut Game, safe: &[Cell]) {
    for &cell in safe {
        if game.view().is_covered(cell) {
            game.reveal(cell).expect("a safe cell that is covered can be revealed while the game is on");
        }
    }
}

/// The easiest kind of reasoning that proves any cell safe, and the cells it proves safe: none if a guess is needed.
fn easiest(position: &Position) -> Result<(Difficulty, Vec<Cell>), CensusError> {
    let by_single: Vec<Cell> = position.plainly_safe().collect();
    if !by_single.is_empty() {
        return Ok((Difficulty::Single, by_single));
    }
    let by_pairs = safe_by_pairs(position.view());
    if !by_pairs.is_empty() {
        return Ok((Difficulty::Pairs, by_pairs));
    }
    let census = position.census()?;
    let by_numbers = census.safe_by_numbers();
    if !by_numbers.is_empty() {
        return Ok((Difficulty::Proof, by_numbers));
    }
    let safe: Vec<Cell> = census.safe().collect();
    let needed = if safe.is_empty() { Difficulty::Guess } else { Difficulty::MineCount };
    Ok((needed, safe))
}

/// The cells that can be proved safe by looking at one or two numbers at a time, using mines proved in the same way.
fn safe_by_pairs(view: &View) -> Vec<Cell> {
    let grid = view.grid();
    let mut settled = Settled::of(view);
    loop {
        let mut found = ByPairs::default();
        for number in settled.active().iter() {
            found.compare_with_others(grid, &settled, number);
        }
        if !found.safe.is_empty() || found.mines.is_empty() {
            return found.safe;
        }
        settled.learn(grid, found.mines, true);
        let safe: Vec<Cell> = settled.safe().collect();
        if !safe.is_empty() {
            return safe;
        }
    }
}

/// The cells that pairs of numbers prove safe or mines.
#[derive(Default)]
struct ByPairs {
    safe: Vec<Cell>,
    mines: Vec<Cell>,
}

impl ByPairs {
    /// Compares a number with each later one that shares a cell with it.
    fn compare_with_others(&mut self, grid: &Grid, settled: &Settled, number: Cell) {
        let mut others: Vec<Cell> = settled
            .open_around(grid, number)
            .flat_map(|cell| grid.neighbours(cell))
            .filter(|&other| other > number && settled.missing(other).is_some())
            .collect();
        others.sort_unstable();
        others.dedup();
        for other in others {
            self.compare(grid, settled, [number, other]);
        }
    }

    /// Compares two numbers. How many mines they can share limits how many lie in the cells of only one of them.
    fn compare(&mut self, grid: &Grid, settled: &Settled, pair: [Cell; 2]) {
        let [one, other] = pair.map(|number| settled.open_around(grid, number).collect::<Vec<Cell>>());
        let [of_one, of_other] = pair.map(|number| settled.missing(number).map_or(0, usize::from));
        let (shared, only_one): (Vec<Cell>, Vec<Cell>) = one.iter().partition(|cell| other.contains(cell));
        let only_other: Vec<Cell> = other.into_iter().filter(|cell| !one.contains(cell)).collect();
        let least = of_one.saturating_sub(only_one.len()).max(of_other.saturating_sub(only_other.len()));
        let most = shared.len().min(of_one).min(of_other);
        self.add(&shared, least, most);
        self.add(&only_one, of_one - most, of_one.saturating_sub(least));
        self.add(&only_other, of_other - most, of_other.saturating_sub(least));
    }

    /// Adds cells that hold from `least` to `most` mines, if that makes all of them safe or all of them mines.
    fn add(&mut self, cells: &[Cell], least: usize, most: usize) {
        if most == 0 {
            self.safe.extend_from_slice(cells);
        } else if least == cells.len() {
            self.mines.extend_from_slice(cells);
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
