//! A region counted group by group.
//!
//! All ways to give the first groups their mines that leave the same mines missing at the open numbers, and use
//! the same number of mines, can be continued in the same ways: they are one *node*, with the number of such ways as its weight. A sweep
//! is the graph of these nodes, a layer for each group. Going through it forwards counts the ways to fill the
//! region with each number of mines; going back, weighted by what the rest of the grid makes of each number,
//! says how many mines each group holds.

use super::plan::{Planner, Step, TooWide};
use super::weight::Weight;

/// A region counted.
#[derive(Clone, Debug)]
pub(crate) struct Sweep<W> {
    /// A layer for each group in the order counted, and one behind the last, which counts none.
    layers: Vec<Layer>,
    /// The weights of all nodes, layer after layer.
    weights: Vec<W>,
    /// How nodes lead to nodes of the next layer, layer after layer.
    edges: Vec<Edge>,
    /// For each node behind the last group: the mines used, and the tally.
    ends: Vec<(u32, u8)>,
}

/// The nodes before a group, and the ways to give it its mines.
#[derive(Clone, Copy, Debug)]
struct Layer {
    group: u32,
    size: u8,
    /// Where its nodes begin in `weights`.
    first_node: u32,
    /// Where its edges begin in `edges`.
    first_edge: u32,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The node it leaves, within its layer.
    from: u32,
    /// The node it leads to, within the next layer.
    to: u32,
    /// The mines given to the group.
    n_mines: u32,
}

/// Counting was stopped: it would be more work than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfWork;

impl From<TooWide> for OutOfWork {
    fn from(_: TooWide) -> OutOfWork {
        OutOfWork
    }
}

/// The work that is left, in edges; shared by all regions of a view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work(pub(crate) usize);

impl Work {
    /// Takes some away.
    #[inline]
    pub(crate) fn spend(&mut self, n_edges: usize) -> Result<(), OutOfWork> {
        self.0 = self.0.checked_sub(n_edges).ok_or(OutOfWork)?;
        Ok(())
    }
}

/// The number of ways to choose `k` of `n` cells of a group.
#[rustfmt::skip]
pub(crate) const CHOOSE: [[u32; 9]; 9] = [
    [1, 0,  0,  0,  0,  0,  0, 0, 0],
    [1, 1,  0,  0,  0,  0,  0, 0, 0],
    [1, 2,  1,  0,  0,  0,  0, 0, 0],
    [1, 3,  3,  1,  0,  0,  0, 0, 0],
    [1, 4,  6,  4,  1,  0,  0, 0, 0],
    [1, 5, 10, 10,  5,  1,  0, 0, 0],
    [1, 6, 15, 20, 15,  6,  1, 0, 0],
    [1, 7, 21, 35, 35, 21,  7, 1, 0],
    [1, 8, 28, 56, 70, 56, 28, 8, 1],
];

/// The bit of each slot that catches borrows.
const GUARDS: u128 = 0x0888_8888_8888_8888_8888_8888_8888_8888 & ((1 << TALLY_SHIFT) - 1);
/// Above the slots: the mines given to tallied groups, from 0 to 8.
const TALLY_SHIFT: u32 = 4 * super::plan::MAX_OPEN as u32;
/// Above the tally: the mines given so far.
const MINES_SHIFT: u32 = TALLY_SHIFT + 4;
/// The cells of a region, so that their mines fit above the tally.
const MAX_CELLS: usize = (1 << (128 - MINES_SHIFT)) - 1;
const SLOTS: u128 = (1 << TALLY_SHIFT) - 1;

/// Counts regions; keeps its memory from one to the next.
#[derive(Clone, Debug)]
pub(crate) struct Sweeper<W> {
    planner: Planner,
    /// The region counted last, or under way.
    sweep: Sweep<W>,
    /// The keys of the nodes of the last layer.
    keys: Vec<u128>,
    /// The same for the layer under construction.
    next_keys: Vec<u128>,
    index: Index,
}

