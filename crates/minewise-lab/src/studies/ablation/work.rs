//! Runs the trials: each setting learns from each sample, and plays.

use std::sync::Arc;

use cpu_time::ProcessTime;
use minewise::{Game, Grid, Player, Rules, Seed, Status};
use minewise_coach::Problem;
use minewise_learn::mio::{
    GuessBy, Mio, MioCourse, MioSettings, Model, Rule, SHIPPED, Setting, Target, assess,
};
use serde_json::json;

use super::{LearningTime, Trial};
use crate::play::threads::each;
use crate::store::folder::Settings;
use crate::store::index::{Place, PlaceError};
use crate::studies::study::{PieceResult, Study, WorkContext};
use crate::studies::to_settings;

/// An ablation of Mio: its four settings on several samples.
#[derive(Clone, Copy, Debug)]
pub struct Ablation {
    /// The rules of the games that examples are taken from, and of the games that are played. The paper uses the start
    /// `any`.
    pub rules: Rules,
    /// The number of samples.
    pub n_samples: u64,
    /// The maximum number of rounds of active learning.
    pub rounds: u64,
    /// The maximum number of clauses that a search tests.
    pub clauses: u64,
    /// The number of games played with the learned rules.
    pub n_games: u64,
    /// The seed of the first sample. Each following sample uses the next seed.
    pub seed: u64,
}

/// The number of fresh views on which rules are measured.
const FRESH_VIEWS: u64 = 2_000;

impl Ablation {
    /// Returns the sample and the setting of a piece. The last setting comes first, because it determines how many
    /// examples the others get.
    fn piece(&self, idx: u64) -> (u64, Setting) {
        let n_settings = Setting::ALL.len() as u64;
        let setting = Setting::ALL[(n_settings - 1 - idx % n_settings) as usize];
        (self.seed + idx / n_settings, setting)
    }

    fn trial(
        &self,
        setting: Setting,
        sample: u64,
        before: &[Trial],
        n_threads: usize,
    ) -> (Trial, LearningTime) {
        let mut settings = MioSettings::new(self.rules);
        settings.targets = vec![Target::Safe];
        settings.setting = setting;
        settings.seed = Seed(sample);
        settings.rounds = self.rounds;
        settings.clauses = self.clauses;
        // The exam would remove rules that overfit, and the study is to show them.
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
        let time = LearningTime { setting: setting.name().to_owned(), sample, cpu_ns };
        let trial = Trial {
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
        };
        (trial, time)
    }

    /// Returns the number of games won with these rules and random guesses. Each sample has its own layouts, the same
    /// for all settings.
    fn wins(&self, model: &Arc<Model>, sample: u64, n_threads: usize) -> u64 {
        let first = sample.wrapping_mul(self.n_games);
        let grid = Grid::new(self.rules);
        let mut n_won = 0;
        each(
            self.n_games,
            n_threads,
            || Mio::new(Arc::clone(model), GuessBy::Chance),
            |player, game| is_won(player, &grid, Seed(first.wrapping_add(game))),
            |_, is_won| n_won += u64::from(is_won),
        );
        n_won
    }
}

impl Study for Ablation {
    const NAME: &'static str = "ablation";
    const UNITS: &'static str = "trials";
    // The number of examples of a trial may depend on an earlier trial.
    const IS_SERIAL: bool = true;
    const RESUMABLE_WITH: &'static [&'static str] = &["samples"];
    type Record = Trial;
    type Timing = LearningTime;
    type Worker<'a> = ();
    type State = Vec<Trial>;

    fn settings(&self) -> Settings {
        to_settings(&json!({
            "rules": self.rules.to_string(),
            "samples": self.n_samples,
            "rounds": self.rounds,
            "clauses": self.clauses,
            "games": self.n_games,
            "seed": self.seed,
        }))
    }

    fn n_pieces(&self) -> u64 {
        self.n_samples * Setting::ALL.len() as u64
    }

    fn place(&self, record: &Trial) -> Result<Place, PlaceError> {
        let is_own = |idx: &u64| {
            let (sample, setting) = self.piece(*idx);
            record.is_of(setting, sample)
        };
        Ok((0..self.n_pieces()).find(is_own).map_or(Place::Beyond, Place::Whole))
    }

    fn worker(&self, _n_workers: usize) {}

    fn work<'a>(
        &'a self,
        (): &mut Self::Worker<'a>,
        idx: u64,
        before: Vec<Trial>,
        context: &WorkContext<'_>,
    ) -> Result<Option<PieceResult<Self>>, Problem> {
        let (sample, setting) = self.piece(idx);
        let (record, timing) = self.trial(setting, sample, &before, context.n_threads);
        (context.progress)(1);
        Ok(Some(PieceResult { record, timing }))
    }

    fn add(&self, before: &mut Vec<Trial>, record: Trial) -> bool {
        before.push(record);
        false
    }
}

impl Trial {
    fn is_of(&self, setting: Setting, sample: u64) -> bool {
        self.setting == setting.name() && self.sample == sample
    }
}

/// Adds the shipped rules about mines to rules about safe cells. The paper learned those with its best setting only.
fn with_mines(mut rules: Vec<Rule>) -> Model {
    let (_, paper) = SHIPPED[0];
    let paper: Model = paper.parse().expect("a shipped model can be read");
    rules.extend(paper.rules().iter().filter(|rule| rule.target == Target::Mine).cloned());
    Model::new(rules, Vec::new())
}

/// Plays the game of a seed. Returns whether it is won.
fn is_won(player: &mut Mio, grid: &Arc<Grid>, seed: Seed) -> bool {
    let mut game = Game::new(grid, seed);
    player.start(grid.rules(), seed.stream(1));
    while !game.is_over() {
        let cell = player.choose(game.position()).cell.expect("it never gives up");
        game.reveal(cell).expect("it chooses covered cells");
    }
    game.status() == Status::Won
}
