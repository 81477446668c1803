//! Puts together what several machines have done of one study.

use std::collections::BTreeMap;
use std::fs;

use minewise_coach::{Adjust, Problem};
use serde_json::Value;
use serde_json::value::RawValue;

use super::run::Run;
use super::study::Study;
use crate::play::manifest::Manifest;
use crate::play::record::Record;
use crate::store::folder::{Folder, RECORDS, StudyFile, TIMINGS};
use crate::store::index::Place;
use crate::store::journal::{self, Journal};
use crate::store::machine::Machine;
use crate::store::text_file::ModelFiles;

/// What a folder holds after others were merged into it.
#[derive(Debug)]
pub struct Merged {
    /// The number of pieces of the study.
    pub n_pieces: u64,
    /// The pieces that have no record yet.
    pub missing: Vec<u64>,
}

/// Reads the experiment that a folder of `lab run` holds, with luck measured as its records say.
///
/// # Errors
/// Returns an error if the folder holds no experiment, or a file cannot be read.
pub fn experiment_in(folder: &Folder) -> Result<Manifest, Problem> {
    let path = folder.path().display();
    let study = StudyFile::read(&folder.files())?.study;
    let manifest = folder.manifest();
    if !manifest.exists() {
        return Err(Problem::bad_input(format!(
            "`{path}` holds a study `{study}`; only the parts of `lab run` can be merged"
        )));
    }
    let mut manifest = Manifest::read(&manifest, ModelFiles::Read)?;
    let records = folder.files()(RECORDS);
    if study == Run::NAME
        && records.exists()
        && let Some(first) = journal::read::<Record>(&records)?.next().transpose()?
    {
        // A run may have been started with another adjustment than its manifest says.
        let adjusts = [Adjust::Off, Adjust::Quick, Adjust::Full].into_iter();
        let recorded = adjusts.into_iter().find(|adjust| adjust.estimate() == first.content.estimate);
        manifest.plan.adjust = recorded.unwrap_or(manifest.plan.adjust);
    }
    Ok(manifest)
}

/// The checksums of the records that a folder holds, by piece.
type Checksums = BTreeMap<u64, u32>;

impl Folder {
    /// Adds the records of other folders to this one. When it has all records, they are in the order of the pieces, so
    /// that the file is the one that a single machine would have written.
    ///
    /// # Errors
    /// Returns an error if a folder holds another study, records of another program, or another record of the same
    /// piece, or if a file is damaged or cannot be written. Then nothing of that folder is added.
    pub fn merge<S: Study>(&self, study: &S, parts: &[Folder]) -> Result<Merged, Problem> {
        for part in parts {
            part.check_part(study)?;
        }
        let all: Vec<&Folder> = parts.iter().chain(self.holds_a_study().then_some(self)).collect();
        check_programs(&all)?;
        self.create()?;
        let mut records = Journal::open(&self.file(RECORDS))?;
        if !records.is_empty() {
            self.check_part(study)?;
        }
        let mut timings =
            (size_of::<S::Timing>() > 0).then(|| Journal::open(&self.file(TIMINGS))).transpose()?;
        // Before the first record, so that what a kill leaves behind describes itself.
        if !Machine::path(self.path()).exists()
            && let Some(first) = parts.first()
        {
            let copied = fs::copy(Machine::path(first.path()), Machine::path(self.path()));
            copied.map_err(|error| Problem::file("copy", &Machine::path(first.path()), &error))?;
        }
        self.write_description(study, None)?;

        let mut known = Checksums::new();
        self.new_lines(study, &mut known)?;
        for part in parts {
            let lines = part.new_lines(study, &mut known)?;
            if lines.is_empty() {
                // Its times are here already, too.
                continue;
            }
            records.append_lines(&lines)?;
            if let Some(timings) = &mut timings {
                timings.append_lines(&part.lines(TIMINGS)?)?;
            }
        }
        let index = self.index(study, &records, true)?;
        if index.is_complete()
            && let Some(order) = index.order_up_to(study.n_pieces())
        {
            records.rearrange(order)?;
        }
        let missing = (0..study.n_pieces()).filter(|&idx| !index.has(idx)).collect();
        Ok(Merged { n_pieces: study.n_pieces(), missing })
    }

    /// Checks that this folder holds exactly this study.
    fn check_part<S: Study>(&self, study: &S) -> Result<(), Problem> {
        let path = self.path().display();
        if !self.holds_a_study() {
            return Err(Problem::bad_input(format!("there is no study in `{path}`")));
        }
        if !self.check_settings(study)? {
            return Err(Problem::bad_input(format!(
                "the study in `{path}` is another one: its manifest differs from that of the first folder"
            )));
        }
        Ok(())
    }

    /// The lines of records of pieces that are not known yet.
    fn new_lines<S: Study>(&self, study: &S, known: &mut Checksums) -> Result<String, Problem> {
        let source = self.files()(RECORDS);
        let mut lines = String::new();
        if !source.exists() {
            return Ok(lines);
        }
        for record in journal::read::<Box<RawValue>>(&source)? {
            let journal::Record { content, line, .. } = record?;
            let damaged = |wrong: &dyn std::fmt::Display| Problem::line(source.path(), line, wrong);
            let record: S::Record = serde_json::from_str(content.get()).map_err(|error| damaged(&error))?;
            let place = study.place(&record).map_err(|_| damaged(&"this record is not of the study"))?;
            // A part of a piece, or a record of no piece, is of no use elsewhere.
            let Place::Whole(idx) = place else { continue };
            let checksum = crc32fast::hash(content.get().as_bytes());
            match known.insert(idx, checksum) {
                None => lines += &journal::line(&content)?,
                Some(other) if other == checksum => {}
                Some(_) => {
                    return Err(damaged(&format_args!(
                        "another folder has another record of {}; the programs differ, or one is damaged",
                        study.piece_name(idx)
                    )));
                }
            }
        }
        Ok(lines)
    }

    /// All complete lines of a journal.
    fn lines(&self, name: &str) -> Result<String, Problem> {
        let mut lines = String::new();
        let source = self.files()(name);
        if source.exists() {
            for record in journal::read::<Box<RawValue>>(&source)? {
                lines += &journal::line(&record?.content)?;
            }
        }
        Ok(lines)
    }
}

/// Checks that all folders were made by one program: another might play differently.
fn check_programs(folders: &[&Folder]) -> Result<(), Problem> {
    let mut first: Option<(&Folder, String)> = None;
    for folder in folders {
        let program = program(folder)?;
        match &first {
            Some((_, known)) if *known == program => {}
            Some((other, known)) => {
                return Err(Problem::bad_input(format!(
                    "`{}` was made by {known}, and `{}` by {program}, which may play differently",
                    other.path().display(),
                    folder.path().display()
                )));
            }
            None => first = Some((folder, program)),
        }
    }
    Ok(())
}

/// The program that started the study in a folder, with its commit.
fn program(folder: &Folder) -> Result<String, Problem> {
    let path = Machine::path(folder.path());
    let text = fs::read_to_string(&path).map_err(|error| Problem::file("read", &path, &error))?;
    let machine: Value = serde_json::from_str(&text)
        .map_err(|error| Problem::bad_input(format!("`{}`: {error}", path.display())))?;
    let name = machine["program"].as_str().unwrap_or("an unknown program");
    Ok(match machine["commit"].as_str() {
        Some(commit) => format!("{name} (commit {commit})"),
        None => name.to_owned(),
    })
}
