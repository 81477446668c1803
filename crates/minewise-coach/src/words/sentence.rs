//! What there is to say of a choice: first as data, from which any language can be made, then in English.
//!
//! Of a guess, risk and chance to win are told beside those of another cell: what is good shows only by comparison. An
//! estimate is `about` something, what is exact is said plainly.

use std::fmt;

use minewise::{Choice, Position, Reason, Shown, Verdict};
use serde::{Deserialize, Serialize};

use super::percent;
use crate::judge::{Judge, Label, Worth};
use crate::messages::{Pair, WinIs, pair};

/// What there is to say of a choice. As text it is English.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Sentence {
    /// A player gives up.
    GivesUp {
        /// Who.
        player: String,
        /// Why, in its own words.
        reason: String,
    },
    /// A player begins a game whose first reveal is safe by its rules.
    Opens {
        /// Who.
        player: String,
        /// Where.
        cell: Pair,
        /// Whether a flag must be taken away first.
        is_flagged: bool,
    },
    /// A player reveals a cell that is certainly safe.
    RevealsSafe {
        /// Who.
        player: String,
        /// Where.
        cell: Pair,
        /// Whether a flag must be taken away first.
        is_flagged: bool,
    },
    /// A player guesses.
    Guesses {
        /// Who.
        player: String,
        /// Why.
        why: Why,
        /// Where.
        chosen: Worth,
        /// Another cell to compare it with, if more is known of one.
        other: Option<Worth>,
        /// Whether a flag must be taken away first.
        is_flagged: bool,
    },
    /// A player reveals a cell of a view that is too much work to count.
    RevealsUncounted {
        /// Who.
        player: String,
        /// Why.
        why: Why,
        /// Where.
        cell: Pair,
        /// Whether a flag must be taken away first.
        is_flagged: bool,
    },
    /// A game was begun.
    Opened {
        /// Where.
        chosen: Worth,
        /// A cell that would have been better, if there is one.
        better: Option<Worth>,
    },
    /// A reveal or a chord was certainly safe.
    WasSafe {
        /// Where.
        cell: Pair,
        /// Whether it was a chord.
        is_chord: bool,
    },
    /// A reveal or a chord was a guess.
    Guessed {
        /// How good it was.
        label: Label,
        /// Where.
        chosen: Worth,
        /// Whether it was a chord.
        is_chord: bool,
        /// Another cell to compare it with, if more is known of one.
        other: Option<Worth>,
    },
    /// A guess was one of two cells, and nothing would ever tell which.
    WasForced {
        /// Where.
        cell: Pair,
    },
    /// A reveal or a chord was too much work to judge.
    Unknown {
        /// Where.
        cell: Pair,
        /// Whether it was a chord.
        is_chord: bool,
    },
}

/// Why a player guesses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Nothing is known yet.
    Opening,
    /// The player takes the cell for safe, which it need not be.
    TakenForSafe,
    /// For the least risk.
    LeastRisk,
    /// It must be guessed sooner or later.
    ForcedGuess,
    /// For the best chance to win.
    BestOdds,
    /// What it shows is worth more than the least risk.
    MoreInformation,
    /// At random.
    Random,
    /// Something of the player's own, in its words.
    Other(String),
}

impl From<&Reason> for Why {
    fn from(reason: &Reason) -> Why {
        match reason {
            Reason::Opening => Why::Opening,
            Reason::Certain => Why::TakenForSafe,
            Reason::LeastRisk => Why::LeastRisk,
            Reason::ForcedGuess => Why::ForcedGuess,
            Reason::BestOdds => Why::BestOdds,
            Reason::MoreInformation => Why::MoreInformation,
            Reason::Random => Why::Random,
            Reason::Other(words) => Why::Other(words.to_string()),
        }
    }
}

