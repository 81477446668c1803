//! Proofs against perfect play, and parts of layouts against revealing one layout after the other.

use std::collections::BTreeMap;

use minewise::perfect::Limits;
use minewise::testing::random_view;
use minewise::{Census, Optimal, Rules, Seed};

use super::super::Leaf;
use super::super::listed::{NeighbourSets, Order};
use super::super::state::{Reveal, key_of};
use super::super::tests::quick;
use super::*;

/// Plays simulations from a view, and returns for each cell tried its bounds, and whether the search has ended.
fn prove(view: &View, n_sims: u64) -> (Vec<(Cell, Bounds, u64)>, bool) {
    let simulator = Simulator::new(view.grid(), 1, Order::Beside);
    let mut rng = Rng::new(Seed(1));
    let sets = simulator.neighbour_sets.as_ref().unwrap();
    let listed = sets.list(view, key_of(view), Order::Beside, &mut rng).unwrap();
    let options = BssuctOptions { leaf: Leaf::Paper, ..quick() };
    let mut proof = Proof::new(&options, simulator, &mut rng, view, listed);
    proof.run(&Budget { n_sims, has_time: &|| true });
    let tried = proof.tried().iter().map(|action| (action.cell, action.bounds, action.n_layouts)).collect();
    (tried, proof.has_ended())
}

/// Random views with few layouts, some of them untouched, on all topologies and with all starts.
fn views(n_views: usize) -> Vec<View> {
    let mut rng = Rng::new(Seed(26));
    let mut views = Vec::new();
    while views.len() < n_views {
        let rules = Rules::random(&mut rng, 4);
        let untouched = View::new(&Grid::new(rules));
        let view = if rng.below(5) == 0 { untouched } else { random_view(&mut rng, rules) };
        let Ok(census) = Census::of(&view) else { continue };
        let is_on = view.n_covered() > rules.n_mines();
        if is_on && census.layouts_log10() <= 3.0 && (view.is_untouched() || census.safe().len() == 0) {
            views.push(view);
        }
    }
    views
}

#[test]
fn a_search_that_ends_has_found_a_best_cell_and_its_value() {
    for view in views(1000) {
        let (tried, has_ended) = prove(&view, 1_000_000);
        assert!(has_ended, "{view:#}");
        let optimal = Optimal::of(&view, Limits::nodes(10_000_000)).unwrap();
        let best = optimal.best().unwrap();
        let (cell, bounds, n_layouts) = tried[0];
        let chosen = optimal.cells.iter().find(|one| one.cell == cell).expect("every cell has a value");
        assert_eq!(chosen.n_layouts, n_layouts, "{view:#} {cell}");
        let is_bounded = bounds.low <= chosen.n_won && chosen.n_won <= bounds.high;
        assert!(is_bounded, "{view:#} {cell}: {bounds:?}, not {}", chosen.n_won);
        assert_eq!(chosen.n_won * best.n_layouts, best.n_won * chosen.n_layouts, "{view:#} {cell}");
    }
}

#[test]
fn bounds_hold_at_every_moment() {
    let mut n_open = 0;
    for view in views(300) {
        let optimal = Optimal::of(&view, Limits::nodes(10_000_000)).unwrap();
        for n_sims in [1, 3, 10, 30, 100] {
            for (cell, bounds, _) in prove(&view, n_sims).0 {
                let one = optimal.cells.iter().find(|one| one.cell == cell).expect("every cell has a value");
                let is_bounded = bounds.low <= one.n_won && one.n_won <= bounds.high;
                assert!(is_bounded, "{view:#} {cell}: {bounds:?}, {} of {}", one.n_won, one.n_layouts);
                n_open += usize::from(!bounds.is_proven());
            }
        }
    }
    assert!(n_open > 300, "{n_open}");
}

/// The obvious twin of [`Listed::divide`]: reveals the cell in one layout after the other.
fn divide_plainly(listed: &Listed, sets: &NeighbourSets, cell: Cell) -> (u64, BTreeMap<u128, Vec<Cells>>) {
    let (mut n_won, mut parts) = (0, BTreeMap::<u128, Vec<Cells>>::new());
    for &mines in listed.layouts.iter().filter(|&mines| mines >> cell & 1 == 0) {
        match listed.reveal(sets, cell, mines, &mut Reveal { forced: true, shown: None }) {
            State::Won => n_won += 1,
            State::Listed(part) => parts.entry(part.key).or_default().push(mines),
            other => panic!("{other:?}"),
        }
    }
    (n_won, parts)
}

#[test]
fn parts_are_those_of_revealing_every_layout() {
    let mut n_parts = 0;
    for view in views(1000) {
        let sets = NeighbourSets::of(view.grid()).unwrap();
        let listed = sets.list(&view, key_of(&view), Order::Beside, &mut Rng::new(Seed(2))).unwrap();
        for cell in view.covered() {
            let (n_won, parts) = listed.divide(&sets, cell, 1 << cell);
            n_parts += parts.len();
            let parts: BTreeMap<u128, Vec<Cells>> =
                parts.into_iter().map(|part| (part.key, part.layouts)).collect();
            assert_eq!((n_won, parts), divide_plainly(&listed, &sets, cell), "{view:#} {cell}");
        }
    }
    assert!(n_parts > 1000, "{n_parts}");
}
