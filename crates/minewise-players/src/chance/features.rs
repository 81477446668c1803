//! The features of a view: a vector of numbers that describes what is left to guess, and what may still help.
//!
//! There are two parts. The table counts groups (cells that touch the same numbers) by size, by risk, and by
//! *blindness*: the chance that every covered cell whose number could distinguish the cells of the group is itself a
//! mine. A pair of cells at even odds that no number can ever distinguish must be guessed like a coin toss; a pair
//! beside a safe cell may resolve itself. The other numbers are sums over the whole grid: how much is left, how dense
//! the mines are, and how close the game is to being stuck.
//!
//! Only sums, products and square roots are used, so the results are the same bit for bit on every platform.

use minewise::census::Group;
use minewise::{Cell, Census, Verdict};

/// Number of features of a view.
pub const N_FEATURES: usize = N_TABLE + N_SUMS;

/// Sizes 1, 2, 3, and 4 or more; eight steps of risk; four of blindness.
const N_TABLE: usize = 4 * N_RISKS * N_BLINDNESSES;
const N_RISKS: usize = 8;
const N_BLINDNESSES: usize = 4;
const N_SUMS: usize = 30;

/// The state of a cell by the census.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Revealed,
    Safe,
    Mine,
    /// Open, and beside a number.
    Frontier,
    /// Open, and beside no number.
    Interior,
}

impl Kind {
    fn is_open(self) -> bool {
        matches!(self, Kind::Frontier | Kind::Interior)
    }
}

/// An extractor of the features of views. It reuses its memory from view to view.
#[derive(Clone, Debug)]
pub struct Features {
    values: [f32; N_FEATURES],
    kinds: Vec<Kind>,
}

impl Default for Features {
    fn default() -> Features {
        Features { values: [0.0; N_FEATURES], kinds: Vec::new() }
    }
}

/// Sums over the groups of a view.
#[derive(Default)]
struct Frontier {
    n_groups: usize,
    /// The sum of risk × (1 − risk) over the cells of all groups.
    doubt: f64,
    /// For each region: its part of the doubt, and whether the number of a cell outside of it may help to solve it.
    regions: Vec<(f64, bool)>,
    /// The four least risks, in ascending order.
    least: [f64; 4],
}

impl Features {
    /// Computes the features of the view of this census; `None` if the census decides every cell.
    pub fn read(&mut self, census: &Census) -> Option<&[f32; N_FEATURES]> {
        self.read_kinds(census);
        if !self.kinds.iter().any(|kind| kind.is_open()) {
            return None;
        }
        self.values = [0.0; N_FEATURES];
        let frontier = self.read_groups(census);
        let sums = self.sums(census, &frontier);
        for (value, sum) in self.values[N_TABLE..].iter_mut().zip(sums) {
            *value = sum as f32;
        }
        Some(&self.values)
    }

    fn read_kinds(&mut self, census: &Census) {
        let kind_of = |cell: Cell| match census.verdict(cell) {
            None => Kind::Revealed,
            Some(Verdict::Safe) => Kind::Safe,
            Some(Verdict::Mine) => Kind::Mine,
            Some(Verdict::Open) if census.is_interior(cell) => Kind::Interior,
            Some(Verdict::Open) => Kind::Frontier,
        };
        self.kinds.clear();
        self.kinds.extend((0..census.grid().n_cells()).map(kind_of));
    }

    /// Fills the table and returns the sums over the groups.
    fn read_groups(&mut self, census: &Census) -> Frontier {
        let mut frontier = Frontier { least: [1.0; 4], ..Frontier::default() };
        for group in census.groups() {
            frontier.regions.resize(frontier.regions.len().max(group.region + 1), (0.0, false));
            if group.verdict != Verdict::Open {
                continue;
            }
            let (blindness, is_linked) = self.blindness(census, &group);
            let row = group.cells.len().min(4) - 1;
            let column = risk_step(group.risk) * N_BLINDNESSES + blindness_step(blindness);
            self.values[row * N_RISKS * N_BLINDNESSES + column] += 0.25;
            let doubt = group.cells.len() as f64 * group.risk * (1.0 - group.risk);
            frontier.n_groups += 1;
            frontier.doubt += doubt;
            frontier.regions[group.region].0 += doubt;
            frontier.regions[group.region].1 |= is_linked;
            frontier.add_risk(group.risk);
        }
        frontier
    }

