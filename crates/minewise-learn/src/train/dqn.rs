//! Training of `dqn`: a network that learns the values of moves from its own games (deep Q-learning, Mnih et al. 2013;
//! proposed by Gardea, Koontz & Silva 2015).
//!
//! The value of a mine is 0. The value of a safe cell is 1 − γ plus γ times the value of the next view, which is the
//! value of its best cell by the network that plays, or 1 if the game is won. So a value is a number from 0 to 1. Only
//! covered cells are considered. It plays mostly the move with the highest value, and sometimes a random one. Moves are
//! stored for a while and learned from in random order.
//!
//! When a game is over, its mines are shown, and then the reward of every covered cell of each view is known. By
//! default all of them are learned from, as Algorithm 3 of the paper does for the Q-table; see [`Rewards`]. No exact
//! risk and no logic is used.

use std::collections::VecDeque;
use std::fmt;

use minewise::{Cell, Game, Grid, Rng, Rules, Seed, Status, View};
use serde::{Deserialize, Serialize};

use super::gradient::Batch;
use super::test_games::TestGames;
use super::trainee::Trainee;
use super::{NetworkSettings, Trains, batch_size, cell_weights, rate};
use crate::network::{Network, Output};
use crate::shared::course::{Course, CourseState};
use crate::shared::data::first_cell;
use crate::shared::named::named;

/// The cells of a view whose rewards are learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rewards {
    /// All covered cells. The next view after a cell that was not revealed is unknown; its value is taken to be that of
    /// the view itself.
    #[default]
    All,
    /// The revealed cell only, as in ordinary Q-learning.
    Revealed,
}

named!(Rewards: All = "all", Revealed = "revealed");

/// Settings of a training by Q-learning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DqnSettings {
    network: NetworkSettings,
    rewards: Rewards,
}

impl DqnSettings {
    /// Creates the settings of a training that learns these rewards.
    pub fn new(network: NetworkSettings, rewards: Rewards) -> DqnSettings {
        DqnSettings { network, rewards }
    }
}

impl From<NetworkSettings> for DqnSettings {
    fn from(network: NetworkSettings) -> DqnSettings {
        DqnSettings::new(network, Rewards::default())
    }
}

impl fmt::Display for DqnSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, rewards {}", self.network, self.rewards)
    }
}

/// A training in progress.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DqnCourse {
    settings: DqnSettings,
    n_done: u64,
    n_moves: u64,
    n_batches: u64,
    trainee: Trainee,
    /// The weights that moves are chosen with: those of the trainee a few batches ago.
    acting: Vec<Vec<f32>>,
    /// For each of the rules, the last moves.
    memories: Vec<Memories>,
    #[serde(rename = "looks")]
    test_games: TestGames,
    /// The network with the weights `acting`, created when it is needed.
    #[serde(skip)]
    network: Option<Network>,
}

/// The last moves under some rules.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Memories {
    moves: VecDeque<Memory>,
    /// The number of moves that were stored since the last batch.
    n_new: usize,
}

/// A stored move.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Memory {
    /// The view as text, and its mines.
    view: String,
    mines: Vec<Cell>,
    /// The value of the view by the network that played.
    value: f32,
    /// The revealed cell.
    cell: Cell,
    is_mine: bool,
    /// The value of the next view if the cell was safe; 1 if the game was then won.
    next_value: f32,
}

/// The number of moves that are stored for each of the rules.
const REMEMBERED: usize = 2_000;
/// The number of stored moves before learning begins.
const AT_LEAST: usize = 500;
/// How often each stored move is learned from, on average.
const OFTEN: usize = 2;
/// γ: the share of the next view's value in the value of a move. A small share keeps the first concern on the move
/// itself; it decides between cells of about the same risk.
const DISCOUNT: f32 = 0.1;
/// Views with a cell of at least this value are easy for the network, and most views are. Only a share of them is stored,
/// so that it learns mostly from the others.
const EASY: f32 = 0.95;
const EASY_STORED: f64 = 0.15;
/// The number of mines that may be revealed in a game. All but the last are taken back, so that a network that knows
/// little sees more than the beginnings of games on a large board.
const LIVES: usize = 3;
/// The number of batches between two updates of the acting network.
const REFRESHED: u64 = 10;
/// The share of random moves at the beginning, and from a quarter of the training on.
const RANDOM: (f64, f64) = (0.2, 0.002);
/// The highest learning rate.
const RATE: f32 = 2e-3;
/// The random streams of moves and batches.
const MOVES: u64 = 121;
const DRAW: u64 = 122;

impl Course for DqnCourse {
    const NAME: &'static str = "dqn";

    type Settings = DqnSettings;

    fn new(settings: DqnSettings) -> DqnCourse {
        let NetworkSettings { shape, games, rules } = &settings.network;
        let trainee = Trainee::new(*shape, Seed(games.seed));
        DqnCourse {
            acting: trainee.weights(),
            memories: rules.iter().map(|_| Memories::default()).collect(),
            settings,
            n_done: 0,
            n_moves: 0,
            n_batches: 0,
            trainee,
            test_games: TestGames::default(),
            network: None,
        }
    }

