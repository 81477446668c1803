//! The search for one clause among the parts of a bottom clause.
//!
//! *IDA\** is iterative deepening: it tests all clauses up to a number of literals, and increases that number until
//! some clause covers no negative example. *Greedy search* tests all macros and all pairs of them, and then extends
//! only the best. Both can add single literals or macros.

use std::collections::HashMap;

use super::bottom::Bottom;
use super::clause::Clause;
use super::covering::{Bits, ExampleSet, Found};
use super::language::Domain;
use super::macros::macros;

/// The search method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Iterative deepening A*.
    Ida,
    /// Greedy search: the best pairs are extended while they cover negative examples.
    Greedy,
}

/// Settings of the search for one clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// The search method.
    pub method: Method,
    /// Whether macros are added rather than literals.
    pub macros: bool,
    /// Whether clauses that differ only in the names of variables are tested only once.
    pub skip_equivalent: bool,
    /// The most clauses that are tested.
    pub most_clauses: u64,
    /// The most literals of a clause.
    pub most_literals: usize,
    /// The least number of positive examples that a clause must cover.
    pub least_positive: usize,
    /// The number of clauses that greedy search extends at a time.
    pub beam: usize,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            method: Method::Greedy,
            macros: true,
            skip_equivalent: true,
            most_clauses: 4000,
            most_literals: 12,
            least_positive: 1,
            beam: 8,
        }
    }
}

/// The limit of visited clauses, per clause that may be tested. A visit without a test happens when an equivalent
/// clause was tested before; without this limit, a search could go on for very long without testing anything.
const VISITS_PER_CLAUSE: u64 = 50;

/// The numbers of examples that a clause covers, and its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number of positive examples that no earlier clause covers.
    pub positive: usize,
    /// The number of negative examples.
    pub negative: usize,
    /// The number of literals.
    pub literals: usize,
}

impl Count {
    /// Whether it is a better clause than another: it covers more or, if equally many, is shorter.
    pub(crate) fn is_better(self, other: Count) -> bool {
        (self.positive, other.literals) > (other.positive, self.literals)
    }

    /// The priority of a clause in the beam of greedy search.
    fn priority(self) -> (i64, i64) {
        (self.positive as i64 - self.negative as i64, -(self.literals as i64))
    }
}

/// The effort of searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The number of clauses tested.
    pub clauses: u64,
    /// The number of searches.
    pub searches: u64,
    /// The number of searches that were cut short by the limit of clauses.
    pub cut: u64,
}

impl Effort {
    /// Adds the effort of another search.
    pub fn add(&mut self, other: Effort) {
        self.clauses += other.clauses;
        self.searches += other.searches;
        self.cut += other.cut;
    }
}

