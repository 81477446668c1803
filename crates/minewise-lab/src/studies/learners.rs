//! The figures of 001: how its learners do, by how much they learned from, by the size of the board, by its mines, and by
//! what they look at.
//!
//! A trial is one learner taught on games of some rules, and then measured: by games, and by single views. Trials stand in
//! `lessons.jsonl`, a line each; `machine.json` says what they were made with, and the report is written from the trials
//! alone. A kill loses at most the trial that was under way.

mod measure;
mod plan;
mod pupil;

use std::path::{Path, PathBuf};

use cpu_time::ProcessTime;
use minewise::Rules;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::store::journal::{self, Journal};
use crate::store::machine::Machine;
use measure::MOST_VIEWS;
use plan::Planned;

pub(crate) use plan::Figure;

/// What a learner came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trial {
    pub(crate) figure: Figure,
    /// What learned, and how.
    pub(crate) learner: String,
    /// The model that it plays by, if it came with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) model: Option<String>,
    pub(crate) rules: String,
    /// The games that it was taught on; 0 for one that learns nothing, or learned elsewhere.
    pub(crate) taught: u64,
    /// The games that it then played, those it won, and the cells without a mine that it uncovered, of all there were.
    pub(crate) games: u64,
    pub(crate) wins: u64,
    pub(crate) uncovered: u64,
    pub(crate) safe: u64,
    /// The views that it was asked of, and those where it chose a cell of the least risk.
    pub(crate) views: u64,
    pub(crate) right: u64,
    /// The share of cells of fresh views that a classifier gives the right label.
    pub(crate) labels: Option<f64>,
    /// The CPU time of learning.
    pub(crate) cpu_ns: u64,
}

impl Trial {
    /// Whether it is what was planned, whatever the figure.
    fn is_of(&self, planned: &Planned) -> bool {
        let Planned { pupil, rules, taught, .. } = planned;
        let is_taught = self.rules == rules.to_string() && self.taught == *taught;
        is_taught && self.learner == pupil.name() && self.model == pupil.model()
    }

    /// Whether it says what another did, perhaps of an older model.
    fn replaces(&self, other: &Trial) -> bool {
        let point = |trial: &Trial| (trial.figure, trial.taught);
        point(self) == point(other) && self.learner == other.learner && self.rules == other.rules
    }

    /// What was played, as it was when the trial was made.
    pub(crate) fn parsed_rules(&self) -> Option<Rules> {
        self.rules.parse().ok()
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
        let mut journal = Journal::open(&path(folder))?;
        let mut trials = read(folder)?;
        if trials.iter().any(|trial| trial.games != self.n_games) {
            let path = path(folder);
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

/// Where the trials are in a folder.
pub(crate) fn path(folder: &Path) -> PathBuf {
    folder.join("lessons.jsonl")
}

/// The trials in a folder, in the order in which they were made; of those that say the same, the last.
pub(crate) fn read(folder: &Path) -> Result<Vec<Trial>, Error> {
    let mut trials: Vec<Trial> = Vec::new();
    for record in journal::read::<Trial>(&path(folder))? {
        let trial = record?.content;
        trials.retain(|other| !trial.replaces(other));
        trials.push(trial);
    }
    Ok(trials)
}
