//! The outlook of a view: its chance to win, the same for all interfaces.
//!
//! The chance to win with good play is exact if perfect play can be computed quickly. Otherwise it is an estimate: if
//! some cell is certain, that of [`Chance`](minewise_players::Chance); if a guess is needed, that of `search`, which
//! evaluates every promising cell. A cell that it did not evaluate is compared with the best one by the chance to win
//! after each number that it may show, so that an error of the estimate that affects the whole view cancels out.

use minewise::census::{CensusError, Outcomes};
use minewise::game::WinChance;
use minewise::perfect::{CellValue, Limits};
use minewise::{Cell, Census, Optimal, Player, Position, Seed, Verdict, View};
use serde::{Deserialize, Serialize};

use super::Judge;
use crate::messages::{Pair, WinIs, pair};

/// The chance to win in a view with good play. It depends only on the view, never on the selected player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outlook {
    /// The chance to win with the best choice.
    pub win: f64,
    /// Whether that is exact or an estimate.
    pub win_is: WinIs,
    /// The best cell; `None` if nothing is left to reveal.
    pub best: Option<CellOutlook>,
    /// The chance to win after revealing a cell, for each cell that was evaluated.
    #[serde(skip)]
    values: Vec<(Cell, f64)>,
}

/// A covered cell, and the chance to win after revealing it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CellOutlook {
    /// The cell.
    pub cell: Pair,
    /// The chance that it is a mine, according to the census, which ignores the start before the first reveal. It is 0
    /// only if the cell is certainly safe.
    pub risk: f64,
    /// The chance to win after revealing it, before it is known what it shows.
    pub win: f64,
    /// Whether that is exact or an estimate.
    pub win_is: WinIs,
}

/// Perfect play is computed if at most this many layouts fit, as a decimal logarithm, with at most `N_NODES` nodes.
///
/// An analysis is made after every click, so it may take about a millisecond. Of the 500 golden views of Expert that
/// need a guess, `cargo bench -p minewise-coach` finds 105 exact in 0.36 ms each with 10^2 layouts and 500 nodes, 114
/// in 0.64 ms with these limits, and 115 in 0.83 ms with 5,000 nodes: higher limits find hardly any more, and take
/// longer.
const PERFECT_LOG10: f64 = 3.3;
const N_NODES: u64 = 2000;

/// Risks that differ by less than this are treated as equal.
const EQUAL: f64 = 1e-9;

impl Outlook {
    /// Creates the outlook of a position whose best cell is known.
    fn new(
        census: &Census,
        best: Option<Cell>,
        win: f64,
        win_is: WinIs,
        values: Vec<(Cell, f64)>,
    ) -> Outlook {
        let best = best.map(|cell| CellOutlook::of(census, cell, win, win_is));
        Outlook { win, win_is, best, values }
    }

    /// Returns the chance to win after revealing a cell, if it was evaluated.
    fn value(&self, cell: Cell) -> Option<f64> {
        self.values.iter().find(|(known, _)| *known == cell).map(|&(_, win)| win)
    }
}

impl CellOutlook {
    fn of(census: &Census, cell: Cell, win: f64, win_is: WinIs) -> CellOutlook {
        let risk = census.risk(cell).unwrap_or(0.0);
        // A risk too small for a float must not become 0, because sentences call a cell without risk safe.
        let risk =
            if census.verdict(cell) == Some(Verdict::Safe) { 0.0 } else { risk.max(f64::MIN_POSITIVE) };
        CellOutlook { cell: pair(census.grid(), cell), risk, win, win_is }
    }
}

impl Judge {
    /// Returns the outlook of a position. The last one is cached, so repeated calls for the same view are cheap.
    ///
    /// # Errors
    /// Returns an error if there is no census of the position.
    pub fn outlook(&mut self, position: &Position) -> Result<Outlook, CensusError> {
        if let Some((view, outlook)) = &self.latest
            && view == position.view()
        {
            return Ok(outlook.clone());
        }
        let outlook = self.compute_outlook(position, position.census()?);
        self.latest = Some((position.view().clone(), outlook.clone()));
        Ok(outlook)
    }

    /// Returns the chance to win after revealing a covered cell.
    ///
    /// # Errors
    /// Returns an error if there is no census of the position.
    pub fn cell_outlook(&mut self, position: &Position, cell: Cell) -> Result<CellOutlook, CensusError> {
        let outlook = self.outlook(position)?;
        let census = position.census()?;
        let (win, win_is) = match (census.verdict(cell), outlook.value(cell)) {
            // Revealing a certain cell now or later makes no difference.
            (Some(Verdict::Safe), _) => (outlook.win, outlook.win_is),
            // Revealing a mine loses the game.
            (Some(Verdict::Mine), _) => (0.0, WinIs::Exact),
            (_, Some(win)) => (win, outlook.win_is),
            (_, None) => (self.estimate(position, census, &outlook, cell), WinIs::Estimate),
        };
        Ok(CellOutlook::of(census, cell, win, win_is))
    }

