//! Layouts that fit a view: drawn at random, all equally likely, or listed if there are few.

use std::sync::Arc;

use super::join::{Outside, Spread};
use super::region_cache::recount;
use super::sweep::{NodeId, Sweep};
use super::weight::{Float, Weight, Wide};
use super::{Census, Verdict};
use crate::board::{Cell, Layout};
use crate::num::{Natural, Rng};

/// Draws layouts that fit a view, all equally likely.
#[derive(Clone, Debug)]
pub struct Sampler<'a> {
    census: &'a Census,
    outside: Outside,
    sweeps: Vec<Sweep<Wide>>,
    spreads: Vec<Spread<Wide>>,
    /// For each region, and for the end: the number of ways to fill it and everything after it, by the number of mines
    /// used before it.
    afters: Vec<Spread<Wide>>,
    interior: Vec<Cell>,
}

impl Census {
    /// Creates a sampler of the layouts that fit.
    ///
    /// # Examples
    /// ```
    /// use minewise::{Census, Rng, Seed, View};
    /// let view: View = "4x2/2 1.../1...".parse()?;
    /// let census = Census::of(&view)?;
    /// let layout = census.sampler().draw(&mut Rng::new(Seed(1)));
    /// assert_eq!(layout.number(0), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sampler(&self) -> Sampler<'_> {
        let problem = &self.problem;
        let outside = problem.outside().expect("some layout fits");
        let sweeps: Vec<Sweep<Wide>> =
            problem.regions.iter().map(|region| recount(problem, region)).collect();
        let spreads: Vec<Spread<Wide>> = sweeps.iter().map(Sweep::spread).collect();
        let interior = (0..problem.places.len()).filter(|&cell| self.is_interior(cell)).collect();
        let afters = afters(&spreads, outside);
        Sampler { census: self, outside, sweeps, spreads, afters, interior }
    }

    /// All layouts that fit; `None` if there are more than `most`.
    pub fn all_layouts(&self, most: usize) -> Option<Vec<Layout>> {
        if *self.layouts() > Natural::from(most as u64) {
            return None;
        }
        let mut found = Vec::new();
        let sampler = self.sampler();
        sampler.fill(0, 0, &mut self.certain_mines(), &mut |mines| {
            found.push(self.layout(mines));
        });
        Some(found)
    }

    /// The mines that are shown, or settled by single numbers.
    fn certain_mines(&self) -> Vec<Cell> {
        let settled = |&cell: &Cell| {
            self.problem.places[cell] == super::MINE && self.verdict(cell) == Some(Verdict::Mine)
        };
        let shown = self.shown_mines.iter().map(|&cell| cell as Cell);
        (0..self.problem.places.len()).filter(settled).chain(shown).collect()
    }

    fn layout(&self, mines: &[Cell]) -> Layout {
        Layout::from_mines(&Arc::clone(&self.grid), mines.iter().copied())
            .expect("every filling has as many mines as the rules")
    }
}

/// Computes the field `afters` of a [`Sampler`].
fn afters(spreads: &[Spread<Wide>], outside: Outside) -> Vec<Spread<Wide>> {
    let least: usize = spreads.iter().map(|spread| spread.least).sum();
    let most: usize = spreads.iter().map(Spread::most).sum();
    let mut after_all = Vec::new();
    outside.ways(least, most + 1 - least, &mut after_all);
    let mut afters = vec![Spread { least, counts: after_all }];
    for spread in spreads.iter().rev() {
        let after = afters.last().expect("the list begins with one");
        let length = after.counts.len() + 1 - spread.counts.len();
        let mut counts = vec![Wide::zero(); length];
        for (offset, count) in spread.counts.iter().enumerate() {
            for (sum, ways) in counts.iter_mut().zip(&after.counts[offset..]) {
                sum.add(&count.times(ways));
            }
        }
        afters.push(Spread { least: after.least - spread.least, counts });
    }
    afters.reverse();
    afters
}

