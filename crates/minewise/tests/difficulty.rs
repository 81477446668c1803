//! Compares difficulties with their obvious twin, which tries every way to place mines for each kind of reasoning.

use minewise::Rules;
use minewise::census::brute::BruteCensus;
use minewise::insight::{Difficulty, needs_no_guess};
use minewise::{Game, Grid, Layout, Rng, Seed, Shown, View};

/// The cells that can be proved safe by looking at `n_together` (1 or 2) numbers at a time.
fn safe_by_few(view: &View, n_together: usize) -> Vec<usize> {
    let grid = view.grid();
    let is_number = |&cell: &usize| matches!(view.shown(cell), Shown::Number(_));
    let numbers: Vec<usize> = (0..grid.n_cells()).filter(is_number).collect();
    let mut known: Vec<Option<bool>> = vec![None; grid.n_cells()];
    loop {
        let before = known.clone();
        for &one in &numbers {
            for &other in numbers.iter().filter(|&&other| other == one || n_together == 2) {
                prove(view, &[one, other], &mut known);
            }
        }
        if known == before {
            return view.covered().filter(|&cell| known[cell] == Some(false)).collect();
        }
    }
}

/// Adds to `known` what these numbers prove, by trying every way to place mines around them.
fn prove(view: &View, numbers: &[usize], known: &mut [Option<bool>]) {
    let grid = view.grid();
    let is_around = |cell: usize| numbers.iter().any(|&number| grid.touch(number, cell));
    let open: Vec<usize> = view.covered().filter(|&cell| known[cell].is_none() && is_around(cell)).collect();
    let (mut always, mut ever) = (u32::MAX, 0);
    for mines in 0..1u32 << open.len() {
        let is_mine = |cell: usize| match open.iter().position(|&other| other == cell) {
            Some(idx) => mines >> idx & 1 == 1,
            None => view.is_covered(cell) && known[cell] == Some(true),
        };
        let holds = |&number: &usize| {
            let n_around = grid.neighbours(number).filter(|&near| is_mine(near)).count();
            view.shown(number) == Shown::Number(n_around as u8)
        };
        if numbers.iter().all(holds) {
            (always, ever) = (always & mines, ever | mines);
        }
    }
    for (idx, &cell) in open.iter().enumerate() {
        if ever >> idx & 1 == 0 {
            known[cell] = Some(false);
        } else if always >> idx & 1 == 1 {
            known[cell] = Some(true);
        }
    }
}

/// The cells that all numbers together prove safe, without the number of mines.
fn safe_by_all(view: &View) -> Vec<usize> {
    let is_number = |&cell: &usize| matches!(view.shown(cell), Shown::Number(_));
    let numbers: Vec<usize> = (0..view.grid().n_cells()).filter(is_number).collect();
    let mut known = vec![None; view.grid().n_cells()];
    prove(view, &numbers, &mut known);
    view.covered().filter(|&cell| known[cell] == Some(false)).collect()
}

fn safe_by_counting(view: &View) -> Vec<usize> {
    let brute = BruteCensus::of(view, 100_000).unwrap();
    view.covered().filter(|&cell| !brute.layouts.iter().any(|layout| layout.is_mine(cell))).collect()
}

fn difficulty(layout: &Layout, first: usize) -> Difficulty {
    let mut game = Game::with_layout(layout);
    game.reveal(first).unwrap();
    let mut hardest = Difficulty::Single;
    while !game.is_over() {
        let view = game.view();
        let kinds: [&dyn Fn() -> Vec<usize>; 4] =
            [&|| safe_by_few(view, 1), &|| safe_by_few(view, 2), &|| safe_by_all(view), &|| {
                safe_by_counting(view)
            }];
        let found = kinds.iter().zip(Difficulty::ALL).map(|(kind, needed)| (kind(), needed));
        let Some((safe, needed)) = found.into_iter().find(|(safe, _)| !safe.is_empty()) else {
            return Difficulty::Guess;
        };
        hardest = hardest.max(needed);
        game.reveal(safe[0]).unwrap();
    }
    if layout.is_mine(first) { Difficulty::Guess } else { hardest }
}

#[test]
fn a_difficulty_is_the_hardest_kind_of_reasoning_that_is_needed() {
    let mut rng = Rng::new(Seed(51));
    let mut tally = [0; 5];
    for _ in 0..40_000 {
        let grid = Grid::new(Rules::random(&mut rng, 6));
        let first = rng.below(grid.n_cells());
        if grid.n_cells() > 16 || !grid.can_start_at(first) {
            continue;
        }
        let layout = Layout::generate(&grid, Seed(rng.next_u64()), first);
        let found = Difficulty::of(&layout, first).unwrap();
        assert_eq!(found, difficulty(&layout, first), "{layout:#} from {first}");
        assert_eq!(needs_no_guess(&layout, first), found < Difficulty::Guess, "{layout:#} from {first}");
        tally[found as usize] += 1;
    }
    assert!(tally.iter().all(|&n| n > 10), "{tally:?}");
}

#[track_caller]
fn check(layout: &str, first: usize, expected: &str) {
    assert_eq!(Difficulty::of(&layout.parse().unwrap(), first).unwrap().name(), expected);
}

#[test]
fn each_difficulty_has_its_case() {
    check("4x1/1 ...*", 0, "single");
    check("5x1/1 ...*.", 0, "mine-count");
    check("3x1/1 .*.", 0, "mine-count");
    check("4x1/2:any .*.*", 1, "guess");
    check("4x2/2 .*../.*..", 0, "mine-count");
    check("4x2/2 .*../...*", 0, "guess");
}

/// All difficulties occur on a grid of ordinary size.
#[test]
fn ordinary_layouts_have_every_difficulty() {
    let grid = Grid::new("16x16/40:zero".parse().unwrap());
    let mut tally = [0; 5];
    for seed in 0..300 {
        let layout = Layout::generate(&grid, Seed(seed), 51);
        let found = Difficulty::of(&layout, 51).unwrap();
        assert_eq!(needs_no_guess(&layout, 51), found < Difficulty::Guess);
        tally[found as usize] += 1;
    }
    assert!(tally.iter().all(|&n| n > 0), "{tally:?}");
}
