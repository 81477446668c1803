//! `cnn`: a network that learns the exact risks of all cells of a view.
//!
//! The views are from games in which every move is right, mostly certain ones, as a good player makes them. What single
//! numbers make plain is soon learned, so views where nothing is plainly safe are taken more often. Cells beside a number
//! count one each; those outside, which all have the same risk, count one together.

use minewise::{Position, Rng, Rules, Seed, View};
use serde::{Deserialize, Serialize};

use super::gradient::{Batch, Loss};
use super::look::Looks;
use super::trainee::Trainee;
use super::{NetworkSettings, Trains, batch_size};
use crate::network::{Network, Says};
use crate::shared::course::{Course, Standing, in_order};
use crate::shared::data::{Generator, PERIMETER, Split, is_perimeter};

/// A training under way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CnnCourse {
    settings: NetworkSettings,
    n_done: u64,
    n_views: u64,
    n_batches: u64,
    trainee: Trainee,
    /// For each of the rules, views that wait to be learned from: a batch is drawn from several times as many.
    pools: Vec<Vec<Lesson>>,
    looks: Looks,
}

/// A view, as text, with the risk of each cell; of shown ones it does not matter.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Lesson {
    view: String,
    risks: Vec<f32>,
}

/// The batches that a pool holds before one is drawn of it.
const POOLED: usize = 8;
/// The share of moves of a lesson's game that are certain ones, where there are any.
const CERTAIN: f64 = 0.95;
/// The share of views that are learned from: those with a plainly safe cell, and all others.
const TAKEN: (f64, f64) = (0.08, 0.5);
/// The greatest rate of learning.
const RATE: f32 = 2e-3;
/// What is drawn for which views are taken, and for batches.
const TAKE: u64 = 111;
const DRAW: u64 = 112;

impl Course for CnnCourse {
    const NAME: &'static str = "cnn";

    type Settings = NetworkSettings;

    fn new(settings: NetworkSettings) -> CnnCourse {
        let trainee = Trainee::new(settings.shape, Seed(settings.games.seed));
        let pools = settings.rules.iter().map(|_| Vec::new()).collect();
        let looks = Looks::default();
        CnnCourse { settings, n_done: 0, n_views: 0, n_batches: 0, trainee, pools, looks }
    }

    fn standing(&self) -> Standing<'_, NetworkSettings> {
        Standing { settings: &self.settings, games: self.settings.games, n_done: self.n_done }
    }

    fn learn(&mut self, n_games: u64, n_threads: usize) {
        let games = self.settings.games;
        let all_rules = self.settings.parsed();
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
        // The last of the rules is what is asked for; the others are on the way to it.
        let last = *all_rules.last().expect("a training has rules");
        self.looks.look(self.network(Vec::new()), last);
    }

    fn progress(&self) -> String {
        format!("{} views, {}", self.n_views, self.looks.told())
    }
}

impl Trains for CnnCourse {
    fn network(&self, remarks: Vec<String>) -> Network {
        self.trainee.network(Says::Risk, remarks)
    }
}

impl CnnCourse {
    /// The views learned from so far.
    pub fn n_views(&self) -> u64 {
        self.n_views
    }

    /// Learns from the lessons of a game, as soon as there are enough.
    fn learn_from(&mut self, which: usize, lessons: Vec<Lesson>) {
        self.n_done += 1;
        let Some(first) = lessons.first() else { return };
        let n_batch = batch_size(first.risks.len());
        self.pools[which].extend(lessons);
        while self.pools[which].len() >= POOLED * n_batch {
            let mut rng = Rng::new(Seed(self.settings.games.seed).stream(DRAW).stream(self.n_batches));
            let rules = self.settings.parsed()[which];
            let mut batch = Batch::new(rules.width(), rules.height());
            for _ in 0..n_batch {
                let pool = &mut self.pools[which];
                let lesson = pool.swap_remove(rng.below(pool.len()));
                lesson.add_to(&mut batch);
            }
            let loss = self.trainee.step(batch, Loss::CrossEntropy, self.rate());
            self.looks.note(loss);
            self.n_batches += 1;
            self.n_views += n_batch as u64;
        }
    }

    /// The rate of learning now: it falls to nothing along half a cosine.
    fn rate(&self) -> f32 {
        let done = self.n_done as f32 / self.n_games() as f32;
        RATE * 0.5 * (1.0 + libm::cosf(std::f32::consts::PI * done))
    }
}

/// What is learned from the game of a seed; nothing if it is kept for measuring.
fn lessons(generator: &Generator, seed: Seed) -> Vec<Lesson> {
    if Split::of(seed) != Split::Train {
        return Vec::new();
    }
    let (mut lessons, mut rng) = (Vec::new(), Rng::new(seed.stream(TAKE)));
    generator.play(seed, |position: &Position| {
        let is_plain = position.plainly_safe().next().is_some();
        let taken = if is_plain { TAKEN.0 } else { TAKEN.1 };
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
        let view: View = self.view.parse().expect("lessons are views of ours");
        let n_outside = view.covered().filter(|&cell| !is_perimeter(&view, cell)).count();
        let labels = self.risks.iter().enumerate().map(|(cell, &risk)| {
            let weight = match view.is_covered(cell) {
                false => 0.0,
                true if is_perimeter(&view, cell) => 1.0,
                true => 1.0 / n_outside as f32,
            };
            (risk, weight)
        });
        batch.push(&view, labels);
    }
}
