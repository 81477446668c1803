//! Tests of beliefs against the census and brute force, of values against perfect play, and of what must not matter.

use std::collections::HashSet;

use minewise::census::brute::BruteCensus;
use minewise::game::Branch;
use minewise::testing::conformance::layouts_won;
use minewise::testing::random_view;
use minewise::{Game, Grid, Optimal, Status, Verdict};

use super::listed::{Cells, Listed, NeighbourSets};
use super::state::{Reveal, State};
use super::*;

/// Returns options of a quick player for tests.
pub(super) fn quick() -> BssuctOptions {
    BssuctOptions {
        sims: 300,
        backup: Backup::Mean,
        layouts: 400_000,
        nodes: 20_000,
        streams: 1,
        threads: 1,
        cells: 64,
        listed: 300,
        order: Order::Beside,
        prior: Prior::Risk,
        actions: 0.5,
        outcomes: 1.0,
        zeta: 0.5,
        range: 0.3,
        greedy: 0.7,
        leaf: Leaf::Auto,
        belief: Belief::Census,
        forced: true,
        reward: Reward::Chance,
        draws: 1000,
        steps: 20,
    }
}

fn choose(options: BssuctOptions, view: &View, seed: u64) -> Choice {
    let mut player = Bssuct::new(options);
    player.start(view.grid().rules(), Seed(seed));
    player.choose(&Position::new(view.clone()))
}

/// Returns small random views in which some cell is open.
fn views(n_views: usize) -> Vec<(View, Census)> {
    let mut rng = Rng::new(Seed(20));
    let mut views = Vec::new();
    while views.len() < n_views {
        let rules = Rules::random(&mut rng, 5);
        let view = random_view(&mut rng, rules);
        let census = Census::of(&view).unwrap();
        let is_open = view.covered().any(|cell| census.verdict(cell) == Some(Verdict::Open));
        if is_open && !view.is_untouched() && census.layouts_log10() < 3.5 {
            views.push((view, census));
        }
    }
    views
}

const ORDERS: [Order; 3] = [Order::Beside, Order::LeastConstrained, Order::MostConstrained];

fn list(view: &View, order: Order) -> (NeighbourSets, Listed) {
    let neighbour_sets = NeighbourSets::of(view.grid()).unwrap();
    let listed = neighbour_sets.list(view, key_of(view), order, &mut Rng::new(Seed(1)));
    (neighbour_sets, listed.unwrap())
}

fn bits(layout: &minewise::Layout) -> Cells {
    layout.mines().fold(0, |mines, cell| mines | 1 << cell)
}

#[test]
fn a_list_has_every_layout_that_fits_once() {
    for (view, _) in views(500) {
        let Some(brute) = BruteCensus::of(&view, 100_000) else { continue };
        let mut expected: Vec<Cells> = brute.layouts.iter().map(bits).collect();
        expected.sort_unstable();
        for order in ORDERS {
            let mut listed = list(&view, order).1.layouts;
            listed.sort_unstable();
            assert_eq!(listed, expected, "{order:?} {view:#}");
        }
    }
}

#[test]
fn the_cost_of_listing_is_reported_unless_it_is_too_great() {
    for (view, census) in views(100) {
        for order in ORDERS {
            let listing = ListingCost::of(&view, order, 1_000_000).unwrap();
            assert_eq!(listing.n_layouts.to_string(), census.layouts().to_string(), "{view:#}");
            assert!(listing.n_steps >= listing.n_layouts);
            assert_eq!(ListingCost::of(&view, order, listing.n_steps), Some(listing));
            assert_eq!(ListingCost::of(&view, order, listing.n_steps - 1), None);
        }
    }
    assert_eq!(
        ListingCost::of(&View::new(&Grid::new("9x9/10".parse().unwrap())), Order::Beside, 1_000_000),
        None
    );
}

#[test]
fn risks_and_numbers_of_a_list_are_those_of_the_census() {
    for (view, census) in views(500) {
        let (neighbour_sets, listed) = list(&view, Order::Beside);
        let n_layouts = listed.layouts.len() as f64;
        for (cell, risk) in listed.risks() {
            let expected = census.outcomes(cell).unwrap();
            assert!((risk - expected.mine).abs() < 1e-12, "{view:#} {cell}");
            for number in 0..=8 {
                let shows =
                    |&&mines: &&Cells| mines >> cell & 1 == 0 && neighbour_sets.number(mines, cell) == number;
                let share = listed.layouts.iter().filter(shows).count() as f64 / n_layouts;
                assert!((share - expected.numbers[number as usize]).abs() < 1e-12, "{view:#} {cell}");
            }
        }
    }
}

