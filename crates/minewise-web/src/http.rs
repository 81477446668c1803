//! Connections, access checks, and responses.

pub(crate) mod access;
pub(crate) mod answer;
pub(crate) mod connections;
pub(crate) mod guard;
pub(crate) mod page;
pub(crate) mod request_body;
pub(crate) mod server;
pub(crate) mod socket;
pub(crate) mod stream;
