//! Errors: their category, and a sentence for people.

use std::fmt;
use std::io;
use std::path::Path;

use minewise::Grid;
use minewise::census::CensusError;
use serde::{Deserialize, Serialize};

use super::{Pair, pairs};

/// An error of any interface: one sentence, with the file and the line if there are any. Over HTTP it is the body of
/// every unsuccessful response.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The category of the error.
    #[serde(skip)]
    pub fault: Fault,
    /// The error in a sentence.
    pub error: String,
    /// The numbers that contradict each other, if that is the error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub clash: Option<Clash>,
}

/// Numbers that contradict each other: no layout fits all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Clash {
    /// The cells of the numbers.
    pub numbers: Vec<Pair>,
    /// Whether the contradiction also needs the number of mines.
    pub mine_count: bool,
}

/// The category of an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// The request is invalid.
    BadInput,
    /// The requested object does not exist.
    NotFound,
    /// The request is valid, but not in the current state.
    Conflict,
    /// The request is valid, but has no answer.
    NoAnswer,
    /// There are too many requests.
    Busy,
    /// An internal failure, not caused by the request.
    #[default]
    Failed,
}

#[expect(clippy::needless_pass_by_value, reason = "these are passed to `map_err` by name")]
impl Problem {
    /// Creates an error from a sentence.
    pub fn new(fault: Fault, error: impl ToString) -> Problem {
        Problem { fault, error: error.to_string(), clash: None }
    }

    /// The request is invalid.
    pub fn bad_input(error: impl ToString) -> Problem {
        Problem::new(Fault::BadInput, error)
    }

    /// The requested object does not exist.
    pub fn not_found(what: &str) -> Problem {
        Problem::new(Fault::NotFound, format!("there is no such {what}"))
    }

    /// The request is valid, but not in the current state.
    pub fn conflict(error: impl ToString) -> Problem {
        Problem::new(Fault::Conflict, error)
    }

    /// The request is valid, but has no answer.
    pub fn no_answer(error: impl ToString) -> Problem {
        Problem::new(Fault::NoAnswer, error)
    }

    /// There are too many requests.
    pub fn busy(error: impl ToString) -> Problem {
        Problem::new(Fault::Busy, error)
    }

    /// An internal failure, not caused by the request.
    pub fn failed(error: impl ToString) -> Problem {
        Problem::new(Fault::Failed, error)
    }

    /// An operation on a file failed; `doing` is its verb, such as `read`.
    pub fn file(doing: &str, path: &Path, error: &io::Error) -> Problem {
        Problem::failed(format!("cannot {doing} `{}`: {error}", path.display()))
    }

    /// A line of a file, counted from 1, is wrong.
    pub fn line(path: &Path, line: u64, wrong: impl fmt::Display) -> Problem {
        Problem::bad_input(format!("`{}`, line {line}: {wrong}", path.display()))
    }

    /// Prefixes the sentence with the part of the request that it is about.
    pub fn of(self, part: impl fmt::Display) -> Problem {
        Problem { error: format!("{part}: {}", self.error), ..self }
    }

    /// Checks whether the input is invalid.
    pub fn is_bad_input(&self) -> bool {
        self.fault == Fault::BadInput
    }

    /// Creates the error for a view without a census.
    pub fn of_census(grid: &Grid, error: &CensusError) -> Problem {
        let clash = match error {
            CensusError::Clash(clash) => {
                let numbers = pairs(grid, clash.numbers.iter().copied());
                Some(Clash { numbers, mine_count: clash.mine_count })
            }
            _ => None,
        };
        Problem { clash, ..Problem::no_answer(error) }
    }
}

impl From<CensusError> for Problem {
    /// A view that no layout fits is bad input; one that is too much work is a failure.
    fn from(error: CensusError) -> Problem {
        match error {
            CensusError::Clash(_) => Problem::bad_input(error),
            _ => Problem::failed(error),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)
    }
}

impl std::error::Error for Problem {}
