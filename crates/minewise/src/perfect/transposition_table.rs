//! What is remembered of sets of layouts.

use crate::num::mix;

/// The layouts of a set that the best play wins: a lower and an upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) least: u32,
    pub(super) most: u32,
}

/// Values by the fingerprints of sets, within a limit of memory.
///
/// A fingerprint has 128 bits: that two of the sets looked at in a lifetime share one is beyond all odds.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    /// Rows of [`N_PER_ROW`], a power of two of them.
    entries: Vec<Entry>,
    n_used: usize,
    most_entries: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    print: u128,
    value: Value,
    /// The layouts of the set; none in an empty entry.
    n_layouts: u32,
}

/// A set may be in any place of its row.
const N_PER_ROW: usize = 4;
const LEAST_ENTRIES: usize = 1 << 10;
const EMPTY: Entry = Entry { print: 0, value: Value { least: 0, most: 0 }, n_layouts: 0 };

impl TranspositionTable {
    /// Creates an empty table of at most `n_bytes` bytes, or of a few entries if that is more.
    pub(super) fn new(n_bytes: usize) -> TranspositionTable {
        let n_entries = (n_bytes / size_of::<Entry>()).max(LEAST_ENTRIES);
        // The largest power of two within the limit. While it grows, the table before is still there.
        let most_entries = 1 << (n_entries.ilog2());
        TranspositionTable { entries: vec![EMPTY; LEAST_ENTRIES], n_used: 0, most_entries }
    }

    pub(super) fn get(&self, print: u128) -> Option<Value> {
        let row = &self.entries[self.row(print)..][..N_PER_ROW];
        row.iter().find(|entry| entry.n_layouts > 0 && entry.print == print).map(|entry| entry.value)
    }

    /// Remembers a value; in a full row, for that of the smallest set, which is the soonest found again.
    pub(super) fn insert(&mut self, print: u128, n_layouts: u32, value: Value) {
        if 3 * self.n_used > self.entries.len() && 2 * self.entries.len() <= self.most_entries {
            self.grow();
        }
        let row = self.row(print);
        let row = &mut self.entries[row..][..N_PER_ROW];
        let own = row.iter().position(|entry| entry.n_layouts > 0 && entry.print == print);
        let smallest = || (0..N_PER_ROW).min_by_key(|&idx| row[idx].n_layouts).expect("a row has entries");
        let place = own.unwrap_or_else(smallest);
        self.n_used += usize::from(row[place].n_layouts == 0);
        row[place] = Entry { print, value, n_layouts };
    }

    fn row(&self, print: u128) -> usize {
        (print as usize & (self.entries.len() / N_PER_ROW - 1)) * N_PER_ROW
    }

    fn grow(&mut self) {
        let larger = vec![EMPTY; 2 * self.entries.len()];
        let entries = std::mem::replace(&mut self.entries, larger);
        self.n_used = 0;
        for entry in entries.into_iter().filter(|entry| entry.n_layouts > 0) {
            self.insert(entry.print, entry.n_layouts, entry.value);
        }
    }
}

/// The fingerprint of a set of patterns: the sum of those of its patterns, so that their order does not matter.
pub(super) fn fingerprint(patterns: impl Iterator<Item = u64>) -> u128 {
    patterns.fold(0, |sum: u128, pattern| sum.wrapping_add(print_of(pattern)))
}

#[inline]
fn print_of(pattern: u64) -> u128 {
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
    fn what_was_put_comes_back_while_there_is_room() {
        let mut table = TranspositionTable::new(1 << 20);
        for idx in 0..10_000 {
            table.insert(print_of(idx), 5, value(idx as u32));
        }
        let n_kept = (0..10_000).filter(|&idx| table.get(print_of(idx)) == Some(value(idx as u32))).count();
        assert!(n_kept > 9_800, "{n_kept}");
        assert_eq!(table.get(print_of(10_001)), None);
        table.insert(print_of(7), 5, value(99));
        assert_eq!(table.get(print_of(7)), Some(value(99)));
    }

    #[test]
    fn a_full_table_forgets_small_sets_and_never_grows_beyond_its_limit() {
        let n_bytes = 1 << 16;
        let mut table = TranspositionTable::new(n_bytes);
        for idx in 0..1_000_000 {
            table.insert(print_of(idx), if idx % 1000 == 0 { 1000 } else { 5 }, value(idx as u32));
            assert!(table.entries.len() * size_of::<Entry>() <= n_bytes);
        }
        let n_kept = (0..1000).filter(|&idx| table.get(print_of(1000 * idx)).is_some()).count();
        assert!(n_kept > 850, "{n_kept}");
    }

    #[test]
    fn fingerprints_know_no_order() {
        let print = |patterns: &[u64]| fingerprint(patterns.iter().copied());
        assert_eq!(print(&[1, 2, 3]), print(&[3, 1, 2]));
        assert_ne!(print(&[1, 2, 3]), print(&[1, 2, 4]));
        assert_ne!(print(&[0]), print(&[]));
    }
}
