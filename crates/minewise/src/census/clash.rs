//! Finds an irreducible set of contradicting numbers in a view that no layout fits, or in a view with an assumption.
//!
//! The numbers nearest to the cell where counting failed are tried first, twice as many each time, until they
//! contradict each other. Then QuickXplain (Junker 2004) removes those that are not needed, by repeated halving. Each
//! step asks whether some layout fits a given set of numbers.

use std::sync::Arc;

use super::problem::{Collector, Problem};
use super::region_cache::RegionCache;
use super::settled::{Filter, Settled};
use super::work::Work;
use super::{Clash, DEFAULT_SIZE};
use crate::board::{Cell, Shown, View};

/// A fact that a contradiction may or may not need: a number, or the number of mines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fact {
    Number(Cell),
    MineCount,
}

/// Searches a view for contradicting numbers.
pub(crate) struct ClashFinder<'a> {
    view: &'a View,
    /// The remaining work, for all questions together.
    work: Work,
    settled: Settled,
    collector: Collector,
    cache: RegionCache,
    /// The cell that is shown only by assumption, so its number is no fact.
    assumed: Option<Cell>,
    /// For each cell: whether its number is used in the current question.
    used: Vec<bool>,
}

/// The filter that lets the numbers of the current question through.
struct Used<'a>(&'a [bool]);

impl Filter for Used<'_> {
    fn may_use(&self, cell: Cell) -> bool {
        self.0[cell]
    }
}

impl<'a> ClashFinder<'a> {
    pub(crate) fn new(view: &'a View, work: usize) -> ClashFinder<'a> {
        ClashFinder {
            view,
            work: Work::new(work, DEFAULT_SIZE),
            settled: Settled::default(),
            collector: Collector::default(),
            cache: RegionCache::default(),
            assumed: None,
            used: vec![false; view.grid().n_cells()],
        }
    }

    /// Declares that `cell` is shown in the view only by assumption.
    pub(crate) fn assuming(mut self, cell: Cell) -> ClashFinder<'a> {
        self.assumed = Some(cell);
        self
    }

    /// Returns an irreducible set of facts that no layout fits. The contradiction lies near the given cell; without
    /// one, it involves the mine count.
    pub(crate) fn find(mut self, near: Option<Cell>) -> Clash {
        let numbers = self.numbers_from(near.unwrap_or(0));
        let mut facts: Vec<Fact> = numbers.into_iter().map(Fact::Number).collect();
        match near.and_then(|_| self.clashing_prefix(&facts)) {
            Some(n_facts) => facts.truncate(n_facts),
            // Last, so that it is used only if the numbers alone do not contradict each other.
            None => facts.push(Fact::MineCount),
        }
        let clashing = self.narrow(&mut Vec::new(), false, &facts);
        let mut numbers: Vec<Cell> = clashing
            .iter()
            .filter_map(|fact| if let Fact::Number(cell) = fact { Some(*cell) } else { None })
            .collect();
        numbers.sort_unstable();
        Clash { numbers, mine_count: clashing.contains(&Fact::MineCount), grid: Arc::clone(self.view.grid()) }
    }

    /// The length of a contradicting prefix of `facts`, less than twice the shortest one; `None` if all facts together
    /// fit a layout.
    fn clashing_prefix(&mut self, facts: &[Fact]) -> Option<usize> {
        let mut n_facts = 1.min(facts.len());
        while self.fits(&facts[..n_facts]) {
            if n_facts == facts.len() {
                return None;
            }
            n_facts = (2 * n_facts).min(facts.len());
        }
        Some(n_facts)
    }

    /// The cells that show a number, the nearest to `from` first.
    fn numbers_from(&self, from: Cell) -> Vec<Cell> {
        let grid = self.view.grid();
        let mut is_found = vec![false; grid.n_cells()];
        let mut found = Vec::with_capacity(grid.n_cells());
        // The grid need not be connected, so the search restarts from every cell.
        for start in std::iter::once(from).chain(0..grid.n_cells()) {
            let mut idx = found.len();
            if !std::mem::replace(&mut is_found[start], true) {
                found.push(start);
            }
            while idx < found.len() {
                for near in grid.neighbours(found[idx]) {
                    if !std::mem::replace(&mut is_found[near], true) {
                        found.push(near);
                    }
                }
                idx += 1;
            }
        }
        let is_fact =
            |cell: Cell| matches!(self.view.shown(cell), Shown::Number(_)) && self.assumed != Some(cell);
        found.retain(|&cell| is_fact(cell));
        found
    }

    /// QuickXplain: returns the facts of `facts` that a contradiction needs besides those in `granted`. `newly` says
    /// whether `granted` was extended, so that it may contradict itself already.
    fn narrow(&mut self, granted: &mut Vec<Fact>, newly: bool, facts: &[Fact]) -> Vec<Fact> {
        if newly && !self.fits(granted) {
            return Vec::new();
        }
        if facts.len() <= 1 {
            return facts.to_vec();
        }
        let (early, late) = facts.split_at(facts.len() / 2);
        let n_granted = granted.len();
        granted.extend_from_slice(early);
        let late = self.narrow(granted, true, late);
        granted.truncate(n_granted);
        granted.extend_from_slice(&late);
        let mut needed = self.narrow(granted, !late.is_empty(), early);
        granted.truncate(n_granted);
        needed.extend(late);
        needed
    }

    /// Whether some layout fits these facts. If finding out is too much work, the answer is yes: then a fact that is
    /// not needed may be kept, but no needed fact is removed.
    fn fits(&mut self, facts: &[Fact]) -> bool {
        // No earlier question keeps anything but what the cache keeps.
        self.work.free_all();
        self.used.fill(false);
        for fact in facts {
            if let Fact::Number(cell) = *fact {
                self.used[cell] = true;
            }
        }
        self.settled.read(self.view, &Used(&self.used));
        if self.settled.clash().is_some() {
            return false;
        }
        let problem = self.collector.collect(self.view.grid(), &self.settled, Problem::default());
        // For each number of mines: whether the regions so far can hold exactly that many together.
        let mut possible = vec![true];
        for region in &problem.regions {
            let Ok(counted) = self.cache.region(problem.shape(region), &mut self.work) else { return true };
            let spread = &counted.spread;
            if spread.counts.is_empty() {
                return false;
            }
            if self.work.spend(possible.len() * spread.counts.len() / 8).is_err() {
                return true;
            }
            let mut joined = vec![false; possible.len() + spread.most()];
            for (n_mines, _) in possible.iter().enumerate().filter(|(_, possible)| **possible) {
                for (offset, _) in spread.counts.iter().enumerate().filter(|(_, count)| **count != 0.0) {
                    joined[n_mines + spread.least + offset] = true;
                }
            }
            possible = joined;
        }
        if !facts.contains(&Fact::MineCount) {
            return true;
        }
        let Some(outside) = problem.outside() else { return false };
        let least = outside.n_mines.saturating_sub(outside.n_interior);
        (least..=outside.n_mines).any(|n_mines| possible.get(n_mines) == Some(&true))
    }
}
