//! Surveys: one thing measured on many views of played games.
//!
//! A survey goes through games from a seed on, one after the other, and takes the views that it asks for until it has
//! enough under each set of rules. A record has what was found under one of them.

mod findings;
pub(crate) mod report;
#[cfg(feature = "host")]
mod work;

use std::fmt;
use std::str::FromStr;

use minewise_coach::zoo::Suggestion;
use serde::{Deserialize, Serialize};

pub(crate) use findings::{
    AgreementRow, Asked, BeliefRow, Distribution, Findings, ModelsRow, OrderRow, Surveyed,
};
#[cfg(feature = "host")]
pub use work::Survey;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SurveyKind {
    /// Whether `sat` and the census agree on verdicts and risks.
    Agreement,
    /// How far the risks of `mcmc` and `rejection` are from the census, by their steps.
    Beliefs,
    /// How many models there are where `sat` is stuck.
    Models,
    /// What listing all layouts takes, by the order of the cells.
    Orders,
}

impl SurveyKind {
    /// All there are.
    pub const ALL: [SurveyKind; 4] =
        [SurveyKind::Agreement, SurveyKind::Beliefs, SurveyKind::Models, SurveyKind::Orders];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            SurveyKind::Agreement => "agreement",
            SurveyKind::Beliefs => "beliefs",
            SurveyKind::Models => "models",
            SurveyKind::Orders => "orders",
        }
    }

    /// Who plays the games whose views are looked at.
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
