//! The results of a run, read from its records.

#[cfg(feature = "host")]
use std::path::Path;

use minewise_coach::Problem;

use crate::play::chunk::Outcome;
use crate::play::manifest::Manifest;
use crate::play::record::{Places, Record, TimingRecord};
use crate::play::tally::Tally;
use crate::play::timing::Timing;
use crate::store::folder::{RECORDS, TIMINGS};
use crate::store::index::{Index, PlaceError};
use crate::store::journal::{self, Reader};
use crate::store::source::{Files, Source};
use crate::store::text_file::ModelFiles;

/// The results of a run, finished or not.
pub struct Results {
    /// The experiment.
    pub manifest: Manifest,
    /// The results of each case, in the order of the plan. They are zero for cases without a record.
    pub outcomes: Vec<Outcome>,
    /// The name of the win estimate that luck was measured with; `None` if luck was not measured.
    pub estimate: Option<String>,
    records: Source,
    index: Index,
}

impl Results {
    /// Reads the results from the folder of a run. Records are read one by one, so memory does not grow with the games.
    ///
    /// # Errors
    /// Returns an error if there is no run, or its files cannot be read or are damaged.
    #[cfg(feature = "host")]
    pub fn read(folder: &Path) -> Result<Results, Problem> {
        Results::of(Manifest::read(&folder.join(crate::store::folder::MANIFEST), ModelFiles::Read)?, folder)
    }

    /// Reads the results of an experiment from the folder of its run.
    ///
    /// # Errors
    /// See [`Results::read`].
    #[cfg(feature = "host")]
    pub fn of(manifest: Manifest, folder: &Path) -> Result<Results, Problem> {
        Results::of_files(manifest, &|name| Source::file(&folder.join(name)))
    }

    /// Reads the results of an experiment from the files of its run.
    ///
    /// # Errors
    /// Returns an error if the files cannot be read or are damaged.
    pub fn of_files(manifest: Manifest, files: &Files<'_>) -> Result<Results, Problem> {
        let records = files(RECORDS);
        // The records are read twice: only after the first pass is it known which record of a chunk is the best one.
        let mut estimate: Option<Option<String>> = None;
        let index = index(&records, &manifest, |record| {
            if *estimate.get_or_insert_with(|| record.estimate.clone()) == record.estimate {
                return Ok(());
            }
            let path = records.path().display();
            Err(Problem::bad_input(format!("`{path}` has records with different win estimates")))
        })?;
        let empty = |case| Outcome { case, tally: Tally::default(), timing: Timing::default() };
        let outcomes = manifest.plan.cases.iter().cloned().map(empty).collect();
        let estimate = estimate.flatten();
        let mut results = Results { manifest, outcomes, estimate, records, index };
        results.add_records()?;
        results.add_timings(&files(TIMINGS))?;
        Ok(results)
    }

    /// Checks whether all games of all cases are recorded.
    pub fn is_complete(&self) -> bool {
        self.index.is_complete()
    }

    /// Returns the indices of the cases with missing games.
    pub fn incomplete(&self) -> impl Iterator<Item = usize> + '_ {
        let n_games = self.manifest.plan.n_games;
        let is_incomplete = move |&idx: &usize| self.outcomes[idx].tally.games < n_games;
        (0..self.outcomes.len()).filter(is_incomplete)
    }

    /// Reads the records of a case one by one, in the order of their games. Missing ones are left out.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened.
    pub fn records(
        &self,
        case_idx: usize,
    ) -> Result<impl Iterator<Item = Result<Record, Problem>> + '_, Problem> {
        let mut reader = Reader::open(&self.records)?;
        let record = move |idx| self.record(&mut reader, case_idx, idx).transpose();
        Ok((0..self.manifest.plan.n_chunks_per_case()).filter_map(record))
    }

    /// Reads pairs of records of two cases on the same layouts, in the order of their games, where both have one.
    ///
    /// If the experiment is growing, one record of a pair may have fewer games than the other.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened.
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

    /// Reads the record of a chunk of a case, if it exists.
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
                    "damaged: it belongs to games that are not in the manifest",
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
    /// Returns an error that names the file and, where possible, the line, if the file cannot be read or is not a
    /// manifest.
    #[cfg(feature = "host")]
    pub fn read(path: &Path, files: ModelFiles) -> Result<Manifest, Problem> {
        Manifest::of(&Source::file(path), files)
    }

    /// Reads a manifest from a source.
    ///
    /// # Errors
    /// Returns an error if the source cannot be read or is not a manifest.
    pub fn of(source: &Source, files: ModelFiles) -> Result<Manifest, Problem> {
        Manifest::parse(source.path(), source.text()?, files)
    }

    /// Returns the number of games of this experiment that are recorded in a folder; 0 if it has no run.
    ///
    /// # Errors
    /// Returns an error if the records are damaged, or of another experiment.
    #[cfg(feature = "host")]
    pub fn n_played_in(&self, folder: &Path) -> Result<u64, Problem> {
        let records = Source::file(&folder.join(RECORDS));
        if !records.exists() {
            return Ok(0);
        }
        index(&records, self, |_| Ok(())).map(|index| index.n_units)
    }
}

/// Builds the index of the records of an experiment. `each` is called with every record.
fn index(
    records: &Source,
    manifest: &Manifest,
    mut each: impl FnMut(&Record) -> Result<(), Problem>,
) -> Result<Index, Problem> {
    let places = Places::new(&manifest.plan);
    Index::of(records, manifest.plan.n_chunks(), |record: Record, line| {
        let (place, _) = places.checked(&record).map_err(|wrong| {
            let damage = match wrong {
                PlaceError::NoPiece(piece) | PlaceError::Different(piece) => format!("it belongs to {piece}"),
                PlaceError::Damaged => "the numbers of this record disagree".to_owned(),
            };
            Problem::line(records.path(), line, format_args!("damaged: {damage}"))
        })?;
        each(&record)?;
        Ok((place, record.tally.games))
    })
}
