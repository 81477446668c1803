//! Sets of few layouts, a bit for each: all that is asked of them is a matter of counting bits.

use std::ops::Range;

use super::OptimalError;
use super::bits::{Bits, ones};
use super::field::{Field, Pattern};
use super::many::{LEAST_REMEMBERED, Solver, Try, bound_by};
use super::transposition_table::{Value, fingerprint};

/// The most words of layouts for which rivals are looked for: beyond, finding them takes longer than they save.
const MOST_WORDS_WITH_RIVALS: usize = 8;

/// A few layouts, and what they look like. Sets are subsets of them.
pub(super) struct Few<'a, const W: usize> {
    field: &'a Field,
    layouts: Vec<Pattern>,
    /// For each cell of the field: the layouts with a mine there.
    mines: Vec<Bits<W>>,
    /// For each number that some cell shows: the layouts where it does.
    numbers: Vec<Bits<W>>,
    /// For each cell: its numbers among these.
    numbers_of: Vec<Range<u32>>,
    /// For each layout: its rivals. Empty if they are not looked for.
    rivals: Vec<Bits<W>>,
}

/// A set, and an upper bound of its value.
#[derive(Clone, Copy)]
struct Part<const W: usize> {
    most: u32,
    set: Bits<W>,
}

impl<'a, const W: usize> Few<'a, W> {
    /// These layouts, which differ in the `undecided` cells alone.
    pub(super) fn new(field: &'a Field, layouts: &[Pattern], undecided: Pattern) -> Few<'a, W> {
        let n_cells = field.cells.len();
        let mut few = Few {
            field,
            layouts: layouts.iter().map(|layout| layout & undecided).collect(),
            mines: vec![Bits::EMPTY; n_cells],
            numbers: Vec::with_capacity(4 * n_cells),
            numbers_of: vec![0..0; n_cells],
            rivals: Vec::new(),
        };
        let mut shown = Shown::new(layouts.len());
        for cell in ones(undecided) {
            few.add_cell(cell, &mut shown);
        }
        if W <= MOST_WORDS_WITH_RIVALS {
            few.rivals = (0..layouts.len()).map(|idx| shown.rivals(&few.layouts, undecided, idx)).collect();
        }
        few
    }

    fn add_cell(&mut self, cell: usize, shown: &mut Shown) {
        let mut by_number = [Bits::EMPTY; 9];
        for (idx, &layout) in self.layouts.iter().enumerate() {
            if layout >> cell & 1 == 1 {
                self.mines[cell].insert(idx);
                continue;
            }
            let number = (layout & self.field.near[cell]).count_ones() as usize;
            by_number[number].insert(idx);
            shown.add(idx, cell, number);
        }
        let begin = self.numbers.len() as u32;
        self.numbers.extend(by_number.iter().filter(|layouts| !layouts.is_empty()));
        self.numbers_of[cell] = begin..self.numbers.len() as u32;
    }

    /// All of the layouts.
    pub(super) fn all(&self) -> Bits<W> {
        Bits::first_n(self.layouts.len())
    }

    /// The sets that a cell leaves when it is revealed and no mine.
    fn parts(&self, set: Bits<W>, cell: usize) -> impl Iterator<Item = Bits<W>> + '_ {
        let Range { start, end } = self.numbers_of[cell];
        let numbers = &self.numbers[start as usize..end as usize];
        numbers.iter().map(move |layouts| set.and(layouts)).filter(|part| !part.is_empty())
    }

    /// The value of a set; see [`Solver`] for what a floor is.
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
        if n_layouts == 2 {
            return Ok(1);
        }
        if W > 4 && n_layouts as usize <= 16 * W {
            let layouts: Vec<Pattern> = set.iter().map(|idx| self.layouts[idx]).collect();
            return solver.value(&layouts, undecided, floor);
        }
        if let Some((one, cells)) = self.independent_part(set, undecided) {
            let value = self.value(solver, &one.0, cells, 0)?;
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

    /// The value of a set with no certain cell that does not fall apart.
    fn value_of_whole(
        &self,
        solver: &mut Solver<'_>,
        set: &Bits<W>,
        undecided: Pattern,
        floor: u32,
    ) -> Result<u32, OptimalError> {
        let n_layouts = set.len();
        let is_remembered = n_layouts >= LEAST_REMEMBERED;
        let mut print = 0;
        if is_remembered {
            print = fingerprint(set.iter().map(|idx| self.layouts[idx] & undecided));
            if let Some(value) = solver.known_value(print, floor) {
                return Ok(value);
            }
        }
        solver.count_node(n_layouts)?;
        let (mut best, mut most) = (1, 1);
        let mut tries: Vec<Try> = Vec::with_capacity(undecided.count_ones() as usize);
        for cell in ones(undecided) {
            let n_safe = n_layouts - set.len_of_and(&self.mines[cell]);
            if n_safe <= floor.max(best) {
                most = most.max(n_safe);
                continue;
            }
            tries.extend(self.look_at(set, undecided, cell));
        }
        tries.sort_unstable_by_key(|one| std::cmp::Reverse(one.most));
        for Try { most: most_here, cell } in tries {
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
        if is_remembered {
            return Ok(solver.remember(print, n_layouts, Value { least: best, most }, floor));
        }
        Ok(if best > floor { best } else { most })
    }

    /// An upper bound of the value of a cell; `None` if it is dead.
    fn look_at(&self, set: &Bits<W>, undecided: Pattern, cell: usize) -> Option<Try> {
        let others = undecided & !(1 << cell);
        let (mut most, mut n_parts) = (0, 0);
        for part in self.parts(*set, cell) {
            most += self.bound(&part, others);
            n_parts += 1;
        }
        (n_parts > 1).then_some(Try { most, cell })
    }

    /// An upper bound of the value of a set: the layouts where its safest cell is safe, and one of mutual rivals.
    fn bound(&self, set: &Bits<W>, covered: Pattern) -> u32 {
        let n_safe = bound_by(set.len(), ones(covered).map(|cell| set.len_of_and(&self.mines[cell])));
        if self.rivals.is_empty() { n_safe } else { self.n_rivalries(set, n_safe) }
    }

    /// How many sets of mutual rivals make up a set, found greedily; no more than asked for.
    fn n_rivalries(&self, set: &Bits<W>, most: u32) -> u32 {
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

    /// Cells that are independent of the other undecided ones, if any: the layouts where all others are
    /// as in the first one, those where these are, and the cells.
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

    /// All cells of `among` that hang together with these.
    fn touching(&self, cells: Pattern, among: Pattern) -> Pattern {
        let (mut found, mut new) = (cells, cells);
        while new != 0 {
            new = ones(new).fold(0, |near, cell| near | self.field.near[cell]) & among & !found;
            found |= new;
        }
        found
    }

    /// If a set is all combinations of what it has on two sets of cells: a set for each, the others as in the first
    /// layout.
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

/// The numbers of all cells in each layout, a bit of them at a time, so that 64 cells are compared at once.
struct Shown(Vec<[Pattern; 4]>);

impl Shown {
    fn new(n_layouts: usize) -> Shown {
        Shown(vec![[0; 4]; n_layouts])
    }

    fn add(&mut self, layout: usize, cell: usize, number: usize) {
        for (bit, cells) in self.0[layout].iter_mut().enumerate() {
            *cells |= (number as Pattern >> bit & 1) << cell;
        }
    }

    /// The rivals of a layout: those that show the same on every cell that is safe in both.
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
