//! How good a choice was: what it was worth, beside what the best one was worth.
//!
//! The [`Outlook`] says what a position is worth, and [`Worth`] what a cell of it is. What a choice gives away is the
//! difference of the two.

mod label;
mod outlook;

use minewise::{Cell, Census, CensusError, Move, Position, Shown, Verdict, View};
use minewise_players::{Chance, Level, Search, is_closed};
use serde::{Deserialize, Serialize};

pub use label::Label;
pub use outlook::{Outlook, Worth};

use crate::messages::{WinIs, pair};
use crate::words::Sentence;

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
    /// What there is to say of it.
    pub sentence: Sentence,
}

impl Judgement {
    /// What the choice gave away.
    pub fn lost(&self) -> f64 {
        self.outlook.win - self.chosen
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
    /// The same as data.
    pub sentence: Sentence,
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
            text: judgement.sentence.to_string(),
            sentence: judgement.sentence,
            solved: !judgement.label.is_mistake(),
            outlook: judgement.outlook,
        })
    }
}

/// Tells what positions and choices are worth, one after the other; keeps its memory in between.
#[derive(Debug)]
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
        Ok(Judgement {
            label,
            risk: move_risk(position, Move::Reveal(cell)),
            chosen: worth.win,
            chosen_is: worth.win_is,
            sentence: self.sentence(position, label, worth, &outlook)?,
            outlook,
        })
    }

    /// What there is to say of a reveal.
    fn sentence(
        &mut self,
        position: &Position,
        label: Label,
        chosen: Worth,
        outlook: &Outlook,
    ) -> Result<Sentence, CensusError> {
        Ok(match label {
            Label::Opening => {
                let is_better = |best: &Worth| Label::of_loss(best.win - chosen.win) != Label::Best;
                let better = outlook.best.filter(is_better);
                Sentence::Opened { chosen, better }
            }
            Label::Certain => Sentence::WasSafe { cell: chosen.cell, is_chord: false },
            Label::Forced => Sentence::WasForced { cell: chosen.cell },
            _ => {
                let other = self.other(position, &chosen)?;
                Sentence::Guessed { label, chosen, is_chord: false, other }
            }
        })
    }

    /// A chord bets that all flags around it are right.
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
        let chosen = Worth { cell: cell_of_chord, risk: bet, win, win_is: WinIs::Estimate };
        let sentence = Sentence::Guessed { label, chosen, is_chord: true, other: outlook.best };
        Ok(Judgement { label, risk, outlook, chosen: win, chosen_is: WinIs::Estimate, sentence })
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
