//! Solves small sets of layouts, represented as bits. All operations on them are then a few operations on words.

use std::ops::Range;

use super::OptimalError;
use super::bits::{Bits, ones};
use super::field::{Field, Pattern};
use super::solver::{Candidate, MIN_STORED, Solver, bound_by};
use super::transposition_table::{Value, fingerprint};

/// The most words of a set for which rivals are used.
// Rivals for larger sets halve the number of nodes, but finding them takes longer than that saves (decision record 8).
const MAX_WORDS_WITH_RIVALS: usize = 8;

/// Solves subsets of a small set of layouts.
pub(super) struct BitSolver<'a, const W: usize> {
    field: &'a Field,
    layouts: Vec<Pattern>,
    /// For each cell of the field: the layouts that have a mine there.
    mines: Vec<Bits<W>>,
    /// For each cell and each number that it shows in some layout: these layouts.
    numbers: Vec<Bits<W>>,
    /// For each cell: the range of its entries in `numbers`.
    numbers_of: Vec<Range<u32>>,
    /// For each layout: its rivals. Empty if rivals are not used.
    rivals: Vec<Bits<W>>,
}

/// A set, and an upper bound of its value.
#[derive(Clone, Copy)]
struct Part<const W: usize> {
    most: u32,
    set: Bits<W>,
}

impl<'a, const W: usize> BitSolver<'a, W> {
    /// Creates a solver for these layouts, which may differ only in the `undecided` cells.
    pub(super) fn new(field: &'a Field, layouts: &[Pattern], undecided: Pattern) -> BitSolver<'a, W> {
        let n_cells = field.cells.len();
        let mut solver = BitSolver {
            field,
            layouts: layouts.iter().map(|layout| layout & undecided).collect(),
            mines: vec![Bits::EMPTY; n_cells],
            numbers: Vec::with_capacity(4 * n_cells),
            numbers_of: vec![0..0; n_cells],
            rivals: Vec::new(),
        };
        let mut planes = NumberPlanes::new(layouts.len());
        for cell in ones(undecided) {
            solver.add_cell(cell, &mut planes);
        }
        if W <= MAX_WORDS_WITH_RIVALS {
            solver.rivals =
                (0..layouts.len()).map(|idx| planes.rivals(&solver.layouts, undecided, idx)).collect();
        }
        solver
    }

    fn add_cell(&mut self, cell: usize, planes: &mut NumberPlanes) {
        let mut by_number = [Bits::EMPTY; 9];
        for (idx, &layout) in self.layouts.iter().enumerate() {
            if layout >> cell & 1 == 1 {
                self.mines[cell].insert(idx);
                continue;
            }
            let number = (layout & self.field.near[cell]).count_ones() as usize;
            by_number[number].insert(idx);
            planes.add(idx, cell, number);
        }
        let begin = self.numbers.len() as u32;
        self.numbers.extend(by_number.iter().filter(|layouts| !layouts.is_empty()));
        self.numbers_of[cell] = begin..self.numbers.len() as u32;
    }

    /// The set of all layouts.
    pub(super) fn all(&self) -> Bits<W> {
        Bits::first_n(self.layouts.len())
    }

    /// The sets that may remain after a cell is revealed: one for each number it can show.
    fn parts(&self, set: Bits<W>, cell: usize) -> impl Iterator<Item = Bits<W>> + '_ {
        let Range { start, end } = self.numbers_of[cell];
        let numbers = &self.numbers[start as usize..end as usize];
        numbers.iter().map(move |layouts| set.and(layouts)).filter(|part| !part.is_empty())
    }

    /// The value of a set. See [`Solver`] for the meaning of `floor`.
    pub(super) fn value(
        &self,
        solver: &mut Solver<'_>,
        set: &Bits<W>,
        covered: Pattern,
        floor: u32,
    ) -> Result<u32, OptimalError> {
        let n_layouts = set.len();
        if n_layouts == 1 || n_layouts <= floor {
            return Ok(n_layouts);
        }
        let (mut undecided, mut safe) = (0, 0);
        for cell in ones(covered) {
            match set.len_of_and(&self.mines[cell]) {
                0 => safe |= 1 << cell,
                n_mines if n_mines < n_layouts => undecided |= 1 << cell,
                _ => (),
            }
        }
        for cell in ones(safe) {
            safe &= !(1 << cell);
            let parts = self.parts(*set, cell);
            if parts.take(2).count() == 2 {
                let parts: Vec<_> = self.parts(*set, cell).collect();
                return self.sum(solver, &parts, undecided | safe, floor);
            }
        }
        // Every undecided cell is a mine in one of the two layouts, so revealing it loses one and wins the other.
        if n_layouts == 2 {
            return Ok(1);
        }
        // A set that fills only a quarter of its words goes back to the general solver, which chooses fewer words.
        if W > 4 && n_layouts as usize <= 16 * W {
            let layouts: Vec<Pattern> = set.iter().map(|idx| self.layouts[idx]).collect();
            return solver.value(&layouts, undecided, floor);
        }
        if let Some((one, cells)) = self.independent_part(set, undecided) {
            let value = self.value(solver, &one.0, cells, 0)?;
            // The product is above the floor only if the second factor is above `floor / value`.
            return Ok(value * self.value(solver, &one.1, undecided & !cells, floor / value)?);
        }
        self.value_of_whole(solver, set, undecided, floor)
    }

