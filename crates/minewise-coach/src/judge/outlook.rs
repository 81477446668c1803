//! What a view is worth: the one answer of every door.
//!
//! The chance to win with good play is exact where perfect play can be computed at once. Else it is an estimate: where
//! some cell is certain, that of [`Chance`](minewise_players::Chance); where one must guess, that of `search`, which
//! weighs every cell worth a thought. A cell that it did not weigh is compared with the best one by the chance to win
//! after each number that it may show, so that an estimate that is off for the whole view does no harm.

use minewise::{
    Cell, CellValue, Census, CensusError, Limits, Optimal, Outcomes, Player, Position, Seed, Verdict, View,
    WinChance,
};
use serde::{Deserialize, Serialize};

use super::Judge;
use crate::messages::{Pair, WinIs, pair};

/// What a view is worth with good play. It depends on the view alone, never on the player that was asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outlook {
    /// The chance to win with the best choice.
    pub win: f64,
    /// Whether that is exact or an estimate.
    pub win_is: WinIs,
    /// The best cell; `None` if nothing is left to reveal.
    pub best: Option<Worth>,
    /// The chance to win after revealing a cell, for each cell of which more is known.
    #[serde(skip)]
    values: Vec<(Cell, f64)>,
}

/// A covered cell, and what revealing it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Worth {
    /// The cell.
    pub cell: Pair,
    /// The chance that it is a mine, as the census has it: before the first reveal without regard to the start. 0 only if
    /// it is certainly none.
    pub risk: f64,
    /// The chance to win after revealing it, before it is known what it shows.
    pub win: f64,
    /// Whether that is exact or an estimate.
    pub win_is: WinIs,
}

/// Perfect play is computed where at most so many layouts fit, as a decimal logarithm, with so many nodes.
///
/// An analysis is asked for with every click, so a whole one may take a millisecond. Of the 500 golden views of Expert
/// where one must guess, `cargo bench -p minewise-coach` finds 105 exact in 0.36 ms each up to 10^2 layouts and 500 nodes,
/// 114 in 0.64 ms up to these, and 115 in 0.83 ms with 5,000 nodes: more finds hardly any more, and takes longer.
const PERFECT_LOG10: f64 = 3.3;
const N_NODES: u64 = 2000;

/// Risks that differ by less are equal.
const EQUAL: f64 = 1e-9;

impl Outlook {
    /// The outlook of a position whose best cell is known.
    fn new(
        census: &Census,
        best: Option<Cell>,
        win: f64,
        win_is: WinIs,
        values: Vec<(Cell, f64)>,
    ) -> Outlook {
        let best = best.map(|cell| Worth::of(census, cell, win, win_is));
        Outlook { win, win_is, best, values }
    }

    /// What is known of revealing a cell.
    fn value(&self, cell: Cell) -> Option<f64> {
        self.values.iter().find(|(known, _)| *known == cell).map(|&(_, win)| win)
    }
}

impl Worth {
    fn of(census: &Census, cell: Cell, win: f64, win_is: WinIs) -> Worth {
        let risk = census.risk(cell).unwrap_or(0.0);
        // A risk too small for a float must not pass for none: sentences call a cell without risk safe.
        let risk =
            if census.verdict(cell) == Some(Verdict::Safe) { 0.0 } else { risk.max(f64::MIN_POSITIVE) };
        Worth { cell: pair(census.grid(), cell), risk, win, win_is }
    }
}

impl Judge {
    /// What a position is worth with good play. Found once for a view that is asked about several times in a row.
    ///
    /// # Errors
    /// When there is no census of it.
    pub fn outlook(&mut self, position: &Position) -> Result<Outlook, CensusError> {
        if let Some((view, outlook)) = &self.latest
            && view == position.view()
        {
            return Ok(outlook.clone());
        }
        let outlook = self.look(position, position.census()?);
        self.latest = Some((position.view().clone(), outlook.clone()));
        Ok(outlook)
    }

