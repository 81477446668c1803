//! The tree in the form in which it is displayed: levels of reveals and numbers alternate, and certain cells are
//! included.

use std::ops::Range;

use minewise::census::{Counter, Outcomes};
use minewise::game::{Branch, Tree};
use minewise::{Cell, Shown, View};

use super::tree::{Action, Child, SearchTree};

/// Joins the trees of all streams.
pub(super) fn tree_of(view: &View, trees: &[&SearchTree]) -> Tree {
    let mut root = TreeBuilder::new(Branch::Root);
    for tree in trees {
        root.add_node(tree, 0);
    }
    root.n_visits = root.below.iter().map(|reveal| reveal.n_visits).sum();
    root.sum = root.below.iter().map(|reveal| reveal.sum).sum();
    root.into_tree(&mut view.clone(), &mut Counter::new())
}

/// A node of the displayed tree while it is built.
struct TreeBuilder {
    branch: Branch,
    n_visits: u64,
    sum: f64,
    below: Vec<TreeBuilder>,
}

impl TreeBuilder {
    fn new(branch: Branch) -> TreeBuilder {
        TreeBuilder { branch, n_visits: 0, sum: 0.0, below: Vec::new() }
    }

    /// Returns the node below that a branch leads to, which is created if needed.
    fn at(&mut self, branch: Branch) -> &mut TreeBuilder {
        let known = self.below.iter().position(|below| below.branch == branch);
        let place = known.unwrap_or_else(|| {
            self.below.push(TreeBuilder::new(branch));
            self.below.len() - 1
        });
        &mut self.below[place]
    }

    fn count(&mut self, n_visits: u64, sum: f64) {
        self.n_visits += n_visits;
        self.sum += sum;
    }

    /// Adds everything below a node of the search tree.
    fn add_node(&mut self, tree: &SearchTree, place: u32) {
        let Some(node) = tree.nodes.get(place as usize) else { return };
        for action in node.actions.iter().filter(|action| action.n_visits > 0) {
            let reveal = self.at(Branch::Reveal(action.cell as Cell));
            reveal.count(action.n_visits, action.sum);
            let mut is_added = vec![false; action.children.len()];
            for draw in 0..action.notes.len() {
                let end = reveal.add_shown(action, draw);
                if let (Child::Node(next), false) = (action.children[draw], is_added[draw]) {
                    // Other layouts that led to the same node showed the same on the way.
                    let same = |idx: &usize| action.children[*idx] == action.children[draw];
                    Range { start: draw, end: is_added.len() }
                        .filter(same)
                        .for_each(|idx| is_added[idx] = true);
                    end.add_node(tree, next);
                }
            }
        }
    }

    /// Adds the numbers that a layout showed when this cell was revealed, and returns the node of the last one.
    fn add_shown(&mut self, action: &Action, draw: usize) -> &mut TreeBuilder {
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

    /// Converts it to a tree with the exact chances of all numbers and mines.
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

/// Returns the chances of what a cell of a view may show.
fn outcomes_of(view: &View, cell: Cell, counter: &mut Counter) -> Option<Outcomes> {
    if view.is_untouched() {
        return Some(Outcomes::of_first(view.grid(), cell));
    }
    counter.census(view).ok()?.outcomes(cell)
}