/// With a list and with the census, the same cells are revealed, and the view and its number of layouts are the same.
#[test]
fn lists_and_the_census_lead_to_the_same_views() {
    let mut rng = Rng::new(Seed(21));
    let mut n_on = 0;
    for (view, census) in views(500) {
        let (neighbour_sets, listed) = list(&view, Order::Beside);
        let layout = census.sampler().draw(&mut rng);
        let Some(cell) = view.covered().find(|&cell| !layout.is_mine(cell)) else { continue };
        for forced in [true, false] {
            let mut ways = [0, 1].map(|_| Reveal { forced, shown: Some(Vec::new()) });
            let by_list = listed.reveal(&neighbour_sets, cell, bits(&layout), &mut ways[0]);
            let mut simulator = Simulator::new(view.grid(), 0, Order::Beside);
            let by_census =
                simulator.reveal((key_of(&view), view.clone()), &layout, cell, &mut ways[1], &mut rng);
            let shown = ways.map(|way| way.shown.unwrap().into_iter().collect::<HashSet<_>>());
            match (by_list, by_census) {
                (State::Won, State::Won) => {}
                (State::Listed(listed), State::Counted(counted)) => {
                    assert_eq!(shown[0], shown[1], "{view:#}");
                    assert_eq!((listed.key, listed.key), (counted.key, key_of(&counted.view)), "{view:#}");
                    assert_eq!(counted.census.layouts().to_string(), listed.layouts.len().to_string());
                    n_on += 1;
                }
                other => panic!("{view:#}: {other:?}"),
            }
        }
    }
    assert!(n_on > 200, "{n_on}");
}

/// The consistency that the paper claims, here with a proof: enough simulations end at the optimum, whatever the seed.
#[test]
fn a_proof_ends_at_the_optimum() {
    for (rules, n_won, n_layouts) in
        [("4x4/4", 961, 1365), ("5x2/3", 21, 84), ("1x10/5", 24, 126), ("3x3/7", 2, 8)]
    {
        let grid = Grid::new(rules.parse().unwrap());
        for seed in 0..10 {
            let options = BssuctOptions { backup: Backup::Proven, sims: 10_000, ..quick() };
            let choice = choose(options, &View::new(&grid), seed);
            let expected = WinChance::Exact(n_won as f64 / n_layouts as f64);
            assert_eq!(choice.chosen().unwrap().win, Some(expected), "{rules} {seed}");
        }
    }
}

#[test]
fn games_by_proofs_win_what_perfect_play_wins() {
    for (rules, n_won, n_layouts) in
        [("5x2/3", 21, 84), ("10x1/5", 24, 126), ("3x3/7", 2, 8), ("4x3/3:any@hex", 129, 220)]
    {
        let grid = Grid::new(rules.parse().unwrap());
        let mut player = Bssuct::new(BssuctOptions { backup: Backup::Proven, sims: 10_000, ..quick() });
        let won = layouts_won(&mut player, &grid, Seed(7));
        assert_eq!((won.n_won, won.n_layouts), (n_won, n_layouts), "{rules}");
    }
}

/// A thinking player stops when time is up, and before that when nothing is left to prove.
#[test]
fn time_limits_a_search_and_a_proof_ends_it() {
    let think = |view: &str, backup: Backup, n_looks: u64| {
        let position = Position::new(view.parse().unwrap());
        let n_asked = std::sync::atomic::AtomicU64::new(0);
        let has_time = || n_asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < n_looks;
        let mut player = Bssuct::new(BssuctOptions { backup, sims: 1, ..quick() });
        player.start(position.view().grid().rules(), Seed(1));
        let choice = player.think(&position, &has_time);
        choice.candidates.iter().filter_map(|candidate| candidate.visits).sum::<u64>()
    };
    let view = "6x6/8 1...../....../..2.../....../....../......";
    assert_eq!(think(view, Backup::Mean, 10), 11 * LOOK_AT_CLOCK_EVERY);
    assert_eq!(think("4x3/3 1.../..../....", Backup::Proven, 0), LOOK_AT_CLOCK_EVERY);
    assert!(think("4x3/3 1.../..../....", Backup::Proven, u64::MAX) < 1000);
}

