//! Files that are replaced atomically.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use minewise_coach::Problem;
use serde::Serialize;

/// Writes a file atomically: if the process is killed, either the old or the new content is there.
///
/// What is not a file, such as `/dev/null` or a pipe, is written to instead of being replaced.
///
/// # Errors
/// Returns an error that names the path if the file cannot be written.
pub fn write_atomically(path: &Path, content: &[u8]) -> Result<(), Problem> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return fs::write(path, content).map_err(|error| Problem::file("write", path, &error));
    }
    let temporary = with_ending(path, "new");
    let write = || -> io::Result<()> {
        let mut file = File::create(&temporary)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&temporary, path)?;
        sync_folder(path)
    };
    write().map_err(|error| {
        // Removing it may fail too. The first error is the one to report.
        let _ = fs::remove_file(&temporary);
        Problem::file("write", path, &error)
    })
}

/// Writes a value as indented JSON, atomically.
pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), Problem> {
    let json = serde_json::to_string_pretty(value);
    let json = json.map_err(|error| Problem::failed(format!("cannot write JSON: {error}")))?;
    write_atomically(path, (json + "\n").as_bytes())
}

/// Flushes the folder of `path` to disk, so that a renamed file survives a power failure.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Only Unix can open a folder as a file. Elsewhere it need not be flushed.
    if cfg!(unix) { File::open(folder.unwrap_or(Path::new(".")))?.sync_all() } else { Ok(()) }
}

/// Appends `.ending` to a path: `records.jsonl` becomes `records.jsonl.lock`.
pub(super) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::FileTypeExt;

    use super::*;

    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        let device = Path::new("/dev/null");
        // By root too, which may replace it.
        write_atomically(device, b"gone").unwrap();
        assert!(fs::metadata(device).unwrap().file_type().is_char_device());
    }
}
