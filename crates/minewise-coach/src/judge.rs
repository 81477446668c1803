//! How good a choice was: what it was worth, beside what the best one was worth.
//!
//! Worth is the chance to win with good play: exact where perfect play can be computed, else by the estimates of
//! `search`, which weighs every cell worth a thought. A cell that it did not weigh is compared with the best one by the
//! chance to win after each number that it may show. What a choice gives away is the difference of the two, so that an
//! estimate that is off for the whole view does no harm.

use std::fmt;

use minewise::{
    Cell, Census, CensusError, Grid, Limits, Move, Optimal, Outcomes, Player, Position, Seed, Shown, View,
    WinChance,
};
use minewise_players::{Chance, Level, Search, is_closed};
use serde::{Deserialize, Serialize};

use crate::advice::percent;
use crate::messages::{Pair, pair};

/// What a choice is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// The first reveal, which nobody can know better.
    Opening,
    /// Certainly safe.
    Certain,
    /// A guess, though some cell was certainly safe.
    Missed,
    /// A guess, and none was better.
    Best,
    /// A guess that gave away less than 5 points.
    Good,
    /// One that gave away 5 points or more.
    Inaccuracy,
    /// 10 points or more.
    Mistake,
    /// 15 points or more.
    Blunder,
    /// A coin to toss: one of two, and nothing will ever tell which.
    Forced,
    /// Too much work to tell.
    Unknown,
}

impl Label {
    /// Its name, in a word.
    pub fn name(self) -> &'static str {
        match self {
            Label::Opening => "opening",
            Label::Certain => "certain",
            Label::Missed => "missed",
            Label::Best => "best",
            Label::Good => "good",
            Label::Inaccuracy => "inaccuracy",
            Label::Mistake => "mistake",
            Label::Blunder => "blunder",
            Label::Forced => "forced",
            Label::Unknown => "unknown",
        }
    }

    /// Whether it can be learned from.
    pub fn is_mistake(self) -> bool {
        matches!(self, Label::Missed | Label::Inaccuracy | Label::Mistake | Label::Blunder)
    }

    /// What a guess is called that gave away so much, where nothing was certain.
    fn of_loss(lost: f64) -> Label {
        match lost {
            _ if lost >= 0.15 => Label::Blunder,
            _ if lost >= 0.10 => Label::Mistake,
            _ if lost >= 0.05 => Label::Inaccuracy,
            _ if lost > AS_GOOD => Label::Good,
            _ => Label::Best,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a choice was worth. Chances are fractions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// What it is called.
    pub label: Label,
    /// The chance that it hit a mine; none if that is too much work to count.
    pub risk: Option<f64>,
    /// The chance to win with the best choice.
    pub before: f64,
    /// The chance to win with this one, before it is known what it shows. Never above `before`.
    pub chosen: f64,
    /// Whether what the choice is worth is exact, and so is `before` unless that is nothing.
    pub is_exact: bool,
    /// The best cell, if one is known.
    pub best: Option<Cell>,
}

impl Judgement {
    /// What the choice gave away.
    pub fn lost(&self) -> f64 {
        self.before - self.chosen
    }

    /// What there is to say of a choice.
    pub fn sentence(&self, grid: &Grid, made: Move) -> String {
        let name = match made {
            Move::Chord(cell) => format!("The chord on {}", grid.name(cell)),
            Move::Reveal(cell) | Move::Flag(cell) => grid.name(cell),
        };
        let risk = self.risk.map_or("unknown".to_owned(), percent);
        let best = |or: &str| self.best.map_or(or.to_owned(), |cell: Cell| grid.name(cell));
        let about = if self.is_exact { "" } else { "about " };
        let points = format!("{about}{:.1} points", 100.0 * self.lost());
        match self.label {
            Label::Opening => format!("{name} began the game."),
            Label::Certain => format!("{name} was certainly safe."),
            Label::Missed => format!(
                "{name} had a risk of {risk}, though {} was certainly safe: {points} given away.",
                best("another cell")
            ),
            Label::Best => {
                format!("Nothing was certain. {name}, with a risk of {risk}, was the best choice.")
            }
            Label::Good => format!(
                "Nothing was certain. {name}, with a risk of {risk}, was nearly as good as {}: {points} less.",
                best("the best")
            ),
            Label::Inaccuracy | Label::Mistake | Label::Blunder => format!(
                "Nothing was certain. {} was better than {name}, with its risk of {risk}: {points} given away.",
                best("Another cell")
            ),
            Label::Forced => {
                format!("{name} was a coin to toss: one of two, and nothing would ever tell which.")
            }
            Label::Unknown => format!("{name}: the view was too tangled to judge it."),
        }
    }
}

/// How good a choice is, as it is said.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Judged {
    /// What the choice is called.
    pub label: Label,
    /// What it gives away.
    pub lost: f64,
    /// The best cell.
    pub best: Option<Pair>,
    /// All that in a sentence.
    pub text: String,
    /// Whether it is no mistake.
    pub solved: bool,
}

