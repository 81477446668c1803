//! Bad input gets one sentence and exit code 2, or 1 if it is only too much work; never a panic.

use std::time::{Duration, Instant};

use crate::common::{check_refused, file, folder, minewise, sentences};
use minewise::{Game, Grid, Layout, Rng, Seed, Shown, View};

/// Asserts that a view is refused as bad input, in text and in JSON.
#[track_caller]
fn check_view(view: impl AsRef<[u8]>, expected: &str) {
    check_refused("analyze", &view, 2, expected);
    let ran = minewise("analyze --json", &view);
    let document: serde_json::Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
    assert_eq!((document, ran.code), (serde_json::json!({ "error": expected }), 2));
    assert_eq!(ran.stderr, format!("minewise: {expected}\n"));
}

#[test]
fn views_that_cannot_be_read_are_refused_with_the_place() {
    check_view("3x2/1\n...\n..\n", "view 1, line 1: row 1 has 2 cells, expected 3");
    check_view("\n\n3x2/1\n....\n...\n", "view 1, line 3: row 0 has more than 3 cells");
    check_view(
        "3x2/1\n...\n.9.\n",
        "view 1, line 1: row 1, column 1: `9` is not a cell; cells are `.`, `0` to `8`, `F` and `*`",
    );
    check_view(
        "3x2/6\n...\n...\n",
        "view 1, line 1: mines must be fewer than cells, but these are 6 mines and 6 cells",
    );
    check_view("0x0/0\n", "view 1, line 1: a grid needs at least one row and one column");
    check_view("3x2/1\n...\n", "view 1, line 1: expected 2 rows, found 1");
    check_view("hello\n", "view 1, line 1: expected a header like `9x9/10`, found `hello`");
}

#[test]
fn empty_input_is_refused() {
    let expected = "expected a view: a header like `9x9/10`, then the rows, but found nothing";
    check_view("", expected);
    check_view(" \n\r\n\n", expected);
    check_refused("optimal --view -", "", 2, expected);
}

#[test]
fn numbers_that_no_layout_fits_are_named() {
    check_view("4x2/2 20../....", "view 1, line 1: no layout fits the numbers at 0,0 and 0,1 together");
    check_view(
        "9x1/3 .2...2..2",
        "view 1, line 1: no layout fits the number at 0,8: it has too many mines or too few covered cells around it",
    );
    check_view(
        "9x1/3\n.2...2...\n",
        "view 1, line 1: no layout with 3 mines fits the numbers at 0,1 and 0,5 together",
    );
    check_view(
        "5x3/4 .8.../...../.....",
        "view 1, line 1: no layout fits the number at 0,1: it has too many mines or too few covered cells around it",
    );
    check_refused("optimal --view -", "3x1/1 .2.", 2, "no layout with 1 mine fits the number at 0,1");
}

#[test]
fn huge_sizes_are_refused_before_they_cost_anything() {
    check_view("99999999999999999999x2/6 ..", "view 1, line 1: a grid has at most 4000000 cells");
    check_view("2001x2000/6\n..", "view 1, line 1: a grid has at most 4000000 cells");
    check_view("2000x2000/6\n..", "view 1, line 1: row 0 has 2 cells, expected 2000");
    check_refused(
        "bench --rules 100000x100000/5 --players exact --games 1 --seed 1",
        "",
        2,
        "`--rules 100000x100000/5`: a grid has at most 4000000 cells",
    );
    let too_large = "perfect play is computed for at most 10000000 layouts on at most 64 cells, or 200000 once a \
                     game has begun; `minewise analyze` estimates it";
    check_refused("optimal --rules 2000x2000/2000000", "", 1, too_large);
    let too_large = "perft counts rules with at most 200000 layouts on at most 64 cells";
    check_refused("perft --rules 2000x2000/2000000 --depth 64", "", 1, too_large);
}

