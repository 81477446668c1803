//! The course of a table.
//!
//! Q-learning is sequential: the moves of a game depend on what was learned in the games before. So a single thread
//! learns, whatever the number of threads.

use std::fmt;

use minewise::{Cell, Grid, Rules, View};
use serde::{Deserialize, Serialize};

use super::Algorithm;
use super::advice::{Advice, allowed, greatest};

use super::model::{MOST_STATES, Model};
use super::state::{Reduction, State};
use super::state_table::{Rate, StateTable};
use super::training_game::TrainingGame;
use crate::shared::course::{Course, CourseState, Settings};
use crate::shared::data::perimeter;

/// Settings of the table's course: what it learns from, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QTableSettings {
    /// The rules of the games: at most [`MOST_CELLS`](super::MOST_CELLS) cells.
    pub rules: Rules,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Whether all mirrored and rotated images of a view are one state.
    pub symmetry: bool,
    /// The games to learn from.
    pub games: Settings,
}

impl QTableSettings {
    /// The default settings for an algorithm; those of the paper do not use symmetry.
    pub fn new(rules: Rules, algorithm: Algorithm, games: Settings) -> QTableSettings {
        QTableSettings { rules, algorithm, symmetry: algorithm == Algorithm::Standard, games }
    }
}

impl fmt::Display for QTableSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symmetry = if self.symmetry { "on" } else { "off" };
        write!(f, "{} of {}, algorithm {}, symmetry {symmetry}", self.games, self.rules, self.algorithm)
    }
}

/// The random stream of a test game, which must not have the same mines as the training game before it.
const TEST: u64 = 112;
/// After this many training games, a test game is played by the table and not learned from.
const TEST_EVERY: u64 = 16;

/// The learning rate η = 1/n, which makes a value the mean of all rewards.
const MEAN: Rate = Rate { first: 0.0, weight: 0.0, power: 1.0 };
/// The learning rate of the standard algorithm. Its targets are values of the table, which get better with time, so
/// later ones count more.
const BOOTSTRAP: Rate = Rate { first: 0.9, weight: 1.0, power: 0.7 };
/// The share of random moves in the first game; it falls linearly to 0, until [`EXPLORED`].
const EPSILON: f64 = 0.1;
/// The share of the games after which no random moves are made.
const EXPLORED: f64 = 0.7;

/// A table in training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QTableCourse {
    settings: QTableSettings,
    n_done: u64,
    table: StateTable,
    /// The mean absolute error of values before their updates.
    error: Mean,
    /// The share of test games that were won.
    won: Mean,
}

/// A running mean in which later values count more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Mean {
    n_seen: u64,
    mean: f64,
}

impl Mean {
    /// The approximate number of last values that make up the mean.
    const SPAN: u64 = 10_000;

    fn add(&mut self, value: f64) {
        self.n_seen += 1;
        self.mean += (value - self.mean) / self.n_seen.min(Mean::SPAN) as f64;
    }
}

impl Course for QTableCourse {
    const NAME: &'static str = "q-table";

    type Settings = QTableSettings;

    fn new(settings: QTableSettings) -> QTableCourse {
        let (table, error, won) = (StateTable::default(), Mean::default(), Mean::default());
        QTableCourse { settings, n_done: 0, table, error, won }
    }

    fn state(&self) -> CourseState<'_, QTableSettings> {
        CourseState { settings: &self.settings, games: self.settings.games, n_done: self.n_done }
    }

    /// Learns on a single thread.
    fn learn(&mut self, n_games: u64, _: usize) {
        let grid = Grid::new(self.settings.rules);
        let reduction = Reduction::new(&grid, self.settings.symmetry);
        for idx in self.next_games(n_games) {
            let seed = self.settings.games.seed_of(idx);
            let mut game = TrainingGame::new(&grid, &reduction, seed);
            match self.settings.algorithm {
                Algorithm::Paper2 => self.uncover_at_random(&mut game),
                Algorithm::Paper3 => self.count_safe_ones(&mut game),
                Algorithm::Standard => self.explore(&mut game),
            }
            if self.n_done.is_multiple_of(TEST_EVERY) {
                self.test(&mut TrainingGame::new(&grid, &reduction, seed.stream(TEST)));
            }
            self.n_done += 1;
        }
    }

    fn progress(&self) -> String {
        let won = 100.0 * self.won.mean;
        format!(
            "{} states, {won:.1} % of test games won, error {:.4}",
            self.table.n_states(),
            self.error.mean
        )
    }
}

impl QTableCourse {
    /// The learned table, without the states that were met fewer than `min_met` times. The limit is raised if the file
    /// would otherwise have too many states to be read again.
    pub fn model(&self, min_met: u32) -> Model {
        self.model_of(min_met, MOST_STATES)
    }

    /// The learned table with all states.
    pub fn whole_model(&self) -> Model {
        self.model_of(1, usize::MAX)
    }

    fn model_of(&self, min_met: u32, most_states: usize) -> Model {
        let QTableSettings { rules, algorithm, symmetry, .. } = self.settings;
        Model::of(rules, algorithm, symmetry, &self.table, min_met, most_states)
    }

