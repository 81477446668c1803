//! The tree in memory: views that nothing is certain of, the cells tried there, and where they led.

use std::collections::HashMap;

use minewise::{Layout, View};

use super::listed::Listed;

/// Where revealing a cell led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Child {
    /// To a view in memory, by its place there.
    Node(u32),
    /// To the end, won.
    Won,
    /// To the end, lost; or to where nobody can tell.
    Lost,
}

/// A view in memory.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Names the view.
    pub(super) key: u128,
    pub(super) belief: Belief,
    /// The cells to choose from, the safest first; empty until the first time that one is chosen.
    pub(super) actions: Vec<Action>,
    /// How many simulations came by.
    pub(super) n_visits: u64,
    /// The most that one of them brought home from here.
    pub(super) most: f64,
}

/// What is believed of a view in memory.
#[derive(Clone, Debug)]
pub(super) enum Belief {
    /// All layouts that fit.
    Listed(Listed),
    /// The view, and layouts drawn so far.
    Counted {
        /// The view.
        view: View,
        /// Drawn evenly from those that fit.
        pool: Vec<Layout>,
    },
}

/// What came of a layout that was drawn for an action.
#[derive(Clone, Debug, Default)]
pub(super) struct Note {
    /// Every cell revealed and its number, in order; none if a mine was met.
    pub(super) shown: Vec<(u32, u8)>,
    /// How many simulations used it.
    pub(super) n_visits: u64,
    /// What they brought home from there.
    pub(super) sum: f64,
}

/// A cell that can be chosen at a view.
#[derive(Clone, Debug)]
pub(super) struct Action {
    pub(super) cell: u32,
    pub(super) risk: f64,
    /// How many simulations went this way.
    pub(super) n_visits: u64,
    /// What they brought home together.
    pub(super) sum: f64,
    /// The same, squared.
    pub(super) squares: f64,
    /// Where each layout that was drawn led.
    pub(super) children: Vec<Child>,
    /// What came of each of them; empty if nobody wants to know.
    pub(super) notes: Vec<Note>,
    /// How far the layouts of the view have been used.
    pub(super) n_used: usize,
}

impl Action {
    /// A cell that was never tried.
    pub(super) fn new(cell: usize, risk: f64) -> Action {
        Action {
            cell: cell as u32,
            risk,
            n_visits: 0,
            sum: 0.0,
            squares: 0.0,
            children: Vec::new(),
            notes: Vec::new(),
            n_used: 0,
        }
    }

    /// What the simulations that went this way brought home on average.
    pub(super) fn mean(&self) -> f64 {
        if self.n_visits == 0 { 0.0 } else { self.sum / self.n_visits as f64 }
    }

    /// How far they were apart.
    pub(super) fn variance(&self) -> f64 {
        if self.n_visits == 0 {
            return 0.0;
        }
        (self.squares / self.n_visits as f64 - self.mean() * self.mean()).max(0.0)
    }
}

/// Views in memory, found by their names.
#[derive(Clone, Debug, Default)]
pub(super) struct Forest {
    pub(super) nodes: Vec<Node>,
    places: HashMap<u128, u32>,
}

impl Forest {
    /// The place of a view.
    pub(super) fn find(&self, key: u128) -> Option<u32> {
        self.places.get(&key).copied()
    }

    /// The cells to choose from at the first view; none if there is no view.
    pub(super) fn root_actions(&self) -> &[Action] {
        self.nodes.first().map_or(&[], |root| &root.actions)
    }

    /// How many times more the cell tried most at the first view was tried than any other.
    pub(super) fn lead(&self) -> u64 {
        let (mut most, mut second) = (0, 0);
        for action in self.root_actions() {
            second = second.max(most.min(action.n_visits));
            most = most.max(action.n_visits);
        }
        most - second
    }

    /// Puts a new view in memory.
    pub(super) fn add(&mut self, key: u128, belief: Belief) -> u32 {
        let place = self.nodes.len() as u32;
        self.nodes.push(Node { key, belief, actions: Vec::new(), n_visits: 0, most: 0.0 });
        self.places.insert(key, place);
        place
    }

    /// What can be reached from a view, with the view itself first; empty if it is not here.
    pub(super) fn from(&self, key: u128) -> Forest {
        let mut kept = Forest::default();
        let Some(root) = self.find(key) else { return kept };
        let mut olds = vec![root];
        kept.places.insert(key, 0);
        let mut next = 0;
        while let Some(&old) = olds.get(next) {
            let mut node = self.nodes[old as usize].clone();
            for child in node.actions.iter_mut().flat_map(|action| &mut action.children) {
                if let Child::Node(place) = child {
                    let key = self.nodes[*place as usize].key;
                    let new = *kept.places.entry(key).or_insert_with(|| {
                        olds.push(*place);
                        olds.len() as u32 - 1
                    });
                    *place = new;
                }
            }
            kept.nodes.push(node);
            next += 1;
        }
        kept
    }
}
