//! Tests that compare the solver and its counts with the census, and with a library of decision diagrams, on views of
//! played games.
//!
//! `MINEWISE_SAT_VIEWS=10000 cargo test -p minewise-players sat::agreement` compares 10,000 views instead of 3,000, a
//! tenth of them with decision diagrams.

use biodivine_lib_bdd::{Bdd, BddVariable, BddVariableSet};
use minewise::{Game, Grid, Player, Position, Rng, Seed, Shown, View};

use super::analysis::SatAnalysis;
use super::count::{Regions, count};
use super::encoding::Encoding;
use super::solver::{Fact, Global, Knowledge};
use super::{Counting, Sat, SatOptions};

/// Small boards of every topology and start, whose whole frontier can be counted together.
const SMALL: [&str; 9] = [
    "5x3/3",
    "4x6/5:any",
    "6x5/6@torus",
    "5x7/8:any@hex",
    "7x5/7@knight",
    "8x8/10",
    "8x6/9:zero",
    "4x4/5:zero",
    "6x6/6",
];

/// Classic boards and odd topologies of their size, counted region by region.
const CLASSIC: [&str; 5] = ["9x9/10", "16x16/40", "22x22/99", "12x14/28@torus", "14x12/30@hex"];

fn n_views() -> usize {
    std::env::var("MINEWISE_SAT_VIEWS").ok().and_then(|text| text.parse().ok()).unwrap_or(3_000)
}

/// Plays games under all of these rules in turn, and calls `look` before every choice of the player but the first. The
/// knowledge of a game is kept from view to view.
fn for_views(rules: &[&str], n_views: usize, mut look: impl FnMut(&Position, &mut Knowledge)) {
    let mut n_seen = 0;
    for seed in (0..).map(Seed) {
        let grid = Grid::new(rules[seed.0 as usize % rules.len()].parse().unwrap());
        let encoding = if seed.0.is_multiple_of(2) { Encoding::Sequential } else { Encoding::Naive };
        let mut game = Game::new(&grid, seed);
        let mut knowledge = Knowledge::new(&grid, encoding, Global::Always, &[]);
        let split = Counting { regions: Regions::Split, penalty: 0.03 };
        let mut player = Sat::new(SatOptions { encoding, counting: Some(split), ..SatOptions::default() });
        player.start(grid.rules(), seed.stream(1));
        while let Some(cell) = player.choose(game.position()).cell {
            game.reveal(cell).unwrap();
            if game.is_over() {
                break;
            }
            knowledge.learn(game.view());
            let found = knowledge.find_all();
            assert!(!found.is_contradictory && !found.is_incomplete, "{}", game.view());
            look(game.position(), &mut knowledge);
            n_seen += 1;
            if n_seen == n_views {
                return;
            }
        }
    }
}

/// Checks every verdict, and every risk to 1e-9, against the census.
fn check_against_census(position: &Position, knowledge: &Knowledge, regions: Regions) -> bool {
    let view = position.view();
    let analysis = SatAnalysis::known(view, knowledge, Encoding::Sequential);
    let agreement = analysis.compare(position.census().unwrap(), regions);
    assert_eq!((agreement.n_verdicts, agreement.n_different), (view.n_covered(), 0), "{view}");
    assert!(agreement.greatest.is_none_or(|greatest| greatest < 1e-9), "{agreement:?} of {view}");
    agreement.greatest.is_some()
}

/// Checks views of these rules against the census; nearly all of them must have few enough models to count.
#[track_caller]
fn check_games(rules: &[&str], n_views: usize, regions: Regions) {
    let (mut n_seen, mut n_counted) = (0, 0);
    for_views(rules, n_views, |position, knowledge| {
        n_counted += usize::from(check_against_census(position, knowledge, regions));
        n_seen += 1;
    });
    assert!(n_counted * 100 >= n_seen * 99, "only {n_counted} of {n_seen} views were counted");
}

#[test]
fn the_census_agrees_on_small_boards_counted_at_once() {
    check_games(&SMALL, n_views() / 3, Regions::Joint);
}

#[test]
fn the_census_agrees_on_small_boards_counted_by_region() {
    check_games(&SMALL, n_views() / 3, Regions::Split);
}

#[test]
fn the_census_agrees_on_classic_boards_counted_by_region() {
    check_games(&CLASSIC, n_views() / 3, Regions::Split);
}

/// Returns a decision diagram of what the numbers of a view allow, with its undecided frontier cells as variables.
fn diagram(view: &View, facts: &[Fact], cells: &[usize]) -> (BddVariableSet, Bdd) {
    let set = BddVariableSet::new_anonymous(u16::try_from(cells.len()).unwrap());
    let vars = set.variables();
    let mut diagram = set.mk_true();
    for number in 0..facts.len() {
        let Shown::Number(n_around) = view.shown(number) else { continue };
        let near = view.grid().neighbours(number);
        let n_known = near.clone().filter(|&near| facts[near] == Fact::Mine).count();
        let open: Vec<BddVariable> =
            near.filter_map(|near| cells.binary_search(&near).ok()).map(|place| vars[place]).collect();
        diagram = diagram.and(&set.mk_sat_exactly_k(usize::from(n_around) - n_known, &open));
    }
    (set, diagram)
}

/// Returns the number of ways in which `k` of `n` cells can be mines: 0 if `k` is `None` (negative) or too great.
fn choose(n: usize, k: Option<usize>) -> f64 {
    let Some(k) = k.filter(|&k| k <= n) else { return 0.0 };
    (0..k).map(|idx| (n - idx) as f64 / (idx + 1) as f64).product()
}

#[test]
fn decision_diagrams_count_the_same_models_and_risks() {
    let mut rng = Rng::new(Seed(1));
    let mut n_counted = 0;
    for_views(&SMALL, n_views() / 10, |position, knowledge| {
        let (view, facts) = (position.view(), knowledge.facts());
        let Some(counts) = count(view, facts, Encoding::Naive, Regions::Joint) else { return };
        n_counted += 1;
        let cells: Vec<usize> = counts.frontier.iter().map(|&(cell, _)| cell).collect();
        let (set, diagram) = diagram(view, facts, &cells);
        assert_eq!(diagram.exact_cardinality().to_string(), counts.n_models.to_string(), "{view}");
        let split = SatAnalysis::known(view, knowledge, Encoding::Naive).models(Regions::Split);
        assert_eq!(split.map(|models| models.n_joint), Some(counts.n_models as f64), "{view}");
        if cells.is_empty() {
            return;
        }
        let n_known = facts.iter().filter(|&&fact| fact == Fact::Mine).count();
        let n_left = view.grid().rules().n_mines() - n_known;
        let place = rng.below(cells.len());
        let (mut total, mut with_mine) = (0.0, 0.0);
        for n_mines in 0..=cells.len() {
            let ways = choose(counts.outside.len(), n_left.checked_sub(n_mines));
            let models = diagram.and(&set.mk_sat_exactly_k(n_mines, &set.variables()));
            total += ways * models.cardinality();
            with_mine += ways * models.and(&set.mk_literal(set.variables()[place], true)).cardinality();
        }
        let (risk, expected) = (counts.frontier[place].1, with_mine / total);
        assert!((risk - expected).abs() < 1e-9, "{}: {risk}, not {expected}\n{view}", cells[place]);
    });
    assert!(n_counted * 100 >= n_views() / 10 * 99, "only {n_counted} views were counted");
}
