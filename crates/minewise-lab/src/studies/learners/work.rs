//! Runs the trials: each learner learns, plays games, and chooses cells in single views.

mod learner;
mod measure;
mod plan;

use cpu_time::ProcessTime;
use minewise_coach::Problem;
use serde_json::json;

use super::{Figure, LearningTime, Trial};
use crate::store::folder::Settings;
use crate::store::index::{Place, PlaceError};
use crate::studies::study::{PieceResult, Study, WorkContext};
use crate::studies::to_settings;
use measure::MOST_VIEWS;
use plan::PlannedTrial;

impl Trial {
    /// Checks whether this is the planned trial, in any figure.
    fn is_of(&self, planned: &PlannedTrial) -> bool {
        let PlannedTrial { learner, rules, taught, .. } = planned;
        let is_taught = self.rules == rules.to_string() && self.taught == *taught;
        is_taught && self.learner == learner.name() && self.model == learner.model()
    }
}

/// The study of all learners, in all figures.
#[derive(Clone, Debug)]
pub struct Learners {
    n_games: u64,
    most_taught: u64,
    seed: u64,
    plan: Vec<PlannedTrial>,
}

impl Learners {
    /// Creates the study. Each learner plays `n_games` games, and none learns from more than `most_taught` games.
    /// `seed` determines the games that they learn from and play.
    pub fn new(n_games: u64, most_taught: u64, seed: u64) -> Learners {
        Learners { n_games, most_taught, seed, plan: plan::all(most_taught) }
    }

    fn trial(&self, planned: &PlannedTrial, n_threads: usize) -> PieceResult<Learners> {
        let PlannedTrial { figure, learner, rules, taught } = planned;
        let began = ProcessTime::now();
        let trained = learner.train(*rules, *taught, self.seed, n_threads);
        let cpu_ns = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let played = measure::play(&*trained.make, *rules, self.n_games, self.seed, n_threads);
        let (views, right) = measure::ask(&*trained.make, *rules, MOST_VIEWS.min(self.n_games), self.seed);
        let record = Trial {
            figure: *figure,
            learner: learner.name(),
            model: learner.model(),
            rules: rules.to_string(),
            taught: *taught,
            games: self.n_games,
            wins: played.wins,
            uncovered: played.uncovered,
            safe: played.safe,
            views,
            right,
            labels: trained.labels,
        };
        PieceResult { timing: LearningTime::of(&record, cpu_ns), record }
    }
}

impl LearningTime {
    fn of(trial: &Trial, cpu_ns: u64) -> LearningTime {
        let (learner, rules) = (trial.learner.clone(), trial.rules.clone());
        LearningTime { learner, rules, taught: trial.taught, cpu_ns }
    }
}

impl Study for Learners {
    const NAME: &'static str = "learners";
    const UNITS: &'static str = "trials";
    // A trial that appears in several figures is run once and copied.
    const IS_SERIAL: bool = true;
    const RESUMABLE_WITH: &'static [&'static str] = &["most_taught", "trials"];
    type Record = Trial;
    type Timing = LearningTime;
    type Worker<'a> = ();
    type State = Vec<Trial>;

    fn settings(&self) -> Settings {
        to_settings(&json!({
            "games": self.n_games,
            "most_taught": self.most_taught,
            "seed": self.seed,
            "trials": self.plan.len(),
        }))
    }

    fn n_pieces(&self) -> u64 {
        self.plan.len() as u64
    }

    fn place(&self, record: &Trial) -> Result<Place, PlaceError> {
        let is_own = |planned: &PlannedTrial| record.figure == planned.figure && record.is_of(planned);
        let idx = self.plan.iter().position(is_own);
        Ok(idx.map_or(Place::Beyond, |idx| Place::Whole(idx as u64)))
    }

    fn worker(&self, _n_workers: usize) {}

    fn work<'a>(
        &'a self,
        (): &mut Self::Worker<'a>,
        idx: u64,
        before: Vec<Trial>,
        context: &WorkContext<'_>,
    ) -> Result<Option<PieceResult<Self>>, Problem> {
        let planned = &self.plan[idx as usize];
        let same = before.iter().find(|trial| trial.is_of(planned));
        let again = same.map(|same| Trial { figure: planned.figure, ..same.clone() });
        let result = match again {
            Some(record) => PieceResult { timing: LearningTime::of(&record, 0), record },
            None => self.trial(planned, context.n_threads),
        };
        (context.progress)(1);
        Ok(Some(result))
    }

    fn add(&self, before: &mut Vec<Trial>, record: Trial) -> bool {
        before.push(record);
        false
    }
}
