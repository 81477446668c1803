//! Learning rules from beginning to end: settings, rounds, checkpoints, and the model that comes of it.

use minewise::{Grid, Rng, Rules, Seed};
use serde::{Deserialize, Serialize};

use super::exam::{measure, passed};
use super::examples::{Draws, ExampleFile, Labels, Views};
use super::knowledge::{Knowledge, Sweeping, Target, language};
use super::model::Rule;
use crate::ilp::{
    Active, ActiveSettings, BottomLimits, Covering, Language, Method, Round, Sampler, SearchSettings,
};
use crate::shared::course::CheckpointError;
use crate::shared::named::named;

/// The settings that the paper compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Setting {
    /// Literal by literal.
    Ida,
    /// Macro by macro.
    IdaMacros,
    /// Macro by macro, with a server of counterexamples.
    ActiveIdaMacros,
    /// Greedily, with macros and a server of counterexamples.
    #[default]
    ActiveGreedyMacros,
}

impl Setting {
    /// Whether the server is asked.
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

/// What is to be learned, and how.
pub struct MioSettings {
    /// The boards that examples are taken from.
    pub rules: Rules,
    /// What rules are learned about.
    pub targets: Vec<Target>,
    /// How they are looked for.
    pub setting: Setting,
    /// What rules are made of.
    pub knowledge: Vec<Knowledge>,
    /// What makes an example positive.
    pub labels: Labels,
    /// Which views examples are taken from.
    pub views: Views,
    /// All chance comes from here.
    pub seed: Seed,
    /// The most rounds for each target.
    pub rounds: u64,
    /// Learning about a target ends after so many rounds without a change.
    pub patience: u64,
    /// The negative and positive examples to begin with; all that there are, without a server.
    pub first: [usize; 2],
    /// How many examples of either kind are shown in a round, at most.
    pub shown: usize,
    /// How many views the server draws in a round.
    pub server_views: u64,
    /// How many clauses a search tests, at most.
    pub clauses: u64,
    /// The most literals of a clause.
    pub literals: usize,
    /// How many literals in a row lead from the cell to a literal, at most.
    pub depth: usize,
    /// How many seed examples are tried at a time.
    pub seeds: usize,
    /// The least positive examples that a clause must cover.
    pub least: usize,
    /// The least share, in millionths, of what a clause covers that must be right, or the server drops it.
    pub accuracy: u64,
    /// Whether clauses that differ only in the names of variables are tested once.
    pub alike_once: bool,
    /// Whether a value of one kind is never taken for one of another.
    pub strict: bool,
    /// The rules that are there already.
    pub known: Vec<Rule>,
    /// Examples to learn from instead of drawn ones.
    pub examples: Option<ExampleFile>,
    /// Whether rules must pass the exam: to be right on small boards of every kind, too.
    pub exam: bool,
    /// How many threads work, which changes nothing but the time.
    pub threads: usize,
}

impl Default for MioSettings {
    /// The usual settings, on the boards of the paper.
    fn default() -> MioSettings {
        MioSettings::new("8x8/10".parse().expect("the rules are well formed"))
    }
}

impl MioSettings {
    /// The usual settings.
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
            alike_once: true,
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
            alike_once: self.alike_once,
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

    fn language(&self, target: Target) -> Language<Sweeping> {
        language(target, &self.knowledge)
    }

    fn sampler(&self, target: Target) -> Box<dyn Sampler<Sweeping> + '_> {
        match &self.examples {
            Some(file) => Box::new(file.of(target)),
            None => Box::new(Draws {
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

/// Of the first examples drawn, every so many-th is shown: those of one view are much alike.
const STRIDE: usize = 7;

/// Learning under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MioCourse {
    /// The command that makes the same again.
    origin: String,
    /// One for each target.
    states: Vec<Active>,
}

impl MioCourse {
    /// One that has learned nothing yet; `origin` is the command that makes the same again.
    pub fn new(settings: &MioSettings, origin: &str) -> MioCourse {
        MioCourse { origin: origin.to_owned(), states: vec![Active::new(); settings.targets.len()] }
    }

    /// Goes on where a checkpoint was written.
    ///
    /// # Errors
    /// When the text is no checkpoint, or one of another command.
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

    /// All that is needed to go on later, as text.
    pub fn checkpoint(&self) -> String {
        serde_json::to_string(self).expect("plain numbers and text can be written")
    }

    /// The target that is being learned about; none when all is learned.
    pub fn target(&self, settings: &MioSettings) -> Option<Target> {
        let place = self.states.iter().position(|state| !state.is_done)?;
        settings.targets.get(place).copied()
    }

    /// Learns for one round.
    pub fn step(&mut self, settings: &MioSettings) -> Option<Round> {
        let place = self.states.iter().position(|state| !state.is_done)?;
        let target = settings.targets[place];
        let (language, sampler, active) =
            (settings.language(target), settings.sampler(target), settings.active());
        let state = &mut self.states[place];
        // A stream for each round, so that a checkpoint need not keep the state of the generator.
        let mut rng = Rng::new(settings.seed.stream(target as u64).stream(state.round));
        Some(state.step(&language, sampler.as_ref(), &active, |bound| rng.below(bound)))
    }

    /// What it took, all targets together: clauses tested, searches, searches cut.
    pub fn effort(&self) -> [u64; 3] {
        let mut sum = [0; 3];
        for state in &self.states {
            sum.iter_mut().zip(state.effort).for_each(|(sum, n)| *sum += n);
        }
        sum
    }

    /// The rounds done.
    pub fn n_rounds(&self) -> u64 {
        self.states.iter().map(|state| state.round).sum()
    }

    /// The clauses that the server dropped.
    pub fn n_dropped(&self) -> u64 {
        self.states.iter().map(|state| state.n_dropped).sum()
    }

    /// The examples that the learner was shown: positive and negative, all targets together.
    pub fn n_examples(&self, settings: &MioSettings) -> (usize, usize) {
        let of = |(state, &target): (&Active, &Target)| {
            state.n_examples(&settings.language(target), settings.sampler(target).as_ref())
        };
        let all = self.states.iter().zip(&settings.targets).map(of);
        all.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    /// The known rules, then those learned, shortest first, without those that cover nothing more than the ones before
    /// them on `n_views` fresh views, and without those that fail the exam; and how many failed it.
    pub fn rules(&self, settings: &MioSettings, n_views: u64) -> (Vec<Rule>, usize) {
        let mut rules = settings.known.clone();
        for (state, &target) in self.states.iter().zip(&settings.targets) {
            let mut clauses = state.clauses(&settings.language(target));
            clauses.sort_by_key(|clause| clause.body.len());
            rules.extend(clauses.into_iter().map(|clause| Rule { name: String::new(), target, clause }));
        }
        let n_known = settings.known.len();
        let mut has_passed = if settings.exam { passed(settings, &rules) } else { vec![true; rules.len()] };
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
