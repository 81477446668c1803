//! The table in training: statistics of the covered cells of every state that was met.

use std::collections::HashMap;
use std::fmt::Write;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Algorithm;
use super::state::{State, n_covered};

/// The statistics of a cell in a state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct CellStats {
    /// Its learned value: the mean reward by Algorithm 2, or the chance to win after it was revealed and safe by the
    /// standard algorithm.
    pub(super) value: f32,
    /// The number of updates of the value.
    pub(super) n_updates: u32,
    /// How often it was safe when the state was met, whether revealed or not: P(s,a) of Algorithm 3.
    pub(super) n_safe: u32,
}

/// The statistics of a state.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    /// How often it was met.
    pub(super) n_met: u32,
    /// The statistics of every covered cell.
    pub(super) cells: Box<[CellStats]>,
}

/// A learning rate: η = 1/(n + weight)ᵖ at the n-th update.
pub(super) struct Rate {
    /// The value before the first update.
    pub(super) first: f32,
    /// The number of updates that this first value counts as.
    pub(super) weight: f32,
    /// The exponent p. With p = 1 and no weight, a value is the mean of all targets; with a smaller p, later targets
    /// count more.
    pub(super) power: f32,
}

/// An untried cell gets the value of the best tried cell times this factor, so it is worth trying if it is safer.
const UNTRIED: f32 = 0.8;

impl Entry {
    /// Counts a visit to the state in which these places are safe.
    pub(super) fn meet(&mut self, safe: impl Iterator<Item = usize>) {
        self.n_met = self.n_met.saturating_add(1);
        for place in safe {
            self.cells[place].n_safe = self.cells[place].n_safe.saturating_add(1);
        }
    }

    /// Moves the value of a cell towards a target, and returns the absolute difference before.
    pub(super) fn learn(&mut self, place: usize, target: f32, rate: &Rate) -> f64 {
        let cell = &mut self.cells[place];
        if cell.n_updates == 0 {
            cell.value = rate.first;
        }
        cell.n_updates = cell.n_updates.saturating_add(1);
        let error = target - cell.value;
        cell.value += error / libm::powf(cell.n_updates as f32 + rate.weight, rate.power);
        f64::from(error.abs())
    }

    /// The value of each covered cell by an algorithm; `None` for a cell without one.
    pub(super) fn values(&self, algorithm: Algorithm) -> Vec<Option<f32>> {
        let safe_share = |cell: &CellStats| cell.n_safe as f32 / self.n_met.max(1) as f32;
        let learned = |cell: &CellStats| (cell.n_updates > 0).then_some(cell.value);
        let cells = self.cells.iter();
        match algorithm {
            Algorithm::Paper2 => cells.map(learned).collect(),
            Algorithm::Paper3 => cells.map(|cell| Some(safe_share(cell))).collect(),
            Algorithm::Standard => {
                let untried = UNTRIED * cells.clone().filter_map(learned).reduce(f32::max).unwrap_or(1.0);
                cells.map(|cell| Some(safe_share(cell) * learned(cell).unwrap_or(untried))).collect()
            }
        }
    }
}

/// The statistics of every state that was met, by its key.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct StateTable {
    entries: HashMap<Box<[u8]>, Entry>,
}

impl StateTable {
    /// The number of states.
    pub(super) fn n_states(&self) -> usize {
        self.entries.len()
    }

    /// The entry of a state, if it was met.
    pub(super) fn get(&self, state: &State) -> Option<&Entry> {
        self.entries.get(&state.key)
    }

    /// The entry of a state; an empty one is created if the state was never met.
    pub(super) fn entry(&mut self, state: &State) -> &mut Entry {
        if !self.entries.contains_key(&state.key) {
            let cells = vec![CellStats::default(); state.n_places()].into();
            self.entries.insert(state.key.clone(), Entry { n_met: 0, cells });
        }
        self.entries.get_mut(&state.key).expect("it is there now")
    }

    /// All states, in the order of their keys.
    pub(super) fn sorted(&self) -> Vec<(&[u8], &Entry)> {
        let mut sorted: Vec<(&[u8], &Entry)> =
            self.entries.iter().map(|(key, entry)| (&**key, entry)).collect();
        sorted.sort_unstable_by_key(|&(key, _)| key);
        sorted
    }

    /// Writes one line per state: its key, how often it was met, then `value:updates:safe` for each covered cell.
    fn to_text(&self) -> String {
        let mut text = String::new();
        for (key, entry) in self.sorted() {
            text.extend(key.iter().copied().map(char::from));
            let mut write =
                |args: std::fmt::Arguments<'_>| text.write_fmt(args).expect("text takes more text");
            write(format_args!(" {}", entry.n_met));
            for cell in &entry.cells {
                write(format_args!(" {}:{}:{}", cell.value, cell.n_updates, cell.n_safe));
            }
            write(format_args!("\n"));
        }
        text
    }

    fn from_text(text: &str) -> Option<StateTable> {
        let mut entries = HashMap::new();
        for line in text.lines() {
            let mut words = line.split(' ');
            let key: Box<[u8]> = words.next()?.bytes().collect();
            let n_met = words.next()?.parse().ok()?;
            let cells: Box<[CellStats]> = words.map(read_cell).collect::<Option<_>>()?;
            if cells.len() != n_covered(&key) {
                return None;
            }
            entries.insert(key, Entry { n_met, cells });
        }
        Some(StateTable { entries })
    }
}

fn read_cell(word: &str) -> Option<CellStats> {
    let mut parts = word.split(':');
    let value = parts.next()?.parse().ok()?;
    let (n_updates, n_safe) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    parts.next().is_none().then_some(CellStats { value, n_updates, n_safe })
}

impl Serialize for StateTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

impl<'de> Deserialize<'de> for StateTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StateTable, D::Error> {
        let text = String::deserialize(deserializer)?;
        StateTable::from_text(&text).ok_or_else(|| D::Error::custom("expected one line per state"))
    }
}
