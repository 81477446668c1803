//! Whether a clause covers an example: its literals are called in turn, and calls are remembered.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::clause::{Clause, Literal, Term};
use super::language::{Domain, Language, MOST_INPUTS, Mode, Value, inputs_of, outputs_of};

/// The place of a value among those of a situation.
pub(crate) type ValueIdx = u32;

/// The inputs of a call, two to a word, filled up with [`NO_VALUE`].
type Call = (u64, u64);

const NO_VALUE: ValueIdx = ValueIdx::MAX;

/// A world, with all that was ever asked about it: no call is made twice.
pub struct Situation<D: Domain> {
    world: D::World,
    values: Vec<D::Value>,
    places: HashMap<D::Value, ValueIdx, BuildHasherDefault<Mixer>>,
    /// For each call of each predicate, where its answers begin in `answers`, and how many there are.
    calls: Vec<HashMap<Call, (u32, u32), BuildHasherDefault<Mixer>>>,
    answers: Vec<ValueIdx>,
    /// For each form of a part of a clause, whether it holds of some values.
    proved: Vec<HashMap<Call, bool, BuildHasherDefault<Mixer>>>,
}

impl<D: Domain> Situation<D> {
    /// A world that nothing was asked about yet.
    pub fn new(world: D::World) -> Situation<D> {
        Situation {
            world,
            values: Vec::new(),
            places: HashMap::default(),
            calls: Vec::new(),
            answers: Vec::new(),
            proved: Vec::new(),
        }
    }

    /// What is looked at.
    pub fn world(&self) -> &D::World {
        &self.world
    }

    /// How much is remembered: the number of values that ever came up.
    pub fn n_values(&self) -> usize {
        self.values.len()
    }

    /// The place of a value.
    pub(crate) fn place(&mut self, value: &D::Value) -> ValueIdx {
        if let Some(&place) = self.places.get(value) {
            return place;
        }
        let place = self.values.len() as ValueIdx;
        self.values.push(value.clone());
        self.places.insert(value.clone(), place);
        place
    }

    /// The value at a place.
    pub(crate) fn value(&self, place: ValueIdx) -> &D::Value {
        &self.values[place as usize]
    }

    /// Calls a predicate: where its answers begin, and how many there are.
    pub(crate) fn call(
        &mut self,
        language: &Language<D>,
        predicate: usize,
        inputs: &[ValueIdx],
    ) -> (usize, usize) {
        let input = |place: usize| u64::from(inputs.get(place).copied().unwrap_or(NO_VALUE));
        let call = (input(0) << 32 | input(1), input(2) << 32 | input(3));
        if self.calls.is_empty() {
            self.calls.resize_with(language.predicates().len(), HashMap::default);
        }
        if let Some(&(start, n_answers)) = self.calls[predicate].get(&call) {
            return (start as usize, n_answers as usize);
        }
        let known: Vec<&D::Value> = inputs.iter().map(|&input| &self.values[input as usize]).collect();
        let mut found: Vec<D::Value> = Vec::new();
        let mut n_answers = 0;
        language.predicates()[predicate].solve(&self.world, &known, &mut |outputs| {
            found.extend_from_slice(outputs);
            n_answers += 1;
        });
        let start = self.answers.len();
        for value in &found {
            let place = self.place(value);
            self.answers.push(place);
        }
        self.calls[predicate].insert(call, (start as u32, n_answers));
        (start, n_answers as usize)
    }

    /// The value of an answer, by its place among all values of answers.
    pub(crate) fn answer(&self, place: usize) -> ValueIdx {
        self.answers[place]
    }
}

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
        let value = |place: usize| parameters.get(place).map_or(NO_VALUE, |&variable| self.bound[variable]);
        let key = (
            u64::from(value(0)) << 32 | u64::from(value(1)),
            u64::from(value(2)) << 32 | u64::from(value(3)),
        );
        let form = *form as usize;
        if self.situation.proved.len() <= form {
            self.situation.proved.resize_with(form + 1, HashMap::default);
        }
        if let Some(&holds) = self.situation.proved[form].get(&key) {
            return holds;
        }
        let holds = self.finds(part);
        // Out of steps, nothing was found out.
        if self.steps.0 > 0 {
            self.situation.proved[form].insert(key, holds);
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

/// A quick hash for values and calls, which come from ourselves.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut filled = [0; 8];
            filled[..word.len()].copy_from_slice(word);
            self.write_u64(u64::from_le_bytes(filled));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(u64::from(byte));
    }

    fn write_i64(&mut self, word: i64) {
        self.write_u64(word as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}
