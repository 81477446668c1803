//! The tree of a search: cells to reveal, the numbers they might show, and so on.

use crate::board::Cell;
use crate::game::Figure;

/// The step that leads to a node of a search tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// No step: the node where the search begins.
    Root,
    /// A cell is revealed. The number it shows is the next step.
    Reveal(Cell),
    /// The cell shows a number.
    Number(u8),
    /// The cell is a mine.
    Mine,
}

/// A node of the tree of a search, with everything below it.
///
/// Reveals and their outcomes alternate: below the root and below a number come reveals; below a reveal come numbers
/// and the mine.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tree {
    /// The step that leads here.
    pub branch: Branch,
    /// The chance of that step, if it is random.
    pub chance: Option<f64>,
    /// The value that the search gives the node, from 0 to 1: the chance to win, or to survive `n_moves` moves.
    pub value: f64,
    /// How many moves the value is the chance to survive; `None` if it is the chance to win.
    pub n_moves: Option<u64>,
    /// Other figures that the search computed here.
    pub figures: Vec<Figure>,
    /// How often the search visited the node, if the player counts that.
    pub visits: Option<u64>,
    /// The nodes below, in the player's order. Empty where the search went no further.
    pub children: Vec<Tree>,
}

impl Tree {
    /// Creates a node with nothing below it, whose value is the chance to win.
    pub fn leaf(branch: Branch, chance: Option<f64>, value: f64) -> Tree {
        Tree { branch, chance, value, n_moves: None, figures: Vec::new(), visits: None, children: Vec::new() }
    }

    /// The same node with another chance.
    #[must_use]
    pub fn with_chance(self, chance: Option<f64>) -> Tree {
        Tree { chance, ..self }
    }

    /// The same node with the number of visits.
    #[must_use]
    pub fn with_visits(self, visits: u64) -> Tree {
        Tree { visits: Some(visits), ..self }
    }

    /// The number of nodes.
    pub fn n_nodes(&self) -> usize {
        1 + self.children.iter().map(Tree::n_nodes).sum::<usize>()
    }
}
