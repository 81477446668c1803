//! Checks that every explanation is a proof, that none of its numbers can be left out, and that few could be shorter.

use minewise::Rules;
use std::collections::{BTreeSet, HashMap};

use minewise::testing::random_view;
use minewise::{Cell, Census, Explanation, Game, Grid, Rng, Seed, Shown, Verdict, View};

/// The numbers of mines that the cells around some numbers can hold in total, if only these numbers are known and
/// `cell` is assumed to be a mine or not; and the number of these cells. This is the obvious way: cell by cell, with
/// all possibilities.
fn possible_totals(view: &View, numbers: &[Cell], cell: Cell, is_mine: bool) -> (BTreeSet<usize>, usize) {
    let grid = view.grid();
    let around = |number: Cell| grid.neighbours(number).filter(|&near| view.is_covered(near));
    let mut cells: Vec<Cell> = numbers.iter().flat_map(|&number| around(number)).chain([cell]).collect();
    cells.sort_unstable();
    cells.dedup();
    let missing = |&number: &Cell| {
        let Shown::Number(shown) = view.shown(number) else { panic!("{number} is no number") };
        shown as i8 - grid.neighbours(number).filter(|&near| view.shown(near) == Shown::Mine).count() as i8
    };
    let begin: Vec<i8> = numbers.iter().map(missing).collect();
    let mut states: HashMap<Vec<i8>, BTreeSet<usize>> = HashMap::from([(begin, BTreeSet::from([0]))]);
    for (idx, &next) in cells.iter().enumerate() {
        let mut after: HashMap<Vec<i8>, BTreeSet<usize>> = HashMap::new();
        for (state, totals) in states {
            for mine in [false, true] {
                if next == cell && mine != is_mine {
                    continue;
                }
                let mut state = state.clone();
                for (left, &number) in state.iter_mut().zip(numbers) {
                    *left -= i8::from(mine && grid.touch(number, next));
                }
                let is_met = |(&left, &number): (&i8, &Cell)| {
                    let room =
                        cells[idx + 1..].iter().filter(|&&later| grid.touch(number, later)).count() as i8;
                    (0..=room).contains(&left)
                };
                if state.iter().zip(numbers).all(is_met) {
                    let totals = totals.iter().map(|total| total + usize::from(mine));
                    after.entry(state).or_default().extend(totals);
                }
            }
        }
        states = after;
    }
    (states.into_values().flatten().collect(), cells.len())
}

/// Whether these numbers, and the mine count if it is used, allow the opposite of a verdict.
fn allows_opposite(view: &View, numbers: &[Cell], mine_count: bool, cell: Cell, verdict: Verdict) -> bool {
    let (totals, n_cells) = possible_totals(view, numbers, cell, verdict == Verdict::Safe);
    let n_mines = view.grid().rules().n_mines() - view.shown_mines().count();
    let n_others = view.n_covered() - n_cells;
    totals.iter().any(|&total| !mine_count || (total <= n_mines && n_mines - total <= n_others))
}

/// Checks that an explanation proves its verdict, and that no part of it can be left out.
fn check(view: &View, why: &Explanation) {
    let is_open =
        |numbers: &[Cell], mine_count| allows_opposite(view, numbers, mine_count, why.cell, why.verdict);
    assert!(!is_open(&why.because, why.mine_count), "{view:#}: {why}");
    for idx in 0..why.because.len() {
        let mut fewer = why.because.clone();
        fewer.remove(idx);
        assert!(is_open(&fewer, why.mine_count), "{view:#}: {why}");
    }
    if why.mine_count {
        assert!(is_open(&why.because, false), "{view:#}: {why}");
    }
}

/// Plays games with the help of the census, guessing if necessary, and calls `see` with every view.
fn watch_games(rules: &str, seeds: std::ops::Range<u64>, mut see: impl FnMut(&View, &Census)) {
    let grid = Grid::new(rules.parse().unwrap());
    for seed in seeds {
        let mut game = Game::new(&grid, Seed(seed));
        game.reveal(0).unwrap();
        while !game.is_over() {
            let census = game.position().census().unwrap();
            see(game.view(), census);
            let safe: Vec<Cell> = census.safe().collect();
            let (_, least) = census.least_risky(0.0);
            for cell in if safe.is_empty() { vec![least[0]] } else { safe } {
                if !game.is_over() && game.view().is_covered(cell) {
                    game.reveal(cell).unwrap();
                }
            }
        }
    }
}

