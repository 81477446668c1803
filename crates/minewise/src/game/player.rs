//! What a player is: shown what is on the table, it names the cell to reveal next.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;

use crate::board::{Cell, Rules};
use crate::game::{Position, Tree};
use crate::num::Seed;

/// A way of playing: shown what is on the table, it names the cell to reveal next.
///
/// A player sees a [`Position`] and nothing else, so it cannot cheat. Whatever chance it needs it draws from the seed
/// it was started with, so equal seeds and equal views give equal moves.
///
/// What only some players can do is in traits of its own: [`Clone`] for one that can be copied in the midst of a game,
/// [`Counting`], [`Searching`].
pub trait Player: Any + Send {
    /// Takes a seat at a new game. Nothing is left of the last one.
    fn start(&mut self, rules: &Rules, seed: Seed);

    /// Chooses the covered cell to reveal next, or gives up.
    ///
    /// Asked only while the game is on, so at least one cell without a mine is still covered. The views of one game
    /// only ever show more, so what was certain stays certain.
    fn choose(&mut self, position: &Position) -> Choice;
}

/// A player that counts what it does, such as how often it uses each of its rules.
pub trait Counting: Player {
    /// What it counted since it was started: names with their counts.
    ///
    /// Like its moves, these depend on the seed and the views alone.
    fn counts(&self) -> Vec<(String, u64)>;
}

/// A player that searches a tree, and can show it.
pub trait Searching: Player {
    /// The tree that it searches before it chooses here; `None` where it has nothing to search.
    fn tree(&mut self, position: &Position) -> Option<Tree>;
}

/// What a player answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The cell to reveal; none if the player gives up.
    pub cell: Option<Cell>,
    /// Why.
    pub reason: Reason,
    /// Cells that the player is sure are mines, if it says so.
    pub marks: Vec<Cell>,
    /// The cells it considered, with what it knows of each; may be empty, above all when there was nothing to weigh.
    pub candidates: Vec<Candidate>,
}

impl Choice {
    /// The choice of a cell, without more ado.
    pub fn reveal(cell: Cell, reason: Reason) -> Choice {
        Choice { cell: Some(cell), reason, marks: Vec::new(), candidates: Vec::new() }
    }

    /// No choice.
    pub fn give_up(reason: Reason) -> Choice {
        Choice { cell: None, reason, marks: Vec::new(), candidates: Vec::new() }
    }

    /// What the player knows of the cell it chose.
    pub fn chosen(&self) -> Option<&Candidate> {
        self.candidates.iter().find(|candidate| Some(candidate.cell) == self.cell)
    }
}

/// A cell that a player considered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The chance that it is a mine, if the player knows it.
    pub risk: Option<f64>,
    /// The chance to win after choosing it, if the player knows it.
    pub win: Option<WinChance>,
    /// How often a search tried it, if it counts that.
    pub visits: Option<u64>,
}

/// A chance to win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WinChance {
    /// Under perfect play, exactly.
    Exact(f64),
    /// By some estimate.
    Estimate(f64),
}

/// Why a player chose as it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing is known yet.
    Opening,
    /// The cell is certainly no mine.
    Certain,
    /// No cell is certain, and this one has the least risk.
    LeastRisk,
    /// No cell is certain, and nothing will ever tell more of this one: it must be guessed sooner or later.
    ForcedGuess,
    /// No cell is certain, and this one has the best chance to win, and the least risk.
    BestOdds,
    /// The same, though others have less risk: what it shows is worth more.
    MoreInformation,
    /// No matter of thought.
    Random,
    /// Something of the player's own.
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