    /// Returns the blindness of a group, and whether a cell that could distinguish its cells is safe or interior. For a
    /// group of one cell, any covered cell beside it counts.
    fn blindness(&self, census: &Census, group: &Group<'_>) -> (f64, bool) {
        let grid = census.grid();
        let (mut blindness, mut is_linked) = (1.0, false);
        for &cell in group.cells {
            for near in grid.neighbours(cell as Cell) {
                let kind = self.kinds[near];
                if matches!(kind, Kind::Revealed | Kind::Mine) || group.cells.contains(&(near as u32)) {
                    continue;
                }
                let touches_all = || group.cells.iter().all(|&other| grid.touch(near, other as Cell));
                if group.cells.len() > 1 && touches_all() {
                    continue;
                }
                blindness *= census.risk(near).unwrap_or(1.0);
                is_linked |= matches!(kind, Kind::Safe | Kind::Interior);
            }
        }
        (blindness, is_linked)
    }

    /// Computes the sums over the grid, each scaled to about 1.
    fn sums(&self, census: &Census, frontier: &Frontier) -> [f64; N_SUMS] {
        let n_safe = census.safe().len() as f64;
        let n_open = self.kinds.iter().filter(|kind| kind.is_open()).count() as f64;
        let n_mines = census.n_open_mines() as f64;
        let n_left = n_safe + n_open - n_mines;
        let n_interior = self.kinds.iter().filter(|&&kind| kind == Kind::Interior).count() as f64;
        let interior = self.kinds.iter().position(|&kind| kind == Kind::Interior);
        let interior = interior.and_then(|cell| census.risk(cell));
        let mut all = Frontier { least: frontier.least, ..Frontier::default() };
        if let Some(risk) = interior {
            all.add_risk(risk);
        }
        let is_stuck = if n_safe == 0.0 { 1.0 } else { 0.0 };
        let closed = || frontier.regions.iter().filter(|(_, is_linked)| !is_linked);
        let closed_doubt: f64 = closed().map(|(doubt, _)| doubt).sum();
        let (interior_by_room, safe_by_use) = self.surroundings(census);
        let [i0, i1, i2, i3] = interior_by_room.map(|n_cells| n_cells.sqrt() / 5.0);
        let [s0, s1, s2] = safe_by_use.map(|n_cells| n_cells.sqrt() / 3.0);
        [
            is_stuck,
            is_stuck * all.least[0],
            all.least[0],
            all.least[1],
            all.least[2],
            all.least[3],
            n_safe.sqrt() / 4.0,
            n_safe / 20.0,
            n_left / 100.0,
            n_left.sqrt() / 10.0,
            n_mines / 50.0,
            n_mines.sqrt() / 5.0,
            n_mines / n_open * 2.0,
            interior.unwrap_or(0.0) * 3.0,
            n_interior / 100.0,
            n_interior.sqrt() / 10.0,
            frontier.doubt / 5.0,
            frontier.doubt.sqrt() / 3.0,
            frontier.n_groups as f64 / 20.0,
            frontier.regions.len() as f64 / 10.0,
            closed().count() as f64 / 3.0,
            closed_doubt / 2.0,
            (census.grid().n_cells() as f64).sqrt() / 20.0,
            i0,
            i1,
            i2,
            i3,
            s0,
            s1,
            s2,
        ]
    }