    /// The number of states met so far.
    pub fn n_states(&self) -> usize {
        self.table.n_states()
    }

    /// Algorithm 2.
    fn uncover_at_random(&mut self, game: &mut TrainingGame<'_>) {
        game.begin(Algorithm::Paper2);
        while !game.is_over() {
            let state = game.state();
            let cell = game.reveal_any(&allowed(game.view()));
            let entry = self.table.entry(&state);
            entry.meet(std::iter::empty());
            let reward = if game.is_lost() { -1.0 } else { 1.0 };
            self.error.add(entry.learn(place(&state, cell), reward, &MEAN));
        }
    }

    /// Algorithm 3.
    fn count_safe_ones(&mut self, game: &mut TrainingGame<'_>) {
        game.begin(Algorithm::Paper3);
        while !game.is_over() {
            let state = game.state();
            let mut cells: Vec<Cell> = perimeter(game.view()).filter(|&cell| game.is_safe(cell)).collect();
            let counted = state.representatives().filter(|cell| cells.contains(cell));
            self.table.entry(&state).meet(counted.map(|cell| place(&state, cell)));
            if cells.is_empty() {
                cells = game.view().covered().filter(|&cell| game.is_safe(cell)).collect();
            }
            game.reveal_any(&cells);
        }
    }

    /// The standard algorithm: plays a whole game, then learns from its moves from the last to the first.
    fn explore(&mut self, game: &mut TrainingGame<'_>) {
        let share = self.n_done as f64 / self.n_games() as f64;
        let epsilon = EPSILON * (1.0 - share / EXPLORED).max(0.0);
        let mut advice = Advice::new(Algorithm::Standard);
        let mut steps = Vec::new();
        while !game.is_over() {
            let state = game.state();
            let mut cells = self.advised(&mut advice, game.view(), &state);
            if let Some(entry) = self.table.get(&state) {
                // Of equally good cells, learning more about one that was tried helps more than starting another.
                let n_updates = |cell: Cell| entry.cells[place(&state, cell)].n_updates;
                let most = cells.iter().map(|&cell| n_updates(cell)).max();
                cells.retain(|&cell| Some(n_updates(cell)) == most);
            }
            if game.rng().unit() < epsilon {
                cells = allowed(game.view());
            }
            let cell = game.reveal_any(&cells);
            steps.push((state, cell));
        }
        self.learn_backwards(game, &steps);
    }

    /// Learns from the states of a game and the cells that were revealed in them.
    ///
    /// When a game is over, it is known of every cell whether it was safe. As in Algorithm 3, all of this is learned,
    /// not only for the revealed cell. So the value of a cell is stored in two parts: how often it was safe, and the
    /// chance to win then. The latter is learned by the standard update rule, from the highest value in the next state.
    fn learn_backwards(&mut self, game: &TrainingGame<'_>, steps: &[(State, Cell)]) {
        let mut target = game.is_won().then_some(1.0);
        for (idx, (state, cell)) in steps.iter().enumerate().rev() {
            let is_safe =
                |&cell: &Cell| if idx == 0 { game.is_safe_to_begin(cell) } else { game.is_safe(cell) };
            let safe = state.representatives().filter(is_safe);
            let entry = self.table.entry(state);
            entry.meet(safe.map(|cell| place(state, cell)));
            if let Some(target) = target {
                self.error.add(entry.learn(place(state, *cell), target, &BOOTSTRAP));
            }
            target = greatest(entry.values(Algorithm::Standard).into_iter().flatten());
        }
    }

    /// Plays a test game by the current table.
    fn test(&mut self, game: &mut TrainingGame<'_>) {
        let mut advice = Advice::new(self.settings.algorithm);
        while !game.is_over() {
            let cells = self.advised(&mut advice, game.view(), &game.state());
            game.reveal_any(&cells);
        }
        self.won.add(f64::from(u8::from(game.is_won())));
    }

    /// The best cells by the current table.
    fn advised(&self, advice: &mut Advice<f32>, view: &View, state: &State) -> Vec<Cell> {
        let entry = self.table.get(state);
        let values = entry.map(|entry| state.spread(&entry.values(self.settings.algorithm)));
        advice.cells(view, values).0
    }
}

