//! Clauses: a target holds if all literals of the body do.

use std::sync::Arc;

use super::language::{Argument, Mode};

/// The place of a variable in its clause; the first ones are the arguments of the head.
pub type Variable = u16;

/// What stands in an argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A variable.
    Variable(Variable),
    /// A constant, as it is written.
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
    /// The place of the predicate in the language.
    pub predicate: usize,
    /// What stands in its arguments.
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
        is_meant: impl Fn(Mode) -> bool,
    ) -> impl Iterator<Item = Variable> {
        let of =
            move |(term, argument): (&Term, &Argument)| term.variable().filter(|_| is_meant(argument.mode));
        self.terms.iter().zip(arguments).filter_map(of)
    }
}

/// A rule: the target holds if all literals do.
///
/// Invariant: the inputs of a literal are arguments of the head, or outputs of literals before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// The number of arguments of the head, which are the first variables.
    pub n_head: usize,
    /// What must hold.
    pub body: Vec<Literal>,
}

impl Clause {
    /// One more than the greatest variable.
    pub fn n_variables(&self) -> usize {
        let variables = self.body.iter().flat_map(|literal| literal.terms.iter().filter_map(Term::variable));
        variables.map(|variable| usize::from(variable) + 1).max().unwrap_or(0).max(self.n_head)
    }

    /// A clause that says the same with its variables in the order of their appearance.
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

    /// A number that clauses share if they differ only in the names of variables and the order of literals.
    ///
    /// Variables are told apart by what stands around them, literal by literal, a few times over. Clauses that differ
    /// only in some far symmetry might share it too; a search then looks at one of them.
    pub(crate) fn likeness(&self) -> u64 {
        let n_variables = self.n_variables();
        let mut colours: Vec<u64> = (0..n_variables)
            .map(|variable| if variable < self.n_head { mix(1, variable as u64) } else { 2 })
            .collect();
        let mut sum = 0;
        for _ in 0..ROUNDS {
            let mut next = colours.clone();
            sum = 0;
            for literal in &self.body {
                let told =
                    literal.terms.iter().fold(mix(3, literal.predicate as u64), |told, term| match term {
                        Term::Variable(variable) => mix(told, colours[usize::from(*variable)]),
                        Term::Constant(text) => {
                            text.bytes().fold(mix(told, 4), |told, byte| mix(told, u64::from(byte)))
                        }
                    });
                for (place, term) in literal.terms.iter().enumerate() {
                    if let Term::Variable(variable) = term {
                        let colour = &mut next[usize::from(*variable)];
                        *colour = colour.wrapping_add(mix(told, place as u64 + 5));
                    }
                }
                sum = mix(0, told).wrapping_add(sum);
            }
            colours = next;
        }
        sum
    }
}

/// How often colours are told on.
const ROUNDS: usize = 5;

fn mix(hash: u64, word: u64) -> u64 {
    let mixed = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}
