//! The course of Mio: settings, rounds, checkpoints, and the learned rules.

use minewise::{Grid, Rng, Rules, Seed};
use serde::{Deserialize, Serialize};

use super::exam::{measure, pass_exam};
use super::examples::{ExampleFile, Labels, RandomExamples, Views};
use super::knowledge::{Knowledge, Minesweeper, Target, language};
use super::model::Rule;
use crate::ilp::{
    ActiveLearner, ActiveSettings, BottomLimits, Covering, Language, Method, Round, Sampler, SearchSettings,
};
use crate::shared::course::CheckpointError;
use crate::shared::named::named;

/// The combinations of methods that the paper compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Setting {
    /// IDA* that adds single literals.
    Ida,
    /// IDA* that adds macros.
    IdaMacros,
    /// IDA* that adds macros, with active learning.
    ActiveIdaMacros,
    /// Greedy search that adds macros, with active learning.
    #[default]
    ActiveGreedyMacros,
}

impl Setting {
    /// Whether it uses active learning.
    pub fn is_active(self) -> bool {
        matches!(self, Setting::ActiveIdaMacros | Setting::ActiveGreedyMacros)
    }

    fn has_macros(self) -> bool {
        self != Setting::Ida
    }

    fn method(self) -> Method {
        if self == Setting::ActiveGreedyMacros { Method::Greedy } else { Method::Ida }
    }
}

named!(Setting: Ida = "IDA*", IdaMacros = "IDA*+M", ActiveIdaMacros = "AL+IDA*+M", ActiveGreedyMacros = "AL+GS+M");

/// Settings of Mio: what it learns, from which examples, and how.
pub struct MioSettings {
    /// The rules of the boards that examples come from.
    pub rules: Rules,
    /// The targets that rules are learned for.
    pub targets: Vec<Target>,
    /// The combination of methods.
    pub setting: Setting,
    /// The groups of predicates that rules are made of.
    pub knowledge: Vec<Knowledge>,
    /// How examples are labelled.
    pub labels: Labels,
    /// Which views examples come from.
    pub views: Views,
    /// The seed of all random choices.
    pub seed: Seed,
    /// The most rounds for each target.
    pub rounds: u64,
    /// Learning about a target ends after this many rounds without a change.
    pub patience: u64,
    /// The numbers of negative and positive examples at the beginning. Without active learning there are no others.
    pub first: [usize; 2],
    /// The most examples of each kind, positive and negative, that are shown in a round.
    pub shown: usize,
    /// The number of views that the server draws in a round.
    pub server_views: u64,
    /// The most clauses that a search tests.
    pub clauses: u64,
    /// The most literals of a clause.
    pub literals: usize,
    /// The most literals in a chain from the cell to a literal.
    pub depth: usize,
    /// The number of seed examples that are tried at a time.
    pub seeds: usize,
    /// The least number of positive examples that a clause must cover.
    pub least: usize,
    /// The least accuracy in millionths, below which the server drops a clause: the share of the examples it covers
    /// that must be positive.
    pub accuracy: u64,
    /// Whether clauses that differ only in the names of variables are tested only once.
    pub skip_equivalent: bool,
    /// Whether types are strict: a value of one kind is never used as a value of another.
    pub strict: bool,
    /// Rules that are known already.
    pub known: Vec<Rule>,
    /// Examples from a file, to learn from instead of random ones.
    pub examples: Option<ExampleFile>,
    /// Whether rules must pass the exam, that is, also be right on small boards of every kind.
    pub exam: bool,
    /// The number of threads, which changes nothing but the time.
    pub threads: usize,
}

impl Default for MioSettings {
    /// The default settings on the boards of the paper.
    fn default() -> MioSettings {
        MioSettings::new("8x8/10".parse().expect("the rules are well formed"))
    }
}

impl MioSettings {
    /// The default settings.
    pub fn new(rules: Rules) -> MioSettings {
        MioSettings {
            rules,
            targets: Target::ALL.to_vec(),
            setting: Setting::default(),
            knowledge: vec![Knowledge::Paper],
            labels: Labels::default(),
            views: Views::default(),
            seed: Seed(0),
            rounds: 30,
            patience: 6,
            first: [5, 5],
            shown: 5,
            server_views: 2000,
            clauses: 4000,
            literals: 10,
            depth: 5,
            seeds: 4,
            least: 1,
            accuracy: 1_000_000,
            skip_equivalent: true,
            strict: true,
            known: Vec::new(),
            examples: None,
            exam: true,
            threads: 1,
        }
    }

    fn active(&self) -> ActiveSettings {
        let search = SearchSettings {
            method: self.setting.method(),
            macros: self.setting.has_macros(),
            skip_equivalent: self.skip_equivalent,
            most_clauses: self.clauses,
            most_literals: self.literals,
            least_positive: self.least,
            ..SearchSettings::default()
        };
        let bottom = BottomLimits { depth: self.depth, strict: self.strict, ..BottomLimits::default() };
        let all = self.examples.as_ref().map(ExampleFile::n_examples);
        ActiveSettings {
            covering: Covering { search, bottom, n_seeds: self.seeds, n_threads: self.threads },
            is_active: self.setting.is_active() && all.is_none(),
            most_rounds: self.rounds,
            patience: self.patience,
            n_first: all.map_or(self.first, |n_examples| [n_examples; 2]),
            stride: if all.is_some() { 1 } else { STRIDE },
            n_shown: self.shown,
            n_worlds: all.map_or(self.server_views, |n_examples| n_examples as u64),
            least_accuracy: self.accuracy,
        }
    }

