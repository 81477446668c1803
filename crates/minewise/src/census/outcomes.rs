//! What revealing a cell would show, and how likely.
//!
//! Every region that has a cell next to the revealed one is counted again, separately for each number of mines next to
//! it. Of the other regions and the interior, only the number of mines matters.

use super::join::{Outside, Spread};
use super::neighbourhood::Neighbourhood;
use super::region_cache::recounted_spread;
use super::settled::INTERIOR;
use super::sweep::{CHOOSE, Sweeper};
use super::weight::{Float, LOG2_LIMIT, Weight, Wide};
use super::work::{Halt, Work};
use super::{Census, DEFAULT_SIZE, DEFAULT_WORK, Verdict};
use crate::board::{Cell, Grid, Start};

/// What revealing a cell would show, and how likely. The chances add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcomes {
    /// The chance of a mine.
    pub mine: f64,
    /// The chance of each number from 0 to 8.
    pub numbers: [f64; 9],
}

impl Outcomes {
    /// What the first reveal of a game shows, and how likely. Unlike a census, this takes the start into account.
    ///
    /// # Examples
    /// ```
    /// use minewise::Grid;
    /// use minewise::census::Outcomes;
    /// let outcomes = Outcomes::of_first(&Grid::new("4x1/1".parse()?), 0);
    /// assert_eq!(outcomes.mine, 0.0);
    /// assert_eq!(outcomes.numbers[..2], [2.0 / 3.0, 1.0 / 3.0]);
    /// # Ok::<(), minewise::board::RulesError>(())
    /// ```
    pub fn of_first(grid: &Grid, cell: Cell) -> Outcomes {
        let (n_cells, n_mines) = (grid.n_cells(), grid.rules().n_mines());
        let mut numbers = [0.0; 9];
        if grid.rules().start() == Start::Zero {
            numbers[0] = 1.0;
            return Outcomes { mine: 0.0, numbers };
        }
        let mine = if grid.rules().start() == Start::Any { n_mines as f64 / n_cells as f64 } else { 0.0 };
        // The number of mines next to the cell is hypergeometric. Each term follows from the one before by a factor.
        let n_near = grid.n_neighbours(cell);
        let n_far = n_cells - 1 - n_near;
        let least = n_mines.saturating_sub(n_far);
        let mut ways = 1.0;
        for (number, chance) in numbers.iter_mut().enumerate().take(n_near.min(n_mines) + 1).skip(least) {
            *chance = ways;
            let more = ((n_near - number) * (n_mines - number)) as f64;
            ways *= more / ((number + 1) * (n_far + number + 1 - n_mines)) as f64;
        }
        let total: f64 = numbers.iter().sum();
        Outcomes { mine, numbers: numbers.map(|ways| ways / total * (1.0 - mine)) }
    }
}

impl Census {
    /// What revealing a covered cell would show, and how likely; `None` for a cell that is shown, or if counting
    /// would be too much work.
    ///
    /// # Examples
    /// ```
    /// use minewise::{Census, View};
    /// let view: View = "4x1/1 ....".parse()?;
    /// let outcomes = Census::of(&view)?.outcomes(0).expect("a covered cell");
    /// assert_eq!(outcomes.mine, 0.25);
    /// assert_eq!(outcomes.numbers[..3], [0.5, 0.25, 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcomes(&self, cell: Cell) -> Option<Outcomes> {
        let mine = self.risk(cell)?;
        if self.verdict(cell) == Some(Verdict::Mine) {
            return Some(Outcomes { mine, numbers: [0.0; 9] });
        }
        let n_unsettled = self.problem.group_cells.len() + self.problem.n_interior;
        let shares = if n_unsettled <= LOG2_LIMIT {
            Neighbourhood::of(self, cell).shares::<f64>()
        } else {
            Neighbourhood::of(self, cell).shares::<Wide>()
        };
        let shares = shares.ok()?;
        let safe = if self.verdict(cell) == Some(Verdict::Safe) { 1.0 } else { 1.0 - mine };
        Some(Outcomes { mine, numbers: shares.map(|share| share * safe) })
    }
}

