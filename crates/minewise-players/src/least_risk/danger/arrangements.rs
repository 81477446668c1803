//! Counts of the arrangements of the border, group by group and region by region.
//!
//! Listing the arrangements cell by cell, as the report does, takes too long beyond small grids. Cells that touch the
//! same numbers form a group and can be swapped, so it is enough to go through the possible numbers of mines in each
//! group. Regions that share no number are counted separately, by the number of mines that they hold.

use minewise::{Cell, Census, Shown, Verdict, View};

use super::touches_number;

/// The most steps that counting the arrangements of one view may take; beyond that the player gives up counting.
const MOST_STEPS: usize = 2_000_000;

/// Counts of arrangements, indexed by their number of mines.
type ByMines = Vec<f64>;

/// The arrangements of mines on the border of a view.
#[derive(Clone, Debug)]
pub struct Arrangements {
    regions: Vec<Region>,
    /// Border cells that single numbers prove to be mines, and those that they prove safe.
    obvious: Vec<Cell>,
    safe: Vec<Cell>,
    off_border: Vec<Cell>,
    /// Number of mines that are neither shown nor obvious.
    n_mines_left: usize,
}

/// A region of the border.
#[derive(Clone, Debug)]
struct Region {
    groups: Vec<Group>,
    /// Number of all its arrangements.
    counts: ByMines,
}

/// Cells that touch the same numbers.
#[derive(Clone, Debug)]
struct Group {
    cells: Vec<Cell>,
    /// The indices of these numbers among those of the region.
    numbers: Vec<usize>,
    /// Number of arrangements of the region with a mine on one given cell of this group.
    with_mine: ByMines,
}

impl Arrangements {
    /// Counts the arrangements of a view; `None` if there are too many to go through, or none fits.
    pub fn of(view: &View) -> Option<Arrangements> {
        Arrangements::with_census(view, &Census::of(view).ok()?)
    }

    /// Counts the arrangements of a view whose census is already known.
    pub fn with_census(view: &View, census: &Census) -> Option<Arrangements> {
        let mut res = Arrangements::uncounted(view, census)?;
        let mut n_steps = MOST_STEPS;
        for region in &mut res.regions {
            region.count(view, &res.obvious, &mut n_steps)?;
        }
        (res.total() > 0.0).then_some(res)
    }

    /// Sorts the border of a view into groups and regions, without counting; `None` if it has too many mines.
    pub(super) fn uncounted(view: &View, census: &Census) -> Option<Arrangements> {
        let mut res = Arrangements {
            regions: Vec::new(),
            obvious: Vec::new(),
            safe: Vec::new(),
            off_border: view.covered().filter(|&cell| !touches_number(view, cell)).collect(),
            n_mines_left: 0,
        };
        let mut grouped = vec![false; view.grid().n_cells()];
        for group in census.groups() {
            res.regions.resize_with(res.regions.len().max(group.region + 1), Region::empty);
            let cells: Vec<Cell> = group.cells.iter().map(|&cell| cell as Cell).collect();
            cells.iter().for_each(|&cell| grouped[cell] = true);
            res.regions[group.region].groups.push(Group {
                cells,
                numbers: Vec::new(),
                with_mine: Vec::new(),
            });
        }
        for cell in view.covered().filter(|&cell| touches_number(view, cell) && !grouped[cell]) {
            let is_mine = census.verdict(cell) == Some(Verdict::Mine);
            if is_mine { &mut res.obvious } else { &mut res.safe }.push(cell);
        }
        let n_known = view.shown_mines().count() + res.obvious.len();
        res.n_mines_left = view.grid().rules().n_mines().checked_sub(n_known)?;
        Some(res)
    }

    /// The cells of the border, in the order of [`Arrangements::danger_counts`].
    pub(super) fn border(&self) -> impl Iterator<Item = Cell> {
        let groups = self.regions.iter().flat_map(|region| &region.groups);
        self.safe.iter().chain(&self.obvious).chain(groups.flat_map(|group| &group.cells)).copied()
    }

