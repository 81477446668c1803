//! Compares measures of layouts with their obvious twins.

use minewise::Rules;
use minewise::insight::Measure;
use minewise::{Game, Grid, Layout, Rng, Seed};

fn random_layouts(seed: u64, n_layouts: usize, longest: usize) -> impl Iterator<Item = Layout> {
    let mut rng = Rng::new(Seed(seed));
    (0..n_layouts).map(move |_| {
        let grid = Grid::new(Rules::random(&mut rng, longest));
        let first = (0..grid.n_cells()).find(|&cell| grid.can_start_at(cell)).unwrap();
        Layout::generate(&grid, Seed(rng.next_u64()), first)
    })
}

/// Reveals every covered 0, then every other covered number. Returns how many reveals of each kind it took.
fn reveals_that_win(layout: &Layout) -> (usize, usize) {
    let mut game = Game::with_layout(layout);
    let mut n_reveals = [0, 0];
    for (idx, is_zero) in [true, false].into_iter().enumerate() {
        for cell in 0..layout.grid().n_cells() {
            let is_next = !layout.is_mine(cell) && (layout.number(cell) == 0) == is_zero;
            if is_next && game.view().is_covered(cell) {
                game.reveal(cell).unwrap();
                n_reveals[idx] += 1;
            }
        }
    }
    (n_reveals[0], n_reveals[1])
}

#[test]
fn openings_and_3bv_are_the_reveals_that_it_takes() {
    for layout in random_layouts(41, 5_000, 9) {
        let measure = Measure::of(&layout);
        let (n_openings, n_others) = reveals_that_win(&layout);
        assert_eq!((measure.n_openings, measure.three_bv), (n_openings, n_openings + n_others), "{layout:#}");
    }
}

/// The cells that one reveal shows, as bits.
fn shown_by(layout: &Layout, cell: usize) -> u32 {
    let mut game = Game::with_layout(layout);
    game.reveal(cell).unwrap();
    (0..layout.grid().n_cells())
        .filter(|&cell| !game.view().is_covered(cell))
        .fold(0, |bits, cell| bits | 1 << cell)
}

#[test]
fn no_fewer_reveals_than_3bv_win() {
    for layout in random_layouts(42, 1_000, 4).filter(|layout| layout.grid().n_cells() <= 10) {
        let safe: Vec<usize> = (0..layout.grid().n_cells()).filter(|&cell| !layout.is_mine(cell)).collect();
        let all = safe.iter().fold(0, |bits, &cell| bits | 1 << cell);
        let shown: Vec<u32> = safe.iter().map(|&cell| shown_by(&layout, cell)).collect();
        let wins = |chosen: &u32| {
            let chosen = (0..safe.len()).filter(|idx| chosen >> idx & 1 == 1);
            chosen.fold(0, |bits, idx| bits | shown[idx]) == all
        };
        let fewest = (0..1 << safe.len()).filter(wins).map(u32::count_ones).min().unwrap();
        assert_eq!(Measure::of(&layout).three_bv, fewest as usize, "{layout:#}");
    }
}

/// The number of islands. Gives each lone number a label, then touching ones the smaller of their labels until nothing
/// changes.
fn islands(layout: &Layout) -> usize {
    let grid = layout.grid();
    let is_zero = |cell: usize| !layout.is_mine(cell) && layout.number(cell) == 0;
    let is_lone = |&cell: &usize| {
        !layout.is_mine(cell)
            && !is_zero(cell)
            && !(0..grid.n_cells()).any(|other| is_zero(other) && grid.touch(cell, other))
    };
    let lone: Vec<usize> = (0..grid.n_cells()).filter(is_lone).collect();
    let mut labels = lone.clone();
    loop {
        let before = labels.clone();
        for (one, &cell) in lone.iter().enumerate() {
            for (other, &near) in lone.iter().enumerate() {
                if grid.touch(cell, near) {
                    labels[one] = labels[one].min(labels[other]);
                }
            }
        }
        if labels == before {
            break;
        }
    }
    labels.sort_unstable();
    labels.dedup();
    labels.len()
}

#[test]
fn islands_are_lone_numbers_that_touch() {
    let mut most = 0;
    for layout in random_layouts(43, 3_000, 7) {
        let n_islands = Measure::of(&layout).n_islands;
        assert_eq!(n_islands, islands(&layout), "{layout:#}");
        most = most.max(n_islands);
    }
    assert!(most > 3);
}