impl Neighbourhood<'_> {
    /// The chance of each number, given that the cell is no mine.
    fn shares<W: Float>(&self) -> Result<[f64; 9], Halt> {
        let census = self.census;
        // For each number of mines next to the cell that lie in regions: the joined spread of all regions so far.
        let mut tallied: Vec<Spread<W>> = vec![Spread::nothing()];
        for (idx, counted) in census.counted.iter().enumerate() {
            if self.regions.contains(&idx) {
                tallied = join_tallied(&tallied, &self.count_region(idx)?);
            } else {
                let Spread { least, counts } = &counted.spread;
                let spread = if census.problem.regions[idx].n_cells as usize <= LOG2_LIMIT {
                    Spread { least: *least, counts: counts.iter().map(|&count| W::from_f64(count)).collect() }
                } else {
                    recounted_spread(&census.problem, &census.problem.regions[idx])
                };
                for joined in &mut tallied {
                    *joined = joined.join(&spread);
                }
            }
        }
        let weights = self.join_interior(&tallied);
        let mut total = W::zero();
        for weight in &weights {
            total.add(weight);
        }
        Ok(weights.map(|weight| if weight.is_zero() { 0.0 } else { weight.fraction_of(total) }))
    }

    /// Counts a region, given that the cell is no mine: a spread for each number of mines next to the cell.
    fn count_region<W: Float>(&self, region: usize) -> Result<Vec<Spread<W>>, Halt> {
        let mut sweeper: Sweeper<W> = Sweeper::default();
        let totals = self.totals(region, &mut sweeper, &mut Work::new(DEFAULT_WORK, DEFAULT_SIZE))?;
        let most = totals.iter().map(|&(_, tally, _)| tally).max().unwrap_or(0);
        let spread_of = |tally| {
            let of_tally = totals.iter().filter(move |&&(_, other, _)| other == tally);
            Spread::collect(of_tally.map(|(n_mines, _, count)| (*n_mines, count)))
        };
        Ok((0..=most).map(spread_of).collect())
    }

    /// The number of layouts for each number that the cell could show.
    fn join_interior<W: Float>(&self, tallied: &[Spread<W>]) -> [W; 9] {
        let problem = &self.census.problem;
        let n_itself = usize::from(problem.places[self.cell] == INTERIOR);
        let n_mines = problem.outside().expect("some layout fits").n_mines;
        let mut weights = [W::zero(); 9];
        let mut ways = Vec::new();
        for (tally, spread) in tallied.iter().enumerate() {
            for n_near in 0..=self.n_interior.min(n_mines) {
                let outside = Outside {
                    n_interior: problem.n_interior - n_itself - self.n_interior,
                    n_mines: n_mines - n_near,
                };
                if spread.counts.is_empty() {
                    continue;
                }
                let n_ways = f64::from(CHOOSE[self.n_interior][n_near]);
                outside.ways(spread.least, spread.counts.len(), &mut ways);
                for (count, ways) in spread.counts.iter().zip(&ways) {
                    weights[self.n_certain + tally + n_near].add(&count.times(ways).scale(n_ways));
                }
            }
        }
        weights
    }
}

/// Joins two lists that have a spread for each number of mines next to a cell.
fn join_tallied<W: Weight>(one: &[Spread<W>], other: &[Spread<W>]) -> Vec<Spread<W>> {
    let mut joined: Vec<Spread<W>> = Vec::new();
    for tally in 0..one.len() + other.len() - 1 {
        let parts: Vec<Spread<W>> = (0..one.len().min(tally + 1))
            .filter_map(|mine| Some(one[mine].join(other.get(tally - mine)?)))
            .filter(|part| !part.counts.is_empty())
            .collect();
        let terms = parts.iter().flat_map(|part| {
            part.counts.iter().enumerate().map(|(offset, count)| (part.least + offset, count))
        });
        joined.push(Spread::collect(terms));
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Layout;
    use crate::board::Rules;
    use crate::num::{Rng, Seed};
    use crate::testing::random_view;

    /// Generates many layouts and counts what the first cell shows.
    #[test]
    fn the_first_reveal_is_as_likely_as_in_generated_layouts() {
        let mut rng = Rng::new(Seed(10));
        for _ in 0..60 {
            let grid = Grid::new(Rules::random(&mut rng, 6));
            let starts: Vec<Cell> = (0..grid.n_cells()).filter(|&cell| grid.can_start_at(cell)).collect();
            let cell = starts[rng.below(starts.len())];
            let outcomes = Outcomes::of_first(&grid, cell);
            assert!((outcomes.mine + outcomes.numbers.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let n_layouts = 4000;
            let mut seen = [0.0; 10];
            for seed in 0..n_layouts {
                let layout = Layout::generate(&grid, Seed(seed), cell);
                let shown = if layout.is_mine(cell) { 9 } else { usize::from(layout.number(cell)) };
                seen[shown] += 1.0 / n_layouts as f64;
            }
            for (chance, seen) in outcomes.numbers.iter().chain([&outcomes.mine]).zip(seen) {
                let spread = (chance * (1.0 - chance) / n_layouts as f64).sqrt();
                assert!((chance - seen).abs() <= 5.0 * spread + 1e-12, "{} {cell}", grid.rules());
            }
        }
    }

    #[test]
    fn wide_floats_give_the_results_of_plain_ones() {
        let mut rng = Rng::new(Seed(9));
        for _ in 0..1000 {
            let rules = Rules::random(&mut rng, 8);
            let view = random_view(&mut rng, rules);
            let census = Census::of(&view).unwrap();
            for cell in view.covered().filter(|&cell| census.verdict(cell) != Some(Verdict::Mine)) {
                let around = Neighbourhood::of(&census, cell);
                let (plain, wide) = (around.shares::<f64>().unwrap(), around.shares::<Wide>().unwrap());
                for (plain, wide) in plain.into_iter().zip(wide) {
                    assert!((plain - wide).abs() < 1e-12, "{view:#} cell {cell}: {wide}, not {plain}");
                }
            }
        }
    }
}
