//! What a player can show about a position besides its choice: named figures, of the whole view and of single cells.

use std::borrow::Cow;

use crate::board::Cell;

/// A named figure that a player computes.
///
/// # Examples
/// ```
/// use minewise::game::{Amount, Figure};
/// let figure = Figure::new("N_t", "arrangements that fit", Amount::Count(19.0));
/// assert_eq!((&*figure.name, figure.amount.value()), ("N_t", 19.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Figure {
    /// A short name, as in the source of the player.
    pub name: Cow<'static, str>,
    /// What it means, in a few words.
    pub meaning: Cow<'static, str>,
    /// How much it is.
    pub amount: Amount,
}

impl Figure {
    /// Creates a figure.
    pub const fn new(name: &'static str, meaning: &'static str, amount: Amount) -> Figure {
        Figure { name: Cow::Borrowed(name), meaning: Cow::Borrowed(meaning), amount }
    }
}

/// How much a figure is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// A number of things. A float, since there may be more than any integer type has room for.
    Count(f64),
    /// A chance from 0 to 1.
    Chance(f64),
}

impl Amount {
    /// The number itself.
    pub fn value(self) -> f64 {
        let (Amount::Count(value) | Amount::Chance(value)) = self;
        value
    }
}

/// The figures by which a player judges a position.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Notes {
    /// The figures of the whole view.
    pub view: Vec<Figure>,
    /// The figures of cells, at most one of each name per cell.
    pub cells: Vec<(Cell, Vec<Figure>)>,
}

impl Notes {
    /// Creates notes from the figures of the view and those of its cells.
    pub fn new(view: Vec<Figure>, cells: Vec<(Cell, Vec<Figure>)>) -> Notes {
        Notes { view, cells }
    }
}
