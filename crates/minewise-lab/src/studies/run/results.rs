//! What the records of a run come to.

#[cfg(feature = "host")]
use std::path::Path;

use minewise_coach::Problem;

use crate::play::chunk::Outcome;
use crate::play::manifest::Manifest;
use crate::play::record::{Places, Record, TimingRecord};
use crate::play::tally::Tally;
use crate::play::timing::Timing;
use crate::store::folder::{RECORDS, TIMINGS};
use crate::store::index::{Index, Misplaced};
use crate::store::journal::{self, Reader};
use crate::store::source::{Files, Source};
use crate::store::text_file::ModelFiles;

/// What came of a run, finished or not.
pub struct Results {
    /// The experiment.
    pub manifest: Manifest,
    /// What came of each case, in the order of the plan; all of it zero for those without a record.
    pub outcomes: Vec<Outcome>,
    /// The estimate that luck was told by, if it was.
    pub estimate: Option<String>,
    records: Source,
    index: Index,
}

impl Results {
    /// Reads the records in the folder of a run, one after the other: memory does not grow with the games.
    ///
    /// # Errors
    /// When there is no run, or its files cannot be read or are damaged.
    #[cfg(feature = "host")]
    pub fn read(folder: &Path) -> Result<Results, Problem> {
        Results::of(Manifest::read(&folder.join(crate::store::folder::MANIFEST), ModelFiles::Read)?, folder)
    }

    /// Reads the records of an experiment in the folder of its run.
    ///
    /// # Errors
    /// As [`Results::read`].
    #[cfg(feature = "host")]
    pub fn of(manifest: Manifest, folder: &Path) -> Result<Results, Problem> {
        Results::of_files(manifest, &|name| Source::file(&folder.join(name)))
    }

    /// Reads the records of an experiment among the files of its run, wherever these are.
    ///
    /// # Errors
    /// When the files cannot be read or are damaged.
    pub fn of_files(manifest: Manifest, files: &Files<'_>) -> Result<Results, Problem> {
        let records = files(RECORDS);
        let mut estimate: Option<Option<String>> = None;
        let index = index(&records, &manifest, |record| {
            if *estimate.get_or_insert_with(|| record.estimate.clone()) == record.estimate {
                return Ok(());
            }
            let path = records.path().display();
            Err(Problem::bad_input(format!("`{path}` has records of different estimates")))
        })?;
        let empty = |case| Outcome { case, tally: Tally::default(), timing: Timing::default() };
        let outcomes = manifest.plan.cases.iter().cloned().map(empty).collect();
        let estimate = estimate.flatten();
        let mut results = Results { manifest, outcomes, estimate, records, index };
        results.add_records()?;
        results.add_timings(&files(TIMINGS))?;
        Ok(results)
    }

    /// Whether all games of all cases are there.
    pub fn is_complete(&self) -> bool {
        self.index.is_complete()
    }

