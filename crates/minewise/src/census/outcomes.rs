//! What revealing a cell would show, and how likely.
//!
//! Every region with a cell around the one revealed is counted once more, the mines around it apart; the other
//! regions and the interior enter by their numbers of mines alone.

use super::join::{Outside, Spread};

use super::problem::{INTERIOR, MINE, SAFE, SHOWN};
use super::sweep::{CHOOSE, OutOfWork, Sweep, Sweeper, Work};
use super::weight::{Float, LOG2_LIMIT, Weight, Wide};
use super::{Census, DEFAULT_WORK, Verdict};
use crate::grid::Cell;

/// What revealing a cell would show, and how likely. The chances add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcomes {
    /// The chance of a mine.
    pub mine: f64,
    /// The chance of each number from 0 to 8.
    pub numbers: [f64; 9],
}

impl Census {
    /// What revealing a covered cell would show, and how likely; none for a cell that is shown, or in a region so
    /// tangled that this cannot be told.
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
            Around::of(self, cell).shares::<f64>()
        } else {
            Around::of(self, cell).shares::<Wide>()
        };
        let shares = shares.ok()?;
        let safe = if self.verdict(cell) == Some(Verdict::Safe) { 1.0 } else { 1.0 - mine };
        Some(Outcomes { mine, numbers: shares.map(|share| share * safe) })
    }
}

/// A cell taken to be no mine, and what lies around it.
struct Around<'a> {
    census: &'a Census,
    cell: Cell,
    /// The mines around it that are certain.
    n_certain: usize,
    /// The interior cells around it.
    n_interior: usize,
    /// The regions with a cell around it, or with the cell itself.
    regions: Vec<usize>,
}

impl<'a> Around<'a> {
    fn of(census: &'a Census, cell: Cell) -> Around<'a> {
        let mut around = Around { census, cell, n_certain: 0, n_interior: 0, regions: Vec::new() };
        let problem = &census.problem;
        around.add_region_of(cell);
        for near in census.grid.neighbours(cell) {
            match problem.places[near] {
                SHOWN => around.n_certain += usize::from(census.shown_mines.contains(&(near as u32))),
                MINE => around.n_certain += 1,
                SAFE => {}
                INTERIOR => around.n_interior += 1,
                _ => around.add_region_of(near),
            }
        }
        around
    }

    fn add_region_of(&mut self, cell: Cell) {
        let group = self.census.problem.places[cell];
        if group >= INTERIOR {
            return;
        }
        let regions = &self.census.problem.regions;
        let region = regions.partition_point(|region| region.first_group <= group) - 1;
        if !self.regions.contains(&region) {
            self.regions.push(region);
        }
    }

    /// The chance of each number, given that the cell is no mine.
    fn shares<W: Float>(&self) -> Result<[f64; 9], OutOfWork> {
        let census = self.census;
        // By the mines around the cell: the fillings of all regions, by number of mines.
        let mut tallied: Vec<Spread<W>> = vec![Spread::nothing()];
        for (idx, counted) in census.counted.iter().enumerate() {
            if self.regions.contains(&idx) {
                tallied = join_tallied(&tallied, &self.count_region(idx)?);
            } else {
                let Spread { least, counts } = &counted.spread;
                let spread = if census.problem.regions[idx].n_cells as usize <= LOG2_LIMIT {
                    Spread { least: *least, counts: counts.iter().map(|&count| W::from_f64(count)).collect() }
                } else {
                    super::counter::spread_of(&self.sweep(idx, |_| false)?)
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

    /// Counts a region with the cell taken to be no mine: the fillings by mines around it, then by number of mines.
    fn count_region<W: Float>(&self, region: usize) -> Result<Vec<Spread<W>>, OutOfWork> {
        let sweep: Sweep<W> = self.sweep(region, |_| true)?;
        let most = sweep.totals().map(|(_, tally, _)| tally).max().unwrap_or(0);
        let spread_of = |tally| {
            let of_tally = sweep.totals().filter(move |&(_, other, _)| other == tally);
            Spread::collect(of_tally.map(|(n_mines, _, count)| (n_mines, count)))
        };
        Ok((0..=most).map(spread_of).collect())
    }

    /// The sweep of a region in which groups are split by whether they lie around the cell, and the cell left out.
    fn sweep<W: Weight>(&self, region: usize, tally: impl Fn(Cell) -> bool) -> Result<Sweep<W>, OutOfWork> {
        let problem = &self.census.problem;
        let region = &problem.regions[region];
        let code = problem.shape(region);
        let n_numbers = *code.last().expect("a shape ends with its number of numbers") as usize;
        let mut split = Vec::with_capacity(2 * code.len());
        let mut is_tallied = Vec::new();
        let mut rest = code;
        for group in problem.groups(region) {
            let n_touched = rest[1] as usize;
            let cells =
                problem.cells(group).iter().map(|&cell| cell as Cell).filter(|&cell| cell != self.cell);
            let (near, far): (Vec<Cell>, Vec<Cell>) =
                cells.partition(|&cell| tally(cell) && self.census.grid.touch(self.cell, cell));
            for (cells, tallied) in [(near, true), (far, false)] {
                if !cells.is_empty() {
                    split.push(cells.len() as u32);
                    split.extend_from_slice(&rest[1..2 + n_touched]);
                    is_tallied.push(tallied);
                }
            }
            rest = &rest[2 + n_touched..];
        }
        debug_assert_eq!(rest.len(), n_numbers + 1);
        split.extend_from_slice(rest);
        Sweeper::default().sweep_with_tally(&split, |group| is_tallied[group], &mut Work(DEFAULT_WORK))
    }

    /// The layouts by the number that the cell would show.
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

/// Joins fillings counted by the mines around a cell.
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
