//! Plays the games of oracles.

use minewise::{Rules, Seed};
use minewise_coach::Problem;
use serde_json::json;

use super::informed::{InformedArena, Oracle, Ratio};
use super::{N_PER_RECORD, OracleSettings, OracleTally, Record};
use crate::store::folder::Settings;
use crate::store::index::{Place, PlaceError};
use crate::studies::study::{PieceResult, Study, WorkContext};
use crate::studies::to_settings;

/// A study of oracles: equally many games of each oracle under each set of rules, on the layouts of a run with the same
/// seed.
#[derive(Clone, Debug)]
pub struct OracleStudy {
    /// The rules.
    pub rules: Vec<Rules>,
    /// The lookup ratios of the oracles.
    pub ratios: Vec<Ratio>,
    /// The number of games of each oracle under each set of rules.
    pub n_games: u64,
    /// The seed of the first layout. Each following game uses the next seed.
    pub seed: Seed,
}

/// Consecutive games of one oracle.
struct Chunk {
    rules: Rules,
    ratio: Ratio,
    first: u64,
    n_games: u64,
}

impl OracleStudy {
    fn n_chunks_per_case(&self) -> u64 {
        self.n_games.div_ceil(N_PER_RECORD)
    }

    /// Returns a chunk by its index: first all chunks of the first ratio under the first rules, then those of the
    /// second ratio, and so on.
    fn chunk(&self, idx: u64) -> Chunk {
        let (case, first) = (idx / self.n_chunks_per_case(), idx % self.n_chunks_per_case() * N_PER_RECORD);
        let n_ratios = self.ratios.len() as u64;
        Chunk {
            rules: self.rules[(case / n_ratios) as usize],
            ratio: self.ratios[(case % n_ratios) as usize],
            first,
            n_games: N_PER_RECORD.min(self.n_games - first),
        }
    }
}

impl Study for OracleStudy {
    const NAME: &'static str = "oracle";
    const UNITS: &'static str = "games";
    const RESUMABLE_WITH: &'static [&'static str] = &["games", "rules", "ratios"];
    type Record = Record;
    type Timing = ();
    type Worker<'a> = ();
    type State = ();

    fn settings(&self) -> Settings {
        to_settings(&json!(OracleSettings {
            rules: self.rules.iter().map(ToString::to_string).collect(),
            ratios: self.ratios.iter().map(|ratio| ratio.value()).collect(),
            games: self.n_games,
            seed: self.seed.0,
        }))
    }

    fn n_pieces(&self) -> u64 {
        (self.rules.len() * self.ratios.len()) as u64 * self.n_chunks_per_case()
    }

    fn n_units(&self) -> u64 {
        (self.rules.len() * self.ratios.len()) as u64 * self.n_games
    }

    fn units_of(&self, record: &Record) -> u64 {
        record.tally.games
    }

    fn place(&self, record: &Record) -> Result<Place, PlaceError> {
        let rules_idx = self.rules.iter().position(|rules| rules.to_string() == record.rules);
        let ratio_idx = self.ratios.iter().position(|ratio| ratio.value() == record.ratio);
        let first = record.seed.wrapping_sub(self.seed.0);
        let (Some(rules_idx), Some(ratio_idx)) = (rules_idx, ratio_idx) else { return Ok(Place::Beyond) };
        let case = (rules_idx * self.ratios.len() + ratio_idx) as u64;
        let size = record.tally.games;
        if !first.is_multiple_of(N_PER_RECORD) || !(1..=N_PER_RECORD).contains(&size) {
            return Err(PlaceError::Damaged);
        }
        if first >= self.n_games {
            return Ok(Place::Beyond);
        }
        let idx = case * self.n_chunks_per_case() + first / N_PER_RECORD;
        Ok(match self.chunk(idx).n_games {
            n_games if n_games == size => Place::Whole(idx),
            n_games if n_games > size => Place::Part { idx, size },
            _ => Place::Beyond,
        })
    }

    fn worker(&self, _n_workers: usize) {}

    fn work<'a>(
        &'a self,
        (): &mut Self::Worker<'a>,
        idx: u64,
        (): (),
        context: &WorkContext<'_>,
    ) -> Result<Option<PieceResult<Self>>, Problem> {
        let Chunk { rules, ratio, first, n_games } = self.chunk(idx);
        let mut arena = InformedArena::new(rules, Oracle::new(ratio));
        let first = self.seed.0.wrapping_add(first);
        let mut tally = OracleTally::default();
        for game in 0..n_games {
            if (context.must_stop)() {
                return Ok(None);
            }
            tally.add(&arena.play(Seed(first.wrapping_add(game))));
            (context.progress)(1);
        }
        let record = Record { rules: rules.to_string(), ratio: ratio.value(), seed: first, tally };
        Ok(Some(PieceResult { record, timing: () }))
    }
}
