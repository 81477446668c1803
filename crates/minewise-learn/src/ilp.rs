//! Inductive logic programming: from examples, and predicates that tell about them, clauses that cover the positive ones
//! and none of the negative ones.
//!
//! The machinery is Mio's (Peña Castillo and Wrobel 2002, 2003) and knows nothing of Minesweeper. A domain gives it what
//! there is to look at (a *world*), values, and predicates with modes. From a seed example follows a *bottom clause*,
//! all that the predicates tell of it; the clauses searched are parts of that. Nothing here is imported from outside this
//! folder, not even chance: whoever learns brings a way to draw numbers.

mod active;
mod bottom;
mod clause;
mod covering;
mod eval;
mod language;
mod macros;
mod plain;
mod search;
mod server;
mod situation;
mod text;

pub use active::{Active, ActiveSettings, Round};
pub use bottom::{Bottom, BottomLimits};
pub use clause::{Clause, Literal, Term, Variable};
pub use covering::{Covering, Example, Found, Learned, Lesson};
pub use eval::{Compiled, Forms, Steps};
pub use language::{Argument, Domain, Language, LanguageError, Mode, Predicate, Relation, Solve, Value};
pub use macros::Macro;
#[cfg(test)]
pub(crate) use macros::macros;
pub use plain::witness;
pub use search::{Count, Effort, Method, SearchSettings};
pub use server::Sampler;
pub use situation::Situation;
pub use text::{ClauseError, variable_name};
