//! Every player there is, by name.

use minewise::Player;
use minewise_players::{Counting, Encoding, Exact, Global, Random, Regions, Sat, SatOptions};

use crate::options::{OptionEntry, Options, Values};

/// A player that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What it is called.
    pub name: &'static str,
    /// Whose idea it is.
    pub source: &'static str,
    /// How it plays, in a sentence.
    pub summary: &'static str,
    /// What can be set.
    pub options: &'static [OptionEntry],
    /// Tells which model it plays by, as a hash of it; none for a player that has not learned.
    pub model: Option<fn(&Options) -> String>,
    /// Makes one.
    pub make: fn(&Options) -> Box<dyn Player>,
}

/// Every player there is. A new one is a new row.
pub const PLAYERS: &[Entry] = &[
    Entry {
        name: "random",
        source: "baseline",
        summary: "Reveals any covered cell, each as likely.",
        options: &[],
        model: None,
        make: |_| Box::<Random>::default(),
    },
    Entry {
        name: "exact",
        source: "Minewise; ties after PSEQ",
        summary: "Reveals what is certainly safe, else a cell of the least risk.",
        options: &[],
        model: None,
        make: |_| Box::<Exact>::default(),
    },
    Entry {
        name: "sat",
        source: "003 (Dei Rossi)",
        summary: "Reveals what a SAT solver proves safe, else gives up or counts models.",
        options: SAT,
        model: None,
        make: |options| Box::new(sat(options)),
    },
];

const SAT: &[OptionEntry] = &[
    OptionEntry {
        name: "encoding",
        values: Values::OneOf(&["naive", "sequential"]),
        default: "sequential",
        summary: "How numbers are written as clauses.",
    },
    OptionEntry {
        name: "global",
        values: Values::OneOf(&["endgame", "always"]),
        default: "endgame",
        summary: "When the number of mines is told: with ten undecided cells left, or whenever it matters.",
    },
    OptionEntry {
        name: "count",
        values: Values::OneOf(&["off", "on"]),
        default: "off",
        summary: "Whether models are counted for the least risk where nothing is certain.",
    },
    OptionEntry {
        name: "penalty",
        values: Values::Fraction,
        default: "0.03",
        summary: "What is added to the risk of a cell that touches no number.",
    },
    OptionEntry {
        name: "regions",
        values: Values::OneOf(&["joint", "split"]),
        default: "joint",
        summary: "Whether the frontier is counted as a whole, or region by region.",
    },
];

fn sat(options: &Options) -> Sat {
    let is = |name, value| options.word(name) == value;
    let regions = if is("regions", "split") { Regions::Split } else { Regions::Joint };
    let counting = Counting { regions, penalty: options.fraction("penalty") };
    Sat::new(SatOptions {
        encoding: if is("encoding", "naive") { Encoding::Naive } else { Encoding::Sequential },
        global: if is("global", "always") { Global::Always } else { Global::Endgame },
        counting: is("count", "on").then_some(counting),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_need_no_escaping() {
        for (idx, entry) in PLAYERS.iter().enumerate() {
            assert!(PLAYERS[..idx].iter().all(|other| other.name != entry.name), "{}", entry.name);
            for name in entry.options.iter().map(|option| option.name).chain([entry.name]) {
                assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
            }
        }
    }

    #[test]
    fn every_default_is_a_value_that_may_be_set() {
        for option in PLAYERS.iter().flat_map(|entry| entry.options) {
            assert_eq!(option.values.canonical(option.default).as_deref(), Some(option.default));
        }
    }
}