    /// The sum of the values of several sets with the same cells covered.
    fn sum(
        &self,
        solver: &mut Solver<'_>,
        parts: &[Bits<W>],
        covered: Pattern,
        floor: u32,
    ) -> Result<u32, OptimalError> {
        let with_bound = |&set: &Bits<W>| Part { most: self.bound(&set, covered), set };
        let mut parts: Vec<Part<W>> = parts.iter().map(with_bound).collect();
        parts.sort_unstable_by_key(|part| std::cmp::Reverse(part.most));
        let mut total: u32 = parts.iter().map(|part| part.most).sum();
        for Part { most, set } in parts.into_iter().filter(|part| part.most > 1) {
            if total <= floor {
                break;
            }
            let others = total - most;
            total = others + self.value(solver, &set, covered, floor.saturating_sub(others))?.min(most);
        }
        Ok(total)
    }

    /// The value of a set that has no certain cell and no independent parts.
    fn value_of_whole(
        &self,
        solver: &mut Solver<'_>,
        set: &Bits<W>,
        undecided: Pattern,
        floor: u32,
    ) -> Result<u32, OptimalError> {
        let n_layouts = set.len();
        let is_stored = n_layouts >= MIN_STORED;
        let mut key = 0;
        if is_stored {
            key = fingerprint(set.iter().map(|idx| self.layouts[idx] & undecided));
            if let Some(value) = solver.known_value(key, floor) {
                return Ok(value);
            }
        }
        solver.count_node(n_layouts)?;
        // One layout can always be won, even if all cells are dead.
        let (mut best, mut most) = (1, 1);
        let mut candidates: Vec<Candidate> = Vec::with_capacity(undecided.count_ones() as usize);
        for cell in ones(undecided) {
            let n_safe = n_layouts - set.len_of_and(&self.mines[cell]);
            if n_safe <= floor.max(best) {
                most = most.max(n_safe);
                continue;
            }
            candidates.extend(self.candidate(set, undecided, cell));
        }
        candidates.sort_unstable_by_key(|one| std::cmp::Reverse(one.most));
        for Candidate { most: most_here, cell } in candidates {
            let to_beat = floor.max(best);
            if most_here <= to_beat {
                most = most.max(most_here);
                continue;
            }
            let parts: Vec<_> = self.parts(*set, cell).collect();
            let value = self.sum(solver, &parts, undecided & !(1 << cell), to_beat)?;
            best = best.max(if value > to_beat { value } else { 0 });
            most = most.max(value);
        }
        if is_stored {
            return Ok(solver.store(key, n_layouts, Value { least: best, most }, floor));
        }
        Ok(if best > floor { best } else { most })
    }

    /// An upper bound of the value of a cell; `None` if it is dead.
    fn candidate(&self, set: &Bits<W>, undecided: Pattern, cell: usize) -> Option<Candidate> {
        let others = undecided & !(1 << cell);
        let (mut most, mut n_parts) = (0, 0);
        for part in self.parts(*set, cell) {
            most += self.bound(&part, others);
            n_parts += 1;
        }
        (n_parts > 1).then_some(Candidate { most, cell })
    }

    /// An upper bound of the value of a set: the number of layouts in which its safest cell is safe, or the number of
    /// groups of mutual rivals, if that is less.
    fn bound(&self, set: &Bits<W>, covered: Pattern) -> u32 {
        let n_safe = bound_by(set.len(), ones(covered).map(|cell| set.len_of_and(&self.mines[cell])));
        if self.rivals.is_empty() { n_safe } else { self.n_rival_groups(set, n_safe) }
    }

