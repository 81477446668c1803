//! The background knowledge: predicates that rules are made of.

mod counts;
mod paper;
mod suppose;
mod term;

pub use term::{Sweeping, Target, Term};

use crate::ilp::{Argument, Language, Predicate, Relation};
use crate::shared::named::named;
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
    fn relations(self) -> &'static [Relation<Sweeping>] {
        match self {
            Knowledge::Paper => paper::RELATIONS,
            Knowledge::Counts => counts::RELATIONS,
            Knowledge::Suppose => suppose::RELATIONS,
        }
    }
}

named!(Knowledge: Paper = "paper", Counts = "counts", Suppose = "suppose");

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
