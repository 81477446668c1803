//! Checks layouts that need no guess with a solver that shares no code with the census: it has its own grid and its own
//! game, and backtracks over the covered cells that touch numbers.

use minewise::insight::{Measure, NoGuessError, generate_no_guess};
use minewise::{Grid, Layout, Rng, Seed};

/// A game on a layout in which only certain cells are revealed.
struct Checker<'a> {
    near: &'a [Vec<usize>],
    mines: &'a [bool],
    /// The number that each revealed cell shows.
    shown: Vec<Option<usize>>,
    /// The mines that single numbers prove.
    known: Vec<bool>,
}

/// Covered cells linked by numbers, in the order in which they are tried.
struct Component {
    cells: Vec<usize>,
    /// For each cell, the numbers around it.
    touched: Vec<Vec<usize>>,
    /// For each number: how many mines it misses, and how many cells it has left.
    numbers: Vec<(usize, usize)>,
}

/// The cells around each cell of a square grid.
fn neighbours(width: usize, height: usize) -> Vec<Vec<usize>> {
    let touch = |one: usize, other: usize| {
        (one / width).abs_diff(other / width) <= 1
            && (one % width).abs_diff(other % width) <= 1
            && one != other
    };
    let n_cells = width * height;
    (0..n_cells).map(|cell| (0..n_cells).filter(|&other| touch(cell, other)).collect()).collect()
}

/// Whether a layout can be played from `first` to the end without a guess.
fn is_solvable(near: &[Vec<usize>], mines: &[bool], first: usize) -> bool {
    let mut checker =
        Checker { near, mines, shown: vec![None; mines.len()], known: vec![false; mines.len()] };
    if mines[first] {
        return false;
    }
    checker.reveal(first);
    let n_safe = mines.iter().filter(|&&mine| !mine).count();
    while checker.shown.iter().flatten().count() < n_safe {
        let safe = checker.certain();
        if safe.is_empty() {
            return false;
        }
        for cell in safe {
            assert!(!mines[cell], "a proof was wrong");
            checker.reveal(cell);
        }
    }
    true
}

