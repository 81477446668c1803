//! Covering: learns one clause after another until every positive example is covered or given up.

use super::bottom::{Bottom, BottomLimits};
use super::cached_world::CachedWorld;
use super::clause::Clause;
use super::eval::{CallBudget, Compiled, Forms};
use super::language::{Domain, Language};
use super::search::{Count, Effort, SearchSettings, search};

/// A positive or negative example of the target.
pub struct Example<D: Domain> {
    /// Its world.
    pub world: D::World,
    /// The arguments of the target.
    pub head: Vec<D::Value>,
    /// Whether the target holds.
    pub is_positive: bool,
}

impl<D: Domain> Clone for Example<D> {
    fn clone(&self) -> Example<D> {
        Example { world: self.world.clone(), head: self.head.clone(), is_positive: self.is_positive }
    }
}

/// A set of examples, by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub(crate) fn none(n: usize) -> Bits {
        Bits(vec![0; n.div_ceil(64)])
    }

    pub(crate) fn insert(&mut self, idx: usize) {
        self.0[idx / 64] |= 1 << (idx % 64);
    }

    pub(crate) fn remove(&mut self, idx: usize) {
        self.0[idx / 64] &= !(1 << (idx % 64));
    }

    pub(crate) fn and(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    pub(crate) fn without(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(one, other)| one & !other).collect())
    }

    pub(crate) fn n_shared(&self, other: &Bits) -> usize {
        self.0.iter().zip(&other.0).map(|(one, other)| (one & other).count_ones() as usize).sum()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(word_idx, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| word_idx * 64 + bit)
        })
    }
}

/// The most calls for testing a clause on an example.
pub(super) const MOST_CALLS: u64 = 200_000;

/// Examples to learn from, with cached worlds.
pub struct ExampleSet<'a, D: Domain> {
    language: &'a Language<D>,
    examples: &'a [Example<D>],
    worlds: Vec<CachedWorld<D>>,
    forms: Forms,
}

impl<'a, D: Domain> ExampleSet<'a, D> {
    /// Creates a set of examples with empty caches.
    pub fn new(language: &'a Language<D>, examples: &'a [Example<D>]) -> ExampleSet<'a, D> {
        let worlds = examples.iter().map(|example| CachedWorld::new(example.world.clone())).collect();
        ExampleSet { language, examples, worlds, forms: Forms::default() }
    }

    pub(crate) fn language(&self) -> &'a Language<D> {
        self.language
    }

    pub(crate) fn n_examples(&self) -> usize {
        self.examples.len()
    }

    /// The examples of `among` that a clause covers.
    pub(crate) fn covered(&mut self, clause: &Clause, among: &Bits) -> Bits {
        let compiled = Compiled::new(self.language, clause, &mut self.forms);
        let mut covered = Bits::none(self.examples.len());
        for idx in among.iter() {
            let (head, mut budget) = (&self.examples[idx].head, CallBudget(MOST_CALLS));
            if compiled.covers(self.language, &mut self.worlds[idx], head, &mut budget) {
                covered.insert(idx);
            }
        }
        covered
    }

    /// Builds the bottom clause of an example.
    pub(crate) fn bottom(&mut self, idx: usize, limits: BottomLimits) -> Bottom {
        Bottom::new(self.language, &mut self.worlds[idx], &self.examples[idx], limits)
    }

    fn all(&self, is_positive: bool) -> Bits {
        let mut bits = Bits::none(self.examples.len());
        let wanted = (0..self.examples.len()).filter(|&idx| self.examples[idx].is_positive == is_positive);
        wanted.for_each(|idx| bits.insert(idx));
        bits
    }
}

/// A clause that was found, and the examples that it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The clause.
    pub clause: Clause,
    /// Its counts when it was found, without the examples that earlier clauses cover.
    pub count: Count,
    pub(crate) covered: Bits,
}

/// The result of learning from examples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// The clauses, in the order in which they were found.
    pub found: Vec<Found>,
    /// The seed examples from which no clause was found. More negative examples would not change that.
    pub hopeless: Vec<usize>,
    /// The effort of all searches.
    pub effort: Effort,
}

