//! The census of any small view, on any topology and even if no layout fits, agrees with looking at every layout.

#![no_main]

use libfuzzer_sys::fuzz_target;
use minewise::census::brute::{BruteCensus, fits};
use minewise::census::{CensusError, Clash, Outcomes};
use minewise::num::Natural;
use minewise::{Cell, Census, Grid, Layout, Rng, Rules, Seed, Shown, Start, Topology, Verdict, View};

/// Views with more layouts are skipped, so that each input is fast.
const MOST_LAYOUTS: u64 = 1_500;

/// Clashes are checked against every subset of the covered cells, if there are at most this many.
const MOST_COVERED: usize = 12;

fuzz_target!(|bytes: &[u8]| {
    let Some(view) = view(bytes) else { return };
    let Some(brute) = BruteCensus::of(&view, MOST_LAYOUTS) else { return };
    match Census::of(&view) {
        Ok(census) => {
            check_cells(&view, &census, &brute);
            check_layouts(&view, &census, &brute);
        }
        Err(CensusError::Clash(clash)) => {
            assert!(brute.layouts.is_empty(), "{view:#} fits a layout");
            check_clash(&view, &clash);
        }
        Err(error) => panic!("{view:#}: {error}"),
    }
});

/// Builds a view from bytes: one each for width, height, topology and mine count, then one for each cell.
///
/// The view is derived from a layout, so that a layout often fits it. Some bytes change a number or the count, so
/// that perhaps none does.
fn view(bytes: &[u8]) -> Option<View> {
    let [width, height, topology, count, cells @ ..] = bytes else { return None };
    let (width, height) = (1 + usize::from(width % 7), 1 + usize::from(height % 7));
    let topology = Topology::ALL[usize::from(*topology) % Topology::ALL.len()];
    let byte = |cell: Cell| cells.get(cell).copied().unwrap_or(1);
    let is_mine = |cell: Cell| byte(cell) & 3 == 0;
    let n_mines = (0..width * height).filter(|&cell| is_mine(cell)).count();
    let n_mines = match count % 8 {
        6 => n_mines + 1,
        7 => n_mines.checked_sub(1)?,
        _ => n_mines,
    };
    let grid = Grid::new(Rules::new(width, height, n_mines, Start::Any, topology).ok()?);
    let mut view = View::new(&grid);
    for cell in 0..grid.n_cells() {
        let number = grid.neighbours(cell).filter(|&near| is_mine(near)).count() as u8;
        let shown = match (byte(cell) >> 4, byte(cell) >> 2 & 3) {
            (15, _) => Shown::Number((number + 1).min(8)),
            (14, _) => Shown::Flag,
            (13, _) => Shown::Number(byte(cell) % 9),
            (_, 0 | 1) => Shown::Covered,
            _ if is_mine(cell) => Shown::Mine,
            _ => Shown::Number(number),
        };
        view.show(cell, shown);
    }
    Some(view)
}

fn check_cells(view: &View, census: &Census, brute: &BruteCensus) {
    let n_layouts = brute.layouts.len();
    assert_eq!(census.layouts().to_string(), n_layouts.to_string(), "{view:#}");
    assert!(n_layouts > 0 && (census.layouts_log10() - Natural::from(n_layouts as u64).log10()).abs() < 1e-12, "{view:#}");
    for cell in 0..view.grid().n_cells() {
        if !view.is_covered(cell) {
            assert_eq!((census.risk(cell), census.verdict(cell)), (None, None), "{view:#} cell {cell}");
            assert_eq!(census.outcomes(cell), None, "{view:#} cell {cell}");
            continue;
        }
        let outcomes = brute.outcomes(cell);
        let verdict = match outcomes.mine {
            0.0 => Verdict::Safe,
            1.0 => Verdict::Mine,
            _ => Verdict::Open,
        };
        assert_eq!(census.verdict(cell), Some(verdict), "{view:#} cell {cell}");
        let risk = census.risk(cell).expect("covered");
        assert!((risk - outcomes.mine).abs() < 1e-12, "{view:#} cell {cell}: {risk}, not {}", outcomes.mine);
        let found = census.outcomes(cell).expect("outcomes of small views can be computed");
        assert!(near(&found, &outcomes), "{view:#} cell {cell}: {found:?}, not {outcomes:?}");
    }
}

fn near(one: &Outcomes, other: &Outcomes) -> bool {
    let numbers = one.numbers.iter().zip(&other.numbers);
    numbers.chain([(&one.mine, &other.mine)]).all(|(one, other)| (one - other).abs() < 1e-12)
}

/// Checks that `all_layouts` lists the layouts that fit, each once, and that sampled layouts fit.
fn check_layouts(view: &View, census: &Census, brute: &BruteCensus) {
    let n_layouts = brute.layouts.len();
    let all = census.all_layouts(n_layouts).expect("the limit is their number");
    assert_eq!(sorted(&all), sorted(&brute.layouts), "{view:#}");
    assert!(census.all_layouts(n_layouts - 1).is_none(), "{view:#}");
    let (sampler, mut rng) = (census.sampler(), Rng::new(Seed(n_layouts as u64)));
    for _ in 0..8 {
        let layout = sampler.draw(&mut rng);
        assert!(fits(&layout, view), "{view:#} does not fit {layout:#}");
    }
}

fn sorted(layouts: &[Layout]) -> Vec<Vec<Cell>> {
    let mut sorted: Vec<Vec<Cell>> = layouts.iter().map(|layout| layout.mines().collect()).collect();
    sorted.sort_unstable();
    sorted
}

/// Checks that the named facts clash, and that a layout fits if any one of them is left out.
fn check_clash(view: &View, clash: &Clash) {
    if view.n_covered() > MOST_COVERED {
        return;
    }
    let Clash { numbers, mine_count, .. } = clash;
    assert!(!some_fits(view, numbers, *mine_count), "{view:#}: {clash}, but they do not clash");
    assert!(!mine_count || some_fits(view, numbers, false), "{view:#}: {clash}, without the count too");
    for forgotten in numbers {
        let rest: Vec<Cell> = numbers.iter().copied().filter(|cell| cell != forgotten).collect();
        assert!(some_fits(view, &rest, *mine_count), "{view:#}: {clash}, without {forgotten} too");
    }
}

/// Whether some set of mines on the covered cells fits these numbers, and the mine count if it is included.
fn some_fits(view: &View, numbers: &[Cell], mine_count: bool) -> bool {
    let covered: Vec<Cell> = view.covered().collect();
    (0u32..1 << covered.len()).any(|mines| {
        let is_mine = |cell: Cell| match covered.binary_search(&cell) {
            Ok(place) => mines >> place & 1 == 1,
            Err(_) => view.shown(cell) == Shown::Mine,
        };
        let n_around = |cell: Cell| view.grid().neighbours(cell).filter(|&near| is_mine(near)).count();
        let n_mines = (0..view.grid().n_cells()).filter(|&cell| is_mine(cell)).count();
        (!mine_count || n_mines == view.grid().rules().n_mines())
            && numbers.iter().all(|&cell| view.shown(cell) == Shown::Number(n_around(cell) as u8))
    })
}
