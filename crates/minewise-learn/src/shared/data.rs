//! The training data of Gardea, Koontz & Silva 2015: views of games in which every move is correct, each with its
//! census.
//!
//! As in the paper, a generator that knows where the mines are plays each game until it is won. The next cell is drawn
//! from the perimeter with a fixed probability, and otherwise from all covered cells without a mine. Whole games are
//! assigned to training, validation or testing, so no game is used for two of them. (Small boards show the same view in
//! many games, so equal views can still occur in several.)

use std::sync::Arc;

use minewise::{Cell, Census, Grid, Layout, Position, Rng, Rules, Seed, Verdict, View};
use serde::{Deserialize, Serialize};

/// The purpose that a game is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Split {
    /// Learning: eight games of ten.
    Train,
    /// Choosing settings and calibrating: one game of ten.
    Validation,
    /// Measuring the finished model: one game of ten.
    Test,
}

impl Split {
    /// The purpose of the game with this seed.
    pub fn of(seed: Seed) -> Split {
        match Rng::new(seed.stream(SPLIT)).below(10) {
            0 => Split::Test,
            1 => Split::Validation,
            _ => Split::Train,
        }
    }
}

/// The random streams of a game's seed.
const SPLIT: u64 = 101;
const MOVES: u64 = 102;

/// Plays games in which every move is correct.
#[derive(Clone, Debug)]
pub struct Generator {
    grid: Arc<Grid>,
    /// The share of moves that are drawn from the perimeter.
    perimeter: f64,
    /// The share of moves that reveal a certainly safe cell if there is one, as a good player would.
    certain: f64,
}

/// The share of moves from the perimeter that the program learns with; the paper does not state its own.
pub const PERIMETER: f64 = 0.9;

impl Generator {
    /// Creates a generator of games as in the paper.
    ///
    /// # Panics
    /// When no cell of the board may be the first one.
    pub fn new(rules: Rules, perimeter: f64) -> Generator {
        Generator { grid: Grid::new(rules), perimeter, certain: 0.0 }
    }

    /// The same generator, but this share of the moves reveals a certainly safe cell if there is one.
    #[must_use]
    pub fn with_certain(self, certain: f64) -> Generator {
        Generator { certain, ..self }
    }

    /// The grid of the games.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// Plays the game of a seed until it is won, and passes each view after a move to `visit`, with its census. The
    /// last view, of the won game, is left out, and so are views whose layouts are too many to count.
    pub fn play_counted(&self, seed: Seed, mut visit: impl FnMut(&View, &Census)) {
        self.play(seed, |position| {
            if let Ok(census) = position.census() {
                visit(position.view(), census);
            }
        });
    }

    /// Plays the game of a seed until it is won, and passes each position after a move to `visit`, except for the last.
    ///
    /// The first cell is a random corner, or any random cell if no game can begin in a corner.
    pub fn play(&self, seed: Seed, mut visit: impl FnMut(&Position)) {
        let mut rng = Rng::new(seed.stream(MOVES));
        let first = first_cell(&self.grid, &mut rng);
        let layout = Layout::generate(&self.grid, seed, first);
        // Under the start `any` the first cell may have a mine. The generator sees it and begins elsewhere.
        let mut cells = (0..self.grid.n_cells()).cycle().skip(first);
        let first = cells.find(|&cell| !layout.is_mine(cell)).expect("there are fewer mines than cells");
        let mut position = Position::new(View::new(&self.grid));
        let mut next = first;
        loop {
            position.reveal_in(&layout, next);
            if position.view().n_covered() == self.grid.rules().n_mines() {
                return;
            }
            visit(&position);
            next = self.next(&position, &layout, &mut rng);
        }
    }

    /// Chooses the next cell: covered and without a mine.
    fn next(&self, position: &Position, layout: &Layout, rng: &mut Rng) -> Cell {
        let view = position.view();
        let draws = [rng.unit(), rng.unit()];
        if draws[0] < self.certain
            && let Some(cell) = certain(position, rng)
        {
            return cell;
        }
        let without_mine = |cells: &mut dyn Iterator<Item = Cell>| -> Vec<Cell> {
            cells.filter(|&cell| !layout.is_mine(cell)).collect()
        };
        let mut cells = Vec::new();
        if draws[1] < self.perimeter {
            cells = without_mine(&mut perimeter(view));
        }
        if cells.is_empty() {
            cells = without_mine(&mut view.covered());
        }
        cells[rng.below(cells.len())]
    }
}

/// A random certainly safe cell, if there is one. Cells that single numbers prove safe come first.
fn certain(position: &Position, rng: &mut Rng) -> Option<Cell> {
    let mut safe: Vec<Cell> = position.plainly_safe().collect();
    if safe.is_empty() {
        safe = position.census().map(|census| census.safe().collect()).unwrap_or_default();
    }
    (!safe.is_empty()).then(|| safe[rng.below(safe.len())])
}

/// The covered cells next to a revealed one, in ascending order: the *perimeter* of Gardea et al. 2015.
pub fn perimeter(view: &View) -> impl Iterator<Item = Cell> + '_ {
    view.covered().filter(|&cell| is_perimeter(view, cell))
}

