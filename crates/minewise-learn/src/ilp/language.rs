//! Languages: the predicates that clauses are made of, with modes and types of their arguments.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

/// A domain of knowledge: the worlds that predicates look at, and the values of variables.
pub trait Domain: Sized + 'static {
    /// The type of worlds that predicates look at, such as families or trains.
    type World: Clone + PartialEq + Send + Sync;
    /// The type of values that variables stand for.
    type Value: Value;
}

/// A value that a variable can stand for. Its `Display` text is how it is written as a constant in a clause.
pub trait Value: Clone + Eq + Hash + Debug + Display + Send + Sync {
    /// Reads a constant of a kind; `None` if the text is not one.
    fn constant(kind: &str, text: &str) -> Option<Self>;
}

/// How an argument of a predicate is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// `+`: must be known before the call.
    Input,
    /// `-`: found by the call, and written as a variable.
    Output,
    /// `#`: found by the call, and written as a constant.
    Constant,
    /// `-#`: found by the call, and written as a variable or a constant.
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

/// The declaration of a predicate's argument: its mode, and the kind (type) of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// How it is used.
    pub mode: Mode,
    /// The name of the kind of its values.
    pub kind: &'static str,
}

impl Argument {
    /// Creates an argument with this mode and kind.
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
    /// Its name in clauses.
    fn name(&self) -> &'static str;

    /// Its arguments.
    fn arguments(&self) -> &'static [Argument];

    /// Finds all answers to a call. For each answer, `found` is called with the values of the arguments that are not
    /// inputs, in their order.
    ///
    /// If types are not strict, inputs can be of any kind. For inputs of the wrong kind there must be no answer.
    fn solve(&self, world: &D::World, inputs: &[&D::Value], found: &mut dyn FnMut(&[D::Value]));

    /// Its meaning in English, with `{0}`, `{1}` and so on for its arguments; empty if it can be left out of a
    /// sentence.
    fn words(&self) -> &'static str;
}

/// A predicate as a row of a constant table.
pub struct Relation<D: Domain> {
    /// Its name in clauses.
    pub name: &'static str,
    /// Its arguments.
    pub arguments: &'static [Argument],
    /// Its meaning in English, as in [`Predicate::words`].
    pub words: &'static str,
    /// Finds all answers to a call.
    pub solve: Solve<D>,
}

/// A function that finds all answers to a call, as [`Predicate::solve`].
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

/// The most inputs of a predicate: as many as [`Packed`](super::cached_world::Packed) has room for.
pub(crate) const MOST_INPUTS: usize = 4;

/// The most predicates of a language.
const MOST_PREDICATES: usize = 256;

/// A language for clauses: a target, such as `eastbound(+Train)`, and predicates for their bodies.
pub struct Language<D: Domain> {
    target: &'static str,
    head: &'static [Argument],
    predicates: Vec<Box<dyn Predicate<D>>>,
    /// For each predicate, whether the search may use it in new clauses.
    is_searched: Vec<bool>,
}

impl<D: Domain> Language<D> {
    /// Creates a language about `target`, whose arguments must all be inputs.
    ///
    /// # Errors
    /// When two predicates have the same name, a predicate has too many inputs, or there are too many predicates.
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

    /// The same language, but the search uses only the predicates whose names pass the filter. Clauses with the others
    /// can still be read.
    #[must_use]
    pub fn searching(mut self, is_wanted: impl Fn(&str) -> bool) -> Language<D> {
        self.is_searched = self.predicates.iter().map(|predicate| is_wanted(predicate.name())).collect();
        self
    }

    /// The indices of the predicates that the search uses.
    pub(crate) fn searched(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.predicates.len()).filter(|&predicate| self.is_searched[predicate])
    }

    /// The name of the target.
    pub fn target(&self) -> &'static str {
        self.target
    }

    /// The arguments of the target.
    pub fn head(&self) -> &'static [Argument] {
        self.head
    }

    /// All predicates. Literals refer to them by their index in this list.
    pub fn predicates(&self) -> &[Box<dyn Predicate<D>>] {
        &self.predicates
    }

    /// The arguments of a predicate.
    pub(crate) fn arguments(&self, predicate: usize) -> &'static [Argument] {
        self.predicates[predicate].arguments()
    }
}

/// The indices of the arguments that are inputs.
pub(crate) fn inputs_of(arguments: &'static [Argument]) -> impl Iterator<Item = usize> {
    (0..arguments.len()).filter(|&place| arguments[place].mode == Mode::Input)
}

/// The indices of the arguments that are found by a call.
pub(crate) fn outputs_of(arguments: &'static [Argument]) -> impl Iterator<Item = usize> {
    (0..arguments.len()).filter(|&place| arguments[place].mode != Mode::Input)
}

/// The reason why predicates do not form a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LanguageError {
    /// Two predicates have the same name.
    Repeated {
        /// The name.
        name: &'static str,
    },
    /// A predicate has too many inputs.
    TooManyInputs {
        /// Its name.
        name: &'static str,
    },
    /// There are too many predicates.
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