#[test]
fn input_that_is_not_text_is_refused_with_the_place() {
    check_view(b"5x2/1\n.\xff", "standard input is not UTF-8 text: see byte 7, in line 2");
    let path = file("noise.view", noise(10_000_000, |rng| rng.below(256) as u8));
    let ran = minewise(&format!("analyze {}", path.display()), "");
    assert_eq!((ran.code, sentences(&ran.stderr).len(), ran.stdout.as_str()), (2, 1, ""));
    assert!(ran.stderr.contains("is not UTF-8 text: see byte "), "{}", ran.stderr);
}

#[test]
fn noise_made_of_letters_gets_one_sentence() {
    let letters = b".0123456789*FH#x/:@ \n";
    let ran = minewise("analyze", noise(10_000_000, |rng| letters[rng.below(letters.len())]));
    assert_eq!((ran.code, sentences(&ran.stderr).len(), ran.stdout.as_str()), (2, 1, ""));
    assert!(ran.stderr.starts_with("minewise: view 1, line "), "{}", ran.stderr);
}

fn noise(n_bytes: usize, byte: impl Fn(&mut Rng) -> u8) -> Vec<u8> {
    let mut rng = Rng::new(Seed(1));
    (0..n_bytes).map(|_| byte(&mut rng)).collect()
}

#[test]
fn a_few_bad_views_are_listed_and_of_many_only_the_first() {
    let ran = minewise("analyze", "x\n\n2x1/1 1.\n\ny\n");
    let header = "expected a header like `9x9/10`, found";
    let expected =
        format!("minewise: view 1, line 1: {header} `x`\nminewise: view 3, line 5: {header} `y`\n");
    assert_eq!((ran.code, ran.stderr), (2, expected));
    assert!(ran.stdout.contains("view 2, line 3"), "{}", ran.stdout);
    let ran = minewise("analyze", "x\n\n".repeat(11));
    let expected = format!("minewise: view 1, line 1: {header} `x` (and 10 more views are refused)\n");
    assert_eq!((ran.code, ran.stderr), (2, expected));
}

#[test]
fn files_that_cannot_be_read_are_named() {
    check_refused("analyze no/such/file", "", 2, "there is no file `no/such/file`");
    let folder = env!("CARGO_TARGET_TMPDIR");
    for command in ["analyze", "optimal --view"] {
        let ran = minewise(&format!("{command} {folder}"), "");
        assert_eq!((ran.code, sentences(&ran.stderr).len(), ran.stdout.as_str()), (2, 1, ""));
        assert_eq!(ran.stderr, format!("minewise: `{folder}` is a folder, not a file\n"));
    }
}

#[test]
fn more_than_can_be_read_is_refused() {
    let path = file("large.view", vec![b'.'; (64 << 20) + 1]);
    let ran = minewise(&format!("analyze {}", path.display()), "");
    std::fs::remove_file(&path).unwrap();
    assert_eq!((ran.code, sentences(&ran.stderr).len()), (2, 1));
    assert!(ran.stderr.ends_with("has more than 64 MiB\n"), "{}", ran.stderr);
}

#[test]
fn unknown_players_and_options_are_refused_with_the_known_ones() {
    let bench = |players: &str| format!("bench --rules 9x9/10 --games 1 --seed 1 --players {players}");
    let value = |players: &str| format!("`--players {players}`: ");
    let check = |players: &str, expected: &str| {
        check_refused(&bench(players), "", 2, &format!("{}{expected}", value(players)));
    };
    check("exact,exat", "there is no player `exat`; did you mean `exact`?");
    check("exact(level=1)", "the player `exact` has no option `level`; it has none");
    check("exact(", "expected a player like `exact` or `name(key=value,…)`, found `exact(`");
    check("exact,", "expected a player like `exact` or `name(key=value,…)`, found ``");
    let ran = minewise("analyze --player nobody", "2x1/1 1.");
    assert_eq!((ran.code, sentences(&ran.stderr).len(), ran.stdout.as_str()), (2, 1, ""));
    assert!(ran.stderr.contains("there is no player `nobody`; there are `random`"), "{}", ran.stderr);
}

