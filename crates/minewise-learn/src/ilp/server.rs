//! The server of active learning: it has examples without end, tests clauses on them, and chooses what to show.

use std::collections::BTreeSet;

use super::clause::Clause;
use super::covering::{Example, MOST_STEPS};
use super::eval::{Compiled, Forms, Steps};
use super::language::{Domain, Language};
use super::situation::Situation;

/// Where examples come from.
pub trait Sampler<D: Domain>: Sync {
    /// The examples of the world of this number, always the same; `rules` are those learned so far, which may lead it to
    /// worlds where they fail.
    fn draw(&self, world: u64, rules: &[Clause]) -> Vec<Example<D>>;
}

/// An example by the world it is of and its place there.
pub(super) type Place = (u64, usize);

/// What the server found.
pub(super) struct Verdict {
    /// For each clause, what it covers: positive, negative.
    pub(super) counts: Vec<(u64, u64)>,
    pub(super) n_positive: u64,
    /// Examples that are got wrong, each with the clauses that cover it.
    missed: Vec<(Place, bool, Vec<usize>)>,
    pub(super) n_covered: u64,
}

/// The examples to be shown: positive ones that no good clause covers, and negative ones that any clause covers.
pub(super) fn wrong_places(verdict: &Verdict, is_good: &[bool], n_shown: usize) -> BTreeSet<Place> {
    let is_missed = |coverers: &[usize]| !coverers.iter().any(|&rule| is_good[rule]);
    let wrong = |is_positive: bool| {
        let of_kind = verdict.missed.iter().filter(move |(_, kind, _)| *kind == is_positive);
        let wrong = of_kind.filter(move |(_, kind, coverers)| !kind || is_missed(coverers));
        spread(wrong.map(|&(place, _, _)| place).collect(), n_shown)
    };
    wrong(true).into_iter().chain(wrong(false)).collect()
}

/// Up to `n` of the places, one of each world before a second one of any.
fn spread(places: Vec<Place>, n: usize) -> Vec<Place> {
    let mut chosen: Vec<Place> = Vec::new();
    for place in &places {
        if chosen.len() < n && chosen.last().is_none_or(|last| last.0 != place.0) {
            chosen.push(*place);
        }
    }
    let rest: Vec<Place> = places.into_iter().filter(|place| !chosen.contains(place)).collect();
    let n_more = n - chosen.len();
    chosen.extend(rest.into_iter().take(n_more));
    chosen
}

/// Tests clauses on all examples of some worlds, on several threads. Worlds are drawn by the rules `known`.
pub(super) fn examine<D: Domain>(
    language: &Language<D>,
    sampler: &dyn Sampler<D>,
    (known, rules): (&[Clause], &[Clause]),
    worlds: std::ops::Range<u64>,
    n_threads: usize,
) -> Verdict {
    let mut forms = Forms::default();
    let compiled: Vec<Compiled<D>> =
        rules.iter().map(|rule| Compiled::new(language, rule, &mut forms)).collect();
    let compiled = &compiled;
    let n_threads = n_threads.max(1);
    let share = |thread: usize| {
        let mut verdict =
            Verdict { counts: vec![(0, 0); rules.len()], n_positive: 0, missed: Vec::new(), n_covered: 0 };
        for world in worlds.clone().skip(thread).step_by(n_threads) {
            let examples = sampler.draw(world, known);
            let Some(first) = examples.first() else { continue };
            let mut situation = Situation::new(first.world.clone());
            for (idx, example) in examples.iter().enumerate() {
                let covers = |rule: &Compiled<D>, situation: &mut Situation<D>| {
                    rule.covers(language, situation, &example.head, &mut Steps(MOST_STEPS))
                };
                let coverers: Vec<usize> =
                    (0..compiled.len()).filter(|&rule| covers(&compiled[rule], &mut situation)).collect();
                verdict.add((world, idx), example.is_positive, coverers);
            }
        }
        verdict
    };
    let mut all =
        Verdict { counts: vec![(0, 0); rules.len()], n_positive: 0, missed: Vec::new(), n_covered: 0 };
    std::thread::scope(|scope| {
        let share = &share;
        let threads: Vec<_> = (0..n_threads).map(|thread| scope.spawn(move || share(thread))).collect();
        for thread in threads {
            all.merge(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    });
    all.missed.sort();
    all
}

impl Verdict {
    fn add(&mut self, place: Place, is_positive: bool, coverers: Vec<usize>) {
        for &rule in &coverers {
            let (positive, negative) = &mut self.counts[rule];
            *if is_positive { positive } else { negative } += 1;
        }
        self.n_positive += u64::from(is_positive);
        self.n_covered += u64::from(is_positive && !coverers.is_empty());
        // A positive example may yet be missed, if the clauses that cover it are dropped.
        if is_positive || !coverers.is_empty() {
            self.missed.push((place, is_positive, coverers));
        }
    }

    fn merge(&mut self, other: Verdict) {
        for (sum, count) in self.counts.iter_mut().zip(other.counts) {
            *sum = (sum.0 + count.0, sum.1 + count.1);
        }
        self.n_positive += other.n_positive;
        self.n_covered += other.n_covered;
        self.missed.extend(other.missed);
    }
}
