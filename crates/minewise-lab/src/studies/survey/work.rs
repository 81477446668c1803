//! Makes a survey: plays games and measures their views.

mod agreement;
mod beliefs;
mod models;
mod orders;
mod walk;

use minewise::{Rules, Seed};
use minewise_coach::Problem;
use serde_json::json;

use super::{
    AgreementRow, BeliefRow, Distribution, Findings, ModelsRow, OrderRow, SurveyKind, SurveyRecord,
    SurveySettings,
};
use crate::store::folder::Settings;
use crate::store::index::{Place, PlaceError};
use crate::studies::study::{PieceResult, Study, WorkContext};
use crate::studies::to_settings;
use walk::GameWalk;

impl SurveyKind {
    /// Returns the default rules of the survey, and the default number of views under each.
    fn defaults(self) -> (&'static [&'static str], u64) {
        match self {
            SurveyKind::Agreement => (&["8x8/10", "16x16/40", "12x14/28@torus", "14x12/30@hex"], 2_500),
            SurveyKind::Beliefs => (&["5x5/5", "8x8/10", "16x16/40"], 200),
            SurveyKind::Models => (&["4x4/5", "6x6/6", "8x8/10", "16x16/40", "22x22/99"], 1_000),
            SurveyKind::Orders => (&["4x4/4", "5x5/10", "8x8/10"], 1_000),
        }
    }
}

/// A survey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    kind: SurveyKind,
    rules: Vec<Rules>,
    n_views: u64,
    seed: Seed,
}

/// The maximum number of views under one set of rules, and of cells of a view. All views are held in memory at once.
const MOST_VIEWS: u64 = 100_000;
const MOST_CELLS: usize = 2_500;

impl Survey {
    /// Creates a survey of `n_views` views under each of these rules. Without rules or views, those of the kind are
    /// used.
    ///
    /// # Errors
    /// Returns an error if the number of views is 0 or too large, or the rules have too many cells.
    pub fn new(
        kind: SurveyKind,
        rules: &[Rules],
        n_views: Option<u64>,
        seed: Seed,
    ) -> Result<Survey, Problem> {
        let (default_rules, default_views) = kind.defaults();
        let defaults = || default_rules.iter().filter_map(|rules| rules.parse().ok());
        let rules = if rules.is_empty() { defaults().collect() } else { rules.to_vec() };
        let n_views = n_views.unwrap_or(default_views);
        if !(1..=MOST_VIEWS).contains(&n_views) {
            return Err(Problem::bad_input(format!(
                "a survey needs 1 to {MOST_VIEWS} views, found {n_views}"
            )));
        }
        if let Some(large) = rules.iter().find(|rules| rules.n_cells() > MOST_CELLS) {
            let n_cells = large.n_cells();
            return Err(Problem::bad_input(format!(
                "a survey takes views of at most {MOST_CELLS} cells, but `{large}` has {n_cells}"
            )));
        }
        Ok(Survey { kind, rules, n_views, seed })
    }
}

impl Study for Survey {
    const NAME: &'static str = "survey";
    const UNITS: &'static str = "views";
    // The views of one set of rules must be found in order, so all threads work on the same rules.
    const IS_SERIAL: bool = true;
    const RESUMABLE_WITH: &'static [&'static str] = &["rules"];
    type Record = SurveyRecord;
    type Timing = ();
    type Worker<'a> = ();
    type State = ();

    fn settings(&self) -> Settings {
        to_settings(&json!(SurveySettings {
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

    fn units_of(&self, _record: &SurveyRecord) -> u64 {
        self.n_views
    }

    fn place(&self, record: &SurveyRecord) -> Result<Place, PlaceError> {
        if !record.is_consistent(self.kind) {
            return Err(PlaceError::Damaged);
        }
        let idx = self.rules.iter().position(|rules| rules.to_string() == record.rules);
        Ok(idx.map_or(Place::Beyond, |idx| Place::Whole(idx as u64)))
    }

    fn worker(&self, _n_workers: usize) {}

    fn work<'a>(
        &'a self,
        (): &mut Self::Worker<'a>,
        idx: u64,
        (): (),
        context: &WorkContext<'_>,
    ) -> Result<Option<PieceResult<Self>>, Problem> {
        let rules = self.rules[idx as usize];
        let walk = GameWalk { survey: self, rules, context };
        let findings = match self.kind {
            SurveyKind::Agreement => agreement::rows(&walk)?.map(Findings::Agreement),
            SurveyKind::Beliefs => beliefs::rows(&walk)?.map(Findings::Beliefs),
            SurveyKind::Models => models::rows(&walk)?.map(Findings::Models),
            SurveyKind::Orders => orders::rows(&walk)?.map(Findings::Orders),
        };
        let record = |findings| SurveyRecord { rules: rules.to_string(), findings };
        Ok(findings.map(|findings| PieceResult { record: record(findings), timing: () }))
    }
}

#[cfg(test)]
mod tests;
