//! The search for one clause among the parts of a bottom clause.
//!
//! *IDA\** goes deeper and deeper: clauses of so many literals at most, the shortest first, until some cover no negative
//! example. *Greedy search* looks at all macros and all pairs of them, and then only extends the best. Either adds
//! literals one at a time, or macros.

use std::collections::HashMap;

use super::bottom::Bottom;
use super::clause::Clause;
use super::covering::{Bits, Found, Lesson};
use super::language::Domain;
use super::macros::macros;

/// How the clauses are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Iterative deepening A*.
    Ida,
    /// The best of pairs, extended while they cover negative examples.
    Greedy,
}

/// How one clause is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// How the clauses are gone through.
    pub method: Method,
    /// Whether macros are added rather than literals.
    pub macros: bool,
    /// Whether clauses that differ only in the names of their variables are tested only once.
    pub alike_once: bool,
    /// How many clauses are tested at most.
    pub most_clauses: u64,
    /// The most literals of a clause.
    pub most_literals: usize,
    /// The least positive examples that a clause must cover.
    pub least_positive: usize,
    /// How many clauses the greedy search extends at a time.
    pub beam: usize,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            method: Method::Greedy,
            macros: true,
            alike_once: true,
            most_clauses: 4000,
            most_literals: 12,
            least_positive: 1,
            beam: 8,
        }
    }
}

/// Clauses that are gone through without a test, since one like them was tested, for each that may be tested.
const VISITS_PER_CLAUSE: u64 = 50;

/// What a clause covers, and how long it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Positive examples not covered before.
    pub positive: usize,
    /// Negative examples.
    pub negative: usize,
    /// Literals.
    pub literals: usize,
}

impl Count {
    /// Whether it is a better clause: covering more, then shorter.
    pub(crate) fn is_better(self, other: Count) -> bool {
        (self.positive, other.literals) > (other.positive, self.literals)
    }

    /// What it promises when extended.
    fn promise(self) -> (i64, i64) {
        (self.positive as i64 - self.negative as i64, -(self.literals as i64))
    }
}

/// What searches took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The clauses tested.
    pub clauses: u64,
    /// The searches.
    pub searches: u64,
    /// The searches that were cut short, since they tested as many clauses as they may.
    pub cut: u64,
}

impl Effort {
    /// Adds what another search took.
    pub fn add(&mut self, other: Effort) {
        self.clauses += other.clauses;
        self.searches += other.searches;
        self.cut += other.cut;
    }
}

/// Looks for the best part of a bottom clause that covers no negative example.
pub(crate) fn search<D: Domain>(
    lesson: &mut Lesson<'_, D>,
    bottom: &Bottom,
    left: &Bits,
    negative: &Bits,
    settings: SearchSettings,
) -> (Option<Found>, Effort) {
    let operators = if settings.macros {
        macros(lesson.language(), bottom)
    } else {
        (0..bottom.literals.len()).map(|idx| vec![idx]).collect()
    };
    let mut all = Bits::none(lesson.n_examples());
    left.iter().chain(negative.iter()).for_each(|idx| all.insert(idx));
    let mut hunt = Hunt {
        lesson,
        bottom,
        left,
        negative,
        settings,
        operators,
        known: HashMap::new(),
        best: None,
        effort: Effort { searches: 1, ..Effort::default() },
        n_visits: 0,
    };
    let root = hunt.look_at(Vec::new(), &all);
    if let Some(root) = root
        && hunt.best.is_none()
    {
        match settings.method {
            Method::Ida => hunt.deepen(&root),
            Method::Greedy => hunt.extend_best(&root),
        }
    }
    let is_cut = hunt.is_spent();
    hunt.effort.cut = u64::from(is_cut);
    (hunt.best, hunt.effort)
}

/// A part of the bottom clause, and what it covers.
#[derive(Clone)]
struct Part {
    literals: Vec<usize>,
    covered: Bits,
    count: Count,
}

/// A search under way.
struct Hunt<'a, 'b, D: Domain> {
    lesson: &'a mut Lesson<'b, D>,
    bottom: &'a Bottom,
    left: &'a Bits,
    negative: &'a Bits,
    settings: SearchSettings,
    operators: Vec<Vec<usize>>,
    /// What clauses were found to cover, by their likeness.
    known: HashMap<u64, Bits>,
    best: Option<Found>,
    effort: Effort,
    n_visits: u64,
}

impl<D: Domain> Hunt<'_, '_, D> {
    fn is_spent(&self) -> bool {
        let most = self.settings.most_clauses;
        self.effort.clauses >= most || self.n_visits >= most.saturating_mul(VISITS_PER_CLAUSE)
    }

    /// Whether clauses that cover no more than these can be better than the best.
    fn is_hopeful(&self, covered: &Bits) -> bool {
        let least = self.best.as_ref().map_or(0, |best| best.count.positive);
        let n_positive = covered.n_shared(self.left);
        n_positive >= self.settings.least_positive.max(1) && n_positive > least
    }

