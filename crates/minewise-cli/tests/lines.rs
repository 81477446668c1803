//! `play` without a terminal: commands in, views and sentences out.

use crate::common::{check_refused, folder, minewise, sentences};
use minewise::{Cell, Game, Grid, Layout, Seed, View};

/// The view and the message after each command. The first answer is the one before any command.
fn answers(args: &str, commands: &str) -> Vec<String> {
    let ran = minewise(args, commands);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    ran.stdout.split("\n\n").map(str::to_owned).collect()
}

const COMMANDS: &str = "Commands: reveal ROW,COL, flag ROW,COL, chord ROW,COL, hint, why ROW,COL, risks, undo, summary, review, new, \
     view, help, quit; r, f, c, u, q stand for reveal, flag, chord, undo, quit.";

/// Plays commands in a game of 5x4/3 with seed 1, and checks the message after the last command.
#[track_caller]
fn check(commands: &str, expected: &str) {
    let commands: Vec<&str> = commands.split("; ").collect();
    let answers = answers("play --rules 5x4/3 --seed 1", &commands.join("\n"));
    let answer = &answers[commands.len()];
    let (view, message) = answer.trim_end().split_at(answer.match_indices('\n').nth(4).unwrap().0);
    assert!(view.parse::<View>().is_ok(), "{view}");
    assert_eq!(message.trim_start(), expected);
}

#[test]
fn a_game_begins_with_its_view_and_the_commands() {
    let answers = answers("play --rules 5x2/3 --seed 1", "");
    assert_eq!(answers[0], format!("5x2/3\n.....\n.....\nA new game of 5x2/3, seed 1. {COMMANDS}"));
    assert!(answers[1].starts_with("Not finished after "), "{}", answers[1]);
}

#[test]
fn every_command_gets_a_sentence() {
    check("f 0,3", "0,3 has a flag.");
    check("f 0,3; r 0,3", "0,3: the cell has a flag.");
    check("f 0,3; u", "Undid the flag move on 0,3.");
    check("u", "There is nothing to undo.");
    check("hint", "exact reveals 0,0: the first reveal is safe.");
    check(
        "why 2,2",
        "2,2 may be a mine or not: it is one in 15.0 % of the layouts that fit. It touches no number, so only the \
         number of mines left says anything about it.",
    );
    check("f 0,3; view", "Mines minus flags: 2.");
    check("flag 0,3; undo", "Undid the flag move on 0,3.");
    check("help", COMMANDS);
    check("new", "A new game of 5x4/3, seed 2.");
    check("review", "The review comes when the game is over, because it would give the layout away.");
    check("chord 0,0", "0,0: only a number can be chorded.");
}

#[test]
fn risks_are_printed_as_a_board() {
    let answers = answers("play --rules 4x1/1:any --seed 1", "flag 0,3\nrisks");
    let expected = "4x1/1:any\n...F\n      0   1   2   3\n  0  25% 25% 25% 25%\n\
                    Risks: ✓ certainly safe, * certainly a mine, else in percent.";
    assert_eq!(answers[2], expected);
}

#[test]
fn a_chord_without_effect_is_refused_and_not_counted() {
    let answers = answers("play --rules 4x1/1:zero --seed 1", "reveal 0,0\nchord 0,0\nsummary");
    assert!(answers[2].contains("0,0: nothing is left to reveal around it"), "{}", answers[2]);
    assert!(answers[3].contains("\n1 reveal.\n"), "{}", answers[3]);
}

#[test]
fn ascii_is_used_on_request() {
    let ran = minewise(
        "play --rules 4x1/1:any --seed 1 --ascii",
        format!("risks\nwhy 0,0\ndance\n{}", "9".repeat(99)),
    );
    assert!(
        ran.code == 0 && ran.stdout.is_ascii() && ran.stdout.contains("Risks: + certainly safe"),
        "{}",
        ran.stdout
    );
}

#[test]
fn bad_commands_get_a_sentence_and_the_game_goes_on() {
    check("dance 2,3", &format!("There is no command `dance`. {COMMANDS}"));
    check("sumary", "There is no command `sumary`; did you mean `summary`?");
    check("FLAG 0,0", "There is no command `FLAG`; did you mean `flag`?");
    check("rules", &format!("There is no command `rules`. {COMMANDS}"));
    check("r", "Expected a cell like `2,3`, found nothing.");
    check("r 2;3", "Expected a cell like `2,3`, found `2;3`.");
    check("r -1,3", "Expected a cell like `2,3`, found `-1,3`.");
    check("r 99,3", "There is no cell 99,3: the last is 3,4.");
    check(
        "r 999999999999999999999999999999999999999,3",
        "Expected a cell like `2,3`, found `999999999999999999999999999999999999999,…`.",
    );
    check("u 3", "`u` takes no argument, but found `3`.");
    check("dance; f 0,0", "0,0 has a flag.");
}

#[test]
fn random_bytes_are_harmless() {
    let mut noise = vec![b'x'; 100_000];
    noise.extend(b"\n\xff\xfe\x1b[2J\nr 1,\xc3\n\0\nf 0,0\n");
    let ran = minewise("play --rules 5x4/3 --seed 1", noise);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("0,0 has a flag.") && !ran.stdout.contains('\u{1b}'), "{}", ran.stdout);
}

