//! Learning a table from beginning to end.
//!
//! Q-learning is sequential: what is tried in a game depends on what was learned in the games before. So one thread learns,
//! however many there are.

use std::fmt;

use minewise::{Cell, Grid, Rules, View};
use serde::{Deserialize, Serialize};

use super::Algorithm;
use super::advice::{Advice, allowed, greatest};
use super::lesson::Lesson;
use super::model::{MOST_STATES, Model};
use super::state::{Reduction, State};
use super::state_table::{Rate, StateTable};
use crate::shared::course::{Course, Settings, Standing};
use crate::shared::data::perimeter;

/// What is to be learned, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QTableSettings {
    /// What is played: at most [`MOST_CELLS`](super::MOST_CELLS) cells.
    pub rules: Rules,
    /// How it is learned.
    pub algorithm: Algorithm,
    /// Whether views that mirrorings and turns make equal are one state.
    pub symmetry: bool,
    /// Which games.
    pub games: Settings,
}

impl QTableSettings {
    /// Settings that serve an algorithm well; those of the paper know no symmetry.
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

/// What the chance of a test game is drawn for, which is not to have the mines that were just learned from.
const TEST: u64 = 112;
/// After so many games, one is played by what is learned so far, and not learned from.
const TEST_EVERY: u64 = 16;

/// η = 1/n, which makes a value the mean of all rewards.
const MEAN: Rate = Rate { first: 0.0, weight: 0.0, power: 1.0 };
/// The rate of the standard algorithm, whose targets get better with time.
const BOOTSTRAP: Rate = Rate { first: 0.9, weight: 1.0, power: 0.7 };
/// The share of random moves at first; it falls to 0 evenly, until [`EXPLORED`].
const EPSILON: f64 = 0.1;
/// The share of the games after which nothing is explored any more.
const EXPLORED: f64 = 0.7;

/// A table being learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QTableCourse {
    settings: QTableSettings,
    n_done: u64,
    table: StateTable,
    /// How far a value was off when it was learned again.
    error: Mean,
    /// How many of the games played by the table were won.
    won: Mean,
}

/// A mean in which the last ones count most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Mean {
    n_seen: u64,
    mean: f64,
}

impl Mean {
    /// About so many of the last ones make up the mean.
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

    fn standing(&self) -> Standing<'_, QTableSettings> {
        Standing { settings: &self.settings, games: self.settings.games, n_done: self.n_done }
    }

    /// One thread does it all.
    fn learn(&mut self, n_games: u64, _: usize) {
        let grid = Grid::new(self.settings.rules);
        let reduction = Reduction::new(&grid, self.settings.symmetry);
        for idx in self.next_games(n_games) {
            let seed = self.settings.games.seed_of(idx);
            let mut game = Lesson::new(&grid, &reduction, seed);
            match self.settings.algorithm {
                Algorithm::Paper2 => self.uncover_at_random(&mut game),
                Algorithm::Paper3 => self.count_safe_ones(&mut game),
                Algorithm::Standard => self.explore(&mut game),
            }
            if self.n_done.is_multiple_of(TEST_EVERY) {
                self.test(&mut Lesson::new(&grid, &reduction, seed.stream(TEST)));
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
    /// What was learned, without the states that were met fewer than `fewest` times; or more times, if it could else not be
    /// read again from a file.
    pub fn model(&self, fewest: u32) -> Model {
        self.model_of(fewest, MOST_STATES)
    }

    /// All that was learned, to play by at once.
    pub fn whole_model(&self) -> Model {
        self.model_of(1, usize::MAX)
    }

    fn model_of(&self, fewest: u32, most_states: usize) -> Model {
        let QTableSettings { rules, algorithm, symmetry, .. } = self.settings;
        Model::of(rules, algorithm, symmetry, &self.table, fewest, most_states)
    }

    /// The number of states met so far.
    pub fn n_states(&self) -> usize {
        self.table.n_states()
    }

    /// Algorithm 2.
    fn uncover_at_random(&mut self, game: &mut Lesson<'_>) {
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
    fn count_safe_ones(&mut self, game: &mut Lesson<'_>) {
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

    /// The standard algorithm: a whole game, then what came of it, from the end to the beginning.
    fn explore(&mut self, game: &mut Lesson<'_>) {
        let share = self.n_done as f64 / self.n_games() as f64;
        let epsilon = EPSILON * (1.0 - share / EXPLORED).max(0.0);
        let mut advice = Advice::new(Algorithm::Standard);
        let mut steps = Vec::new();
        while !game.is_over() {
            let state = game.state();
            let mut cells = self.advised(&mut advice, game.view(), &state);
            if let Some(entry) = self.table.get(&state) {
                // Of equals, to go on with one teaches more than to begin with another.
                let n_times = |cell: Cell| entry.tried[place(&state, cell)].n_times;
                let most = cells.iter().map(|&cell| n_times(cell)).max();
                cells.retain(|&cell| Some(n_times(cell)) == most);
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
    /// Once a game is over, it is known of every cell whether it was safe, and as in Algorithm 3 all of that is learned, not
    /// only of the cell that was revealed. So what a cell is worth is kept in two parts: how often it was safe, and what the
    /// game was worth then. The latter is learned by the standard rule, from the best value in the state that came next.
    fn learn_backwards(&mut self, game: &Lesson<'_>, steps: &[(State, Cell)]) {
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

    /// Plays a game by what is learned so far.
    fn test(&mut self, game: &mut Lesson<'_>) {
        let mut advice = Advice::new(self.settings.algorithm);
        while !game.is_over() {
            let cells = self.advised(&mut advice, game.view(), &game.state());
            game.reveal_any(&cells);
        }
        self.won.add(f64::from(u8::from(game.is_won())));
    }

    /// The cells to play by what is learned so far.
    fn advised(&self, advice: &mut Advice<f32>, view: &View, state: &State) -> Vec<Cell> {
        let entry = self.table.get(state);
        let values = entry.map(|entry| state.spread(&entry.values(self.settings.algorithm)));
        advice.cells(view, values).0
    }
}

/// The place of a covered cell.
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

    /// The share of all layouts that the player of a model wins.
    fn won(model: Model) -> f64 {
        let grid = Grid::new(*model.rules());
        let mut player = QPlayer::new(Arc::new(model));
        let won = (0..20).map(|seed| layouts_won(&mut player, &grid, Seed(seed)));
        won.map(|won| won.n_won as f64 / won.n_layouts as f64).sum::<f64>() / 20.0
    }

    /// The best share of all layouts that can be won.
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

    /// On 4x3/3, the least risk after a corner wins as often as is told by playing it out.
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

    /// Plays the least risk by an exact count, from the first corner.
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
    fn progress_is_told_in_a_few_words() {
        let course = learned(settings("2x2/1", Algorithm::Standard, 320));
        let progress = course.progress();
        assert!(progress.starts_with("4 states, "), "{progress}");
        assert!(progress.contains(" % of test games won, error 0."), "{progress}");
    }
}
