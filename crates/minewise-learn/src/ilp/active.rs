//! Active learning: the learner has few examples, and a server that knows many tells it what its clauses get wrong.
//!
//! Each round the learner looks for clauses that cover what it was shown. The server tests them on examples that
//! nobody has seen, drops those below an accuracy, and shows some that the rest gets wrong. So the learner tests
//! thousands of clauses on dozens of examples, and only a few clauses are tested on thousands.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::clause::Clause;
use super::covering::{Covering, Example};
use super::language::{Domain, Language};
use super::search::Effort;
use super::server::{Place, Sampler, examine, wrong_places};

/// How learning goes in rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActiveSettings {
    /// How one theory is learned from examples.
    pub covering: Covering,
    /// Whether the server is asked: else the learner draws as many examples as it may be shown, and that is all.
    pub is_active: bool,
    /// The most rounds.
    pub most_rounds: u64,
    /// Learning ends after so many rounds in which no clause was found or dropped.
    pub patience: u64,
    /// How many negative and positive examples are shown to begin with.
    pub n_first: [usize; 2],
    /// Of the examples drawn to begin with, every so many-th is shown: those of one world are much alike.
    pub stride: usize,
    /// How many examples of either kind are shown in a round, at most.
    pub n_shown: usize,
    /// How many worlds the server draws in a round.
    pub n_worlds: u64,
    /// The least share, in millionths, of what a clause covers that must be positive.
    pub least_accuracy: u64,
}

/// Learning under way: all that is needed to go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Active {
    /// The rounds done.
    pub round: u64,
    /// Rounds in a row without a change.
    pub n_quiet: u64,
    /// Whether there is nothing left to do.
    pub is_done: bool,
    /// The rules learned, as text.
    pub rules: Vec<String>,
    /// The clauses tested, the searches, and how many of them were cut.
    pub effort: [u64; 3],
    /// The clauses that the server dropped.
    pub n_dropped: u64,
    /// The examples shown to the learner, each with the rules by which its world was drawn.
    shown: Vec<Shown>,
    /// Those of them of which nothing can be said.
    hopeless: BTreeSet<Place>,
    next_world: u64,
}

/// Examples that were shown together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Shown {
    rules: Vec<String>,
    places: BTreeSet<Place>,
}

/// What a round came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// Positive examples that the learner has.
    pub positive: usize,
    /// Negative examples that the learner has.
    pub negative: usize,
    /// Of the positive examples drawn this round, how many the rules cover.
    pub covered: (u64, u64),
    /// The rules so far.
    pub n_rules: usize,
    /// The clauses tested so far.
    pub clauses: u64,
}

impl Active {
    /// One that was shown nothing yet.
    pub fn new() -> Active {
        Active {
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

    /// Learns for one round. All chance comes from `draw`, as in [`Covering::learn`]; if it depends on [`Active::round`]
    /// alone, learning that was stopped and resumed ends as if it had not been.
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
        let (places, examples): (Vec<Place>, Vec<Example<D>>) =
            self.examples(language, sampler).into_iter().unzip();
        let known = self.clauses(language);
        let hopeless: Vec<usize> =
            (0..places.len()).filter(|&idx| self.hopeless.contains(&places[idx])).collect();
        let learned = settings.covering.learn(language, &examples, (&known, &hopeless), draw);
        self.spend(learned.effort);
        self.hopeless.extend(learned.hopeless.iter().map(|&idx| places[idx]));
        let mut rules = known.clone();
        rules.extend(learned.found.into_iter().map(|found| found.clause));
        self.round += 1;
        let mut covered = (0, 0);
        if settings.is_active {
            covered = self.ask(language, sampler, settings, &known, &rules);
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

    fn spend(&mut self, effort: Effort) {
        let spent = [effort.clauses, effort.searches, effort.cut];
        self.effort.iter_mut().zip(spent).for_each(|(sum, n)| *sum += n);
    }

    /// The rules as clauses.
    ///
    /// # Panics
    /// When they are none; a checkpoint is checked by [`Active::is_sound`].
    pub fn clauses<D: Domain>(&self, language: &Language<D>) -> Vec<Clause> {
        read_all(language, &self.rules)
    }

    /// Whether all rules of a checkpoint can be read.
    pub fn is_sound<D: Domain>(&self, language: &Language<D>) -> bool {
        let all = self.shown.iter().flat_map(|shown| &shown.rules).chain(&self.rules);
        all.into_iter().all(|rule| language.read(rule).is_ok())
    }

    /// The number of examples shown so far: positive and negative.
    pub fn n_examples<D: Domain>(&self, language: &Language<D>, sampler: &dyn Sampler<D>) -> (usize, usize) {
        let examples = self.examples(language, sampler);
        let n_positive = examples.iter().filter(|(_, example)| example.is_positive).count();
        (n_positive, examples.len() - n_positive)
    }

    /// Shows the first examples that come, of either kind.
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

    /// All examples shown so far, drawn again.
    fn examples<D: Domain>(
        &self,
        language: &Language<D>,
        sampler: &dyn Sampler<D>,
    ) -> Vec<(Place, Example<D>)> {
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

    /// Has the server test the rules, drop the bad ones and show what the rest gets wrong; what they cover.
    fn ask<D: Domain>(
        &mut self,
        language: &Language<D>,
        sampler: &dyn Sampler<D>,
        settings: &ActiveSettings,
        known: &[Clause],
        rules: &[Clause],
    ) -> (u64, u64) {
        let worlds = self.next_world..self.next_world + settings.n_worlds;
        self.next_world = worlds.end;
        let verdict = examine(language, sampler, (known, rules), worlds, settings.covering.n_threads);
        let is_good: Vec<bool> = verdict
            .counts
            .iter()
            .enumerate()
            .map(|(idx, &(positive, negative))| {
                // A clause that was kept before need not cover anything: worlds may be such that it does not.
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
        let places = wrong_places(&verdict, &is_good, settings.n_shown);
        self.is_done =
            places.is_empty() || self.round >= settings.most_rounds || self.n_quiet >= settings.patience;
        let drawn_by = known.iter().map(|rule| language.write(rule)).collect();
        self.shown.push(Shown { rules: drawn_by, places });
        self.rules = kept.iter().map(|rule| language.write(rule)).collect();
        (verdict.n_covered, verdict.n_positive)
    }
}

impl Default for Active {
    fn default() -> Active {
        Active::new()
    }
}

fn read_all<D: Domain>(language: &Language<D>, rules: &[String]) -> Vec<Clause> {
    rules.iter().map(|rule| language.read(rule).expect("a rule that was written can be read")).collect()
}

/// Leaves out examples that are told both ways, and all but the first of equal ones.
fn without_contradictions<D: Domain>(examples: Vec<(Place, Example<D>)>) -> Vec<(Place, Example<D>)> {
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
