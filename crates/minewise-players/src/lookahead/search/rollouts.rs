//! Rollouts: games played to the end on layouts that fit, the same layouts for every candidate.
//!
//! The value of a guess is the mean result of many games. Most of the variance of these results is chance, and much of
//! it can be removed. All candidates are tried on the same layouts. The luck of each guess is known: the estimated
//! chance to win after the number shown, minus its mean over all numbers. It is 0 on average, so results without it
//! have the same mean. And a game ends as soon as perfect play gives the exact chance to win the rest.

use minewise::cancel::is_cancelled;
use minewise::perfect::Limits;
use minewise::{Cell, Census, Layout, Optimal, Position, Rng};

use super::ahead::{RatedCell, Width, rate};
use crate::chance::Chance;

/// Which cells are rated in the games, which look one step ahead.
const WIDTH: Width = Width { n_cells: 8, margin: 0.05 };
/// The most layouts, as a decimal logarithm, and nodes with which a game ends by the exact chance to win.
const FEW_LOG10: f64 = 2.0;
const FEW_NODES: u64 = 1000;
/// The typical variance of the error of a promise, by which results and promises are weighted.
const PROMISE_VARIANCE: f64 = 1e-4;
/// Number of rounds, after each of which half of the candidates are dropped.
const N_ROUNDS: usize = 3;

/// A cell with the estimated chance to win after each number that it may show, and the mean of these.
#[derive(Clone, Debug)]
struct Guess {
    cell: Cell,
    by_number: [f64; 9],
    mean: f64,
}

impl Guess {
    /// Estimates the chances to win after a cell is revealed; `None` if that is too much work to compute.
    fn of(position: &Position, census: &Census, chance: &mut Chance, cell: Cell) -> Option<Guess> {
        let outcomes = census.outcomes(cell)?;
        let mut guess = Guess { cell, by_number: [0.0; 9], mean: 0.0 };
        let likely = outcomes.numbers.into_iter().enumerate().filter(|&(_, share)| share > 0.0);
        for (number, share) in likely {
            let value = position.if_shown(cell, number as u8, |census| chance.of(census)).ok()?;
            guess.by_number[number] = value;
            guess.mean += share * value;
        }
        Some(guess)
    }

    /// Returns the luck of this guess on a layout: the chance to win after it, minus the mean.
    fn luck(&self, layout: &Layout) -> f64 {
        let chance = if layout.is_mine(self.cell) {
            0.0
        } else {
            self.by_number[usize::from(layout.number(self.cell))]
        };
        chance - self.mean
    }
}

/// A candidate and the results of its games, by layout.
#[derive(Clone, Debug)]
struct Arm {
    rated: RatedCell,
    guess: Guess,
    results: Vec<f64>,
}

impl Arm {
    fn mean(&self) -> f64 {
        self.results.iter().sum::<f64>() / self.results.len() as f64
    }

    /// Estimates how much better than another it is, from their results on the same layouts and their promises.
    fn better_than(&self, other: &Arm) -> f64 {
        let pairs = self.results.iter().zip(&other.results).map(|(one, other)| one - other);
        let n_pairs = self.results.len().min(other.results.len()) as f64;
        let mean = pairs.clone().sum::<f64>() / n_pairs;
        let spread = pairs.map(|difference| (difference - mean) * (difference - mean)).sum::<f64>() / n_pairs;
        // As if there were one more game with a typical variance: the spread of a single game is 0.
        let variance = (spread + 0.03 / n_pairs) / n_pairs;
        let promised = self.rated.promise - other.rated.promise;
        (mean * PROMISE_VARIANCE + promised * variance) / (PROMISE_VARIANCE + variance)
    }
}

/// A player of rollouts. It reuses its memory from game to game.
#[derive(Clone, Debug)]
pub(super) struct Roller {
    chance: Chance,
    board: Position,
}

/// The result of the games with a candidate.
#[derive(Clone, Copy, Debug)]
pub(super) struct RolloutResult {
    pub(super) cell: Cell,
    /// The share of games won, without the luck of guesses.
    pub(super) win: f64,
    pub(super) n_games: usize,
}

impl Roller {
    pub(super) fn new(position: &Position) -> Roller {
        Roller { chance: Chance::default(), board: Position::new(position.view().clone()) }
    }

