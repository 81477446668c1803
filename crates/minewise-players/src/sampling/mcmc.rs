//! `mcmc`: a random walk among the layouts that fit, and the least risk along it.
//!
//! Algorithm 3 of Sebag & Teytaud 2012 (Metropolis–Hastings): start from a layout that fits, found by solving the
//! numbers; at each step change it at random, and keep the change if the layout still fits. If changes are symmetric
//! and lead from any layout to any other, the walk visits every layout equally often, but only in the long run: a short
//! walk still depends on where it started.
//!
//! Our reading: a change is a random number of swaps of a mine with a cell that has none, one swap with chance 1/2, two
//! with 1/4, and so on. A single swap is symmetric, so any number of them is. Enough swaps at once lead from any layout
//! to any other, while single swaps may not: Dei Rossi has a 4x4 view whose layouts no single swap connects. The risk
//! of a cell is the share of steps at which it is a mine. The walk starts from the first solution that our `csp` finds
//! for the numbers, with the other mines on the first cells outside. Cells that single equations prove safe are
//! revealed without a walk; the first cell is random.

use minewise::cancel::is_cancelled;
use minewise::census::Settled;
use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed, View};

use crate::entry::Entry;
use crate::logic::csp::solved::{Solved, simplify};
use crate::pick::{choose_if_easy, guess_by_single_numbers, one_of};
use crate::sampling::CHECK_INTERVAL;
use crate::sampling::sampled::{Filling, SampledRisks, count_known};

/// The most sums of mines that are looked at to find a layout to start from.
const MOST_SUMS: usize = 10_000_000;

/// Reveals cells that equations prove safe; else the cell that is least often a mine along a random walk among layouts.
#[derive(Clone, Debug)]
pub struct Mcmc {
    n_steps: u64,
    rng: Rng,
}

impl Mcmc {
    /// Creates a player that walks `n_steps` steps for each choice.
    pub fn new(n_steps: u64) -> Mcmc {
        Mcmc { n_steps, rng: Rng::new(Seed::default()) }
    }

    /// Walks `n_steps` steps among the layouts that fit, and counts the mines at each step; `None` if no layout to
    /// start from is found.
    ///
    /// # Examples
    /// ```
    /// use minewise::{Rng, Seed, View};
    /// use minewise_players::Mcmc;
    /// let view: View = "4x2/2 1.../1...".parse()?;
    /// let sampled = Mcmc::risks(&view, 100_000, &mut Rng::new(Seed(1))).ok_or("no layout")?;
    /// assert!((sampled.risk(1).unwrap_or(0.0) - 0.5).abs() < 0.05);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn risks(view: &View, n_steps: u64, rng: &mut Rng) -> Option<SampledRisks> {
        let (settled, mines) = some_layout(view)?;
        let mut filling = fill(view, &settled, &mines)?;
        let mut with_mine = walk(&mut filling, view, n_steps, rng);
        count_known(&mut with_mine, &settled, n_steps);
        Some(SampledRisks { n_layouts: n_steps, n_tried: n_steps, with_mine })
    }
}

/// Finds a layout that fits: the cells that equations decide, and the open cells that are the other mines in it. `None`
/// if no layout is found.
pub(crate) fn some_layout(view: &View) -> Option<(Settled, Vec<u32>)> {
    let mut settled = Settled::of(view);
    let equations = simplify(&mut settled, view.grid());
    let solved = Solved::of(&equations, &settled)?;
    let mines = first_layout(&solved, &settled, view.grid().n_cells())?;
    Some((settled, mines))
}

/// Puts these mines on the open cells; `None` if they do not fit.
pub(crate) fn fill<'a>(view: &'a View, settled: &Settled, mines: &[u32]) -> Option<Filling<'a>> {
    let mut filling = Filling::new(view, settled)?;
    let mut is_mine = vec![false; view.grid().n_cells()];
    for &mine in mines {
        is_mine[mine as usize] = true;
    }
    filling.cells.sort_by_key(|&cell| !is_mine[cell as usize]);
    for idx in 0..filling.n_mines {
        filling.put(idx);
    }
    (mines.len() == filling.n_mines && filling.fits()).then_some(filling)
}

/// Walks among layouts, and counts for each covered cell the steps at which it is a mine.
pub(crate) fn walk(filling: &mut Filling<'_>, view: &View, n_steps: u64, rng: &mut Rng) -> Vec<Option<u64>> {
    let mut with_mine = vec![0; view.grid().n_cells()];
    // The step since which each cell has been a mine. Its steps are added when it stops being one: adding them step by
    // step would take time for every mine at every step.
    let mut since = vec![0; view.grid().n_cells()];
    let (n_mines, n_cells) = (filling.n_mines, filling.cells.len());
    let most = n_mines.min(n_cells - n_mines);
    let mut swaps = Vec::new();
    for step in 0..if most == 0 { 0 } else { n_steps } {
        if step.is_multiple_of(CHECK_INTERVAL) && is_cancelled() {
            break;
        }
        swaps.clear();
        while swaps.is_empty() || (swaps.len() < most && rng.below(2) == 0) {
            let (mine, other) = (rng.below(n_mines), n_mines + rng.below(n_cells - n_mines));
            exchange(filling, mine, other);
            swaps.push((mine, other, filling.cells[other] as Cell, filling.cells[mine] as Cell));
        }
        if filling.fits() {
            for &(_, _, before, after) in &swaps {
                with_mine[before] += step - since[before];
                since[after] = step;
            }
        } else {
            swaps.iter().rev().for_each(|&(mine, other, ..)| exchange(filling, mine, other));
        }
    }
    for &mine in &filling.cells[..n_mines] {
        with_mine[mine as Cell] += n_steps - since[mine as Cell];
    }
    let counts = with_mine.into_iter().enumerate();
    counts.map(|(cell, count)| view.is_covered(cell).then_some(count)).collect()
}

