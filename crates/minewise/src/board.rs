//! Rules, grids, layouts and views, with their notation and the formats of other programs.
//!
//! In reading order: [`Rules`] are size, mines and start, and a [`Topology`] says which cells touch. A [`Grid`] has the
//! cells and their neighbours. A [`Layout`] is where the mines are, and a [`View`] what a player is shown; both are read
//! and written in one notation. A [`Format`] is a kind of file or link of another program.

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
