//! The table that is learned: for every state that was met, what is known of its covered cells.

use std::collections::HashMap;
use std::fmt::Write;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Algorithm;
use super::state::{State, n_covered};

/// What is known of a cell in a state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tried {
    /// What was learned of it: by Algorithm 2 the mean reward, by the standard one the chance to win once it is revealed and
    /// safe.
    pub(super) value: f32,
    /// How often that was learned.
    pub(super) n_times: u32,
    /// How often it was seen to be safe, tried or not: the P(s,a) of Algorithm 3.
    pub(super) n_safe: u32,
}

/// What is known of a state.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    /// How often it was met.
    pub(super) n_met: u32,
    /// One for every covered cell.
    pub(super) tried: Box<[Tried]>,
}

/// How fast a value is learned: with η = 1/(n + weight)ᵖ at the n-th time.
pub(super) struct Rate {
    /// The value before anything is learned.
    pub(super) first: f32,
    /// How many times that counts.
    pub(super) weight: f32,
    /// p: with 1 and no weight, the value is the mean of all targets; with less, the last ones count more.
    pub(super) power: f32,
}

/// An untried cell is taken for as good as the best one that was tried, but for this: so that it is
/// worth a try if it is safer.
const UNTRIED: f32 = 0.8;

impl Entry {
    /// Notes that the state is met, with these places safe.
    pub(super) fn meet(&mut self, safe: impl Iterator<Item = usize>) {
        self.n_met = self.n_met.saturating_add(1);
        for place in safe {
            self.tried[place].n_safe = self.tried[place].n_safe.saturating_add(1);
        }
    }

    /// Moves the value of a cell towards a target; returns how far it was off.
    pub(super) fn learn(&mut self, place: usize, target: f32, rate: &Rate) -> f64 {
        let tried = &mut self.tried[place];
        if tried.n_times == 0 {
            tried.value = rate.first;
        }
        tried.n_times = tried.n_times.saturating_add(1);
        let error = target - tried.value;
        tried.value += error / libm::powf(tried.n_times as f32 + rate.weight, rate.power);
        f64::from(error.abs())
    }

    /// What each covered cell is worth by an algorithm; none where nothing can be said.
    pub(super) fn values(&self, algorithm: Algorithm) -> Vec<Option<f32>> {
        let share = |tried: &Tried| tried.n_safe as f32 / self.n_met.max(1) as f32;
        let known = |tried: &Tried| (tried.n_times > 0).then_some(tried.value);
        let cells = self.tried.iter();
        match algorithm {
            Algorithm::Paper2 => cells.map(known).collect(),
            Algorithm::Paper3 => cells.map(|tried| Some(share(tried))).collect(),
            Algorithm::Standard => {
                let untried = UNTRIED * cells.clone().filter_map(known).reduce(f32::max).unwrap_or(1.0);
                cells.map(|tried| Some(share(tried) * known(tried).unwrap_or(untried))).collect()
            }
        }
    }
}

/// What is known of every state that was met, by its key.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct StateTable {
    entries: HashMap<Box<[u8]>, Entry>,
}

impl StateTable {
    /// The number of states.
    pub(super) fn n_states(&self) -> usize {
        self.entries.len()
    }

    /// What is known of a state, if it was met.
    pub(super) fn get(&self, state: &State) -> Option<&Entry> {
        self.entries.get(&state.key)
    }

    /// What is known of a state; nothing yet if it was never met.
    pub(super) fn entry(&mut self, state: &State) -> &mut Entry {
        if !self.entries.contains_key(&state.key) {
            let tried = vec![Tried::default(); state.n_places()].into();
            self.entries.insert(state.key.clone(), Entry { n_met: 0, tried });
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

    /// A line a state: its key, how often it was met, then `value:times:safe` for each covered cell.
    fn to_text(&self) -> String {
        let mut text = String::new();
        for (key, entry) in self.sorted() {
            text.extend(key.iter().copied().map(char::from));
            let mut write =
                |args: std::fmt::Arguments<'_>| text.write_fmt(args).expect("text takes more text");
            write(format_args!(" {}", entry.n_met));
            for tried in &entry.tried {
                write(format_args!(" {}:{}:{}", tried.value, tried.n_times, tried.n_safe));
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
            let tried: Box<[Tried]> = words.map(read_tried).collect::<Option<_>>()?;
            if tried.len() != n_covered(&key) {
                return None;
            }
            entries.insert(key, Entry { n_met, tried });
        }
        Some(StateTable { entries })
    }
}

fn read_tried(word: &str) -> Option<Tried> {
    let mut parts = word.split(':');
    let value = parts.next()?.parse().ok()?;
    let (n_times, n_safe) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    parts.next().is_none().then_some(Tried { value, n_times, n_safe })
}

impl Serialize for StateTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

impl<'de> Deserialize<'de> for StateTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StateTable, D::Error> {
        let text = String::deserialize(deserializer)?;
        StateTable::from_text(&text).ok_or_else(|| D::Error::custom("expected a line a state"))
    }
}