    /// Number of all arrangements.
    pub fn total(&self) -> f64 {
        let all = self.others(None);
        (0..all.len()).filter(|&n_mines| self.is_possible(n_mines)).map(|n_mines| all[n_mines]).sum()
    }

    /// The covered cells that touch no number.
    pub fn off_border(&self) -> &[Cell] {
        &self.off_border
    }

    /// Number of mines on the border that are obvious from single numbers.
    pub(super) fn n_obvious(&self) -> usize {
        self.obvious.len()
    }

    /// Whether the cells off the border are certainly safe: every arrangement has all mines.
    pub fn off_border_is_safe(&self) -> bool {
        let has_all = |(n_mines, count): (usize, f64)| count == 0.0 || n_mines == self.n_mines_left;
        !self.off_border.is_empty() && self.pairs(&[1.0], &self.others(None)).all(has_all)
    }

    /// Number of mines that are neither shown nor obvious from single numbers.
    pub fn n_mines_left(&self) -> usize {
        self.n_mines_left
    }

    /// Returns the danger count of each cell of the border.
    pub fn danger_counts(&self) -> Vec<(Cell, f64)> {
        let total = self.total();
        let mut counts: Vec<(Cell, f64)> = self.safe.iter().map(|&cell| (cell, 0.0)).collect();
        counts.extend(self.obvious.iter().map(|&cell| (cell, total)));
        for (idx, region) in self.regions.iter().enumerate() {
            let others = self.others(Some(idx));
            for group in &region.groups {
                let count: f64 = self.pairs(&group.with_mine, &others).map(|(_, count)| count).sum();
                counts.extend(group.cells.iter().map(|&cell| (cell, count)));
            }
        }
        counts
    }

    /// Returns the fewest border mines that are not obvious, over all arrangements with a mine on `cell`; if there are
    /// none, over all arrangements.
    pub(super) fn fewest_mines_if_unlucky(&self, cell: Cell) -> usize {
        let fewest = |pairs: &mut dyn Iterator<Item = (usize, f64)>| {
            pairs.filter(|&(_, count)| count > 0.0).map(|(n_mines, _)| n_mines).min()
        };
        let unlucky = self.regions.iter().enumerate().find_map(|(idx, region)| {
            let group = region.groups.iter().find(|group| group.cells.contains(&cell))?;
            fewest(&mut self.pairs(&group.with_mine, &self.others(Some(idx))))
        });
        unlucky.or_else(|| fewest(&mut self.pairs(&[1.0], &self.others(None)))).unwrap_or(0)
    }

    /// Counts the arrangements of all regions together, except one.
    fn others(&self, except: Option<usize>) -> ByMines {
        let regions = self.regions.iter().enumerate().filter(|&(idx, _)| Some(idx) != except);
        regions.fold(vec![1.0], |joined, (_, region)| join(&joined, &region.counts))
    }

    /// Joins the counts of two parts, and returns those that the number of mines allows, each with its number of mines.
    fn pairs(&self, one: &[f64], other: &[f64]) -> impl Iterator<Item = (usize, f64)> {
        join(one, other).into_iter().enumerate().filter(|&(n_mines, _)| self.is_possible(n_mines))
    }

    /// Checks whether the cells off the border have room for the mines that remain if the border has `n_mines`.
    fn is_possible(&self, n_mines: usize) -> bool {
        n_mines <= self.n_mines_left && self.n_mines_left - n_mines <= self.off_border.len()
    }
}

impl Region {
    fn empty() -> Region {
        Region { groups: Vec::new(), counts: Vec::new() }
    }

