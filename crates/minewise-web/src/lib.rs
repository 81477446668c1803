//! The web app: an HTTP server with a JSON API, the page that it serves, and the workers that think for it.
//!
//! A request comes in through [`server`](Server), passes the guard, and is answered by one of the routes. What is quick is
//! done in a pool of threads; what may take long by workers, processes of this very program that are ended when nobody
//! waits for them any more. What people made is kept in an SQLite database. Only this crate knows wire messages.

mod guard;
mod job;
mod limits;
mod page;
mod pool;
mod problem;
mod routes;
mod server;
mod store;
mod tables;
pub mod wire;
mod workers;

use std::path::PathBuf;

pub use job::work;
pub use server::{DEFAULT_ADDR, Server};

/// The folder for what a person made, where this system keeps such things; none if it has no home folder.
pub fn data_folder() -> Option<PathBuf> {
    Some(directories::ProjectDirs::from("", "", "minewise")?.data_dir().to_owned())
}

/// The description of the API, as JSON.
pub fn description() -> String {
    routes::description().to_pretty_json().unwrap_or_default()
}
