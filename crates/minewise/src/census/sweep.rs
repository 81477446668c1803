//! Counts a region group by group.
//!
//! Consider all ways to give the first groups their mines. Those that use the same number of mines, and leave the same
//! number of mines missing at every open number, can be continued in the same ways. They form one *node*, whose weight
//! is how many there are. A sweep is the graph of these nodes, with a layer for each group. A forward pass counts the
//! ways to fill the region with each number of mines. A backward pass, weighted by the number of ways to fill the rest
//! of the grid, computes how many mines each group holds. Decision record 2 says why regions are counted like this.

use super::join::Spread;
use super::plan::{Planner, Step};
use super::weight::Weight;
use super::work::{CHECK_INTERVAL, Halt, Work};

/// The graph of a counted region.
#[derive(Clone, Debug)]
pub(crate) struct Sweep<W> {
    /// A layer for each group in the order counted, then one for the end, which has no group.
    layers: Vec<Layer>,
    /// The weights of all nodes, layer after layer.
    weights: Vec<W>,
    /// For each node before the end: the number of edges that leave it.
    n_edges: Vec<u8>,
    /// The edges from each layer to the next, layer after layer, in the order of the nodes that they leave.
    edges: Vec<Edge>,
    /// For each node of the end: the number of mines used, and the tally.
    ends: Vec<(u32, u8)>,
    /// The most table entries that were in use at a time while it was counted.
    n_entries_at_most: usize,
}

/// A group, the nodes before it, and the edges that give it its mines.
#[derive(Clone, Copy, Debug)]
struct Layer {
    group: u32,
    size: u8,
    /// The index of its first node in `weights`.
    first_node: u32,
    /// The index of its first edge in `edges`.
    first_edge: u32,
}

/// A number of mines for a group: leads from a node before the group to one after it.
// The number of mines, at most 8, in the lowest four bits, and the index of the node above. There are millions of edges
// in a tangled view, so every byte counts.
#[derive(Clone, Copy, Debug)]
struct Edge(u32);

/// The most nodes of a layer, so that an edge can point to any of them.
const MAX_NODES: usize = 1 << 28;

impl Edge {
    fn new(to: usize, n_mines: u32) -> Edge {
        Edge((to as u32) << 4 | n_mines)
    }

    /// The index, within the next layer, of the node it leads to.
    #[inline]
    fn to(self) -> usize {
        (self.0 >> 4) as usize
    }

