//! The tree as others see it: reveals and numbers take turns, certain cells among them.

use std::ops::Range;

use minewise::census::{Counter, Outcomes};
use minewise::game::{Branch, Tree};
use minewise::{Cell, Shown, View};

use super::tree::{Action, Child, Forest};

/// The trees of all streams as one.
pub(super) fn tree_of(view: &View, forests: &[&Forest]) -> Tree {
    let mut root = Growth::new(Branch::Root);
    for forest in forests {
        root.add_node(forest, 0);
    }
    root.n_visits = root.below.iter().map(|reveal| reveal.n_visits).sum();
    root.sum = root.below.iter().map(|reveal| reveal.sum).sum();
    root.into_tree(&mut view.clone(), &mut Counter::new())
}

/// A node of the tree, as it is put together.
struct Growth {
    branch: Branch,
    n_visits: u64,
    sum: f64,
    below: Vec<Growth>,
}

impl Growth {
    fn new(branch: Branch) -> Growth {
        Growth { branch, n_visits: 0, sum: 0.0, below: Vec::new() }
    }

    /// The node below that a branch leads to.
    fn at(&mut self, branch: Branch) -> &mut Growth {
        let known = self.below.iter().position(|below| below.branch == branch);
        let place = known.unwrap_or_else(|| {
            self.below.push(Growth::new(branch));
            self.below.len() - 1
        });
        &mut self.below[place]
    }

    fn count(&mut self, n_visits: u64, sum: f64) {
        self.n_visits += n_visits;
        self.sum += sum;
    }

    /// Adds what is below a view in memory.
    fn add_node(&mut self, forest: &Forest, place: u32) {
        let Some(node) = forest.nodes.get(place as usize) else { return };
        for action in node.actions.iter().filter(|action| action.n_visits > 0) {
            let reveal = self.at(Branch::Reveal(action.cell as Cell));
            reveal.count(action.n_visits, action.sum);
            let mut is_added = vec![false; action.children.len()];
            for draw in 0..action.notes.len() {
                let end = reveal.add_shown(action, draw);
                if let (Child::Node(next), false) = (action.children[draw], is_added[draw]) {
                    // Other layouts that led there showed the same on the way.
                    let same = |idx: &usize| action.children[*idx] == action.children[draw];
                    Range { start: draw, end: is_added.len() }
                        .filter(same)
                        .for_each(|idx| is_added[idx] = true);
                    end.add_node(forest, next);
                }
            }
        }
    }

    /// Adds what a layout showed when this cell was revealed; returns the last number.
    fn add_shown(&mut self, action: &Action, draw: usize) -> &mut Growth {
        let note = &action.notes[draw];
        let mut end = self;
        for (idx, &(cell, number)) in note.shown.iter().enumerate() {
            if idx > 0 {
                end = end.at(Branch::Reveal(cell as Cell));
                end.count(note.n_visits, note.sum);
            }
            end = end.at(Branch::Number(number));
            end.count(note.n_visits, note.sum);
        }
        end
    }

    /// The tree with the chance of everything that is up to chance.
    fn into_tree(self, view: &mut View, counter: &mut Counter) -> Tree {
        let value = if self.n_visits == 0 { 0.0 } else { self.sum / self.n_visits as f64 };
        let mut tree = Tree::leaf(self.branch, None, value).with_visits(self.n_visits);
        let Branch::Reveal(cell) = self.branch else {
            tree.children = self.below.into_iter().map(|below| below.into_tree(view, counter)).collect();
            return tree;
        };
        let outcomes = outcomes_of(view, cell, counter);
        for below in self.below {
            let Branch::Number(number) = below.branch else { continue };
            view.show(cell, Shown::Number(number));
            let chance = outcomes.map(|outcomes| outcomes.numbers[usize::from(number)]);
            tree.children.push(below.into_tree(view, counter).with_chance(chance));
        }
        view.show(cell, Shown::Covered);
        tree.children.sort_by_key(|child| if let Branch::Number(number) = child.branch { number } else { 9 });
        if let Some(mine) = outcomes.map(|outcomes| outcomes.mine).filter(|&mine| mine > 0.0) {
            tree.children.push(Tree::leaf(Branch::Mine, Some(mine), 0.0));
        }
        tree
    }
}

/// What revealing a cell of a view shows, and how likely.
fn outcomes_of(view: &View, cell: Cell, counter: &mut Counter) -> Option<Outcomes> {
    if view.is_untouched() {
        return Some(Outcomes::of_first(view.grid(), cell));
    }
    counter.census(view).ok()?.outcomes(cell)
}
