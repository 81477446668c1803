//! What a search looked at: cells to reveal, what each might show, and so on.

use crate::board::Cell;

/// A way down the tree of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// Where the search begins.
    Root,
    /// A cell is revealed, not yet seen.
    Reveal(Cell),
    /// The cell shows a number.
    Number(u8),
    /// The cell is a mine.
    Mine,
}

/// A node of the tree of a search, and what is below it.
///
/// Reveals and what they show take turns: below the root and below a number come reveals, below a reveal come numbers
/// and the mine.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The way that leads here.
    pub branch: Branch,
    /// The chance of it, if it is up to chance.
    pub chance: Option<f64>,
    /// What the search takes the node to be worth: 1 is a sure win.
    pub value: f64,
    /// How often the search came by, if it counts that.
    pub visits: Option<u64>,
    /// The nodes below, in the player's order; may be empty where the search went no further.
    pub children: Vec<Tree>,
}

impl Tree {
    /// A node with nothing below.
    pub fn leaf(branch: Branch, chance: Option<f64>, value: f64) -> Tree {
        Tree { branch, chance, value, visits: None, children: Vec::new() }
    }

    /// The number of nodes.
    pub fn n_nodes(&self) -> usize {
        1 + self.children.iter().map(Tree::n_nodes).sum::<usize>()
    }
}