    /// Counts the interior cells by how many cells around them may be free of mines (none, up to 2, up to 5, more), and
    /// the safe cells by how many open cells are around them (none, up to 2, more).
    fn surroundings(&self, census: &Census) -> ([f64; 4], [f64; 3]) {
        let count = |cell: Cell, is_counted: fn(Kind) -> bool| {
            census.grid().neighbours(cell).filter(|&near| is_counted(self.kinds[near])).count()
        };
        let (mut interior, mut safe) = ([0.0; 4], [0.0; 3]);
        for (cell, &kind) in self.kinds.iter().enumerate() {
            if kind == Kind::Interior {
                let n_free = count(cell, |kind| kind.is_open() || kind == Kind::Safe);
                interior[[0, 1, 1, 2, 2, 2, 3, 3, 3][n_free]] += 1.0;
            } else if kind == Kind::Safe {
                safe[count(cell, Kind::is_open).div_ceil(2).min(2)] += 1.0;
            }
        }
        (interior, safe)
    }
}

impl Frontier {
    fn add_risk(&mut self, mut risk: f64) {
        for least in &mut self.least {
            if risk < *least {
                std::mem::swap(&mut risk, least);
            }
        }
    }
}

/// Returns the step of the table for a risk. Even odds, those of a coin toss, have a step of their own.
fn risk_step(risk: f64) -> usize {
    const EVEN: f64 = 1e-9;
    if (risk - 0.5).abs() < EVEN {
        return 5;
    }
    [0.1, 0.2, 0.3, 0.4, 0.5, f64::NEG_INFINITY, 0.7]
        .iter()
        .position(|&most| risk <= most)
        .unwrap_or(N_RISKS - 1)
}

/// Returns the step of the table for a blindness.
fn blindness_step(blindness: f64) -> usize {
    if blindness >= 1.0 {
        0
    } else if blindness > 0.4 {
        1
    } else if blindness > 0.0 {
        2
    } else {
        3
    }
}

#[cfg(test)]
mod tests {
    use minewise::{Rng, Seed, View, testing};

    use super::*;
    use minewise::Rules;

    /// Checks the table of a view, given as (row, step of risk, step of blindness, number of groups).
    #[track_caller]
    fn check_table(view: &str, expected: &[(usize, usize, usize, usize)]) {
        let view: View = view.parse().unwrap();
        let mut features = Features::default();
        let values = features.read(&Census::of(&view).unwrap()).expect("something is open");
        let mut found = Vec::new();
        for (idx, &value) in values[..N_TABLE].iter().enumerate().filter(|&(_, &value)| value != 0.0) {
            let (row, rest) = (idx / (N_RISKS * N_BLINDNESSES), idx % (N_RISKS * N_BLINDNESSES));
            found.push((row, rest / N_BLINDNESSES, rest % N_BLINDNESSES, (4.0 * value) as usize));
        }
        assert_eq!(found, expected, "{view:#}");
    }

    #[test]
    fn a_pair_that_no_number_can_distinguish_is_blind() {
        check_table("2x2/1 .1/.1", &[(1, 5, 0, 1)]);
    }

    #[test]
    fn a_pair_beside_safe_cells_is_not_blind() {
        check_table("2x4/2 1./1./../..", &[(1, 5, 3, 1)]);
    }

    #[test]
    fn mirrored_views_have_the_same_features() {
        let mut rng = Rng::new(Seed(13));
        let (mut features, mut mirrored) = (Features::default(), Features::default());
        for _ in 0..1000 {
            let rules = Rules::random(&mut rng, 9);
            let view = testing::random_view(&mut rng, rules);
            let mut mirror = View::new(view.grid());
            if rules.topology() != minewise::Topology::Square {
                continue;
            }
            for cell in 0..view.grid().n_cells() {
                let (row, col) = view.grid().row_col(cell);
                let other = view.grid().cell(row, rules.width() - 1 - col).unwrap();
                mirror.show(other, view.shown(cell));
            }
            let one = features.read(&Census::of(&view).unwrap());
            let other = mirrored.read(&Census::of(&mirror).unwrap());
            match (one, other) {
                (None, None) => {}
                (Some(one), Some(other)) => {
                    for (one, other) in one.iter().zip(other) {
                        assert!((one - other).abs() < 1e-4, "{view:#}");
                    }
                }
                _ => panic!("{view:#}: one is decided, its mirror is not"),
            }
        }
    }
}
