//! `expectimax`: danger counts, a few moves ahead.
//!
//! From Harith, Menon & Kuruppath 2017, "ExpectiMax approach to solve Minesweeper", section 2.6: a tree whose levels
//! are moves, whose nodes are the cells of the border, and whose values are `1 − min(P_b, P_e)`; the highest is chosen.
//!
//! Our reading: the value of a view at the end of the look-ahead is `1 − min(P_b, P_e)`, with the report's two risks as
//! in [`Dangers`], or 1 if the game is won. So a value is the chance to survive one move more than the look-ahead has,
//! as far as the report's risks are right; it is not the chance to win. The value of any other view is that of its best cell. The value of a cell
//! is the mean value of the views that it may lead to, weighted by their exact chances (the report has no weights),
//! where a mine has the value 0. If some cells are mines in no arrangement, only the first of them is considered, since
//! it is revealed anyway; likewise the first cell off the border, if all mines are certainly on the border. The report does not distinguish cells off the border, so the first stands for all, and it is
//! considered only if the report's risk for it is not above that of the border. A 0 does not open its neighbours in the
//! tree: they are safe, and nothing else matters here. Without any move ahead this player is `danger`.
//!
//! Work is bounded by the number of views. The player looks one move further ahead as long as it has views left.

use minewise::census::Outcomes;
use minewise::game::{Branch, Candidate, Notes, Noting, Searching, Survival, Tree};
use minewise::{Cell, Choice, Player, Position, Reason};
use minewise::{Rules, Seed, Shown, Verdict, View};

use crate::entry::Entry;
use crate::least_risk::exact::EQUAL;
use crate::least_risk::{Danger, Dangers, Listing, listing};
use crate::pick::marks;

/// Reveals the cell with the highest value by danger counts, some moves ahead.
#[derive(Clone, Debug)]
pub struct Expectimax {
    danger: Danger,
    depth: u64,
    most_views: u64,
}

impl Expectimax {
    /// Creates a player that looks `depth` moves ahead, and at no more than `most_views` views for each choice.
    pub fn new(depth: u64, most_views: u64) -> Expectimax {
        Expectimax { danger: Danger::default(), depth, most_views }
    }

    /// The same player, which lists the arrangements of short borders; see [`Danger::new`].
    #[must_use]
    pub fn with_listing(self, listing: Option<Listing>) -> Expectimax {
        Expectimax { danger: Danger::new(listing), ..self }
    }

    /// Returns the deepest tree that the number of views allows, and its depth.
    fn search(&self, view: &View) -> Option<(Tree, u64)> {
        let mut builder = Builder { danger: &self.danger, n_left: self.most_views };
        let trees = (0..=self.depth)
            .map_while(|depth| Some((builder.below(view, depth, Branch::Root, None)?, depth)));
        trees.last()
    }
}

impl Expectimax {
    /// The entry of this player.
    pub fn entry() -> Entry {
        let source = "Harith, Menon & Kuruppath 2017, §2.6";
        let summary = "Reveals the cell with the highest value by danger counts, some moves ahead.";
        let entry = Entry::new("expectimax", source, summary, |options| {
            let depth = options.count("depth", 0..=8, 1, "How many moves it looks ahead.");
            let help = "Most views for one choice; if they do not suffice, it looks less far ahead.";
            let most_views = options.count("views", 1..=100_000, 1000, help);
            Expectimax::new(depth, most_views).with_listing(listing(options))
        });
        entry.searching::<Expectimax>().noting::<Expectimax>()
    }
}

