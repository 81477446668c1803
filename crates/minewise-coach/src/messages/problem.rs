//! What goes wrong: whose fault it is, and a sentence that says what to do.

use std::fmt;
use std::io;
use std::path::Path;

use minewise::{CensusError, Grid};
use serde::{Deserialize, Serialize};

use super::{Pair, pairs};

/// Why something was not done, at any door: one sentence, with the file and the line where there are any. Over HTTP it is the
/// body of every answer that is not a success.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Problem {
    /// Whose fault it is.
    #[serde(skip)]
    pub fault: Fault,
    /// In a sentence.
    pub error: String,
    /// The numbers that no layout fits together, if that is what is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub clash: Option<Clash>,
}

/// The numbers that no layout fits together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Clash {
    /// The cells that show them.
    pub numbers: Vec<Pair>,
    /// Whether the number of mines is needed too.
    pub mine_count: bool,
}

/// Whose fault a problem is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// The message makes no sense.
    BadInput,
    /// There is no such thing.
    NotFound,
    /// It makes sense, but not now.
    Conflict,
    /// It makes sense, but has no answer.
    NoAnswer,
    /// There is too much to do.
    Busy,
    /// No fault of the message.
    #[default]
    Failed,
}

#[expect(clippy::needless_pass_by_value, reason = "these stand in `map_err` by their names")]
impl Problem {
    /// A problem in a sentence.
    pub fn new(fault: Fault, error: impl ToString) -> Problem {
        Problem { fault, error: error.to_string(), clash: None }
    }

    /// The message makes no sense.
    pub fn bad_input(error: impl ToString) -> Problem {
        Problem::new(Fault::BadInput, error)
    }

    /// There is no such thing.
    pub fn not_found(what: &str) -> Problem {
        Problem::new(Fault::NotFound, format!("there is no such {what}"))
    }

    /// It makes sense, but not now.
    pub fn conflict(error: impl ToString) -> Problem {
        Problem::new(Fault::Conflict, error)
    }

    /// It makes sense, but has no answer.
    pub fn no_answer(error: impl ToString) -> Problem {
        Problem::new(Fault::NoAnswer, error)
    }

    /// There is too much to do.
    pub fn busy(error: impl ToString) -> Problem {
        Problem::new(Fault::Busy, error)
    }

    /// Something failed that is no fault of the message.
    pub fn failed(error: impl ToString) -> Problem {
        Problem::new(Fault::Failed, error)
    }

    /// Something could not be done to a file.
    pub fn file(doing: &str, path: &Path, error: &io::Error) -> Problem {
        Problem::failed(format!("cannot {doing} `{}`: {error}", path.display()))
    }

    /// Something is wrong with a line of a file, counted from 1.
    pub fn line(path: &Path, line: u64, wrong: impl fmt::Display) -> Problem {
        Problem::bad_input(format!("`{}`, line {line}: {wrong}", path.display()))
    }

    /// The same, said of a part of what was asked.
    pub fn of(self, part: impl fmt::Display) -> Problem {
        Problem { error: format!("{part}: {}", self.error), ..self }
    }

    /// Whether what was given is bad, rather than out of reach.
    pub fn is_bad_input(&self) -> bool {
        self.fault == Fault::BadInput
    }

    /// There is no census of a view.
    pub fn of_census(grid: &Grid, error: &CensusError) -> Problem {
        let clash = match error {
            CensusError::Clash(clash) => {
                let numbers = pairs(grid, clash.numbers.iter().copied());
                Some(Clash { numbers, mine_count: clash.mine_count })
            }
            CensusError::TooMuchWork => None,
        };
        Problem { clash, ..Problem::no_answer(error) }
    }
}

impl From<CensusError> for Problem {
    /// A view that no layout fits is bad input; one that is too much work is not.
    fn from(error: CensusError) -> Problem {
        match error {
            CensusError::Clash(_) => Problem::bad_input(error),
            CensusError::TooMuchWork => Problem::failed(error),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)
    }
}

impl std::error::Error for Problem {}