/// The commands that win a game of these rules whose first reveal is cell 0, and the mines of its layout.
fn winning(rules: &str, seed: u64) -> (String, Vec<Cell>) {
    let grid = Grid::new(rules.parse().unwrap());
    let layout = Layout::generate(&grid, Seed(seed), 0);
    let mut game = Game::new(&grid, Seed(seed));
    let mut commands = String::new();
    for cell in 0..grid.n_cells() {
        if !layout.is_mine(cell) && game.view().is_covered(cell) {
            game.reveal(cell).unwrap();
            commands += &format!("r {}\n", grid.name(cell));
        }
    }
    (commands, layout.mines().collect())
}

#[test]
fn a_script_wins_and_gets_the_summary() {
    let (commands, _) = winning("5x4/3@hex", 2);
    let ran = minewise("play --rules 5x4/3@hex --seed 2", commands + "r 0,0\nquit\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let (_, summary) = ran.stdout.split_once("All cells without a mine are revealed.\nWon after ").unwrap();
    assert!(summary.contains("\n3BV "), "{summary}");
    assert!(summary.contains("Play it again: minewise play --rules 5x4/3@hex --seed 2, first reveal 0,0\n"));
    assert!(summary.ends_with("The game is over, but moves can be undone.\n\n"), "{summary}");
}

#[test]
fn a_loss_shows_the_mines_and_can_be_undone() {
    let (_, mines) = winning("5x4/3", 2);
    let (row, col) = (mines[0] / 5, mines[0] % 5);
    let answers = answers("play --rules 5x4/3 --seed 2", &format!("r 0,0\nr {row},{col}\nu\n"));
    assert!(answers[2].contains(&format!("\n{row},{col} is a mine.\nLost after ")), "{}", answers[2]);
    assert_eq!(answers[2].matches('*').count(), 3, "{}", answers[2]);
    assert!(answers[3].ends_with(&format!("Undid the reveal of {row},{col}.")), "{}", answers[3]);
    assert!(answers[4].contains("Undo was used once."), "{}", answers[4]);
}

#[test]
fn a_player_is_watched_to_the_end() {
    let answers = answers("play --rules 9x9/10 --seed 1 --watch --player exact", "");
    assert!(answers[0].ends_with("exact plays 9x9/10, seed 1."), "{}", answers[0]);
    assert!(
        answers[1].starts_with("exact reveals 0,0: the first reveal is safe.\n9x9/10\n"),
        "{}",
        answers[1]
    );
    let last = &answers[answers.len() - 2];
    assert!(last.contains("Play it again: "), "{last}");
}

#[test]
fn bad_arguments_are_refused() {
    check_refused(
        "play --rules 9x9",
        "",
        2,
        "`--rules 9x9`: expected rules like `9x9/10`, `8x8/10:any` or `expert`, found `9x9`",
    );
    let ran = minewise("play --player nobody --rules 9x9/10", "");
    assert_eq!((ran.code, ran.stdout.as_str(), sentences(&ran.stderr).len()), (2, "", 1));
    let ran = minewise("play --seed -1", "");
    assert_eq!((ran.code, ran.stdout.as_str(), sentences(&ran.stderr).len()), (2, "", 1));
}

#[test]
fn a_transcript_is_reviewed_as_the_game_was() {
    let path = folder("lines-transcript").join("game.txt");
    let (_, mines) = winning("5x4/3", 2);
    let commands = format!("reveal 0,0\nreveal {},{}\nreview\n", mines[0] / 5, mines[0] % 5);
    let options = format!("--transcript {}", path.display());
    let ran = minewise(&format!("play --rules 5x4/3 --seed 2 {options}"), commands);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let written = std::fs::read_to_string(&path).unwrap();
    assert_eq!(written, format!("5x4/3 seed 2\nr 0,0\nr {},{}\n", mines[0] / 5, mines[0] % 5));
    let review = minewise(&format!("review {}", path.display()), "");
    assert_eq!((review.code, review.stderr.as_str()), (0, ""));
    assert!(
        review.stdout.starts_with("5x4/3, lost: ") && ran.stdout.contains(review.stdout.trim_end()),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_transcript_that_cannot_be_written_is_refused_at_the_start() {
    let folder = folder("lines-no-transcript");
    let folder = folder.display();
    check_refused(
        &format!("play --transcript {folder}/none/game.txt"),
        "",
        2,
        &format!(
            "the transcript cannot be written to `{folder}/none/game.txt`: there is no folder `{folder}/none`"
        ),
    );
    let expected = format!("the transcript cannot be written to `{folder}`, which is a folder");
    check_refused(&format!("play --transcript {folder}"), "", 2, &expected);
}

#[test]
fn a_speed_is_only_for_watching() {
    let ran = minewise("play --speed 2", "");
    assert_eq!((ran.code, ran.stdout.as_str(), sentences(&ran.stderr).len()), (2, "", 1));
    let ran = minewise("play --watch --speed 0", "");
    assert!(ran.stderr.contains("expected a number of moves per second from 0.1 to 1000"), "{}", ran.stderr);
}