    /// Returns the cell to compare a choice with: the best cell if it is another one, else the safest cell if it has
    /// less risk, else the one with the next best chance to win; `None` if no other cell was evaluated.
    ///
    /// # Errors
    /// Returns an error if there is no census of the position.
    pub(crate) fn alternative(
        &mut self,
        position: &Position,
        chosen: &CellOutlook,
    ) -> Result<Option<CellOutlook>, CensusError> {
        let outlook = self.outlook(position)?;
        if let Some(best) = outlook.best.filter(|best| best.cell != chosen.cell) {
            return Ok(Some(best));
        }
        let census = position.census()?;
        let (least, safest) = census.least_risky(EQUAL);
        if least + EQUAL < chosen.risk {
            return safest.first().map(|&cell| self.cell_outlook(position, cell)).transpose();
        }
        let known =
            outlook.values.iter().map(|&(cell, win)| CellOutlook::of(census, cell, win, outlook.win_is));
        let others = known.filter(|value| value.cell != chosen.cell);
        let is_better =
            |one: &CellOutlook, other: &CellOutlook| (one.win, -one.risk) > (other.win, -other.risk);
        Ok(others.reduce(|next, other| if is_better(&other, &next) { other } else { next }))
    }

    fn compute_outlook(&mut self, position: &Position, census: &Census) -> Outlook {
        let safe = census.safe().next();
        if census.n_open_mines() == 0 {
            return Outlook::new(census, safe, 1.0, WinIs::Exact, Vec::new());
        }
        if let Some(outlook) = exact(position.view(), census) {
            return outlook;
        }
        if safe.is_some() {
            return Outlook::new(census, safe, self.chance.of(census), WinIs::Estimate, Vec::new());
        }
        self.search(position, census)
    }

    /// Computes the outlook from the choice of `search`.
    fn search(&mut self, position: &Position, census: &Census) -> Outlook {
        self.search.start(position.view().grid().rules(), Seed(0));
        let choice = self.search.choose(position);
        let most = |cell| survival(position.view(), census, cell);
        let most_here = choice.cell.map_or(1.0, most);
        // The estimate may exceed the chance to hit no mine, which no chance to win can.
        let (win, win_is) = match choice.chosen().and_then(|candidate| candidate.win) {
            Some(WinChance::Exact(win)) => (win, WinIs::Exact),
            Some(WinChance::Estimate(win)) => (win.min(most_here), WinIs::Estimate),
            None => (self.chance.of(census).min(most_here), WinIs::Estimate),
        };
        let values = choice.candidates.iter().filter_map(|candidate| match candidate.win? {
            WinChance::Exact(value) => Some((candidate.cell, value)),
            WinChance::Estimate(value) => Some((candidate.cell, value.min(win).min(most(candidate.cell)))),
        });
        Outlook::new(census, choice.cell, win, win_is, values.collect())
    }

    /// Estimates the chance to win with a cell that was not evaluated. Its distance to the best cell is computed from
    /// the numbers that the two may show.
    fn estimate(&mut self, position: &Position, census: &Census, outlook: &Outlook, cell: Cell) -> f64 {
        let win = self.win_ahead(position, census, cell);
        let best = outlook.best.and_then(|best| best.cell.on(census.grid()));
        let of_best = best.map_or(win, |best| self.win_ahead(position, census, best));
        let gap = (of_best - win).max(0.0);
        (outlook.win - gap).min(survival(position.view(), census, cell)).max(0.0)
    }

    /// Returns the estimated chance to win after a reveal: the mean over the numbers that the cell may show.
    fn win_ahead(&mut self, position: &Position, census: &Census, cell: Cell) -> f64 {
        let outcomes = if position.view().is_untouched() {
            Some(Outcomes::of_first(census.grid(), cell))
        } else {
            census.outcomes(cell)
        };
        let Some(outcomes) = outcomes else { return 0.0 };
        let mut win = 0.0;
        for (number, likely) in (0u8..).zip(outcomes.numbers).filter(|&(_, likely)| likely > 0.0) {
            // A view that is too much work counts as lost, because there is no better estimate.
            win += likely * position.if_shown(cell, number, |census| self.chance.of(census)).unwrap_or(0.0);
        }
        win
    }
}

/// Returns the chance that a reveal hits no mine, an upper bound of the chance to win.
fn survival(view: &View, census: &Census, cell: Cell) -> f64 {
    if view.is_safe_opening() { 1.0 } else { 1.0 - census.risk(cell).unwrap_or(0.0) }
}

/// Returns the exact outlook, if it can be computed quickly. Among equally good cells the safest is the best.
fn exact(view: &View, census: &Census) -> Option<Outlook> {
    if census.layouts_log10() > PERFECT_LOG10 {
        return None;
    }
    let optimal = Optimal::of(view, Limits::nodes(N_NODES)).ok()?;
    let is_better = |one: &CellValue, other: &CellValue| {
        let is_safer = census.risk(one.cell) < census.risk(other.cell);
        one.is_better(other) || is_safer && !other.is_better(one)
    };
    let best = optimal.cells.iter().reduce(|best, cell| if is_better(cell, best) { cell } else { best })?;
    let values = optimal.cells.iter().map(|value| (value.cell, value.value())).collect();
    let cell = census.safe().next().unwrap_or(best.cell);
    Some(Outlook::new(census, Some(cell), best.value(), WinIs::Exact, values))
}
