//! What clauses are made of: predicates with typed arguments and modes.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

/// A field of knowledge: what predicates look at, and what they speak of.
pub trait Domain: Sized + 'static {
    /// What predicates look at: a view, a family, a train.
    type World: Clone + PartialEq + Send + Sync;
    /// What variables stand for.
    type Value: Value;
}

/// Something that a variable can stand for. Its text is how it is written as a constant of a clause.
pub trait Value: Clone + Eq + Hash + Debug + Display + Send + Sync {
    /// The constant of a kind that a text writes.
    fn constant(kind: &str, text: &str) -> Option<Self>;
}

/// How an argument of a predicate is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// `+`: known before the call.
    Input,
    /// `-`: found by the call.
    Output,
    /// `#`: found by the call, and written as a constant.
    Constant,
    /// `-#`: found by the call, a variable or a constant.
    Either,
}

impl Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Input => "+",
            Mode::Output => "-",
            Mode::Constant => "#",
            Mode::Either => "-#",
        })
    }
}

/// An argument of a predicate: how it is used, and the kind of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// How it is used.
    pub mode: Mode,
    /// The name of the kind of values that it takes.
    pub kind: &'static str,
}

impl Argument {
    /// An argument of this mode and kind.
    pub const fn new(mode: Mode, kind: &'static str) -> Argument {
        Argument { mode, kind }
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.mode, self.kind)
    }
}

/// A predicate of the background knowledge.
pub trait Predicate<D: Domain>: Send + Sync {
    /// What it is called in clauses.
    fn name(&self) -> &'static str;

    /// Its arguments.
    fn arguments(&self) -> &'static [Argument];

    /// Finds every answer to a call: `found` is given the values of the arguments that are no inputs, in their order.
    ///
    /// An input may be of any kind, if types are not strict: then there is no answer.
    fn solve(&self, world: &D::World, inputs: &[&D::Value], found: &mut dyn FnMut(&[D::Value]));

    /// What it says in English, with `{0}`, `{1}` and so on for its arguments; empty if it needs no words.
    fn words(&self) -> &'static str;
}

/// A predicate as a row of a table.
pub struct Relation<D: Domain> {
    /// What it is called in clauses.
    pub name: &'static str,
    /// Its arguments.
    pub arguments: &'static [Argument],
    /// What it says in English.
    pub words: &'static str,
    /// Finds every answer to a call.
    pub solve: Solve<D>,
}

/// A function that finds every answer to a call.
pub type Solve<D> =
    fn(&<D as Domain>::World, &[&<D as Domain>::Value], &mut dyn FnMut(&[<D as Domain>::Value]));

impl<D: Domain> Clone for Relation<D> {
    fn clone(&self) -> Relation<D> {
        Relation { name: self.name, arguments: self.arguments, words: self.words, solve: self.solve }
    }
}

impl<D: Domain> Predicate<D> for Relation<D> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn arguments(&self) -> &'static [Argument] {
        self.arguments
    }

    fn solve(&self, world: &D::World, inputs: &[&D::Value], found: &mut dyn FnMut(&[D::Value])) {
        (self.solve)(world, inputs, found);
    }

    fn words(&self) -> &'static str {
        self.words
    }
}

/// The most inputs of a predicate.
pub(crate) const MOST_INPUTS: usize = 4;

/// The most predicates of a language.
const MOST_PREDICATES: usize = 256;

/// What clauses can say: a target, such as `safe(+TU,+Board)`, and predicates for their bodies.
pub struct Language<D: Domain> {
    target: &'static str,
    head: &'static [Argument],
    predicates: Vec<Box<dyn Predicate<D>>>,
    /// For each predicate, whether new clauses may be made of it.
    is_searched: Vec<bool>,
}

impl<D: Domain> Language<D> {
    /// A language about `target`, whose arguments are all inputs.
    ///
    /// # Errors
    /// When two predicates have the same name, or one has too many inputs, or there are too many.
    pub fn new(
        target: &'static str,
        head: &'static [Argument],
        predicates: Vec<Box<dyn Predicate<D>>>,
    ) -> Result<Language<D>, LanguageError> {
        if predicates.len() > MOST_PREDICATES {
            return Err(LanguageError::TooMany);
        }
        for (idx, predicate) in predicates.iter().enumerate() {
            let name = predicate.name();
            if name == target || predicates[..idx].iter().any(|other| other.name() == name) {
                return Err(LanguageError::Repeated { name });
            }
            if inputs_of(predicate.arguments()).count() > MOST_INPUTS {
                return Err(LanguageError::TooManyInputs { name });
            }
        }
        let is_searched = vec![true; predicates.len()];
        Ok(Language { target, head, predicates, is_searched })
    }

    /// The same language, but new clauses are made only of the predicates with these names; others can still be read.
    #[must_use]
    pub fn searching(mut self, is_meant: impl Fn(&str) -> bool) -> Language<D> {
        self.is_searched = self.predicates.iter().map(|predicate| is_meant(predicate.name())).collect();
        self
    }

    /// The predicates that new clauses are made of, by their places.
    pub(crate) fn searched(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.predicates.len()).filter(|&predicate| self.is_searched[predicate])
    }

    /// What clauses are about.
    pub fn target(&self) -> &'static str {
        self.target
    }

    /// The arguments of the target.
    pub fn head(&self) -> &'static [Argument] {
        self.head
    }

    /// All predicates; clauses name them by their place here.
    pub fn predicates(&self) -> &[Box<dyn Predicate<D>>] {
        &self.predicates
    }

    /// The arguments of a predicate.
    pub(crate) fn arguments(&self, predicate: usize) -> &'static [Argument] {
        self.predicates[predicate].arguments()
    }
}

/// The places of the arguments that are inputs.
pub(crate) fn inputs_of(arguments: &'static [Argument]) -> impl Iterator<Item = usize> {
    (0..arguments.len()).filter(|&place| arguments[place].mode == Mode::Input)
}

/// The places of the arguments that are found.
pub(crate) fn outputs_of(arguments: &'static [Argument]) -> impl Iterator<Item = usize> {
    (0..arguments.len()).filter(|&place| arguments[place].mode != Mode::Input)
}

/// Why predicates make no language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LanguageError {
    /// Two have the same name.
    Repeated {
        /// Which.
        name: &'static str,
    },
    /// One has too many inputs.
    TooManyInputs {
        /// Which.
        name: &'static str,
    },
    /// There are too many.
    TooMany,
}

impl Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LanguageError::Repeated { name } => write!(f, "two predicates are called `{name}`"),
            LanguageError::TooManyInputs { name } => {
                write!(f, "the predicate `{name}` has more than {MOST_INPUTS} inputs")
            }
            LanguageError::TooMany => write!(f, "there are more than {MOST_PREDICATES} predicates"),
        }
    }
}

impl std::error::Error for LanguageError {}
