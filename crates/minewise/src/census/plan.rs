//! In which order the groups of a region are counted, so that few numbers are open at a time.
//!
//! A number is *open* while some but not all of its groups have been given their mines. What the groups still to
//! come may hold depends on the open numbers alone, so the fewer are open, the fewer cases must be kept apart. The
//! order is greedy: close the open number whose remaining groups open the fewest others. It begins at one end of
//! the region, which is found as the number farthest from an arbitrary one.

use super::refill;

/// The numbers that may be open at once; more would be far beyond any limit of work.
pub(crate) const MAX_OPEN: usize = 27;

/// A region as the numbers see it: which groups there are, how large, and what they touch.
#[derive(Clone, Debug, Default)]
struct Shape {
    /// For each number: the mines missing.
    missing: Vec<u8>,
    /// For each group: its size.
    sizes: Vec<u8>,
    /// For each group: the numbers it touches.
    touched: Lists,
    /// For each number: the groups around it; only for planning.
    around: Lists,
}

/// Lists of small numbers, one after the other.
#[derive(Clone, Debug, Default)]
struct Lists {
    /// Where each list begins in `items`, and where the last ends.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn get(&self, idx: usize) -> &[u32] {
        &self.items[self.starts[idx] as usize..self.starts[idx + 1] as usize]
    }

    /// Becomes the lists that say in which of `lists` each of the numbers below `n_lists` stands.
    fn invert(&mut self, lists: &Lists, n_lists: usize) {
        self.starts.clear();
        self.starts.resize(n_lists + 2, 0);
        // Counted one place ahead, so that filling the lists moves each start to where it belongs.
        for &item in &lists.items {
            self.starts[item as usize + 2] += 1;
        }
        for idx in 0..n_lists {
            self.starts[idx + 2] += self.starts[idx + 1];
        }
        self.items.clear();
        self.items.resize(lists.items.len(), 0);
        for idx in 0..lists.starts.len() - 1 {
            for &item in lists.get(idx) {
                let end = &mut self.starts[item as usize + 1];
                self.items[*end as usize] = idx as u32;
                *end += 1;
            }
        }
        self.starts.pop();
    }
}

impl Shape {
    /// Reads a shape as [`Collector`](super::problem::Collector) writes it: the groups, each with its size and the
    /// numbers it touches; then the mines missing at each number; then how many numbers there are.
    fn read(&mut self, code: &[u32]) {
        let (&n_numbers, code) = code.split_last().expect("a shape ends with its number of numbers");
        let (mut groups, missing) = code.split_at(code.len() - n_numbers as usize);
        self.missing.clear();
        self.missing.extend(missing.iter().map(|&missing| missing as u8));
        self.sizes.clear();
        self.touched.items.clear();
        self.touched.starts.clear();
        self.touched.starts.push(0);
        while let [size, n_touched, rest @ ..] = groups {
            let (numbers, rest) = rest.split_at(*n_touched as usize);
            self.sizes.push(*size as u8);
            self.touched.items.extend_from_slice(numbers);
            self.touched.starts.push(self.touched.items.len() as u32);
            groups = rest;
        }
    }

    /// The numbers that a group touches.
    fn touched(&self, group: usize) -> impl Iterator<Item = usize> + '_ {
        self.touched.get(group).iter().map(|&number| number as usize)
    }

    /// The groups around a number.
    fn around(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        self.around.get(number).iter().map(|&group| group as usize)
    }
}

/// The step that adds a group.
///
/// The open numbers live in slots of four bits: three for the mines missing, one that stays 0 and catches borrows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Which group.
    pub(crate) group: u32,
    /// Its size.
    pub(crate) size: u8,
    /// The mines missing at the numbers that it opens, in their slots.
    pub(crate) opens: u128,
    /// A one in the slot of each number that it touches.
    pub(crate) touches: u128,
    /// For each slot: the most mines that may be missing after it; 0 where it closes the number.
    pub(crate) room: u128,
}

/// The region needs more open numbers than there are slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooWide;

const NONE: u8 = u8::MAX;

/// Plans regions; keeps its memory from one to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Planner {
    shape: Shape,
    /// For each group: whether it had its turn.
    done: Vec<bool>,
    /// For each number: the cells of its groups still to come.
    room: Vec<u8>,
    /// For each number: its groups still to come.
    n_groups_left: Vec<u32>,
    /// For each number that was opened: its slot.
    slots: Vec<u8>,
    /// The slots in use, as bits.
    taken: u32,
    /// The open numbers, oldest first.
    open: Vec<usize>,
    /// For each slot: the cells still to come, at most 7: more make no difference, since a slot has three bits.
    slot_room: u128,
    steps: Vec<Step>,
    /// For `farthest`: the numbers in the order reached.
    queue: Vec<usize>,
    seen: Vec<bool>,
}

