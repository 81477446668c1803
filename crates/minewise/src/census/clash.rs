//! Which numbers clash: an irreducible set of them, for a view that no layout fits, or for one with an assumption.
//!
//! Numbers near the place where counting failed are tried first, twice as many each time, until they clash; then they
//! are halved (QuickXplain, Junker 2004) until none is left that is not needed. Each question is of the kind "does a
//! layout fit these numbers alone?".

use std::sync::Arc;

use super::Clash;
use super::kept::Kept;
use super::problem::{Collector, Problem};
use super::settled::{Filter, Settled};
use super::sweep::Work;
use crate::board::{Cell, Shown, View};

/// A fact that may be left out: a number, or the number of mines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fact {
    Number(Cell),
    MineCount,
}

/// Searches a view for numbers that clash.
pub(crate) struct Clasher<'a> {
    view: &'a View,
    /// For all questions together.
    work: Work,
    settled: Settled,
    collector: Collector,
    kept: Kept,
    /// The cell that is only assumed to be shown: its number is no fact.
    assumed: Option<Cell>,
    /// The numbers in use in the question being asked.
    used: Vec<bool>,
}

struct Used<'a>(&'a [bool]);

impl Filter for Used<'_> {
    fn may_use(&self, cell: Cell) -> bool {
        self.0[cell]
    }
}

impl<'a> Clasher<'a> {
    pub(crate) fn new(view: &'a View, work: usize) -> Clasher<'a> {
        Clasher {
            view,
            work: Work(work),
            settled: Settled::default(),
            collector: Collector::default(),
            kept: Kept::default(),
            assumed: None,
            used: vec![false; view.grid().n_cells()],
        }
    }

    /// The same for a view in which `cell` is shown only for the sake of argument.
    pub(crate) fn assuming(mut self, cell: Cell) -> Clasher<'a> {
        self.assumed = Some(cell);
        self
    }

    /// An irreducible set of facts that no layout fits. What clashes lies near a cell, or else is the mine count.
    pub(crate) fn find(mut self, near: Option<Cell>) -> Clash {
        let numbers = self.numbers_from(near.unwrap_or(0));
        let mut facts: Vec<Fact> = numbers.into_iter().map(Fact::Number).collect();
        match near.and_then(|_| self.clashing_prefix(&facts)) {
            Some(n_facts) => facts.truncate(n_facts),
            // Last, so that it is used only if the numbers alone do not clash.
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

    /// How many of the first facts are enough for a clash, or up to twice as many; `None` if all of them fit.
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

    /// The facts of `facts` that are needed, besides those taken for granted, for a clash.
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

    /// Whether some layout fits these facts. If that is too much work, they are taken to fit, so that no fact is
    /// left out wrongly, though one may be named that is not needed.
    fn fits(&mut self, facts: &[Fact]) -> bool {
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
        // The numbers of mines that the regions so far can hold, as a set.
        let mut possible = vec![true];
        for region in &problem.regions {
            let Ok(counted) = self.kept.region(problem.shape(region), &mut self.work) else { return true };
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
