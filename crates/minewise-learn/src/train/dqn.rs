//! Training of `dqn`: a network that learns the values of moves from its own games (deep Q-learning, Mnih et al. 2013;
//! proposed by Gardea, Koontz & Silva 2015).
//!
//! It plays mostly the move with the highest value, and sometimes a random one. Only covered cells are considered. The
//! value of a mine is −1. The value of a safe cell is 1 plus a share of the value of the best next move by the target
//! network, a copy of the network that is updated from time to time. Moves are stored for a while and learned from in
//! random order.

use std::collections::VecDeque;

use minewise::{Cell, Game, Grid, Rng, Rules, Seed, Status, View};
use serde::{Deserialize, Serialize};

use super::gradient::{Batch, Loss};
use super::test_games::TestGames;
use super::trainee::Trainee;
use super::{NetworkSettings, Trains, batch_size};
use crate::network::{Network, Output};
use crate::shared::course::{Course, CourseState};
use crate::shared::data::first_cell;

/// A training in progress.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DqnCourse {
    settings: NetworkSettings,
    n_done: u64,
    n_moves: u64,
    n_batches: u64,
    trainee: Trainee,
    /// Two copies of the trainee's weights: those that moves are chosen with, and those that the values of next moves
    /// are computed with.
    acting: Vec<Vec<f32>>,
    target: Vec<Vec<f32>>,
    /// For each of the rules, the last moves.
    memories: Vec<VecDeque<Memory>>,
    #[serde(rename = "looks")]
    test_games: TestGames,
    /// The networks with the weights `acting` and `target`, created when they are needed.
    #[serde(skip)]
    networks: Option<(Network, Network)>,
}

/// A stored move: the view as text, the cell, and the view after it, which is `None` if the game was then over.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Memory {
    view: String,
    cell: Cell,
    is_mine: bool,
    after: Option<String>,
}

/// The number of moves that are stored for each of the rules.
const REMEMBERED: usize = 20_000;
/// The number of stored moves before learning begins.
const AT_LEAST: usize = 1_000;
/// How often each move is learned from, on average.
const OFTEN: u64 = 4;
/// The share of the next move's value that is added to the value of a move.
const DISCOUNT: f32 = 0.1;
/// The number of batches between two updates of the target network, and of the acting one. The first must be a multiple
/// of the second, because both networks are created together.
const RENEWED: u64 = 500;
const REFRESHED: u64 = 10;
/// The share of random moves at the beginning, and from the middle of the training on.
const RANDOM: (f64, f64) = (0.5, 0.02);
/// The highest learning rate.
const RATE: f32 = 1e-3;
/// The random streams of moves and batches.
const MOVES: u64 = 121;
const DRAW: u64 = 122;

impl Course for DqnCourse {
    const NAME: &'static str = "dqn";

    type Settings = NetworkSettings;

    fn new(settings: NetworkSettings) -> DqnCourse {
        let trainee = Trainee::new(settings.shape, Seed(settings.games.seed));
        let memories = settings.rules.iter().map(|_| VecDeque::new()).collect();
        DqnCourse {
            acting: trainee.weights(),
            target: trainee.weights(),
            settings,
            n_done: 0,
            n_moves: 0,
            n_batches: 0,
            trainee,
            memories,
            test_games: TestGames::default(),
            networks: None,
        }
    }

    fn state(&self) -> CourseState<'_, NetworkSettings> {
        CourseState { settings: &self.settings, games: self.settings.games, n_done: self.n_done }
    }

    /// Plays one game after the other, since each game is played with what was learned before. Only the gradients of
    /// batches use all cores.
    fn learn(&mut self, n_games: u64, _: usize) {
        let all_rules = self.settings.parsed_rules();
        for idx in self.next_games(n_games) {
            let seed = self.settings.games.seed_of(idx);
            let which = (idx % all_rules.len() as u64) as usize;
            self.play(which, all_rules[which], seed);
            self.n_done += 1;
        }
        let last = *all_rules.last().expect("a training has rules");
        self.test_games.play(self.network(Vec::new()), last);
    }

    fn progress(&self) -> String {
        format!("{} moves, {}", self.n_moves, self.test_games.summary())
    }
}

