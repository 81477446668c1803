//! How good a choice was: what it was worth, beside what the best one was worth.
//!
//! The [`Outlook`] says what a position is worth, and [`Worth`] what a cell of it is. What a choice gives away is the
//! difference of the two.

mod label;
mod outlook;

use minewise::{Cell, Census, CensusError, Grid, Move, Position, Shown, Verdict, View};
use minewise_players::{Chance, Level, Search, is_closed};
use serde::{Deserialize, Serialize};

pub use label::Label;
pub use outlook::{Outlook, Worth};

use crate::advice::percent;
use crate::messages::WinIs;

/// What a choice was worth. Chances are fractions.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// What it is called.
    pub label: Label,
    /// The chance that it hit a mine; none if that is too much work to count.
    pub risk: Option<f64>,
    /// What the position was worth with the best choice.
    pub outlook: Outlook,
    /// The chance to win with this one, before it is known what it shows. Never above that of the best.
    pub chosen: f64,
    /// Whether that is exact.
    pub chosen_is: WinIs,
}

impl Judgement {
    /// What the choice gave away.
    pub fn lost(&self) -> f64 {
        self.outlook.win - self.chosen
    }

    /// What there is to say of a choice.
    pub fn sentence(&self, grid: &Grid, made: Move) -> String {
        let name = match made {
            Move::Chord(cell) => format!("The chord on {}", grid.name(cell)),
            Move::Reveal(cell) | Move::Flag(cell) => grid.name(cell),
        };
        let risk = self.risk.map_or("unknown".to_owned(), percent);
        let best = |or: &str| self.outlook.best.map_or(or.to_owned(), |best| best.cell.to_string());
        let about = if self.chosen_is == WinIs::Exact { "" } else { "about " };
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
    /// What the view is worth, and the best cell.
    pub outlook: Outlook,
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
    pub fn of(position: &Position, cell: Cell, judge: &mut Judge) -> Result<Judged, CensusError> {
        let judgement = judge.judge_reveal(position, cell)?;
        Ok(Judged {
            label: judgement.label,
            lost: judgement.lost(),
            text: judgement.sentence(position.view().grid(), Move::Reveal(cell)),
            solved: !judgement.label.is_mistake(),
            outlook: judgement.outlook,
        })
    }
}

/// Tells what positions and choices are worth, one after the other; keeps its memory in between.
pub struct Judge {
    search: Search,
    chance: Chance,
    /// The view that was asked about last, and its outlook.
    latest: Option<(View, Outlook)>,
}

impl Default for Judge {
    fn default() -> Judge {
        Judge { search: Search::new(Level::Fast), chance: Chance::default(), latest: None }
    }
}

impl Judge {
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
        let (outlook, worth) = (self.outlook(position)?, self.worth(position, cell)?);
        let census = position.census()?;
        let is_best = outlook.best.is_some_and(|best| best.cell == worth.cell);
        let is_coin = (worth.risk - 0.5).abs() < 1e-9 && is_closed(census, cell);
        let label = if position.view().is_untouched() {
            Label::Opening
        } else if census.verdict(cell) == Some(Verdict::Safe) {
            Label::Certain
        } else if census.safe().len() > 0 {
            Label::Missed
        } else if is_best && !is_coin {
            Label::Best
        } else {
            match Label::of_loss(outlook.win - worth.win) {
                Label::Best | Label::Good if is_coin => Label::Forced,
                label => label,
            }
        };
        let risk = move_risk(position, Move::Reveal(cell));
        Ok(Judgement { label, risk, outlook, chosen: worth.win, chosen_is: worth.win_is })
    }

    /// A chord bets that all flags around it are right.
    fn judge_chord(&mut self, position: &Position, cell: Cell) -> Result<Judgement, CensusError> {
        let outlook = self.outlook(position)?;
        let risk = move_risk(position, Move::Chord(cell));
        let Some(bet) = risk.filter(|&risk| risk > 0.0) else {
            let label = if risk.is_some() { Label::Certain } else { Label::Unknown };
            let (chosen, chosen_is) = (outlook.win, outlook.win_is);
            return Ok(Judgement { label, risk, outlook, chosen, chosen_is });
        };
        let survived = Census::of(&trusting(position.view(), cell)).map_or(0.0, |fit| self.chance.of(&fit));
        let chosen = ((1.0 - bet) * survived).clamp(0.0, outlook.win);
        let is_missed = position.census()?.safe().len() > 0;
        let label = if is_missed { Label::Missed } else { Label::of_loss(outlook.win - chosen) };
        Ok(Judgement { label, risk, outlook, chosen, chosen_is: WinIs::Estimate })
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
