//! The search tree: views in which nothing is certain, the cells tried there, and where they led.

use std::collections::HashMap;

use minewise::{Layout, View};

use super::listed::Listed;

/// Where revealing a cell led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Child {
    /// To a node, by its index.
    Node(u32),
    /// To a won game.
    Won,
    /// To a lost game, or to a view that is too much work to count.
    Lost,
}

/// A view in the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The key of the view.
    pub(super) key: u128,
    pub(super) belief: Belief,
    /// The cells to choose from, the safest first; empty until the first time that one is chosen.
    pub(super) actions: Vec<Action>,
    /// Number of simulations that visited the view.
    pub(super) n_visits: u64,
    /// The greatest reward of a simulation from here.
    pub(super) most: f64,
}

/// The layouts of a view in the tree.
#[derive(Clone, Debug)]
pub(super) enum Belief {
    /// All layouts that fit.
    Listed(Listed),
    /// The view, and layouts drawn so far.
    Counted {
        /// The view.
        view: View,
        /// Drawn uniformly from those that fit.
        pool: Vec<Layout>,
    },
}

impl Belief {
    /// Number of layouts that are listed.
    fn n_listed(&self) -> usize {
        match self {
            Belief::Listed(listed) => listed.layouts.len(),
            Belief::Counted { .. } => 0,
        }
    }
}

/// A note about a layout that was drawn for an action, kept only if the tree is displayed.
#[derive(Clone, Debug, Default)]
pub(super) struct Note {
    /// Every cell revealed and its number, in order; empty if the cell is a mine.
    pub(super) shown: Vec<(u32, u8)>,
    /// Number of simulations that used the layout.
    pub(super) n_visits: u64,
    /// The sum of their rewards from there.
    pub(super) sum: f64,
}

/// A cell that can be chosen at a view.
#[derive(Clone, Debug)]
pub(super) struct Action {
    pub(super) cell: u32,
    pub(super) risk: f64,
    /// Number of simulations that tried it.
    pub(super) n_visits: u64,
    /// The sum of their rewards.
    pub(super) sum: f64,
    /// The sum of the squares of their rewards.
    pub(super) squares: f64,
    /// Where each layout that was drawn led.
    pub(super) children: Vec<Child>,
    /// A note about each of them; empty if none are kept.
    pub(super) notes: Vec<Note>,
    /// Number of layouts of the view that were used.
    pub(super) n_used: usize,
}

impl Action {
    /// Creates an action that was never tried.
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

    /// The mean reward of its simulations.
    pub(super) fn mean(&self) -> f64 {
        if self.n_visits == 0 { 0.0 } else { self.sum / self.n_visits as f64 }
    }

    /// The variance of the rewards.
    pub(super) fn variance(&self) -> f64 {
        if self.n_visits == 0 {
            return 0.0;
        }
        (self.squares / self.n_visits as f64 - self.mean() * self.mean()).max(0.0)
    }
}

/// The views of the tree, found by their keys. The first is the root.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchTree {
    pub(super) nodes: Vec<Node>,
    /// Number of layouts that its views list, together.
    pub(super) n_listed: usize,
    places: HashMap<u128, u32>,
}

impl SearchTree {
    /// Returns the index of a view.
    pub(super) fn find(&self, key: u128) -> Option<u32> {
        self.places.get(&key).copied()
    }

    /// The actions of the root; empty if there is no root.
    pub(super) fn root_actions(&self) -> &[Action] {
        self.nodes.first().map_or(&[], |root| &root.actions)
    }

    /// By how many visits the most tried cell of the root is ahead of the next.
    pub(super) fn lead(&self) -> u64 {
        let (mut most, mut second) = (0, 0);
        for action in self.root_actions() {
            second = second.max(most.min(action.n_visits));
            most = most.max(action.n_visits);
        }
        most - second
    }

    /// Adds a view and returns its index.
    pub(super) fn add(&mut self, key: u128, belief: Belief) -> u32 {
        let place = self.nodes.len() as u32;
        self.n_listed += belief.n_listed();
        self.nodes.push(Node { key, belief, actions: Vec::new(), n_visits: 0, most: 0.0 });
        self.places.insert(key, place);
        place
    }

    /// Returns the part of the tree that can be reached from a view, with this view as the root; empty if the tree does
    /// not have it.
    pub(super) fn from(&self, key: u128) -> SearchTree {
        let mut kept = SearchTree::default();
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
            kept.n_listed += node.belief.n_listed();
            kept.nodes.push(node);
            next += 1;
        }
        kept
    }
}