#[test]
fn values_tend_to_the_optimum() {
    for (rules, sims) in [("3x3/7", 1000), ("5x2/3", 4000), ("4x3/3:any", 4000), ("3x3/3@hex", 4000)] {
        let grid = Grid::new(rules.parse().unwrap());
        let view = View::new(&grid);
        let best =
            Optimal::of(&view, minewise::perfect::Limits::nodes(1_000_000)).unwrap().best().unwrap().value();
        let choice = choose(BssuctOptions { sims, ..quick() }, &view, 1);
        let Some(WinChance::Estimate(value)) = choice.chosen().unwrap().win else { panic!("{choice:?}") };
        assert!((value - best).abs() < 0.03, "{rules}: {value}, not {best}");
    }
}

#[test]
fn the_centre_of_3x3_with_7_mines_is_never_first() {
    let view = View::new(&Grid::new("3x3/7".parse().unwrap()));
    for seed in 0..100 {
        assert_ne!(choose(quick(), &view, seed).cell, Some(4), "{seed}");
    }
}

#[test]
fn the_centre_of_5x5_with_15_mines_is_found_where_it_shows_0() {
    let view = View::new(&Grid::new("5x5/15:zero".parse().unwrap()));
    for seed in 0..500 {
        let choice = choose(quick(), &view, seed);
        assert_eq!(choice.cell, Some(12), "{seed}");
        assert_eq!(choice.chosen().unwrap().win, Some(WinChance::Estimate(1.0)));
    }
}

/// On a view where the least risk is not best, every belief and reward finds a best cell by perfect play.
#[test]
fn every_belief_and_reward_finds_the_better_cell() {
    let view: View = "10x1/5 1.........".parse().unwrap();
    let optimal = Optimal::of(&view, minewise::perfect::Limits::nodes(1_000_000)).unwrap();
    let best = optimal.best().unwrap().n_won;
    let good: Vec<Cell> = optimal.cells.iter().filter(|one| one.n_won == best).map(|one| one.cell).collect();
    for belief in [Belief::Census, Belief::Rejection, Belief::Mcmc] {
        for (reward, forced) in [(Reward::Chance, true), (Reward::Result, true), (Reward::Chance, false)] {
            let options = BssuctOptions { sims: 8000, belief, reward, forced, ..quick() };
            let cell = choose(options, &view, 1).cell.unwrap();
            assert!(good.contains(&cell), "{belief:?} {reward:?} {forced}: {cell}, not one of {good:?}");
        }
    }
}

#[test]
fn threads_do_not_change_the_choice_and_streams_add_up() {
    let view: View = "6x6/8 1...../....../..2.../....../....../......".parse().unwrap();
    let options = BssuctOptions { streams: 3, ..quick() };
    let one = choose(options, &view, 5);
    for threads in [2, 3, 8] {
        assert_eq!(choose(BssuctOptions { threads, ..options }, &view, 5), one);
    }
    assert_eq!(one.candidates.iter().filter_map(|candidate| candidate.visits).sum::<u64>(), 300);
    assert_ne!(choose(quick(), &view, 5).candidates, one.candidates);
}

#[test]
fn visits_of_a_view_are_kept_for_the_next_move() {
    let grid = Grid::new("5x5/8".parse().unwrap());
    let mut n_kept = 0;
    for seed in 0..20 {
        let mut game = Game::new(&grid, Seed(seed));
        let mut player = Bssuct::new(quick());
        while !game.is_over() {
            let choice = player.choose(game.position());
            let n_visits: u64 = choice.candidates.iter().filter_map(|candidate| candidate.visits).sum();
            n_kept += n_visits.saturating_sub(300);
            game.reveal(choice.cell.unwrap()).unwrap();
        }
    }
    assert!(n_kept > 100, "{n_kept}");
}

#[test]
fn a_tree_has_exact_chances_and_visits_that_add_up() {
    for view in ["5x3/3 1..../...../.....", "4x3/3:any ..../..../...."] {
        let view: View = view.parse().unwrap();
        for (streams, forced) in [(1, true), (2, true), (1, false)] {
            let mut player = Bssuct::new(BssuctOptions { streams, forced, ..quick() });
            let tree = player.tree(&Position::new(view.clone())).unwrap();
            assert_eq!(tree.visits, Some(300));
            check_tree(&tree, &mut view.clone());
        }
    }
}

