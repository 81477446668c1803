//! Active learning: the learner has few examples, and a server that can draw many shows it what its clauses get wrong.
//!
//! In each round the learner searches for clauses that cover the examples it was shown. The server tests the clauses on
//! new examples, drops those below a given accuracy, and shows some examples that the remaining ones get wrong. So the
//! learner tests thousands of clauses on dozens of examples, and only a few clauses are tested on thousands of
//! examples.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::clause::Clause;
use super::covering::{Covering, Example};
use super::language::{Domain, Language};
use super::search::Effort;
use super::server::{ExampleId, Sampler, counterexamples, test_clauses};

/// Settings of active learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActiveSettings {
    /// How clauses are learned from the examples shown so far.
    pub covering: Covering,
    /// Whether there is a server. Without one, the learner gets the first examples only, and learns in a single round.
    pub is_active: bool,
    /// The most rounds.
    pub most_rounds: u64,
    /// Learning ends after this many rounds in a row in which no clause was found or dropped.
    pub patience: u64,
    /// The numbers of negative and positive examples that are shown before the first round.
    pub n_first: [usize; 2],
    /// Only every `stride`-th of the first examples drawn is shown, because examples of one world are similar.
    pub stride: usize,
    /// The most examples of each kind, positive and negative, that are shown in a round.
    pub n_shown: usize,
    /// The number of worlds that the server draws in a round.
    pub n_worlds: u64,
    /// The least accuracy of a clause: the share, in millionths, of the examples it covers that must be positive.
    pub least_accuracy: u64,
}

/// The state of active learning: everything that is needed to resume it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActiveLearner {
    /// The number of rounds done.
    pub round: u64,
    /// The number of rounds in a row without a change.
    pub n_quiet: u64,
    /// Whether learning has ended.
    pub is_done: bool,
    /// The rules learned so far, as text.
    pub rules: Vec<String>,
    /// The numbers of clauses tested, of searches, and of searches that were cut short.
    pub effort: [u64; 3],
    /// The number of clauses that the server dropped.
    pub n_dropped: u64,
    /// The examples shown to the learner, with the rules by which their worlds were drawn.
    shown: Vec<Shown>,
    /// The examples shown from which no clause was found.
    hopeless: BTreeSet<ExampleId>,
    /// The number of the next world to draw.
    next_world: u64,
}

/// Examples that were shown together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Shown {
    rules: Vec<String>,
    places: BTreeSet<ExampleId>,
}

/// The result of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// The number of positive examples that the learner has.
    pub positive: usize,
    /// The number of negative examples that the learner has.
    pub negative: usize,
    /// The number of positive examples drawn in this round that the rules cover, and the number of all of them.
    pub covered: (u64, u64),
    /// The number of rules so far.
    pub n_rules: usize,
    /// The number of clauses tested so far.
    pub clauses: u64,
}

impl ActiveLearner {
    /// Creates a learner that was shown no examples yet.
    pub fn new() -> ActiveLearner {
        ActiveLearner {
            round: 0,
            n_quiet: 0,
            is_done: false,
            rules: Vec::new(),
            effort: [0; 3],
            n_dropped: 0,
            shown: Vec::new(),
            hopeless: BTreeSet::new(),
            next_world: 0,
        }
    }

    /// Learns for one round. All randomness comes from `draw`, as in [`Covering::learn`]. If `draw` depends only on
    /// [`ActiveLearner::round`], stopping and resuming does not change the result.
    pub fn step<D: Domain>(
        &mut self,
        language: &Language<D>,
        sampler: &dyn Sampler<D>,
        settings: &ActiveSettings,
        draw: impl FnMut(usize) -> usize,
    ) -> Round {
        if self.shown.is_empty() {
            self.show_first(sampler, settings);
        }
        let (places, examples): (Vec<ExampleId>, Vec<Example<D>>) =
            self.examples(language, sampler).into_iter().unzip();
        let known = self.clauses(language);
        let hopeless: Vec<usize> =
            (0..places.len()).filter(|&idx| self.hopeless.contains(&places[idx])).collect();
        let learned = settings.covering.learn(language, &examples, (&known, &hopeless), draw);
        self.add_effort(learned.effort);
        self.hopeless.extend(learned.hopeless.iter().map(|&idx| places[idx]));
        let mut rules = known.clone();
        rules.extend(learned.found.into_iter().map(|found| found.clause));
        self.round += 1;
        let mut covered = (0, 0);
        if settings.is_active {
            covered = self.ask_server(language, sampler, settings, &known, &rules);
        } else {
            self.rules = rules.iter().map(|rule| language.write(rule)).collect();
            self.is_done = true;
        }
        let n_positive = examples.iter().filter(|example| example.is_positive).count();
        Round {
            positive: n_positive,
            negative: examples.len() - n_positive,
            covered,
            n_rules: self.rules.len(),
            clauses: self.effort[0],
        }
    }

    fn add_effort(&mut self, effort: Effort) {
        let spent = [effort.clauses, effort.searches, effort.cut];
        self.effort.iter_mut().zip(spent).for_each(|(sum, n)| *sum += n);
    }

    /// The rules as clauses.
    ///
    /// # Panics
    /// When a rule is not a clause of the language. [`ActiveLearner::is_sound`] checks that for a checkpoint.
    pub fn clauses<D: Domain>(&self, language: &Language<D>) -> Vec<Clause> {
        read_all(language, &self.rules)
    }

