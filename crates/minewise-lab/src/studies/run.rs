//! Runs: an experiment played into a folder, which can be stopped and killed and gone on with.
//!
//! The folder holds `manifest.toml`, the text as it was; `records.jsonl`, a line for each chunk of games;
//! `timings.jsonl`, how long each took; and `machine.json`. Records are appended as chunks are finished. When all are
//! there, they are put in the order of the plan, so that the finished file is a function of the manifest alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use minewise::Rules;

use crate::error::Error;
use crate::play::chunk::{N_FIRST, PlayedChunk};
use crate::play::crew::Crew;
use crate::play::manifest::Manifest;
use crate::play::plan::Case;
use crate::play::record::{Place, Record};
use crate::play::table::{Measure, Table};
use crate::store::files::write_whole;
use crate::store::journal::Journal;
use crate::store::machine::Machine;
use crate::store::scan::{Scan, damaged};
use crate::store::source::Source;
use crate::store::{MANIFEST, RECORDS, TIMINGS};

/// An experiment to be played into a folder.
pub struct Run<'a> {
    /// The experiment.
    pub manifest: &'a Manifest,
    /// Where its records are kept.
    pub folder: &'a Path,
    /// The commit that the program was built from, if that is known.
    pub commit: Option<&'a str>,
    /// How many threads play.
    pub n_threads: usize,
    /// Once it is set, the run ends after the games in hand.
    pub stop: &'a AtomicBool,
    /// Told of what is done.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// What a run has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many games were there from before.
    Kept(u64),
    /// So many more games were played.
    Played(u64),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All games are played.
    Complete,
    /// It was stopped; the same run goes on where it ended.
    Stopped,
}

