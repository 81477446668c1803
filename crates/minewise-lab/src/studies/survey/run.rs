//! The survey itself: games are played, and their views looked at.

mod agreement;
mod beliefs;
mod models;
mod orders;
mod walk;

use std::fs;
use std::path::Path;

use minewise::{Rules, Seed};

use super::{
    AgreementRow, BeliefRow, Distribution, Findings, ModelsRow, OrderRow, SURVEY, SurveyKind, Surveyed,
};
use crate::error::Error;
use crate::store::files::write_json;
use crate::store::machine::Machine;

impl SurveyKind {
    /// The rules that are surveyed if none are named, and the views under each.
    fn usual(self) -> (&'static [&'static str], u64) {
        match self {
            SurveyKind::Agreement => (&["8x8/10", "16x16/40", "12x14/28@torus", "14x12/30@hex"], 2_500),
            SurveyKind::Beliefs => (&["5x5/5", "8x8/10", "16x16/40"], 200),
            SurveyKind::Models => (&["4x4/5", "6x6/6", "8x8/10", "16x16/40", "22x22/99"], 1_000),
            SurveyKind::Orders => (&["4x4/4", "5x5/10", "8x8/10"], 1_000),
        }
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
        write_json(&folder.join(SURVEY), &surveyed)
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