    /// The number of mines given to the group.
    #[inline]
    fn n_mines(self) -> u32 {
        self.0 & 15
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

// A node is identified by one word of 128 bits: from the lowest bits, the slots of the open numbers (four bits each,
// see `Step`), the tally (four bits), and the number of mines given so far (the rest).

/// The highest bit of each slot, which is set before a subtraction to catch the borrow.
const GUARDS: u128 = 0x0888_8888_8888_8888_8888_8888_8888_8888 & ((1 << TALLY_SHIFT) - 1);
/// The tally, above the slots: the number of mines given to tallied groups, from 0 to 8.
const TALLY_SHIFT: u32 = 4 * super::plan::MAX_OPEN as u32;
/// The number of mines given so far, above the tally.
const MINES_SHIFT: u32 = TALLY_SHIFT + 4;
/// The most cells of a region, so that its mines can be counted in the bits above the tally.
const MAX_CELLS: usize = (1 << (128 - MINES_SHIFT)) - 1;
const SLOTS: u128 = (1 << TALLY_SHIFT) - 1;

/// Counts regions one after another, reusing memory.
#[derive(Clone, Debug)]
pub(crate) struct Sweeper<W> {
    planner: Planner,
    /// The region counted last, or being counted.
    sweep: Sweep<W>,
    /// The keys of the nodes of the current layer.
    keys: Vec<u128>,
    /// The keys of the nodes of the next layer, which is under construction.
    next_keys: Vec<u128>,
    index: Index,
}

impl<W> Default for Sweeper<W> {
    fn default() -> Sweeper<W> {
        Sweeper {
            planner: Planner::default(),
            sweep: Sweep {
                layers: Vec::new(),
                weights: Vec::new(),
                n_edges: Vec::new(),
                edges: Vec::new(),
                ends: Vec::new(),
                n_entries_at_most: 0,
            },
            keys: Vec::new(),
            next_keys: Vec::new(),
            index: Index::default(),
        }
    }
}

/// The table entries that stand for a key of the current layer, which has 16 bytes.
const KEY_SIZE: usize = 2;
/// The table entries that stand for a key of the next layer: 16 bytes, and up to 32 in the index of the keys.
const NEXT_KEY_SIZE: usize = 6;

/// The number of edges from which on a graph is moved out of the sweeper instead of copied.
// Copies let a game reuse memory. Moving keeps a tangled view from needing twice as much.
const LARGE: usize = 1 << 16;

impl<W: Weight> Sweeper<W> {
    /// Counts the region with this shape, in an order of its own choice.
    pub(crate) fn sweep(&mut self, shape: &[u32], work: &mut Work) -> Result<Sweep<W>, Halt> {
        self.with_planner(|sweeper, planner| sweeper.run::<true>(planner.plan(shape)?, |_| false, work))?;
        if self.sweep.edges.len() < LARGE {
            return Ok(self.sweep.clone());
        }
        let mut sweep = std::mem::take(self).sweep;
        sweep.weights.shrink_to_fit();
        sweep.n_edges.shrink_to_fit();
        sweep.edges.shrink_to_fit();
        Ok(sweep)
    }

    /// Counts the fillings of the region with this shape, for each number of mines. Takes far less memory than a sweep.
    pub(crate) fn spread(&mut self, shape: &[u32], work: &mut Work) -> Result<Spread<W>, Halt> {
        self.with_planner(|sweeper, planner| sweeper.run::<false>(planner.plan(shape)?, |_| false, work))?;
        Ok(self.sweep.spread())
    }

    /// Counts the region with this shape, in the order of the groups in the shape. Fillings with different numbers of
    /// mines in the tallied groups are counted separately. That number must be at most 15.
    pub(crate) fn sweep_with_tally(
        &mut self,
        shape: &[u32],
        is_tallied: impl Fn(usize) -> bool,
        work: &mut Work,
    ) -> Result<&Sweep<W>, Halt> {
        self.with_planner(|sweeper, planner| sweeper.run::<true>(planner.follow(shape)?, is_tallied, work))?;
        Ok(&self.sweep)
    }

    /// The number of fillings of the region with this shape, as [`Sweep::totals`] returns them after
    /// [`Sweeper::sweep_with_tally`]. Takes far less memory.
    pub(crate) fn totals_with_tally(
        &mut self,
        shape: &[u32],
        is_tallied: impl Fn(usize) -> bool,
        work: &mut Work,
    ) -> Result<Vec<(usize, usize, W)>, Halt> {
        self.with_planner(|sweeper, planner| sweeper.run::<false>(planner.follow(shape)?, is_tallied, work))?;
        let copy = |(n_mines, tally, count): (usize, usize, &W)| (n_mines, tally, count.clone());
        Ok(self.sweep.totals().map(copy).collect())
    }

    /// Runs a count with the planner, which is borrowed while the count changes everything else. The memory of a count
    /// that failed is released, because it may be large.
    fn with_planner(
        &mut self,
        count: impl FnOnce(&mut Sweeper<W>, &mut Planner) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let mut planner = std::mem::take(&mut self.planner);
        let counted = count(self, &mut planner);
        if counted.is_err() {
            *self = Sweeper::default();
        }
        self.planner = planner;
        counted
    }

    /// Counts a region. Stores its whole graph or, if `GRAPH` is false, only the current layer and finally the totals.
    fn run<const GRAPH: bool>(
        &mut self,
        steps: &[Step],
        is_tallied: impl Fn(usize) -> bool,
        work: &mut Work,
    ) -> Result<(), Halt> {
        if steps.iter().map(|step| usize::from(step.size)).sum::<usize>() > MAX_CELLS {
            return Err(Halt::OutOfWork);
        }
        self.sweep.n_entries_at_most = 0;
        self.sweep.layers.clear();
        self.sweep.n_edges.clear();
        self.sweep.edges.clear();
        self.sweep.weights.clear();
        self.sweep.weights.push(W::small(1));
        self.keys.clear();
        self.keys.push(0);
        for step in steps {
            let tallied = u128::from(is_tallied(step.group as usize));
            self.advance::<GRAPH>(step, (1 << MINES_SHIFT) + (tallied << TALLY_SHIFT), work)?;
            std::mem::swap(&mut self.keys, &mut self.next_keys);
        }
        let Sweep { layers, weights, edges, ends, .. } = &mut self.sweep;
        let first_node = (weights.len() - self.keys.len()) as u32;
        layers.push(Layer { group: 0, size: 0, first_node, first_edge: edges.len() as u32 });
        let end = |key: &u128| ((key >> MINES_SHIFT) as u32, (key >> TALLY_SHIFT) as u8 & 15);
        ends.clear();
        ends.extend(self.keys.iter().map(end));
        Ok(())
    }

    /// Adds the edges of a group and the nodes they lead to. Each mine in the group adds `one_mine` to the key.
    fn advance<const GRAPH: bool>(
        &mut self,
        step: &Step,
        one_mine: u128,
        work: &mut Work,
    ) -> Result<(), Halt> {
        let Sweep { layers, weights, n_edges, edges, n_entries_at_most, .. } = &mut self.sweep;
        let next_layer = weights.len();
        let layer = next_layer - self.keys.len();
        let (group, size) = (step.group, step.size);
        layers.push(Layer { group, size, first_node: layer as u32, first_edge: edges.len() as u32 });
        let room = step.room | GUARDS;
        self.next_keys.clear();
        self.index.clear();
        let (mut n_edges_in_all, mut next_check) = (0, CHECK_INTERVAL);
        let n_before = if GRAPH { edges.len() + W::SIZE * (next_layer - 1) } else { 0 };
        // The entries of this layer, with what is in use only until the next one is complete.
        let n_entries = |n_edges: usize, n_keys: usize, n_next: usize| {
            let n_stored = if GRAPH { n_edges + W::SIZE * n_next } else { W::SIZE * (n_keys + n_next) };
            n_stored + KEY_SIZE * n_keys + NEXT_KEY_SIZE * n_next
        };
        for from in 0..self.keys.len() {
            // A layer is charged when it is complete, but a single one may already exceed the limits.
            if n_edges_in_all >= next_check {
                work.check(n_edges_in_all, n_entries(n_edges_in_all, self.keys.len(), self.next_keys.len()))?;
                next_check = n_edges_in_all + CHECK_INTERVAL;
            }
            let mut key = self.keys[from] + step.opens;
            let mut n_edges_here = 0;
            for n_mines in 0..=u32::from(size) {
                // One subtraction compares all slots: none may miss more mines than there is room for later. A number
                // that this group closes has no room left, so it must miss none.
                if (room - (key & SLOTS)) & GUARDS == GUARDS {
                    let n_ways = W::small(CHOOSE[size as usize][n_mines as usize]);
                    let ways = weights[layer + from].times(&n_ways);
                    let to = self.index.find(key, &mut self.next_keys);
                    match weights.get_mut(next_layer + to) {
                        Some(weight) => weight.add(&ways),
                        None => weights.push(ways),
                    }
                    n_edges_here += 1;
                    if GRAPH {
                        edges.push(Edge::new(to, n_mines));
                    }
                }
                // Gives the group one more mine, unless a number that it touches misses none.
                if ((key | GUARDS) - step.touches) & GUARDS != GUARDS {
                    break;
                }
                key = key - step.touches + one_mine;
            }
            n_edges_in_all += usize::from(n_edges_here);
            if GRAPH {
                n_edges.push(n_edges_here);
            }
        }
        if self.next_keys.len() > MAX_NODES {
            return Err(Halt::OutOfRoom);
        }
        let n_entries = n_entries(n_edges_in_all, self.keys.len(), self.next_keys.len());
        work.check(0, n_entries)?;
        *n_entries_at_most = (*n_entries_at_most).max(n_before + n_entries);
        work.spend(n_edges_in_all + 1)?;
        if GRAPH {
            return work.store(n_edges_in_all + W::SIZE * self.next_keys.len());
        }
        weights.drain(..next_layer);
        Ok(())
    }
}

/// Reusable memory for [`Sweep::marginals`].
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
    /// The number of ways to fill the region, for each number of mines and tally: `(n_mines, tally, ways)`.
    pub(crate) fn totals(&self) -> impl Iterator<Item = (usize, usize, &W)> + Clone + '_ {
        let last = self.weights.len() - self.ends.len();
        let ends = self.ends.iter().zip(&self.weights[last..]);
        ends.map(|(&(n_mines, tally), weight)| (n_mines as usize, tally as usize, weight))
    }