impl Judged {
    /// How good revealing a covered cell would be.
    ///
    /// # Errors
    /// When there is no census of the position.
    pub fn of(position: &Position, cell: Cell) -> Result<Judged, CensusError> {
        let judgement = Judge::default().judge_reveal(position, cell)?;
        let grid = position.view().grid();
        Ok(Judged {
            label: judgement.label,
            lost: judgement.lost(),
            best: judgement.best.map(|cell| pair(grid, cell)),
            text: judgement.sentence(grid, Move::Reveal(cell)),
            solved: !judgement.label.is_mistake(),
        })
    }
}

/// Less than this is no difference.
const AS_GOOD: f64 = 0.002;
/// Perfect play is computed up to so many layouts, as a decimal logarithm, and nodes.
const PERFECT_LOG10: f64 = 3.3;
const N_NODES: u64 = 5000;

/// Tells how good choices are, one after the other; keeps its memory in between.
pub struct Judge {
    search: Search,
    chance: Chance,
}

impl Default for Judge {
    fn default() -> Judge {
        Judge { search: Search::new(Level::Fast), chance: Chance::default() }
    }
}

/// What a position is worth, and the cells of which more is known.
struct Worth {
    win: f64,
    is_exact: bool,
    best: Option<Cell>,
    cells: Vec<(Cell, f64)>,
}

impl Worth {
    fn of(&self, cell: Cell) -> Option<f64> {
        self.cells.iter().find(|(known, _)| *known == cell).map(|&(_, win)| win)
    }
}

impl Judge {
    /// The chance to win from a position with good play.
    ///
    /// # Errors
    /// When there is no census of it.
    pub fn win(&mut self, position: &Position) -> Result<WinChance, CensusError> {
        let worth = self.worth(position)?;
        Ok(if worth.is_exact { WinChance::Exact(worth.win) } else { WinChance::Estimate(worth.win) })
    }

    /// The chance to win after revealing a covered cell, before it is known what it shows.
    ///
    /// # Errors
    /// When there is no census of the position.
    pub fn win_of(&mut self, position: &Position, cell: Cell) -> Result<WinChance, CensusError> {
        let judgement = self.judge_reveal(position, cell)?;
        Ok(if judgement.is_exact {
            WinChance::Exact(judgement.chosen)
        } else {
            WinChance::Estimate(judgement.chosen)
        })
    }

    /// Judges a reveal or a chord that the rules allow; none for a flag.
    ///
    /// # Errors
    /// When there is no census of the position.
    pub fn judge(&mut self, position: &Position, made: Move) -> Result<Option<Judgement>, CensusError> {
        match made {
            Move::Flag(_) => Ok(None),
            Move::Reveal(cell) => self.judge_reveal(position, cell).map(Some),
            Move::Chord(cell) => self.judge_chord(position, cell).map(Some),
        }
    }

    fn judge_reveal(&mut self, position: &Position, cell: Cell) -> Result<Judgement, CensusError> {
        let census = position.census()?;
        let risk = move_risk(position, Move::Reveal(cell));
        if position.view().is_untouched() {
            let win = self.win_of_first(position, cell);
            let (label, best) = (Label::Opening, Some(cell));
            return Ok(Judgement { label, risk, before: win, chosen: win, is_exact: false, best });
        }
        let worth = self.worth(position)?;
        let Worth { win: before, best, is_exact, .. } = worth;
        if risk == Some(0.0) {
            return Ok(Judgement {
                label: Label::Certain,
                risk,
                before,
                chosen: before,
                is_exact,
                best: Some(cell),
            });
        }
        let chosen = match worth.of(cell) {
            Some(win) => win,
            // Whoever hits a mine has lost.
            None => (before - self.gap(position, census, best, cell)).min(1.0 - risk.unwrap_or(0.0)),
        };
        let chosen = chosen.clamp(0.0, before);
        let is_coin = risk.is_some_and(|risk| (risk - 0.5).abs() < 1e-9) && is_closed(census, cell);
        let label = if census.safe().len() > 0 {
            Label::Missed
        } else if best == Some(cell) && !is_coin {
            Label::Best
        } else {
            match Label::of_loss(before - chosen) {
                Label::Best | Label::Good if is_coin => Label::Forced,
                label => label,
            }
        };
        let is_hopeless = risk == Some(1.0);
        Ok(Judgement { label, risk, before, chosen, is_exact: is_exact || is_hopeless, best })
    }

    /// A chord bets that all flags around it are right.
    fn judge_chord(&mut self, position: &Position, cell: Cell) -> Result<Judgement, CensusError> {
        let census = position.census()?;
        let worth = self.worth(position)?;
        let Worth { win: before, best, is_exact, .. } = worth;
        let risk = move_risk(position, Move::Chord(cell));
        let Some(bet) = risk.filter(|&risk| risk > 0.0) else {
            let label = if risk.is_some() { Label::Certain } else { Label::Unknown };
            return Ok(Judgement { label, risk, before, chosen: before, is_exact, best });
        };
        let survived = Census::of(&trusting(position.view(), cell)).map_or(0.0, |fit| self.chance.of(&fit));
        let chosen = ((1.0 - bet) * survived).clamp(0.0, before);
        let is_missed = census.safe().len() > 0;
        let label = if is_missed { Label::Missed } else { Label::of_loss(before - chosen) };
        Ok(Judgement { label, risk, before, chosen, is_exact: false, best })
    }

