//! Connections, who is let in, and how answers are sent.

pub(crate) mod answer;
pub(crate) mod guard;
pub(crate) mod page;
pub(crate) mod server;
pub(crate) mod stream;
