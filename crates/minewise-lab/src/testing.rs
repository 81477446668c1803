//! What tests of the lab share.

use std::path::PathBuf;

/// An empty folder of this name, for one test alone.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("minewise-lab-{}", std::process::id())).join(name);
    // It may be there from another process of this number.
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}
