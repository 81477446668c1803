//! Sets of cells.

use crate::board::Cell;

/// A set of cells of one grid, as bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CellSet {
    words: Vec<u64>,
}

impl CellSet {
    /// Empties the set, and makes room for cells below `n_cells`.
    pub(crate) fn reset(&mut self, n_cells: usize) {
        self.words.clear();
        self.words.resize(n_cells.div_ceil(64), 0);
    }

    /// Copies `other` into this set, reusing memory.
    pub(crate) fn copy_from(&mut self, other: &CellSet) {
        self.words.clone_from(&other.words);
    }

    #[inline]
    pub(crate) fn insert(&mut self, cell: Cell) {
        self.words[cell / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, cell: Cell) {
        self.words[cell / 64] &= !(1 << (cell % 64));
    }

    #[inline]
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.words[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// The cells, in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.words.iter().enumerate().flat_map(|(idx, &word)| {
            let next = |&rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
            let rests = std::iter::successors(Some(word).filter(|&word| word != 0), next);
            rests.map(move |rest| 64 * idx + rest.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_in_order() {
        let mut set = CellSet::default();
        set.reset(200);
        for cell in [199, 63, 64, 0, 7] {
            set.insert(cell);
        }
        set.remove(7);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 199]);
        assert!(set.contains(64) && !set.contains(65));
    }
}
