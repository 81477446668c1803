//! The state of the server: the app with its games in progress, and the store of the user's data.

pub(crate) mod door;
pub(crate) mod folder;
pub(crate) mod salvage;
pub(crate) mod store;
