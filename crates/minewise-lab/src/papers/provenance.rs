//! Where a record comes from: its folder, day, commit and machine.

use minewise_coach::Problem;
use serde::Deserialize;

use super::RecordedStudy;
use crate::report::document::Block;
use crate::report::format::NO_VALUE;

/// Where a record comes from.
pub(super) struct Provenance {
    folder: String,
    machine: MachineFile,
}

/// What is used of `machine.json`.
#[derive(Deserialize)]
struct MachineFile {
    started: String,
    commit: Option<String>,
    os: String,
    cores: Option<usize>,
    cpu: Option<String>,
}

/// The first digits of a commit, enough to find it.
const COMMIT_DIGITS: usize = 12;

impl Provenance {
    /// Reads where a record comes from.
    ///
    /// # Errors
    /// Returns an error if `machine.json` is missing or damaged.
    pub(super) fn read(record: &RecordedStudy) -> Result<Provenance, Problem> {
        let source = (record.files)("machine.json");
        let path = source.path().display().to_string();
        let machine = serde_json::from_str(&source.text()?)
            .map_err(|error| Problem::bad_input(format!("`{path}` does not describe a machine: {error}")))?;
        Ok(Provenance { folder: record.folder.clone(), machine })
    }

    /// Says which record it is, and with which program and when it was started.
    pub(super) fn origin(&self) -> Block {
        let commit = match &self.machine.commit {
            Some(commit) => commit.chars().take(COMMIT_DIGITS).collect(),
            None => NO_VALUE.to_owned(),
        };
        Block::Text(format!(
            "Record {}, started on {} with the program of commit {commit}.",
            self.folder, self.machine.started
        ))
    }

    /// Says on which machine the study with this title was made.
    pub(super) fn machine(&self, title: &str) -> String {
        let MachineFile { os, cores, cpu, .. } = &self.machine;
        let cpu = cpu.as_deref().unwrap_or("an unknown processor");
        let cores = cores.map(|cores| format!(", {cores} cores")).unwrap_or_default();
        format!("{title}: {os}, {cpu}{cores}.")
    }
}
