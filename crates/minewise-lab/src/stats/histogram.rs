//! Histograms of counts, with buckets that widen as the counts grow.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A histogram of counts: exact below 16, and eight buckets for each doubling above.
///
/// Serialised as pairs of the least count of a bucket and its frequency, without the empty buckets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// The frequency of each bucket. Invariant: does not end with 0.
    buckets: Vec<u64>,
}

/// Below this, every count has a bucket of its own.
const N_EXACT: u64 = 16;
/// The number of buckets per doubling, as a power of two.
const LOG_PER_OCTAVE: u32 = 3;

impl Histogram {
    /// Adds one count.
    pub fn add(&mut self, count: u64) {
        self.add_to(bucket_of(count), 1);
    }

    /// Adds all counts of another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        for (bucket, &n_met) in other.buckets.iter().enumerate().filter(|&(_, &n_met)| n_met > 0) {
            self.add_to(bucket, n_met);
        }
    }

    fn add_to(&mut self, bucket: usize, n_met: u64) {
        if self.buckets.len() <= bucket {
            self.buckets.resize(bucket + 1, 0);
        }
        self.buckets[bucket] = self.buckets[bucket].saturating_add(n_met);
    }

    /// Returns the number of counts added.
    pub fn total(&self) -> u64 {
        self.buckets.iter().fold(0, |sum, &n_met| sum.saturating_add(n_met))
    }

    /// Iterates over the buckets that are not empty: the least count, the least count of the next bucket, and the
    /// frequency.
    pub fn buckets(&self) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        let met = self.buckets.iter().enumerate().filter(|&(_, &n_met)| n_met > 0);
        met.map(|(bucket, &n_met)| (least(bucket), least(bucket + 1), n_met))
    }

    /// Returns a quantile with the precision of a bucket: the greatest count of the bucket that it lies in.
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let rank = (share * self.total() as f64).ceil().max(1.0);
        let mut n_seen = 0u64;
        self.buckets().find_map(|(_, next, n_met)| {
            n_seen = n_seen.saturating_add(n_met);
            (n_seen as f64 >= rank).then(|| next - 1)
        })
    }
}

/// Returns the bucket that a count falls into.
fn bucket_of(count: u64) -> usize {
    if count < N_EXACT {
        return count as usize;
    }
    let shift = count.ilog2() - LOG_PER_OCTAVE;
    ((u64::from(shift) << LOG_PER_OCTAVE) + (count >> shift)) as usize
}

/// Returns the least count of a bucket; for the one after the last, `u64::MAX`.
fn least(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    if bucket < N_EXACT {
        return bucket;
    }
    let shift = (bucket >> LOG_PER_OCTAVE) - 1;
    let step = bucket - (shift << LOG_PER_OCTAVE);
    u64::try_from(u128::from(step) << shift).unwrap_or(u64::MAX)
}

impl Serialize for Histogram {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.buckets().map(|(least, _, n_met)| (least, n_met)))
    }
}

impl<'de> Deserialize<'de> for Histogram {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Histogram, D::Error> {
        let mut histogram = Histogram::default();
        for (count, n_met) in Vec::<(u64, u64)>::deserialize(deserializer)? {
            let bucket = bucket_of(count);
            if least(bucket) != count || n_met == 0 || bucket < histogram.buckets.len() {
                return Err(D::Error::custom(format_args!("`{count}` is not a bucket, or out of order")));
            }
            histogram.add_to(bucket, n_met);
        }
        Ok(histogram)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_count_lies_in_its_bucket() {
        let doublings =
            (0..64).flat_map(|shift| [1u64 << shift, (1 << shift) - 1, (1 << shift) + (1 << shift) / 3]);
        for count in (0..2000).chain(doublings).chain([u64::MAX]) {
            let bucket = bucket_of(count);
            assert!(least(bucket) <= count, "{count}");
            assert!(count < least(bucket + 1) || count == u64::MAX, "{count}");
            // Wide buckets are at most an eighth as wide as the counts they hold.
            assert!((least(bucket + 1) - least(bucket)) as f64 <= 1f64.max(count as f64 / 8.0), "{count}");
        }
    }

    #[test]
    fn quantiles_are_those_of_the_sorted_counts() {
        let counts: Vec<u64> = (0..1000).map(|idx| idx * idx % 977).collect();
        let mut histogram = Histogram::default();
        counts.iter().for_each(|&count| histogram.add(count));
        let mut sorted = counts;
        sorted.sort_unstable();
        for (share, rank) in [(0.0, 0), (0.5, 499), (0.99, 989), (1.0, 999)] {
            let bucket = bucket_of(sorted[rank]);
            assert_eq!(histogram.quantile(share), Some(least(bucket + 1) - 1), "{share}");
        }
        assert_eq!(Histogram::default().quantile(0.5), None);
    }

    #[test]
    fn a_histogram_survives_a_round_trip_and_bad_ones_are_refused() {
        let mut histogram = Histogram::default();
        [0, 3, 3, 17, 1_000_000].iter().for_each(|&count| histogram.add(count));
        let text = serde_json::to_string(&histogram).unwrap();
        assert_eq!(text, "[[0,1],[3,2],[16,1],[983040,1]]");
        assert_eq!(serde_json::from_str::<Histogram>(&text).unwrap(), histogram);
        for bad in ["[[17,1]]", "[[3,0]]", "[[3,1],[2,1]]", "[[3,1],[3,1]]", "[[-1,1]]"] {
            assert!(serde_json::from_str::<Histogram>(bad).is_err(), "{bad}");
        }
    }
}
