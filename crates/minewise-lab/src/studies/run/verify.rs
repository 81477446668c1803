//! Checks the records of a run: plays random chunks of them again, and compares the lines byte by byte.

use std::path::Path;

use minewise::{Rng, Seed};
use minewise_coach::{Adjust, Problem};

use crate::play::chunk::ChunkPlayer;
use crate::play::manifest::Manifest;
use crate::play::plan::{Chunk, Plan};
use crate::play::record::{Places, Record};
use crate::store::folder::{Folder, MANIFEST, RECORDS, StudyFile};
use crate::store::index::Place;
use crate::store::journal;
use crate::store::text_file::ModelFiles;

/// What came out when chunks of a run were played again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// The number of records that the run has.
    pub n_records: usize,
    /// The number of records whose games were played again and gave the same bytes.
    pub n_equal: usize,
    /// The records whose games gave other bytes, described by line, rules, player and seed.
    pub different: Vec<String>,
}

impl Verification {
    /// Plays chunks of the run in `folder` again, in an order that depends on `seed`, until all are done or `must_stop`
    /// returns `true`. A chunk that is interrupted counts as not played.
    ///
    /// # Errors
    /// Returns an error if the folder has no run, or its files cannot be read or are damaged.
    pub fn of(folder: &Path, seed: Seed, must_stop: &dyn Fn() -> bool) -> Result<Verification, Problem> {
        let study = StudyFile::read(&Folder::new(folder).files())?.study;
        if study != "run" {
            let folder = folder.display();
            return Err(Problem::bad_input(format!(
                "`{folder}` holds a study `{study}`; only the records of `lab run` can be verified"
            )));
        }
        let manifest = Manifest::read(&folder.join(MANIFEST), ModelFiles::Read)?;
        let lines = lines(&folder.join(RECORDS))?;
        let mut verification = Verification { n_records: lines.len(), ..Verification::default() };
        for idx in shuffled(lines.len(), seed) {
            let Some(is_equal) = is_equal(&manifest.plan, &lines[idx].0, &lines[idx].1, must_stop) else {
                break;
            };
            if is_equal {
                verification.n_equal += 1;
            } else {
                let Record { rules, player, seed, .. } = &lines[idx].0;
                let line = idx + 1;
                verification.different.push(format!("line {line}: `{player}` on `{rules}` from seed {seed}"));
            }
        }
        verification.different.sort();
        Ok(verification)
    }
}

/// Reads the records of a run with their lines.
fn lines(path: &Path) -> Result<Vec<(Record, String)>, Problem> {
    let text = std::fs::read_to_string(path).map_err(|error| Problem::file("read", path, &error))?;
    let records = journal::read_all::<Record>(&crate::store::source::Source::file(path))?;
    Ok(records.into_iter().zip(text.split_inclusive('\n').map(str::to_owned)).collect())
}

/// Returns the numbers below `n` in random order.
fn shuffled(n: usize, seed: Seed) -> Vec<usize> {
    let mut rng = Rng::new(seed);
    let mut order: Vec<usize> = (0..n).collect();
    for end in (1..n).rev() {
        order.swap(end, rng.below(end + 1));
    }
    order
}

/// Plays the chunk of a record again, and compares it with the line of the record; `None` if it was stopped.
fn is_equal(plan: &Plan, record: &Record, line: &str, must_stop: &dyn Fn() -> bool) -> Option<bool> {
    let Ok((Place::Whole(idx) | Place::Part { idx, .. }, _)) = Places::new(plan).of(record) else {
        return Some(false);
    };
    let chunk = Chunk { n_games: record.tally.games, ..plan.chunk(idx) };
    // A run may have been started with another adjustment than its manifest says.
    let adjust = if record.estimate.is_none() { Adjust::Off } else { plan.adjust };
    let plan = Plan { adjust, ..plan.clone() };
    let played = ChunkPlayer::new(&plan).play(chunk, must_stop, &|_| ())?;
    let (mut again, _) = Record::new(&plan, played);
    // Older records do not have this count.
    again.tally.free_guesses = again.tally.free_guesses.filter(|_| record.tally.free_guesses.is_some());
    Some(journal::line(&again).is_ok_and(|again| again == line))
}
