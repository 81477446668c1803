//! A learned table, and its text.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write};
use std::str::FromStr;
use std::sync::Arc;

use minewise::{Game, Grid, Player, Rules, View};
use minewise_players::entry;
use minewise_players::entry::model_file::{self, Lines, ModelError};

use super::Algorithm;
use super::advice::greatest;
use super::player::QPlayer;
use super::state::{COVERED, Reduction, State, n_covered};
use super::state_table::{Entry, StateTable};
use crate::shared::course::Settings;

/// The most cells of a board that a table can be learned for.
pub const MOST_CELLS: usize = 64;

/// The most states of a model that is read.
pub(super) const MOST_STATES: usize = 2_000_000;
/// The first line of a model.
const HEADER: &str = "minewise q-table 1";
/// The factor that values are multiplied by before they are rounded.
const SCALE: f32 = 1000.0;

/// A learned table: for each state, the values of its covered cells, in thousandths.
///
/// As text: `minewise q-table 1`, then the lines `rules`, `algorithm`, `symmetry` (`on` or `off`) and `states`, then
/// one line per state: the letters of all cells, and the value of each covered cell, or `-` if it was never tried.
/// Values of Algorithm 2 range from -1000 (always a mine) to 1000 (always safe). The others range from 0 to 1000: for
/// Algorithm 3 the share of visits to the state in which the cell was safe, for the standard algorithm the chance to
/// win. Lines that begin with `#` are remarks.
#[derive(Clone, Debug)]
pub struct Model {
    remarks: Vec<String>,
    rules: Rules,
    algorithm: Algorithm,
    symmetry: bool,
    reduction: Reduction,
    /// Invariant: keys are the first of their images, and there is an element for every covered cell.
    states: HashMap<Box<[u8]>, Box<[Option<i16>]>>,
}

impl Model {
    /// Creates a model from a table, without the states that were met fewer than `min_met` times. That limit is raised
    /// until the model has at most `most_states` states.
    pub(super) fn of(
        rules: Rules,
        algorithm: Algorithm,
        symmetry: bool,
        table: &StateTable,
        min_met: u32,
        most_states: usize,
    ) -> Model {
        let sorted = table.sorted();
        let is_too_many =
            |&min_met: &u32| sorted.iter().filter(|(_, entry)| entry.n_met >= min_met).count() > most_states;
        let min_met = (min_met..u32::MAX).find(|min_met| !is_too_many(min_met)).unwrap_or(u32::MAX);
        let mut model = Model::empty(rules, algorithm, symmetry);
        for (key, entry) in sorted {
            if entry.n_met >= min_met {
                model.states.insert(key.into(), rounded(algorithm, entry));
            }
        }
        model
    }

    fn empty(rules: Rules, algorithm: Algorithm, symmetry: bool) -> Model {
        let reduction = Reduction::new(&Grid::new(rules), symmetry);
        Model { remarks: Vec::new(), rules, algorithm, symmetry, reduction, states: HashMap::new() }
    }

    /// The same model with these remarks at the top of its text, one line each.
    #[must_use]
    pub fn with_remarks(self, remarks: Vec<String>) -> Model {
        Model { remarks, ..self }
    }

    /// The remarks at the top of its text.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The rules that it was learned for.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The algorithm that it was learned by.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The number of states that it knows.
    pub fn n_states(&self) -> usize {
        self.states.len()
    }

    /// The value of each cell of a view in thousandths, if it has one. `None` if the view is unknown or has other
    /// rules.
    pub fn values(&self, view: &View) -> Option<Vec<Option<i16>>> {
        if view.grid().rules() != &self.rules {
            return None;
        }
        self.values_of(&self.reduction.state(view))
    }

    /// The same as [`Model::values`], for the letters of a view of a board with the model's size.
    pub(super) fn values_of_letters(&self, letters: &[u8]) -> Option<Vec<Option<i16>>> {
        self.values_of(&self.reduction.reduce(letters))
    }

    /// The same model with only the states that its own player meets in some games.
    #[must_use]
    pub fn with_states_met_in(self, games: Settings) -> Model {
        let grid = Grid::new(self.rules);
        let whole = Arc::new(self);
        let mut player = QPlayer::new(Arc::clone(&whole));
        let mut met = HashSet::new();
        for seed in (0..games.n_games).map(|idx| games.seed_of(idx)) {
            let mut game = Game::new(&grid, seed);
            player.start(&whole.rules, seed.stream(1));
            while !game.is_over() {
                met.insert(whole.reduction.state(game.view()).key);
                let cell = player.choose(game.position()).cell.expect("a table never gives up");
                game.reveal(cell).expect("players choose covered cells");
            }
        }
        drop(player);
        let mut model = Arc::unwrap_or_clone(whole);
        model.states.retain(|key, _| met.contains(key));
        model
    }

