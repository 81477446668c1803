//! The bottom clause of an example: every literal that holds of it, as far as the modes reach.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::clause::{Literal, Term, Variable};
use super::covering::Example;
use super::eval::writings;
use super::language::{Domain, Language, inputs_of, outputs_of};
use super::situation::{Situation, ValueIdx};

/// How far a bottom clause reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BottomLimits {
    /// How many literals in a row lead from the example to a literal, at most.
    pub depth: usize,
    /// The most answers of a call that are taken.
    pub recall: usize,
    /// The most literals.
    pub literals: usize,
    /// Whether a value of one kind is never taken for one of another.
    pub strict: bool,
}

impl Default for BottomLimits {
    fn default() -> BottomLimits {
        BottomLimits { depth: 5, recall: 40, literals: 1500, strict: true }
    }
}

/// The most specific clause that covers an example: all other clauses that are searched are parts of it.
///
/// Invariant: the inputs of a literal are arguments of the head, or outputs of literals before it.
#[derive(Clone, Debug)]
pub struct Bottom {
    /// The number of arguments of the head.
    pub n_head: usize,
    /// All that holds.
    pub literals: Vec<Literal>,
}

impl Bottom {
    /// The bottom clause of an example in its situation.
    pub fn new<D: Domain>(
        language: &Language<D>,
        situation: &mut Situation<D>,
        example: &Example<D>,
        limits: BottomLimits,
    ) -> Bottom {
        let mut builder = Builder { limits, ..Builder::default() };
        for (value, argument) in example.head.iter().zip(language.head()) {
            let value = situation.place(value);
            builder.variables.push(Known { kind: argument.kind, value, depth: 0 });
        }
        for depth in 1..=limits.depth {
            for predicate in language.searched() {
                for inputs in builder.inputs(language, predicate, depth) {
                    builder.add_answers(language, situation, predicate, &inputs, depth);
                }
            }
        }
        Bottom { n_head: example.head.len(), literals: builder.literals }
    }
}

/// A value that a variable stands for, and how many literals in a row lead to it.
#[derive(Clone, Copy)]
struct Known {
    kind: &'static str,
    value: ValueIdx,
    depth: usize,
}

#[derive(Default)]
struct Builder {
    limits: BottomLimits,
    variables: Vec<Known>,
    by_value: HashMap<(&'static str, ValueIdx), Variable>,
    literals: Vec<Literal>,
    seen: HashSet<Literal>,
}

impl Builder {
    /// All variables that a call could be made with, at least one of them as far away as can be.
    fn inputs<D: Domain>(
        &self,
        language: &Language<D>,
        predicate: usize,
        depth: usize,
    ) -> Vec<Vec<Variable>> {
        let arguments = language.arguments(predicate);
        let mut tuples: Vec<(Vec<Variable>, bool)> = vec![(Vec::new(), false)];
        for place in inputs_of(arguments) {
            let fits = |known: &Known| {
                (!self.limits.strict || known.kind == arguments[place].kind) && known.depth < depth
            };
            let fitting: Vec<usize> =
                (0..self.variables.len()).filter(|&idx| fits(&self.variables[idx])).collect();
            tuples = tuples
                .iter()
                .flat_map(|(tuple, is_new)| {
                    fitting.iter().map(move |&idx| {
                        let is_last = self.variables[idx].depth + 1 == depth;
                        ([&tuple[..], &[idx as Variable]].concat(), *is_new || is_last)
                    })
                })
                .collect();
        }
        let is_first = depth == 1;
        tuples
            .into_iter()
            .filter(|(tuple, is_new)| *is_new || (is_first && tuple.is_empty()))
            .map(|(tuple, _)| tuple)
            .collect()
    }

    fn add_answers<D: Domain>(
        &mut self,
        language: &Language<D>,
        situation: &mut Situation<D>,
        predicate: usize,
        inputs: &[Variable],
        depth: usize,
    ) {
        let arguments = language.arguments(predicate);
        let values: Vec<ValueIdx> =
            inputs.iter().map(|&input| self.variables[usize::from(input)].value).collect();
        let (start, n_answers) = situation.call(language, predicate, &values);
        let width = outputs_of(arguments).count();
        for nth in 0..n_answers.min(self.limits.recall) {
            let found: Vec<ValueIdx> =
                (0..width).map(|place| situation.answer(start + nth * width + place)).collect();
            for writing in writings(arguments.iter().map(|argument| argument.mode)) {
                if self.literals.len() >= self.limits.literals {
                    return;
                }
                let (mut next_input, mut next_output) = (inputs.iter(), found.iter());
                let mut terms = Vec::with_capacity(arguments.len());
                for (place, argument) in arguments.iter().enumerate() {
                    terms.push(if inputs_of(arguments).any(|input| input == place) {
                        Term::Variable(*next_input.next().expect("a value for every input"))
                    } else {
                        let value = *next_output.next().expect("a value for every output");
                        if writing[place] {
                            Term::Constant(Arc::from(situation.value(value).to_string()))
                        } else {
                            Term::Variable(self.variable(argument.kind, value, depth))
                        }
                    });
                }
                let literal = Literal { predicate, terms };
                if self.seen.insert(literal.clone()) {
                    self.literals.push(literal);
                }
            }
        }
    }

    /// The variable that stands for a value, perhaps a new one.
    fn variable(&mut self, kind: &'static str, value: ValueIdx, depth: usize) -> Variable {
        let key = if self.limits.strict { kind } else { "" };
        if self.by_value.is_empty() {
            for (idx, known) in self.variables.iter().enumerate() {
                let key = if self.limits.strict { known.kind } else { "" };
                self.by_value.insert((key, known.value), idx as Variable);
            }
        }
        let next = self.variables.len() as Variable;
        let variable = *self.by_value.entry((key, value)).or_insert(next);
        if variable == next {
            self.variables.push(Known { kind, value, depth });
        }
        variable
    }
}
