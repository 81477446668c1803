//! The background knowledge: predicates that rules are made of.

mod counts;
mod paper;
mod suppose;
mod term;

use std::fmt;
use std::str::FromStr;

pub use term::{Sweeping, Target, Term};

use crate::ilp::{Argument, Language, Predicate, Relation};
use term::{BOARD, TU, input};

/// A group of predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// The eight of the paper's Table 1.
    Paper,
    /// What the number of all mines tells.
    Counts,
    /// What would follow if a cell were a mine, or safe.
    Suppose,
}

impl Knowledge {
    /// All groups.
    pub const ALL: [Knowledge; 3] = [Knowledge::Paper, Knowledge::Counts, Knowledge::Suppose];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Knowledge::Paper => "paper",
            Knowledge::Counts => "counts",
            Knowledge::Suppose => "suppose",
        }
    }

    fn relations(self) -> &'static [Relation<Sweeping>] {
        match self {
            Knowledge::Paper => paper::RELATIONS,
            Knowledge::Counts => counts::RELATIONS,
            Knowledge::Suppose => suppose::RELATIONS,
        }
    }
}

impl fmt::Display for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Knowledge {
    type Err = String;

    fn from_str(text: &str) -> Result<Knowledge, String> {
        let known = Knowledge::ALL.into_iter().find(|knowledge| knowledge.name() == text);
        known.ok_or_else(|| format!("expected one of `{}`", Knowledge::ALL.map(Knowledge::name).join("`, `")))
    }
}

/// The language of rules about a target; new ones are made of these groups of predicates.
pub fn language(target: Target, knowledge: &[Knowledge]) -> Language<Sweeping> {
    const HEAD: &[Argument] = &[input(TU), input(BOARD)];
    let relations = Knowledge::ALL.into_iter().flat_map(Knowledge::relations);
    let predicates = relations.map(|relation| Box::new(relation.clone()) as Box<dyn Predicate<Sweeping>>);
    let language = Language::new(target.name(), HEAD, predicates.collect());
    let is_meant = |name: &str| {
        let mut meant = knowledge.iter().flat_map(|group| group.relations());
        meant.any(|relation| relation.name == name)
    };
    language.expect("the predicates are well formed").searching(is_meant)
}
