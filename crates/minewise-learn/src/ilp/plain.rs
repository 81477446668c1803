//! The obvious way to test a clause: literals are called in their order, without a cache.
//!
//! It returns the values of the variables, which [`Compiled`](super::Compiled) does not, and is its twin in tests.

use super::clause::{Clause, Literal, Term};
use super::eval::CallBudget;
use super::language::{Domain, Language, Mode, Value};

/// Finds values for the variables of a clause such that it covers the example with the arguments `head`. `None` if it
/// does not cover the example or the budget runs out. Variables that do not occur in the clause have no value.
pub fn witness<D: Domain>(
    language: &Language<D>,
    world: &D::World,
    clause: &Clause,
    head: &[D::Value],
    budget: &mut CallBudget,
) -> Option<Vec<Option<D::Value>>> {
    let mut bound: Bound<D> = vec![None; clause.n_variables()];
    bound.iter_mut().zip(head).for_each(|(slot, value)| *slot = Some(value.clone()));
    Test { language, world, budget }.answer(&clause.body, bound)
}

struct Test<'a, D: Domain> {
    language: &'a Language<D>,
    world: &'a D::World,
    budget: &'a mut CallBudget,
}

/// The values of the variables that are known so far.
type Bound<D> = Vec<Option<<D as Domain>::Value>>;

impl<D: Domain> Test<'_, D> {
    /// The first assignment of values with which all literals hold.
    fn answer(&mut self, literals: &[Literal], bound: Bound<D>) -> Option<Bound<D>> {
        let Some((literal, rest)) = literals.split_first() else { return Some(bound) };
        if !self.budget.take() {
            return None;
        }
        self.answers(literal, &bound).into_iter().find_map(|bound| self.answer(rest, bound))
    }

    /// All assignments of values with which a literal holds.
    fn answers(&self, literal: &Literal, bound: &Bound<D>) -> Vec<Bound<D>> {
        let predicate = &self.language.predicates()[literal.predicate];
        let of_mode = |is_input: bool| {
            let terms = literal.terms.iter().zip(predicate.arguments());
            terms.filter(move |(_, argument)| (argument.mode == Mode::Input) == is_input)
        };
        let known = |(term, _)| bound[usize::from(Term::variable(term)?)].as_ref();
        let inputs: Option<Vec<&D::Value>> = of_mode(true).map(known).collect();
        let mut answers = Vec::new();
        predicate.solve(self.world, &inputs.unwrap_or_default(), &mut |outputs| {
            let mut bound = bound.clone();
            let is_match = of_mode(false).zip(outputs).all(|((term, argument), found)| match term {
                Term::Constant(text) => D::Value::constant(argument.kind, text).as_ref() == Some(found),
                Term::Variable(variable) => {
                    *bound[usize::from(*variable)].get_or_insert_with(|| found.clone()) == *found
                }
            });
            if is_match {
                answers.push(bound);
            }
        });
        answers
    }
}
