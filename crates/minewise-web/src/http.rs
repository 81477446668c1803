//! Connections, access checks, and responses.

pub(crate) mod answer;
pub(crate) mod guard;
pub(crate) mod page;
pub(crate) mod server;
pub(crate) mod stream;