impl Run<'_> {
    /// Plays all games that are not yet there.
    ///
    /// # Errors
    /// When the folder cannot be written, somebody else is writing it, a record is damaged, or the records are not
    /// those of this manifest and this program. Whatever happens, no whole record is lost.
    ///
    /// # Panics
    /// When a player breaks the rules of the game, which is a bug of the player.
    pub fn play(&self) -> Result<Ended, Error> {
        let cannot = |error| Error::file("make the folder", self.folder, &error);
        fs::create_dir_all(self.folder).map_err(cannot)?;
        let records = Journal::open(&self.folder.join(RECORDS))?;
        let scan = self.check_records()?;
        let timings = Journal::open(&self.folder.join(TIMINGS))?;
        self.write_about()?;
        (self.progress)(Progress::Kept(scan.n_games));
        let journals = Mutex::new((records, timings));
        let plan = &self.manifest.plan;
        let finish = |played: PlayedChunk| {
            let (record, timing) = Record::new(plan, played);
            let mut journals = journals.lock().expect("nobody panics while writing");
            journals.0.append(&record)?;
            journals.1.append(&timing)
        };
        let progress = |n_games| (self.progress)(Progress::Played(n_games));
        let crew = Crew { plan, n_threads: self.n_threads, stop: self.stop, progress: &progress };
        crew.play(&|chunk_idx| !scan.has_whole(chunk_idx), &finish)?;
        let (records, _) = journals.into_inner().expect("nobody panicked while writing");
        self.put_in_order(records)
    }

    fn records(&self) -> Source {
        Source::file(&self.folder.join(RECORDS))
    }

    /// Puts the records in the order of the plan, if all are there.
    fn put_in_order(&self, mut records: Journal) -> Result<Ended, Error> {
        let source = self.records();
        let scan = Scan::of(&source, &self.manifest.plan, damaged(&source), |_, _| Ok(()))?;
        if !scan.is_complete() {
            return Ok(Ended::Stopped);
        }
        if !scan.is_in_order() {
            records.rearrange(scan.in_order())?;
        }
        Ok(Ended::Complete)
    }

    /// Finds out which records are there, and that all of them are of this manifest and this program.
    fn check_records(&self) -> Result<Scan, Error> {
        let records = self.records();
        let is_same = self.check_manifest(&records)?;
        let plan = &self.manifest.plan;
        let mut earliest: BTreeMap<usize, Earliest> = BTreeMap::new();
        let misplaced = |line, wrong| {
            if is_same {
                damaged(&records)(line, wrong)
            } else {
                self.refusal(format_args!("tell of {wrong}"))
            }
        };
        let scan = Scan::of(&records, plan, misplaced, |record, place| {
            self.check_origin(record, place)?;
            let this = Earliest {
                chunk_idx: place.chunk_idx,
                n_games: record.tally.games,
                fingerprint: record.first,
            };
            let first = earliest.entry(place.case_idx).or_insert(this);
            if this.chunk_idx < first.chunk_idx {
                *first = this;
            }
            Ok(())
        })?;
        for (case_idx, earliest) in earliest {
            let n_chunks = plan.n_chunks_per_case();
            let mut chunks = case_idx as u64 * n_chunks..(case_idx as u64 + 1) * n_chunks;
            if chunks.any(|chunk_idx| !scan.has_whole(chunk_idx)) {
                self.check_play(case_idx, earliest)?;
            }
        }
        Ok(scan)
    }

    /// Checks that the records are of the manifest beside them, and that it has the same settings as this one; whether
    /// it is the same to the letter.
    fn check_manifest(&self, records: &Source) -> Result<bool, Error> {
        let stored = self.folder.join(MANIFEST);
        let has_records = fs::metadata(records.path()).is_ok_and(|about| about.len() > 0);
        if !has_records {
            return Ok(true);
        }
        let old = Manifest::read(&stored, self.manifest.files)?;
        let is_same = old.text == self.manifest.text;
        if !is_same {
            Scan::of(records, &old.plan, damaged(records), |_, _| Ok(()))?;
        }
        let (old, new) = (&old.plan, &self.manifest.plan);
        let settings = [
            ("seed", old.seed.0, new.seed.0),
            ("player_seed", old.player_seed, new.player_seed),
            ("chunk", old.n_per_chunk, new.n_per_chunk),
        ];
        match settings.into_iter().find(|(_, old, new)| old != new) {
            Some((name, old, new)) => {
                Err(self.refusal(format_args!("were made with `{name} = {old}`, and the manifest has {new}")))
            }
            None => Ok(is_same),
        }
    }

    /// Checks that a record was made by the same model and the same estimate.
    fn check_origin(&self, record: &Record, place: Place) -> Result<(), Error> {
        let plan = &self.manifest.plan;
        let player = &plan.cases[place.case_idx].player;
        if record.model != player.model() {
            return Err(self.refusal(format_args!("were made with another model of the player `{player}`")));
        }
        match (&record.estimate, &plan.measure.adjust.estimate()) {
            (old, new) if old == new => Ok(()),
            (Some(old), Some(new)) => Err(self
                .refusal(format_args!("are adjusted by the estimate `{old}`, and this program has `{new}`"))),
            (Some(_), None) => Err(self.refusal("are adjusted for luck, and this run would not be")),
            (None, _) => Err(self.refusal("are not adjusted for luck, and this run would be")),
        }
    }

    /// Checks that a player still plays as it did, by the first games that it has a record of.
    fn check_play(&self, case_idx: usize, earliest: Earliest) -> Result<(), Error> {
        let plan = &self.manifest.plan;
        let first = plan.chunk(earliest.chunk_idx).first;
        let n_games = earliest.n_games.min(N_FIRST);
        let Case { rules, player, .. } = &plan.cases[case_idx];
        let mut table = Table::new(*rules, player, Measure::default());
        let games = (first..first + n_games).map(|game| {
            let (layout_seed, player_seed) = plan.seeds(game);
            table.play(layout_seed, player_seed).fingerprint
        });
        if games.fold(0, u64::wrapping_add) == earliest.fingerprint {
            return Ok(());
        }
        Err(self.changed_player(player, rules))
    }

    fn changed_player(&self, player: &minewise_coach::PlayerSpec, rules: &Rules) -> Error {
        let folder = self.folder.display();
        Error::bad_input(format!(
            "the player `{player}` no longer plays as in the records on `{rules}` in `{folder}`; choose another folder"
        ))
    }

    fn refusal(&self, differ: impl std::fmt::Display) -> Error {
        let folder = self.folder.display();
        Error::bad_input(format!("the records in `{folder}` {differ}; choose another folder"))
    }

    /// Writes the manifest and, the first time, what the run is made with.
    fn write_about(&self) -> Result<(), Error> {
        let manifest = self.folder.join(MANIFEST);
        if !fs::read(&manifest).is_ok_and(|old| old == self.manifest.text.as_bytes()) {
            write_whole(&manifest, self.manifest.text.as_bytes())?;
        }
        if Machine::path(self.folder).exists() { Ok(()) } else { Machine::write(self.commit, self.folder) }
    }
}

/// The first record of a case.
#[derive(Clone, Copy)]
struct Earliest {
    chunk_idx: u64,
    n_games: u64,
    fingerprint: u64,
}
