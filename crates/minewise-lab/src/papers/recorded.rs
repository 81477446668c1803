//! The studies in a folder of this machine.

use std::fs;
use std::path::{Path, PathBuf};

use minewise_coach::Problem;

use super::RecordedStudy;
use crate::store::folder::Folder;
use crate::store::source::Source;

/// Finds all studies in the folder of records, in the order of their names.
///
/// # Errors
/// Returns an error if the folder cannot be read.
pub fn recorded_studies(folder: &Path) -> Result<Vec<RecordedStudy<'static>>, Problem> {
    let cannot = |error| Problem::file("read the folder", folder, &error);
    let entries = fs::read_dir(folder).map_err(cannot)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(cannot)?;
    paths.sort();
    let study = |path: PathBuf| RecordedStudy {
        folder: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        files: Box::new(move |name| Source::file(&path.join(name))),
    };
    Ok(paths.into_iter().filter(|path| Folder::new(path).holds_a_study()).map(study).collect())
}
