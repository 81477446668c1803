//! Sets of layouts, represented as bits.

/// A set of indices below 64 × `W`, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const EMPTY: Bits<W> = Bits([0; W]);

    /// The set of all indices below `n`.
    pub(super) fn first_n(n: usize) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        (0..n).for_each(|idx| bits.insert(idx));
        bits
    }

    #[inline]
    pub(super) fn insert(&mut self, idx: usize) {
        self.0[idx / 64] |= 1 << (idx % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, idx: usize) {
        self.0[idx / 64] &= !(1 << (idx % 64));
    }

    /// Replaces 64 bits at once.
    #[inline]
    pub(super) fn set_word(&mut self, word: usize, bits: u64) {
        self.0[word] = bits;
    }

    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(super) fn and(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|idx| self.0[idx] & other.0[idx]))
    }

    #[inline]
    pub(super) fn len_of_and(&self, other: &Bits<W>) -> u32 {
        (0..W).map(|idx| (self.0[idx] & other.0[idx]).count_ones()).sum()
    }

    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// The indices, in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(word, &bits)| ones(bits).map(move |bit| 64 * word + bit))
    }
}

/// The positions of the ones, in ascending order.
#[inline]
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (place < 64).then_some(place)
    })
}
