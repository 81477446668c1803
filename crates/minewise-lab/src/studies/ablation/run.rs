//! The trials themselves: each setting learns on each sample, and plays.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cpu_time::ProcessTime;
use minewise::{Game, Grid, Player, Rules, Seed, Status};
use minewise_learn::mio::{
    GuessBy, Mio, MioCourse, MioSettings, Model, Rule, SHIPPED, Setting, Target, assess,
};

use super::{TRIALS, Trial};
use crate::error::Error;
use crate::play::threads::{claims, on_threads};
use crate::store::journal::{self, Journal};
use crate::store::machine::Machine;
use crate::store::source::Source;

/// The four settings on some samples.
#[derive(Clone, Copy, Debug)]
pub struct Ablation {
    /// The boards that examples are taken from, and games played on; under the start `any`, as the paper has it.
    pub rules: Rules,
    /// How many samples.
    pub n_samples: u64,
    /// The most rounds of active learning.
    pub rounds: u64,
    /// How many clauses a search tests, at most.
    pub clauses: u64,
    /// How many games are played by what is learned.
    pub n_games: u64,
    /// The seed of the first sample; each of the following ones has the next.
    pub seed: u64,
}

/// Fresh views on which rules are measured.
const FRESH_VIEWS: u64 = 2_000;

impl Ablation {
    /// Makes all trials, and writes them into a folder; trials that are there already are not made again.
    /// `progress` is told of trials that are done, and how many there are.
    ///
    /// # Errors
    /// When files cannot be read or written, or the folder holds trials of something else.
    pub fn write(
        &self,
        folder: &Path,
        commit: Option<&str>,
        n_threads: usize,
        progress: &dyn Fn(u64, u64),
    ) -> Result<(), Error> {
        std::fs::create_dir_all(folder).map_err(|error| Error::file("make the folder", folder, &error))?;
        Machine::write(commit, folder)?;
        let path = folder.join(TRIALS);
        let mut journal = Journal::open(&path)?;
        let mut trials = journal::read_all(&Source::file(&path))?;
        if trials.iter().any(|trial: &Trial| trial.games != self.n_games) {
            return Err(Error::bad_input(format!("`{}` has trials of other games", path.display())));
        }
        let n_trials = self.n_samples * Setting::ALL.len() as u64;
        for sample in self.seed..self.seed + self.n_samples {
            // The last setting says how many examples the first ones get.
            for setting in Setting::ALL.into_iter().rev() {
                progress(trials.len() as u64, n_trials);
                if !trials.iter().any(|trial| trial.is_of(setting, sample)) {
                    let trial = self.trial(setting, sample, &trials, n_threads);
                    journal.append(&trial)?;
                    trials.push(trial);
                }
            }
        }
        Ok(())
    }

    fn trial(&self, setting: Setting, sample: u64, before: &[Trial], n_threads: usize) -> Trial {
        let mut settings = MioSettings::new(self.rules);
        settings.targets = vec![Target::Safe];
        settings.setting = setting;
        settings.seed = Seed(sample);
        settings.rounds = self.rounds;
        settings.clauses = self.clauses;
        // What overfits is to be seen.
        settings.exam = false;
        settings.threads = n_threads;
        let active = before.iter().find(|trial| trial.is_of(Setting::ActiveGreedyMacros, sample));
        if let Some(active) = active.filter(|_| !setting.is_active()) {
            settings.first = [active.negative, active.positive];
        }
        let began = ProcessTime::now();
        let mut course = MioCourse::new(&settings, "");
        while course.step(&settings).is_some() {}
        let cpu_ns = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let [clauses, searches, cut] = course.effort();
        let (positive, negative) = course.n_examples(&settings);
        let (rules, _) = course.rules(&settings, FRESH_VIEWS);
        let fresh = assess(&settings, &rules, Target::Safe, FRESH_VIEWS);
        let model = with_mines(rules.clone());
        let clauses_of = |rule: &Rule| model.clause(rule);
        Trial {
            setting: setting.name().to_owned(),
            sample,
            positive,
            negative,
            clauses,
            searches,
            cut,
            rules: rules.iter().map(clauses_of).collect(),
            fresh,
            games: self.n_games,
            wins: self.wins(&Arc::new(model), sample, n_threads),
            cpu_ns,
        }
    }

    /// The games won by rules, with random guesses. Every sample has layouts of its own, the same for all settings.
    fn wins(&self, model: &Arc<Model>, sample: u64, n_threads: usize) -> u64 {
        let first = sample.wrapping_mul(self.n_games);
        let grid = Grid::new(self.rules);
        let (next, n_won) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = || {
            let mut player = Mio::new(Arc::clone(model), GuessBy::Chance);
            for game in claims(&next, self.n_games) {
                let is_won = is_won(&mut player, &grid, Seed(first.wrapping_add(game)));
                n_won.fetch_add(u64::from(is_won), Ordering::Relaxed);
            }
        };
        on_threads(n_threads, work);
        n_won.into_inner()
    }
}

impl Trial {
    fn is_of(&self, setting: Setting, sample: u64) -> bool {
        self.setting == setting.name() && self.sample == sample
    }
}

/// Rules about safe cells, with the rules about mines that ship: the paper learned those by its best setting alone.
fn with_mines(mut rules: Vec<Rule>) -> Model {
    let (_, paper) = SHIPPED[0];
    let paper: Model = paper.parse().expect("a model that ships can be read");
    rules.extend(paper.rules().iter().filter(|rule| rule.target == Target::Mine).cloned());
    Model::new(rules, Vec::new())
}

/// Whether a player wins the game of a seed.
fn is_won(player: &mut Mio, grid: &Arc<Grid>, seed: Seed) -> bool {
    let mut game = Game::new(grid, seed);
    player.start(grid.rules(), seed.stream(1));
    while !game.is_over() {
        let cell = player.choose(game.position()).cell.expect("it never gives up");
        game.reveal(cell).expect("it chooses covered cells");
    }
    game.status() == Status::Won
}