impl Checker<'_> {
    fn reveal(&mut self, cell: usize) {
        if self.shown[cell].is_some() {
            return;
        }
        let number = self.near[cell].iter().filter(|&&near| self.mines[near]).count();
        self.shown[cell] = Some(number);
        if number == 0 {
            for &near in &self.near[cell] {
                self.reveal(near);
            }
        }
    }

    fn is_open(&self, cell: usize) -> bool {
        self.shown[cell].is_none() && !self.known[cell]
    }

    /// A number's missing mines and its open cells.
    fn left(&self, number: usize) -> (usize, Vec<usize>) {
        let n_known = self.near[number].iter().filter(|&&near| self.known[near]).count();
        let open = self.near[number].iter().copied().filter(|&near| self.is_open(near)).collect();
        (self.shown[number].unwrap() - n_known, open)
    }

    /// The cells that are certainly no mine, by the cheapest way that finds any.
    fn certain(&mut self) -> Vec<usize> {
        let numbers: Vec<usize> = (0..self.mines.len()).filter(|&cell| self.shown[cell].is_some()).collect();
        let mut safe = Vec::new();
        let mut changed = true;
        while changed {
            changed = false;
            for &number in &numbers {
                let (missing, open) = self.left(number);
                if missing == 0 {
                    safe.extend(open);
                } else if missing == open.len() {
                    open.iter().for_each(|&cell| self.known[cell] = true);
                    changed = true;
                }
            }
        }
        let components = if safe.is_empty() { self.components(&numbers) } else { Vec::new() };
        for component in &components {
            safe.extend(self.safe_by_numbers(component));
        }
        if safe.is_empty() { self.safe_by_count(&components) } else { safe }
    }

    fn components(&self, numbers: &[usize]) -> Vec<Vec<usize>> {
        let mut left: Vec<bool> = vec![false; self.mines.len()];
        for &number in numbers {
            self.left(number).1.iter().for_each(|&cell| left[cell] = true);
        }
        let frontier: Vec<usize> = (0..left.len()).filter(|&cell| left[cell]).collect();
        let mut found = Vec::new();
        for start in frontier {
            if left[start] {
                let cells = self.linked(start);
                cells.iter().for_each(|&cell| left[cell] = false);
                found.push(cells);
            }
        }
        found
    }

    /// The cells linked to `start` by numbers, the nearest first.
    fn linked(&self, start: usize) -> Vec<usize> {
        let mut cells = vec![start];
        let mut seen = vec![false; self.mines.len()];
        seen[start] = true;
        let mut idx = 0;
        while idx < cells.len() {
            for &number in self.near[cells[idx]].iter().filter(|&&near| self.shown[near].is_some()) {
                for cell in self.left(number).1 {
                    if !std::mem::replace(&mut seen[cell], true) {
                        cells.push(cell);
                    }
                }
            }
            idx += 1;
        }
        cells
    }

    fn component(&self, cells: Vec<usize>) -> Component {
        let mut found: Vec<usize> = Vec::new();
        let mut touched = Vec::new();
        for &cell in &cells {
            let numbers = self.near[cell].iter().copied().filter(|&near| self.shown[near].is_some());
            let idx_of = |number| match found.iter().position(|&other| other == number) {
                Some(idx) => idx,
                None => {
                    found.push(number);
                    found.len() - 1
                }
            };
            touched.push(numbers.map(idx_of).collect());
        }
        let numbers =
            found.iter().map(|&number| self.left(number)).map(|(n, open)| (n, open.len())).collect();
        Component { cells, touched, numbers }
    }

    /// The cells of a component that are not mines in any way to place mines.
    fn safe_by_numbers(&self, cells: &[usize]) -> Vec<usize> {
        let mut can_be_mine = vec![false; self.mines.len()];
        for &cell in cells {
            if !can_be_mine[cell] {
                let mut component = self.component(self.linked(cell));
                component.try_all(&mut Vec::new(), Some(true), &mut |component, mines| {
                    for (&cell, &mine) in component.iter().zip(mines) {
                        can_be_mine[cell] |= mine;
                    }
                    false
                });
            }
        }
        cells.iter().copied().filter(|&cell| !can_be_mine[cell]).collect()
    }

    /// The cells that are no mine in any way to place all mines.
    fn safe_by_count(&self, components: &[Vec<usize>]) -> Vec<usize> {
        let open: Vec<usize> = (0..self.mines.len()).filter(|&cell| self.is_open(cell)).collect();
        let n_known = self.known.iter().filter(|&&known| known).count();
        let n_mines = self.mines.iter().filter(|&&mine| mine).count() - n_known;
        let n_interior = open.len() - components.iter().map(Vec::len).sum::<usize>();
        // For each component and number of mines: whether it is possible, and which cells can be mines then.
        let mut ways: Vec<Vec<Option<Vec<bool>>>> = Vec::new();
        for cells in components {
            let mut by_count = vec![None; cells.len() + 1];
            self.component(cells.clone()).try_all(&mut Vec::new(), None, &mut |_, mines| {
                let n_mines = mines.iter().filter(|&&mine| mine).count();
                let possible = by_count[n_mines].get_or_insert_with(|| vec![false; mines.len()]);
                possible.iter_mut().zip(mines).for_each(|(possible, &mine)| *possible |= mine);
                true
            });
            ways.push(by_count);
        }
        // The numbers of mines that all components but one can hold together; all of them if there is no such one.
        let sums = |but: Option<usize>| {
            let mut sums = vec![false; open.len() + 1];
            sums[0] = true;
            for (_, by_count) in ways.iter().enumerate().filter(|(idx, _)| Some(*idx) != but) {
                let mut next = vec![false; sums.len()];
                for sum in (0..sums.len()).filter(|&sum| sums[sum]) {
                    let counts = (0..by_count.len()).filter(|&count| by_count[count].is_some());
                    counts.for_each(|count| next[sum + count] = true);
                }
                sums = next;
            }
            sums
        };
        let fits = |sums: &[bool], more: usize, least: usize| {
            (0..sums.len()).any(|sum| {
                let inside = n_mines.checked_sub(sum + more);
                sums[sum] && inside.is_some_and(|inside| (least..=n_interior).contains(&inside))
            })
        };
        let mut can_be_mine = vec![false; self.mines.len()];
        let in_interior = fits(&sums(None), 0, 1);
        open.iter().for_each(|&cell| can_be_mine[cell] = in_interior);
        for (idx, cells) in components.iter().enumerate() {
            let others = sums(Some(idx));
            cells.iter().for_each(|&cell| can_be_mine[cell] = false);
            for (count, possible) in ways[idx].iter().enumerate() {
                if let Some(possible) = possible.as_ref().filter(|_| fits(&others, count, 0)) {
                    cells.iter().zip(possible).for_each(|(&cell, &mine)| can_be_mine[cell] |= mine);
                }
            }
        }
        open.into_iter().filter(|&cell| !can_be_mine[cell]).collect()
    }
}