#[test]
fn twenty_thousand_explanations_from_expert_games_are_irreducible_proofs() {
    let mut rng = Rng::new(Seed(11));
    let mut sizes = Vec::new();
    let mut n_with_count = 0;
    watch_games("expert", 0..2000, |view, census| {
        let certain: Vec<Cell> = census.safe().chain(census.mines()).collect();
        for _ in 0..6.min(certain.len()) {
            if sizes.len() == 20_000 {
                return;
            }
            let cell = certain[rng.below(certain.len())];
            let why = Explanation::with_census(view, census, cell).unwrap();
            check(view, &why);
            sizes.push(why.because.len());
            n_with_count += usize::from(why.mine_count);
        }
    });
    assert_eq!(sizes.len(), 20_000);
    sizes.sort_unstable();
    assert!(sizes[sizes.len() / 2] <= 3, "the median proof has {} numbers", sizes[sizes.len() / 2]);
    assert!(n_with_count > 0, "endgames need the mine count");
}

#[test]
fn explanations_hold_on_odd_shapes_and_topologies() {
    let mut rng = Rng::new(Seed(12));
    let mut n_checked = 0;
    while n_checked < 3000 {
        let rules = Rules::random(&mut rng, 7);
        let view = random_view(&mut rng, rules);
        let census = Census::of(&view).unwrap();
        for cell in view.covered() {
            let why = Explanation::with_census(&view, &census, cell).unwrap();
            assert_eq!(Some(why.verdict), census.verdict(cell));
            if why.verdict != Verdict::Open {
                check(&view, &why);
                n_checked += 1;
            }
        }
    }
}

/// The size of a smallest proof, and whether it needs the mine count. Tries every set of numbers, first without the
/// mine count.
fn smallest_proof(view: &View, numbers: &[Cell], cell: Cell, verdict: Verdict) -> (usize, bool) {
    for mine_count in [false, true] {
        for size in 0..=numbers.len() as u32 {
            for set in (0..1u32 << numbers.len()).filter(|set| set.count_ones() == size) {
                let chosen = numbers.iter().enumerate().filter(|(idx, _)| set >> idx & 1 == 1);
                let chosen: Vec<Cell> = chosen.map(|(_, &number)| number).collect();
                if !allows_opposite(view, &chosen, mine_count, cell, verdict) {
                    return (size as usize, mine_count);
                }
            }
        }
    }
    panic!("{view:#}: {cell} is not certain");
}

#[test]
fn nearly_all_proofs_are_as_short_as_can_be() {
    let mut rng = Rng::new(Seed(13));
    let (mut n_compared, mut n_smallest) = (0, 0);
    watch_games("6x6/8", 0..1500, |view, census| {
        let is_number = |&cell: &Cell| matches!(view.shown(cell), Shown::Number(1..));
        let numbers: Vec<Cell> = (0..view.grid().n_cells()).filter(is_number).collect();
        let certain: Vec<Cell> = census.safe().chain(census.mines()).collect();
        if numbers.len() > 11 || certain.is_empty() || n_compared >= 1000 {
            return;
        }
        let cell = certain[rng.below(certain.len())];
        let why = Explanation::with_census(view, census, cell).unwrap();
        let smallest = smallest_proof(view, &numbers, cell, why.verdict);
        assert_eq!(why.mine_count, smallest.1, "{view:#}: {why}");
        n_compared += 1;
        n_smallest += usize::from(why.because.len() == smallest.0);
    });
    assert!(n_compared >= 500, "{n_compared}");
    assert!(100 * n_smallest >= 95 * n_compared, "{n_smallest} of {n_compared}");
}

#[track_caller]
fn check_text(view: &str, row: usize, col: usize, expected: &str) {
    let view: View = view.parse().unwrap();
    let cell = view.grid().cell(row, col).unwrap();
    assert_eq!(Explanation::of(&view, cell).unwrap().unwrap().to_string(), expected);
}

#[test]
fn explanations_are_plain_sentences() {
    check_text(
        "4x3/1 001./001./001.",
        1,
        3,
        "1,3 is a mine: if it were safe, the 1 at 0,2 would need 0,3, then the 1 at 1,2 would have its mine and leave 2,3 free, and then the 1 at 2,2 would have too few cells left for its mines.",
    );
    check_text("3x1/1 1..", 0, 1, "0,1 is a mine: the 1 at 0,0 has no other place for a mine.");
    check_text(
        "3x1/1 1..",
        0,
        2,
        "0,2 is safe: with a mine there, the 1 at 0,0 could not be met with 1 mine in all.",
    );
    check_text(
        "5x3/2 1..../...../.....",
        0,
        1,
        "0,1 may be a mine or not: it is one in 33.3 % of the layouts that fit. It touches the 1 at 0,0.",
    );
    check_text(
        "5x3/2 1..../...../.....",
        2,
        4,
        "2,4 may be a mine or not: it is one in 9.1 % of the layouts that fit. It touches no number, so only the number of mines left says anything about it.",
    );
}