    /// The number of groups of mutual rivals that a set is divided into greedily, but at most `most`.
    fn n_rival_groups(&self, set: &Bits<W>, most: u32) -> u32 {
        let mut rest = *set;
        let mut n_found = 0;
        while let Some(first) = rest.first() {
            n_found += 1;
            if n_found >= most {
                return most;
            }
            rest.remove(first);
            let mut rivals = rest.and(&self.rivals[first]);
            while let Some(rival) = rivals.first() {
                rest.remove(rival);
                rivals = rivals.and(&self.rivals[rival]);
            }
        }
        n_found
    }

    /// Undecided cells that are independent of the others, if any. Returns a set for these cells, in which the others
    /// are as in the first layout; a set for the others, in which these are as in the first layout; and the cells.
    fn independent_part(&self, set: &Bits<W>, undecided: Pattern) -> Option<((Bits<W>, Bits<W>), Pattern)> {
        let mut rest = undecided;
        while rest != 0 {
            let cells = self.touching(rest & rest.wrapping_neg(), undecided);
            if cells == undecided {
                return None;
            }
            if let Some(parts) = self.product(set, cells, undecided & !cells) {
                return Some((parts, cells));
            }
            rest &= !cells;
        }
        None
    }

    /// All cells of `among` that are connected with `cells`.
    fn touching(&self, cells: Pattern, among: Pattern) -> Pattern {
        let (mut found, mut new) = (cells, cells);
        while new != 0 {
            new = ones(new).fold(0, |near, cell| near | self.field.near[cell]) & among & !found;
            found |= new;
        }
        found
    }

    /// If a set consists of all combinations of its patterns on two sets of cells: a set for each of them, in which the
    /// other cells are as in the first layout.
    fn product(&self, set: &Bits<W>, one: Pattern, other: Pattern) -> Option<(Bits<W>, Bits<W>)> {
        let first = self.layouts[set.first()?];
        let (mut ones_set, mut others_set) = (Bits::EMPTY, Bits::EMPTY);
        let (mut ones_found, mut others_found) = (Vec::new(), Vec::new());
        for idx in set.iter() {
            let layout = self.layouts[idx];
            if (layout ^ first) & other == 0 {
                ones_set.insert(idx);
                ones_found.push(layout & one);
            }
            if (layout ^ first) & one == 0 {
                others_set.insert(idx);
                others_found.push(layout & other);
            }
        }
        if ones_found.len() * others_found.len() != set.len() as usize
            || ones_found.len() == 1
            || others_found.len() == 1
        {
            return None;
        }
        ones_found.sort_unstable();
        others_found.sort_unstable();
        let is_combination = |idx: usize| {
            let layout = self.layouts[idx];
            ones_found.binary_search(&(layout & one)).is_ok()
                && others_found.binary_search(&(layout & other)).is_ok()
        };
        set.iter().all(is_combination).then_some((ones_set, others_set))
    }
}

/// The numbers of all cells in each layout, as bit planes: the first word has the lowest bit of the number of every
/// cell, and so on. So the numbers of 64 cells are compared at once.
struct NumberPlanes(Vec<[Pattern; 4]>);

impl NumberPlanes {
    fn new(n_layouts: usize) -> NumberPlanes {
        NumberPlanes(vec![[0; 4]; n_layouts])
    }

    fn add(&mut self, layout: usize, cell: usize, number: usize) {
        for (bit, cells) in self.0[layout].iter_mut().enumerate() {
            *cells |= (number as Pattern >> bit & 1) << cell;
        }
    }

    /// The rivals of a layout: those that show the same number on every cell that is safe in both.
    fn rivals<const W: usize>(&self, layouts: &[Pattern], undecided: Pattern, idx: usize) -> Bits<W> {
        let safe = undecided & !layouts[idx];
        let own = self.0[idx];
        let is_rival = |layout: Pattern, shown: &[Pattern; 4]| {
            let differs =
                (shown[0] ^ own[0]) | (shown[1] ^ own[1]) | (shown[2] ^ own[2]) | (shown[3] ^ own[3]);
            differs & safe & !layout == 0
        };
        let mut rivals = Bits::EMPTY;
        for (word, (layouts, shown)) in layouts.chunks(64).zip(self.0.chunks(64)).enumerate() {
            let others = layouts.iter().zip(shown).enumerate();
            let bits = others.map(|(bit, (&layout, shown))| u64::from(is_rival(layout, shown)) << bit);
            rivals.set_word(word, bits.fold(0, |bits, bit| bits | bit));
        }
        rivals.remove(idx);
        rivals
    }
}
