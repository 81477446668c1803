//! The trials themselves: each learner is taught, plays, and is asked.

mod measure;
mod plan;
mod pupil;

use std::path::Path;

use cpu_time::ProcessTime;

use super::{Figure, LESSONS, Trial, read};
use crate::error::Error;
use crate::store::journal::Journal;
use crate::store::machine::Machine;
use crate::store::source::Source;
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
#[derive(Clone, Copy, Debug)]
pub struct Learners {
    /// How many games each plays.
    pub n_games: u64,
    /// No learner is taught on more games than this.
    pub most_taught: u64,
    /// Which games they are taught on, and play.
    pub seed: u64,
}

impl Learners {
    /// Makes all trials, and writes them into a folder; trials that are there already are not made again.
    /// `progress` is told of trials that are done, how many there are, and what is under way.
    ///
    /// # Errors
    /// When files cannot be read or written, or the folder holds trials of something else.
    pub fn write(
        &self,
        folder: &Path,
        commit: Option<&str>,
        n_threads: usize,
        progress: &dyn Fn(u64, u64, &str),
    ) -> Result<(), Error> {
        std::fs::create_dir_all(folder).map_err(|error| Error::file("make the folder", folder, &error))?;
        Machine::write(commit, folder)?;
        let path = folder.join(LESSONS);
        let mut journal = Journal::open(&path)?;
        let mut trials = read(&Source::file(&path))?;
        if trials.iter().any(|trial| trial.games != self.n_games) {
            return Err(Error::bad_input(format!("`{}` has trials of other games", path.display())));
        }
        let plan = plan::all(self.most_taught);
        for (n_done, planned) in plan.iter().enumerate() {
            let what = format!("{} on {}", planned.pupil.name(), planned.rules);
            progress(n_done as u64, plan.len() as u64, &what);
            let same = trials.iter().find(|trial| trial.is_of(planned));
            if trials.iter().any(|trial| trial.is_of(planned) && trial.figure == planned.figure) {
                continue;
            }
            let trial = match same {
                Some(same) => Trial { figure: planned.figure, ..same.clone() },
                None => self.trial(planned, n_threads),
            };
            journal.append(&trial)?;
            trials.push(trial);
        }
        Ok(())
    }

    fn trial(&self, planned: &Planned, n_threads: usize) -> Trial {
        let Planned { figure, pupil, rules, taught } = planned;
        let began = ProcessTime::now();
        let taught_pupil = pupil.teach(*rules, *taught, self.seed, n_threads);
        let cpu_ns = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let played = measure::play(&*taught_pupil.make, *rules, self.n_games, self.seed, n_threads);
        let (views, right) =
            measure::ask(&*taught_pupil.make, *rules, MOST_VIEWS.min(self.n_games), self.seed);
        Trial {
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
            cpu_ns,
        }
    }
}
