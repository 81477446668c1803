//! The output of commands as people see it.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::common::{file, folder, minewise};

#[track_caller]
fn check(args: &str, stdin: &str, expected: &str) {
    let ran = minewise(args, stdin);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_eq!(ran.stdout, expected);
}

#[test]
fn analyze_draws_the_view_with_its_risks() {
    check(
        "analyze",
        "7x1/2\n01.1...\n",
        "\
7x1/2: 4 covered cells, 2 mines to find, 2 layouts fit; certain: 1 safe cell and 1 mine.

      0   1   2   3   4   5   6
  0   ·   1   *   1 > ✓  50% 50%

✓ certainly safe   * certainly a mine   33% risk of a mine   > the choice

exact reveals 0,4: it is certainly safe.
",
    );
}

#[test]
fn cells_that_a_search_tried_are_listed_the_most_often_tried_first() {
    let text = minewise("analyze --player bssuct(backup=mean,sims=100)", "3x1/1 .1.").stdout;
    let lines: Vec<&str> = text.lines().rev().take(3).collect();
    assert_eq!(lines[2], "  cell     tried     risk  chance to win", "{text}");
    for line in &lines[..2] {
        assert!(line.starts_with("  0,") && line.ends_with(" 50.0 %         50.0 %"), "{text}");
    }
    assert!(text.contains("0: tried most in simulated games. Its risk is 50.0 % and its chance to win 50.0 %, and 0,2 is equally good."), "{text}");
}

#[test]
fn analyze_shows_the_danger_counts_of_the_grid_of_harith_menon_and_kuruppath_2017() {
    // Their section 2.2, where they print 12 arrangements. There are 19.
    let view = "7x7/20 ......./......./..312../..301../..422../......./.......";
    let text = minewise("analyze --player danger", view).stdout;
    let (_, notes) = text.split_once("for 1,2.\n\n").unwrap_or_else(|| panic!("{text}"));
    assert_eq!(
        notes,
        "  N_t         19  arrangements of mines on the border that fit
  P_e     50.0 %  risk of a cell off the border: (k − o − ob) / cells off the border
  k           20  mines
  o            3  obvious mines
  ob           5  fewest other border mines if the least dangerous cell is a mine
  u            9  uncovered cells
  b           16  cells of the border

DC: danger count: arrangements with a mine on the cell
      0   1   2   3   4   5   6
  0
  1       7   5   7   7   9
  2      19  [3] [1] [2]  9
  3      19  [3]  ·  [1]  6
  4      19  [4] [2] [2]  4
  5      11  16  11  11   6
  6

P_b: risk of a cell of the border: DC / N_t
        0       1       2       3       4       5       6
  0
  1          36.8 %  26.3 %  36.8 %  36.8 %  47.4 %
  2          100.0 %   [3]     [1]     [2]   47.4 %
  3          100.0 %   [3]      ·      [1]   31.6 %
  4          100.0 %   [4]     [2]     [2]   21.1 %
  5          57.9 %  84.2 %  57.9 %  57.9 %  31.6 %
  6
"
    );
}

#[test]
fn expectimax_names_its_value_and_never_calls_it_a_chance_to_win() {
    let text = minewise("analyze --player expectimax", "5x3/3 1..../....1/.....").stdout;
    let table = text.lines().find(|line| line.starts_with("  cell "));
    assert_eq!(table, Some("  cell       risk  chance to survive 2 moves"), "{text}");
}

#[test]
fn several_views_stand_under_headings() {
    let ran = minewise("analyze", "2x1/1 1.\n\n2x1/1 .1\n");
    let headings: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with("==")).collect();
    assert_eq!((ran.code, headings), (0, vec!["== view 1, line 1 ==", "== view 2, line 3 =="]));
}

#[test]
fn an_opening_that_the_rules_make_safe_is_called_safe() {
    let safe = minewise("analyze", "3x2/1 .../...").stdout;
    assert!(
        safe.contains(
            "\nThese rules make the first reveal safe; the risks shown do not take that into account.\n"
        ),
        "{safe}"
    );
    let any = minewise("analyze", "3x2/1:any .../...").stdout;
    assert!(!any.contains("These rules"), "{any}");
}

#[test]
fn perft_is_a_table() {
    check(
        "perft --rules 2x2/1 --depth 2",
        "",
        "depth         sequences\n    1                 4\n    2                12\n",
    );
}

#[test]
fn bench_is_a_table_with_a_row_for_each_run() {
    let ran = minewise("bench --rules 4x3/0,5x4/3 --players exact,random --games 10 --seed 1", "");
    assert_eq!((ran.code, ran.stderr.as_str(), ran.stdout.lines().count()), (0, "", 12));
    let row = ran.stdout.lines().nth(1).unwrap();
    assert!(
        row.starts_with("4x3/0  exact          10  100.0 %   72.2 – 100.0 %       100.0 %   72.3 – 100.0 %     0.00             0    100.0 %  "),
        "{row}"
    );
}

/// Asserts that a study prints this text, followed by the line that says where its records are.
#[track_caller]
fn check_study(args: &str, expected: &str) {
    let out = folder("people-study").join("study");
    let expected = format!("{expected}\nThe records and the report are in `{}`.\n", out.display());
    check(&format!("{args} --out {}", out.display()), "", &expected);
}

#[test]
fn lab_score_and_lab_oracle_are_tables() {
    check_study(
        "lab score --rules 3x3/2 --players exact,random",
        "\
Every layout of a board is played, so the scores are exact.

rules  player  won  of   win rate            95 %  perfect play
3x3/2  exact    21  28  75.0000 %  75.00 to 75.00     85.7143 %
3x3/2  random    6  28  21.4286 %  21.43 to 21.43     85.7143 %
",
    );
    check_study(
        "lab oracle --rules 4x3/0,5x4/3 --ratio 1 --games 10 --seed 1",
        "\
An oracle looks up the mines for a share of its moves (the ratio), and guesses otherwise.

rules  ratio  games       won             95 %  uncovered  reveals per game
4x3/0      1     10  100.00 %  72.25 to 100.00   100.00 %              1.00
5x4/3      1     10  100.00 %  72.25 to 100.00   100.00 %              5.70

For comparison, Gardea, Koontz & Silva 2015 state that an average beginner wins 35.00 % on 8x8.
",
    );
}

#[test]
fn a_reader_that_closes_the_pipe_is_not_a_failure() {
    let view = "2x1/1 1.\n\n".repeat(20_000);
    let path = file("many.view", view);
    let mut child = Command::new(env!("CARGO_BIN_EXE_minewise"))
        .arg("analyze")
        .arg(path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}
