//! Covering: clause after clause, until every positive example is covered or given up.

use super::bottom::{Bottom, BottomLimits};
use super::clause::Clause;
use super::eval::{Compiled, Forms, Steps};
use super::language::{Domain, Language};
use super::search::{Count, Effort, SearchSettings, search};
use super::situation::Situation;

/// An example of the target, or of its opposite.
pub struct Example<D: Domain> {
    /// Where.
    pub world: D::World,
    /// Of what: the arguments of the target.
    pub head: Vec<D::Value>,
    /// Whether the target holds.
    pub is_positive: bool,
}

impl<D: Domain> Clone for Example<D> {
    fn clone(&self) -> Example<D> {
        Example { world: self.world.clone(), head: self.head.clone(), is_positive: self.is_positive }
    }
}

/// Which examples, by their places.
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

/// The most calls that testing a clause on an example may take.
pub(super) const MOST_STEPS: u64 = 200_000;

/// Examples to learn from, in situations that remember what was asked.
pub struct Lesson<'a, D: Domain> {
    language: &'a Language<D>,
    examples: &'a [Example<D>],
    situations: Vec<Situation<D>>,
    forms: Forms,
}

impl<'a, D: Domain> Lesson<'a, D> {
    /// Nothing was asked about these examples yet.
    pub fn new(language: &'a Language<D>, examples: &'a [Example<D>]) -> Lesson<'a, D> {
        let situations = examples.iter().map(|example| Situation::new(example.world.clone())).collect();
        Lesson { language, examples, situations, forms: Forms::default() }
    }

    pub(crate) fn language(&self) -> &'a Language<D> {
        self.language
    }

    pub(crate) fn n_examples(&self) -> usize {
        self.examples.len()
    }

    /// Those of `among` that a clause covers.
    pub(crate) fn covered(&mut self, clause: &Clause, among: &Bits) -> Bits {
        let compiled = Compiled::new(self.language, clause, &mut self.forms);
        let mut covered = Bits::none(self.examples.len());
        for idx in among.iter() {
            let (head, mut steps) = (&self.examples[idx].head, Steps(MOST_STEPS));
            if compiled.covers(self.language, &mut self.situations[idx], head, &mut steps) {
                covered.insert(idx);
            }
        }
        covered
    }

    /// The bottom clause of an example.
    pub(crate) fn bottom(&mut self, idx: usize, limits: BottomLimits) -> Bottom {
        Bottom::new(self.language, &mut self.situations[idx], &self.examples[idx], limits)
    }

    fn all(&self, is_positive: bool) -> Bits {
        let mut bits = Bits::none(self.examples.len());
        let meant = (0..self.examples.len()).filter(|&idx| self.examples[idx].is_positive == is_positive);
        meant.for_each(|idx| bits.insert(idx));
        bits
    }
}

/// A clause that was found, and what it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The clause.
    pub clause: Clause,
    /// The examples that it covered when it was found, those that were covered before left out.
    pub count: Count,
    pub(crate) covered: Bits,
}

/// What was learned from examples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// The clauses, in the order in which they were found.
    pub found: Vec<Found>,
    /// The examples of which nothing could be said: nor can it be with more negative ones.
    pub hopeless: Vec<usize>,
    /// What it took.
    pub effort: Effort,
}

/// How clauses are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Covering {
    /// How one is looked for.
    pub search: SearchSettings,
    /// How far bottom clauses reach.
    pub bottom: BottomLimits,
    /// How many seed examples are tried at a time; the best clause of them is taken.
    pub n_seeds: usize,
    /// How many threads carry the searches, which changes nothing but the time.
    pub n_threads: usize,
}

impl Covering {
    /// Learns clauses that together cover the positive examples, but for those of which nothing can be said; those that
    /// the clauses `known` cover are done with already, and no search begins from the `hopeless` ones. `draw` gives a
    /// number below its argument, equally likely each, and so chooses the seed examples.
    pub fn learn<D: Domain>(
        &self,
        language: &Language<D>,
        examples: &[Example<D>],
        (known, hopeless): (&[Clause], &[usize]),
        mut draw: impl FnMut(usize) -> usize,
    ) -> Learned {
        let n_threads = self.n_threads.clamp(1, self.n_seeds.max(1));
        let mut lessons: Vec<Lesson<'_, D>> =
            (0..n_threads).map(|_| Lesson::new(language, examples)).collect();
        let mut left = lessons[0].all(true);
        let negative = lessons[0].all(false);
        for clause in known {
            left = left.without(&lessons[0].covered(clause, &left));
        }
        let mut seeds = left.clone();
        hopeless.iter().for_each(|&idx| seeds.remove(idx));
        let (mut found, mut effort, mut hopeless) = (Vec::new(), Effort::default(), Vec::new());
        loop {
            let chosen = choose(&mut draw, &seeds, self.n_seeds);
            if chosen.is_empty() {
                return Learned { found, hopeless, effort };
            }
            let results = self.search_all(&mut lessons, &chosen, &left, &negative);
            let mut best: Option<Found> = None;
            for (&seed, (clause, spent)) in chosen.iter().zip(results) {
                effort.add(spent);
                match clause {
                    // A seed that gave nothing is given up, but may yet be covered by a clause of another.
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

    /// Searches from every seed, on several threads; what they find stands in the order of the seeds.
    fn search_all<D: Domain>(
        &self,
        lessons: &mut [Lesson<'_, D>],
        seeds: &[usize],
        left: &Bits,
        negative: &Bits,
    ) -> Vec<(Option<Found>, Effort)> {
        let n_threads = lessons.len();
        let mut results: Vec<Option<(Option<Found>, Effort)>> = vec![None; seeds.len()];
        std::thread::scope(|scope| {
            let work = |(thread, lesson): (usize, &mut Lesson<'_, D>)| {
                let own = (thread..seeds.len()).step_by(n_threads);
                own.map(|place| {
                    let bottom = lesson.bottom(seeds[place], self.bottom);
                    (place, search(lesson, &bottom, left, negative, self.search))
                })
                .collect::<Vec<_>>()
            };
            let threads: Vec<_> =
                lessons.iter_mut().enumerate().map(|share| scope.spawn(move || work(share))).collect();
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

/// Up to `n` of the seeds, equally likely each.
fn choose(draw: &mut impl FnMut(usize) -> usize, seeds: &Bits, n: usize) -> Vec<usize> {
    let mut left: Vec<usize> = seeds.iter().collect();
    let mut chosen = Vec::new();
    while chosen.len() < n && !left.is_empty() {
        chosen.push(left.swap_remove(draw(left.len())));
    }
    chosen
}