    /// For each node of the end: the number of ways to get there, modulo a number below 2⁵⁶.
    pub(crate) fn remainders(&self, modulus: u64) -> Vec<u64> {
        let (mut ways, mut next_ways) = (vec![1], Vec::new());
        for pair in self.layers.windows(2) {
            let [layer, next] = pair else { unreachable!("windows of two") };
            next_ways.clear();
            for (edges, &ways) in self.edges_by_node(layer, next).zip(&ways) {
                // Reduced once for each node instead of once for each edge. Into a node leads at most one edge with each
                // number of mines, so its sum is at most 2⁸ times the modulus, which fits into a word.
                let ways: u64 = ways % modulus;
                for edge in edges {
                    let more = ways * u64::from(CHOOSE[layer.size as usize][edge.n_mines() as usize]);
                    // The nodes of the next layer are numbered in the order in which edges first lead to them.
                    match next_ways.get_mut(edge.to()) {
                        Some(sum) => *sum += more,
                        None => next_ways.push(more),
                    }
                }
            }
            std::mem::swap(&mut ways, &mut next_ways);
        }
        ways.iter_mut().for_each(|ways| *ways %= modulus);
        ways
    }

    /// Calls `report` for each group with its index, its size, the total weight of its mines, and the set of numbers of
    /// mines that it can hold, as bits. A filling of the region with `m` mines has the weight `tail(m)`.
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
            let (mut sum, mut possible) = (W::zero(), 0u16);
            for (edges, weight) in self.edges_by_node(layer, next).zip(weights) {
                let mut ways_here = W::zero();
                for edge in edges {
                    let n_ways = CHOOSE[layer.size as usize][edge.n_mines() as usize];
                    let ways = after[edge.to()].times(&W::small(n_ways));
                    if ways.is_zero() {
                        continue;
                    }
                    possible |= 1 << edge.n_mines();
                    if edge.n_mines() > 0 {
                        sum.add(&weight.times(&ways).times(&W::small(edge.n_mines())));
                    }
                    ways_here.add(&ways);
                }
                before.push(ways_here);
            }
            report(layer.group as usize, layer.size, sum, possible);
            std::mem::swap(before, after);
        }
    }

    /// Calls `report` for each group with its size and the set of tallies, as bits, of the fillings in which it holds a
    /// mine. Returns the set of tallies of all fillings. Fillings whose number of mines is not possible are ignored.
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
            let mut with_mines = 0;
            for edges in self.edges_by_node(layer, next) {
                let mut tallies_here = 0;
                for edge in edges {
                    let tallies = after[edge.to()];
                    tallies_here |= tallies;
                    if edge.n_mines() > 0 {
                        with_mines |= tallies;
                    }
                }
                before.push(tallies_here);
            }
            report(layer.size, with_mines);
            std::mem::swap(&mut before, &mut after);
        }
        after[0]
    }

    /// The end node with this many mines, if the region can hold them. Fillings are found by going back from it with
    /// [`Sweep::incoming_edges`].
    pub(crate) fn end(&self, n_mines: usize) -> Option<NodeId> {
        let node = self.ends.iter().position(|&(end, _)| end as usize == n_mines)?;
        Some(NodeId { layer: self.layers.len() - 1, node: node as u32 })
    }

    /// The edges that lead to a node; `None` for the first node.
    pub(crate) fn incoming_edges(&self, node: NodeId) -> Option<impl Iterator<Item = IncomingEdge<W>> + '_> {
        let idx = node.layer.checked_sub(1)?;
        let (layer, next) = (&self.layers[idx], &self.layers[idx + 1]);
        let edges = (0..).zip(self.edges_by_node(layer, next)).flat_map(move |(from, edges)| {
            let leads_to = move |edge: &&Edge| edge.to() == node.node as usize;
            edges.iter().filter(leads_to).map(move |edge| (from, edge.n_mines() as usize))
        });
        Some(edges.map(move |(from, n_mines)| {
            let n_ways = W::small(CHOOSE[layer.size as usize][n_mines]);
            IncomingEdge {
                group: layer.group as usize,
                n_mines,
                weight: self.weights[(layer.first_node + from) as usize].times(&n_ways),
                from: NodeId { layer: idx, node: from },
            }
        }))
    }

    /// For each node of a layer: the edges that leave it.
    fn edges_by_node(&self, layer: &Layer, next: &Layer) -> impl Iterator<Item = &[Edge]> + '_ {
        let mut edges = &self.edges[layer.first_edge as usize..next.first_edge as usize];
        let n_edges = &self.n_edges[layer.first_node as usize..next.first_node as usize];
        n_edges.iter().map(move |&n_edges| {
            let (of_node, others) = edges.split_at(usize::from(n_edges));
            edges = others;
            of_node
        })
    }

    /// The number of ways to fill the region, for each number of mines.
    pub(crate) fn spread(&self) -> Spread<W> {
        Spread::collect(self.totals().map(|(n_mines, _, count)| (n_mines, count)))
    }

    /// The group that cannot be given its mines, if the region cannot be filled.
    pub(crate) fn dead_end(&self) -> Option<usize> {
        let is_dead = |pair: &&[Layer]| pair[0].first_edge == pair[1].first_edge;
        let dead = self.layers.windows(2).find(is_dead)?;
        Some(dead[0].group as usize)
    }

    /// The groups in the order counted.
    pub(crate) fn order(&self) -> impl Iterator<Item = usize> + '_ {
        let (_, layers) = self.layers.split_last().expect("there is always a layer for the end");
        layers.iter().map(|layer| layer.group as usize)
    }

    /// The work it took, in edges plus one for each group.
    pub(crate) fn cost(&self) -> usize {
        self.edges.len() + self.layers.len() - 1
    }

    /// The most table entries that were in use at a time while it was counted.
    pub(crate) fn n_entries_at_most(&self) -> usize {
        self.n_entries_at_most
    }

    /// The number of table entries that it stores: its edges, and its nodes without the first.
    pub(crate) fn n_entries(&self) -> usize {
        self.edges.len() + W::SIZE * (self.weights.len() - 1)
    }
}

