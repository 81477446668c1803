//! Files that are whole at any moment.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use minewise_coach::Problem;
use serde::Serialize;

/// Writes a file so that a kill leaves the old one or the new one, each whole.
///
/// # Errors
/// When it cannot be written: a sentence with its path.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<(), Problem> {
    let temporary = with_ending(path, "new");
    let write = || -> io::Result<()> {
        let mut file = File::create(&temporary)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&temporary, path)?;
        sync_folder(path)
    };
    write().map_err(|error| {
        // It may be too full even for that.
        let _ = fs::remove_file(&temporary);
        Problem::file("write", path, &error)
    })
}

/// Writes a file of JSON for people to read, whole.
pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), Problem> {
    let json = serde_json::to_string_pretty(value);
    let json = json.map_err(|error| Problem::failed(format!("no JSON: {error}")))?;
    write_whole(path, (json + "\n").as_bytes())
}

/// Makes sure that a new name in the folder of `path` is on the disk.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Where folders cannot be opened, they need not be.
    if cfg!(unix) { File::open(folder.unwrap_or(Path::new(".")))?.sync_all() } else { Ok(()) }
}

/// `records.jsonl` becomes `records.jsonl.ENDING`.
pub(super) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}
