//! Rollouts: games played to the end on layouts that fit, the same layouts for every candidate.
//!
//! What a guess is worth shows in the results of many games. Most of what makes them differ is chance, and much of it can
//! be taken out. All candidates are tried on the same layouts. Of each guess, the luck is known: what the chance to win
//! became by the number shown, less what it was to become on average; it is 0 on average, so results without it have the
//! same mean. And a game ends as soon as perfect play can tell the exact chance to win the rest.

use minewise::perfect::Limits;
use minewise::{Cell, Census, Layout, Optimal, Position, Rng};

use super::ahead::{Look, Width, looks};
use crate::chance::Chance;

/// How the games are played: one step ahead, and not too wide.
const WIDTH: Width = Width { n_cells: 8, margin: 0.05 };
/// Games end with the exact chance to win once so few layouts are left, as a decimal logarithm.
const FEW_LOG10: f64 = 2.0;
const FEW_NODES: u64 = 1000;
/// How far off promises are, typically, as a variance: what results are weighed against.
const PROMISE_VARIANCE: f64 = 1e-4;
/// Half of the candidates are dropped so often.
const N_ROUNDS: usize = 3;

/// A cell with what each number there would make of the chance to win.
#[derive(Clone, Debug)]
struct Guess {
    cell: Cell,
    by_number: [f64; 9],
    mean: f64,
}

impl Guess {
    /// None if what it would show cannot be told.
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

    /// What the chance to win becomes by this guess, less what it was to become on average.
    fn luck(&self, layout: &Layout) -> f64 {
        let became = if layout.is_mine(self.cell) {
            0.0
        } else {
            self.by_number[usize::from(layout.number(self.cell))]
        };
        became - self.mean
    }
}

/// A candidate and the results of its games, by layout.
#[derive(Clone, Debug)]
struct Arm {
    look: Look,
    guess: Guess,
    results: Vec<f64>,
}

impl Arm {
    fn mean(&self) -> f64 {
        self.results.iter().sum::<f64>() / self.results.len() as f64
    }

    /// How much better than another it is, by its results on the same layouts and by what both promise.
    fn better_than(&self, other: &Arm) -> f64 {
        let pairs = self.results.iter().zip(&other.results).map(|(one, other)| one - other);
        let n_pairs = self.results.len().min(other.results.len()) as f64;
        let mean = pairs.clone().sum::<f64>() / n_pairs;
        let spread = pairs.map(|difference| (difference - mean) * (difference - mean)).sum::<f64>() / n_pairs;
        // As if one more game had come out with the spread that is usual.
        let variance = (spread + 0.03 / n_pairs) / n_pairs;
        let promised = self.look.promise - other.look.promise;
        (mean * PROMISE_VARIANCE + promised * variance) / (PROMISE_VARIANCE + variance)
    }
}

/// Plays games to the end; keeps its memory in between.
#[derive(Clone, Debug)]
pub(super) struct Roller {
    chance: Chance,
    board: Position,
}

/// What came of the games with a candidate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Result {
    pub(super) cell: Cell,
    /// The share won, without the luck of guesses.
    pub(super) win: f64,
    pub(super) n_games: usize,
}

impl Roller {
    pub(super) fn new(position: &Position) -> Roller {
        Roller { chance: Chance::default(), board: Position::new(position.view().clone()) }
    }

    /// Tries candidates in about so many games, the better ones in more of them; the best first.
    pub(super) fn compare(
        &mut self,
        position: &Position,
        census: &Census,
        looks: &[Look],
        n_games: usize,
        rng: &mut Rng,
    ) -> Vec<Result> {
        let sampler = census.sampler();
        let arm = |&look: &Look| {
            let guess = Guess::of(position, census, &mut self.chance, look.cell)?;
            Some(Arm { look, guess, results: Vec::new() })
        };
        let mut arms: Vec<Arm> = looks.iter().filter_map(arm).collect();
        let mut layouts: Vec<Layout> = Vec::new();
        let mut n_playing = arms.len();
        for _ in 0..N_ROUNDS {
            if n_playing < 2 {
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
        let result = |arm: &Arm| Result { cell: arm.look.cell, win: arm.mean(), n_games: arm.results.len() };
        arms.iter().filter(|arm| !arm.results.is_empty()).map(result).collect()
    }

    /// The results of games that go on with a cell, one for each layout; none if what it would show cannot be told.
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

    /// The result of a game that goes on with a guess: 1 or 0 or what perfect play makes of its end, less the luck of
    /// all guesses.
    fn play(&mut self, position: &Position, layout: &Layout, first: &Guess) -> f64 {
        let luck = first.luck(layout);
        self.play_from(position, layout, first.cell) - luck
    }

    /// The result of a game that goes on with a reveal, less the luck of the guesses that follow it.
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
            let Some(&Look { cell, .. }) = looks(&self.board, census, WIDTH).first() else { return -luck };
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

    /// Reveals everything that is certain, until nothing is; false if it cannot be counted.
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