impl Component {
    /// Calls `visit` with every way to place mines that fits all numbers, until it returns false. `first` fixes the
    /// first cell.
    fn try_all(
        &mut self,
        mines: &mut Vec<bool>,
        first: Option<bool>,
        visit: &mut impl FnMut(&[usize], &[bool]) -> bool,
    ) -> bool {
        let idx = mines.len();
        if idx == self.cells.len() {
            return visit(&self.cells, mines);
        }
        for mine in [false, true] {
            if idx == 0 && first.is_some_and(|first| first != mine) {
                continue;
            }
            let touched = self.touched[idx].clone();
            let fits = |&number: &usize| {
                let (missing, n_open) = self.numbers[number];
                if mine { missing > 0 } else { missing < n_open }
            };
            if touched.iter().all(fits) {
                for &number in &touched {
                    let (missing, n_open) = self.numbers[number];
                    self.numbers[number] = (missing - usize::from(mine), n_open - 1);
                }
                mines.push(mine);
                let is_continued = self.try_all(mines, first, visit);
                mines.pop();
                for &number in &touched {
                    let (missing, n_open) = self.numbers[number];
                    self.numbers[number] = (missing + usize::from(mine), n_open + 1);
                }
                if !is_continued {
                    return false;
                }
            }
        }
        true
    }
}

fn mines_of(layout: &Layout) -> Vec<bool> {
    (0..layout.grid().n_cells()).map(|cell| layout.is_mine(cell)).collect()
}

#[test]
fn the_checker_and_the_census_agree_on_any_layout() {
    for (rules, first, n_layouts) in [
        ("9x9/10:any", 20, 3000),
        ("7x5/8:any", 0, 3000),
        ("16x16/40:zero", 51, 400),
        ("30x16/90:zero", 93, 200),
        ("60x50/440:zero", 123, 20),
    ] {
        let grid = Grid::new(rules.parse().unwrap());
        let near = neighbours(grid.rules().width(), grid.rules().height());
        let mut n_solvable = 0;
        for seed in 0..n_layouts {
            let layout = Layout::generate(&grid, Seed(seed), first);
            let expected = is_solvable(&near, &mines_of(&layout), first);
            assert_eq!(minewise::insight::needs_no_guess(&layout, first), expected, "{layout:#}");
            n_solvable += u64::from(expected);
        }
        assert!(n_solvable > n_layouts / 20 && n_solvable < n_layouts, "{rules}: {n_solvable}");
    }
}

#[test]
fn expert_layouts_need_no_guess() {
    for rules in ["30x16/99:zero", "30x16/99"] {
        let grid = Grid::new(rules.parse().unwrap());
        let near = neighbours(30, 16);
        for seed in 0..400 {
            let found = generate_no_guess(&grid, Seed(seed), 93, 100_000).unwrap();
            assert!(is_solvable(&near, &mines_of(&found.layout), 93), "{:#}", found.layout);
        }
    }
}

/// The chi-squared statistic of two histograms that should have the same distribution, and its degrees of freedom.
fn chi_squared(one: &[u32], other: &[u32]) -> (f64, f64) {
    let (mut chi, mut n_bins, mut rare) = (0.0, 0.0, (0.0, 0.0));
    let mut add = |a: f64, b: f64| {
        chi += minewise::num::power(a - b, 2) / (a + b);
        n_bins += 1.0;
    };
    for (&a, &b) in one.iter().zip(other) {
        let (a, b) = (f64::from(a), f64::from(b));
        if a + b < 20.0 {
            rare = (rare.0 + a, rare.1 + b);
        } else {
            add(a, b);
        }
    }
    if rare.0 + rare.1 > 0.0 {
        add(rare.0, rare.1);
    }
    (chi, n_bins - 1.0)
}

#[derive(Default)]
struct Sample {
    /// For each cell, how often it is a mine.
    mines: Vec<u32>,
    /// For each 3BV, how often it occurs.
    three_bv: Vec<u32>,
    /// For each pair of neighbours in a row, how often both are mines.
    pairs: Vec<u32>,
}