#[test]
fn bad_arguments_get_one_line() {
    let bench = "bench --rules 9x9/10 --players exact --seed 1";
    for args in [
        &format!("{bench} --games 0"),
        &format!("{bench} --games -3"),
        &format!("{bench} --games many"),
        &format!("{bench} --games 1 --threads 0"),
        &format!("{bench} --games 1 --threads 99999999999999999999"),
        "bench --rules 9x9 --players exact --games 1 --seed 1",
        "bench --rules 9x9/10, --players exact --games 1 --seed 1",
        "bench --rules 3x3/6:zero --players exact --games 1 --seed 1",
        "bench --rules 9x9/10 --players exact --games 1 --seed x",
        "bench --rules 9x9/10@moebius --players exact --games 1 --seed 1",
        "perft --rules 2x2/1 --depth 0",
        "perft --rules 2x2/1 --depth 999999999999",
        "perft --depth 1",
        "optimal",
        "optimal --rules 2x2/1 --view x",
        "optimal --rules 2x2/1 --nodes 0",
        "generate",
        "generate --rules 9x9",
        "generate --rules 9x9/10 --count 0",
        "generate --rules 9x9/10 --count 1000001",
        "generate --rules 9x9/10 --seed -1",
        "generate --rules 9x9/10 --tries 0 --no-guess",
        "generate --rules 9x9/10 --start 9,0",
        "generate --rules 9x9/10 --start 3",
        "generate --rules 9x9/10 --start -1,2",
        "generate --rules 3x3/5:zero --start 1,1",
        "generate --rules 2000x2000/10 --count 6",
        "generate --rules 101x100/10 --no-guess",
        "generate --rules 9x9/10 --seed 18446744073709551615 --count 2",
        "generate --rules 9x9/10 --format png",
        "generate --rules 9x9/10 --format view",
        "generate --rules 9x9/10 --format mbf --json",
        "generate --rules 9x9/10 --format mbf --count 2",
        "generate --rules 9x9/10@hex --format ptta",
        "generate --rules 256x2/10 --format mbf",
        "convert --to png",
        "convert --from mbf",
        "convert",
        "convert no/such/file",
        "lab",
        "lab oracle --rules 8x8/10 --games 1",
        "lab oracle --rules 8x8/10 --games 0 --seed 1",
        "lab oracle --rules 8x8/10 --games 1 --seed 1 --threads 0",
        "lab oracle --rules 8x8 --games 1 --seed 1",
        "lab oracle --rules 8x8/10 --games 1 --seed 1 --ratios 0.5,",
        "lab oracle --rules 8x8/10 --games 1 --seed 1 --ratios NaN",
        "lab score --rules 3x3/2",
        "lab score --players exact --rules 3x3/9",
        "lab score --players exact --rules 3x3/2 --limit 0",
        "analyze --cell 1,2",
        "analyze one two",
        "solve",
        "players --jsn",
    ] {
        let ran = minewise(args, "");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args}");
        assert_eq!(sentences(&ran.stderr).len(), 1, "{args}: {}", ran.stderr);
        assert!(ran.stderr.starts_with("minewise: "), "{args}: {}", ran.stderr);
    }
}

#[test]
fn a_ratio_outside_0_to_1_is_refused_with_what_is_expected() {
    check_refused(
        "lab oracle --rules 8x8/10 --games 1 --seed 1 --ratios 0.5,1.5",
        "",
        2,
        "`--ratios 1.5`: expected a ratio, a decimal number from 0 to 1, found `1.5`",
    );
}

#[test]
fn more_nodes_than_allowed_is_a_failure_and_not_bad_input() {
    check_refused(
        "optimal --rules 4x4/4 --nodes 10",
        "",
        1,
        "perfect play here takes more than 10 nodes; allow more with --nodes",
    );
    check_refused(
        "perft --rules 4x4/4 --depth 12 --nodes 1000",
        "",
        1,
        "there are more than 1000 sequences; allow more with --nodes",
    );
    let out = folder("bad-score").display().to_string();
    check_refused(
        &format!("lab score --rules 9x9/10 --players exact --out {out}"),
        "",
        1,
        "9x9/10, `exact`: a score without noise plays every layout, but there are more than 1000000 here, or they \
         are too large",
    );
    let two = "2x1/1 1.\n\n2x1/1 1.\n";
    check_refused("optimal --view -", two, 2, "expected one view, found 2");
}