impl Sentence {
    /// What a player chose in a position, and why. `player` is what it is called.
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
        let why = Why::from(&choice.reason);
        let Ok(chosen) = judge.worth(position, chosen) else {
            return Sentence::RevealsUncounted { player, why, cell, is_flagged };
        };
        let other = judge.other(position, &chosen).ok().flatten();
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
                write!(f, "{player} reveals {cell}: {why}. The view is too tangled to count its risk.{flag}")
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
                write!(f, "{cell} was a coin to toss: one of two, and nothing would ever tell which.")
            }
            Sentence::Unknown { cell, is_chord } => {
                let the = if *is_chord { "The chord on " } else { "" };
                write!(f, "{the}{cell}: the view was too tangled to judge it.")
            }
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Opening => "its opening",
            Why::TakenForSafe => "it takes the cell for safe",
            Why::LeastRisk => "no cell is certain, so it takes the least risk",
            Why::ForcedGuess => "it must be guessed sooner or later",
            Why::BestOdds => "no cell is certain, so it plays for the chance to win",
            Why::MoreInformation => "what it shows is worth more than the least risk",
            Why::Random => "at random",
            Why::Other(words) => words,
        })
    }
}

/// The odds of a guess that a player would make.
fn advised(chosen: &Worth, other: Option<&Worth>) -> String {
    let name = chosen.cell.to_string();
    match other {
        Some(safe) if safe.risk == 0.0 => {
            format!(
                "{}, though {} is certainly safe, with a chance of {}.",
                odds(chosen),
                safe.cell,
                win(safe)
            )
        }
        Some(other) => match how_much_better(Label::of_loss(other.win - chosen.win)) {
            Some(better) => {
                format!("By the coach, {} is {better}: {}", other.cell, against(other, chosen, &name))
            }
            None => compared(chosen, Some(other)),
        },
        None => compared(chosen, None),
    }
}

/// What there is to say of a guess that was made.
fn judged(label: Label, chosen: &Worth, is_chord: bool, other: Option<&Worth>) -> String {
    let the = |the: &str| {
        if is_chord { format!("{the} chord on {}", chosen.cell) } else { chosen.cell.to_string() }
    };
    match (label, other, how_much_better(label)) {
        (Label::Missed, Some(safe), _) => format!(
            "{} had a risk of {} and a chance to win of {}, though {} was certainly safe, with a chance of {}.",
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

/// How much better the best cell is than a guess with this label, in words; `None` if it is not.
fn how_much_better(label: Label) -> Option<&'static str> {
    match label {
        Label::Good => Some("slightly better"),
        Label::Inaccuracy | Label::Mistake | Label::Blunder => Some("better"),
        _ => None,
    }
}

/// The odds of a cell that none is better than, beside those of another.
fn compared(chosen: &Worth, other: Option<&Worth>) -> String {
    match other {
        None => format!("{}.", odds(chosen)),
        Some(other) if odds(other) == odds(chosen) => {
            format!("{}, and {} is as good.", odds(chosen), other.cell)
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

/// `Its risk is 3.0 % and its chance to win about 41.2 %`
fn odds(worth: &Worth) -> String {
    format!("Its risk is {} and its chance to win {}", percent(worth.risk), win(worth))
}

/// `its risk is 3.0 % and its chance to win about 41.2 %, against 19.7 % and about 35.1 % for 12,16.`
fn against(better: &Worth, worse: &Worth, name: &str) -> String {
    let [(risk, win), (of_worse, win_of_worse)] =
        [better, worse].map(|worth| (percent(worth.risk), win(worth)));
    format!(
        "its risk is {risk} and its chance to win {win}, against {of_worse} and {win_of_worse} for {name}."
    )
}

/// A chance to win: what is not exact is `about` something.
fn win(worth: &Worth) -> String {
    match worth.win_is {
        WinIs::Exact => percent(worth.win),
        WinIs::Estimate => format!("about {}", percent(worth.win)),
    }
}

fn flag(is_flagged: bool) -> &'static str {
    if is_flagged { " Take its flag away first." } else { "" }
}

#[cfg(test)]
mod tests;