impl Planner {
    /// Plans the order of a region's groups, from its shape.
    pub(crate) fn plan(&mut self, code: &[u32]) -> Result<&[Step], TooWide> {
        self.begin(code);
        self.shape.around.invert(&self.shape.touched, self.shape.missing.len());
        let one_end = self.farthest(0);
        self.close(one_end)?;
        while let Some(number) = self.cheapest_to_close() {
            self.close(number)?;
        }
        Ok(&self.steps)
    }

    /// Plans to count a region's groups in the order of its shape.
    pub(crate) fn follow(&mut self, code: &[u32]) -> Result<&[Step], TooWide> {
        self.begin(code);
        for group in 0..self.shape.sizes.len() {
            self.count(group)?;
        }
        Ok(&self.steps)
    }

    fn begin(&mut self, code: &[u32]) {
        self.shape.read(code);
        let (n_groups, n_numbers) = (self.shape.sizes.len(), self.shape.missing.len());
        refill(&mut self.done, n_groups, false);
        refill(&mut self.room, n_numbers, 0);
        refill(&mut self.n_groups_left, n_numbers, 0);
        refill(&mut self.slots, n_numbers, NONE);
        self.taken = 0;
        self.slot_room = 0;
        self.open.clear();
        self.steps.clear();
        for (group, &size) in self.shape.sizes.iter().enumerate() {
            for number in self.shape.touched(group) {
                self.room[number] += size;
                self.n_groups_left[number] += 1;
            }
        }
    }

    /// The number farthest from `from`, counted in steps over groups.
    fn farthest(&mut self, from: usize) -> usize {
        refill(&mut self.seen, self.shape.missing.len(), false);
        self.queue.clear();
        self.queue.push(from);
        self.seen[from] = true;
        let mut idx = 0;
        while idx < self.queue.len() {
            for group in self.shape.around(self.queue[idx]) {
                for number in self.shape.touched(group) {
                    if !std::mem::replace(&mut self.seen[number], true) {
                        self.queue.push(number);
                    }
                }
            }
            idx += 1;
        }
        self.queue[idx - 1]
    }

    /// The open number whose remaining groups open the fewest others; the oldest of equals.
    fn cheapest_to_close(&self) -> Option<usize> {
        self.open.iter().copied().min_by_key(|&number| {
            let remaining = self.shape.around(number).filter(|&group| !self.done[group]);
            remaining.map(|group| self.n_opened_by(group)).sum::<usize>()
        })
    }

    fn n_opened_by(&self, group: usize) -> usize {
        self.shape.touched(group).filter(|&number| self.slots[number] == NONE).count()
    }

    /// Gives all remaining groups of a number their turn, those first that open the fewest others.
    fn close(&mut self, number: usize) -> Result<(), TooWide> {
        loop {
            let remaining = self.shape.around(number).filter(|&group| !self.done[group]);
            let Some(group) = remaining.min_by_key(|&group| self.n_opened_by(group)) else { return Ok(()) };
            self.count(group)?;
        }
    }

    fn count(&mut self, group: usize) -> Result<(), TooWide> {
        let size = self.shape.sizes[group];
        let mut step = Step { group: group as u32, size, opens: 0, touches: 0, room: 0 };
        let mut closes = false;
        self.done[group] = true;
        for number in self.shape.touched(group) {
            if self.slots[number] == NONE {
                let slot = (!self.taken).trailing_zeros() as u8;
                if usize::from(slot) >= MAX_OPEN {
                    return Err(TooWide);
                }
                self.taken |= 1 << slot;
                self.slots[number] = slot;
                self.open.push(number);
                step.opens |= u128::from(self.shape.missing[number]) << (4 * slot);
            }
            let slot = 4 * self.slots[number];
            step.touches |= 1 << slot;
            self.room[number] -= size;
            self.slot_room &= !(0xf << slot);
            self.slot_room |= u128::from(self.room[number].min(7)) << slot;
            self.n_groups_left[number] -= 1;
            closes |= self.n_groups_left[number] == 0;
        }
        step.room = self.slot_room;
        if closes {
            let n_groups_left = &self.n_groups_left;
            for number in self.shape.touched(group).filter(|&number| n_groups_left[number] == 0) {
                // The slot is free again; the number itself is never opened again.
                self.taken &= !(1 << self.slots[number]);
            }
            self.open.retain(|&number| n_groups_left[number] > 0);
        }
        self.steps.push(step);
        Ok(())
    }
}
