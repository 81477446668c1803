//! A region counted group by group.
//!
//! All ways to give the first groups their mines that leave the same mines missing at the open numbers, and use
//! the same number of mines, go on alike: they are one *node*, with the number of such ways as its weight. A sweep
//! is the graph of these nodes, a layer for each group. Going through it forwards counts the ways to fill the
//! region with each number of mines; going back, weighted by what the rest of the grid makes of each number,
//! tells how many mines each group holds.

use super::plan::{Shape, Step, TooWide, plan};
use super::weight::Weight;

/// A region counted.
#[derive(Clone, Debug)]
pub(crate) struct Sweep<W> {
    /// The groups in the order counted, with their sizes.
    order: Vec<(u32, u8)>,
    /// The weights of all nodes, layer after layer; the first is the one before any group.
    weights: Vec<W>,
    /// Where each layer begins in `weights`, and where the last ends.
    layers: Vec<u32>,
    /// How nodes lead to nodes of the next layer, layer after layer.
    edges: Vec<Edge>,
    /// Where each layer's edges begin in `edges`, and where the last end.
    edge_layers: Vec<u32>,
    /// The numbers of mines and the tallies of the last layer's nodes.
    ends: Vec<(u32, u8)>,
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

impl<W: Weight> Sweep<W> {
    /// Counts a region.
    pub(crate) fn new(shape: &Shape, work: &mut Work) -> Result<Sweep<W>, OutOfWork> {
        Sweep::with_tally(shape, |_| false, work)
    }

    /// Counts a region, and keeps apart how many mines the tallied groups hold, which may be at most 15.
    pub(crate) fn with_tally(
        shape: &Shape,
        is_tallied: impl Fn(usize) -> bool,
        work: &mut Work,
    ) -> Result<Sweep<W>, OutOfWork> {
        if shape.sizes.iter().map(|&size| usize::from(size)).sum::<usize>() > MAX_CELLS {
            return Err(OutOfWork);
        }
        let steps = plan(shape)?;
        let mut sweep = Sweep {
            order: steps.iter().map(|step| (step.group, step.size)).collect(),
            weights: vec![W::small(1)],
            layers: vec![0],
            edges: Vec::new(),
            edge_layers: vec![0],
            ends: Vec::new(),
        };
        let mut keys = vec![0u128];
        let mut next_keys = Vec::new();
        let mut index = Index::default();
        for step in &steps {
            let delta = (1 << MINES_SHIFT) + (u128::from(is_tallied(step.group as usize)) << TALLY_SHIFT);
            sweep.advance(step, delta, &keys, &mut next_keys, &mut index, work)?;
            std::mem::swap(&mut keys, &mut next_keys);
        }
        sweep.layers.push(sweep.weights.len() as u32);
        let end = |key: &u128| ((key >> MINES_SHIFT) as u32, (key >> TALLY_SHIFT) as u8 & 15);
        sweep.ends = keys.iter().map(end).collect();
        Ok(sweep)
    }

    /// Adds the layer of a group, from the `keys` of the last layer's nodes.
    fn advance(
        &mut self,
        step: &Step,
        delta: u128,
        keys: &[u128],
        next_keys: &mut Vec<u128>,
        index: &mut Index,
        work: &mut Work,
    ) -> Result<(), OutOfWork> {
        let layer = self.weights.len() - keys.len();
        let next_layer = self.weights.len();
        let room = step.room | GUARDS;
        let most_edges = self.edges.len().saturating_add(work.0);
        next_keys.clear();
        index.clear();
        for (from, &key) in keys.iter().enumerate() {
            if self.edges.len() > most_edges {
                return Err(OutOfWork);
            }
            let mut key = key + step.opens;
            for n_mines in 0..=u32::from(step.size) {
                // No slot may miss more mines than there is room for; one that is closed has no room.
                if (room - (key & SLOTS)) & GUARDS == GUARDS {
                    let added = self.weights[layer + from]
                        .times(&W::small(CHOOSE[step.size as usize][n_mines as usize]));
                    let to = index.find(key, next_keys);
                    if next_layer + to == self.weights.len() {
                        self.weights.push(added);
                    } else {
                        self.weights[next_layer + to].add(&added);
                    }
                    self.edges.push(Edge { from: from as u32, to: to as u32, n_mines });
                }
                // One more mine, unless a number is out of them.
                if ((key | GUARDS) - step.touches) & GUARDS != GUARDS {
                    break;
                }
                key = key - step.touches + delta;
            }
        }
        let n_edges = self.edges.len() - self.edge_layers.last().map_or(0, |&start| start as usize);
        work.spend(n_edges + 1)?;
        self.layers.push(next_layer as u32);
        self.edge_layers.push(self.edges.len() as u32);
        Ok(())
    }

    /// The ways to fill the region, by the number of mines and the tally they use.
    pub(crate) fn totals(&self) -> impl Iterator<Item = (usize, usize, &W)> + Clone + '_ {
        let last = self.weights.len() - self.ends.len();
        let ends = self.ends.iter().zip(&self.weights[last..]);
        ends.map(|(&(n_mines, tally), weight)| (n_mines as usize, tally as usize, weight))
    }

    /// For each group, in `tell`: its index, its size, the weight of its mines, and as bits the numbers of mines it
    /// can hold, when a filling of the region with `m` mines weighs `tail(m)`.
    pub(crate) fn marginals(&self, tail: impl Fn(usize) -> W, mut tell: impl FnMut(usize, u8, W, u16)) {
        let mut after: Vec<W> = self.ends.iter().map(|&(n_mines, _)| tail(n_mines as usize)).collect();
        let mut before: Vec<W> = Vec::new();
        for (layer, &(group, size)) in self.order.iter().enumerate().rev() {
            let weights = &self.weights[self.layers[layer] as usize..self.layers[layer + 1] as usize];
            before.clear();
            before.resize(weights.len(), W::zero());
            let (mut sum, mut possible) = (W::zero(), 0u16);
            for edge in &self.edges[self.edge_layers[layer] as usize..self.edge_layers[layer + 1] as usize] {
                let n_ways = CHOOSE[size as usize][edge.n_mines as usize];
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
            tell(group as usize, size, sum, possible);
            std::mem::swap(&mut before, &mut after);
        }
    }

    /// The end with this many mines, if the region can hold them; a place for [`Sweep::choices`] to go back from.
    pub(crate) fn end(&self, n_mines: usize) -> Option<Place> {
        let node = self.ends.iter().position(|&(end, _)| end as usize == n_mines)?;
        Some(Place { layer: self.order.len(), node: node as u32 })
    }

    /// The ways to come to a place: for each, the group that was last, its mines, how many fillings come that way,
    /// and where they come from. None at the beginning.
    pub(crate) fn choices(&self, place: Place) -> Option<impl Iterator<Item = Way<W>> + '_> {
        let layer = place.layer.checked_sub(1)?;
        let (group, size) = self.order[layer];
        let edges = &self.edges[self.edge_layers[layer] as usize..self.edge_layers[layer + 1] as usize];
        Some(edges.iter().filter(move |edge| edge.to == place.node).map(move |edge| {
            let n_ways = W::small(CHOOSE[size as usize][edge.n_mines as usize]);
            Way {
                group: group as usize,
                n_mines: edge.n_mines as usize,
                weight: self.weights[(self.layers[layer] + edge.from) as usize].times(&n_ways),
                from: Place { layer, node: edge.from },
            }
        }))
    }

    /// The work that it took.
    pub(crate) fn cost(&self) -> usize {
        self.edges.len() + self.order.len()
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
