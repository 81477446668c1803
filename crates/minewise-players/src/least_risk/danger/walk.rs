//! A walk through all ways to fill the groups of a region with mines, on several threads if it is long.
//!
//! Section 2.7 of the report splits the grid among processors. Here the first groups of a region are filled in all
//! possible ways, and each of these ways is a share of the work. The shares do not depend on the number of threads, and
//! their counts are added in a fixed order, so neither do the results.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::arrangements::{ByMines, Group};

/// The most steps that are walked before the work is split into shares. Most regions need fewer, and starting threads
/// would take longer than that.
const QUICK_STEPS: usize = 20_000;

/// The least number of shares, if the region has as many. Far more shares than threads keep all threads busy to the
/// end, although some shares take much longer than others.
const N_SHARES: usize = 64;

/// The arrangements of a region.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    /// Number of all arrangements.
    pub(super) all: ByMines,
    /// For each group: number of arrangements with a mine on one given cell of the group.
    pub(super) with_mine: Vec<ByMines>,
}

/// A region in which some groups are filled with mines.
#[derive(Clone, Debug)]
pub(super) struct Walk<'a> {
    groups: &'a [Group],
    /// For each number: how many mines it still misses, and how many cells around it are in groups not yet filled.
    missing: Vec<i32>,
    room: Vec<i32>,
    /// Number of mines in each group filled so far. The others follow.
    chosen: Vec<usize>,
    n_mines: usize,
    /// The number of ways to place these mines within their groups.
    ways: f64,
}

impl<'a> Walk<'a> {
    /// Creates a walk through groups around numbers that miss so many mines.
    pub(super) fn new(groups: &'a [Group], missing: Vec<i32>) -> Walk<'a> {
        let mut room = vec![0; missing.len()];
        for group in groups {
            group.numbers.iter().for_each(|&number| room[number] += group.cells.len() as i32);
        }
        Walk { groups, missing, room, chosen: Vec::with_capacity(groups.len()), n_mines: 0, ways: 1.0 }
    }

    /// Counts all ways to fill the groups, in at most `n_steps` steps, which are used up; `None` if they do not suffice.
    pub(super) fn count(self, n_threads: usize, n_steps: &mut usize) -> Option<Counts> {
        if let Some((counts, n_used)) = self.count_share(QUICK_STEPS.min(*n_steps)) {
            *n_steps -= n_used;
            return Some(counts);
        }
        let shares = self.split(n_steps)?;
        let mut sum = Counts::none(self.groups);
        for share in count_shares(&shares, n_threads, *n_steps) {
            let (counts, n_used) = share?;
            *n_steps = n_steps.checked_sub(n_used)?;
            sum.add(&counts);
        }
        Some(sum)
    }

    /// Fills the first groups in all possible ways, until these are enough shares; `None` if the steps do not suffice.
    fn split(&self, n_steps: &mut usize) -> Option<Vec<Walk<'a>>> {
        let mut shares = vec![self.clone()];
        while shares.len() < N_SHARES && shares.iter().any(|share| !share.is_complete()) {
            *n_steps = n_steps.checked_sub(shares.len())?;
            let mut further = Vec::new();
            for share in &mut shares {
                share.fill_next(|filled| Some(further.push(filled.clone())));
            }
            shares = further;
        }
        Some(shares)
    }

    /// Counts all ways to fill the remaining groups, and the steps that it takes; `None` if these are more than `n_steps`.
    fn count_share(&self, n_steps: usize) -> Option<(Counts, usize)> {
        let mut counts = Counts::none(self.groups);
        let mut n_left = n_steps;
        self.clone().visit(&mut counts, &mut n_left)?;
        Some((counts, n_steps - n_left))
    }

    fn visit(&mut self, counts: &mut Counts, n_steps: &mut usize) -> Option<()> {
        *n_steps = n_steps.checked_sub(1)?;
        if self.is_complete() {
            counts.add_way(self);
            return Some(());
        }
        self.fill_next(|filled| filled.visit(counts, n_steps))
    }

    /// Whether all groups are filled.
    fn is_complete(&self) -> bool {
        self.chosen.len() == self.groups.len()
    }

