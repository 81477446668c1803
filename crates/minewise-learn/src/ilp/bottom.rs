//! The bottom clause of an example: all literals that hold for it and can be reached through the modes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::cached_world::{CachedWorld, ValueIdx};
use super::clause::{Literal, Term, Variable};
use super::covering::Example;
use super::eval::writings;
use super::language::{Domain, Language, inputs_of, outputs_of};

/// Limits of a bottom clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BottomLimits {
    /// The most literals in a chain from the example to a literal.
    pub depth: usize,
    /// The most answers to a call that are used.
    pub recall: usize,
    /// The most literals.
    pub literals: usize,
    /// Whether types are strict: a value of one kind is never used as an input of another kind.
    pub strict: bool,
}

impl Default for BottomLimits {
    fn default() -> BottomLimits {
        BottomLimits { depth: 5, recall: 40, literals: 1500, strict: true }
    }
}

/// The most specific clause that covers an example. The search tests parts of it.
///
/// Invariant: the inputs of a literal are arguments of the head, or outputs of literals before it.
#[derive(Clone, Debug)]
pub struct Bottom {
    /// The number of arguments of the head.
    pub n_head: usize,
    /// All literals that hold.
    pub literals: Vec<Literal>,
}

impl Bottom {
    /// Builds the bottom clause of an example in its world.
    pub fn new<D: Domain>(
        language: &Language<D>,
        world: &mut CachedWorld<D>,
        example: &Example<D>,
        limits: BottomLimits,
    ) -> Bottom {
        let mut builder = Builder { limits, ..Builder::default() };
        for (value, argument) in example.head.iter().zip(language.head()) {
            let value = world.place(value);
            builder.variables.push(TypedValue { kind: argument.kind, value, depth: 0 });
        }
        for depth in 1..=limits.depth {
            for predicate in language.searched() {
                for inputs in builder.inputs(language, predicate, depth) {
                    builder.add_answers(language, world, predicate, &inputs, depth);
                }
            }
        }
        Bottom { n_head: example.head.len(), literals: builder.literals }
    }
}

/// The value of a variable, its kind, and the length of the chain of literals that leads to it.
#[derive(Clone, Copy)]
struct TypedValue {
    kind: &'static str,
    value: ValueIdx,
    depth: usize,
}

#[derive(Default)]
struct Builder {
    limits: BottomLimits,
    variables: Vec<TypedValue>,
    by_value: HashMap<(&'static str, ValueIdx), Variable>,
    literals: Vec<Literal>,
    seen: HashSet<Literal>,
}

impl Builder {
    /// All tuples of input variables for calls at this depth: at least one variable must have been found at the depth
    /// before, since all other calls have been made already.
    fn inputs<D: Domain>(
        &self,
        language: &Language<D>,
        predicate: usize,
        depth: usize,
    ) -> Vec<Vec<Variable>> {
        let arguments = language.arguments(predicate);
        let mut tuples: Vec<(Vec<Variable>, bool)> = vec![(Vec::new(), false)];
        for place in inputs_of(arguments) {
            let fits = |known: &TypedValue| {
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
        world: &mut CachedWorld<D>,
        predicate: usize,
        inputs: &[Variable],
        depth: usize,
    ) {
        let arguments = language.arguments(predicate);
        let values: Vec<ValueIdx> =
            inputs.iter().map(|&input| self.variables[usize::from(input)].value).collect();
        let (start, n_answers) = world.call(language, predicate, &values);
        let width = outputs_of(arguments).count();
        for nth in 0..n_answers.min(self.limits.recall) {
            let found: Vec<ValueIdx> =
                (0..width).map(|place| world.answer(start + nth * width + place)).collect();
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
                            Term::Constant(Arc::from(world.value(value).to_string()))
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

    /// The variable for a value; a new one if the value has none yet.
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
            self.variables.push(TypedValue { kind, value, depth });
        }
        variable
    }
}
