//! Statistics that are independent of Minesweeper: exact sums, intervals, and tests.

pub(crate) mod clicks;
pub(crate) mod covariate;
pub(crate) mod fixed;
pub(crate) mod hexadecimal;
pub(crate) mod histogram;
pub(crate) mod sequential;
pub(crate) mod statistics;
