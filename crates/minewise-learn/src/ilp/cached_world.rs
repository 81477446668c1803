//! Worlds with a cache of all calls and results.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::language::{Domain, Language};

/// The index of a value in a [`CachedWorld`].
pub(crate) type ValueIdx = u32;

/// Up to four values, packed two to a word and filled up with [`NO_VALUE`]: a small key for hash maps.
pub(crate) type Packed = (u64, u64);

/// The index that stands for no value.
pub(crate) const NO_VALUE: ValueIdx = ValueIdx::MAX;

/// Packs values; `value` returns the one at each place, if there is one.
pub(crate) fn packed(value: impl Fn(usize) -> Option<ValueIdx>) -> Packed {
    let word = |place: usize| u64::from(value(place).unwrap_or(NO_VALUE));
    (word(0) << 32 | word(1), word(2) << 32 | word(3))
}

type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// A world with a cache: no call to a predicate is made twice, and no part of a clause is tested twice on the same
/// values.
pub struct CachedWorld<D: Domain> {
    world: D::World,
    /// All values that occurred; each is represented by its index here.
    values: Vec<D::Value>,
    places: QuickMap<D::Value, ValueIdx>,
    /// For each predicate and call, the start of its answers in `answers` and their number.
    calls: Vec<QuickMap<Packed, (u32, u32)>>,
    answers: Vec<ValueIdx>,
    /// For each form of a part of a clause, whether it holds for certain values.
    proved: Vec<QuickMap<Packed, bool>>,
    n_remembered: usize,
}

impl<D: Domain> CachedWorld<D> {
    /// Creates a world with an empty cache.
    pub fn new(world: D::World) -> CachedWorld<D> {
        CachedWorld {
            world,
            values: Vec::new(),
            places: HashMap::default(),
            calls: Vec::new(),
            answers: Vec::new(),
            proved: Vec::new(),
            n_remembered: 0,
        }
    }

    /// The size of the cache: the number of values, calls, answers and truths.
    pub fn n_remembered(&self) -> usize {
        self.n_remembered
    }

    /// The index of a value, which is added if it is new.
    pub(crate) fn place(&mut self, value: &D::Value) -> ValueIdx {
        if let Some(&place) = self.places.get(value) {
            return place;
        }
        let place = self.values.len() as ValueIdx;
        self.values.push(value.clone());
        self.places.insert(value.clone(), place);
        self.n_remembered += 1;
        place
    }

    /// The value with this index.
    pub(crate) fn value(&self, place: ValueIdx) -> &D::Value {
        &self.values[place as usize]
    }

    /// Calls a predicate, or finds the call in the cache. Returns the start of its answers and their number.
    pub(crate) fn call(
        &mut self,
        language: &Language<D>,
        predicate: usize,
        inputs: &[ValueIdx],
    ) -> (usize, usize) {
        let call = packed(|place| inputs.get(place).copied());
        if self.calls.is_empty() {
            self.calls.resize_with(language.predicates().len(), HashMap::default);
        }
        if let Some(&(start, n_answers)) = self.calls[predicate].get(&call) {
            return (start as usize, n_answers as usize);
        }
        let known: Vec<&D::Value> = inputs.iter().map(|&input| &self.values[input as usize]).collect();
        let mut found: Vec<D::Value> = Vec::new();
        let mut n_answers = 0;
        language.predicates()[predicate].solve(&self.world, &known, &mut |outputs| {
            found.extend_from_slice(outputs);
            n_answers += 1;
        });
        let start = self.answers.len();
        for value in &found {
            let place = self.place(value);
            self.answers.push(place);
        }
        self.calls[predicate].insert(call, (start as u32, n_answers));
        self.n_remembered += 1 + found.len();
        (start, n_answers as usize)
    }

    /// Whether a part of a clause, given by its form, holds for some values, if that is in the cache.
    pub(crate) fn known_truth(&self, form: usize, of: &Packed) -> Option<bool> {
        self.proved.get(form)?.get(of).copied()
    }

    /// Stores whether a part of a clause holds for some values.
    pub(crate) fn remember_truth(&mut self, form: usize, of: Packed, holds: bool) {
        if self.proved.len() <= form {
            self.proved.resize_with(form + 1, HashMap::default);
        }
        self.proved[form].insert(of, holds);
        self.n_remembered += 1;
    }

    /// The value at an index of the list of all answers.
    pub(crate) fn answer(&self, place: usize) -> ValueIdx {
        self.answers[place]
    }
}

/// A fast hash function. It need not resist attacks, since values and calls do not come from outside.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut filled = [0; 8];
            filled[..word.len()].copy_from_slice(word);
            self.write_u64(u64::from_le_bytes(filled));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(u64::from(byte));
    }

    fn write_i64(&mut self, word: i64) {
        self.write_u64(word as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}
