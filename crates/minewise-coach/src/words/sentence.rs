//! Sentences about choices: as data, which any language can be made from, and in English.
//!
//! The risk and the chance to win of a guess are compared with those of another cell, because they mean little without
//! a comparison. An estimate is written with `about`, an exact value without.

use std::fmt;

use minewise::{Choice, Position, Reason, Shown, Verdict};
use serde::{Deserialize, Serialize};

use super::percent;
use crate::judge::{CellOutlook, Judge, Label};
use crate::messages::{Pair, WinIs, pair};

/// A sentence about a choice. Its `Display` is English.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Sentence {
    /// A player gives up.
    GivesUp {
        /// The player.
        player: String,
        /// The player's own reason.
        reason: String,
    },
    /// A player begins a game whose first reveal is safe by its rules.
    Opens {
        /// The player.
        player: String,
        /// The cell.
        cell: Pair,
        /// Whether a flag must be removed first.
        is_flagged: bool,
    },
    /// A player reveals a cell that is certainly safe.
    RevealsSafe {
        /// The player.
        player: String,
        /// The cell.
        cell: Pair,
        /// Whether a flag must be removed first.
        is_flagged: bool,
    },
    /// A player guesses.
    Guesses {
        /// The player.
        player: String,
        /// The reason.
        why: GuessReason,
        /// The cell.
        chosen: CellOutlook,
        /// Another cell to compare it with, if one was evaluated.
        other: Option<CellOutlook>,
        /// Whether a flag must be removed first.
        is_flagged: bool,
    },
    /// A player reveals a cell of a view that is too much work to analyse.
    RevealsUncounted {
        /// The player.
        player: String,
        /// The reason.
        why: GuessReason,
        /// The cell.
        cell: Pair,
        /// Whether a flag must be removed first.
        is_flagged: bool,
    },
    /// The first reveal of a game.
    Opened {
        /// The cell.
        chosen: CellOutlook,
        /// A cell that would have been better, if there is one.
        better: Option<CellOutlook>,
    },
    /// A reveal or a chord was certainly safe.
    WasSafe {
        /// The cell.
        cell: Pair,
        /// Whether it was a chord.
        is_chord: bool,
    },
    /// A reveal or a chord was a guess.
    Guessed {
        /// The label of the choice.
        label: Label,
        /// The cell.
        chosen: CellOutlook,
        /// Whether it was a chord.
        is_chord: bool,
        /// Another cell to compare it with, if one was evaluated.
        other: Option<CellOutlook>,
    },
    /// A guess was a coin flip between two cells that no later move could have decided.
    WasForced {
        /// The cell.
        cell: Pair,
    },
    /// A reveal or a chord was too much work to rate.
    Unknown {
        /// The cell.
        cell: Pair,
        /// Whether it was a chord.
        is_chord: bool,
    },
}

/// The reason why a player guesses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum GuessReason {
    /// Nothing is known yet.
    Opening,
    /// The player believes that the cell is safe, which is not certain.
    TakenForSafe,
    /// The cell has the least risk.
    LeastRisk,
    /// The cell must be guessed sooner or later.
    ForcedGuess,
    /// The cell has the best chance to win.
    BestOdds,
    /// The information it gives is worth more than the least risk.
    MoreInformation,
    /// The cell is chosen at random.
    Random,
    /// The player's own reason.
    Other(String),
}

impl From<&Reason> for GuessReason {
    fn from(reason: &Reason) -> GuessReason {
        match reason {
            Reason::Opening => GuessReason::Opening,
            Reason::Certain => GuessReason::TakenForSafe,
            Reason::LeastRisk => GuessReason::LeastRisk,
            Reason::ForcedGuess => GuessReason::ForcedGuess,
            Reason::BestOdds => GuessReason::BestOdds,
            Reason::MoreInformation => GuessReason::MoreInformation,
            Reason::Random => GuessReason::Random,
            other => GuessReason::Other(other.to_string()),
        }
    }
}