/// The place of a covered cell in a state.
fn place(state: &State, cell: Cell) -> usize {
    state.place(cell).expect("only covered cells are revealed")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use minewise::perfect::Limits;
    use minewise::testing::conformance::layouts_won;
    use minewise::{Choice, Optimal, Player, Position, Reason, Rng, Seed};

    use super::super::QPlayer;
    use super::*;
    use crate::shared::course::CheckpointError;
    use crate::shared::course::testing::{check_refused, check_stops};

    fn settings(rules: &str, algorithm: Algorithm, n_games: u64) -> QTableSettings {
        let games = Settings { n_games, seed: 3 };
        QTableSettings { rules: rules.parse().unwrap(), algorithm, symmetry: true, games }
    }

    fn learned(settings: QTableSettings) -> QTableCourse {
        let mut course = QTableCourse::new(settings);
        course.learn(u64::MAX, 2);
        course
    }

    /// The share of all layouts that a player with this model wins.
    fn won(model: Model) -> f64 {
        let grid = Grid::new(*model.rules());
        let mut player = QPlayer::new(Arc::new(model));
        let won = (0..20).map(|seed| layouts_won(&mut player, &grid, Seed(seed)));
        won.map(|won| won.n_won as f64 / won.n_layouts as f64).sum::<f64>() / 20.0
    }

    /// The share of all layouts that perfect play wins.
    fn optimum(rules: &str) -> f64 {
        let view = View::new(&Grid::new(rules.parse().unwrap()));
        let optimal = Optimal::of(&view, Limits::nodes(1_000_000)).unwrap();
        let shares = optimal.cells.iter().map(|value| value.n_won as f64 / value.n_layouts as f64);
        shares.fold(0.0, f64::max)
    }

    #[test]
    fn a_stop_changes_nothing() {
        for algorithm in Algorithm::ALL {
            for symmetry in [false, true] {
                let settings = QTableSettings { symmetry, ..settings("4x3/3", algorithm, 3000) };
                let [whole, parts]: [QTableCourse; 2] = check_stops(|| settings);
                assert_eq!(parts.model(1).to_string(), whole.model(1).to_string());
            }
        }
    }

    #[test]
    fn a_checkpoint_of_something_else_is_refused() {
        let settings = settings("4x3/3", Algorithm::Standard, 100);
        let other = QTableSettings { symmetry: false, ..settings };
        let expected =
            "this checkpoint is of 100 games from seed 3 of 4x3/3, algorithm standard, symmetry off";
        check_refused::<QTableCourse>(|| settings, other, expected);
        // A view of fewer cells.
        let damaged = learned(settings).checkpoint().replace("............", "...........");
        let error = QTableCourse::resume(settings, &damaged).unwrap_err();
        assert_eq!(error, CheckpointError::Foreign { course: "q-table" });
    }

    #[test]
    fn the_standard_algorithm_comes_within_a_point_of_perfect_play() {
        for rules in ["3x3/2", "4x2/2", "4x3/3", "4x2/2:any"] {
            let (found, best) =
                (won(learned(settings(rules, Algorithm::Standard, 60_000)).model(1)), optimum(rules));
            assert!(found > best - 0.01 && found <= best + 1e-9, "{rules}: {found} of {best}");
        }
    }

    /// Compares the win rates of Algorithm 2 and of the least risk after a corner, on all layouts of 4x3/3.
    #[test]
    fn algorithm_2_tends_to_the_least_risk() {
        let rules = "4x3/3";
        let found = won(learned(settings(rules, Algorithm::Paper2, 300_000)).model(1));
        let grid = Grid::new(rules.parse().unwrap());
        let mut exact = CornerThenLeastRisk(Rng::new(Seed(0)));
        let least = (0..20).map(|seed| layouts_won(&mut exact, &grid, Seed(seed)).n_won).sum::<u64>() as f64;
        let least = least / 20.0 / layouts_won(&mut exact, &grid, Seed(0)).n_layouts as f64;
        assert!((found - least).abs() < 0.02, "{found}, not {least}");
    }

    /// A player that begins in the first corner and then reveals a cell with the least exact risk.
    #[derive(Clone)]
    struct CornerThenLeastRisk(Rng);

    impl Player for CornerThenLeastRisk {
        fn start(&mut self, _: &Rules, seed: Seed) {
            self.0 = Rng::new(seed);
        }

        fn choose(&mut self, position: &Position) -> Choice {
            if position.view().is_untouched() {
                return Choice::reveal(0, Reason::Opening);
            }
            let risk = |cell: Cell| position.risk(cell).unwrap().unwrap();
            let least = position.view().covered().map(risk).fold(1.0, f64::min);
            let cells: Vec<Cell> =
                position.view().covered().filter(|&cell| risk(cell) < least + 1e-9).collect();
            Choice::reveal(cells[self.0.below(cells.len())], Reason::LeastRisk)
        }
    }

    #[test]
    fn algorithm_3_counts_the_safe_cells_beside_numbers() {
        let model = learned(settings("2x2/1", Algorithm::Paper3, 3000)).model(1);
        // After the corner shows 1, each of the others is a mine in a third of the layouts.
        let values = model.values(&"2x2/1 1./..".parse().unwrap()).unwrap();
        assert_eq!(values[0], None);
        for value in values.into_iter().skip(1) {
            assert!((630..700).contains(&value.unwrap()), "{value:?}");
        }
    }

    #[test]
    fn progress_names_states_wins_and_error() {
        let course = learned(settings("2x2/1", Algorithm::Standard, 320));
        let progress = course.progress();
        assert!(progress.starts_with("4 states, "), "{progress}");
        assert!(progress.contains(" % of test games won, error 0."), "{progress}");
    }
}
