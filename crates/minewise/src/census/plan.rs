//! In which order the groups of a region are counted, so that few numbers are open at a time.
//!
//! A number is *open* while some but not all of its groups have been given their mines. What the groups still to
//! come may hold depends on the open numbers alone, so the fewer are open, the fewer cases must be told apart. The
//! order is greedy: close the open number whose remaining groups open the fewest others. It begins at one end of
//! the region, as far as possible from somewhere.

/// The numbers that may be open at once; more would be far beyond any limit of work.
pub(crate) const MAX_OPEN: usize = 27;

/// A region as the numbers see it: which groups there are, how large, and what they touch.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// For each number: the mines missing.
    pub(crate) missing: Vec<u8>,
    /// For each group: its size.
    pub(crate) sizes: Vec<u8>,
    /// For each group: the numbers it touches.
    touched: Lists,
    /// For each number: the groups around it.
    around: Lists,
}

/// Lists of small numbers, one after the other.
#[derive(Clone, Debug, Default)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn get(&self, idx: usize) -> &[u32] {
        &self.items[self.starts[idx] as usize..self.starts[idx + 1] as usize]
    }
}

impl Shape {
    /// Reads a shape as [`Reducer`](super::problem::Reducer) writes it: the groups, each with its size and the
    /// numbers it touches; then the mines missing at each number; then how many numbers there are.
    pub(crate) fn decode(code: &[u32]) -> Shape {
        let (&n_numbers, code) = code.split_last().expect("a shape ends with its number of numbers");
        let (mut groups, missing) = code.split_at(code.len() - n_numbers as usize);
        let missing: Vec<u8> = missing.iter().map(|&missing| missing as u8).collect();
        let mut sizes = Vec::new();
        let mut touched = Lists { starts: vec![0], items: Vec::with_capacity(groups.len()) };
        while let [size, n_touched, rest @ ..] = groups {
            let (ranks, rest) = rest.split_at(*n_touched as usize);
            sizes.push(*size as u8);
            touched.items.extend_from_slice(ranks);
            touched.starts.push(touched.items.len() as u32);
            groups = rest;
        }
        let around = invert(&touched, missing.len());
        Shape { missing, sizes, touched, around }
    }

    /// The numbers that a group touches.
    pub(crate) fn touched(&self, group: usize) -> impl Iterator<Item = usize> + '_ {
        self.touched.get(group).iter().map(|&number| number as usize)
    }

    fn around(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        self.around.get(number).iter().map(|&group| group as usize)
    }

    /// The number farthest from `from`, counted in steps over groups.
    fn farthest(&self, from: usize) -> usize {
        let mut seen = vec![false; self.missing.len()];
        let mut queue = Vec::with_capacity(self.missing.len());
        queue.push(from);
        seen[from] = true;
        let mut idx = 0;
        while idx < queue.len() {
            for group in self.around(queue[idx]) {
                for number in self.touched(group) {
                    if !std::mem::replace(&mut seen[number], true) {
                        queue.push(number);
                    }
                }
            }
            idx += 1;
        }
        *queue.last().expect("the first number is in the queue")
    }
}

fn invert(lists: &Lists, n_lists: usize) -> Lists {
    let mut starts = vec![0u32; n_lists + 1];
    for &item in &lists.items {
        starts[item as usize + 1] += 1;
    }
    for idx in 0..n_lists {
        starts[idx + 1] += starts[idx];
    }
    let mut items = vec![0; lists.items.len()];
    let mut ends = starts.clone();
    for idx in 0..lists.starts.len() - 1 {
        for &item in lists.get(idx) {
            items[ends[item as usize] as usize] = idx as u32;
            ends[item as usize] += 1;
        }
    }
    Lists { starts, items }
}

/// A group's turn.
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

/// Plans the order of a region's groups.
pub(crate) fn plan(shape: &Shape) -> Result<Vec<Step>, TooWide> {
    let mut planner = Planner {
        shape,
        done: vec![false; shape.sizes.len()],
        room: vec![0; shape.missing.len()],
        n_groups_left: (0..shape.missing.len()).map(|number| shape.around.get(number).len() as u32).collect(),
        slots: vec![NONE; shape.missing.len()],
        taken: 0,
        open: Vec::new(),
        steps: Vec::with_capacity(shape.sizes.len()),
    };
    for (group, &size) in shape.sizes.iter().enumerate() {
        for number in shape.touched(group) {
            planner.room[number] += size;
        }
    }
    // Most shapes hang together, but one with a cell taken out may have come apart.
    while let Some(number) = planner.n_groups_left.iter().position(|&n_left| n_left > 0) {
        planner.close(shape.farthest(number))?;
        while let Some(number) = planner.cheapest_to_close() {
            planner.close(number)?;
        }
    }
    Ok(planner.steps)
}

const NONE: u8 = u8::MAX;

struct Planner<'a> {
    shape: &'a Shape,
    done: Vec<bool>,
    /// For each number: the cells of its groups still to come.
    room: Vec<u8>,
    n_groups_left: Vec<u32>,
    /// For each open number: its slot.
    slots: Vec<u8>,
    /// The slots in use, as bits.
    taken: u32,
    /// The open numbers, oldest first.
    open: Vec<usize>,
    steps: Vec<Step>,
}

impl Planner<'_> {
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
            step.touches |= 1 << (4 * self.slots[number]);
            self.room[number] -= size;
            self.n_groups_left[number] -= 1;
        }
        for &number in &self.open {
            step.room |= u128::from(self.room[number].min(7)) << (4 * self.slots[number]);
        }
        let (shape, n_groups_left) = (self.shape, &self.n_groups_left);
        for number in shape.touched(group).filter(|&number| n_groups_left[number] == 0) {
            self.taken &= !(1 << self.slots[number]);
            // Stays different from NONE: a closed number is never opened again.
        }
        self.open.retain(|&number| n_groups_left[number] > 0);
        self.steps.push(step);
        Ok(())
    }
}