/// Identifies a node of a sweep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeId {
    layer: usize,
    node: u32,
}

/// An edge that leads to a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IncomingEdge<W> {
    /// The group of the edge.
    pub(crate) group: usize,
    /// The number of mines that the group is given.
    pub(crate) n_mines: usize,
    /// The number of fillings, up to here, that use the edge.
    pub(crate) weight: W,
    /// The node that the edge leaves.
    pub(crate) from: NodeId,
}

/// Finds the node with a given key in the layer under construction: by a linear scan while the layer is short, by a
/// hash table later.
#[derive(Clone, Debug, Default)]
struct Index {
    /// A hash table with linear probing: the index of a node plus one, or 0 for an empty slot. The length is a power of
    /// two, and at least twice the number of nodes.
    table: Vec<u32>,
    in_use: bool,
}

/// The most nodes of a layer that is searched by a linear scan.
const MAX_SCANNED: usize = 12;

impl Index {
    fn clear(&mut self) {
        self.in_use = false;
    }

    /// Returns the index of `key` in `keys`; a new key is appended.
    #[inline]
    fn find(&mut self, key: u128, keys: &mut Vec<u128>) -> usize {
        if keys.len() <= MAX_SCANNED {
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

/// A cheap hash of a key.
fn hash(key: u128) -> u64 {
    let mixed = (key as u64 ^ ((key >> 64) as u64).rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}
