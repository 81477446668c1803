//! Runs the trials: each setting learns from each sample, and plays.

use std::collections::BTreeMap;
use std::sync::Arc;

use cpu_time::ProcessTime;
use minewise::game::Counting;
use minewise::{Game, Grid, Player, Rules, Seed, Status};
use minewise_coach::Problem;
use minewise_learn::mio::{
    GuessBy, Mio, MioCourse, MioSettings, Model, Rule, SHIPPED, Setting, Target, assess,
};
use serde_json::json;

use super::{Conditions, LearningTime, Trial};
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
    /// Whether to try what the paper could not finish: each sample without a limit of clauses, and all examples at once.
    pub beyond: bool,
    /// The seed of the first sample. Each following sample uses the next seed.
    pub seed: u64,
}

/// A trial to run.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Planned {
    setting: Setting,
    sample: u64,
    conditions: Conditions,
}

/// The trials of a sample, in their order. The last setting comes first, because it determines how many examples the
/// others get.
const OF_SAMPLE: [(Setting, Conditions); 6] = [
    (Setting::ActiveGreedyMacros, Conditions::Table2),
    (Setting::ActiveIdaMacros, Conditions::Table2),
    (Setting::IdaMacros, Conditions::Table2),
    (Setting::Ida, Conditions::Table2),
    (Setting::IdaMacros, Conditions::Unlimited),
    (Setting::Ida, Conditions::Unlimited),
];
/// The numbers of negative and positive examples that the paper's server had.
const ALL_EXAMPLES: [usize; 2] = [1306, 2890];
/// The number of fresh views on which rules are measured.
const FRESH_VIEWS: u64 = 2_000;

impl Ablation {
    /// Returns all trials in their order.
    fn plan(&self) -> Vec<Planned> {
        let n_of_sample = if self.beyond { OF_SAMPLE.len() } else { Setting::ALL.len() };
        let of_sample = |sample: u64| {
            let planned = move |&(setting, conditions)| Planned { setting, sample, conditions };
            OF_SAMPLE[..n_of_sample].iter().map(planned)
        };
        let mut plan: Vec<Planned> =
            (self.seed..self.seed.saturating_add(self.n_samples)).flat_map(of_sample).collect();
        if self.beyond {
            let conditions = Conditions::AllExamples;
            plan.push(Planned { setting: Setting::IdaMacros, sample: self.seed, conditions });
        }
        plan
    }

    /// Returns the settings of a trial. Trials without active learning need the earlier trials of their sample.
    fn settings_of(&self, planned: Planned, before: &[Trial], n_threads: usize) -> MioSettings {
        let mut settings = MioSettings::new(self.rules);
        settings.targets = vec![Target::Safe];
        settings.setting = planned.setting;
        settings.seed = Seed(planned.sample);
        settings.rounds = self.rounds;
        settings.clauses = if planned.conditions == Conditions::Unlimited { u64::MAX } else { self.clauses };
        // The exam would remove rules that overfit, and the study is to show them.
        settings.exam = false;
        settings.threads = n_threads;
        let (setting, conditions) = OF_SAMPLE[0];
        let active = before.iter().find(|trial| trial.is_of(Planned { setting, conditions, ..planned }));
        if planned.conditions == Conditions::AllExamples {
            settings.first = ALL_EXAMPLES;
        } else if let Some(active) = active.filter(|_| !planned.setting.is_active()) {
            settings.first = [active.negative, active.positive];
        }
        settings
    }

    fn trial(&self, planned: Planned, before: &[Trial], n_threads: usize) -> (Trial, LearningTime) {
        let Planned { setting, sample, conditions } = planned;
        let settings = self.settings_of(planned, before, n_threads);
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
        let time = LearningTime { setting: setting.name().to_owned(), sample, conditions, cpu_ns };
        let rules = rules.iter().map(clauses_of).collect();
        let (wins, uses) = self.play(&Arc::new(model), sample, n_threads);
        let trial = Trial {
            setting: setting.name().to_owned(),
            sample,
            conditions,
            positive,
            negative,
            clauses,
            searches,
            cut,
            rules,
            fresh,
            games: self.n_games,
            wins,
            uses,
        };
        (trial, time)
    }

    /// Plays games with these rules and random guesses. Returns the number of games won, and how often each rule was
    /// used. Each sample has its own layouts, the same for all settings.
    fn play(&self, model: &Arc<Model>, sample: u64, n_threads: usize) -> (u64, BTreeMap<String, u64>) {
        let first = sample.wrapping_mul(self.n_games);
        let grid = Grid::new(self.rules);
        let (mut n_won, mut uses) = (0, BTreeMap::new());
        each(
            self.n_games,
            n_threads,
            || Mio::new(Arc::clone(model), GuessBy::Chance),
            |player, game| (is_won(player, &grid, Seed(first.wrapping_add(game))), player.counts()),
            |_, (is_won, counts)| {
                n_won += u64::from(is_won);
                counts.into_iter().for_each(|(name, n)| *uses.entry(name).or_default() += n);
            },
        );
        (n_won, uses)
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
            "beyond": self.beyond,
            "seed": self.seed,
        }))
    }

    fn n_pieces(&self) -> u64 {
        self.plan().len() as u64
    }

    fn place(&self, record: &Trial) -> Result<Place, PlaceError> {
        let idx = self.plan().iter().position(|&planned| record.is_of(planned));
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
        let (record, timing) = self.trial(self.plan()[idx as usize], &before, context.n_threads);
        (context.progress)(1);
        Ok(Some(PieceResult { record, timing }))
    }

    fn add(&self, before: &mut Vec<Trial>, record: Trial) -> bool {
        before.push(record);
        false
    }
}

impl Trial {
    fn is_of(&self, planned: Planned) -> bool {
        let Planned { setting, sample, conditions } = planned;
        self.setting == setting.name() && self.sample == sample && self.conditions == conditions
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
