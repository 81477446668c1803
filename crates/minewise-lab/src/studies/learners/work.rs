//! The trials themselves: each learner is taught, plays, and is asked.

mod measure;
mod plan;
mod pupil;

use cpu_time::ProcessTime;
use minewise_coach::Problem;
use serde_json::json;

use super::{Figure, Lesson, Trial};
use crate::store::folder::Settings;
use crate::store::index::{Misplaced, Place};
use crate::studies::settings;
use crate::studies::study::{Desk, Study, Worked};
use measure::MOST_VIEWS;
use plan::Planned;

impl Trial {
    /// Whether it is what was planned, whatever the figure.
    fn is_of(&self, planned: &Planned) -> bool {
        let Planned { pupil, rules, taught, .. } = planned;
        let is_taught = self.rules == rules.to_string() && self.taught == *taught;
        is_taught && self.learner == pupil.name() && self.model == pupil.model()
    }
}

/// All learners, in all figures.
#[derive(Clone, Debug)]
pub struct Learners {
    n_games: u64,
    most_taught: u64,
    seed: u64,
    plan: Vec<Planned>,
}

impl Learners {
    /// The figures, in which each learner plays `n_games` games and none is taught on more than `most_taught`. `seed` says
    /// which games they are taught on, and play.
    pub fn new(n_games: u64, most_taught: u64, seed: u64) -> Learners {
        Learners { n_games, most_taught, seed, plan: plan::all(most_taught) }
    }

    fn trial(&self, planned: &Planned, n_threads: usize) -> Worked<Learners> {
        let Planned { figure, pupil, rules, taught } = planned;
        let began = ProcessTime::now();
        let taught_pupil = pupil.teach(*rules, *taught, self.seed, n_threads);
        let cpu_ns = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let played = measure::play(&*taught_pupil.make, *rules, self.n_games, self.seed, n_threads);
        let (views, right) =
            measure::ask(&*taught_pupil.make, *rules, MOST_VIEWS.min(self.n_games), self.seed);
        let record = Trial {
            figure: *figure,
            learner: pupil.name(),
            model: pupil.model(),
            rules: rules.to_string(),
            taught: *taught,
            games: self.n_games,
            wins: played.wins,
            uncovered: played.uncovered,
            safe: played.safe,
            views,
            right,
            labels: taught_pupil.labels,
        };
        Worked { timing: Lesson::of(&record, cpu_ns), record }
    }
}

impl Lesson {
    fn of(trial: &Trial, cpu_ns: u64) -> Lesson {
        let (learner, rules) = (trial.learner.clone(), trial.rules.clone());
        Lesson { learner, rules, taught: trial.taught, cpu_ns }
    }
}

impl Study for Learners {
    const NAME: &'static str = "learners";
    const UNITS: &'static str = "trials";
    // A trial is in several figures, and made once.
    const IS_SERIAL: bool = true;
    const EXTENT: &'static [&'static str] = &["most_taught", "trials"];
    type Record = Trial;
    type Timing = Lesson;
    type Seat<'a> = ();
    type State = Vec<Trial>;

    fn settings(&self) -> Settings {
        settings(&json!({
            "games": self.n_games,
            "most_taught": self.most_taught,
            "seed": self.seed,
            "trials": self.plan.len(),
        }))
    }

    fn n_pieces(&self) -> u64 {
        self.plan.len() as u64
    }

    fn place(&self, record: &Trial) -> Result<Place, Misplaced> {
        let is_own = |planned: &Planned| record.figure == planned.figure && record.is_of(planned);
        let idx = self.plan.iter().position(is_own);
        Ok(idx.map_or(Place::Beyond, |idx| Place::Whole(idx as u64)))
    }

    fn seat(&self, _n_seats: usize) {}

    fn work<'a>(
        &'a self,
        (): &mut Self::Seat<'a>,
        idx: u64,
        before: Vec<Trial>,
        desk: &Desk<'_>,
    ) -> Result<Option<Worked<Self>>, Problem> {
        let planned = &self.plan[idx as usize];
        let same = before.iter().find(|trial| trial.is_of(planned));
        let again = same.map(|same| Trial { figure: planned.figure, ..same.clone() });
        let worked = match again {
            Some(record) => Worked { timing: Lesson::of(&record, 0), record },
            None => self.trial(planned, desk.n_threads),
        };
        (desk.progress)(1);
        Ok(Some(worked))
    }

    fn add(&self, before: &mut Vec<Trial>, record: Trial) -> bool {
        before.push(record);
        false
    }
}
