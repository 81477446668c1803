//! The value of a new view: a game played out from it, or an estimate.
//!
//! A game is played out by the rules of the paper's Table 1. The first two rules, single numbers and then certain
//! cells, reveal the same cells in the end, so both are done when a [`State`] is computed. The paper then draws a
//! random layout and a cell without a mine in it. Both are done in one draw here: every layout has the same number of
//! cells without a mine, so a cell is drawn in proportion to its chance to be safe.

use minewise::{Cell, Census, Layout, Rng, View};

use super::listed::Listed;
use super::state::{Counted, Drawn, Reveal, Simulator, State};
use super::{BssuctOptions, Leaf, Reward};
use crate::Chance;
use crate::least_risk::exact::EQUAL;
use crate::lookahead::search::promise_of;
use crate::pick::one_of;

/// The most layouts drawn to find one without a mine at a cell.
const MOST_DRAWS: usize = 1000;

/// A player of games from new views.
pub(super) struct Playout<'a> {
    pub(super) options: &'a BssuctOptions,
    pub(super) simulator: &'a mut Simulator,
    pub(super) rng: &'a mut Rng,
    pub(super) chance: &'a mut Chance,
}

impl Playout<'_> {
    /// Returns the value of a state: the chance to win or, with [`Reward::Result`], 1 for a game won and 0 for one
    /// lost.
    ///
    /// The game is played on the layout `drawn`. Where it has a mine at the chosen cell, another layout is drawn and
    /// the risk is part of the reward. If the layout is `fixed`, the game is lost there instead.
    pub(super) fn worth(&mut self, mut state: State, drawn: &Drawn, fixed: bool) -> f64 {
        let is_fixed = fixed || self.options.reward == Reward::Result;
        let mut drawn = drawn.clone();
        let mut worth = 1.0;
        loop {
            state = match state {
                State::Won => return worth,
                State::Lost => return 0.0,
                State::Listed(listed) => {
                    let (cell, risk) = self.choose_listed(&listed);
                    if drawn.is_mine(cell) {
                        if is_fixed {
                            return 0.0;
                        }
                        drawn = Drawn::Mines(self.redraw_listed(&listed, cell));
                    }
                    worth *= if is_fixed { 1.0 } else { 1.0 - risk };
                    let neighbour_sets =
                        self.simulator.neighbour_sets.as_ref().expect("lists are of small grids");
                    listed.reveal(neighbour_sets, cell, drawn.mines(), &mut forced())
                }
                State::Counted(counted) => {
                    match self.options.leaf {
                        Leaf::Chance => return worth * self.chance.of(&counted.census),
                        Leaf::Promise => return worth * promise_of(&counted.census),
                        Leaf::Auto | Leaf::Paper | Leaf::LeastRisk => {}
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
                    self.simulator.reveal((key, view), layout, cell, &mut forced(), self.rng)
                }
            };
        }
    }

    /// Decides whether the next guess takes the least risk.
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

/// Draws a layout without a mine at a cell; `None` if hardly any has none there.
fn redraw(census: &Census, cell: Cell, rng: &mut Rng) -> Option<Layout> {
    let sampler = census.sampler();
    (0..MOST_DRAWS).map(|_| sampler.draw(rng)).find(|layout| !layout.is_mine(cell))
}

/// Draws a cell in proportion to its chance to be safe.
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
