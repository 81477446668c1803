//! The trait that every player implements, and the choices that players return.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;

use crate::board::{Cell, Rules};
use crate::game::{Notes, Position, Tree};
use crate::num::Seed;

/// A way of playing: shown a position, it chooses the cell to reveal next.
///
/// A player sees a [`Position`] and nothing else, so it cannot cheat. All its random choices come from the seed it was
/// started with, so equal seeds and equal views give equal moves.
///
/// Abilities that only some players have are separate traits: [`Clone`] for players that can be copied in the middle of
/// a game, [`Counting`], [`Searching`] and [`Noting`].
pub trait Player: Any + Send {
    /// Starts a new game. Earlier games must not affect it.
    fn start(&mut self, rules: &Rules, seed: Seed);

    /// Chooses the covered cell to reveal next, or gives up.
    ///
    /// This is called only while the game is on, so at least one cell without a mine is still covered. Within one game,
    /// each view shows more than the one before, so what was certain stays certain.
    fn choose(&mut self, position: &Position) -> Choice;
}

/// A player that counts what it does, such as how often it uses each of its rules.
pub trait Counting: Player {
    /// The counts since the start of the game, each with its name.
    ///
    /// Like the moves, they depend on the seed and the views alone.
    fn counts(&self) -> Vec<(String, u64)>;
}

/// A player that searches a tree, and can show it.
pub trait Searching: Player {
    /// The tree that the player searches to choose a cell here; `None` if it has nothing to search.
    fn tree(&mut self, position: &Position) -> Option<Tree>;
}

/// A player that can show the figures it judges a position by.
pub trait Noting: Player {
    /// The figures of this position; `None` if it has too much to count. Later choices must not depend on this call.
    fn notes(&mut self, position: &Position) -> Option<Notes>;
}

/// What a player chooses to do, and why.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Choice {
    /// The cell to reveal; `None` if the player gives up.
    pub cell: Option<Cell>,
    /// The reason for the choice.
    pub reason: Reason,
    /// Cells that the player knows to be mines, if it reports them.
    pub marks: Vec<Cell>,
    /// The cells it considered, with what it knows about each. May be empty, for example if there was only one choice.
    pub candidates: Vec<Candidate>,
}

impl Choice {
    /// Creates the choice of a cell, without marks or candidates.
    pub fn reveal(cell: Cell, reason: Reason) -> Choice {
        Choice { cell: Some(cell), reason, marks: Vec::new(), candidates: Vec::new() }
    }

    /// Creates the choice to give up.
    pub fn give_up(reason: Reason) -> Choice {
        Choice { cell: None, reason, marks: Vec::new(), candidates: Vec::new() }
    }

    /// The same choice with another reason.
    #[must_use]
    pub fn with_reason(self, reason: Reason) -> Choice {
        Choice { reason, ..self }
    }

    /// The same choice with the cells that the player knows to be mines.
    #[must_use]
    pub fn with_marks(self, marks: Vec<Cell>) -> Choice {
        Choice { marks, ..self }
    }

    /// The same choice with the cells that were considered.
    #[must_use]
    pub fn with_candidates(self, candidates: Vec<Candidate>) -> Choice {
        Choice { candidates, ..self }
    }

    /// The candidate that was chosen, if it is listed.
    pub fn chosen(&self) -> Option<&Candidate> {
        self.candidates.iter().find(|candidate| Some(candidate.cell) == self.cell)
    }
}

/// A cell that a player considered.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The chance that it is a mine, if the player knows it.
    pub risk: Option<f64>,
    /// The chance to win after choosing it, if the player knows it.
    pub win: Option<WinChance>,
    /// The chance to survive some moves that begin with it, if the player knows that and not the chance to win.
    #[cfg_attr(feature = "serde", serde(default))]
    pub survival: Option<Survival>,
    /// How often a search tried it, if the player counts that.
    pub visits: Option<u64>,
}

impl Candidate {
    /// Creates a candidate about which nothing is known yet.
    ///
    /// # Examples
    /// ```
    /// use minewise::game::{Candidate, WinChance};
    /// let candidate = Candidate::new(7).with_risk(0.25).with_win(WinChance::Estimate(0.6));
    /// assert_eq!((candidate.cell, candidate.risk), (7, Some(0.25)));
    /// ```
    pub fn new(cell: Cell) -> Candidate {
        Candidate { cell, risk: None, win: None, survival: None, visits: None }
    }

    /// The same candidate with the chance that it is a mine, if that is known.
    #[must_use]
    pub fn with_risk(self, risk: impl Into<Option<f64>>) -> Candidate {
        Candidate { risk: risk.into(), ..self }
    }

    /// The same candidate with the chance to win after choosing it, if that is known.
    #[must_use]
    pub fn with_win(self, win: impl Into<Option<WinChance>>) -> Candidate {
        Candidate { win: win.into(), ..self }
    }

    /// The same candidate with the chance to survive some moves that begin with it.
    #[must_use]
    pub fn with_survival(self, survival: Survival) -> Candidate {
        Candidate { survival: Some(survival), ..self }
    }

    /// The same candidate with the number of times that a search tried it.
    #[must_use]
    pub fn with_visits(self, visits: u64) -> Candidate {
        Candidate { visits: Some(visits), ..self }
    }
}

/// A chance to win.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum WinChance {
    /// Under perfect play, exactly.
    Exact(f64),
    /// By some estimate.
    Estimate(f64),
}

/// The chance to survive some moves, as far as a player looks ahead. A game that is won on the way is survived.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Survival {
    /// The chance.
    pub chance: f64,
    /// The number of moves.
    pub n_moves: u64,
}

/// The reason for a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Reason {
    /// Nothing is known yet.
    Opening,
    /// The cell is certainly no mine.
    Certain,
    /// No cell is certain, and this one has the least risk.
    LeastRisk,
    /// No cell is certain, and no later number can change the odds of this one, so it must be guessed sooner or later.
    ForcedGuess,
    /// No cell is certain, and this one has both the best chance to win and the least risk.
    BestOdds,
    /// No cell is certain, and this one has the best chance to win although others have less risk: the number it would
    /// show is worth more.
    MoreInformation,
    /// Chosen at random.
    Random,
    /// A reason that only this player has.
    Other(Cow<'static, str>),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Opening => "opening",
            Reason::Certain => "certain",
            Reason::LeastRisk => "least risk",
            Reason::ForcedGuess => "forced guess",
            Reason::BestOdds => "best odds",
            Reason::MoreInformation => "more information",
            Reason::Random => "random",
            Reason::Other(reason) => reason,
        })
    }
}