    /// Fills the next group in each way that fits the numbers, and calls `then` each time; stops if that returns `None`.
    fn fill_next(&mut self, mut then: impl FnMut(&mut Walk<'a>) -> Option<()>) -> Option<()> {
        let (n_mines, ways) = (self.n_mines, self.ways);
        let group = &self.groups[self.chosen.len()];
        let size = group.cells.len();
        for n_here in 0..=size {
            self.fill(group, n_here as i32, size as i32);
            let fits =
                group.numbers.iter().all(|&number| (0..=self.room[number]).contains(&self.missing[number]));
            if fits {
                self.chosen.push(n_here);
                (self.n_mines, self.ways) = (n_mines + n_here, ways * choose(size, n_here));
                then(self)?;
                self.chosen.pop();
            }
            self.fill(group, -(n_here as i32), -(size as i32));
        }
        (self.n_mines, self.ways) = (n_mines, ways);
        Some(())
    }

    fn fill(&mut self, group: &Group, n_mines: i32, n_cells: i32) {
        for &number in &group.numbers {
            self.missing[number] -= n_mines;
            self.room[number] -= n_cells;
        }
    }
}

/// Counts each share on some thread. The counts of a share are `None` if it takes more than `n_steps` steps, or was left
/// out because others have taken more already.
fn count_shares(shares: &[Walk<'_>], n_threads: usize, n_steps: usize) -> Vec<Option<(Counts, usize)>> {
    let counted: Vec<OnceLock<Option<(Counts, usize)>>> = shares.iter().map(|_| OnceLock::new()).collect();
    let (next, n_used) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while n_used.load(Ordering::Relaxed) <= n_steps {
            let idx = next.fetch_add(1, Ordering::Relaxed);
            let Some(share) = shares.get(idx) else { return };
            let counts = share.count_share(n_steps);
            n_used.fetch_add(counts.as_ref().map_or(n_steps + 1, |&(_, n)| n), Ordering::Relaxed);
            counted[idx].set(counts).expect("each share is counted once");
        }
    };
    thread::scope(|scope| {
        (1..n_threads).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    counted.into_iter().map(|counts| counts.into_inner().flatten()).collect()
}

impl Counts {
    fn none(groups: &[Group]) -> Counts {
        let n_cells: usize = groups.iter().map(|group| group.cells.len()).sum();
        Counts { all: vec![0.0; n_cells + 1], with_mine: vec![vec![0.0; n_cells + 1]; groups.len()] }
    }

    /// Adds the way in which a walk has filled all groups.
    fn add_way(&mut self, walk: &Walk<'_>) {
        self.all[walk.n_mines] += walk.ways;
        for (idx, group) in walk.groups.iter().enumerate() {
            // Of all ways to fill a group, this share has a mine on one given cell.
            let share = walk.chosen[idx] as f64 / group.cells.len() as f64;
            self.with_mine[idx][walk.n_mines] += walk.ways * share;
        }
    }

    fn add(&mut self, other: &Counts) {
        let sums = self.all.iter_mut().chain(self.with_mine.iter_mut().flatten());
        let counts = other.all.iter().chain(other.with_mine.iter().flatten());
        sums.zip(counts).for_each(|(sum, count)| *sum += count);
    }
}

/// Returns the number of ways to choose `n_chosen` of `n_cells` cells.
fn choose(n_cells: usize, n_chosen: usize) -> f64 {
    (0..n_chosen).fold(1.0, |ways, idx| ways * (n_cells - idx) as f64 / (idx + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns groups of these sizes. Every number touches two of them, and the first one all of them but the last two.
    fn groups_of(sizes: &[usize]) -> Vec<Group> {
        let n_pairs = sizes.len() / 2;
        let numbers = |idx: usize| {
            let first = (idx / 2 + 1 < n_pairs).then_some(0);
            first.into_iter().chain([1 + idx / 2]).collect()
        };
        let group = |(idx, &size): (usize, &usize)| Group::new((0..size).collect(), numbers(idx));
        sizes.iter().enumerate().map(group).collect()
    }

    /// Compares the split walk with the plain one.
    #[track_caller]
    fn check(sizes: &[usize], is_long: bool) {
        let groups = groups_of(sizes);
        let mut missing = vec![2; 1 + sizes.len() / 2];
        missing[0] = sizes.len() as i32 - 2;
        let walk = Walk::new(&groups, missing);
        assert_eq!(walk.count_share(QUICK_STEPS).is_none(), is_long);
        let (plain, n_plain) = walk.count_share(usize::MAX).unwrap();
        for n_threads in [1, 2, 5] {
            let mut n_steps = n_plain;
            let counts = walk.clone().count(n_threads, &mut n_steps).unwrap();
            assert_eq!((&counts.all, &counts.with_mine), (&plain.all, &plain.with_mine), "{sizes:?}");
            assert_eq!(n_steps, 0, "the split walk takes the same steps");
            assert!(walk.clone().count(n_threads, &mut (n_plain - 1)).is_none(), "{sizes:?}");
        }
    }

    #[test]
    fn a_short_walk_is_not_split() {
        check(&[1, 2, 1, 3], false);
        check(&[2, 2], false);
    }

    #[test]
    fn a_long_walk_is_split_without_changing_its_counts_or_its_steps() {
        check(&[3, 3, 2, 3, 4, 2, 3, 2, 3, 3, 3, 2, 3, 3, 2, 3, 3, 3, 2, 2], true);
    }
}