impl Sampler<'_> {
    /// Draws a layout that fits; all are equally likely.
    pub fn draw(&self, rng: &mut Rng) -> Layout {
        let mut mines = self.census.certain_mines();
        let mut n_used = 0;
        for (region, spread) in self.spreads.iter().enumerate() {
            let options = self.options(region, n_used);
            let weights: Vec<Wide> = options.iter().map(|&(_, weight)| weight).collect();
            let (n_mines, _) = options[pick(&weights, rng)];
            debug_assert!(n_mines >= spread.least);
            n_used += n_mines;
            let end = self.sweeps[region].end(n_mines).expect("only what the region can hold is offered");
            self.draw_region(region, end, rng, &mut mines);
        }
        let n_left = self.outside.n_mines - n_used;
        draw_some(&mut self.interior.clone(), n_left, rng, &mut mines);
        self.census.layout(&mines)
    }

    /// The numbers of mines that a region can hold if `n_used` mines lie before it, each with its number of layouts.
    fn options(&self, region: usize, n_used: usize) -> Vec<(usize, Wide)> {
        let (spread, after) = (&self.spreads[region], &self.afters[region + 1]);
        let weigh = |(offset, count): (usize, &Wide)| {
            let n_mines = spread.least + offset;
            let ways = after.counts.get(n_used + n_mines - after.least)?;
            let weight = count.times(ways);
            (!weight.is_zero()).then_some((n_mines, weight))
        };
        spread.counts.iter().enumerate().filter_map(weigh).collect()
    }

    /// Draws a filling of a region that leads to the node `end`, by going back from it edge by edge.
    fn draw_region(&self, region: usize, end: NodeId, rng: &mut Rng, mines: &mut Vec<Cell>) {
        let mut node = end;
        while let Some(edges) = self.sweeps[region].incoming_edges(node) {
            let edges: Vec<_> = edges.collect();
            let weights: Vec<Wide> = edges.iter().map(|edge| edge.weight).collect();
            let edge = edges[pick(&weights, rng)];
            draw_some(&mut self.group_cells(region, edge.group), edge.n_mines, rng, mines);
            node = edge.from;
        }
    }

    fn group_cells(&self, region: usize, group: usize) -> Vec<Cell> {
        let problem = &self.census.problem;
        let group = problem.regions[region].first_group as usize + group;
        problem.cells(group).iter().map(|&cell| cell as Cell).collect()
    }

    /// Calls `found` with the mines of every way to fill the interior and the regions from `region` to the last.
    fn fill(&self, region: usize, n_used: usize, mines: &mut Vec<Cell>, found: &mut dyn FnMut(&[Cell])) {
        if region == self.sweeps.len() {
            choose_each(&self.interior, self.outside.n_mines - n_used, mines, &mut |mines| found(mines));
            return;
        }
        for (n_mines, _) in self.options(region, n_used) {
            let end = self.sweeps[region].end(n_mines).expect("only what the region can hold is offered");
            self.fill_region(region, end, mines, &mut |mines| {
                self.fill(region + 1, n_used + n_mines, mines, found);
            });
        }
    }

    /// Calls `then` with the mines of every filling of a region that leads to `node`.
    fn fill_region(
        &self,
        region: usize,
        node: NodeId,
        mines: &mut Vec<Cell>,
        then: &mut dyn FnMut(&mut Vec<Cell>),
    ) {
        let Some(edges) = self.sweeps[region].incoming_edges(node) else { return then(mines) };
        for edge in edges {
            let cells = self.group_cells(region, edge.group);
            choose_each(&cells, edge.n_mines, mines, &mut |mines| {
                self.fill_region(region, edge.from, mines, then);
            });
        }
    }
}

/// Draws an index, with chances in proportion to the weights.
fn pick(weights: &[Wide], rng: &mut Rng) -> usize {
    let mut total = Wide::zero();
    for weight in weights {
        total.add(weight);
    }
    let mut left = rng.unit();
    for (idx, weight) in weights.iter().enumerate() {
        left -= weight.fraction_of(total);
        if left < 0.0 {
            return idx;
        }
    }
    // Reached only by rounding errors.
    weights.len() - 1
}

/// Draws `n_drawn` of `cells`, all choices equally likely, and appends them to `drawn`.
fn draw_some(cells: &mut [Cell], n_drawn: usize, rng: &mut Rng, drawn: &mut Vec<Cell>) {
    for place in 0..n_drawn {
        cells.swap(place, place + rng.below(cells.len() - place));
        drawn.push(cells[place]);
    }
}

/// Calls `then` with every choice of `n_chosen` of `cells`, appended to `chosen`.
fn choose_each(
    cells: &[Cell],
    n_chosen: usize,
    chosen: &mut Vec<Cell>,
    then: &mut dyn FnMut(&mut Vec<Cell>),
) {
    if n_chosen == 0 {
        return then(chosen);
    }
    let [cell, rest @ ..] = cells else { return };
    if rest.len() >= n_chosen {
        choose_each(rest, n_chosen, chosen, then);
    }
    chosen.push(*cell);
    choose_each(rest, n_chosen - 1, chosen, then);
    chosen.pop();
}
