//! Whether a clause covers an example: its literals are called in turn, and calls are remembered.

use std::collections::HashMap;

use super::clause::{Clause, Literal, Term};
use super::language::{Domain, Language, MOST_INPUTS, Mode, Value, inputs_of, outputs_of};
use super::situation::{NO_VALUE, Situation, ValueIdx, packed};

/// How many calls may still be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps(pub u64);

impl Steps {
    pub(crate) fn take(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }
}

/// A clause ready to be tested.
///
/// Its literals form trees. Below a literal stand those that wait for what it finds, in parts that share no unknown
/// variable: such parts are tested one by one, and none is ever tried again because another fails. Literals that find
/// nothing new come first.
#[derive(Clone, Debug)]
pub struct Compiled<D: Domain> {
    n_variables: usize,
    parts: Vec<Part>,
    constants: Vec<D::Value>,
}

/// A literal, and what must hold once it is answered.
#[derive(Clone, Debug)]
struct Part {
    predicate: usize,
    inputs: Vec<usize>,
    outputs: Vec<Output>,
    then: Vec<Part>,
    /// What it is remembered by, if it is worth it: its form, and the variables that its truth depends on.
    memory: Option<(u32, Vec<usize>)>,
}

/// Numbers for the forms of parts of clauses: two parts that differ only in the names of variables have the same.
///
/// Whoever tests many clauses in the same situations keeps one for all of them.
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

/// The most variables that something remembered depends on.
const MOST_PARAMETERS: usize = 4;

/// What becomes of something found.
#[derive(Clone, Copy, Debug)]
enum Output {
    Bind(usize),
    Check(usize),
    Constant(usize),
}

impl<D: Domain> Compiled<D> {
    /// Makes a clause of the language ready.
    ///
    /// # Panics
    /// When an input of the clause is never told, or a constant is none: no clause that was read is so.
    pub fn new(language: &Language<D>, clause: &Clause, forms: &mut Forms) -> Compiled<D> {
        let mut is_bound = vec![false; clause.n_variables()];
        is_bound[..clause.n_head].fill(true);
        let mut compiled =
            Compiled { n_variables: clause.n_variables(), parts: Vec::new(), constants: Vec::new() };
        let literals: Vec<&Literal> = clause.body.iter().collect();
        compiled.parts = compiled.arrange(language, &literals, &is_bound);
        let constants: Vec<u32> =
            compiled.constants.iter().map(|constant| forms.constant(&constant.to_string())).collect();
        compiled.parts.iter_mut().for_each(|part| part.remember(&constants, forms));
        compiled
    }

    /// Arranges literals, given which variables are known.
    fn arrange(&mut self, language: &Language<D>, literals: &[&Literal], is_bound: &[bool]) -> Vec<Part> {
        let mut parts: Vec<Part> = apart(literals, is_bound)
            .iter()
            .map(|part| self.arrange_part(language, part, is_bound))
            .collect();
        // What is quickly tested may spare the rest.
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
        let next = ready.min_by_key(finds).expect("every input of a clause is told");
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

    /// Whether the clause covers an example, whose arguments are `head`; `false` too when `steps` run out.
    pub fn covers(
        &self,
        language: &Language<D>,
        situation: &mut Situation<D>,
        head: &[D::Value],
        steps: &mut Steps,
    ) -> bool {
        let mut bound = vec![NO_VALUE; self.n_variables];
        for (slot, value) in bound.iter_mut().zip(head) {
            *slot = situation.place(value);
        }
        let constants: Vec<ValueIdx> =
            self.constants.iter().map(|constant| situation.place(constant)).collect();
        let mut test = Test { language, situation, constants: &constants, bound: &mut bound, steps };
        self.parts.iter().all(|part| test.holds(part))
    }
}

impl Part {
    fn n_literals(&self) -> usize {
        1 + self.then.iter().map(Part::n_literals).sum::<usize>()
    }

    /// Has this part and those below it remembered, where they look through several answers.
    fn remember(&mut self, constants: &[u32], forms: &mut Forms) {
        self.then.iter_mut().for_each(|then| then.remember(constants, forms));
        if self.n_literals() > 1 {
            let mut names = Names::default();
            let mut form = Vec::new();
            self.write_form(constants, &mut names, &mut form);
            if names.parameters.len() <= MOST_PARAMETERS {
                self.memory = Some((forms.form(form), names.parameters));
            }
        }
    }

    /// Writes what it says, with variables numbered as they come.
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
    /// Those that it finds itself.
    found: Vec<usize>,
    /// Those that it is given.
    parameters: Vec<usize>,
}

impl Names {
    /// Even numbers for what is found, odd ones for what is given.
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

/// Puts literals together that share an unknown variable.
fn apart<'a>(literals: &[&'a Literal], is_bound: &[bool]) -> Vec<Vec<&'a Literal>> {
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
    situation: &'a mut Situation<D>,
    constants: &'a [ValueIdx],
    bound: &'a mut [ValueIdx],
    steps: &'a mut Steps,
}

impl<D: Domain> Test<'_, D> {
    /// Whether some answer to a literal lets all that waits for it hold.
    fn holds(&mut self, part: &Part) -> bool {
        let Some((form, parameters)) = &part.memory else { return self.finds(part) };
        let of = packed(|place| parameters.get(place).map(|&variable| self.bound[variable]));
        let form = *form as usize;
        if let Some(holds) = self.situation.known_truth(form, &of) {
            return holds;
        }
        let holds = self.finds(part);
        // Out of steps, nothing was found out.
        if self.steps.0 > 0 {
            self.situation.remember_truth(form, of, holds);
        }
        holds
    }

    fn finds(&mut self, part: &Part) -> bool {
        if !self.steps.take() {
            return false;
        }
        let mut inputs = [NO_VALUE; MOST_INPUTS];
        for (slot, &input) in inputs.iter_mut().zip(&part.inputs) {
            *slot = self.bound[input];
        }
        let (start, n_answers) =
            self.situation.call(self.language, part.predicate, &inputs[..part.inputs.len()]);
        let width = part.outputs.len();
        (0..n_answers).any(|nth| {
            let is_match = part.outputs.iter().enumerate().all(|(place, output)| {
                let found = self.situation.answer(start + nth * width + place);
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

/// The modes by which a literal may be written: an argument of [`Mode::Either`] both ways.
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
