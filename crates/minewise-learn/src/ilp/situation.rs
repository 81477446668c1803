//! Situations: worlds with all that was ever asked about them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::language::{Domain, Language};

/// The place of a value among those of a situation.
pub(crate) type ValueIdx = u32;

/// Some values, at most four, packed two to a word and filled up with [`NO_VALUE`].
pub(crate) type Packed = (u64, u64);

/// No value.
pub(crate) const NO_VALUE: ValueIdx = ValueIdx::MAX;

/// Packs values; `value` tells the one at each place, if there is one.
pub(crate) fn packed(value: impl Fn(usize) -> Option<ValueIdx>) -> Packed {
    let word = |place: usize| u64::from(value(place).unwrap_or(NO_VALUE));
    (word(0) << 32 | word(1), word(2) << 32 | word(3))
}

type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// A world, with all that was ever asked about it: no call is made twice.
pub struct Situation<D: Domain> {
    world: D::World,
    values: Vec<D::Value>,
    places: QuickMap<D::Value, ValueIdx>,
    /// For each call of each predicate, where its answers begin in `answers`, and how many there are.
    calls: Vec<QuickMap<Packed, (u32, u32)>>,
    answers: Vec<ValueIdx>,
    /// For each form of a part of a clause, whether it holds of some values.
    proved: Vec<QuickMap<Packed, bool>>,
    n_remembered: usize,
}

impl<D: Domain> Situation<D> {
    /// A world that nothing was asked about yet.
    pub fn new(world: D::World) -> Situation<D> {
        Situation {
            world,
            values: Vec::new(),
            places: HashMap::default(),
            calls: Vec::new(),
            answers: Vec::new(),
            proved: Vec::new(),
            n_remembered: 0,
        }
    }

    /// How much is remembered: the number of values, calls, answers and truths.
    pub fn n_remembered(&self) -> usize {
        self.n_remembered
    }

    /// The place of a value.
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

    /// The value at a place.
    pub(crate) fn value(&self, place: ValueIdx) -> &D::Value {
        &self.values[place as usize]
    }

    /// Calls a predicate: where its answers begin, and how many there are.
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

    /// Whether a part of a clause, by its form, is known to hold or not to hold of some values.
    pub(crate) fn known_truth(&self, form: usize, of: &Packed) -> Option<bool> {
        self.proved.get(form)?.get(of).copied()
    }

    /// Remembers whether a part of a clause holds of some values.
    pub(crate) fn remember_truth(&mut self, form: usize, of: Packed, holds: bool) {
        if self.proved.len() <= form {
            self.proved.resize_with(form + 1, HashMap::default);
        }
        self.proved[form].insert(of, holds);
        self.n_remembered += 1;
    }

    /// The value of an answer, by its place among all values of answers.
    pub(crate) fn answer(&self, place: usize) -> ValueIdx {
        self.answers[place]
    }
}

/// A quick hash for values and calls, which come from ourselves.
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