    fn values_of(&self, state: &State) -> Option<Vec<Option<i16>>> {
        self.states.get(&state.key).map(|values| state.spread(values))
    }

    /// Reads a state and its values.
    fn read_state<'w>(&mut self, mut words: impl Iterator<Item = &'w str>) -> Result<(), String> {
        let key: Box<[u8]> = words.next().unwrap_or_default().bytes().collect();
        if key.len() != self.rules.n_cells() {
            return Err(format!("expected a state of {} cells", self.rules.n_cells()));
        }
        if !key.iter().all(|&letter| letter == COVERED || (b'0'..=b'8').contains(&letter)) {
            return Err("a state has `.` and digits up to 8 only".to_owned());
        }
        if self.reduction.reduce(&key).key != key {
            return Err("a state must be the first of its images".to_owned());
        }
        let lowest = if self.algorithm == Algorithm::Paper2 { -1000 } else { 0 };
        let n_values = n_covered(&key);
        let mut values = Vec::with_capacity(n_values);
        for word in words.take(n_values + 1) {
            let value: Option<i16> = word.parse().ok().filter(|value| (lowest..=1000).contains(value));
            if value.is_none() && word != "-" {
                return Err(format!("expected values from {lowest} to 1000, or `-`"));
            }
            values.push(value);
        }
        if values.len() != n_values {
            return Err(format!("expected {n_values} values"));
        }
        match self.states.insert(key, values.into()) {
            None => Ok(()),
            Some(_) => Err("this state is repeated".to_owned()),
        }
    }
}

impl entry::Model for Model {
    /// A hash of the model without its remarks, which identifies it.
    fn id(&self) -> String {
        model_file::id(&self.to_string())
    }
}

/// The values of a state in thousandths. A value above 0 never becomes 0. With the standard algorithm, the best cell
/// stays the only best one: another cell that rounding makes equal to it could lead to views that were never met.
fn rounded(algorithm: Algorithm, entry: &Entry) -> Box<[Option<i16>]> {
    let round = |value: f32| match (value * SCALE).round().clamp(-SCALE, SCALE) as i16 {
        0 if value > 0.0 => 1,
        rounded => rounded,
    };
    let values = entry.values(algorithm);
    let mut rounded: Box<[Option<i16>]> = values.iter().map(|value| value.map(round)).collect();
    let key = |place: usize| (values[place], entry.cells[place].n_updates);
    let best = greatest((0..values.len()).map(|place| (key(place), place)));
    if let (Algorithm::Standard, Some((best_key, best))) = (algorithm, best) {
        let top = rounded[best];
        for place in (0..values.len()).filter(|&place| key(place) != best_key) {
            if rounded[place] == top {
                rounded[place] = top.map(|top| (top - 1).max(0));
            }
        }
    }
    rounded
}

