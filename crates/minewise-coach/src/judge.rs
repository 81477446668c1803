//! Rates choices: compares the chance to win after a choice with that after the best choice.
//!
//! The [`Outlook`] is the chance to win in a position, and [`CellOutlook`] that after revealing a cell. The loss of a
//! choice is the difference of the two.

mod label;
mod outlook;

use minewise::census::CensusError;
use minewise::{Cell, Census, Move, Position, Shown, Verdict, View};
use minewise_players::{Chance, Level, Search, is_forced_guess};
use serde::{Deserialize, Serialize};

pub use label::Label;
pub use outlook::{CellOutlook, Outlook};

use crate::messages::{WinIs, pair};
use crate::words::Sentence;

/// The rating of a choice. Chances are fractions.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The label of the choice.
    pub label: Label,
    /// The chance that it hit a mine; `None` if computing it is too much work.
    pub risk: Option<f64>,
    /// The outlook of the position, with the best choice.
    pub outlook: Outlook,
    /// The chance to win with this choice, before it is known what it shows. Never above that of the best choice.
    pub chosen: f64,
    /// Whether that is exact or an estimate.
    pub chosen_is: WinIs,
    /// The rating as a sentence.
    pub sentence: Sentence,
}

impl Judgement {
    /// Returns the loss: by how much the choice lowered the chance to win.
    pub fn lost(&self) -> f64 {
        self.outlook.win - self.chosen
    }
}

/// The rating of a choice, as a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChoiceRating {
    /// The label of the choice.
    pub label: Label,
    /// By how much the choice lowers the chance to win.
    pub lost: f64,
    /// The chance to win in the view, and the best cell.
    pub outlook: Outlook,
    /// The rating in a sentence.
    pub text: String,
    /// The same sentence as data.
    pub sentence: Sentence,
    /// Whether the choice is not a mistake.
    pub solved: bool,
}

impl ChoiceRating {
    /// Rates revealing a covered cell.
    ///
    /// # Errors
    /// Returns an error if there is no census of the position.
    pub fn of(position: &Position, cell: Cell, judge: &mut Judge) -> Result<ChoiceRating, CensusError> {
        let judgement = judge.judge_reveal(position, cell)?;
        Ok(ChoiceRating {
            label: judgement.label,
            lost: judgement.lost(),
            text: judgement.sentence.to_string(),
            sentence: judgement.sentence,
            solved: !judgement.label.is_mistake(),
            outlook: judgement.outlook,
        })
    }
}

/// Computes the outlooks of positions and rates choices. It keeps its caches from one call to the next.
#[derive(Debug)]
pub struct Judge {
    search: Search,
    chance: Chance,
    /// The last view and its outlook.
    latest: Option<(View, Outlook)>,
}

impl Default for Judge {
    fn default() -> Judge {
        Judge { search: Search::new(Level::Fast), chance: Chance::default(), latest: None }
    }
}

impl Judge {
    /// Rates a reveal or a chord that the rules allow; returns `None` for a flag.
    ///
    /// # Errors
    /// Returns an error if there is no census of the position.
    pub fn judge(&mut self, position: &Position, made: Move) -> Result<Option<Judgement>, CensusError> {
        match made {
            Move::Flag(_) => Ok(None),
            Move::Reveal(cell) => self.judge_reveal(position, cell).map(Some),
            Move::Chord(cell) => self.judge_chord(position, cell).map(Some),
        }
    }

    fn judge_reveal(&mut self, position: &Position, cell: Cell) -> Result<Judgement, CensusError> {
        let (outlook, value) = (self.outlook(position)?, self.cell_outlook(position, cell)?);
        let census = position.census()?;
        let is_best = outlook.best.is_some_and(|best| best.cell == value.cell);
        let is_coin = (value.risk - 0.5).abs() < 1e-9 && is_forced_guess(census, cell);
        let label = if position.view().is_untouched() {
            Label::Opening
        } else if census.verdict(cell) == Some(Verdict::Safe) {
            Label::Certain
        } else if census.safe().len() > 0 {
            Label::Missed
        } else if is_best && !is_coin {
            Label::Best
        } else {
            match Label::of_loss(outlook.win - value.win) {
                Label::Best | Label::Good if is_coin => Label::Forced,
                label => label,
            }
        };
        Ok(Judgement {
            label,
            risk: move_risk(position, Move::Reveal(cell)),
            chosen: value.win,
            chosen_is: value.win_is,
            sentence: self.sentence(position, label, value, &outlook)?,
            outlook,
        })
    }

    /// Returns the sentence about a reveal.
    fn sentence(
        &mut self,
        position: &Position,
        label: Label,
        chosen: CellOutlook,
        outlook: &Outlook,
    ) -> Result<Sentence, CensusError> {
        Ok(match label {
            Label::Opening => {
                let is_better = |best: &CellOutlook| Label::of_loss(best.win - chosen.win) != Label::Best;
                let better = outlook.best.filter(is_better);
                Sentence::Opened { chosen, better }
            }
            Label::Certain => Sentence::WasSafe { cell: chosen.cell, is_chord: false },
            Label::Forced => Sentence::WasForced { cell: chosen.cell },
            _ => {
                let other = self.alternative(position, &chosen)?;
                Sentence::Guessed { label, chosen, is_chord: false, other }
            }
        })
    }

    /// Rates a chord, which is a bet that all flags around it are right.
    fn judge_chord(&mut self, position: &Position, cell: Cell) -> Result<Judgement, CensusError> {
        let outlook = self.outlook(position)?;
        let risk = move_risk(position, Move::Chord(cell));
        let cell_of_chord = pair(position.view().grid(), cell);
        let Some(bet) = risk.filter(|&risk| risk > 0.0) else {
            let (chosen, chosen_is) = (outlook.win, outlook.win_is);
            let (cell, is_chord) = (cell_of_chord, true);
            let (label, sentence) = match risk {
                Some(_) => (Label::Certain, Sentence::WasSafe { cell, is_chord }),
                None => (Label::Unknown, Sentence::Unknown { cell, is_chord }),
            };
            return Ok(Judgement { label, risk, outlook, chosen, chosen_is, sentence });
        };
        let survived = Census::of(&trusting(position.view(), cell)).map_or(0.0, |fit| self.chance.of(&fit));
        let win = ((1.0 - bet) * survived).clamp(0.0, outlook.win);
        let is_missed = position.census()?.safe().len() > 0;
        let label = if is_missed { Label::Missed } else { Label::of_loss(outlook.win - win) };
        let chosen = CellOutlook { cell: cell_of_chord, risk: bet, win, win_is: WinIs::Estimate };
        let sentence = Sentence::Guessed { label, chosen, is_chord: true, other: outlook.best };
        Ok(Judgement { label, risk, outlook, chosen: win, chosen_is: WinIs::Estimate, sentence })
    }
}

/// Returns the chance that a move hits a mine, as far as the view shows; `None` if computing it is too much work.
///
/// A chord is safe in the layouts where every flag around it is on a mine.
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
                Ok(fitting) => Some(1.0 - libm::pow(10.0, fitting.layouts_log10() - census.layouts_log10())),
                Err(CensusError::Clash(_)) => Some(1.0),
                Err(_) => None,
            }
        }
    }
}

/// Returns the view with the flags around a cell shown as mines.
fn trusting(view: &View, cell: Cell) -> View {
    let mut trusting = view.clone();
    for near in view.grid().neighbours(cell).filter(|&near| view.shown(near) == Shown::Flag) {
        trusting.show(near, Shown::Mine);
    }
    trusting
}

#[cfg(test)]
mod tests;
