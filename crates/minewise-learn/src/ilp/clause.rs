//! Clauses: the target holds if all literals of the body hold.

use std::sync::Arc;

use super::language::{Argument, Mode};

/// The index of a variable in its clause; the first variables are the arguments of the head.
pub type Variable = u16;

/// An argument of a literal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A variable.
    Variable(Variable),
    /// A constant, as its text.
    Constant(Arc<str>),
}

impl Term {
    /// The variable, if it is one.
    pub fn variable(&self) -> Option<Variable> {
        match self {
            Term::Variable(variable) => Some(*variable),
            Term::Constant(_) => None,
        }
    }
}

/// A predicate with its arguments filled in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// The index of the predicate in the language.
    pub predicate: usize,
    /// Its arguments.
    pub terms: Vec<Term>,
}

impl Literal {
    /// The variables that must be known before it is called.
    pub(crate) fn inputs(&self, arguments: &'static [Argument]) -> impl Iterator<Item = Variable> + '_ {
        self.of_mode(arguments, |mode| mode == Mode::Input)
    }

    /// The variables that it finds.
    pub(crate) fn outputs(&self, arguments: &'static [Argument]) -> impl Iterator<Item = Variable> + '_ {
        self.of_mode(arguments, |mode| mode != Mode::Input)
    }

    fn of_mode(
        &self,
        arguments: &'static [Argument],
        is_wanted: impl Fn(Mode) -> bool,
    ) -> impl Iterator<Item = Variable> {
        let of =
            move |(term, argument): (&Term, &Argument)| term.variable().filter(|_| is_wanted(argument.mode));
        self.terms.iter().zip(arguments).filter_map(of)
    }
}

/// A rule: the target holds if all literals hold.
///
/// Invariant: the inputs of a literal are arguments of the head, or outputs of literals before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// The number of arguments of the head, which are the first variables.
    pub n_head: usize,
    /// The literals that must hold.
    pub body: Vec<Literal>,
}

impl Clause {
    /// The number of variables: one more than the largest index.
    pub fn n_variables(&self) -> usize {
        let variables = self.body.iter().flat_map(|literal| literal.terms.iter().filter_map(Term::variable));
        variables.map(|variable| usize::from(variable) + 1).max().unwrap_or(0).max(self.n_head)
    }

    /// The same clause with its variables numbered in the order of their appearance.
    pub fn renamed(&self) -> Clause {
        let mut names: Vec<Variable> = (0..self.n_head as Variable).collect();
        let mut body = self.body.clone();
        for term in body.iter_mut().flat_map(|literal| &mut literal.terms) {
            let Term::Variable(variable) = term else { continue };
            let place = names.iter().position(|name| name == variable).unwrap_or_else(|| {
                names.push(*variable);
                names.len() - 1
            });
            *variable = place as Variable;
        }
        Clause { n_head: self.n_head, body }
    }

    /// A hash that is equal for clauses that differ only in the names of variables and the order of literals.
    ///
    /// It is computed by colour refinement: each variable has a hash, its colour, which is updated several times from
    /// the literals that it occurs in. Different clauses rarely have the same hash; a search then tests only one of
    /// them.
    pub(crate) fn canonical_hash(&self) -> u64 {
        let n_variables = self.n_variables();
        let mut colours: Vec<u64> = (0..n_variables)
            .map(|variable| if variable < self.n_head { mix(1, variable as u64) } else { 2 })
            .collect();
        let mut sum = 0;
        for _ in 0..ROUNDS {
            let mut next = colours.clone();
            sum = 0;
            for literal in &self.body {
                let hash =
                    literal.terms.iter().fold(mix(3, literal.predicate as u64), |hash, term| match term {
                        Term::Variable(variable) => mix(hash, colours[usize::from(*variable)]),
                        Term::Constant(text) => {
                            text.bytes().fold(mix(hash, 4), |hash, byte| mix(hash, u64::from(byte)))
                        }
                    });
                for (place, term) in literal.terms.iter().enumerate() {
                    if let Term::Variable(variable) = term {
                        let colour = &mut next[usize::from(*variable)];
                        *colour = colour.wrapping_add(mix(hash, place as u64 + 5));
                    }
                }
                // A sum does not depend on the order of the literals.
                sum = mix(0, hash).wrapping_add(sum);
            }
            colours = next;
        }
        sum
    }
}

/// The number of rounds in which colours are updated.
const ROUNDS: usize = 5;

fn mix(hash: u64, word: u64) -> u64 {
    let mixed = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}
