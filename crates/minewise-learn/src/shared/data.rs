//! What the learners of 001 learn from: the views of games in which every move is right, each with its census.
//!
//! As the paper has it, games are played until they are won, by somebody who knows where the mines are. The next cell is
//! drawn from the perimeter with a fixed probability, else from all covered cells without a mine. Which games are learned
//! from and which are kept to measure on is settled game by game, so that no game is in both; small boards show the same
//! view in many.

use std::sync::Arc;

use minewise::{Cell, Census, Grid, Layout, Position, Rng, Rules, Seed, Verdict, View};
use serde::{Deserialize, Serialize};

/// What a game is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Split {
    /// To learn from: eight of ten.
    Train,
    /// To choose settings by: one of ten.
    Validation,
    /// To measure on, once all is settled: one of ten.
    Test,
}

impl Split {
    /// What the game of a seed is for.
    pub fn of(seed: Seed) -> Split {
        match Rng::new(seed.stream(SPLIT)).below(10) {
            0 => Split::Test,
            1 => Split::Validation,
            _ => Split::Train,
        }
    }
}

/// What the chance of a game of data is drawn for.
const SPLIT: u64 = 101;
const MOVES: u64 = 102;

/// Plays games in which every move is right.
#[derive(Clone, Debug)]
pub struct Generator {
    grid: Arc<Grid>,
    /// The share of moves that are drawn from the perimeter.
    perimeter: f64,
    /// The share of moves that are certainly safe ones, where there are any: as somebody plays who reasons.
    certain: f64,
}

/// The share of moves from the perimeter that the program learns with; the paper does not tell its own.
pub const PERIMETER: f64 = 0.9;

impl Generator {
    /// Games as in the paper.
    ///
    /// # Panics
    /// When there is no corner, or other cell, that a game may begin at.
    pub fn new(rules: Rules, perimeter: f64) -> Generator {
        Generator { grid: Grid::new(rules), perimeter, certain: 0.0 }
    }

    /// Games of which a share of the moves is certainly safe, where that can be.
    #[must_use]
    pub fn with_certain(self, certain: f64) -> Generator {
        Generator { certain, ..self }
    }

    /// What is played on.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// Plays the game of a seed until it is won, and shows every view after the first move, before the next, with its
    /// census. Views whose layouts are too many to count are left out.
    pub fn play_counted(&self, seed: Seed, mut visit: impl FnMut(&View, &Census)) {
        self.play(seed, |position| {
            if let Ok(census) = position.census() {
                visit(position.view(), census);
            }
        });
    }

    /// Plays the game of a seed until it is won, and shows every position after the first move, before the next.
    ///
    /// The first cell is a corner, each as likely; any cell where no game can begin in a corner.
    pub fn play(&self, seed: Seed, mut visit: impl FnMut(&Position)) {
        let mut rng = Rng::new(seed.stream(MOVES));
        let first = first_cell(&self.grid, &mut rng);
        let layout = Layout::generate(&self.grid, seed, first);
        // Under the start `any` a mine may lie there; whoever sees it begins elsewhere.
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

    /// A covered cell without a mine.
    fn next(&self, position: &Position, layout: &Layout, rng: &mut Rng) -> Cell {
        let view = position.view();
        let draws = [rng.unit(), rng.unit()];
        if draws[0] < self.certain
            && let Some(cell) = certain(position, rng)
        {
            return cell;
        }
        let right = |cells: &mut dyn Iterator<Item = Cell>| -> Vec<Cell> {
            cells.filter(|&cell| !layout.is_mine(cell)).collect()
        };
        let mut cells = Vec::new();
        if draws[1] < self.perimeter {
            cells = right(&mut perimeter(view));
        }
        if cells.is_empty() {
            cells = right(&mut view.covered());
        }
        cells[rng.below(cells.len())]
    }
}

/// A certainly safe cell, if there is one: of those that single numbers prove safe, if they prove any.
fn certain(position: &Position, rng: &mut Rng) -> Option<Cell> {
    let mut safe: Vec<Cell> = position.plainly_safe().collect();
    if safe.is_empty() {
        safe = position.census().map(|census| census.safe().collect()).unwrap_or_default();
    }
    (!safe.is_empty()).then(|| safe[rng.below(safe.len())])
}

/// The covered cells beside a shown one, in ascending order: the perimeter of 001.
pub fn perimeter(view: &View) -> impl Iterator<Item = Cell> + '_ {
    view.covered().filter(|&cell| is_perimeter(view, cell))
}

/// Whether a covered cell is beside a shown one.
pub fn is_perimeter(view: &View, cell: Cell) -> bool {
    view.grid().neighbours(cell).any(|near| !view.is_covered(near))
}

/// Where a game begins: a corner, each as likely, if one can; else any cell that can.
///
/// # Panics
/// When no cell can.
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

/// How often each label occurs among the cells of the perimeter, counted over the games of some seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Balance {
    /// Cells that are certainly safe: the positive ones.
    pub positive: u64,
    /// All others.
    pub negative: u64,
}

impl Balance {
    /// Counts the cells of a view.
    pub fn add(&mut self, view: &View, census: &Census) {
        for cell in perimeter(view) {
            match census.verdict(cell) {
                Some(Verdict::Safe) => self.positive += 1,
                _ => self.negative += 1,
            }
        }
    }

    /// The share of negative ones: 66 % in the paper.
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
    fn a_game_goes_on_until_it_is_won_and_never_shows_a_mine() {
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
    fn the_share_of_the_perimeter_is_kept_to() {
        let count = |perimeter_share: f64, certain: f64| {
            let generator = Generator::new("9x7/9".parse().unwrap(), perimeter_share).with_certain(certain);
            let (mut beside, mut safe, mut n_moves) = (0, 0, 0);
            for seed in 0..200 {
                let mut before: Option<(View, Census)> = None;
                generator.play_counted(Seed(seed), |view, _| {
                    if let Some((old, census)) = &before {
                        // The cell that was chosen is among those that are shown now.
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