    fn worth(&mut self, position: &Position) -> Result<Worth, CensusError> {
        let census = position.census()?;
        let view = position.view();
        if view.is_untouched() {
            return Ok(self.worth_of_choice(position, census));
        }
        let safe = census.safe().next();
        if census.n_open_mines() == 0 {
            return Ok(Worth { win: 1.0, is_exact: true, best: safe, cells: Vec::new() });
        }
        if census.layouts_log10() <= PERFECT_LOG10
            && let Ok(optimal) = Optimal::of(view, Limits::nodes(N_NODES))
            && let Some(best) = optimal.best()
        {
            let cells = optimal.cells.iter().map(|value| (value.cell, value.value())).collect();
            return Ok(Worth { win: best.value(), is_exact: true, best: safe.or(Some(best.cell)), cells });
        }
        if safe.is_some() {
            return Ok(Worth { win: self.chance.of(census), is_exact: false, best: safe, cells: Vec::new() });
        }
        Ok(self.worth_of_choice(position, census))
    }

    /// By the choice of `search`.
    fn worth_of_choice(&mut self, position: &Position, census: &Census) -> Worth {
        self.search.start(position.view().grid().rules(), Seed(0));
        let choice = self.search.choose(position);
        let value = |win: WinChance| match win {
            WinChance::Exact(win) | WinChance::Estimate(win) => win,
        };
        let told = choice.chosen().and_then(|candidate| candidate.win);
        let is_exact = matches!(told, Some(WinChance::Exact(_)));
        let win = told.map_or_else(|| self.chance.of(census), value);
        let cells = choice.candidates.iter();
        let cells = cells.filter_map(|one| Some((one.cell, value(one.win?).min(win)))).collect();
        Worth { win, is_exact, best: choice.cell, cells }
    }

    /// How much less a cell is worth than the best one, by the chance to win after each number.
    fn gap(&mut self, position: &Position, census: &Census, best: Option<Cell>, cell: Cell) -> f64 {
        let win = self.win_ahead(position, census, cell);
        let of_best = best.map_or(win, |best| self.win_ahead(position, census, best));
        (of_best - win).max(0.0)
    }

    /// The chance to win after a reveal: that after each number, weighed by how likely it is.
    fn win_ahead(&mut self, position: &Position, census: &Census, cell: Cell) -> f64 {
        let Some(outcomes) = census.outcomes(cell) else { return 0.0 };
        self.weigh(position, cell, &outcomes)
    }

    /// The same of the first reveal of a game.
    fn win_of_first(&mut self, position: &Position, cell: Cell) -> f64 {
        let outcomes = Outcomes::of_first(position.view().grid(), cell);
        self.weigh(position, cell, &outcomes)
    }

    fn weigh(&mut self, position: &Position, cell: Cell, outcomes: &Outcomes) -> f64 {
        let likely = (0u8..).zip(outcomes.numbers).filter(|&(_, likely)| likely > 0.0);
        let mut win = 0.0;
        for (number, likely) in likely {
            // What cannot be counted is worth nothing, for want of anything better.
            win += likely * position.if_shown(cell, number, |census| self.chance.of(census)).unwrap_or(0.0);
        }
        win
    }
}

/// The chance that a move hits a mine, for all that the view tells; none if that is too much work to count.
///
/// A chord is safe in the layouts where every flag around it stands on a mine.
pub fn move_risk(position: &Position, made: Move) -> Option<f64> {
    let view = position.view();
    match made {
        Move::Flag(_) => Some(0.0),
        Move::Reveal(_) if view.is_safe_opening() => Some(0.0),
        Move::Reveal(cell) => position.risk(cell).ok().map(|risk| risk.unwrap_or(0.0)),
        Move::Chord(cell) => {
            let census = position.census().ok()?;
            let mut hit = view.grid().neighbours(cell).filter(|&near| view.shown(near) == Shown::Covered);
            if hit.all(|near| census.risk(near) == Some(0.0)) {
                return Some(0.0);
            }
            match Census::of(&trusting(view, cell)) {
                Ok(fitting) => Some(1.0 - 10f64.powf(fitting.layouts_log10() - census.layouts_log10())),
                Err(CensusError::Clash(_)) => Some(1.0),
                Err(CensusError::TooMuchWork) => None,
            }
        }
    }
}

/// The view with the flags around a cell shown as mines.
fn trusting(view: &View, cell: Cell) -> View {
    let mut trusting = view.clone();
    for near in view.grid().neighbours(cell).filter(|&near| view.shown(near) == Shown::Flag) {
        trusting.show(near, Shown::Mine);
    }
    trusting
}

#[cfg(test)]
mod tests;
