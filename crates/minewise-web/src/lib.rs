//! The web app over HTTP: a JSON API, the page that it serves, an SQLite store, and the processes that think for it.
//!
//! The app itself is `minewise-app`, which does no I/O. Here a request becomes a message (`api`), and what the app asks
//! for to answer it is done: rows loaded and written (`state`), jobs worked off (`work`). `http` has the connections, who
//! is let in, and how answers are sent.

mod api;
mod http;
mod state;
#[cfg(test)]
mod testing;
mod work;

use std::path::PathBuf;

pub use http::server::{DEFAULT_ADDR, Server};
pub use work::worker::work;

/// The folder for what a person made, where this system keeps such things; `None` if it has no home folder.
pub fn data_folder() -> Option<PathBuf> {
    Some(directories::ProjectDirs::from("", "", "minewise")?.data_dir().to_owned())
}

/// The description of the API, as JSON.
pub fn description() -> String {
    api::description().to_pretty_json().unwrap_or_default()
}
