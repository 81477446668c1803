//! Inductive logic programming: from examples and predicates about them, it learns clauses that cover positive examples
//! and no negative ones.
//!
//! The methods are those of Mio (Peña Castillo & Wrobel 2002, 2003). Nothing here knows about Minesweeper. A domain
//! defines *worlds* that predicates look at, values, and predicates with modes. From a seed example a *bottom clause*
//! is built, which contains everything that the predicates say about the example. The search tests parts of that
//! clause. Nothing is imported from outside this folder, not even a random number generator: the caller passes a
//! function that draws numbers.

mod active;
mod bottom;
mod cached_world;
mod clause;
mod covering;
mod eval;
mod language;
mod macros;
mod plain;
mod search;
mod server;
mod text;

pub use active::{ActiveLearner, ActiveSettings, Round};
pub use bottom::{Bottom, BottomLimits};
pub use cached_world::CachedWorld;
pub use clause::{Clause, Literal, Term, Variable};
pub use covering::{Covering, Example, ExampleSet, Found, Learned};
pub use eval::{CallBudget, Compiled, Forms};
pub use language::{Argument, Domain, Language, LanguageError, Mode, Predicate, Relation, Solve, Value};
pub use macros::Macro;
#[cfg(test)]
pub(crate) use macros::macros;
pub use plain::witness;
pub use search::{Count, Effort, Method, SearchSettings};
pub use server::Sampler;
pub use text::{ClauseError, variable_name};