/// Whether a covered cell is next to a revealed one.
pub fn is_perimeter(view: &View, cell: Cell) -> bool {
    view.grid().neighbours(cell).any(|near| !view.is_covered(near))
}

/// The first cell of a game: a random corner, or any random cell if no game can begin in a corner.
///
/// # Panics
/// When a game can begin in no cell.
pub fn first_cell(grid: &Grid, rng: &mut Rng) -> Cell {
    let (height, width) = (grid.rules().height(), grid.rules().width());
    let mut corners = [0, width - 1, (height - 1) * width, height * width - 1].to_vec();
    corners.dedup();
    corners.retain(|&cell| grid.can_start_at(cell));
    if corners.is_empty() {
        corners = (0..grid.n_cells()).filter(|&cell| grid.can_start_at(cell)).collect();
    }
    corners[rng.below(corners.len())]
}

/// How often each label occurs among the perimeter cells of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Balance {
    /// The number of cells that are certainly safe: positive examples.
    pub positive: u64,
    /// The number of all other cells: negative examples.
    pub negative: u64,
}

impl Balance {
    /// Adds the perimeter cells of a view.
    pub fn add(&mut self, view: &View, census: &Census) {
        for cell in perimeter(view) {
            match census.verdict(cell) {
                Some(Verdict::Safe) => self.positive += 1,
                _ => self.negative += 1,
            }
        }
    }

    /// The share of negative examples: 66 % in the paper.
    pub fn negative_share(self) -> f64 {
        self.negative as f64 / (self.positive + self.negative).max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generator(rules: &str) -> Generator {
        Generator::new(rules.parse().unwrap(), PERIMETER)
    }

    #[test]
    fn a_game_is_played_until_it_is_won_and_never_shows_a_mine() {
        for (idx, rules) in
            ["5x4/4", "1x9/3", "6x5/6@torus", "7x4/6:zero@hex", "5x7/8:any@knight"].iter().enumerate()
        {
            let generator = generator(rules).with_certain(0.5);
            let n_mines = generator.grid().rules().n_mines();
            let (mut n_views, mut fewest) = (0, usize::MAX);
            for seed in 0..50 {
                let mut last = usize::MAX;
                generator.play_counted(Seed(1000 * idx as u64 + seed), |view, census| {
                    assert!(view.n_covered() < last && view.shown_mines().next().is_none());
                    assert!(view.covered().all(|cell| census.risk(cell).is_some()));
                    last = view.n_covered();
                    n_views += 1;
                });
                fewest = fewest.min(last);
            }
            assert!(n_views > 50 && fewest == n_mines + 1, "{rules}: {n_views} {fewest}");
        }
    }

    #[test]
    fn moves_follow_the_shares_of_perimeter_and_certain_cells() {
        let count = |perimeter_share: f64, certain: f64| {
            let generator = Generator::new("9x7/9".parse().unwrap(), perimeter_share).with_certain(certain);
            let (mut beside, mut safe, mut n_moves) = (0, 0, 0);
            for seed in 0..200 {
                let mut before: Option<(View, Census)> = None;
                generator.play_counted(Seed(seed), |view, _| {
                    if let Some((old, census)) = &before {
                        // The chosen cell is among those that are revealed now.
                        let shown: Vec<Cell> = old.covered().filter(|&cell| !view.is_covered(cell)).collect();
                        beside += usize::from(shown.iter().any(|&cell| is_perimeter(old, cell)));
                        safe += usize::from(
                            shown.iter().any(|&cell| census.verdict(cell) == Some(Verdict::Safe)),
                        );
                        n_moves += 1;
                    }
                    before = Some((view.clone(), Census::of(view).unwrap()));
                });
            }
            (f64::from(beside as u32) / f64::from(n_moves), f64::from(safe as u32) / f64::from(n_moves))
        };
        let (all, _) = count(1.0, 0.0);
        let (some, random) = count(0.0, 0.0);
        let (_, careful) = count(0.9, 1.0);
        assert!(all > 0.99 && some < 0.9 && careful > random + 0.1, "{all} {some} {random} {careful}");
    }

    #[test]
    fn games_are_split_eight_to_one_to_one() {
        let count = |split| (0..10_000).filter(|&seed| Split::of(Seed(seed)) == split).count();
        let [train, validation, test] = [Split::Train, Split::Validation, Split::Test].map(count);
        assert!((7850..8150).contains(&train) && (900..1100).contains(&validation), "{train} {validation}");
        assert_eq!(train + validation + test, 10_000);
    }

    #[test]
    fn equal_seeds_give_equal_views() {
        let views = |seed: u64| {
            let mut views = Vec::new();
            generator("6x4/5").play_counted(Seed(seed), |view, _| views.push(view.clone()));
            views
        };
        assert_eq!(views(3), views(3));
        assert_ne!(views(3), views(4));
    }

    #[test]
    fn most_cells_of_the_perimeter_are_not_certainly_safe() {
        let (generator, mut balance) = (generator("4x4/3"), Balance::default());
        for seed in 0..500 {
            generator.play_counted(Seed(seed), |view, census| balance.add(view, census));
        }
        assert!((0.5..0.8).contains(&balance.negative_share()), "{}", balance.negative_share());
    }
}