impl<W> Default for Sweeper<W> {
    fn default() -> Sweeper<W> {
        let sweep = Sweep { layers: Vec::new(), weights: Vec::new(), edges: Vec::new(), ends: Vec::new() };
        Sweeper {
            planner: Planner::default(),
            sweep,
            keys: Vec::new(),
            next_keys: Vec::new(),
            index: Index::default(),
        }
    }
}

impl<W: Weight> Sweeper<W> {
    /// Counts a region, from its shape.
    pub(crate) fn sweep(&mut self, shape: &[u32], work: &mut Work) -> Result<&Sweep<W>, OutOfWork> {
        let mut planner = std::mem::take(&mut self.planner);
        let steps = planner.plan(shape).map_err(OutOfWork::from);
        let swept = steps.and_then(|steps| self.run(steps, |_| false, work));
        self.planner = planner;
        swept.map(|()| &self.sweep)
    }

    /// Counts a region in the order in which its shape has the groups, and keeps apart how many mines the tallied
    /// groups hold, which may be at most 15.
    pub(crate) fn sweep_with_tally(
        &mut self,
        shape: &[u32],
        is_tallied: impl Fn(usize) -> bool,
        work: &mut Work,
    ) -> Result<&Sweep<W>, OutOfWork> {
        let mut planner = std::mem::take(&mut self.planner);
        let steps = planner.follow(shape).map_err(OutOfWork::from);
        let swept = steps.and_then(|steps| self.run(steps, is_tallied, work));
        self.planner = planner;
        swept.map(|()| &self.sweep)
    }

    fn run(
        &mut self,
        steps: &[Step],
        is_tallied: impl Fn(usize) -> bool,
        work: &mut Work,
    ) -> Result<(), OutOfWork> {
        if steps.iter().map(|step| usize::from(step.size)).sum::<usize>() > MAX_CELLS {
            return Err(OutOfWork);
        }
        self.sweep.layers.clear();
        self.sweep.edges.clear();
        self.sweep.weights.clear();
        self.sweep.weights.push(W::small(1));
        self.keys.clear();
        self.keys.push(0);
        for step in steps {
            let tallied = u128::from(is_tallied(step.group as usize));
            self.advance(step, (1 << MINES_SHIFT) + (tallied << TALLY_SHIFT), work)?;
            std::mem::swap(&mut self.keys, &mut self.next_keys);
        }
        let Sweep { layers, weights, edges, ends } = &mut self.sweep;
        let first_node = (weights.len() - self.keys.len()) as u32;
        layers.push(Layer { group: 0, size: 0, first_node, first_edge: edges.len() as u32 });
        let end = |key: &u128| ((key >> MINES_SHIFT) as u32, (key >> TALLY_SHIFT) as u8 & 15);
        ends.clear();
        ends.extend(self.keys.iter().map(end));
        Ok(())
    }

    /// Adds the edges of a group, and the nodes that they lead to. A mine in it adds `one_mine` to a key.
    fn advance(&mut self, step: &Step, one_mine: u128, work: &mut Work) -> Result<(), OutOfWork> {
        let Sweep { layers, weights, edges, .. } = &mut self.sweep;
        let next_layer = weights.len();
        let layer = next_layer - self.keys.len();
        let first_edge = edges.len();
        let (group, size) = (step.group, step.size);
        layers.push(Layer { group, size, first_node: layer as u32, first_edge: first_edge as u32 });
        let room = step.room | GUARDS;
        self.next_keys.clear();
        self.index.clear();
        for from in 0..self.keys.len() {
            if edges.len() - first_edge > work.0 {
                return Err(OutOfWork);
            }
            let mut key = self.keys[from] + step.opens;
            for n_mines in 0..=u32::from(size) {
                // No slot may miss more mines than there is room for; one that is closed has no room.
                if (room - (key & SLOTS)) & GUARDS == GUARDS {
                    let n_ways = W::small(CHOOSE[size as usize][n_mines as usize]);
                    let ways = weights[layer + from].times(&n_ways);
                    let to = self.index.find(key, &mut self.next_keys);
                    match weights.get_mut(next_layer + to) {
                        Some(weight) => weight.add(&ways),
                        None => weights.push(ways),
                    }
                    edges.push(Edge { from: from as u32, to: to as u32, n_mines });
                }
                // One more mine, unless a number is out of them.
                if ((key | GUARDS) - step.touches) & GUARDS != GUARDS {
                    break;
                }
                key = key - step.touches + one_mine;
            }
        }
        work.spend(edges.len() - first_edge + 1)
    }
}

