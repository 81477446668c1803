//! Tests that risks from samples agree with the census on views of every topology, and agree better with larger
//! samples.

use minewise::Rules;
use minewise::testing::random_view;
use minewise::{Census, Rng, Seed, View};
use minewise_players::{Mcmc, Rejection, SampledRisks};

/// Returns small random views with covered and revealed cells.
fn views(n_views: usize) -> Vec<View> {
    let mut rng = Rng::new(Seed(11));
    let mut views = Vec::new();
    while views.len() < n_views {
        let rules = Rules::random(&mut rng, 5);
        let view = random_view(&mut rng, rules);
        if view.n_covered() > 0 && view.n_covered() < view.grid().n_cells() {
            views.push(view);
        }
    }
    views
}

/// Returns the root mean square error against the census, over all covered cells.
fn error(views: &[View], sample: impl Fn(&View, &mut Rng) -> Option<SampledRisks>) -> f64 {
    let (mut sum, mut n_cells) = (0.0, 0);
    for (idx, view) in views.iter().enumerate() {
        let census = Census::of(view).unwrap();
        let Some(sampled) = sample(view, &mut Rng::new(Seed(idx as u64))) else {
            panic!("no layout found: {view:#}")
        };
        for cell in view.covered() {
            let Some(risk) = sampled.risk(cell) else { continue };
            sum += minewise::num::power(risk - census.risk(cell).unwrap(), 2);
            n_cells += 1;
        }
        assert_eq!(sampled.risk((0..).find(|&cell| !view.is_covered(cell)).unwrap()), None);
    }
    assert!(n_cells > 500, "{n_cells}");
    (sum / f64::from(n_cells)).sqrt()
}

#[test]
fn rejection_approaches_the_census_with_larger_samples() {
    let views = views(300);
    let by = |n_wanted| error(&views, |view, rng| Some(Rejection::risks(view, 20_000, n_wanted, rng)));
    let (few, more, many) = (by(25), by(400), by(2_500));
    // A uniform sample of n layouts has a standard error of at most 0.5 / √n. The bounds are looser, since of some
    // views fewer layouts are found.
    assert!(few < 0.1 && more < 0.03 && many < 0.015, "{few} {more} {many}");
    assert!(few > 2.0 * more && more > 1.5 * many, "{few} {more} {many}");
}

#[test]
fn mcmc_approaches_the_census_with_longer_walks() {
    let views = views(300);
    let by = |n_steps| error(&views, |view, rng| Mcmc::risks(view, n_steps, rng));
    let (short, longer, long) = (by(100), by(2_000), by(40_000));
    assert!(short > 2.0 * longer && longer > 2.0 * long && long < 0.02, "{short} {longer} {long}");
}

/// The stuck view of Dei Rossi: with its five mines four layouts fit, and no single swap leads to or from one of them.
#[test]
fn a_walk_reaches_layouts_that_no_single_swap_reaches() {
    let view: View = "4x4/5 ..../.3FF/.322/.100".parse().unwrap();
    let sampled = Mcmc::risks(&view, 1_000_000, &mut Rng::new(Seed(1))).unwrap();
    for (cell, risk) in [(0, 0.25), (1, 0.25), (2, 0.25), (3, 0.25), (4, 1.0), (8, 0.25), (12, 0.75)] {
        let found = sampled.risk(cell).unwrap();
        assert!((found - risk).abs() < 0.02, "{cell}: {found}");
    }
}
