//! Surveys: one thing measured on many views of played games.
//!
//! A survey goes through games from a seed on, one after the other, and takes the views that it asks for until it has
//! enough under each set of rules. What it finds is a function of its name, rules, views and seed, and stands in
//! `survey.json`; `machine.json` says what it was made with, and the report is written from `survey.json` alone.

mod agreement;
mod beliefs;
mod findings;
mod models;
mod orders;
mod walk;

use std::fmt;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use minewise::{Rules, Seed};
use minewise_coach::zoo::Suggestion;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::store::files::write_json;
use crate::store::machine::Machine;

pub(crate) use findings::{AgreementRow, BeliefRow, Distribution, Findings, ModelsRow, OrderRow, Surveyed};

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

    /// The rules that are surveyed if none are named, and the views under each.
    fn usual(self) -> (&'static [&'static str], u64) {
        match self {
            SurveyKind::Agreement => (&["8x8/10", "16x16/40", "12x14/28@torus", "14x12/30@hex"], 2_500),
            SurveyKind::Beliefs => (&["5x5/5", "8x8/10", "16x16/40"], 200),
            SurveyKind::Models => (&["4x4/5", "6x6/6", "8x8/10", "16x16/40", "22x22/99"], 1_000),
            SurveyKind::Orders => (&["4x4/4", "5x5/10", "8x8/10"], 1_000),
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

/// A survey to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    kind: SurveyKind,
    rules: Vec<Rules>,
    n_views: u64,
    seed: Seed,
}

/// The most views under one set of rules, and the most cells of a view: all views are kept while they are looked at.
const MOST_VIEWS: u64 = 100_000;
const MOST_CELLS: usize = 2_500;

impl Survey {
    /// A survey of so many views under each of these rules; the usual ones where none are named.
    ///
    /// # Errors
    /// When the views are none or too many, or the rules have too many cells.
    pub fn new(kind: SurveyKind, rules: &[Rules], n_views: Option<u64>, seed: Seed) -> Result<Survey, Error> {
        let (usual_rules, usual_views) = kind.usual();
        let usual = || usual_rules.iter().filter_map(|rules| rules.parse().ok());
        let rules = if rules.is_empty() { usual().collect() } else { rules.to_vec() };
        let n_views = n_views.unwrap_or(usual_views);
        if !(1..=MOST_VIEWS).contains(&n_views) {
            return Err(Error::bad_input(format!("a survey has 1 to {MOST_VIEWS} views, not {n_views}")));
        }
        if let Some(large) = rules.iter().find(|rules| rules.n_cells() > MOST_CELLS) {
            let n_cells = large.n_cells();
            return Err(Error::bad_input(format!(
                "a survey looks at views of at most {MOST_CELLS} cells, but `{large}` has {n_cells}"
            )));
        }
        Ok(Survey { kind, rules, n_views, seed })
    }

    /// What is measured.
    pub fn kind(&self) -> SurveyKind {
        self.kind
    }

    /// The views under all rules together.
    pub fn n_views_in_all(&self) -> u64 {
        self.n_views * self.rules.len() as u64
    }

    /// Looks at all views on `n_threads` threads and writes what was found into a new or empty folder; `progress` is
    /// told of views as they are done.
    ///
    /// # Errors
    /// When the folder is not empty or cannot be written, or games under some of the rules have hardly any such view.
    pub fn write(
        &self,
        folder: &Path,
        commit: Option<&str>,
        n_threads: usize,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(), Error> {
        make_empty(folder)?;
        let surveyed = self.measure(n_threads, progress)?;
        Machine::write(commit, folder)?;
        write_json(&Surveyed::path(folder), &surveyed)
    }

    fn measure(&self, n_threads: usize, progress: &(dyn Fn(u64) + Sync)) -> Result<Surveyed, Error> {
        let crew = walk::Crew { survey: self, n_threads, progress };
        let findings = match self.kind {
            SurveyKind::Agreement => Findings::Agreement(agreement::rows(&crew)?),
            SurveyKind::Beliefs => Findings::Beliefs(beliefs::rows(&crew)?),
            SurveyKind::Models => Findings::Models(models::rows(&crew)?),
            SurveyKind::Orders => Findings::Orders(orders::rows(&crew)?),
        };
        Ok(Surveyed {
            survey: self.kind,
            rules: self.rules.iter().map(ToString::to_string).collect(),
            views: self.n_views,
            seed: self.seed.0,
            player: self.kind.player().to_owned(),
            findings,
        })
    }
}

/// Makes a folder, or takes one that has nothing in it.
fn make_empty(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|error| Error::file("make the folder", folder, &error))?;
    let mut entries = fs::read_dir(folder).map_err(|error| Error::file("read the folder", folder, &error))?;
    match entries.next() {
        None => Ok(()),
        Some(_) => Err(Error::bad_input(format!(
            "the folder `{}` is not empty; choose another one",
            folder.display()
        ))),
    }
}

#[cfg(test)]
mod tests;