    /// Counts its arrangements; `None` if that takes too many steps.
    fn count(&mut self, view: &View, obvious: &[Cell], n_steps: &mut usize) -> Option<()> {
        let grid = view.grid();
        let mut numbers: Vec<Cell> = Vec::new();
        for group in &mut self.groups {
            for near in grid.neighbours(group.cells[0]) {
                if matches!(view.shown(near), Shown::Number(_)) {
                    let place = numbers.iter().position(|&number| number == near).unwrap_or_else(|| {
                        numbers.push(near);
                        numbers.len() - 1
                    });
                    group.numbers.push(place);
                }
            }
        }
        let is_known_mine = |cell: Cell| view.shown(cell) == Shown::Mine || obvious.contains(&cell);
        let missing = numbers.iter().map(|&number| {
            let Shown::Number(shown) = view.shown(number) else { unreachable!("numbers are numbers") };
            i32::from(shown) - grid.neighbours(number).filter(|&near| is_known_mine(near)).count() as i32
        });
        let missing: Vec<i32> = missing.collect();
        let n_cells: usize = self.groups.iter().map(|group| group.cells.len()).sum();
        let mut room = vec![0; missing.len()];
        for group in &self.groups {
            group.numbers.iter().for_each(|&number| room[number] += group.cells.len() as i32);
        }
        let mut walk = Walk {
            groups: &self.groups,
            missing,
            room,
            chosen: vec![0; self.groups.len()],
            counts: vec![0.0; n_cells + 1],
            with_mine: vec![vec![0.0; n_cells + 1]; self.groups.len()],
            n_steps,
        };
        walk.visit(0, 0, 1.0)?;
        let Walk { counts, with_mine, .. } = walk;
        self.counts = counts;
        for (group, with_mine) in self.groups.iter_mut().zip(with_mine) {
            group.with_mine = with_mine;
        }
        Some(())
    }
}

/// A walk through the arrangements of a region, group by group.
struct Walk<'a> {
    groups: &'a [Group],
    /// For each number: how many mines it still misses, and how many cells around it are in groups not yet filled.
    missing: Vec<i32>,
    room: Vec<i32>,
    /// Number of mines in each group filled so far.
    chosen: Vec<usize>,
    counts: ByMines,
    with_mine: Vec<ByMines>,
    n_steps: &'a mut usize,
}

impl Walk<'_> {
    /// Fills the groups from `idx` on in all possible ways. The groups before it have `n_mines` mines, placed in `ways`
    /// ways.
    fn visit(&mut self, idx: usize, n_mines: usize, ways: f64) -> Option<()> {
        *self.n_steps = self.n_steps.checked_sub(1)?;
        let groups = self.groups;
        let Some(group) = groups.get(idx) else {
            self.counts[n_mines] += ways;
            for (idx, group) in groups.iter().enumerate() {
                // Of all ways to fill a group, this share has a mine on one given cell.
                let share = self.chosen[idx] as f64 / group.cells.len() as f64;
                self.with_mine[idx][n_mines] += ways * share;
            }
            return Some(());
        };
        let size = group.cells.len();
        for n_here in 0..=size {
            self.fill(group, n_here as i32, size as i32);
            let fits =
                group.numbers.iter().all(|&number| (0..=self.room[number]).contains(&self.missing[number]));
            if fits {
                self.chosen[idx] = n_here;
                self.visit(idx + 1, n_mines + n_here, ways * choose(size, n_here))?;
            }
            self.fill(group, -(n_here as i32), -(size as i32));
        }
        Some(())
    }

    fn fill(&mut self, group: &Group, n_mines: i32, n_cells: i32) {
        for &number in &group.numbers {
            self.missing[number] -= n_mines;
            self.room[number] -= n_cells;
        }
    }
}

/// Returns the number of ways to choose `n_chosen` of `n_cells` cells.
fn choose(n_cells: usize, n_chosen: usize) -> f64 {
    (0..n_chosen).fold(1.0, |ways, idx| ways * (n_cells - idx) as f64 / (idx + 1) as f64)
}

/// Returns the counts of two independent parts together.
fn join(one: &[f64], other: &[f64]) -> ByMines {
    let mut joined = vec![0.0; one.len() + other.len() - 1];
    for (n_mines, count) in one.iter().enumerate().filter(|&(_, &count)| count > 0.0) {
        for (n_more, more) in other.iter().enumerate() {
            joined[n_mines + n_more] += count * more;
        }
    }
    joined
}
