//! Training of `cnn`: a network that learns the exact risks of all cells of a view.
//!
//! The views come from games in which every move is correct and most moves are certain, as in the games of a good
//! player. Deductions from single numbers are soon learned, so views in which single numbers prove no cell safe are
//! used more often.

use minewise::{Position, Rng, Rules, Seed, View};
use serde::{Deserialize, Serialize};

use super::gradient::Batch;
use super::test_games::TestGames;
use super::trainee::Trainee;
use super::{NetworkSettings, Trains, batch_size, cell_weights, rate};
use crate::network::{Network, Output};
use crate::shared::course::{Course, CourseState, in_order};
use crate::shared::data::{Generator, PERIMETER, Split};

/// A training in progress.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CnnCourse {
    settings: NetworkSettings,
    n_done: u64,
    n_views: u64,
    n_batches: u64,
    trainee: Trainee,
    /// For each of the rules, the views not learned from yet. Batches are drawn at random from a pool of several times
    /// their size.
    pools: Vec<Vec<Lesson>>,
    #[serde(rename = "looks")]
    test_games: TestGames,
}

/// A view as text, with the risk of each cell; the risks of revealed cells are not used.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Lesson {
    view: String,
    risks: Vec<f32>,
}

/// The number of batches that a pool contains before one is drawn from it.
const POOLED: usize = 8;
/// The share of moves in the games that reveal a certainly safe cell if there is one.
const CERTAIN: f64 = 0.95;
/// The share of views that are used: of those in which single numbers prove a cell safe, and of all others.
const TAKEN: (f64, f64) = (0.08, 0.5);
/// The highest learning rate.
const RATE: f32 = 2e-3;
/// The random streams for which views are used, and for batches.
const TAKE: u64 = 111;
const DRAW: u64 = 112;

impl Course for CnnCourse {
    const NAME: &'static str = "cnn";

    type Settings = NetworkSettings;

    fn new(settings: NetworkSettings) -> CnnCourse {
        let trainee = Trainee::new(settings.shape, Seed(settings.games.seed));
        let pools = settings.rules.iter().map(|_| Vec::new()).collect();
        let test_games = TestGames::default();
        CnnCourse { settings, n_done: 0, n_views: 0, n_batches: 0, trainee, pools, test_games }
    }

    fn state(&self) -> CourseState<'_, NetworkSettings> {
        CourseState { settings: &self.settings, games: self.settings.games, n_done: self.n_done }
    }

    fn learn(&mut self, n_games: u64, n_threads: usize) {
        let games = self.settings.games;
        let all_rules = self.settings.parsed_rules();
        let teacher = || {
            let generator = |&rules: &Rules| Generator::new(rules, PERIMETER).with_certain(CERTAIN);
            let generators: Vec<Generator> = all_rules.iter().map(generator).collect();
            move |seed: Seed| {
                let which = (seed.0 % generators.len() as u64) as usize;
                (which, lessons(&generators[which], seed))
            }
        };
        in_order(games, self.next_games(n_games), n_threads, teacher, |(which, lessons)| {
            self.learn_from(which, lessons);
        });
        // The last of the rules is the goal of the training; the others are steps towards it.
        let last = *all_rules.last().expect("a training has rules");
        self.test_games.play(self.network(Vec::new()), last);
    }

    fn progress(&self) -> String {
        format!("{} views, {}", self.n_views, self.test_games.summary())
    }
}

impl Trains for CnnCourse {
    fn network(&self, remarks: Vec<String>) -> Network {
        self.trainee.network(Output::Risk, remarks)
    }
}

impl CnnCourse {
    /// The number of views learned from so far.
    pub fn n_views(&self) -> u64 {
        self.n_views
    }

    /// Adds the lessons of a game to their pool, and learns from a batch while the pool is full enough.
    fn learn_from(&mut self, which: usize, lessons: Vec<Lesson>) {
        self.n_done += 1;
        let Some(first) = lessons.first() else { return };
        let n_batch = batch_size(first.risks.len());
        self.pools[which].extend(lessons);
        while self.pools[which].len() >= POOLED * n_batch {
            let mut rng = Rng::new(Seed(self.settings.games.seed).stream(DRAW).stream(self.n_batches));
            let rules = self.settings.parsed_rules()[which];
            let mut batch = Batch::new(rules.width(), rules.height());
            for _ in 0..n_batch {
                let pool = &mut self.pools[which];
                let lesson = pool.swap_remove(rng.below(pool.len()));
                lesson.add_to(&mut batch);
            }
            let rate = rate(RATE, self.n_done, self.n_games());
            let loss = self.trainee.step(batch, rate);
            self.test_games.add_loss(loss);
            self.n_batches += 1;
            self.n_views += n_batch as u64;
        }
    }
}

/// The lessons of the game of a seed; no lessons if the game is kept for validation or testing.
fn lessons(generator: &Generator, seed: Seed) -> Vec<Lesson> {
    if Split::of(seed) != Split::Train {
        return Vec::new();
    }
    let (mut lessons, mut rng) = (Vec::new(), Rng::new(seed.stream(TAKE)));
    generator.play(seed, |position: &Position| {
        let is_easy = position.plainly_safe().next().is_some();
        let taken = if is_easy { TAKEN.0 } else { TAKEN.1 };
        if rng.unit() < taken
            && let Ok(census) = position.census()
        {
            let view = position.view();
            let risk = |cell| census.risk(cell).unwrap_or(0.0) as f32;
            lessons.push(Lesson {
                view: format!("{view:#}"),
                risks: (0..view.grid().n_cells()).map(risk).collect(),
            });
        }
    });
    lessons
}

impl Lesson {
    fn add_to(&self, batch: &mut Batch) {
        let view: View = self.view.parse().expect("a lesson contains a view that was written by `lessons`");
        batch.push(&view, self.risks.iter().copied().zip(cell_weights(&view)));
    }
}
