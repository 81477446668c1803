//! `dqn`: a network that learns what moves are worth from what came of its own, after Mnih et al. 2013, named by 001.
//!
//! It plays, mostly the move that it thinks worth most, now and then any; shown cells are never asked for. A safe cell
//! counts 1 and a mine −1, and to a safe one is added a share of what the best next move is worth by the target network,
//! a copy of itself that is renewed now and then. What happened is kept for a while and learned from in random order.

use std::collections::VecDeque;

use minewise::{Cell, Game, Grid, Rng, Rules, Seed, Status, View};
use serde::{Deserialize, Serialize};

use super::gradient::{Batch, Loss};
use super::look::Looks;
use super::trainee::Trainee;
use super::{NetworkSettings, Trains, batch_size};
use crate::network::{Network, Says};
use crate::shared::course::{Course, Standing};
use crate::shared::data::first_cell;

/// A training under way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DqnCourse {
    settings: NetworkSettings,
    n_done: u64,
    n_moves: u64,
    n_batches: u64,
    trainee: Trainee,
    /// The weights of the trainee when it was last copied: those that moves are chosen by, and those that tell what the
    /// next move is worth.
    acting: Vec<Vec<f32>>,
    target: Vec<Vec<f32>>,
    /// For each of the rules, what happened of late.
    memories: Vec<VecDeque<Memory>>,
    looks: Looks,
    /// Made of these weights, when they are needed.
    #[serde(skip)]
    networks: Option<(Network, Network)>,
}

/// A move: the view as text, the cell, and the view after it; none if it was the last.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Memory {
    view: String,
    cell: Cell,
    is_mine: bool,
    after: Option<String>,
}

/// The moves that are remembered for each of the rules.
const REMEMBERED: usize = 20_000;
/// The moves that must be there before any is learned from.
const AT_LEAST: usize = 1_000;
/// How often each move is learned from, on average.
const OFTEN: u64 = 4;
/// The share of the next move's worth that is added.
const DISCOUNT: f32 = 0.1;
/// The batches after which the target becomes like the trainee, and those after which moves are chosen by it as it is; the
/// first is a multiple of the second.
const RENEWED: u64 = 500;
const REFRESHED: u64 = 10;
/// The share of moves that are drawn at random, in the beginning and in the end.
const RANDOM: (f64, f64) = (0.5, 0.02);
/// The greatest rate of learning.
const RATE: f32 = 1e-3;
/// What moves and batches are drawn for.
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
            looks: Looks::default(),
            networks: None,
        }
    }

    fn standing(&self) -> Standing<'_, NetworkSettings> {
        Standing { settings: &self.settings, games: self.settings.games, n_done: self.n_done }
    }

    /// One game after the other: what is learned from one is played by in the next. Batches use all cores.
    fn learn(&mut self, n_games: u64, _: usize) {
        let all_rules = self.settings.parsed();
        for idx in self.next_games(n_games) {
            let seed = self.settings.games.seed_of(idx);
            let which = (idx % all_rules.len() as u64) as usize;
            self.play(which, all_rules[which], seed);
            self.n_done += 1;
        }
        let last = *all_rules.last().expect("a training has rules");
        self.looks.look(self.network(Vec::new()), last);
    }

    fn progress(&self) -> String {
        format!("{} moves, {}", self.n_moves, self.looks.told())
    }
}

impl Trains for DqnCourse {
    fn network(&self, remarks: Vec<String>) -> Network {
        self.trainee.network(Says::Worth, remarks)
    }
}

impl DqnCourse {
    /// The moves made so far.
    pub fn n_moves(&self) -> u64 {
        self.n_moves
    }

    /// Plays a game, and learns on the way.
    fn play(&mut self, which: usize, rules: Rules, seed: Seed) {
        let grid = Grid::new(rules);
        let (mut game, mut rng) = (Game::new(&grid, seed), Rng::new(seed.stream(MOVES)));
        let share = (self.n_done as f64 / (0.5 * self.n_games() as f64)).min(1.0);
        let random = RANDOM.0 + (RANDOM.1 - RANDOM.0) * share;
        game.reveal(first_cell(&grid, &mut rng)).expect("a game may begin there");
        while !game.is_over() {
            let view = game.view().clone();
            let cell = if rng.unit() < random {
                view.covered().nth(rng.below(view.n_covered())).expect("fewer than there are")
            } else {
                self.networks().0.best(&view).expect("a game that is on has covered cells")
            };
            let status = game.reveal(cell).expect("the cell is covered");
            let after = (status == Status::On).then(|| format!("{:#}", game.view()));
            let is_mine = status == Status::Lost;
            self.remember(which, Memory { view: format!("{view:#}"), cell, is_mine, after });
            self.learn_now(which, rules);
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

    /// Learns from a batch whenever enough moves were made since the last.
    fn learn_now(&mut self, which: usize, rules: Rules) {
        let n_batch = batch_size(rules.n_cells());
        let due = self.n_moves.is_multiple_of((n_batch as u64 / OFTEN).max(1));
        if !due || self.memories[which].len() < AT_LEAST.max(n_batch) {
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
        self.looks.note(loss);
        self.n_batches += 1;
        if self.n_batches.is_multiple_of(RENEWED) {
            self.target = self.trainee.weights();
        }
        if self.n_batches.is_multiple_of(REFRESHED) {
            self.acting = self.trainee.weights();
            self.networks = None;
        }
    }

    /// The networks that moves are chosen by and that tell what comes after.
    fn networks(&mut self) -> &(Network, Network) {
        let Self { settings, acting, target, networks, .. } = self;
        let make = |weights: &[Vec<f32>]| Network::new(Says::Worth, settings.shape, Vec::new(), weights);
        networks.get_or_insert_with(|| (make(acting), make(target)))
    }
}

impl Memory {
    fn add_to(&self, batch: &mut Batch, target: &Network) {
        let view: View = self.view.parse().expect("memories are views of ours");
        let worth = match (&self.after, self.is_mine) {
            (_, true) => -1.0,
            (None, false) => 1.0,
            (Some(after), false) => {
                let after: View = after.parse().expect("memories are views of ours");
                let outputs = target.outputs(&after);
                let best = after.covered().map(|cell| outputs[cell]).fold(f32::NEG_INFINITY, f32::max);
                1.0 + DISCOUNT * best
            }
        };
        let label = |cell: Cell| if cell == self.cell { (worth, 1.0) } else { (0.0, 0.0) };
        batch.push(&view, (0..view.grid().n_cells()).map(label));
    }
}
