//! Smallest proofs by numbers alone, searched for by size.
//!
//! The numbers of a proof hang together: each shares a covered cell with another, and one touches the cell in question.
//! (If a proof fell apart, the part without the cell would clash by itself, and the view would fit no layout.) So
//! the search goes through connected sets of numbers that reach the cell, each once, the small ones first.

use super::Claim;
use crate::board::{Cell, MAX_NEIGHBOURS, Shown, View};

/// The numbers looked at: the nearest to the cell, as bits of a word.
const MAX_NUMBERS: usize = 64;
/// The sets of numbers looked at; beyond it the search gives up.
const MAX_SETS: usize = 20_000;
/// The numbers of a set.
const MAX_SIZE: u32 = 6;

/// A set of numbers, as bits.
type Numbers = u64;

/// A smallest set of numbers that proves a claim, in ascending order; `None` if the search is too long, or the mine count
/// is needed.
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
    /// The mines missing among `covered`.
    missing: i32,
    /// The covered cells around it but the one in question, by their index.
    covered: Vec<u32>,
    /// The numbers that share a covered cell with it.
    linked: Numbers,
}

struct Search {
    numbers: Vec<Number>,
    /// The numbers that touch the cell.
    touching: Numbers,
    /// For each covered cell: the numbers that touch it.
    touched: Vec<Numbers>,
    n_sets_left: usize,
}

/// The search was given up.
type GivenUp<T> = Option<T>;

impl Search {
    /// Takes in the numbers nearest to `cell`, and assumes the opposite of the claim.
    fn new(view: &View, cell: Cell, claim: Claim) -> Search {
        let grid = view.grid();
        let mut search =
            Search { numbers: Vec::new(), touching: 0, touched: Vec::new(), n_sets_left: MAX_SETS };
        // Covered cells in the order found, the one in question first; each brings in the numbers around it.
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

    /// Notes which numbers share cells, and takes the cell in question out.
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

    /// Looks for a proof among the sets that add `n_more` numbers to `chosen`, the next from `next`; `seen` are those
    /// that are chosen, or linked to them, or were passed over. Each set is looked at once.
    fn extend(
        &mut self,
        chosen: Numbers,
        mut next: Numbers,
        seen: Numbers,
        n_more: u32,
    ) -> GivenUp<Option<Numbers>> {
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

    /// Whether some filling of the covered cells fits these numbers and the assumption.
    fn fits(&self, chosen: Numbers) -> bool {
        let mut task = Task { missing: [0; MAX_SIZE as usize], groups: [(0, 0); MAX_GROUPS], n_groups: 0 };
        for (rank, idx) in bits(chosen).enumerate() {
            let number = &self.numbers[idx];
            task.missing[rank] = number.missing;
            for &cell in &number.covered {
                let touched = self.touched[cell as usize] & chosen;
                // Counted with the first number that it touches.
                if touched.trailing_zeros() as usize == idx {
                    task.add(ranks(chosen, touched));
                }
            }
        }
        task.fits(0)
    }
}

/// The ranks, among those chosen, of the numbers in a set, as bits.
fn ranks(chosen: Numbers, set: Numbers) -> u8 {
    bits(chosen).enumerate().fold(0, |ranks, (rank, number)| ranks | ((set >> number & 1) as u8) << rank)
}

fn bits(set: Numbers) -> impl Iterator<Item = usize> {
    let next = |&rest: &Numbers| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(set).filter(|&set| set != 0), next).map(|rest| rest.trailing_zeros() as usize)
}

/// Cells that touch the same of the chosen numbers are alike; there are no more kinds of them than cells.
const MAX_GROUPS: usize = MAX_SIZE as usize * MAX_NEIGHBOURS;

/// A few numbers, and the cells around them grouped by the numbers that they touch.
struct Task {
    /// For each number: the mines missing.
    missing: [i32; MAX_SIZE as usize],
    /// For each kind of cell: the numbers touched, as bits, and how many there are.
    groups: [(u8, i32); MAX_GROUPS],
    n_groups: usize,
}

impl Task {
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

    /// Whether the groups from `from` on can hold what is missing.
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

    /// Takes mines from the numbers that a group touches.
    fn take(&mut self, touched: u8, n_mines: i32) {
        for (rank, missing) in self.missing.iter_mut().enumerate() {
            *missing -= n_mines * i32::from(touched >> rank & 1);
        }
    }
}
