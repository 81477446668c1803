//! Tests whether a clause covers an example: its literals are called in turn, and calls are cached.

use std::collections::HashMap;

use super::cached_world::{CachedWorld, NO_VALUE, ValueIdx, packed};
use super::clause::{Clause, Literal, Term};
use super::language::{Domain, Language, MOST_INPUTS, Mode, Value, inputs_of, outputs_of};

/// The number of calls that may still be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallBudget(pub u64);

impl CallBudget {
    pub(crate) fn take(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }
}

/// A clause prepared for testing.
///
/// Its literals form trees. Below a literal are the literals that need its outputs, grouped into parts that share no
/// unknown variable. Such parts are independent: each is tested once, and none is tried again because another fails.
/// Literals that find no new values come first.
#[derive(Clone, Debug)]
pub struct Compiled<D: Domain> {
    n_variables: usize,
    parts: Vec<Part>,
    constants: Vec<D::Value>,
}

/// A literal, and the parts that must hold once it has an answer.
#[derive(Clone, Debug)]
struct Part {
    predicate: usize,
    inputs: Vec<usize>,
    outputs: Vec<Output>,
    then: Vec<Part>,
    /// The key under which its truth is cached, if it is cached: its form, and the variables that its truth depends on.
    memory: Option<(u32, Vec<usize>)>,
}

/// Numbers for the forms of parts of clauses: parts that differ only in the names of variables have the same number.
///
/// Clauses that are tested in the same [`CachedWorld`] must share one `Forms`, so that they share cached results.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    forms: HashMap<Vec<u32>, u32>,
    constants: HashMap<String, u32>,
}

impl Forms {
    fn form(&mut self, form: Vec<u32>) -> u32 {
        let next = self.forms.len() as u32;
        *self.forms.entry(form).or_insert(next)
    }

    fn constant(&mut self, text: &str) -> u32 {
        let next = self.constants.len() as u32;
        *self.constants.entry(text.to_owned()).or_insert(next)
    }
}

/// The most variables that a cached truth can depend on: as many as fit in a packed key.
const MOST_PARAMETERS: usize = 4;

/// What is done with a value that a call finds.
#[derive(Clone, Copy, Debug)]
enum Output {
    /// It becomes the value of a variable.
    Bind(usize),
    /// It must equal the value of a variable.
    Check(usize),
    /// It must equal a constant.
    Constant(usize),
}

impl<D: Domain> Compiled<D> {
    /// Prepares a clause of the language.
    ///
    /// # Panics
    /// When an input of a literal is never bound, or a constant cannot be read. Clauses that were read have neither.
    pub fn new(language: &Language<D>, clause: &Clause, forms: &mut Forms) -> Compiled<D> {
        let mut is_bound = vec![false; clause.n_variables()];
        is_bound[..clause.n_head].fill(true);
        let mut compiled =
            Compiled { n_variables: clause.n_variables(), parts: Vec::new(), constants: Vec::new() };
        let literals: Vec<&Literal> = clause.body.iter().collect();
        compiled.parts = compiled.arrange(language, &literals, &is_bound);
        let constants: Vec<u32> =
            compiled.constants.iter().map(|constant| forms.constant(&constant.to_string())).collect();
        compiled.parts.iter_mut().for_each(|part| part.enable_cache(&constants, forms));
        compiled
    }

    /// Arranges literals into parts, given which variables are known.
    fn arrange(&mut self, language: &Language<D>, literals: &[&Literal], is_bound: &[bool]) -> Vec<Part> {
        let mut parts: Vec<Part> = independent_groups(literals, is_bound)
            .iter()
            .map(|part| self.arrange_part(language, part, is_bound))
            .collect();
        // If a small part fails, the larger ones need not be tested.
        parts.sort_by_key(Part::n_literals);
        parts
    }