    /// The cases that lack games, by their places.
    pub fn incomplete(&self) -> impl Iterator<Item = usize> + '_ {
        let n_games = self.manifest.plan.n_games;
        let is_incomplete = move |&idx: &usize| self.outcomes[idx].tally.games < n_games;
        (0..self.outcomes.len()).filter(is_incomplete)
    }

    /// The records of a case in the order of their games, read one by one; those not there are left out.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn records(
        &self,
        case_idx: usize,
    ) -> Result<impl Iterator<Item = Result<Record, Problem>> + '_, Problem> {
        let mut reader = Reader::open(&self.records)?;
        let record = move |idx| self.record(&mut reader, case_idx, idx).transpose();
        Ok((0..self.manifest.plan.n_chunks_per_case()).filter_map(record))
    }

    /// The records of two cases on the same layouts, in the order of their games, where both have one.
    ///
    /// Of an experiment that grows, one may have fewer games than the other.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn pairs(
        &self,
        one: usize,
        other: usize,
    ) -> Result<impl Iterator<Item = Result<(Record, Record), Problem>> + '_, Problem> {
        let mut reader = Reader::open(&self.records)?;
        let mut pair =
            move |idx| Ok(self.record(&mut reader, one, idx)?.zip(self.record(&mut reader, other, idx)?));
        Ok((0..self.manifest.plan.n_chunks_per_case()).filter_map(move |idx| pair(idx).transpose()))
    }

    /// The record of a chunk of a case, if it is there.
    fn record(
        &self,
        reader: &mut Reader<Record>,
        case_idx: usize,
        idx: u64,
    ) -> Result<Option<Record>, Problem> {
        let plan = &self.manifest.plan;
        let Some(offset) = self.index.best(case_idx as u64 * plan.n_chunks_per_case() + idx) else {
            return Ok(None);
        };
        let changed = || Problem::failed(format!("`{}` has changed", self.records.path().display()));
        reader.at(offset)?.checked(&plan.cases[case_idx]).ok_or_else(changed).map(Some)
    }

    fn add_records(&mut self) -> Result<(), Problem> {
        let mut reader = Reader::open(&self.records)?;
        let n_chunks = self.manifest.plan.n_chunks_per_case();
        for case_idx in 0..self.outcomes.len() {
            for idx in 0..n_chunks {
                if let Some(record) = self.record(&mut reader, case_idx, idx)? {
                    self.outcomes[case_idx].tally.merge(&record.tally);
                }
            }
        }
        Ok(())
    }

    fn add_timings(&mut self, timings: &Source) -> Result<(), Problem> {
        if !timings.exists() {
            return Ok(());
        }
        let cases = self.manifest.plan.case_index();
        for record in journal::read::<TimingRecord>(timings)? {
            let record = record?;
            let TimingRecord { rules, player, timing, .. } = record.content;
            let Some(&case_idx) = cases.get(&(rules, player)) else {
                return Err(Problem::line(
                    timings.path(),
                    record.line,
                    "damaged: it is of games that are not played here",
                ));
            };
            self.outcomes[case_idx].timing.merge(&timing);
        }
        Ok(())
    }
}

impl Manifest {
    /// Reads the manifest at `path`.
    ///
    /// # Errors
    /// When there is no such file, or it is no manifest: a sentence that names the file, and the line if there is one.
    #[cfg(feature = "host")]
    pub fn read(path: &Path, files: ModelFiles) -> Result<Manifest, Problem> {
        Manifest::of(&Source::file(path), files)
    }

    /// Reads a manifest, wherever it is.
    ///
    /// # Errors
    /// When there is none, or it is no manifest.
    pub fn of(source: &Source, files: ModelFiles) -> Result<Manifest, Problem> {
        Manifest::parse(source.path(), source.text()?, files)
    }

    /// How many games of this experiment are played in a folder; 0 if it has no run.
    ///
    /// # Errors
    /// When the records there are damaged, or not of this experiment.
    #[cfg(feature = "host")]
    pub fn n_played_in(&self, folder: &Path) -> Result<u64, Problem> {
        let records = Source::file(&folder.join(RECORDS));
        if !records.exists() {
            return Ok(0);
        }
        index(&records, self, |_| Ok(())).map(|index| index.n_units)
    }
}

/// Where the records of an experiment stand; `each` sees every one.
fn index(
    records: &Source,
    manifest: &Manifest,
    mut each: impl FnMut(&Record) -> Result<(), Problem>,
) -> Result<Index, Problem> {
    let places = Places::new(&manifest.plan);
    Index::of(records, manifest.plan.n_chunks(), |record: Record, line| {
        let (place, _) = places.checked(&record).map_err(|wrong| {
            let damage = match wrong {
                Misplaced::NoPiece(piece) | Misplaced::Otherwise(piece) => format!("it is of {piece}"),
                Misplaced::Damaged => "the numbers of this record disagree".to_owned(),
            };
            Problem::line(records.path(), line, format_args!("damaged: {damage}"))
        })?;
        each(&record)?;
        Ok((place, record.tally.games))
    })
}