/// Moves the mine at the index `mine` to the cell at the index `other`; the two cells change places in the list.
fn exchange(filling: &mut Filling<'_>, mine: usize, other: usize) {
    filling.take(mine);
    filling.cells.swap(mine, other);
    filling.put(mine);
}

/// Returns the mines of a layout that fits: the first solutions of the parts whose mines add up, and the first cells
/// outside.
fn first_layout(solved: &Solved, settled: &Settled, n_cells: usize) -> Option<Vec<u32>> {
    let n_missing = usize::try_from(settled.n_mines()).ok()?;
    if solved.parts.len().saturating_mul(n_missing + 1) > MOST_SUMS {
        return None;
    }
    let reach = reachable(solved, n_missing);
    let mut n_left = n_missing;
    let mut mines = Vec::with_capacity(n_missing);
    let mut outside = vec![true; n_cells];
    for (idx, (component, tallies)) in solved.parts.iter().enumerate() {
        let is_possible = |n_here: &usize| *n_here <= n_left && reach[idx + 1][n_left - n_here];
        let (&n_here, tally) = tallies.iter().find(|(n_here, _)| is_possible(n_here))?;
        n_left -= n_here;
        for (bundle, &n_mines) in component.bundles.iter().zip(&tally.first) {
            mines.extend(&bundle[..usize::from(n_mines)]);
            bundle.iter().for_each(|&cell| outside[cell as Cell] = false);
        }
    }
    let free = settled.open().filter(|&cell| outside[cell]);
    mines.extend(free.take(n_left).map(|cell| cell as u32));
    Some(mines)
}

/// Returns, for each part and after the last one, which numbers of mines this part, all later parts and the cells
/// outside can have together.
fn reachable(solved: &Solved, n_missing: usize) -> Vec<Vec<bool>> {
    let n_parts = solved.parts.len();
    let mut reach = vec![vec![false; n_missing + 1]; n_parts + 1];
    reach[n_parts][..=n_missing.min(solved.n_outside)].fill(true);
    for (idx, (_, tallies)) in solved.parts.iter().enumerate().rev() {
        for n_mines in 0..=n_missing {
            let is_possible = |&n_here: &usize| n_here <= n_mines && reach[idx + 1][n_mines - n_here];
            reach[idx][n_mines] = tallies.keys().any(is_possible);
        }
    }
    reach
}

impl Mcmc {
    /// The entry of this player.
    pub fn entry() -> Entry {
        let summary = "Reveals cells that equations prove safe, else guesses by a random walk among layouts.";
        Entry::new("mcmc", "Sebag & Teytaud 2012, §3.3", summary, |options| {
            let help = "Number of steps of the walk for each choice.";
            Mcmc::new(options.count("steps", 1..=10_000_000, 2000, help))
        })
    }
}

impl Player for Mcmc {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        if let Some(choice) = choose_if_easy(&mut self.rng, position, Reason::Opening) {
            return choice;
        }
        let mut settled = position.settled().clone();
        simplify(&mut settled, view.grid());
        if let Some(cell) = settled.safe().next() {
            return Choice::reveal(cell, Reason::Certain);
        }
        if let Some(sampled) = Mcmc::risks(view, self.n_steps, &mut self.rng) {
            let cell = one_of(&mut self.rng, &sampled.least_risky());
            return Choice::reveal(cell, Reason::Other("least often a mine along the random walk".into()));
        }
        guess_by_single_numbers(&mut self.rng, view, &settled, Reason::Other(NO_START.into()))
    }
}

const NO_START: &str = "no layout found to start from; least risky by single numbers";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_must_share_the_mines_find_a_layout() {
        // Two parts of one or two mines each, and nothing outside: one part has one mine, the other two. The two
        // layouts have no mine in common, so only three swaps at once lead from one to the other.
        let view: View = "10x1/3 .1.1..1.1.".parse().unwrap();
        let sampled = Mcmc::risks(&view, 1_000_000, &mut Rng::new(Seed(1))).unwrap();
        for cell in [0, 2, 4, 5, 7, 9] {
            assert!((sampled.risk(cell).unwrap() - 0.5).abs() < 0.03, "{cell}");
        }
    }

    #[test]
    fn a_view_that_no_layout_fits_has_no_walk() {
        let view: View = "3x1/1 .2.".parse().unwrap();
        assert_eq!(Mcmc::risks(&view, 10, &mut Rng::new(Seed(1))), None);
    }
}
