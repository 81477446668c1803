//! The trials themselves: each setting learns on each sample, and plays.

use std::sync::Arc;

use cpu_time::ProcessTime;
use minewise::{Game, Grid, Player, Rules, Seed, Status};
use minewise_coach::Problem;
use minewise_learn::mio::{
    GuessBy, Mio, MioCourse, MioSettings, Model, Rule, SHIPPED, Setting, Target, assess,
};
use serde_json::json;

use super::{Lesson, Trial};
use crate::play::threads::each;
use crate::store::folder::Settings;
use crate::store::index::{Misplaced, Place};
use crate::studies::settings;
use crate::studies::study::{Desk, Study, Worked};

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
    /// The sample and the setting of a piece. The last setting comes first: it says how many examples the others get.
    fn piece(&self, idx: u64) -> (u64, Setting) {
        let n_settings = Setting::ALL.len() as u64;
        let setting = Setting::ALL[(n_settings - 1 - idx % n_settings) as usize];
        (self.seed + idx / n_settings, setting)
    }

    fn trial(&self, setting: Setting, sample: u64, before: &[Trial], n_threads: usize) -> (Trial, Lesson) {
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
        let lesson = Lesson { setting: setting.name().to_owned(), sample, cpu_ns };
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
        (trial, lesson)
    }

    /// The games won by rules, with random guesses. Every sample has layouts of its own, the same for all settings.
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
    // A trial may follow from one before it.
    const IS_SERIAL: bool = true;
    const EXTENT: &'static [&'static str] = &["samples"];
    type Record = Trial;
    type Timing = Lesson;
    type Seat<'a> = ();
    type State = Vec<Trial>;

    fn settings(&self) -> Settings {
        settings(&json!({
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

    fn place(&self, record: &Trial) -> Result<Place, Misplaced> {
        let is_own = |idx: &u64| {
            let (sample, setting) = self.piece(*idx);
            record.is_of(setting, sample)
        };
        Ok((0..self.n_pieces()).find(is_own).map_or(Place::Beyond, Place::Whole))
    }

    fn seat(&self, _n_seats: usize) {}

    fn work<'a>(
        &'a self,
        (): &mut Self::Seat<'a>,
        idx: u64,
        before: Vec<Trial>,
        desk: &Desk<'_>,
    ) -> Result<Option<Worked<Self>>, Problem> {
        let (sample, setting) = self.piece(idx);
        let (record, timing) = self.trial(setting, sample, &before, desk.n_threads);
        (desk.progress)(1);
        Ok(Some(Worked { record, timing }))
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
