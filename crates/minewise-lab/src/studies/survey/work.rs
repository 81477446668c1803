//! The survey itself: games are played, and their views looked at.

mod agreement;
mod beliefs;
mod models;
mod orders;
mod walk;

use minewise::{Rules, Seed};
use minewise_coach::Problem;
use serde_json::json;

use super::{
    AgreementRow, Asked, BeliefRow, Distribution, Findings, ModelsRow, OrderRow, SurveyKind, Surveyed,
};
use crate::store::folder::Settings;
use crate::store::index::{Misplaced, Place};
use crate::studies::settings;
use crate::studies::study::{Desk, Study, Worked};
use walk::Walk;

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
    pub fn new(
        kind: SurveyKind,
        rules: &[Rules],
        n_views: Option<u64>,
        seed: Seed,
    ) -> Result<Survey, Problem> {
        let (usual_rules, usual_views) = kind.usual();
        let usual = || usual_rules.iter().filter_map(|rules| rules.parse().ok());
        let rules = if rules.is_empty() { usual().collect() } else { rules.to_vec() };
        let n_views = n_views.unwrap_or(usual_views);
        if !(1..=MOST_VIEWS).contains(&n_views) {
            return Err(Problem::bad_input(format!("a survey has 1 to {MOST_VIEWS} views, not {n_views}")));
        }
        if let Some(large) = rules.iter().find(|rules| rules.n_cells() > MOST_CELLS) {
            let n_cells = large.n_cells();
            return Err(Problem::bad_input(format!(
                "a survey looks at views of at most {MOST_CELLS} cells, but `{large}` has {n_cells}"
            )));
        }
        Ok(Survey { kind, rules, n_views, seed })
    }
}

impl Study for Survey {
    const NAME: &'static str = "survey";
    const UNITS: &'static str = "views";
    // The views of one set of rules are found in order, so all threads share them.
    const IS_SERIAL: bool = true;
    const EXTENT: &'static [&'static str] = &["rules"];
    type Record = Surveyed;
    type Timing = ();
    type Seat<'a> = ();
    type State = ();

    fn settings(&self) -> Settings {
        settings(&json!(Asked {
            survey: self.kind,
            rules: self.rules.iter().map(ToString::to_string).collect(),
            views: self.n_views,
            seed: self.seed.0,
            player: self.kind.player().to_owned(),
        }))
    }

    fn n_pieces(&self) -> u64 {
        self.rules.len() as u64
    }

    fn n_units(&self) -> u64 {
        self.n_views * self.rules.len() as u64
    }

    fn units_of(&self, _record: &Surveyed) -> u64 {
        self.n_views
    }

    fn place(&self, record: &Surveyed) -> Result<Place, Misplaced> {
        if !record.is_consistent(self.kind) {
            return Err(Misplaced::Damaged);
        }
        let idx = self.rules.iter().position(|rules| rules.to_string() == record.rules);
        Ok(idx.map_or(Place::Beyond, |idx| Place::Whole(idx as u64)))
    }

    fn seat(&self, _n_seats: usize) {}

    fn work<'a>(
        &'a self,
        (): &mut Self::Seat<'a>,
        idx: u64,
        (): (),
        desk: &Desk<'_>,
    ) -> Result<Option<Worked<Self>>, Problem> {
        let rules = self.rules[idx as usize];
        let walk = Walk { survey: self, rules, desk };
        let findings = match self.kind {
            SurveyKind::Agreement => agreement::rows(&walk)?.map(Findings::Agreement),
            SurveyKind::Beliefs => beliefs::rows(&walk)?.map(Findings::Beliefs),
            SurveyKind::Models => models::rows(&walk)?.map(Findings::Models),
            SurveyKind::Orders => orders::rows(&walk)?.map(Findings::Orders),
        };
        let record = |findings| Surveyed { rules: rules.to_string(), findings };
        Ok(findings.map(|findings| Worked { record: record(findings), timing: () }))
    }
}

#[cfg(test)]
mod tests;
