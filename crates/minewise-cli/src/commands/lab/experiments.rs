//! The experiments by name: those in the folder `experiments/`, and those embedded in the program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use minewise_coach::Problem;
use minewise_coach::zoo::Suggestion;
use minewise_lab::{Manifest, ModelFiles};
use rust_embed::RustEmbed;

use super::{EXPERIMENTS, RUNS};

/// The experiments that the program was built with.
#[derive(RustEmbed)]
#[folder = "../../experiments"]
#[include = "*.toml"]
struct Embedded;

/// An experiment and where it comes from.
pub(super) struct Experiment {
    /// The path of its file; for an embedded one, the path that would replace it.
    pub(super) path: PathBuf,
    pub(super) manifest: Manifest,
}

impl Experiment {
    /// Finds an experiment: a file, or a bare name in `experiments/` or else among those embedded.
    pub(super) fn find(name: &Path) -> Result<Experiment, Problem> {
        let bare = name.to_str().filter(|_| name.components().count() == 1 && !is_manifest(name));
        match bare {
            Some(name) => Experiment::named(name),
            None => Experiment::read(name),
        }
    }

    /// Reads the file of an experiment.
    pub(super) fn read(path: &Path) -> Result<Experiment, Problem> {
        Ok(Experiment { path: path.to_owned(), manifest: Manifest::read(path, ModelFiles::Read)? })
    }

    /// Finds an experiment by its name. A file in `experiments/` comes before an embedded one.
    pub(super) fn named(name: &str) -> Result<Experiment, Problem> {
        let path = Path::new(EXPERIMENTS).join(format!("{name}.toml"));
        if path.exists() {
            return Experiment::read(&path);
        }
        let embedded = Embedded::get(&format!("{name}.toml"));
        let text = embedded.and_then(|file| String::from_utf8(file.data.into_owned()).ok());
        let Some(text) = text else {
            let names = names();
            let suggestion = Suggestion::new(name, names.iter().map(String::as_str));
            return Err(Problem::bad_input(format!("there is no experiment `{name}`; {suggestion}")));
        };
        let manifest = Manifest::parse(&path, text, ModelFiles::Read)?;
        Ok(Experiment { path, manifest })
    }

    /// The name of the experiment.
    pub(super) fn name(&self) -> String {
        self.path.file_stem().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }

    /// The default folder for its records.
    pub(super) fn folder(&self) -> PathBuf {
        Path::new(RUNS).join(self.name())
    }
}

/// The names of all experiments, in `experiments/` and embedded, sorted.
pub(super) fn names() -> BTreeSet<String> {
    let local = std::fs::read_dir(EXPERIMENTS).into_iter().flatten().flatten().map(|entry| entry.path());
    let embedded = Embedded::iter().map(|file| PathBuf::from(file.as_ref()));
    let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    local.chain(embedded).filter(|path| is_manifest(path)).filter_map(stem).collect()
}

/// Whether a path ends like that of a manifest.
pub(super) fn is_manifest(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_experiment_can_be_read_by_its_name() {
        assert!(names().len() > 15, "{:?}", names());
        for name in names() {
            let experiment = Experiment::named(&name).unwrap();
            assert_eq!((experiment.name(), experiment.folder()), (name.clone(), Path::new(RUNS).join(&name)));
        }
    }

    #[test]
    fn an_unknown_name_gets_a_suggestion() {
        let wrong = Experiment::find(Path::new("clasic")).err().unwrap().to_string();
        assert_eq!(wrong, "there is no experiment `clasic`; did you mean `classic`?");
    }
}
