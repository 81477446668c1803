//! Searches for smallest proofs that use numbers alone.
//!
//! The numbers of a proof are connected: each shares a covered cell with another, and one touches the cell in question.
//! (If a proof consisted of separate parts, the part without the cell would already be a contradiction, and no layout
//! would fit the view.) So the search visits the connected sets of numbers that reach the cell, each once, small ones
//! first.

use super::Claim;
use crate::board::{Cell, MAX_NEIGHBOURS, Shown, View};

/// The most numbers considered: the nearest to the cell. A set of them fits in one word.
const MAX_NUMBERS: usize = 64;
/// The most sets of numbers that are tried before the search gives up.
const MAX_SETS: usize = 20_000;
/// The most numbers of a set.
const MAX_SIZE: u32 = 6;

/// A set of numbers, as bits.
type Numbers = u64;

/// A smallest set of numbers that proves a claim, in ascending order; `None` if the search takes too long or the mine
/// count is needed.
pub(super) fn smallest(view: &View, cell: Cell, claim: Claim) -> Option<Vec<Cell>> {
    let mut search = Search::new(view, cell, claim);
    for size in 1..=MAX_SIZE {
        let touching = search.touching;
        if let Some(proof) = search.extend(0, touching, touching, size)? {
            let mut cells: Vec<Cell> = bits(proof).map(|number| search.numbers[number].cell).collect();
            cells.sort_unstable();
            return Some(cells);
        }
    }
    None
}

/// A number near the cell.
struct Number {
    cell: Cell,
    /// The number of mines among `covered`.
    missing: i32,
    /// The indices of the covered cells around it, without the cell in question.
    covered: Vec<u32>,
    /// The numbers that share a covered cell with it.
    linked: Numbers,
}

/// A search for a smallest proof.
struct Search {
    numbers: Vec<Number>,
    /// The numbers that touch the cell in question.
    touching: Numbers,
    /// For each covered cell: the numbers that touch it.
    touched: Vec<Numbers>,
    n_sets_left: usize,
}

/// The result of a search; `None` if it was given up.
type UnlessGivenUp<T> = Option<T>;

impl Search {
    /// Collects the numbers nearest to `cell`, and assumes the opposite of the claim.
    fn new(view: &View, cell: Cell, claim: Claim) -> Search {
        let grid = view.grid();
        let mut search =
            Search { numbers: Vec::new(), touching: 0, touched: Vec::new(), n_sets_left: MAX_SETS };
        // A breadth-first search over covered cells, from the one in question. Each adds the numbers around it.
        let mut covered = vec![cell];
        let mut idx = 0;
        while idx < covered.len() && search.numbers.len() < MAX_NUMBERS {
            for near in grid.neighbours(covered[idx]) {
                let Shown::Number(shown) = view.shown(near) else { continue };
                if search.numbers.len() == MAX_NUMBERS
                    || search.numbers.iter().any(|number| number.cell == near)
                {
                    continue;
                }
                let n_shown = grid.neighbours(near).filter(|&far| view.shown(far) == Shown::Mine).count();
                let mut number = Number {
                    cell: near,
                    missing: i32::from(shown) - n_shown as i32,
                    covered: Vec::new(),
                    linked: 0,
                };
                for far in grid.neighbours(near).filter(|&far| view.is_covered(far)) {
                    let place = covered.iter().position(|&other| other == far).unwrap_or(covered.len());
                    if place == covered.len() {
                        covered.push(far);
                    }
                    number.covered.push(place as u32);
                }
                search.numbers.push(number);
            }
            idx += 1;
        }
        search.link(covered.len(), claim);
        search
    }

    /// Computes which numbers share cells, and removes the cell in question.
    fn link(&mut self, n_covered: usize, claim: Claim) {
        self.touched = vec![0; n_covered];
        for (idx, number) in self.numbers.iter().enumerate() {
            for &cell in &number.covered {
                self.touched[cell as usize] |= 1 << idx;
            }
        }
        self.touching = self.touched[0];
        for (idx, number) in self.numbers.iter_mut().enumerate() {
            let shared = number.covered.iter().fold(0, |shared, &cell| shared | self.touched[cell as usize]);
            number.linked = shared & !(1 << idx);
            if number.covered.contains(&0) {
                number.covered.retain(|&cell| cell != 0);
                number.missing -= i32::from(claim.opposite_mines());
            }
        }
    }