    /// Whether all rules of a checkpoint can be read in a language.
    pub fn is_sound<D: Domain>(&self, language: &Language<D>) -> bool {
        let all = self.shown.iter().flat_map(|shown| &shown.rules).chain(&self.rules);
        all.into_iter().all(|rule| language.read(rule).is_ok())
    }

    /// The numbers of positive and negative examples shown so far.
    pub fn n_examples<D: Domain>(&self, language: &Language<D>, sampler: &dyn Sampler<D>) -> (usize, usize) {
        let examples = self.examples(language, sampler);
        let n_positive = examples.iter().filter(|(_, example)| example.is_positive).count();
        (n_positive, examples.len() - n_positive)
    }

    /// Shows the first examples of each kind to the learner.
    fn show_first<D: Domain>(&mut self, sampler: &dyn Sampler<D>, settings: &ActiveSettings) {
        let mut places = BTreeSet::new();
        let mut n_of = [0; 2];
        let end = self.next_world + settings.n_worlds;
        while self.next_world < end && n_of != settings.n_first {
            for (idx, example) in sampler.draw(self.next_world, &[]).iter().enumerate() {
                let kind = usize::from(example.is_positive);
                let n_kind = &mut n_of[kind];
                if *n_kind < settings.n_first[kind]
                    && (idx + self.next_world as usize).is_multiple_of(settings.stride)
                {
                    *n_kind += 1;
                    places.insert((self.next_world, idx));
                }
            }
            self.next_world += 1;
        }
        self.shown.push(Shown { rules: Vec::new(), places });
    }

    /// Draws all examples shown so far again.
    // A checkpoint has only their numbers, not the examples themselves.
    fn examples<D: Domain>(
        &self,
        language: &Language<D>,
        sampler: &dyn Sampler<D>,
    ) -> Vec<(ExampleId, Example<D>)> {
        let mut examples = Vec::new();
        for shown in &self.shown {
            let rules = read_all(language, &shown.rules);
            let mut drawn: Option<(u64, Vec<Example<D>>)> = None;
            for &(world, idx) in &shown.places {
                if drawn.as_ref().is_none_or(|(of, _)| *of != world) {
                    drawn = Some((world, sampler.draw(world, &rules)));
                }
                let example = drawn.as_ref().and_then(|(_, all)| all.get(idx));
                examples.extend(example.map(|example| ((world, idx), example.clone())));
            }
        }
        without_contradictions(examples)
    }

    /// Lets the server test the rules, drop the inaccurate ones, and show counterexamples. Returns the number of
    /// positive examples that the rules cover, and the number of all positive examples.
    fn ask_server<D: Domain>(
        &mut self,
        language: &Language<D>,
        sampler: &dyn Sampler<D>,
        settings: &ActiveSettings,
        known: &[Clause],
        rules: &[Clause],
    ) -> (u64, u64) {
        let worlds = self.next_world..self.next_world + settings.n_worlds;
        self.next_world = worlds.end;
        let result = test_clauses(language, sampler, (known, rules), worlds, settings.covering.n_threads);
        let is_good: Vec<bool> = result
            .counts
            .iter()
            .enumerate()
            .map(|(idx, &(positive, negative))| {
                // A clause that was kept before need not cover anything: the worlds may be those where it does not
                // apply.
                let is_useful = positive > 0 || idx < known.len();
                is_useful && positive * 1_000_000 >= settings.least_accuracy * (positive + negative)
            })
            .collect();
        let kept: Vec<Clause> = rules
            .iter()
            .zip(&is_good)
            .filter(|&(_, is_good)| *is_good)
            .map(|(rule, _)| rule.clone())
            .collect();
        self.n_dropped += (rules.len() - kept.len()) as u64;
        let is_changed = kept != known;
        self.n_quiet = if is_changed { 0 } else { self.n_quiet + 1 };
        let places = counterexamples(&result, &is_good, settings.n_shown);
        self.is_done =
            places.is_empty() || self.round >= settings.most_rounds || self.n_quiet >= settings.patience;
        let drawn_by = known.iter().map(|rule| language.write(rule)).collect();
        self.shown.push(Shown { rules: drawn_by, places });
        self.rules = kept.iter().map(|rule| language.write(rule)).collect();
        (result.n_covered, result.n_positive)
    }
}

impl Default for ActiveLearner {
    fn default() -> ActiveLearner {
        ActiveLearner::new()
    }
}

fn read_all<D: Domain>(language: &Language<D>, rules: &[String]) -> Vec<Clause> {
    rules.iter().map(|rule| language.read(rule).expect("a rule that was written can be read")).collect()
}

/// Removes examples that occur both as positive and as negative, and all but the first of equal ones.
fn without_contradictions<D: Domain>(examples: Vec<(ExampleId, Example<D>)>) -> Vec<(ExampleId, Example<D>)> {
    let is_same = |one: &Example<D>, other: &Example<D>| one.head == other.head && one.world == other.world;
    let is_kept = |idx: usize| {
        let example = &examples[idx].1;
        let contradicts =
            |other: &Example<D>| other.is_positive != example.is_positive && is_same(other, example);
        !examples.iter().any(|(_, other)| contradicts(other))
            && !examples[..idx].iter().any(|(_, other)| is_same(other, example))
    };
    let kept: Vec<bool> = (0..examples.len()).map(is_kept).collect();
    examples.into_iter().zip(kept).filter(|(_, is_kept)| *is_kept).map(|(example, _)| example).collect()
}