    fn arrange_part(&mut self, language: &Language<D>, literals: &[&Literal], is_bound: &[bool]) -> Part {
        let is_ready = |&idx: &usize| {
            let literal = literals[idx];
            literal.inputs(language.arguments(literal.predicate)).all(|input| is_bound[usize::from(input)])
        };
        let finds = |&idx: &usize| {
            let literal = literals[idx];
            let mut outputs = literal.outputs(language.arguments(literal.predicate));
            outputs.any(|output| !is_bound[usize::from(output)])
        };
        let ready = (0..literals.len()).filter(is_ready);
        let next = ready.min_by_key(finds).expect("every input of a clause is bound by an earlier literal");
        let mut is_bound = is_bound.to_vec();
        let mut part = self.part(language, literals[next], &mut is_bound);
        let rest: Vec<&Literal> = literals
            .iter()
            .enumerate()
            .filter(|&(idx, _)| idx != next)
            .map(|(_, &literal)| literal)
            .collect();
        part.then = self.arrange(language, &rest, &is_bound);
        part
    }

    fn part(&mut self, language: &Language<D>, literal: &Literal, is_bound: &mut [bool]) -> Part {
        let arguments = language.arguments(literal.predicate);
        let variable = |place: usize| literal.terms[place].variable().map(usize::from);
        let inputs = inputs_of(arguments).filter_map(variable).collect();
        let mut outputs = Vec::new();
        for place in outputs_of(arguments) {
            outputs.push(match &literal.terms[place] {
                Term::Constant(text) => {
                    let constant = D::Value::constant(arguments[place].kind, text);
                    self.constants.push(constant.expect("a constant of a clause can be read"));
                    Output::Constant(self.constants.len() - 1)
                }
                Term::Variable(variable) if is_bound[usize::from(*variable)] => {
                    Output::Check(usize::from(*variable))
                }
                Term::Variable(variable) => {
                    is_bound[usize::from(*variable)] = true;
                    Output::Bind(usize::from(*variable))
                }
            });
        }
        Part { predicate: literal.predicate, inputs, outputs, then: Vec::new(), memory: None }
    }

    /// Whether the clause covers the example with the arguments `head`. Also `false` if the budget runs out.
    pub fn covers(
        &self,
        language: &Language<D>,
        world: &mut CachedWorld<D>,
        head: &[D::Value],
        budget: &mut CallBudget,
    ) -> bool {
        let mut bound = vec![NO_VALUE; self.n_variables];
        for (slot, value) in bound.iter_mut().zip(head) {
            *slot = world.place(value);
        }
        let constants: Vec<ValueIdx> = self.constants.iter().map(|constant| world.place(constant)).collect();
        let mut test = Test { language, world, constants: &constants, bound: &mut bound, budget };
        self.parts.iter().all(|part| test.holds(part))
    }
}

impl Part {
    fn n_literals(&self) -> usize {
        1 + self.then.iter().map(Part::n_literals).sum::<usize>()
    }

    /// Lets the truth of this part and of those below it be cached, except for single literals, whose calls are cached
    /// anyway.
    fn enable_cache(&mut self, constants: &[u32], forms: &mut Forms) {
        self.then.iter_mut().for_each(|then| then.enable_cache(constants, forms));
        if self.n_literals() > 1 {
            let mut names = Names::default();
            let mut form = Vec::new();
            self.write_form(constants, &mut names, &mut form);
            if names.parameters.len() <= MOST_PARAMETERS {
                self.memory = Some((forms.form(form), names.parameters));
            }
        }
    }

    /// Writes its form: its content with variables numbered in the order of their appearance.
    fn write_form(&self, constants: &[u32], names: &mut Names, form: &mut Vec<u32>) {
        form.push(self.predicate as u32);
        form.extend(self.inputs.iter().map(|&input| names.name(input)));
        for output in &self.outputs {
            let (kind, name) = match *output {
                Output::Bind(variable) => {
                    names.found.push(variable);
                    (BIND, names.name(variable))
                }
                Output::Check(variable) => (CHECK, names.name(variable)),
                Output::Constant(constant) => (CONSTANT, constants[constant]),
            };
            form.extend([kind, name]);
        }
        form.push(self.then.len() as u32);
        self.then.iter().for_each(|then| then.write_form(constants, names, form));
    }
}

const BIND: u32 = 0;
const CHECK: u32 = 1;
const CONSTANT: u32 = 2;