impl Player for Expectimax {
    fn start(&mut self, rules: &Rules, seed: Seed) {
        self.danger.start(rules, seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let choice = match self.danger.choose_or_weigh(position) {
            Ok(choice) => choice,
            Err(dangers) => self.guess(position, &dangers),
        };
        choice.with_marks(marks(position.view(), position.settled()))
    }
}

impl Expectimax {
    /// Guesses the cell with the highest value.
    fn guess(&mut self, position: &Position, dangers: &Dangers) -> Choice {
        let tree = match self.search(position.view()) {
            Some((tree, depth)) if depth > 0 => tree,
            _ => return self.danger.guess(dangers),
        };
        let is_best = |node: &&Tree| node.value >= tree.value - EQUAL;
        let mut tied: Vec<Cell> = tree.children.iter().filter(is_best).filter_map(revealed).collect();
        // The first cell off the border stands for all of them, so if it is among the best, they all are.
        if let Some(place) = tied.iter().position(|cell| dangers.off.first() == Some(cell)) {
            tied.swap_remove(place);
            tied.extend(&dangers.off);
        }
        let n_moves = tree.n_moves.unwrap_or(1);
        let reason = Reason::Other(format!("the best chance to survive {n_moves} moves").into());
        let mut candidates: Vec<(&Tree, Candidate)> =
            tree.children.iter().filter_map(|node| Some((node, candidate(node)?))).collect();
        candidates.sort_by(|(one, _), (other, _)| other.value.total_cmp(&one.value));
        Choice::reveal(self.danger.one_of(&tied), reason)
            .with_candidates(candidates.into_iter().map(|(_, candidate)| candidate).collect())
    }
}

impl Noting for Expectimax {
    fn notes(&mut self, position: &Position) -> Option<Notes> {
        self.danger.notes(position)
    }
}

impl Searching for Expectimax {
    fn tree(&mut self, position: &Position) -> Option<Tree> {
        Some(self.search(position.view())?.0)
    }
}

/// Returns the cell that a node reveals.
fn revealed(node: &Tree) -> Option<Cell> {
    if let Branch::Reveal(cell) = node.branch { Some(cell) } else { None }
}

/// Converts a node that reveals a cell to a candidate.
fn candidate(node: &Tree) -> Option<Candidate> {
    let mine = node.children.iter().find(|child| child.branch == Branch::Mine);
    let risk = mine.map_or(Some(0.0), |mine| mine.chance);
    let survival = Survival { chance: node.value, n_moves: node.n_moves? };
    Some(Candidate::new(revealed(node)?).with_risk(risk).with_survival(survival))
}

/// What a tree is built with.
struct Builder<'a> {
    danger: &'a Danger,
    /// How many more views may be looked at.
    n_left: u64,
}

impl Builder<'_> {
    /// Returns the tree below a view, `depth` moves deep, whose root has this branch and chance; `None` if it needs more
    /// views than are left.
    fn below(&mut self, view: &View, depth: u64, branch: Branch, chance: Option<f64>) -> Option<Tree> {
        self.n_left = self.n_left.checked_sub(1)?;
        let mut node = Tree::leaf(branch, chance, 1.0);
        node.n_moves = Some(depth + 1);
        let n_covered_mines = view.grid().rules().n_mines() - view.shown_mines().count();
        if view.n_covered() == n_covered_mines {
            return Some(node);
        }
        let position = Position::new(view.clone());
        let dangers = self.danger.dangers(&position)?;
        node.figures = dangers.totals();
        if depth == 0 {
            node.value = 1.0 - dangers.least.min(dangers.off_border);
            return Some(node);
        }
        node.value = 0.0;
        for (cell, outcomes) in moves(&position, &dangers)? {
            // Cells are in order of risk, and no value is above the chance to survive: no later cell can be better.
            if 1.0 - outcomes.mine < node.value - EQUAL {
                break;
            }
            let mut reveal = self.of_reveal(view, cell, &outcomes, depth)?;
            reveal.figures = dangers.figures_of(cell);
            node.value = node.value.max(reveal.value);
            node.children.push(reveal);
        }
        Some(node)
    }

    /// Returns the tree below the reveal of a cell.
    fn of_reveal(&mut self, view: &View, cell: Cell, outcomes: &Outcomes, depth: u64) -> Option<Tree> {
        let mut node = Tree::leaf(Branch::Reveal(cell), None, 0.0);
        node.n_moves = Some(depth + 1);
        let mut next = view.clone();
        for (number, &chance) in (0..).zip(&outcomes.numbers).filter(|&(_, &chance)| chance > 0.0) {
            next.show(cell, Shown::Number(number));
            let below = self.below(&next, depth - 1, Branch::Number(number), Some(chance))?;
            node.value += chance * below.value;
            node.children.push(below);
        }
        if outcomes.mine > 0.0 {
            let mut mine = Tree::leaf(Branch::Mine, Some(outcomes.mine), 0.0);
            mine.n_moves = Some(depth);
            node.children.push(mine);
        }
        Some(node)
    }
}

