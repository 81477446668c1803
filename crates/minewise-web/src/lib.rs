//! The web app over HTTP: a JSON API, the page, an SQLite store, and worker processes for long work.
//!
//! The app itself is `minewise-app`, which does no I/O. Here a request becomes a message to the app (`api`), and what
//! the app asks for is done: rows are loaded and written (`state`), and jobs are run (`work`). `http` handles
//! connections, access checks and responses.

mod api;
mod http;
mod records;
mod state;
#[cfg(test)]
mod testing;
mod work;

use std::path::PathBuf;

pub use http::access::TokenUse;
pub use http::server::{DEFAULT_ADDR, Server};
pub use records::committed_timings;
pub use state::folder::{UNFINISHED, create_folder};
pub use state::salvage::{Damage, Findings, check, export};
pub use work::worker::work;

/// The default folder for the user's games and experiments; `None` if there is no home folder.
pub fn data_folder() -> Option<PathBuf> {
    Some(directories::ProjectDirs::from("", "", "minewise")?.data_dir().to_owned())
}

/// Returns the OpenAPI description of the API, as JSON.
pub fn description() -> String {
    api::description().to_pretty_json().unwrap_or_default()
}
