//! What tests of the lab share.

use std::path::{Path, PathBuf};

/// An empty folder of this name, for one test alone.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tmp/lab").join(name);
    // It may be there from the last time.
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}
