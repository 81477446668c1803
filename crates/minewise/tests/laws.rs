//! Checks the laws that views, games and the census must obey, on random views of odd shapes.

use std::sync::Arc;

use minewise::census::brute::{BruteCensus, fits};
use minewise::census::{CensusError, Clash, Counter};
use minewise::game::Transcript;
use minewise::num::Natural;
use minewise::testing::{random_view, spoil};
use minewise::{Census, Game, Grid, Layout, Position, Rng, Rules, Seed, Shown, Topology, View};

fn views(seed: u64, n_views: usize, longest: usize) -> impl Iterator<Item = (Rng, View)> {
    let mut rng = Rng::new(Seed(seed));
    (0..n_views).map(move |idx| {
        let rules = Rules::random(&mut rng, longest);
        (Rng::new(Seed(idx as u64)), random_view(&mut rng, rules))
    })
}

#[test]
fn what_is_written_is_read_back() {
    for (mut rng, view) in views(1, 2000, 12) {
        assert_eq!(view.to_string().parse(), Ok(view.clone()));
        assert_eq!(format!("{view:#}").parse(), Ok(view.clone()));
        let grid = view.grid();
        assert_eq!(grid.rules().to_string().parse(), Ok(*grid.rules()));
        let first = (0..grid.n_cells()).find(|&cell| grid.can_start_at(cell)).unwrap();
        let seed = Seed(rng.next_u64());
        let layout = Layout::generate(grid, seed, first);
        assert_eq!(layout.to_string().parse(), Ok(layout));
        let mut game = Game::new(grid, seed);
        game.reveal(first).unwrap();
        let transcript = Transcript::of(&game, seed);
        assert_eq!(transcript.to_string().parse(), Ok(transcript.clone()));
        assert_eq!(transcript.replay().unwrap().view(), game.view());
    }
}

/// Every layout has either a mine or some number at a cell. So the numbers of layouts must add up exactly.
#[test]
fn revealing_a_cell_keeps_exactly_the_layouts_that_show_it() {
    let mut counter = Counter::new();
    for (mut rng, view) in views(2, 600, 9) {
        let Ok(census) = counter.census(&view) else { continue };
        let covered: Vec<usize> = view.covered().collect();
        if covered.is_empty() {
            continue;
        }
        let cell = covered[rng.below(covered.len())];
        let outcomes = census.outcomes(cell).unwrap();
        let mut sum = Natural::ZERO;
        let shown = (0..9).map(Shown::Number).chain([Shown::Mine]);
        for (shown, chance) in shown.zip(outcomes.numbers.into_iter().chain([outcomes.mine])) {
            let mut next = view.clone();
            next.show(cell, shown);
            let n_layouts = counter.census(&next).map_or(Natural::ZERO, |census| census.layouts().clone());
            let expected = n_layouts.fraction_of(census.layouts());
            assert!(
                (chance - expected).abs() < 1e-12,
                "{view:#} cell {cell} {shown:?}: {chance}, not {expected}"
            );
            sum += &n_layouts;
        }
        assert_eq!(sum, *census.layouts(), "{view:#} cell {cell}");
    }
}

/// The same view mirrored or transposed, and the map from its cells to the new ones.
fn turned(view: &View, is_turned: bool) -> (View, impl Fn(usize) -> usize) {
    let rules = *view.grid().rules();
    let (width, height) =
        if is_turned { (rules.height(), rules.width()) } else { (rules.width(), rules.height()) };
    let there = Rules::new(width, height, rules.n_mines(), rules.start(), rules.topology()).unwrap();
    let mut seen = View::new(&Grid::new(there));
    let map = move |cell: usize| {
        let (row, col) = (cell / rules.width(), cell % rules.width());
        if is_turned { col * width + row } else { row * width + (width - 1 - col) }
    };
    for cell in 0..rules.n_cells() {
        seen.show(map(cell), view.shown(cell));
    }
    (seen, map)
}

#[test]
fn a_mirrored_or_turned_view_has_a_mirrored_or_turned_census() {
    for (_, view) in views(3, 1500, 8).filter(|(_, view)| view.grid().rules().topology() != Topology::Hex) {
        for is_turned in [false, true] {
            let (seen, map) = turned(&view, is_turned);
            let (here, there) = (Census::of(&view).unwrap(), Census::of(&seen).unwrap());
            assert_eq!(here.layouts(), there.layouts());
            for cell in 0..view.grid().n_cells() {
                assert_eq!(here.verdict(cell), there.verdict(map(cell)), "{view:#}");
                let risks = here.risk(cell).zip(there.risk(map(cell)));
                assert!(risks.is_none_or(|(one, other)| (one - other).abs() < 1e-12), "{view:#}");
            }
        }
    }
}

/// Earlier counts and questions in a game do not change a single bit of the results.
#[test]
fn a_census_in_a_game_is_that_of_its_view_alone() {
    let mut rng = Rng::new(Seed(4));
    let mut n_compared = 0;
    for seed in 0..300 {
        let grid = Grid::new(Rules::random(&mut rng, 10));
        let mut game = Game::new(&grid, Seed(seed));
        while !game.is_over() {
            let covered: Vec<usize> = game.view().covered().collect();
            let cell = covered[rng.below(covered.len())];
            if game.view().is_untouched() && !grid.can_start_at(cell) {
                continue;
            }
            game.reveal(cell).unwrap();
            let fresh = Position::new(game.view().clone());
            assert!(game.position().plainly_safe().eq(fresh.plainly_safe()), "{:#}", game.view());
            if rng.below(2) == 0 {
                assert_same_bits(game.position().census().unwrap(), fresh.census().unwrap());
                n_compared += 1;
            }
        }
    }
    assert!(n_compared > 300);
}

