//! Compares the census with its obvious twin and with golden risks.

use minewise::Rules;
use std::path::Path;

use minewise::board::blocks;
use minewise::census::brute::BruteCensus;
use minewise::census::{CensusError, Counter, DEFAULT_WORK, Outcomes};
use minewise::testing::{random_view, spoil};
use minewise::{Rng, Seed, Verdict, View};

/// Compares all results of the census with those found by looking at every layout. Returns false if there are too many
/// layouts.
fn check_against_brute_force(view: &View, counter: &mut Counter, with_outcomes: bool) -> bool {
    let Some(brute) = BruteCensus::of(view, 20_000) else { return false };
    let census = match counter.census(view) {
        Ok(census) => census,
        Err(CensusError::Clash(_)) => {
            assert!(brute.layouts.is_empty(), "{view:#} fits a layout");
            return true;
        }
        Err(error) => panic!("{view:#}: {error}"),
    };
    assert_eq!(census.layouts().to_string(), brute.layouts.len().to_string(), "{view:#}");
    assert!((census.layouts_log10() - libm::log10(brute.layouts.len() as f64)).abs() < 1e-12, "{view:#}");
    for cell in 0..view.grid().n_cells() {
        let Some(risk) = census.risk(cell) else {
            assert!(!view.is_covered(cell));
            continue;
        };
        let expected = brute.risk(cell);
        assert!((risk - expected).abs() < 1e-12, "{view:#} cell {cell}: {risk}, not {expected}");
        let verdict = match expected {
            0.0 => Verdict::Safe,
            1.0 => Verdict::Mine,
            _ => Verdict::Open,
        };
        assert_eq!(census.verdict(cell), Some(verdict), "{view:#} cell {cell}");
        if with_outcomes {
            let (found, expected) = (census.outcomes(cell), brute.outcomes(cell));
            let is_near = found.is_some_and(|found| near(&found, &expected));
            assert!(is_near, "{view:#} cell {cell}: {found:?}, not {expected:?}");
        }
    }
    true
}

fn near(one: &Outcomes, other: &Outcomes) -> bool {
    let numbers = one.numbers.iter().zip(&other.numbers);
    (one.mine - other.mine).abs() < 1e-12 && numbers.into_iter().all(|(a, b)| (a - b).abs() < 1e-12)
}

#[test]
fn a_hundred_thousand_small_views_of_odd_shapes_agree_with_brute_force() {
    let mut rng = Rng::new(Seed(2));
    let mut counter = Counter::new();
    let mut n_compared = 0;
    while n_compared < 100_000 {
        let rules = Rules::random(&mut rng, 6);
        let mut view = random_view(&mut rng, rules);
        if n_compared % 8 == 0 {
            spoil(&mut rng, &mut view);
        }
        n_compared += usize::from(check_against_brute_force(&view, &mut counter, n_compared % 10 == 0));
    }
}

#[test]
fn golden_risks_are_met_on_every_position() {
    let positions = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/positions");
    for (name, n_views) in [("beginner", 500), ("intermediate", 500), ("expert", 500), ("large", 20)] {
        let read = |ending| std::fs::read_to_string(positions.join(format!("{name}.{ending}"))).unwrap();
        let (views, risks) = (read("views"), read("risks"));
        let mut counter = Counter::new();
        let mut n_compared = 0;
        for ((_, view), (line, risks)) in blocks(&views).zip(blocks(&risks)) {
            let view: View = view.parse().unwrap();
            let census = counter.census(&view).unwrap();
            let expected: Vec<&str> = risks.split_whitespace().skip(1).collect();
            assert_eq!(expected.len(), view.grid().n_cells());
            for (cell, expected) in expected.into_iter().enumerate() {
                match census.risk(cell) {
                    None => assert_eq!(expected, "-", "{name} line {line} cell {cell}"),
                    Some(risk) => {
                        let expected: f64 = expected.parse().unwrap();
                        assert!((risk - expected).abs() < 1e-11, "{name} line {line} cell {cell}: {risk}");
                    }
                }
            }
            n_compared += 1;
        }
        assert_eq!(n_compared, n_views, "{name}");
    }
}

#[test]
fn tangled_views_are_counted() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/positions/stress.views");
    let text = std::fs::read_to_string(path).unwrap();
    let mut n_counted = 0;
    for (line, view) in blocks(&text) {
        let view: View = view.parse().unwrap();
        // A sixteenth of the usual limit: a few milliseconds.
        let census = Counter::with_work(DEFAULT_WORK / 16).census(&view);
        assert!(census.is_ok_and(|census| census.layouts_log10() > 0.0), "line {line}");
        n_counted += 1;
    }
    assert_eq!(n_counted, 10);
}

#[test]
fn a_checkerboard_of_numbers_is_answered_or_refused() {
    let mut rng = Rng::new(Seed(5));
    let grid = minewise::Grid::new("40x40/160".parse().unwrap());
    let layout = minewise::Layout::generate(&grid, Seed(rng.next_u64()), 0);
    let mut view = View::new(&grid);
    for cell in (0..grid.n_cells()).filter(|cell| (cell / 40 + cell % 40) % 2 == 0 && !layout.is_mine(*cell))
    {
        view.show(cell, minewise::Shown::Number(layout.number(cell)));
    }
    match Counter::new().census(&view) {
        Ok(census) => assert!(census.layouts_log10() >= 0.0),
        Err(error) => assert_eq!(error, CensusError::TooMuchWork),
    }
}