#[test]
fn tangled_views_are_answered_or_refused_within_seconds() {
    let is_even = |row: usize, col: usize| (row + col).is_multiple_of(2);
    let ones: String =
        (0..40).map(|row| row_of(40, |col| if is_even(row, col) { '1' } else { '.' })).collect();
    check_quick(&format!("40x40/100\n{ones}"));
    for seed in 0..3 {
        check_quick(&dotted_view(seed, is_even).to_string());
        check_quick(&dotted_view(seed, |row, col| row % 2 == 0 && col % 2 == 0).to_string());
    }
}

#[test]
fn a_tangled_view_that_no_layout_fits_is_refused_within_seconds() {
    let twos: String =
        (0..40).map(|row| row_of(40, |col| if (row + col).is_multiple_of(2) { '2' } else { '.' })).collect();
    let began = Instant::now();
    let ran = minewise("analyze", format!("40x40/400\n{twos}"));
    assert_eq!((ran.code, sentences(&ran.stderr).len()), (2, 1));
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

fn row_of(width: usize, letter: impl Fn(usize) -> char) -> String {
    (0..width).map(letter).chain(['\n']).collect()
}

/// A view of 40x40 cells in which the cells selected by `is_shown` are revealed, unless they are mines.
fn dotted_view(seed: u64, is_shown: impl Fn(usize, usize) -> bool) -> View {
    let grid = Grid::new("40x40/300:any".parse().expect("these are rules"));
    let layout = Layout::generate(&grid, Seed(seed), 0);
    let mut view = Game::with_layout(&layout).view().clone();
    for cell in (0..grid.n_cells()).filter(|&cell| !layout.is_mine(cell)) {
        let (row, col) = grid.row_col(cell);
        if is_shown(row, col) {
            view.show(cell, Shown::Number(layout.number(cell)));
        }
    }
    view
}

#[track_caller]
fn check_quick(view: &str) {
    let began = Instant::now();
    let ran = minewise("analyze", view);
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    let expected = if ran.code == 0 { 0 } else { 1 };
    assert_eq!((ran.code, sentences(&ran.stderr).len()), (expected, expected as usize), "{}", ran.stderr);
}

#[test]
fn cells_that_cannot_be_explained_are_refused_with_a_reason() {
    let view = "7x1/2 01.1...";
    check_refused(
        "explain --cell 0,1",
        view,
        2,
        "the cell 0,1 is not covered, so there is nothing to explain",
    );
    check_refused("explain --cell 1,0", view, 2, "there is no cell 1,0: the grid has 1 row and 7 columns");
    let ran = minewise("explain --cell here", view);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("expected a row and a column like `2,3`"), "{}", ran.stderr);
    check_refused("explain --cell 0,0", "3x1/1 .2.", 2, "no layout with 1 mine fits the number at 0,1");
}

#[test]
fn a_bad_address_is_refused() {
    check_refused(
        "serve --addr nonsense",
        "",
        2,
        "`--addr nonsense`: expected an address like 127.0.0.1:6463 or localhost:8080, or a port",
    );
}

#[test]
fn only_players_that_can_use_time_are_given_some() {
    let view = "4x3/3 1.../..../....";
    let no_use = "`exact` has no use for --seconds; `bssuct` can think by the clock";
    check_refused("analyze --player exact --seconds 1", view, 2, no_use);
    for time in ["-1", "1e9", "soon", "nan"] {
        let ran = minewise(&format!("analyze --player bssuct --seconds={time}"), view);
        assert!(
            ran.code == 2
                && ran.stderr.contains("expected a number of seconds, such as 0.5 or 10, up to 86400"),
            "{}",
            ran.stderr
        );
    }
}