fn assert_same_bits(one: &Census, other: &Census) {
    assert_eq!(one.layouts_log10().to_bits(), other.layouts_log10().to_bits());
    for cell in 0..one.grid().n_cells() {
        assert_eq!(one.risk(cell).map(f64::to_bits), other.risk(cell).map(f64::to_bits));
        assert_eq!(one.verdict(cell), other.verdict(cell));
    }
}

#[test]
fn all_layouts_are_those_that_fit() {
    for (_, view) in views(5, 1500, 4) {
        let brute = BruteCensus::of(&view, 20_000).unwrap();
        let mut expected: Vec<String> = brute.layouts.iter().map(Layout::to_string).collect();
        let found = Census::of(&view).unwrap().all_layouts(expected.len()).unwrap();
        let mut found: Vec<String> = found.iter().map(Layout::to_string).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{view:#}");
        assert!(Census::of(&view).unwrap().all_layouts(expected.len() - 1).is_none());
    }
}

#[test]
fn samples_fit_and_are_even() {
    for (mut rng, view) in views(6, 400, 7) {
        let census = Census::of(&view).unwrap();
        let sampler = census.sampler();
        for _ in 0..5 {
            assert!(fits(&sampler.draw(&mut rng), &view), "{view:#}");
        }
    }
    // Two regions and an interior.
    let view: View = "7x3/3 1....../....... /......1".parse().unwrap();
    let census = Census::of(&view).unwrap();
    let layouts = census.all_layouts(10_000).unwrap();
    let mut tally = vec![0u32; layouts.len()];
    let (mut rng, sampler) = (Rng::new(Seed(9)), census.sampler());
    let n_draws = 200 * layouts.len();
    for _ in 0..n_draws {
        let drawn = sampler.draw(&mut rng);
        tally[layouts.iter().position(|layout| *layout == drawn).unwrap()] += 1;
    }
    let chi: f64 = tally.iter().map(|&n| minewise::num::power(f64::from(n) - 200.0, 2) / 200.0).sum();
    let freedom = layouts.len() as f64 - 1.0;
    // Four standard deviations of chi-squared.
    assert!((chi - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "{chi} of {freedom}");
}

/// Whether some layout fits the numbers of a clash, without the number at `but`. Cells of other numbers are known to be
/// no mines.
fn fits_some(view: &View, clash: &Clash, but: Option<usize>, with_mine_count: bool) -> bool {
    let grid: &Arc<Grid> = view.grid();
    let covered: Vec<usize> = view.covered().collect();
    let n_shown = view.shown_mines().count();
    (0..1u32 << covered.len()).any(|mines| {
        let is_mine = |cell: usize| {
            view.shown(cell) == Shown::Mine
                || covered.iter().position(|&other| other == cell).is_some_and(|idx| mines >> idx & 1 == 1)
        };
        let n_mines = mines.count_ones() as usize + n_shown;
        let holds = |&cell: &usize| {
            let n_around = grid.neighbours(cell).filter(|&near| is_mine(near)).count();
            Some(cell) == but || view.shown(cell) == Shown::Number(n_around as u8)
        };
        (!with_mine_count || n_mines == grid.rules().n_mines()) && clash.numbers.iter().all(holds)
    })
}

#[test]
fn clashing_numbers_clash_and_none_of_them_can_be_left_out() {
    let mut n_clashes = 0;
    for (mut rng, mut view) in views(7, 6000, 4) {
        spoil(&mut rng, &mut view);
        let Err(CensusError::Clash(clash)) = Census::of(&view) else { continue };
        if view.n_covered() > 12 {
            continue;
        }
        n_clashes += 1;
        assert!(!fits_some(&view, &clash, None, clash.mine_count), "{view:#}: {clash}");
        for &number in &clash.numbers {
            assert!(fits_some(&view, &clash, Some(number), clash.mine_count), "{view:#}: {clash}");
        }
        if clash.mine_count {
            assert!(fits_some(&view, &clash, None, false), "{view:#}: {clash}");
        }
    }
    assert!(n_clashes > 1000, "{n_clashes}");
}

#[test]
fn a_huge_board_is_counted_after_an_opening() {
    let grid = Grid::new("1000x1000/200000:zero".parse().unwrap());
    let mut game = Game::new(&grid, Seed(3));
    game.reveal(500_500).unwrap();
    let census = game.position().census().unwrap();
    assert!((census.layouts_log10() - 217_000.0).abs() < 1000.0, "{}", census.layouts_log10());
    let mut expected_mines = 0.0;
    for cell in game.view().covered() {
        let risk = census.risk(cell).unwrap();
        assert!((0.0..=1.0).contains(&risk));
        expected_mines += risk;
    }
    assert!((expected_mines - 200_000.0).abs() < 1e-4, "{expected_mines}");
    let cell = census
        .safe()
        .next()
        .or_else(|| game.view().covered().find(|&cell| census.is_interior(cell)))
        .unwrap();
    let outcomes = census.outcomes(cell).unwrap();
    assert!((outcomes.mine + outcomes.numbers.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn positions_and_censuses_can_be_shared_between_threads() {
    fn check_shared<T: Send + Sync>(_: &T) {}
    let position = Position::new("4x2/2 1.../1...".parse().unwrap());
    check_shared(&position);
    check_shared(position.census().unwrap());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| assert_eq!(position.risk(2), Ok(Some(0.25))));
        }
    });
}