/// Memory for [`Sweep::marginals`], kept from one to the next.
#[derive(Clone, Debug)]
pub(crate) struct Scratch<W> {
    before: Vec<W>,
    after: Vec<W>,
}

impl<W> Default for Scratch<W> {
    fn default() -> Scratch<W> {
        Scratch { before: Vec::new(), after: Vec::new() }
    }
}

impl<W: Weight> Sweep<W> {
    /// The ways to fill the region, by the number of mines and the tally they use.
    pub(crate) fn totals(&self) -> impl Iterator<Item = (usize, usize, &W)> + Clone + '_ {
        let last = self.weights.len() - self.ends.len();
        let ends = self.ends.iter().zip(&self.weights[last..]);
        ends.map(|(&(n_mines, tally), weight)| (n_mines as usize, tally as usize, weight))
    }

    /// Calls `report` for each group with its index, its size, the weight of its mines, and as bits the numbers of mines
    /// it can hold, when a filling of the region with `m` mines weighs `tail(m)`.
    pub(crate) fn marginals(
        &self,
        tail: impl Fn(usize) -> W,
        scratch: &mut Scratch<W>,
        mut report: impl FnMut(usize, u8, W, u16),
    ) {
        let Scratch { before, after } = scratch;
        after.clear();
        after.extend(self.ends.iter().map(|&(n_mines, _)| tail(n_mines as usize)));
        for pair in self.layers.windows(2).rev() {
            let [layer, next] = pair else { unreachable!("windows of two") };
            let weights = &self.weights[layer.first_node as usize..next.first_node as usize];
            before.clear();
            before.resize(weights.len(), W::zero());
            let (mut sum, mut possible) = (W::zero(), 0u16);
            for edge in &self.edges[layer.first_edge as usize..next.first_edge as usize] {
                let n_ways = CHOOSE[layer.size as usize][edge.n_mines as usize];
                let ways = after[edge.to as usize].times(&W::small(n_ways));
                if ways.is_zero() {
                    continue;
                }
                possible |= 1 << edge.n_mines;
                if edge.n_mines > 0 {
                    sum.add(&weights[edge.from as usize].times(&ways).times(&W::small(edge.n_mines)));
                }
                before[edge.from as usize].add(&ways);
            }
            report(layer.group as usize, layer.size, sum, possible);
            std::mem::swap(before, after);
        }
    }

    /// Calls `report` for each group with its size, and as bits the tallies of the fillings in which it holds a mine;
    /// returns, in the same way, the tallies of all fillings. Only fillings whose number of mines `is_possible` count.
    pub(crate) fn tallies_with_mines(
        &self,
        is_possible: impl Fn(usize) -> bool,
        mut report: impl FnMut(u8, u16),
    ) -> u16 {
        let mut after: Vec<u16> = Vec::new();
        let mut before: Vec<u16> = Vec::new();
        let bit = |&(n_mines, tally): &(u32, u8)| u16::from(is_possible(n_mines as usize)) << tally;
        after.extend(self.ends.iter().map(bit));
        for pair in self.layers.windows(2).rev() {
            let [layer, next] = pair else { unreachable!("windows of two") };
            before.clear();
            before.resize((next.first_node - layer.first_node) as usize, 0);
            let mut with_mines = 0;
            for edge in &self.edges[layer.first_edge as usize..next.first_edge as usize] {
                let tallies = after[edge.to as usize];
                before[edge.from as usize] |= tallies;
                if edge.n_mines > 0 {
                    with_mines |= tallies;
                }
            }
            report(layer.size, with_mines);
            std::mem::swap(&mut before, &mut after);
        }
        after[0]
    }

    /// The end with this many mines, if the region can hold them; a place for [`Sweep::choices`] to go back from.
    pub(crate) fn end(&self, n_mines: usize) -> Option<Place> {
        let node = self.ends.iter().position(|&(end, _)| end as usize == n_mines)?;
        Some(Place { layer: self.layers.len() - 1, node: node as u32 })
    }

    /// The ways to come to a place: for each, the group that was last, its mines, how many fillings come that way,
    /// and where they come from. None at the beginning.
    pub(crate) fn choices(&self, place: Place) -> Option<impl Iterator<Item = Way<W>> + '_> {
        let idx = place.layer.checked_sub(1)?;
        let (layer, next) = (&self.layers[idx], &self.layers[idx + 1]);
        let edges = &self.edges[layer.first_edge as usize..next.first_edge as usize];
        Some(edges.iter().filter(move |edge| edge.to == place.node).map(move |edge| {
            let n_ways = W::small(CHOOSE[layer.size as usize][edge.n_mines as usize]);
            Way {
                group: layer.group as usize,
                n_mines: edge.n_mines as usize,
                weight: self.weights[(layer.first_node + edge.from) as usize].times(&n_ways),
                from: Place { layer: idx, node: edge.from },
            }
        }))
    }

    /// The group at which it turned out that nothing fills the region, if so.
    pub(crate) fn dead_end(&self) -> Option<usize> {
        let is_dead = |pair: &&[Layer]| pair[0].first_edge == pair[1].first_edge;
        let dead = self.layers.windows(2).find(is_dead)?;
        Some(dead[0].group as usize)
    }

    /// The groups in the order counted.
    pub(crate) fn order(&self) -> impl Iterator<Item = usize> + '_ {
        let (_, layers) = self.layers.split_last().expect("there is always one behind the last group");
        layers.iter().map(|layer| layer.group as usize)
    }

    /// The work that it took.
    pub(crate) fn cost(&self) -> usize {
        self.edges.len() + self.layers.len() - 1
    }
}

