//! What is on the table: the rules, the grid they are played on, where the mines are, and what a player is shown.
//!
//! In reading order: [`rules`] say what is played and [`topology`] which cells touch; [`grid`] lays both out as cells,
//! with [`symmetry`] and sets of [`cells`]; [`layout`] is where the mines are and [`view`] what a player is shown, both
//! read and written in one [`notation`]; [`formats`] are the files and links of other programs.

mod cells;
mod formats;
mod grid;
mod layout;
mod notation;
pub(crate) mod rules;
mod symmetry;
mod topology;
mod view;

pub(crate) use cells::CellSet;
pub use formats::{Document, Format, FormatError};
pub use grid::{Cell, Grid};
pub use layout::{Layout, LayoutError};
pub use notation::{ReadError, blocks};
pub use rules::{MAX_CELLS, Rules, RulesError, Start, excerpt};
pub use topology::{MAX_NEIGHBOURS, Step, Topology};
pub use view::{Shown, View};