    /// Tests a part among examples that are all it can cover; none if there is no hope for it, or nothing is left to
    /// spend.
    fn look_at(&mut self, literals: Vec<usize>, among: &Bits) -> Option<Part> {
        if self.is_spent() || !self.is_hopeful(among) {
            return None;
        }
        self.n_visits += 1;
        let body = literals.iter().map(|&idx| self.bottom.literals[idx].clone()).collect();
        let clause = Clause { n_head: self.bottom.n_head, body };
        let likeness = self.settings.alike_once.then(|| clause.likeness());
        let covered = match likeness.and_then(|likeness| self.known.get(&likeness)) {
            Some(covered) => covered.clone(),
            None => {
                self.effort.clauses += 1;
                let covered = self.lesson.covered(&clause, among);
                if let Some(likeness) = likeness {
                    self.known.insert(likeness, covered.clone());
                }
                covered
            }
        };
        let count = Count {
            positive: covered.n_shared(self.left),
            negative: covered.n_shared(self.negative),
            literals: literals.len(),
        };
        if !self.is_hopeful(&covered) {
            return None;
        }
        if count.negative == 0 {
            self.best = Some(Found { clause: clause.renamed(), count, covered: covered.clone() });
        }
        Some(Part { literals, covered, count })
    }

    /// A part with an operator added; none if it adds nothing, too much, or something whose inputs are not there.
    fn with(&self, part: &[usize], operator: &[usize]) -> Option<Vec<usize>> {
        let mut literals = [part, operator].concat();
        literals.sort_unstable();
        literals.dedup();
        let is_more = literals.len() > part.len() && literals.len() <= self.settings.most_literals;
        (is_more && (self.settings.macros || self.is_fed(part, operator))).then_some(literals)
    }

    /// Whether the inputs of all literals of `added` are told by the head or by `part`.
    fn is_fed(&self, part: &[usize], added: &[usize]) -> bool {
        let arguments = |idx: usize| self.lesson.language().arguments(self.bottom.literals[idx].predicate);
        let tells = |variable| {
            usize::from(variable) < self.bottom.n_head
                || part
                    .iter()
                    .any(|&idx| self.bottom.literals[idx].outputs(arguments(idx)).any(|out| out == variable))
        };
        added.iter().all(|&idx| self.bottom.literals[idx].inputs(arguments(idx)).all(tells))
    }

    fn deepen(&mut self, root: &Part) {
        let mut bound = 1;
        while bound <= self.settings.most_literals && self.best.is_none() && !self.is_spent() {
            match self.below(root, 0, bound) {
                Some(next) => bound = next,
                None => return,
            }
        }
    }

    /// Goes through the parts that extend this one by operators from `first` on, as far as `bound` literals; the
    /// least bound that would show more.
    fn below(&mut self, part: &Part, first: usize, bound: usize) -> Option<usize> {
        let mut next: Option<usize> = None;
        let mut raise = |beyond: usize| next = Some(next.map_or(beyond, |next| next.min(beyond)));
        for idx in first..self.operators.len() {
            let Some(literals) = self.with(&part.literals, &self.operators[idx]) else { continue };
            if literals.len() > bound {
                raise(literals.len());
                continue;
            }
            let Some(child) = self.look_at(literals, &part.covered) else {
                if self.is_spent() {
                    return None;
                }
                continue;
            };
            // A clause that covers negative examples needs one more literal at least.
            if child.count.negative > 0 {
                if child.count.literals < bound {
                    if let Some(beyond) = self.below(&child, idx + 1, bound) {
                        raise(beyond);
                    }
                } else {
                    raise(bound + 1);
                }
            }
        }
        next
    }

    fn extend_best(&mut self, root: &Part) {
        let singles: Vec<Option<Part>> = self
            .operators
            .clone()
            .iter()
            .map(|operator| {
                let literals = self.with(&[], operator)?;
                self.look_at(literals, &root.covered)
            })
            .collect();
        let mut beam: Vec<Part> = Vec::new();
        for (idx, one) in singles.iter().enumerate() {
            let Some(one) = one else { continue };
            self.keep(&mut beam, one.clone());
            for other in singles[idx + 1..].iter().flatten() {
                self.join(one, other, &mut beam);
            }
        }
        while !beam.is_empty() && !self.is_spent() {
            let mut next = Vec::new();
            for part in &beam {
                for single in singles.iter().flatten() {
                    self.join(part, single, &mut next);
                }
            }
            beam = next;
        }
    }

    /// Looks at two parts together.
    fn join(&mut self, one: &Part, other: &Part, beam: &mut Vec<Part>) {
        let among = one.covered.and(&other.covered);
        if !self.is_hopeful(&among) {
            return;
        }
        if let Some(literals) = self.with(&one.literals, &other.literals)
            && let Some(part) = self.look_at(literals, &among)
        {
            self.keep(beam, part);
        }
    }

    /// Keeps a part that covers negative examples if it is among the most promising.
    fn keep(&self, beam: &mut Vec<Part>, part: Part) {
        if part.count.negative == 0 || beam.iter().any(|kept| kept.literals == part.literals) {
            return;
        }
        let place = beam.partition_point(|kept| kept.count.promise() >= part.count.promise());
        beam.insert(place, part);
        beam.truncate(self.settings.beam);
    }
}