/// A node of a sweep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    layer: usize,
    node: u32,
}

/// A way to come to a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way<W> {
    /// The group that was given its mines last.
    pub(crate) group: usize,
    /// The mines it was given.
    pub(crate) n_mines: usize,
    /// How many fillings come this way.
    pub(crate) weight: W,
    /// Where they come from.
    pub(crate) from: Place,
}

/// Finds the node of a key in the layer under construction: by looking along it while it is short, by hash later.
#[derive(Clone, Debug, Default)]
struct Index {
    /// For each hash: the node's index plus one, or 0. Its length is a power of two, at least twice the nodes.
    table: Vec<u32>,
    in_use: bool,
}

const SHORT: usize = 12;

impl Index {
    fn clear(&mut self) {
        self.in_use = false;
    }

    /// The place of `key` in `keys`, where it is appended if it is new.
    #[inline]
    fn find(&mut self, key: u128, keys: &mut Vec<u128>) -> usize {
        if keys.len() <= SHORT {
            if let Some(place) = keys.iter().position(|&other| other == key) {
                return place;
            }
            keys.push(key);
            return keys.len() - 1;
        }
        if !self.in_use || 2 * keys.len() > self.table.len() {
            self.rebuild(keys);
        }
        let mut slot = hash(key) as usize & (self.table.len() - 1);
        loop {
            match self.table[slot] {
                0 => {
                    keys.push(key);
                    self.table[slot] = keys.len() as u32;
                    return keys.len() - 1;
                }
                place if keys[place as usize - 1] == key => return place as usize - 1,
                _ => slot = (slot + 1) & (self.table.len() - 1),
            }
        }
    }

    fn rebuild(&mut self, keys: &[u128]) {
        let length = (4 * keys.len()).next_power_of_two();
        self.table.clear();
        self.table.resize(length, 0);
        self.in_use = true;
        for (place, &key) in keys.iter().enumerate() {
            let mut slot = hash(key) as usize & (length - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (length - 1);
            }
            self.table[slot] = place as u32 + 1;
        }
    }
}

fn hash(key: u128) -> u64 {
    let mixed = (key as u64 ^ ((key >> 64) as u64).rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}