    /// What revealing a covered cell of a position is worth.
    ///
    /// # Errors
    /// When there is no census of it.
    pub fn worth(&mut self, position: &Position, cell: Cell) -> Result<Worth, CensusError> {
        let outlook = self.outlook(position)?;
        let census = position.census()?;
        let (win, win_is) = match (census.verdict(cell), outlook.value(cell)) {
            // A certain cell can as well be revealed now as later.
            (Some(Verdict::Safe), _) => (outlook.win, outlook.win_is),
            // Whoever hits a mine has lost.
            (Some(Verdict::Mine), _) => (0.0, WinIs::Exact),
            (_, Some(win)) => (win, outlook.win_is),
            (_, None) => (self.estimate(position, census, &outlook, cell), WinIs::Estimate),
        };
        Ok(Worth::of(census, cell, win, win_is))
    }

    /// The cell to compare a choice with: the best one if that is another, else the least risky one if it risks less, else
    /// the one with the next best chance to win. `None` if of no other cell more is known.
    ///
    /// # Errors
    /// When there is no census of the position.
    pub(crate) fn other(
        &mut self,
        position: &Position,
        chosen: &Worth,
    ) -> Result<Option<Worth>, CensusError> {
        let outlook = self.outlook(position)?;
        if let Some(best) = outlook.best.filter(|best| best.cell != chosen.cell) {
            return Ok(Some(best));
        }
        let census = position.census()?;
        let (least, safest) = census.least_risky(EQUAL);
        if least + EQUAL < chosen.risk {
            return safest.first().map(|&cell| self.worth(position, cell)).transpose();
        }
        let known = outlook.values.iter().map(|&(cell, win)| Worth::of(census, cell, win, outlook.win_is));
        let others = known.filter(|worth| worth.cell != chosen.cell);
        let is_better = |one: &Worth, other: &Worth| (one.win, -one.risk) > (other.win, -other.risk);
        Ok(others.reduce(|next, other| if is_better(&other, &next) { other } else { next }))
    }

    fn look(&mut self, position: &Position, census: &Census) -> Outlook {
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

    /// By the choice of `search`.
    fn search(&mut self, position: &Position, census: &Census) -> Outlook {
        self.search.start(position.view().grid().rules(), Seed(0));
        let choice = self.search.choose(position);
        let most = |cell| survival(position.view(), census, cell);
        let most_here = choice.cell.map_or(1.0, most);
        // An estimate of the whole view may be above the chance to hit no mine.
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

    /// What a cell is worth that was not weighed: as much less than the best one as the numbers that they may show say.
    fn estimate(&mut self, position: &Position, census: &Census, outlook: &Outlook, cell: Cell) -> f64 {
        let win = self.win_ahead(position, census, cell);
        let best = outlook.best.and_then(|best| best.cell.on(census.grid()));
        let of_best = best.map_or(win, |best| self.win_ahead(position, census, best));
        let gap = (of_best - win).max(0.0);
        (outlook.win - gap).min(survival(position.view(), census, cell)).max(0.0)
    }

    /// The chance to win after a reveal: that after each number, weighed by how likely it is.
    fn win_ahead(&mut self, position: &Position, census: &Census, cell: Cell) -> f64 {
        let outcomes = if position.view().is_untouched() {
            Some(Outcomes::of_first(census.grid(), cell))
        } else {
            census.outcomes(cell)
        };
        let Some(outcomes) = outcomes else { return 0.0 };
        let mut win = 0.0;
        for (number, likely) in (0u8..).zip(outcomes.numbers).filter(|&(_, likely)| likely > 0.0) {
            // What cannot be counted is worth nothing, for want of anything better.
            win += likely * position.if_shown(cell, number, |census| self.chance.of(census)).unwrap_or(0.0);
        }
        win
    }
}

/// The chance that a reveal hits no mine, which no chance to win is above.
fn survival(view: &View, census: &Census, cell: Cell) -> f64 {
    if view.is_safe_opening() { 1.0 } else { 1.0 - census.risk(cell).unwrap_or(0.0) }
}

/// The exact outlook, if it can be computed at once. The best cell is the safest of equals.
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