/// Canonical text: header, remarks, rules and algorithm, then the states in the order of their letters.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        model_file::write_head(f, HEADER, &self.remarks)?;
        let symmetry = if self.symmetry { "on" } else { "off" };
        writeln!(f, "rules {}\nalgorithm {}\nsymmetry {symmetry}", self.rules, self.algorithm)?;
        writeln!(f, "states {}", self.states.len())?;
        let mut states: Vec<_> = self.states.iter().collect();
        states.sort_unstable();
        for (key, values) in states {
            key.iter().try_for_each(|&letter| f.write_char(char::from(letter)))?;
            for value in values {
                match value {
                    Some(value) => write!(f, " {value}")?,
                    None => f.write_str(" -")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl FromStr for Model {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Model, ModelError> {
        let mut lines = Lines::new(text, HEADER)?;
        let rules: Rules = lines.value("rules")?;
        if rules.n_cells() > MOST_CELLS {
            return Err(lines.wrong(format_args!("a table is for at most {MOST_CELLS} cells")));
        }
        let algorithm = lines.value("algorithm")?;
        let symmetry = match lines.value::<String>("symmetry")?.as_str() {
            "on" => true,
            "off" => false,
            _ => return Err(lines.wrong("expected `symmetry on` or `symmetry off`")),
        };
        let n_states = lines.count("states", 0..=MOST_STATES)?;
        let mut model = Model::empty(rules, algorithm, symmetry).with_remarks(model_file::remarks(text));
        for _ in 0..n_states {
            let words = lines.line("state")?;
            model.read_state(words).map_err(|what| lines.wrong(what))?;
        }
        lines.end()?;
        Ok(model)
    }
}

#[cfg(test)]
mod tests {
    use super::super::state_table::CellStats;
    use super::super::{QTableCourse, QTableSettings};
    use super::*;
    use crate::shared::course::{Course, Settings};
    use minewise_players::entry::Model as _;

    fn model(algorithm: Algorithm, symmetry: bool) -> Model {
        let games = Settings { n_games: 2000, seed: 1 };
        let settings = QTableSettings { rules: "4x3/3".parse().unwrap(), algorithm, symmetry, games };
        let mut course = QTableCourse::new(settings);
        course.learn(2000, 1);
        course.model(2).with_remarks(vec!["learned for a test".to_owned()])
    }

    #[test]
    fn models_are_read_back_as_they_were_written() {
        for algorithm in Algorithm::ALL {
            for symmetry in [false, true] {
                let model = model(algorithm, symmetry);
                let (text, id) = (model.to_string(), model.id());
                let again: Model = text.parse().unwrap();
                assert_eq!((again.to_string(), again.id()), (text, id));
                assert_eq!(again.remarks(), ["learned for a test"]);
                assert_eq!(again.states, model.states);
                assert!(model.n_states() > 50, "{}", model.n_states());
            }
        }
    }

    #[test]
    fn rounding_keeps_a_single_best_cell() {
        let cell = |value, n_updates| CellStats { value, n_updates, n_safe: 10 };
        let cells = [cell(0.7004, 5), cell(0.7001, 9), cell(0.7004, 6), cell(0.2, 1), cell(0.0001, 1)];
        let entry = Entry { n_met: 10, cells: cells.into() };
        assert_eq!(*rounded(Algorithm::Standard, &entry), [699, 699, 700, 200, 1].map(Some));
        assert_eq!(*rounded(Algorithm::Paper2, &entry), [700, 700, 700, 200, 1].map(Some));
    }

    #[test]
    fn images_of_a_view_have_images_of_its_values() {
        let model = model(Algorithm::Standard, true);
        let values = |view: &str| model.values(&view.parse().unwrap()).unwrap();
        let (one, other) = (values("4x3/3 1.../..../...."), values("4x3/3 ..../..../...1"));
        assert!(one[1].is_some() && one[0].is_none());
        assert!(one.iter().eq(other.iter().rev()), "{one:?} {other:?}");
        let first = values("4x3/3 ..../..../....");
        assert!([3, 8, 11].iter().all(|&corner| first[corner] == first[0]), "{first:?}");
    }

    const HEAD: &str = "minewise q-table 1\nrules 3x1/1\nalgorithm standard\nsymmetry on\n";

    #[track_caller]
    fn check(states: &str, expected: &str) {
        check_text(&format!("{HEAD}{states}"), expected);
    }

    #[track_caller]
    fn check_text(text: &str, expected: &str) {
        assert_eq!(text.parse::<Model>().unwrap_err().to_string(), expected);
    }

    #[test]
    fn bad_models_give_an_error_with_the_line() {
        assert!(format!("{HEAD}states 2\n.1. 500 -\n... 1 2 3\n").parse::<Model>().is_ok());
        check_text("minewise rules 1", "it does not begin with `minewise q-table 1`");
        check_text(
            "minewise q-table 1\nrules 3x1",
            "line 2: `rules`: expected rules like `9x9/10`, `8x8/10:any` or `expert`, found `3x1`",
        );
        check_text("minewise q-table 1\nrules 13x5/9", "line 2: a table is for at most 64 cells");
        check_text("minewise q-table 1\nrules 2000x2000/9", "line 2: a table is for at most 64 cells");
        let strange = HEAD.replace("standard", "4");
        check_text(&strange, "line 3: `algorithm`: expected one of `2`, `3`, `standard`");
        check_text(&HEAD.replace("on\n", "yes\n"), "line 4: expected `symmetry on` or `symmetry off`");
        check("", "it ends before the line `states …`");
        check("states 2000001", "line 5: `states` must be from 0 to 2000000");
        check("states 2000000\n.1. 5 5", "it ends before the line `state …`");
        check("states 1\n.1 5", "line 6: expected a state of 3 cells");
        check("states 1\n.*. 5 5", "line 6: a state has `.` and digits up to 8 only");
        check("states 1\n.9. 5 5", "line 6: a state has `.` and digits up to 8 only");
        check("states 1\n.é 5 5", "line 6: a state has `.` and digits up to 8 only");
        check("states 1\n1.. 5 5", "line 6: a state must be the first of its images");
        check("states 1\n.1. 5", "line 6: expected 2 values");
        check("states 1\n.1. 5 5 5", "line 6: expected 2 values");
        check("states 1\n.1. 5 1001", "line 6: expected values from 0 to 1000, or `-`");
        check("states 1\n.1. 5 -1", "line 6: expected values from 0 to 1000, or `-`");
        check("states 1\n.1. 5 x", "line 6: expected values from 0 to 1000, or `-`");
        check("states 2\n.1. 5 5\n.1. 5 5", "line 7: this state is repeated");
        check("states 1\n.1. 5 5\n..1 5 5", "line 7: expected the end of the model");
    }
}