    fn language(&self, target: Target) -> Language<Minesweeper> {
        language(target, &self.knowledge)
    }

    fn sampler(&self, target: Target) -> Box<dyn Sampler<Minesweeper> + '_> {
        match &self.examples {
            Some(file) => Box::new(file.sampler(target)),
            None => Box::new(RandomExamples {
                grid: Grid::new(self.rules),
                target,
                labels: self.labels,
                views: self.views,
                known: self.known.clone(),
                seed: self.seed,
            }),
        }
    }
}

/// Only every seventh of the first examples drawn is shown, because examples of one view are similar.
const STRIDE: usize = 7;

/// A course of Mio in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MioCourse {
    /// The command that repeats it.
    origin: String,
    /// The state of learning for each target.
    states: Vec<ActiveLearner>,
}

impl MioCourse {
    /// Creates a course that has learned nothing yet; `origin` is the command that repeats it.
    pub fn new(settings: &MioSettings, origin: &str) -> MioCourse {
        MioCourse { origin: origin.to_owned(), states: vec![ActiveLearner::new(); settings.targets.len()] }
    }

    /// Resumes a course from a checkpoint.
    ///
    /// # Errors
    /// When the text is not a checkpoint of this kind of course, or was written by another command.
    pub fn resume(
        settings: &MioSettings,
        origin: &str,
        checkpoint: &str,
    ) -> Result<MioCourse, CheckpointError> {
        let foreign = CheckpointError::Foreign { course: "mio" };
        let course: MioCourse = serde_json::from_str(checkpoint).map_err(|_| foreign.clone())?;
        if course.origin != origin {
            return Err(CheckpointError::OtherCommand { found: course.origin });
        }
        let is_sound = course.states.len() == settings.targets.len()
            && course
                .states
                .iter()
                .zip(&settings.targets)
                .all(|(state, &target)| state.is_sound(&settings.language(target)));
        if is_sound { Ok(course) } else { Err(foreign) }
    }

    /// Everything that is needed to resume the course later, as text.
    pub fn checkpoint(&self) -> String {
        serde_json::to_string(self).expect("plain numbers and text can be written")
    }

    /// The target that is being learned; `None` when the course has ended.
    pub fn target(&self, settings: &MioSettings) -> Option<Target> {
        let place = self.states.iter().position(|state| !state.is_done)?;
        settings.targets.get(place).copied()
    }

    /// Learns for one round; `None` when the course has ended.
    pub fn step(&mut self, settings: &MioSettings) -> Option<Round> {
        let place = self.states.iter().position(|state| !state.is_done)?;
        let target = settings.targets[place];
        let (language, sampler, active) =
            (settings.language(target), settings.sampler(target), settings.active());
        let state = &mut self.states[place];
        // Each round has its own random stream, so a checkpoint need not contain the state of the generator.
        let mut rng = Rng::new(settings.seed.stream(target as u64).stream(state.round));
        Some(state.step(&language, sampler.as_ref(), &active, |bound| rng.below(bound)))
    }

    /// The effort for all targets together: the numbers of clauses tested, of searches, and of searches cut short.
    pub fn effort(&self) -> [u64; 3] {
        let mut sum = [0; 3];
        for state in &self.states {
            sum.iter_mut().zip(state.effort).for_each(|(sum, n)| *sum += n);
        }
        sum
    }

    /// The number of rounds done.
    pub fn n_rounds(&self) -> u64 {
        self.states.iter().map(|state| state.round).sum()
    }

    /// The number of clauses that the server dropped.
    pub fn n_dropped(&self) -> u64 {
        self.states.iter().map(|state| state.n_dropped).sum()
    }

    /// The numbers of positive and negative examples shown to the learner, for all targets together.
    pub fn n_examples(&self, settings: &MioSettings) -> (usize, usize) {
        let of = |(state, &target): (&ActiveLearner, &Target)| {
            state.n_examples(&settings.language(target), settings.sampler(target).as_ref())
        };
        let all = self.states.iter().zip(&settings.targets).map(of);
        all.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    /// The known rules followed by the learned ones, shortest first, and the number of rules that failed the exam.
    /// Learned rules are left out if they fail the exam, or cover nothing on `n_views` fresh views that rules before
    /// them do not cover.
    pub fn rules(&self, settings: &MioSettings, n_views: u64) -> (Vec<Rule>, usize) {
        let mut rules = settings.known.clone();
        for (state, &target) in self.states.iter().zip(&settings.targets) {
            let mut clauses = state.clauses(&settings.language(target));
            clauses.sort_by_key(|clause| clause.body.len());
            rules.extend(clauses.into_iter().map(|clause| Rule { name: String::new(), target, clause }));
        }
        let n_known = settings.known.len();
        let mut has_passed =
            if settings.exam { pass_exam(settings, &rules) } else { vec![true; rules.len()] };
        has_passed[..n_known].fill(true);
        let n_failed = has_passed.iter().filter(|has_passed| !**has_passed).count();
        let mut each = has_passed.into_iter();
        rules.retain(|_| each.next().unwrap_or(true));
        let measured = measure(settings, &rules, n_views);
        let is_kept = |&idx: &usize| idx < n_known || measured[idx].alone > 0;
        let mut kept: Vec<Rule> = (0..rules.len()).filter(is_kept).map(|idx| rules[idx].clone()).collect();
        Rule::number(&mut kept);
        (kept, n_failed)
    }
}