impl Sample {
    fn new() -> Sample {
        Sample { mines: vec![0; 81], three_bv: vec![0; 82], pairs: vec![0; 80] }
    }

    fn add(&mut self, layout: &Layout) {
        layout.mines().for_each(|cell| self.mines[cell] += 1);
        self.three_bv[Measure::of(layout).three_bv] += 1;
        let is_pair = |&cell: &usize| layout.is_mine(cell) && layout.is_mine(cell + 1);
        (0..80).filter(is_pair).for_each(|cell| self.pairs[cell] += 1);
    }
}

#[test]
fn layouts_that_need_no_guess_are_equally_likely() {
    const N_LAYOUTS: u64 = 10_000;
    let first = 20;
    let grid = Grid::new("9x9/10".parse().unwrap());
    let near = neighbours(9, 9);
    let mut drawn = Sample::new();
    let mut n_tries = [0.0; 2];
    for seed in 0..N_LAYOUTS {
        let found = generate_no_guess(&grid, Seed(seed), first, 1000).unwrap();
        let layout = found.layout;
        n_tries[0] += found.n_tries as f64;
        assert!(is_solvable(&near, &mines_of(&layout), first), "{layout:#}");
        drawn.add(&layout);
    }
    let mut expected = Sample::new();
    let mut rng = Rng::new(Seed(61));
    let mut n_found = 0;
    while n_found < N_LAYOUTS {
        let mut mines = vec![false; 81];
        while mines.iter().filter(|&&mine| mine).count() < 10 {
            let cell = rng.below(81);
            mines[cell] = cell != first;
        }
        n_tries[1] += 1.0;
        if is_solvable(&near, &mines, first) {
            expected.add(&Layout::from_mines(&grid, (0..81).filter(|&cell| mines[cell])).unwrap());
            n_found += 1;
        }
    }
    let histograms = [
        (&drawn.mines, &expected.mines),
        (&drawn.three_bv, &expected.three_bv),
        (&drawn.pairs, &expected.pairs),
    ];
    for (drawn, expected) in histograms {
        let (chi, freedom) = chi_squared(drawn, expected);
        // Four standard deviations of chi-squared.
        assert!(chi < freedom + 4.0 * (2.0 * freedom).sqrt(), "{chi} of {freedom}");
        assert!(freedom > 20.0);
    }
    // The fraction of layouts that need no guess is the same.
    let shares = n_tries.map(|n_tries| N_LAYOUTS as f64 / n_tries);
    let share = (shares[0] + shares[1]) / 2.0;
    let deviation = (share * (1.0 - share) * (1.0 / n_tries[0] + 1.0 / n_tries[1])).sqrt();
    assert!((shares[0] - shares[1]).abs() < 4.0 * deviation, "{shares:?}");
}

#[test]
fn errors_say_how_many_layouts_were_tried() {
    let grid = Grid::new("4x4/14".parse().unwrap());
    let error = generate_no_guess(&grid, Seed(1), 0, 50).unwrap_err();
    assert_eq!(error.to_string(), "of 50 layouts of 4x4/14 none could be played without a guess");
    let grid = Grid::new("3x3/5:zero".parse().unwrap());
    assert_eq!(generate_no_guess(&grid, Seed(1), 4, 50), Err(NoGuessError::CannotStart));
    assert_eq!(generate_no_guess(&grid, Seed(1), 9, 50), Err(NoGuessError::CannotStart));
    assert_eq!(generate_no_guess(&grid, Seed(1), 0, 50).unwrap().n_tries, 1);
    let grid = Grid::new("101x100/5".parse().unwrap());
    assert_eq!(generate_no_guess(&grid, Seed(1), 4, 50), Err(NoGuessError::TooLarge));
}

#[test]
fn equal_seeds_give_equal_layouts() {
    let grid = Grid::new("12x8/14@hex".parse().unwrap());
    let [one, again, other] =
        [1, 1, 2].map(|seed| generate_no_guess(&grid, Seed(seed), 40, 100_000).unwrap());
    assert_eq!(one, again);
    assert_ne!(one.layout, other.layout);
    let last = Layout::generate(&grid, Seed(1).stream(one.n_tries - 1), 40);
    assert_eq!(one.layout, last);
}
