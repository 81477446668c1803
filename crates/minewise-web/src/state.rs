//! What is kept: the app with its games in progress, and the store of all that people made.

pub(crate) mod door;
pub(crate) mod store;
