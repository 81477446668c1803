//! Chooses the order in which the groups of a region are counted, so that few numbers are open at a time.
//!
//! A number is *open* while some but not all of its groups have been given their mines. What the remaining groups may
//! hold depends on the open numbers alone, so the fewer are open, the fewer cases must be distinguished. The order is
//! greedy: the next number to close is the open one whose remaining groups open the fewest others. It begins at one end
//! of the region, which is found as the number farthest from an arbitrary one.

use super::refill;

/// The most numbers that may be open at once; more would be far beyond any limit of work.
// A node of a sweep is one word of 128 bits. 27 slots of four bits leave 20 bits for the tally and the number of mines.
pub(crate) const MAX_OPEN: usize = 27;

/// The shape of a region: its numbers, its groups, and which groups touch which numbers.
#[derive(Clone, Debug, Default)]
struct Shape {
    /// For each number: how many mines it misses.
    missing: Vec<u8>,
    /// For each group: its size.
    sizes: Vec<u8>,
    /// For each group: the numbers it touches.
    touched: Lists,
    /// For each number: the groups around it. Filled only for planning.
    around: Lists,
}

/// Lists of indices, stored one after another.
#[derive(Clone, Debug, Default)]
struct Lists {
    /// The index in `items` where each list begins, and the end of the last one.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn get(&self, idx: usize) -> &[u32] {
        &self.items[self.starts[idx] as usize..self.starts[idx + 1] as usize]
    }

    /// Replaces this by the inverse of `lists`: list `i`, for `i` below `n_lists`, has the indices of all lists that
    /// contain `i`.
    fn invert(&mut self, lists: &Lists, n_lists: usize) {
        self.starts.clear();
        self.starts.resize(n_lists + 2, 0);
        // Sizes are stored two places ahead, so that after the sums each start stands one place ahead. Filling the
        // lists then moves every start to its right value.
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
    /// Reads a shape as [`Collector`](super::problem::Collector) writes it: for each group its size, how many numbers
    /// it touches and which; then for each number how many mines it misses; then how many numbers there are.
    fn read(&mut self, code: &[u32]) {
        let (&n_numbers, code) = code.split_last().expect("a shape ends with the number of its numbers");
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

/// A step of a sweep: what giving a group its mines does to the open numbers.
///
/// Each open number has a slot of four bits: three for the number of missing mines, and one that is 0 and catches
/// borrows.
// Three bits are enough: a number that misses 8 mines has mines all around it, so single numbers have settled it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The index of the group.
    pub(crate) group: u32,
    /// Its size.
    pub(crate) size: u8,
    /// The number of missing mines of the numbers that it opens, in their slots.
    pub(crate) opens: u128,
    /// A 1 in the slot of each number that it touches.
    pub(crate) touches: u128,
    /// For each slot: the most mines that may be missing after the step; 0 if the step closes the number.
    pub(crate) room: u128,
}

/// The error that a region needs more open numbers than there are slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooWide;

/// The slot of a number that has not been opened yet.
const NONE: u8 = u8::MAX;

/// Plans regions one after another, reusing memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Planner {
    shape: Shape,
    /// For each group: whether it has a step already.
    done: Vec<bool>,
    /// For each number: the number of cells in its remaining groups.
    room: Vec<u8>,
    /// For each number: how many of its groups remain.
    n_groups_left: Vec<u32>,
    /// For each number: its slot, or [`NONE`].
    slots: Vec<u8>,
    /// The slots in use, as bits.
    taken: u32,
    /// The open numbers, oldest first.
    open: Vec<usize>,
    /// For each slot: the number of cells in the remaining groups of its number, but at most 7. More make no
    /// difference, since a slot has three bits.
    slot_room: u128,
    steps: Vec<Step>,
    /// Memory for [`Planner::farthest`]: the numbers in the order reached, and whether each was reached.
    queue: Vec<usize>,
    seen: Vec<bool>,
}

impl Planner {
    /// Chooses an order for the groups of the region with this shape.
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

    /// Takes the groups in the order of the shape.
    pub(crate) fn follow(&mut self, code: &[u32]) -> Result<&[Step], TooWide> {
        self.begin(code);
        for group in 0..self.shape.sizes.len() {
            self.add_step(group)?;
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

    /// The open number whose remaining groups open the fewest others; among equals, the one opened first.
    fn cheapest_to_close(&self) -> Option<usize> {
        self.open.iter().copied().min_by_key(|&number| {
            let remaining = self.shape.around(number).filter(|&group| !self.done[group]);
            remaining.map(|group| self.n_opened_by(group)).sum::<usize>()
        })
    }

    /// The number of numbers that a group would open.
    fn n_opened_by(&self, group: usize) -> usize {
        self.shape.touched(group).filter(|&number| self.slots[number] == NONE).count()
    }

    /// Adds the steps of all remaining groups of a number, those that open the fewest others first.
    fn close(&mut self, number: usize) -> Result<(), TooWide> {
        loop {
            let remaining = self.shape.around(number).filter(|&group| !self.done[group]);
            let Some(group) = remaining.min_by_key(|&group| self.n_opened_by(group)) else { return Ok(()) };
            self.add_step(group)?;
        }
    }

    /// Appends the step of a group.
    fn add_step(&mut self, group: usize) -> Result<(), TooWide> {
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
                // The slot can be used by another number. This number keeps it as a mark that it was opened.
                self.taken &= !(1 << self.slots[number]);
            }
            self.open.retain(|&number| n_groups_left[number] > 0);
        }
        self.steps.push(step);
        Ok(())
    }
}