impl Trains for DqnCourse {
    fn network(&self, remarks: Vec<String>) -> Network {
        self.trainee.network(Output::Value, remarks)
    }
}

impl DqnCourse {
    /// The number of moves made so far.
    pub fn n_moves(&self) -> u64 {
        self.n_moves
    }

    /// Plays a game, and learns during it.
    fn play(&mut self, which: usize, rules: Rules, seed: Seed) {
        let grid = Grid::new(rules);
        let (mut game, mut rng) = (Game::new(&grid, seed), Rng::new(seed.stream(MOVES)));
        let share = (self.n_done as f64 / (0.5 * self.n_games() as f64)).min(1.0);
        let random = RANDOM.0 + (RANDOM.1 - RANDOM.0) * share;
        game.reveal(first_cell(&grid, &mut rng)).expect("a game may begin there");
        while !game.is_over() {
            let view = game.view().clone();
            let cell = if rng.unit() < random {
                view.covered()
                    .nth(rng.below(view.n_covered()))
                    .expect("the index is below the number of covered cells")
            } else {
                self.networks().0.best(&view).expect("a game in progress has covered cells")
            };
            let status = game.reveal(cell).expect("the cell is covered");
            let after = (status == Status::On).then(|| format!("{:#}", game.view()));
            let is_mine = status == Status::Lost;
            self.remember(which, Memory { view: format!("{view:#}"), cell, is_mine, after });
            self.learn_if_due(which, rules);
        }
    }

    fn remember(&mut self, which: usize, memory: Memory) {
        let memories = &mut self.memories[which];
        if memories.len() == REMEMBERED {
            memories.pop_front();
        }
        memories.push_back(memory);
        self.n_moves += 1;
    }

    /// Learns from a batch if enough moves were made since the last one.
    fn learn_if_due(&mut self, which: usize, rules: Rules) {
        let n_batch = batch_size(rules.n_cells());
        let is_due = self.n_moves.is_multiple_of((n_batch as u64 / OFTEN).max(1));
        if !is_due || self.memories[which].len() < AT_LEAST.max(n_batch) {
            return;
        }
        let mut rng = Rng::new(Seed(self.settings.games.seed).stream(DRAW).stream(self.n_batches));
        let mut batch = Batch::new(rules.width(), rules.height());
        self.networks();
        let target = &self.networks.as_ref().expect("they were just made").1;
        for _ in 0..n_batch {
            let memory = &self.memories[which][rng.below(self.memories[which].len())];
            memory.add_to(&mut batch, target);
        }
        let done = self.n_done as f32 / self.n_games() as f32;
        let loss = self.trainee.step(batch, Loss::Square, RATE * (1.0 - 0.95 * done));
        self.test_games.add_loss(loss);
        self.n_batches += 1;
        if self.n_batches.is_multiple_of(RENEWED) {
            self.target = self.trainee.weights();
        }
        if self.n_batches.is_multiple_of(REFRESHED) {
            self.acting = self.trainee.weights();
            self.networks = None;
        }
    }

    /// The acting network and the target network.
    fn networks(&mut self) -> &(Network, Network) {
        let Self { settings, acting, target, networks, .. } = self;
        let make = |weights: &[Vec<f32>]| Network::new(Output::Value, settings.shape, Vec::new(), weights);
        networks.get_or_insert_with(|| (make(acting), make(target)))
    }
}

impl Memory {
    fn add_to(&self, batch: &mut Batch, target: &Network) {
        let view: View = self.view.parse().expect("a memory contains views that were written by `play`");
        let value = match (&self.after, self.is_mine) {
            (_, true) => -1.0,
            (None, false) => 1.0,
            (Some(after), false) => {
                let after: View = after.parse().expect("a memory contains views that were written by `play`");
                let outputs = target.outputs(&after);
                let best = after.covered().map(|cell| outputs[cell]).fold(f32::NEG_INFINITY, f32::max);
                1.0 + DISCOUNT * best
            }
        };
        let label = |cell: Cell| if cell == self.cell { (value, 1.0) } else { (0.0, 0.0) };
        batch.push(&view, (0..view.grid().n_cells()).map(label));
    }
}
