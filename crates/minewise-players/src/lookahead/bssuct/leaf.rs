//! What a new view is worth: a game played out from it, or an estimate.
//!
//! A game is played out as the paper's Table 1 has it. Its first two rules, single numbers and then certain cells,
//! reveal the same cells in the end, so both are in the way that [`Spot`]s go on. A random hidden state and a cell
//! without a mine in it are drawn as one: every hidden state has as many cells without a mine, so a cell is drawn in
//! proportion to its chance to have none.

use minewise::{Cell, Census, Layout, Rng, View};

use super::listed::Listed;
use super::spot::{Counted, Drawn, Ground, Reveal, Spot};
use super::{BssuctOptions, Leaf, Reward};
use crate::Chance;
use crate::least_risk::exact::EQUAL;
use crate::pick::one_of;

/// The most layouts drawn for one without a mine at a cell.
const MOST_DRAWS: usize = 1000;

/// What it takes to play games out.
pub(super) struct Playout<'a> {
    pub(super) options: &'a BssuctOptions,
    pub(super) ground: &'a mut Ground,
    pub(super) rng: &'a mut Rng,
    pub(super) chance: &'a mut Chance,
}

impl Playout<'_> {
    /// What a spot is worth: the chance to win or, if so wanted, 1 for a game won and 0 for one lost.
    ///
    /// The game is played on a layout that fits, which is drawn anew where it has a mine that is not to be met; the
    /// layout that is `fixed` is kept, mines and all.
    pub(super) fn worth(&mut self, mut spot: Spot, drawn: &Drawn, fixed: bool) -> f64 {
        let is_fixed = fixed || self.options.reward == Reward::Result;
        let mut drawn = drawn.clone();
        let mut worth = 1.0;
        loop {
            spot = match spot {
                Spot::Won => return worth,
                Spot::Lost => return 0.0,
                Spot::Listed(listed) => {
                    let (cell, risk) = self.choose_listed(&listed);
                    if drawn.is_mine(cell) {
                        if is_fixed {
                            return 0.0;
                        }
                        drawn = Drawn::Mines(self.redraw_listed(&listed, cell));
                    }
                    worth *= if is_fixed { 1.0 } else { 1.0 - risk };
                    let touching = self.ground.touching.as_ref().expect("lists are of small grids");
                    listed.reveal(touching, cell, drawn.mines(), &mut forced())
                }
                Spot::Counted(counted) => {
                    if self.options.leaf == Leaf::Chance {
                        return worth * self.chance.of(&counted.census);
                    }
                    let (cell, risk) = self.choose_counted(&counted.view, &counted.census);
                    if drawn.is_mine(cell) {
                        if is_fixed {
                            return 0.0;
                        }
                        let Some(layout) = redraw(&counted.census, cell, self.rng) else { return 0.0 };
                        drawn = Drawn::Layout(layout);
                    }
                    worth *= if is_fixed { 1.0 } else { 1.0 - risk };
                    let Counted { key, view, .. } = *counted;
                    let Drawn::Layout(layout) = &drawn else { return 0.0 };
                    self.ground.reveal((key, view), layout, cell, &mut forced(), self.rng)
                }
            };
        }
    }

    /// Whether the next guess takes the least risk.
    fn is_greedy(&mut self) -> bool {
        self.options.leaf == Leaf::LeastRisk || self.rng.unit() < self.options.greedy
    }

    fn choose_listed(&mut self, listed: &Listed) -> (Cell, f64) {
        let n_layouts = listed.layouts.len() as f64;
        if self.is_greedy() {
            let mut tied = [0; 64];
            let (mut least, mut n_tied) = (u32::MAX, 0);
            for (cell, with_mine) in listed.with_mine() {
                if with_mine < least {
                    (least, n_tied) = (with_mine, 0);
                }
                if with_mine == least {
                    tied[n_tied] = cell;
                    n_tied += 1;
                }
            }
            return (one_of(self.rng, &tied[..n_tied]), f64::from(least) / n_layouts);
        }
        pick_safe(listed.risks(), self.rng)
    }

    fn choose_counted(&mut self, view: &View, census: &Census) -> (Cell, f64) {
        if self.is_greedy() {
            let (risk, tied) = census.least_risky(EQUAL);
            return (one_of(self.rng, &tied), risk);
        }
        let with_risk = |cell| Some((cell, census.risk(cell)?));
        pick_safe(view.covered().filter_map(with_risk), self.rng)
    }

    fn redraw_listed(&mut self, listed: &Listed, cell: Cell) -> u64 {
        loop {
            let mines = listed.layouts[self.rng.below(listed.layouts.len())];
            if mines >> cell & 1 == 0 {
                return mines;
            }
        }
    }
}

fn forced() -> Reveal {
    Reveal { forced: true, shown: None }
}

/// Draws a layout without a mine at a cell; none if there hardly is one.
fn redraw(census: &Census, cell: Cell, rng: &mut Rng) -> Option<Layout> {
    let sampler = census.sampler();
    (0..MOST_DRAWS).map(|_| sampler.draw(rng)).find(|layout| !layout.is_mine(cell))
}

/// Draws a cell, each in proportion to its chance to be no mine.
fn pick_safe(risks: impl Iterator<Item = (Cell, f64)>, rng: &mut Rng) -> (Cell, f64) {
    let risks: Vec<(Cell, f64)> = risks.collect();
    let n_safe: f64 = risks.iter().map(|&(_, risk)| 1.0 - risk).sum();
    let mut left = rng.unit() * n_safe;
    let mut open = risks.iter().copied().filter(|&(_, risk)| risk < 1.0);
    let mut last = open.next().expect("a game in play has a cell that need not be a mine");
    for (cell, risk) in std::iter::once(last).chain(open) {
        last = (cell, risk);
        left -= 1.0 - risk;
        if left < 0.0 {
            break;
        }
    }
    last
}
