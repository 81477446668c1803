//! The server of active learning: it draws any number of examples, tests clauses on them, and selects counterexamples.

use std::collections::BTreeSet;

use super::cached_world::CachedWorld;
use super::clause::Clause;
use super::covering::{Example, MOST_CALLS};
use super::eval::{CallBudget, Compiled, Forms};
use super::language::{Domain, Language};

/// A source of examples.
pub trait Sampler<D: Domain>: Sync {
    /// The examples of the world with this number; equal arguments always give equal examples. `rules` are the rules
    /// learned so far, which the sampler may use to find worlds where they fail.
    fn draw(&self, world: u64, rules: &[Clause]) -> Vec<Example<D>>;
}

/// Identifies an example: the number of its world, and its index there.
pub(super) type ExampleId = (u64, usize);

/// The result of testing clauses on many examples.
pub(super) struct TestResult {
    /// For each clause, the numbers of positive and negative examples that it covers.
    pub(super) counts: Vec<(u64, u64)>,
    /// The number of positive examples.
    pub(super) n_positive: u64,
    /// Possible counterexamples: whether each is positive, and the clauses that cover it.
    candidates: Vec<(ExampleId, bool, Vec<usize>)>,
    /// The number of positive examples that some clause covers.
    pub(super) n_covered: u64,
}

/// Selects counterexamples: positive examples that no good clause covers, and negative ones that any clause covers; up
/// to `n_shown` of each.
pub(super) fn counterexamples(result: &TestResult, is_good: &[bool], n_shown: usize) -> BTreeSet<ExampleId> {
    let is_missed = |coverers: &[usize]| !coverers.iter().any(|&rule| is_good[rule]);
    let wrong = |is_positive: bool| {
        let of_kind = result.candidates.iter().filter(move |(_, kind, _)| *kind == is_positive);
        let wrong = of_kind.filter(move |(_, kind, coverers)| !kind || is_missed(coverers));
        spread(wrong.map(|&(place, _, _)| place).collect(), n_shown)
    };
    wrong(true).into_iter().chain(wrong(false)).collect()
}

/// Selects up to `n` of the examples: first one from each world, then further ones.
fn spread(places: Vec<ExampleId>, n: usize) -> Vec<ExampleId> {
    let mut chosen: Vec<ExampleId> = Vec::new();
    for place in &places {
        if chosen.len() < n && chosen.last().is_none_or(|last| last.0 != place.0) {
            chosen.push(*place);
        }
    }
    let rest: Vec<ExampleId> = places.into_iter().filter(|place| !chosen.contains(place)).collect();
    let n_more = n - chosen.len();
    chosen.extend(rest.into_iter().take(n_more));
    chosen
}

/// Tests the clauses `rules` on all examples of some worlds, on several threads. The sampler draws the worlds with the
/// rules `known`.
pub(super) fn test_clauses<D: Domain>(
    language: &Language<D>,
    sampler: &dyn Sampler<D>,
    (known, rules): (&[Clause], &[Clause]),
    worlds: std::ops::Range<u64>,
    n_threads: usize,
) -> TestResult {
    let mut forms = Forms::default();
    let compiled: Vec<Compiled<D>> =
        rules.iter().map(|rule| Compiled::new(language, rule, &mut forms)).collect();
    let compiled = &compiled;
    let n_threads = n_threads.max(1);
    let share = |thread: usize| {
        let mut result = TestResult {
            counts: vec![(0, 0); rules.len()],
            n_positive: 0,
            candidates: Vec::new(),
            n_covered: 0,
        };
        for world in worlds.clone().skip(thread).step_by(n_threads) {
            let examples = sampler.draw(world, known);
            let Some(first) = examples.first() else { continue };
            let mut cached = CachedWorld::new(first.world.clone());
            for (idx, example) in examples.iter().enumerate() {
                let covers = |rule: &Compiled<D>, cached: &mut CachedWorld<D>| {
                    rule.covers(language, cached, &example.head, &mut CallBudget(MOST_CALLS))
                };
                let coverers: Vec<usize> =
                    (0..compiled.len()).filter(|&rule| covers(&compiled[rule], &mut cached)).collect();
                result.add((world, idx), example.is_positive, coverers);
            }
        }
        result
    };
    let mut all =
        TestResult { counts: vec![(0, 0); rules.len()], n_positive: 0, candidates: Vec::new(), n_covered: 0 };
    std::thread::scope(|scope| {
        let share = &share;
        let threads: Vec<_> = (0..n_threads).map(|thread| scope.spawn(move || share(thread))).collect();
        for thread in threads {
            all.merge(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    });
    all.candidates.sort();
    all
}

impl TestResult {
    fn add(&mut self, place: ExampleId, is_positive: bool, coverers: Vec<usize>) {
        for &rule in &coverers {
            let (positive, negative) = &mut self.counts[rule];
            *if is_positive { positive } else { negative } += 1;
        }
        self.n_positive += u64::from(is_positive);
        self.n_covered += u64::from(is_positive && !coverers.is_empty());
        // A covered positive example becomes a counterexample if all clauses that cover it are dropped later.
        if is_positive || !coverers.is_empty() {
            self.candidates.push((place, is_positive, coverers));
        }
    }

    fn merge(&mut self, other: TestResult) {
        for (sum, count) in self.counts.iter_mut().zip(other.counts) {
            *sum = (sum.0 + count.0, sum.1 + count.1);
        }
        self.n_positive += other.n_positive;
        self.n_covered += other.n_covered;
        self.candidates.extend(other.candidates);
    }
}