    /// Tries candidates in about `n_games` games, the better ones in more of them, and returns the results, the best
    /// first.
    pub(super) fn compare(
        &mut self,
        position: &Position,
        census: &Census,
        cells: &[RatedCell],
        n_games: usize,
        rng: &mut Rng,
    ) -> Vec<RolloutResult> {
        let sampler = census.sampler();
        let arm = |&rated: &RatedCell| {
            let guess = Guess::of(position, census, &mut self.chance, rated.cell)?;
            Some(Arm { rated, guess, results: Vec::new() })
        };
        let mut arms: Vec<Arm> = cells.iter().filter_map(arm).collect();
        let mut layouts: Vec<Layout> = Vec::new();
        let mut n_playing = arms.len();
        for _ in 0..N_ROUNDS {
            if n_playing < 2 || is_cancelled() {
                break;
            }
            let n_more = (n_games / N_ROUNDS / n_playing).max(1);
            layouts.extend((0..n_more).map(|_| sampler.draw(rng)));
            for arm in &mut arms[..n_playing] {
                for layout in &layouts[arm.results.len()..] {
                    arm.results.push(self.play(position, layout, &arm.guess));
                }
            }
            let first = arms[0].clone();
            let lead = |arm: &Arm| arm.better_than(&first);
            arms[..n_playing].sort_by(|one, other| lead(other).total_cmp(&lead(one)));
            n_playing = n_playing.div_ceil(2);
        }
        let result =
            |arm: &Arm| RolloutResult { cell: arm.rated.cell, win: arm.mean(), n_games: arm.results.len() };
        arms.iter().filter(|arm| !arm.results.is_empty()).map(result).collect()
    }

    /// Plays a game from this position and cell on each layout, and returns the results; `None` if the guess is too
    /// much work to compute.
    pub(super) fn results(
        &mut self,
        position: &Position,
        census: &Census,
        cell: Cell,
        layouts: &[Layout],
    ) -> Option<Vec<f64>> {
        let guess = Guess::of(position, census, &mut self.chance, cell)?;
        Some(layouts.iter().map(|layout| self.play(position, layout, &guess)).collect())
    }

    /// Plays a game that continues with a guess, and returns its result: 1, 0 or the exact chance to win, minus the
    /// luck of all guesses.
    fn play(&mut self, position: &Position, layout: &Layout, first: &Guess) -> f64 {
        let luck = first.luck(layout);
        self.play_from(position, layout, first.cell) - luck
    }

    /// Plays a game that continues with a reveal, and returns its result minus the luck of the guesses after it.
    pub(super) fn play_from(&mut self, position: &Position, layout: &Layout, first: Cell) -> f64 {
        if layout.is_mine(first) {
            return 0.0;
        }
        self.board.become_like(position);
        self.board.reveal_in(layout, first);
        let n_mines = position.view().grid().rules().n_mines();
        let mut luck = 0.0;
        while self.reveal_certain(layout) && self.board.view().n_covered() > n_mines {
            let census = self.board.census().expect("counted before");
            if census.layouts_log10() <= FEW_LOG10
                && let Ok(Some(best)) = Optimal::best_of(self.board.view(), Limits::nodes(FEW_NODES))
            {
                return best.value() - luck;
            }
            let Some(&RatedCell { cell, .. }) = rate(&self.board, census, WIDTH).first() else {
                return -luck;
            };
            if let Some(guess) = Guess::of(&self.board, census, &mut self.chance, cell) {
                luck += guess.luck(layout);
            }
            if layout.is_mine(cell) {
                return -luck;
            }
            self.board.reveal_in(layout, cell);
        }
        let is_won = self.board.view().n_covered() == n_mines;
        f64::from(u8::from(is_won)) - luck
    }

    /// Reveals certain cells until there are none; returns false if the view is too much work to count.
    fn reveal_certain(&mut self, layout: &Layout) -> bool {
        let n_mines = self.board.view().grid().rules().n_mines();
        while self.board.view().n_covered() > n_mines {
            let mut safe: Vec<Cell> = self.board.plainly_safe().collect();
            if safe.is_empty() {
                let Ok(census) = self.board.census() else { return false };
                safe.extend(census.safe());
            }
            if safe.is_empty() {
                break;
            }
            for cell in safe {
                self.board.reveal_in(layout, cell);
            }
        }
        true
    }
}
