//! Generated and converted layouts: `generate` and `convert`.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{check_refused, file, json, minewise};
use minewise::insight::{Difficulty, Measure};
use minewise::{Grid, Layout, Seed};
use serde_json::json as value;

/// Runs the binary and returns its output as bytes.
fn bytes(args: &str, stdin: &[u8]) -> Vec<u8> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_minewise"))
        .args(args.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    child.stdin.take().expect("its input is a pipe").write_all(stdin).expect("it reads its input");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{args}");
    output.stdout
}

#[test]
fn generate_reports_the_measures_of_each_layout() {
    let answer = json("generate --rules 16x9/20:zero --start 2,5 --count 3 --seed 7 --json", "");
    assert_eq!((&answer["rules"], &answer["no_guess"]), (&value!("16x9/20:zero"), &value!(false)));
    let boards = answer["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 3);
    let grid = Grid::new("16x9/20:zero".parse().unwrap());
    for (board, seed) in boards.iter().zip(7..) {
        let layout = Layout::generate(&grid, Seed(seed), 37);
        let measure = Measure::of(&layout);
        let expected = value!({
            "layout": format!("{layout:#}"),
            "start": [2, 5],
            "three_bv": measure.three_bv,
            "openings": measure.n_openings,
            "islands": measure.n_islands,
            "difficulty": Difficulty::of(&layout, 37).unwrap().name(),
            "seed": seed,
            "tries": 1,
        });
        assert_eq!(*board, expected);
    }
}

#[test]
fn generate_makes_layouts_that_need_no_guess() {
    let answer = json("generate --rules expert:zero --no-guess --count 5 --seed 3 --json", "");
    for board in answer["boards"].as_array().unwrap() {
        assert_ne!(board["difficulty"], "guess");
        assert_eq!(board["start"], value!([3, 3]));
        assert!(board["tries"].as_u64().unwrap() >= 1);
    }
    let again = json("generate --rules expert:zero --no-guess --seed 5 --json", "");
    assert_eq!(again["boards"][0], answer["boards"][2]);
}

#[test]
fn generate_begins_at_the_first_cell_of_the_player_exact() {
    let start =
        |rules: &str| json(&format!("generate --rules {rules} --json"), "")["boards"][0]["start"].clone();
    let first =
        |rules: &str, rows: &str| json("analyze --json", format!("{rules} {rows}"))["choice"]["cell"].clone();
    let rows = [".........."; 7].join("/");
    for rules in ["10x7/9", "10x7/9:zero", "10x7/9:any@hex"] {
        assert_eq!(start(rules), first(rules, &rows), "{rules}");
    }
}

#[test]
fn generate_reports_failures() {
    check_refused(
        "generate --rules 5x4/17 --no-guess --tries 30 --start 0,0",
        "",
        1,
        "of 30 layouts of 5x4/17 none could be played without a guess; allow more with --tries, or choose another --start",
    );
    check_refused(
        "generate --rules 5x4/3 --start 4,0",
        "",
        2,
        "there is no cell 4,0: the grid has 4 rows and 5 columns",
    );
}

#[test]
fn generate_prints_the_layout_and_its_measures() {
    let ran = minewise("generate --rules 6x2/1 --start 0,0 --seed 2 --no-guess", "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!((lines.len(), lines[0]), (4, "6x2/1"));
    assert!(lines[3].starts_with("Seed 2, from row 0, column 0: 3BV "), "{}", lines[3]);
    assert!(lines[3].ends_with(" tried)."), "{}", lines[3]);
}

#[test]
fn generate_prints_other_formats() {
    let layout = bytes("generate --rules 9x9/10 --seed 4 --format layout", b"");
    for format in ["mbf", "ptta"] {
        let written = bytes(&format!("generate --rules 9x9/10 --seed 4 --format {format}"), b"");
        assert_eq!(bytes("convert", &written), layout);
        assert_eq!(bytes(&format!("convert --to {format}"), &layout), written);
    }
    let answer = json("generate --rules 9x9/10 --seed 4 --format ptta --json", "");
    let link = answer["boards"][0]["layout"].as_str().unwrap();
    assert_eq!(bytes("convert -", link.as_bytes()), layout);
    let two = minewise("generate --rules 9x9/10 --format layout --count 2", "").stdout;
    assert_eq!((two.matches("9x9/10").count(), two.lines().count()), (2, 21));
}

#[test]
fn convert_detects_the_format_by_content_and_else_by_name() {
    let check = |args: &str, input: &str, expected: &str| {
        let ran = minewise(args, input);
        assert_eq!((ran.code, ran.stderr.as_str(), ran.stdout.as_str()), (0, "", expected), "{args}");
    };
    check("convert", "3x2x1\nHF?\n012\n", "3x2/1\n.F*\n012\n");
    check("convert --to mine", "3x2/1:any .F*/012", "3x2x1\nHF?\n012\n");
    check("convert", "https://example.org/zini?b=32&m=40", "3x2/1\n..*\n...\n");
    check("convert --from view", "3x1/1 .*.", "3x1/1\n.*.\n");
    let path = file("short.mbf", [3, 2, 0, 1, 2]);
    let sentence = "reading as `mbf`: expected 6 bytes, as bytes 2 and 3 say 1 mine, but found 5";
    check_refused(&format!("convert {}", path.display()), "", 2, sentence);
}

#[test]
fn convert_refuses_bad_input_with_a_sentence() {
    let unknown =
        "the format is not recognised; name it with --from: `layout`, `view`, `mine`, `mbf`, `ptta`";
    check_refused("convert", "hello", 2, unknown);
    check_refused("convert", b"\xff\xfe\x00", 2, unknown);
    check_refused("convert --to mbf", "3x1/1 1..", 2, "the format `mbf` holds layouts, but this is a view");
    let topology = "the format `ptta` holds square grids only, but this is a `torus`";
    check_refused("convert --to ptta", "3x1/1@torus .*.", 2, topology);
    check_refused("convert", "3x2/1\n1..\n..\n", 2, "reading as `view`: row 1 has 2 cells, expected 3");
}