/// Checks all chances below a node, and that the nodes below it together have no more visits than the node itself.
fn check_tree(tree: &Tree, view: &mut View) {
    let below: u64 = tree.children.iter().filter_map(|child| child.visits).sum();
    assert!(Some(below) <= tree.visits, "{tree:?}");
    let Branch::Reveal(cell) = tree.branch else {
        return tree.children.iter().for_each(|child| check_tree(child, view));
    };
    let census = Census::of(view).unwrap();
    let expected = census.outcomes(cell).unwrap();
    for child in &tree.children {
        match child.branch {
            Branch::Mine => assert_eq!(child.chance, Some(expected.mine)),
            Branch::Number(number) => {
                let chance = expected.numbers[usize::from(number)];
                assert!((child.chance.unwrap() - chance).abs() < 1e-12);
                view.show(cell, minewise::Shown::Number(number));
                check_tree(child, view);
                view.show(cell, minewise::Shown::Covered);
            }
            _ => panic!("{child:?}"),
        }
    }
}

#[test]
fn the_tree_has_no_more_views_than_allowed() {
    let view: View = "6x6/8 1...../....../..2.../....../....../......".parse().unwrap();
    let mut player = Bssuct::new(BssuctOptions { nodes: 10, ..quick() });
    let choice = player.choose(&Position::new(view));
    assert_eq!(player.streams[0].tree.nodes.len(), 10);
    assert_eq!(choice.candidates.iter().filter_map(|candidate| candidate.visits).sum::<u64>(), 300);
}

#[test]
fn a_large_grid_is_played_with_fewer_simulations_and_a_huge_one_without() {
    let view = View::new(&Grid::new("100x100/2000".parse().unwrap()));
    let choice = choose(BssuctOptions { sims: 1_000_000, ..quick() }, &view, 1);
    assert_eq!(choice.candidates.iter().filter_map(|candidate| candidate.visits).sum::<u64>(), 50);
    let view = View::new(&Grid::new("200x200/8000".parse().unwrap()));
    assert!(choose(quick(), &view, 1).candidates.is_empty());
}

#[test]
fn a_belief_that_finds_no_layout_says_so() {
    let view: View = "9x4/12 ........./.3.4.4.3./.3.4.4.3./.........".parse().unwrap();
    let options = BssuctOptions { belief: Belief::Rejection, draws: 1, sims: 10, ..quick() };
    let reason = choose(options, &view, 1).reason.to_string();
    assert_eq!(reason, "no random layout fits; least risky by single numbers");
}

#[test]
fn games_are_won_on_large_boards_too() {
    let grid = Grid::new("16x16/40".parse().unwrap());
    let mut player = Bssuct::new(BssuctOptions { sims: 50, ..quick() });
    let won = |seed: u64| {
        let mut game = Game::new(&grid, Seed(seed));
        player.start(grid.rules(), Seed(seed));
        while !game.is_over() {
            game.reveal(player.choose(game.position()).cell.unwrap()).unwrap();
        }
        game.status() == Status::Won
    };
    // About three in four are won.
    let n_won = (0..40).map(won).filter(|&won| won).count();
    assert!(n_won > 18, "{n_won}");
}

/// Simulations left out at the end would not have changed which cell was tried most.
#[test]
fn stopping_early_changes_no_choice() {
    let mut n_stopped = 0;
    for (view, census) in views(60) {
        let options = quick();
        let stream = Stream { rng: Rng::new(Seed(3)), tree: Arc::default() };
        let [whole, stopped] = [false, true].map(|may_stop| {
            let mut search = stream.clone().start_search(&options, &view, &census, false);
            search.run(&Budget { n_sims: options.sims, has_time: &|| true }, may_stop);
            let actions = search.tree.root_actions();
            let n_visits: u64 = actions.iter().map(|action| action.n_visits).sum();
            let best = actions.iter().rev().max_by_key(|action| action.n_visits).unwrap();
            (best.cell, n_visits)
        });
        assert_eq!(whole.0, stopped.0, "{view:#}");
        assert_eq!(whole.1, options.sims);
        n_stopped += usize::from(stopped.1 < options.sims);
    }
    assert!(n_stopped > 20, "{n_stopped}");
}