impl Sentence {
    /// Creates the sentence about the choice of a player in a position. `player` is its name.
    ///
    /// # Examples
    /// ```
    /// use minewise::{Player, Position, Seed, View};
    /// use minewise_coach::{Judge, Sentence};
    /// let position = Position::new("7x1/2 01.1...".parse::<View>()?);
    /// let mut player = minewise_players::Exact::default();
    /// player.start(position.view().grid().rules(), Seed(0));
    /// let choice = player.choose(&position);
    /// let sentence = Sentence::advice(&position, &choice, "exact", &mut Judge::default());
    /// assert_eq!(sentence.to_string(), "exact reveals 0,4: it is certainly safe.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advice(position: &Position, choice: &Choice, player: &str, judge: &mut Judge) -> Sentence {
        let player = player.to_owned();
        let Some(chosen) = choice.cell else {
            return Sentence::GivesUp { player, reason: choice.reason.to_string() };
        };
        let view = position.view();
        let (cell, is_flagged) = (pair(view.grid(), chosen), view.shown(chosen) == Shown::Flag);
        if view.is_safe_opening() {
            return Sentence::Opens { player, cell, is_flagged };
        }
        let is_safe = position.is_known_safe(chosen)
            || position.census().is_ok_and(|census| census.verdict(chosen) == Some(Verdict::Safe));
        if is_safe {
            return Sentence::RevealsSafe { player, cell, is_flagged };
        }
        let why = GuessReason::from(&choice.reason);
        let Ok(chosen) = judge.cell_outlook(position, chosen) else {
            return Sentence::RevealsUncounted { player, why, cell, is_flagged };
        };
        let other = judge.alternative(position, &chosen).ok().flatten();
        Sentence::Guesses { player, why, chosen, other, is_flagged }
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sentence::GivesUp { player, reason } => write!(f, "{player} gives up: {reason}."),
            Sentence::Opens { player, cell, is_flagged } => {
                write!(f, "{player} reveals {cell}: the first reveal is safe.{}", flag(*is_flagged))
            }
            Sentence::RevealsSafe { player, cell, is_flagged } => {
                write!(f, "{player} reveals {cell}: it is certainly safe.{}", flag(*is_flagged))
            }
            Sentence::Guesses { player, why, chosen, other, is_flagged } => {
                let odds = advised(chosen, other.as_ref());
                write!(f, "{player} reveals {}: {why}. {odds}{}", chosen.cell, flag(*is_flagged))
            }
            Sentence::RevealsUncounted { player, why, cell, is_flagged } => {
                let flag = flag(*is_flagged);
                write!(
                    f,
                    "{player} reveals {cell}: {why}. The view is too complex to compute its risk.{flag}"
                )
            }
            Sentence::Opened { chosen, better: None } => write!(f, "{} began the game.", chosen.cell),
            Sentence::Opened { chosen, better: Some(better) } => {
                let (win, of_better) = (win(chosen), win(better));
                write!(f, "{} began the game. {} was better: ", chosen.cell, better.cell)?;
                write!(f, "its chance to win is {of_better}, against {win}.")
            }
            Sentence::WasSafe { cell, is_chord: false } => write!(f, "{cell} was certainly safe."),
            Sentence::WasSafe { cell, is_chord: true } => {
                write!(f, "The chord on {cell} was certainly safe.")
            }
            Sentence::Guessed { label, chosen, is_chord, other } => {
                f.write_str(&judged(*label, chosen, *is_chord, other.as_ref()))
            }
            Sentence::WasForced { cell } => {
                write!(f, "{cell} was a coin flip between two cells: no later move could have decided it.")
            }
            Sentence::Unknown { cell, is_chord } => {
                let the = if *is_chord { "The chord on " } else { "" };
                write!(f, "{the}{cell}: the view was too complex to rate the move.")
            }
        }
    }
}

