//! A table of the values of sets of layouts.

use crate::num::mix;

/// A lower and an upper bound of the value of a set: how many of its layouts the best play wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) least: u32,
    pub(super) most: u32,
}

/// A table from the fingerprints of sets to their values, with a limit of memory.
///
/// A fingerprint has 128 bits, so it is practically impossible that two different sets have the same one.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    /// Rows of [`N_PER_ROW`] entries each. The number of rows is a power of two.
    entries: Vec<Entry>,
    n_used: usize,
    most_entries: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u128,
    value: Value,
    /// The number of layouts of the set; 0 in an empty entry.
    n_layouts: u32,
}

/// The number of entries in a row. A set may be stored in any of them.
const N_PER_ROW: usize = 4;
const MIN_ENTRIES: usize = 1 << 10;
const EMPTY: Entry = Entry { key: 0, value: Value { least: 0, most: 0 }, n_layouts: 0 };

impl TranspositionTable {
    /// Creates an empty table that grows to at most `n_bytes` bytes, or to [`MIN_ENTRIES`] if that is more.
    pub(super) fn new(n_bytes: usize) -> TranspositionTable {
        let n_entries = (n_bytes / size_of::<Entry>()).max(MIN_ENTRIES);
        // The largest power of two within the limit. During growth the old table, half as large, is in memory as well.
        let most_entries = 1 << (n_entries.ilog2());
        TranspositionTable { entries: vec![EMPTY; MIN_ENTRIES], n_used: 0, most_entries }
    }

    pub(super) fn get(&self, key: u128) -> Option<Value> {
        let row = &self.entries[self.row(key)..][..N_PER_ROW];
        row.iter().find(|entry| entry.n_layouts > 0 && entry.key == key).map(|entry| entry.value)
    }

    /// Stores a value. In a full row, it replaces that of the smallest set, which takes the least work to compute
    /// again.
    pub(super) fn insert(&mut self, key: u128, n_layouts: u32, value: Value) {
        if 3 * self.n_used > self.entries.len() && 2 * self.entries.len() <= self.most_entries {
            self.grow();
        }
        let row = self.row(key);
        let row = &mut self.entries[row..][..N_PER_ROW];
        let own = row.iter().position(|entry| entry.n_layouts > 0 && entry.key == key);
        let smallest = || (0..N_PER_ROW).min_by_key(|&idx| row[idx].n_layouts).expect("a row has entries");
        let place = own.unwrap_or_else(smallest);
        self.n_used += usize::from(row[place].n_layouts == 0);
        row[place] = Entry { key, value, n_layouts };
    }

    fn row(&self, key: u128) -> usize {
        (key as usize & (self.entries.len() / N_PER_ROW - 1)) * N_PER_ROW
    }

    fn grow(&mut self) {
        let larger = vec![EMPTY; 2 * self.entries.len()];
        let entries = std::mem::replace(&mut self.entries, larger);
        self.n_used = 0;
        for entry in entries.into_iter().filter(|entry| entry.n_layouts > 0) {
            self.insert(entry.key, entry.n_layouts, entry.value);
        }
    }
}

/// The fingerprint of a set of patterns: the sum of their hashes, so that the order does not matter.
pub(super) fn fingerprint(patterns: impl Iterator<Item = u64>) -> u128 {
    patterns.fold(0, |sum: u128, pattern| sum.wrapping_add(pattern_hash(pattern)))
}

#[inline]
fn pattern_hash(pattern: u64) -> u128 {
    let high = mix(pattern.wrapping_add(0x9e37_79b9_7f4a_7c15));
    let low = mix(pattern ^ 0x5851_f42d_4c95_7f2d);
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(least: u32) -> Value {
        Value { least, most: least + 1 }
    }

    #[test]
    fn stored_values_are_found_while_there_is_room() {
        let mut table = TranspositionTable::new(1 << 20);
        for idx in 0..10_000 {
            table.insert(pattern_hash(idx), 5, value(idx as u32));
        }
        let n_kept =
            (0..10_000).filter(|&idx| table.get(pattern_hash(idx)) == Some(value(idx as u32))).count();
        assert!(n_kept > 9_800, "{n_kept}");
        assert_eq!(table.get(pattern_hash(10_001)), None);
        table.insert(pattern_hash(7), 5, value(99));
        assert_eq!(table.get(pattern_hash(7)), Some(value(99)));
    }

    #[test]
    fn a_full_table_forgets_small_sets_and_never_grows_beyond_its_limit() {
        let n_bytes = 1 << 16;
        let mut table = TranspositionTable::new(n_bytes);
        for idx in 0..1_000_000 {
            table.insert(pattern_hash(idx), if idx % 1000 == 0 { 1000 } else { 5 }, value(idx as u32));
            assert!(table.entries.len() * size_of::<Entry>() <= n_bytes);
        }
        let n_kept = (0..1000).filter(|&idx| table.get(pattern_hash(1000 * idx)).is_some()).count();
        assert!(n_kept > 850, "{n_kept}");
    }

    #[test]
    fn fingerprints_do_not_depend_on_the_order() {
        let key = |patterns: &[u64]| fingerprint(patterns.iter().copied());
        assert_eq!(key(&[1, 2, 3]), key(&[3, 1, 2]));
        assert_ne!(key(&[1, 2, 3]), key(&[1, 2, 4]));
        assert_ne!(key(&[0]), key(&[]));
    }
}
