//! The data folder: readable by its owner only, and used by one server at a time.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

/// The name of the database.
pub(crate) const DATABASE: &str = "minewise.sqlite";
/// The name of the file that the server locks.
const LOCK: &str = "minewise.lock";
/// The name of the folder with the folders of the experiments.
pub(crate) const EXPERIMENTS: &str = "experiments";
/// The name of the folder in which the terminal keeps unfinished games.
pub const UNFINISHED: &str = "unfinished";

/// How long a server waits for the lock. A server that was killed may hold it for an instant.
const PATIENCE: Duration = Duration::from_secs(1);

/// Creates the data folder, takes away the access of other users, and locks it. It is locked as long as the returned
/// file is open: the operating system frees the lock when the program ends, even if it is killed.
///
/// # Errors
/// A sentence, if the folder cannot be created or locked, or another server holds it.
pub(super) fn open(folder: &Path, addr: SocketAddr) -> Result<File, String> {
    let cannot =
        |what: &str, error: io::Error| format!("cannot {what} the folder `{}`: {error}", folder.display());
    create_folder(folder).map_err(|error| cannot("create", error))?;
    create_folder(&folder.join(EXPERIMENTS)).map_err(|error| cannot("write to", error))?;
    let mut lock = open_private(&folder.join(LOCK)).map_err(|error| cannot("write to", error))?;
    let until = Instant::now() + PATIENCE;
    loop {
        match lock.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if Instant::now() < until => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => return Err(held(folder, &mut lock)),
            // Without a lock, two servers could write different moves of one game.
            Err(TryLockError::Error(error)) => {
                return Err(cannot("lock", error) + "; choose a folder on another file system with `--data`");
            }
        }
    }
    let holder = format!("process {} at http://{addr}\n", std::process::id());
    lock.set_len(0)
        .and_then(|()| lock.write_all(holder.as_bytes()))
        .map_err(|error| cannot("write to", error))?;
    keep_private(folder).map_err(|error| cannot("protect", error))?;
    Ok(lock)
}

/// Says who holds the folder.
fn held(folder: &Path, lock: &mut File) -> String {
    let mut holder = String::new();
    // On some systems a locked file cannot be read.
    let _ = lock.take(200).read_to_string(&mut holder);
    let holder = if holder.trim().is_empty() { "another Minewise" } else { holder.trim() };
    format!(
        "the folder `{}` is in use by {holder}; use that one, stop it, or choose another folder with `--data`",
        folder.display()
    )
}

/// Creates a folder that only its owner can read, unless it exists.
///
/// # Errors
/// An error of the file system.
pub fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Opens a file to read and write it, or creates one that only its owner can read.
pub(super) fn open_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Writes a file that is there, with all of its content, even after a power failure.
///
/// # Errors
/// An error of the file system.
pub(crate) fn write_durably(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = open_private(path)?;
    file.set_len(0)?;
    file.write_all(content)?;
    file.sync_all()?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// Makes the names in a folder durable.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Elsewhere a folder cannot be opened, and the file system does it by itself.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

/// Takes away the access of other users to everything that is ours: old versions left it to the system.
///
/// The folder itself is changed only if nothing else is in it: it may be one that others share.
#[cfg(unix)]
fn keep_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let set = |path: &Path, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    // The database, before SQLite opens it: SQLite gives its other files the same mode.
    open_private(&folder.join(DATABASE))?;
    let mut is_ours = true;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == EXPERIMENTS || name == UNFINISHED {
            set(&entry.path(), 0o700)?;
        } else if name == LOCK || name.starts_with(DATABASE) {
            set(&entry.path(), 0o600)?;
        } else {
            is_ours = false;
        }
    }
    if is_ours { set(folder, 0o700) } else { Ok(()) }
}

/// On other systems, the folders of a user are protected by default.
#[cfg(not(unix))]
fn keep_private(_: &Path) -> io::Result<()> {
    Ok(())
}