impl fmt::Display for GuessReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GuessReason::Opening => "its opening",
            GuessReason::TakenForSafe => "it believes that the cell is safe",
            GuessReason::LeastRisk => "no cell is certain, so it takes the least risk",
            GuessReason::ForcedGuess => "it must be guessed sooner or later",
            GuessReason::BestOdds => "no cell is certain, so it plays for the chance to win",
            GuessReason::MoreInformation => "the information it gives is worth more than the least risk",
            GuessReason::Random => "at random",
            GuessReason::Other(words) => words,
        })
    }
}

/// Returns the comparison for a guess that a player would make.
fn advised(chosen: &CellOutlook, other: Option<&CellOutlook>) -> String {
    let name = chosen.cell.to_string();
    match other {
        Some(safe) if safe.risk == 0.0 => {
            format!(
                "{}, although {} is certainly safe, with a chance of {}.",
                odds(chosen),
                safe.cell,
                win(safe)
            )
        }
        Some(other) => match how_much_better(Label::of_loss(other.win - chosen.win)) {
            Some(better) => {
                format!(
                    "According to the coach, {} is {better}: {}",
                    other.cell,
                    against(other, chosen, &name)
                )
            }
            None => compared(chosen, Some(other)),
        },
        None => compared(chosen, None),
    }
}

/// Returns the sentence about a guess that was made.
fn judged(label: Label, chosen: &CellOutlook, is_chord: bool, other: Option<&CellOutlook>) -> String {
    let the = |the: &str| {
        if is_chord { format!("{the} chord on {}", chosen.cell) } else { chosen.cell.to_string() }
    };
    match (label, other, how_much_better(label)) {
        (Label::Missed, Some(safe), _) => format!(
            "{} had a risk of {} and a chance to win of {}, although {} was certainly safe, with a chance of {}.",
            the("The"),
            percent(chosen.risk),
            win(chosen),
            safe.cell,
            win(safe)
        ),
        (_, Some(best), Some(better)) => {
            format!("{} was {better}: {}", best.cell, against(best, chosen, &the("the")))
        }
        (_, other, _) => {
            let odds = compared(chosen, other);
            format!("Nothing was certain, and {} was the best choice. {odds}", the("the"))
        }
    }
}

/// Returns how much better the best cell is than a guess with this label, in words; `None` if it is not.
fn how_much_better(label: Label) -> Option<&'static str> {
    match label {
        Label::Good => Some("slightly better"),
        Label::Inaccuracy | Label::Mistake | Label::Blunder => Some("better"),
        _ => None,
    }
}

/// Returns the odds of a best cell, compared with those of another.
fn compared(chosen: &CellOutlook, other: Option<&CellOutlook>) -> String {
    match other {
        None => format!("{}.", odds(chosen)),
        Some(other) if odds(other) == odds(chosen) => {
            format!("{}, and {} is equally good.", odds(chosen), other.cell)
        }
        Some(other) => {
            format!(
                "{}, against {} and {} for {}.",
                odds(chosen),
                percent(other.risk),
                win(other),
                other.cell
            )
        }
    }
}

/// Returns `Its risk is 3.0 % and its chance to win about 41.2 %`.
fn odds(value: &CellOutlook) -> String {
    format!("Its risk is {} and its chance to win {}", percent(value.risk), win(value))
}

/// Returns `its risk is 3.0 % and its chance to win about 41.2 %, against 19.7 % and about 35.1 % for 12,16.`
fn against(better: &CellOutlook, worse: &CellOutlook, name: &str) -> String {
    let [(risk, win), (of_worse, win_of_worse)] =
        [better, worse].map(|value| (percent(value.risk), win(value)));
    format!(
        "its risk is {risk} and its chance to win {win}, against {of_worse} and {win_of_worse} for {name}."
    )
}

/// Formats a chance to win, with `about` if it is an estimate.
fn win(value: &CellOutlook) -> String {
    match value.win_is {
        WinIs::Exact => percent(value.win),
        WinIs::Estimate => format!("about {}", percent(value.win)),
    }
}

fn flag(is_flagged: bool) -> &'static str {
    if is_flagged { " Remove its flag first." } else { "" }
}

#[cfg(test)]
mod tests;
