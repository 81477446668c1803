//! Surveys: measurements on many views of played games.
//!
//! A survey plays games one after the other and selects suitable views, until it has enough under each set of rules. A
//! record has the findings under one set of rules.

mod findings;
pub(crate) mod report;
#[cfg(feature = "host")]
mod work;

use std::fmt;
use std::str::FromStr;

use minewise_coach::zoo::Suggestion;
use serde::{Deserialize, Serialize};

pub(crate) use findings::{
    AgreementRow, BeliefRow, Distribution, Findings, ModelsRow, OrderRow, SurveyRecord, SurveySettings,
};
#[cfg(feature = "host")]
pub use work::Survey;

/// The kind of a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SurveyKind {
    /// Whether `sat` and the census agree on verdicts and risks.
    Agreement,
    /// How far the risks of `mcmc` and `rejection` are from the census, by the number of steps.
    Beliefs,
    /// The number of models of views where `sat` is stuck.
    Models,
    /// The work of listing all layouts, by the order of the cells.
    Orders,
}

impl SurveyKind {
    /// All kinds.
    pub const ALL: [SurveyKind; 4] =
        [SurveyKind::Agreement, SurveyKind::Beliefs, SurveyKind::Models, SurveyKind::Orders];

    /// Returns the name of the survey.
    pub fn name(self) -> &'static str {
        match self {
            SurveyKind::Agreement => "agreement",
            SurveyKind::Beliefs => "beliefs",
            SurveyKind::Models => "models",
            SurveyKind::Orders => "orders",
        }
    }

    /// Returns the player of the games that views are taken from.
    pub(crate) fn player(self) -> &'static str {
        match self {
            SurveyKind::Agreement | SurveyKind::Beliefs | SurveyKind::Orders => "exact",
            SurveyKind::Models => "sat(count=on,regions=split)",
        }
    }
}

impl fmt::Display for SurveyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SurveyKind {
    type Err = String;

    fn from_str(text: &str) -> Result<SurveyKind, String> {
        let names = SurveyKind::ALL.map(SurveyKind::name);
        let known = SurveyKind::ALL.into_iter().find(|kind| kind.name() == text);
        let suggestion = || Suggestion::new(text, names.into_iter());
        known.ok_or_else(|| format!("there is no survey `{text}`; {}", suggestion()))
    }
}