    fn state(&self) -> CourseState<'_, DqnSettings> {
        CourseState { settings: &self.settings, games: self.settings.network.games, n_done: self.n_done }
    }

    /// Plays one game after the other, since each game is played with what was learned before. Only the gradients of
    /// batches use all cores.
    fn learn(&mut self, n_games: u64, _: usize) {
        let all_rules = self.settings.network.parsed_rules();
        for idx in self.next_games(n_games) {
            let seed = self.settings.network.games.seed_of(idx);
            let which = (idx % all_rules.len() as u64) as usize;
            let mut rng = Rng::new(seed.stream(MOVES));
            for memory in self.play(all_rules[which], seed, &mut rng) {
                self.n_moves += 1;
                if memory.value < EASY || memory.is_mine || rng.unit() < EASY_STORED {
                    self.memories[which].add(memory);
                    self.learn_if_due(which, all_rules[which]);
                }
            }
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

    /// Plays a game, and returns its moves.
    fn play(&mut self, rules: Rules, seed: Seed, rng: &mut Rng) -> Vec<Memory> {
        let grid = Grid::new(rules);
        let mut game = Game::new(&grid, seed);
        let share = (self.n_done as f64 / (0.25 * self.n_games() as f64)).min(1.0);
        let random = RANDOM.0 + (RANDOM.1 - RANDOM.0) * share;
        game.reveal(first_cell(&grid, rng)).expect("a game may begin there");
        let (mut moves, mut taken_back) = (Vec::new(), Vec::new());
        while !game.is_over() {
            let outputs = self.acting().outputs(game.view());
            let best = |cells: &[Cell]| {
                let best =
                    cells.iter().copied().max_by(|&one, &other| outputs[one].total_cmp(&outputs[other]));
                best.expect("a game in progress has safe cells")
            };
            let covered: Vec<Cell> = game.view().covered().collect();
            let value = 1.0 / (1.0 + libm::expf(-outputs[best(&covered)]));
            let choices: Vec<Cell> = covered.into_iter().filter(|cell| !taken_back.contains(cell)).collect();
            let is_random = rng.unit() < random;
            let cell = if is_random { choices[rng.below(choices.len())] } else { best(&choices) };
            moves.push((format!("{:#}", game.view()), value, cell));
            let before = game.clone();
            if game.reveal(cell).expect("the cell is covered") == Status::Lost && taken_back.len() + 1 < LIVES
            {
                game = before;
                taken_back.push(cell);
            }
        }
        let mines: Vec<Cell> = game.layout().expect("the game is over").mines().collect();
        let next_values: Vec<f32> = moves.iter().skip(1).map(|&(_, value, _)| value).chain([1.0]).collect();
        let memory = |((view, value, cell), next_value)| {
            let is_mine = mines.contains(&cell);
            Memory { view, mines: mines.clone(), value, cell, is_mine, next_value }
        };
        moves.into_iter().zip(next_values).map(memory).collect()
    }

    /// Learns from a batch if enough moves were stored since the last one.
    fn learn_if_due(&mut self, which: usize, rules: Rules) {
        let n_batch = batch_size(rules.n_cells());
        let Memories { moves, n_new } = &mut self.memories[which];
        if *n_new * OFTEN < n_batch || moves.len() < AT_LEAST {
            return;
        }
        *n_new = 0;
        let NetworkSettings { games, .. } = self.settings.network;
        let mut rng = Rng::new(Seed(games.seed).stream(DRAW).stream(self.n_batches));
        let mut batch = Batch::new(rules.width(), rules.height());
        for _ in 0..n_batch {
            moves[rng.below(moves.len())].add_to(&mut batch, self.settings.rewards);
        }
        let rate = rate(RATE, self.n_done, games.n_games);
        let loss = self.trainee.step(batch, rate);
        self.test_games.add_loss(loss);
        self.n_batches += 1;
        if self.n_batches.is_multiple_of(REFRESHED) {
            self.acting = self.trainee.weights();
            self.network = None;
        }
    }

    /// The network that moves are chosen with.
    fn acting(&mut self) -> &Network {
        let shape = self.settings.network.shape;
        let Self { acting, network, .. } = self;
        network.get_or_insert_with(|| Network::new(Output::Value, shape, Vec::new(), acting))
    }
}

impl Memories {
    fn add(&mut self, memory: Memory) {
        if self.moves.len() == REMEMBERED {
            self.moves.pop_front();
        }
        self.moves.push_back(memory);
        self.n_new += 1;
    }
}

impl Memory {
    fn add_to(&self, batch: &mut Batch, rewards: Rewards) {
        let view: View = self.view.parse().expect("a memory contains views that were written by `play`");
        let mut is_mine = vec![false; view.grid().n_cells()];
        self.mines.iter().for_each(|&mine| is_mine[mine] = true);
        let labels = cell_weights(&view).into_iter().enumerate().map(|(cell, weight)| {
            let next_value = if cell == self.cell { self.next_value } else { self.value };
            let value = if is_mine[cell] { 0.0 } else { 1.0 - DISCOUNT + DISCOUNT * next_value };
            match rewards {
                _ if cell == self.cell => (value, 1.0),
                Rewards::All => (value, weight),
                Rewards::Revealed => (value, 0.0),
            }
        });
        batch.push(&view, labels);
    }
}