/// Searches for the best part of a bottom clause that covers no negative example. `left` are the positive examples that
/// no earlier clause covers.
pub(crate) fn search<D: Domain>(
    set: &mut ExampleSet<'_, D>,
    bottom: &Bottom,
    left: &Bits,
    negative: &Bits,
    settings: SearchSettings,
) -> (Option<Found>, Effort) {
    let operators = if settings.macros {
        macros(set.language(), bottom)
    } else {
        (0..bottom.literals.len()).map(|idx| vec![idx]).collect()
    };
    let mut all = Bits::none(set.n_examples());
    left.iter().chain(negative.iter()).for_each(|idx| all.insert(idx));
    let mut search = SearchState {
        set,
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
    let root = search.test(Vec::new(), &all);
    if let Some(root) = root
        && search.best.is_none()
    {
        match settings.method {
            Method::Ida => search.deepen(&root),
            Method::Greedy => search.extend_best(&root),
        }
    }
    let is_cut = search.is_exhausted();
    search.effort.cut = u64::from(is_cut);
    (search.best, search.effort)
}

/// A part of the bottom clause, and the examples that it covers.
#[derive(Clone)]
struct Part {
    literals: Vec<usize>,
    covered: Bits,
    count: Count,
}

/// A search in progress.
struct SearchState<'a, 'b, D: Domain> {
    set: &'a mut ExampleSet<'b, D>,
    bottom: &'a Bottom,
    left: &'a Bits,
    negative: &'a Bits,
    settings: SearchSettings,
    /// The groups of literals that can be added: macros or single literals.
    operators: Vec<Vec<usize>>,
    /// The examples that tested clauses cover, by their canonical hash.
    known: HashMap<u64, Bits>,
    best: Option<Found>,
    effort: Effort,
    n_visits: u64,
}

impl<D: Domain> SearchState<'_, '_, D> {
    /// Whether the limit of clauses or visits is reached.
    fn is_exhausted(&self) -> bool {
        let most = self.settings.most_clauses;
        self.effort.clauses >= most || self.n_visits >= most.saturating_mul(VISITS_PER_CLAUSE)
    }

    /// Whether a clause that covers at most these examples could be better than the best one so far.
    fn is_promising(&self, covered: &Bits) -> bool {
        let least = self.best.as_ref().map_or(0, |best| best.count.positive);
        let n_positive = covered.n_shared(self.left);
        n_positive >= self.settings.least_positive.max(1) && n_positive > least
    }

    /// Tests a part on the examples `among`, which include all that it can cover. `None` if it cannot become better
    /// than the best one, or the limit of clauses is reached.
    fn test(&mut self, literals: Vec<usize>, among: &Bits) -> Option<Part> {
        if self.is_exhausted() || !self.is_promising(among) {
            return None;
        }
        self.n_visits += 1;
        let body = literals.iter().map(|&idx| self.bottom.literals[idx].clone()).collect();
        let clause = Clause { n_head: self.bottom.n_head, body };
        let hash = self.settings.skip_equivalent.then(|| clause.canonical_hash());
        let covered = match hash.and_then(|hash| self.known.get(&hash)) {
            Some(covered) => covered.clone(),
            None => {
                self.effort.clauses += 1;
                let covered = self.set.covered(&clause, among);
                if let Some(hash) = hash {
                    self.known.insert(hash, covered.clone());
                }
                covered
            }
        };
        let count = Count {
            positive: covered.n_shared(self.left),
            negative: covered.n_shared(self.negative),
            literals: literals.len(),
        };
        if !self.is_promising(&covered) {
            return None;
        }
        if count.negative == 0 {
            self.best = Some(Found { clause: clause.renamed(), count, covered: covered.clone() });
        }
        Some(Part { literals, covered, count })
    }

    /// Adds an operator to a part; `None` if it adds nothing, makes the part too long, or has an input that is not
    /// bound.
    fn with(&self, part: &[usize], operator: &[usize]) -> Option<Vec<usize>> {
        let mut literals = [part, operator].concat();
        literals.sort_unstable();
        literals.dedup();
        let is_more = literals.len() > part.len() && literals.len() <= self.settings.most_literals;
        (is_more && (self.settings.macros || self.has_inputs(part, operator))).then_some(literals)
    }

    /// Whether all inputs of the literals `added` are bound by the head or by `part`.
    fn has_inputs(&self, part: &[usize], added: &[usize]) -> bool {
        let arguments = |idx: usize| self.set.language().arguments(self.bottom.literals[idx].predicate);
        let is_bound = |variable| {
            usize::from(variable) < self.bottom.n_head
                || part
                    .iter()
                    .any(|&idx| self.bottom.literals[idx].outputs(arguments(idx)).any(|out| out == variable))
        };
        added.iter().all(|&idx| self.bottom.literals[idx].inputs(arguments(idx)).all(is_bound))
    }

    /// Runs IDA*.
    fn deepen(&mut self, root: &Part) {
        let mut bound = 1;
        while bound <= self.settings.most_literals && self.best.is_none() && !self.is_exhausted() {
            match self.search_below(root, 0, bound) {
                Some(next) => bound = next,
                None => return,
            }
        }
    }

    /// Tests the parts that extend this one by operators from `first` on, up to `bound` literals. Returns the least
    /// bound with which further parts would be tested.
    fn search_below(&mut self, part: &Part, first: usize, bound: usize) -> Option<usize> {
        let mut next: Option<usize> = None;
        let mut raise = |beyond: usize| next = Some(next.map_or(beyond, |next| next.min(beyond)));
        for idx in first..self.operators.len() {
            let Some(literals) = self.with(&part.literals, &self.operators[idx]) else { continue };
            if literals.len() > bound {
                raise(literals.len());
                continue;
            }
            let Some(child) = self.test(literals, &part.covered) else {
                if self.is_exhausted() {
                    return None;
                }
                continue;
            };
            // A clause that covers negative examples needs at least one more literal.
            if child.count.negative > 0 {
                if child.count.literals < bound {
                    if let Some(beyond) = self.search_below(&child, idx + 1, bound) {
                        raise(beyond);
                    }
                } else {
                    raise(bound + 1);
                }
            }
        }
        next
    }

    /// Runs greedy search.
    fn extend_best(&mut self, root: &Part) {
        let singles: Vec<Option<Part>> = self
            .operators
            .clone()
            .iter()
            .map(|operator| {
                let literals = self.with(&[], operator)?;
                self.test(literals, &root.covered)
            })
            .collect();
        let mut beam: Vec<Part> = Vec::new();
        for (idx, one) in singles.iter().enumerate() {
            let Some(one) = one else { continue };
            self.add_to_beam(&mut beam, one.clone());
            for other in singles[idx + 1..].iter().flatten() {
                self.join(one, other, &mut beam);
            }
        }
        while !beam.is_empty() && !self.is_exhausted() {
            let mut next = Vec::new();
            for part in &beam {
                for single in singles.iter().flatten() {
                    self.join(part, single, &mut next);
                }
            }
            beam = next;
        }
    }

    /// Tests the union of two parts.
    fn join(&mut self, one: &Part, other: &Part, beam: &mut Vec<Part>) {
        let among = one.covered.and(&other.covered);
        if !self.is_promising(&among) {
            return;
        }
        if let Some(literals) = self.with(&one.literals, &other.literals)
            && let Some(part) = self.test(literals, &among)
        {
            self.add_to_beam(beam, part);
        }
    }

    /// Adds a part to the beam if it still covers negative examples and its priority is high enough.
    fn add_to_beam(&self, beam: &mut Vec<Part>, part: Part) {
        if part.count.negative == 0 || beam.iter().any(|kept| kept.literals == part.literals) {
            return;
        }
        let place = beam.partition_point(|kept| kept.count.priority() >= part.count.priority());
        beam.insert(place, part);
        beam.truncate(self.settings.beam);
    }
}
