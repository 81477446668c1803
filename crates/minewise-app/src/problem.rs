//! What goes wrong: whose fault it is, and a sentence that says what to do.

use minewise::{CensusError, Grid};
use minewise_coach::pairs;
use serde::{Deserialize, Serialize};

use crate::messages::Clash;

/// Why a message has no answer: the body of every answer that is not a success.
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

    /// There is no census of a view.
    pub(crate) fn of_census(grid: &Grid, error: &CensusError) -> Problem {
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