    /// Searches for a proof among the sets that add `n_more` numbers to `chosen`, beginning with one of `next`. `seen`
    /// has the numbers that are chosen, linked to chosen ones, or already excluded; only numbers outside it are added
    /// to `next`, so that each set is tried once.
    fn extend(
        &mut self,
        chosen: Numbers,
        mut next: Numbers,
        seen: Numbers,
        n_more: u32,
    ) -> UnlessGivenUp<Option<Numbers>> {
        if n_more == 0 {
            self.n_sets_left = self.n_sets_left.checked_sub(1)?;
            return Some((!self.fits(chosen)).then_some(chosen));
        }
        while next != 0 {
            let number = next.trailing_zeros() as usize;
            next &= next - 1;
            let new = self.numbers[number].linked & !seen;
            let found = self.extend(chosen | 1 << number, next | new, seen | new, n_more - 1)?;
            if found.is_some() {
                return Some(found);
            }
        }
        Some(None)
    }

    /// Whether some way to fill the covered cells fits these numbers and the assumption.
    fn fits(&self, chosen: Numbers) -> bool {
        let mut problem =
            Subproblem { missing: [0; MAX_SIZE as usize], groups: [(0, 0); MAX_GROUPS], n_groups: 0 };
        for (rank, idx) in bits(chosen).enumerate() {
            let number = &self.numbers[idx];
            problem.missing[rank] = number.missing;
            for &cell in &number.covered {
                let touched = self.touched[cell as usize] & chosen;
                // Added only once: with the first number that it touches.
                if touched.trailing_zeros() as usize == idx {
                    problem.add(ranks(chosen, touched));
                }
            }
        }
        problem.fits(0)
    }
}

/// The positions, among the chosen numbers, of those in `set`, as bits.
fn ranks(chosen: Numbers, set: Numbers) -> u8 {
    bits(chosen).enumerate().fold(0, |ranks, (rank, number)| ranks | ((set >> number & 1) as u8) << rank)
}

fn bits(set: Numbers) -> impl Iterator<Item = usize> {
    let next = |&rest: &Numbers| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(set).filter(|&set| set != 0), next).map(|rest| rest.trailing_zeros() as usize)
}

/// The most groups of cells that touch the same chosen numbers: no more than cells around these.
const MAX_GROUPS: usize = MAX_SIZE as usize * MAX_NEIGHBOURS;

/// A few numbers, and the cells around them grouped by the numbers that they touch.
struct Subproblem {
    /// For each number: how many mines it misses.
    missing: [i32; MAX_SIZE as usize],
    /// For each group: the numbers it touches, as bits, and its size.
    groups: [(u8, i32); MAX_GROUPS],
    n_groups: usize,
}

impl Subproblem {
    /// Adds a cell that touches these numbers.
    fn add(&mut self, touched: u8) {
        let groups = &mut self.groups[..self.n_groups];
        match groups.iter_mut().find(|(other, _)| *other == touched) {
            Some((_, size)) => *size += 1,
            None => {
                self.groups[self.n_groups] = (touched, 1);
                self.n_groups += 1;
            }
        }
    }

    /// Whether the groups from index `from` on can hold the missing mines. Leaves `missing` unchanged.
    fn fits(&mut self, from: usize) -> bool {
        for (rank, &missing) in self.missing.iter().enumerate() {
            let groups = self.groups[from..self.n_groups].iter();
            let room: i32 =
                groups.filter(|(touched, _)| touched >> rank & 1 == 1).map(|&(_, size)| size).sum();
            if missing < 0 || missing > room {
                return false;
            }
        }
        if from == self.n_groups {
            return true;
        }
        let (touched, size) = self.groups[from];
        for n_mines in 0..=size {
            if n_mines > 0 {
                self.take(touched, 1);
            }
            if self.fits(from + 1) {
                self.take(touched, -n_mines);
                return true;
            }
        }
        self.take(touched, -size);
        false
    }

    /// Subtracts mines from what the numbers that a group touches miss.
    fn take(&mut self, touched: u8, n_mines: i32) {
        for (rank, missing) in self.missing.iter_mut().enumerate() {
            *missing -= n_mines * i32::from(touched >> rank & 1);
        }
    }
}