/// Settings of the covering algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Covering {
    /// The search for one clause.
    pub search: SearchSettings,
    /// Limits of bottom clauses.
    pub bottom: BottomLimits,
    /// The number of seed examples that are tried at a time; the best clause found from them is used.
    pub n_seeds: usize,
    /// The number of threads, which changes nothing but the time.
    pub n_threads: usize,
}

impl Covering {
    /// Learns clauses that together cover the positive examples, except for those from which no clause is found.
    /// Examples that the clauses `known` cover need no further clause, and no search starts from the `hopeless` ones.
    /// `draw` returns a uniformly distributed number below its argument; it selects the seed examples.
    pub fn learn<D: Domain>(
        &self,
        language: &Language<D>,
        examples: &[Example<D>],
        (known, hopeless): (&[Clause], &[usize]),
        mut draw: impl FnMut(usize) -> usize,
    ) -> Learned {
        let n_threads = self.n_threads.clamp(1, self.n_seeds.max(1));
        // Each thread has caches of its own, so that searches need no locks.
        let mut sets: Vec<ExampleSet<'_, D>> =
            (0..n_threads).map(|_| ExampleSet::new(language, examples)).collect();
        let mut left = sets[0].all(true);
        let negative = sets[0].all(false);
        for clause in known {
            left = left.without(&sets[0].covered(clause, &left));
        }
        let mut seeds = left.clone();
        hopeless.iter().for_each(|&idx| seeds.remove(idx));
        let (mut found, mut effort, mut hopeless) = (Vec::new(), Effort::default(), Vec::new());
        loop {
            let chosen = choose(&mut draw, &seeds, self.n_seeds);
            if chosen.is_empty() {
                return Learned { found, hopeless, effort };
            }
            let results = self.search_all(&mut sets, &chosen, &left, &negative);
            let mut best: Option<Found> = None;
            for (&seed, (clause, spent)) in chosen.iter().zip(results) {
                effort.add(spent);
                match clause {
                    // A seed without a clause is given up, but the clause of another seed may still cover it.
                    None => {
                        seeds.remove(seed);
                        hopeless.push(seed);
                    }
                    Some(clause) if best.as_ref().is_none_or(|best| clause.count.is_better(best.count)) => {
                        best = Some(clause);
                    }
                    Some(_) => {}
                }
            }
            if let Some(best) = best {
                left = left.without(&best.covered);
                seeds = seeds.without(&best.covered);
                found.push(best);
            }
        }
    }

    /// Searches from every seed on several threads. The results are in the order of the seeds.
    fn search_all<D: Domain>(
        &self,
        sets: &mut [ExampleSet<'_, D>],
        seeds: &[usize],
        left: &Bits,
        negative: &Bits,
    ) -> Vec<(Option<Found>, Effort)> {
        let n_threads = sets.len();
        let mut results: Vec<Option<(Option<Found>, Effort)>> = vec![None; seeds.len()];
        std::thread::scope(|scope| {
            let work = |(thread, set): (usize, &mut ExampleSet<'_, D>)| {
                let own = (thread..seeds.len()).step_by(n_threads);
                own.map(|place| {
                    let bottom = set.bottom(seeds[place], self.bottom);
                    (place, search(set, &bottom, left, negative, self.search))
                })
                .collect::<Vec<_>>()
            };
            let threads: Vec<_> =
                sets.iter_mut().enumerate().map(|share| scope.spawn(move || work(share))).collect();
            for thread in threads {
                for (place, result) in thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                {
                    results[place] = Some(result);
                }
            }
        });
        results.into_iter().map(|result| result.expect("every seed was searched from")).collect()
    }
}

/// Chooses up to `n` of the seeds at random, all equally likely.
fn choose(draw: &mut impl FnMut(usize) -> usize, seeds: &Bits, n: usize) -> Vec<usize> {
    let mut left: Vec<usize> = seeds.iter().collect();
    let mut chosen = Vec::new();
    while chosen.len() < n && !left.is_empty() {
        chosen.push(left.swap_remove(draw(left.len())));
    }
    chosen
}
