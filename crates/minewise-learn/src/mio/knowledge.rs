//! The background knowledge: the predicates that rules are made of.

mod counts;
mod paper;
mod suppose;
mod term;

pub use term::{Minesweeper, Target, Term};

use crate::ilp::{self, Argument, Clause, Language, Predicate, Relation};
use crate::shared::named::named;
use term::{BOARD, TU, input};

/// A group of predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// The eight predicates of the paper's Table 1.
    Paper,
    /// Predicates about the total number of mines.
    Counts,
    /// Predicates about what would follow if a cell were a mine, or safe.
    Suppose,
}

impl Knowledge {
    fn relations(self) -> &'static [Relation<Minesweeper>] {
        match self {
            Knowledge::Paper => paper::RELATIONS,
            Knowledge::Counts => counts::RELATIONS,
            Knowledge::Suppose => suppose::RELATIONS,
        }
    }
}

named!(Knowledge: Paper = "paper", Counts = "counts", Suppose = "suppose");

/// The language of rules for a target. New rules are made only of these groups of predicates.
pub fn language(target: Target, knowledge: &[Knowledge]) -> Language<Minesweeper> {
    const HEAD: &[Argument] = &[input(TU), input(BOARD)];
    let relations = Knowledge::ALL.into_iter().flat_map(Knowledge::relations);
    let predicates = relations.map(|relation| Box::new(relation.clone()) as Box<dyn Predicate<Minesweeper>>);
    let language = Language::new(target.name(), HEAD, predicates.collect());
    let is_wanted = |name: &str| {
        let mut wanted = knowledge.iter().flat_map(|group| group.relations());
        wanted.any(|relation| relation.name == name)
    };
    // All predicates are in every language, so that an index in a clause means the same predicate in each.
    language.expect("the predicates are well formed").searching(is_wanted)
}

/// Whether a rule looks at nothing but the zone of interest of its own cell.
pub(super) fn is_local(language: &Language<Minesweeper>, rule: &Clause) -> bool {
    rule.body.iter().all(|literal| {
        let name = language.predicates()[literal.predicate].name();
        let is_of_own_cell = literal.terms.first() == Some(&ilp::Term::Variable(0));
        paper::ABOUT_ZONES.contains(&name) && (name != paper::ZONE_OF_INTEREST || is_of_own_cell)
    })
}