/// Returns the cells to choose from with the chances of what they may show, the safest first; `None` if that is too
/// much work to compute.
fn moves(position: &Position, dangers: &Dangers) -> Option<Vec<(Cell, Outcomes)>> {
    let view = position.view();
    if view.is_untouched() {
        let grid = view.grid();
        let first = (0..grid.n_cells()).find(|&cell| grid.can_start_at(cell))?;
        return Some(vec![(first, Outcomes::of_first(grid, first))]);
    }
    let census = position.census().ok()?;
    let with_outcomes = |cell: Cell| Some((cell, census.outcomes(cell)?));
    if let Some(&certain) = dangers.certain().first() {
        return Some(vec![with_outcomes(certain)?]);
    }
    let is_open = |&cell: &Cell| !census.is_interior(cell) && census.verdict(cell) != Some(Verdict::Mine);
    let off = dangers.off.first().copied().filter(|_| dangers.off_border <= dangers.least);
    let cells = view.covered().filter(is_open).chain(off);
    let mut moves = cells.map(with_outcomes).collect::<Option<Vec<_>>>()?;
    moves.sort_by(|(_, one), (_, other)| one.mine.total_cmp(&other.mine));
    Some(moves)
}

#[cfg(test)]
mod tests {
    use minewise::{Game, Grid, Rng};

    use super::*;
    use crate::lookahead::testing::play;

    fn tree_of(view: &str, depth: u64) -> Tree {
        let position = Position::new(view.parse().unwrap());
        Expectimax::new(depth, 100_000).tree(&position).unwrap()
    }

    /// The obvious version to compare with: values only, without pruning or order.
    fn plain_value(view: &View, depth: u64) -> f64 {
        if view.n_covered() == view.grid().rules().n_mines() {
            return 1.0;
        }
        let position = Position::new(view.clone());
        let dangers = Dangers::of(&position).unwrap();
        if depth == 0 {
            return 1.0 - dangers.least.min(dangers.off_border);
        }
        let mut best = 0.0f64;
        for (cell, outcomes) in moves(&position, &dangers).unwrap() {
            let value = (0..9).filter(|&number| outcomes.numbers[number] > 0.0).map(|number| {
                let mut next = view.clone();
                next.show(cell, Shown::Number(number as u8));
                outcomes.numbers[number] * plain_value(&next, depth - 1)
            });
            best = best.max(value.sum());
        }
        best
    }

    #[test]
    fn values_are_those_of_plain_recursion() {
        let mut rng = Rng::new(Seed(44));
        let mut n_checked = 0;
        while n_checked < 150 {
            let rules = Rules::random(&mut rng, 5);
            let mut game = Game::new(&Grid::new(rules), Seed(rng.next_u64()));
            while !game.is_over() && game.position().plainly_safe().next().is_some()
                || game.view().is_untouched()
            {
                let next = game.position().plainly_safe().next();
                let first =
                    || (0..rules.n_cells()).find(|&cell| game.view().grid().can_start_at(cell)).unwrap();
                let cell = next.unwrap_or_else(first);
                game.reveal(cell).unwrap();
            }
            if game.is_over() {
                continue;
            }
            for depth in 0..=2 {
                let found = Expectimax::new(depth, 1_000_000).search(game.view()).unwrap();
                assert_eq!(found.1, depth);
                let expected = plain_value(game.view(), depth);
                assert!((found.0.value - expected).abs() < 1e-12, "{} {depth}", game.view());
            }
            n_checked += 1;
        }
    }

    #[test]
    fn the_tree_of_a_first_move_has_the_chance_of_each_number() {
        let tree = tree_of("4x4/3 ..../..../..../....", 1);
        let [reveal] = &tree.children[..] else { panic!("one cell stands for all: {tree:?}") };
        assert_eq!(reveal.branch, Branch::Reveal(0));
        let shows: Vec<_> = reveal.children.iter().map(|node| (node.branch, node.chance.unwrap())).collect();
        // The first cell is never a mine; its three neighbours have none in C(12,3) of C(15,3) layouts, and so on.
        let expected = [220.0, 198.0, 36.0, 1.0].map(|ways| ways / 455.0);
        for (number, expected) in expected.into_iter().enumerate() {
            assert_eq!(shows[number].0, Branch::Number(number as u8));
            assert!((shows[number].1 - expected).abs() < 1e-12);
        }
        assert_eq!(shows.len(), 4);
    }

    #[test]
    fn without_a_move_ahead_it_plays_as_danger() {
        let grid = Grid::new("8x8/10".parse().unwrap());
        for seed in 0..100 {
            let expected = play(&mut Danger::default(), &grid, Seed(seed));
            assert_eq!(play(&mut Expectimax::new(0, 1), &grid, Seed(seed)), expected);
        }
    }

    #[test]
    fn with_fewer_views_it_looks_less_far_ahead() {
        let position = Position::new(
            "8x8/10 ......../..1...../......../......../......../......../......../........".parse().unwrap(),
        );
        let depth = |most_views| Expectimax::new(3, most_views).search(position.view()).unwrap().1;
        assert_eq!((depth(1), depth(60)), (0, 1));
    }
}