/// The variables of a part of a clause.
#[derive(Default)]
struct Names {
    /// The variables that it binds itself.
    found: Vec<usize>,
    /// The variables that are bound before it.
    parameters: Vec<usize>,
}

impl Names {
    /// The number of a variable: even for those that the part binds, odd for its parameters.
    fn name(&mut self, variable: usize) -> u32 {
        if let Some(place) = self.found.iter().position(|&known| known == variable) {
            return 2 * place as u32;
        }
        let place = self.parameters.iter().position(|&known| known == variable).unwrap_or_else(|| {
            self.parameters.push(variable);
            self.parameters.len() - 1
        });
        2 * place as u32 + 1
    }
}

/// Groups literals so that different groups share no unknown variable.
fn independent_groups<'a>(literals: &[&'a Literal], is_bound: &[bool]) -> Vec<Vec<&'a Literal>> {
    let mut parts: Vec<Vec<&Literal>> = Vec::new();
    for &literal in literals {
        let unknown = |literal: &Literal| -> Vec<usize> {
            let variables = literal.terms.iter().filter_map(Term::variable).map(usize::from);
            variables.filter(|&variable| !is_bound[variable]).collect()
        };
        let own = unknown(literal);
        let touches =
            |part: &Vec<&Literal>| part.iter().any(|other| unknown(other).iter().any(|v| own.contains(v)));
        let (touching, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(touches);
        parts = others;
        parts.push(touching.into_iter().flatten().chain([literal]).collect());
    }
    parts
}

/// A clause being tested on an example.
struct Test<'a, D: Domain> {
    language: &'a Language<D>,
    world: &'a mut CachedWorld<D>,
    constants: &'a [ValueIdx],
    bound: &'a mut [ValueIdx],
    budget: &'a mut CallBudget,
}

impl<D: Domain> Test<'_, D> {
    /// Whether some answer to a part's literal makes all parts below it hold.
    fn holds(&mut self, part: &Part) -> bool {
        let Some((form, parameters)) = &part.memory else { return self.finds(part) };
        let of = packed(|place| parameters.get(place).map(|&variable| self.bound[variable]));
        let form = *form as usize;
        if let Some(holds) = self.world.known_truth(form, &of) {
            return holds;
        }
        let holds = self.finds(part);
        // If the budget has run out, the result is not known, so it is not cached.
        if self.budget.0 > 0 {
            self.world.remember_truth(form, of, holds);
        }
        holds
    }

    fn finds(&mut self, part: &Part) -> bool {
        if !self.budget.take() {
            return false;
        }
        let mut inputs = [NO_VALUE; MOST_INPUTS];
        for (slot, &input) in inputs.iter_mut().zip(&part.inputs) {
            *slot = self.bound[input];
        }
        let (start, n_answers) = self.world.call(self.language, part.predicate, &inputs[..part.inputs.len()]);
        let width = part.outputs.len();
        (0..n_answers).any(|nth| {
            let is_match = part.outputs.iter().enumerate().all(|(place, output)| {
                let found = self.world.answer(start + nth * width + place);
                match *output {
                    Output::Bind(variable) => {
                        self.bound[variable] = found;
                        true
                    }
                    Output::Check(variable) => self.bound[variable] == found,
                    Output::Constant(constant) => self.constants[constant] == found,
                }
            });
            is_match && part.then.iter().all(|then| self.holds(then))
        })
    }
}

/// The ways in which the arguments of a literal can be written: for each argument, whether as a constant. An argument
/// of [`Mode::Either`] can be written both ways.
pub(crate) fn writings(modes: impl Iterator<Item = Mode>) -> Vec<Vec<bool>> {
    let mut all: Vec<Vec<bool>> = vec![Vec::new()];
    for mode in modes {
        let choices: &[bool] = match mode {
            Mode::Input | Mode::Output => &[false],
            Mode::Constant => &[true],
            Mode::Either => &[false, true],
        };
        all =
            all.iter().flat_map(|one| choices.iter().map(|&choice| [&one[..], &[choice]].concat())).collect();
    }
    all
}
