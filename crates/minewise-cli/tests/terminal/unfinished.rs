//! Unfinished games are kept and resumed, whatever ends the program.

use std::path::{Path, PathBuf};

use minewise::{Grid, Layout, Rng, Seed};
use nix::sys::signal::Signal;

use super::play::{Play, way};
use super::pty::Terminal;
use crate::common::{folder, minewise};

/// The files of the games that are kept in a data folder.
fn kept(data: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(data.join("unfinished"));
    entries.into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
}

/// The one game that is kept.
#[track_caller]
fn only_kept(data: &Path) -> PathBuf {
    let files = kept(data);
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].clone()
}

fn option(data: &Path) -> String {
    format!("--data {}", data.display())
}

fn resume(data: &Path, options: &str) -> Terminal {
    Terminal::new((80, 24), &format!("play --resume {} {options}", option(data)))
}

/// Asserts that nothing can be resumed, and why.
#[track_caller]
fn check_refused(data: &Path, options: &str, expected: &str) {
    let ran = minewise(&format!("play --resume {} {options}", option(data)), "");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert_eq!(ran.stderr, format!("minewise: {expected}\n"));
}

/// The lines of the screen that have the cells of a 16x16 board.
fn board(screen: &str) -> Vec<&str> {
    screen.lines().skip(2).take(16).collect()
}

/// Asserts that every number and flag on one screen is at the same place on another.
#[track_caller]
fn check_nothing_lost(before: &str, after: &str) {
    for (line, now) in board(before).into_iter().zip(board(after)) {
        let now: Vec<char> = now.chars().collect();
        for (col, letter) in line.chars().enumerate() {
            let is_lost = (letter.is_numeric() || "·F".contains(letter)) && now.get(col) != Some(&letter);
            assert!(!is_lost, "column {col} of `{line}` is lost:\n{before}\n\n{after}");
        }
    }
}

/// Whether a cell of a 16x16 board is covered and has no flag.
fn is_covered(screen: &str, cell: usize) -> bool {
    let (row, col) = (cell / 16, cell % 16);
    board(screen).get(row).and_then(|line| line.chars().nth(26 + 2 * col)) == Some('■')
}

#[test]
fn no_move_that_was_shown_is_lost_when_the_program_is_killed() {
    let data = folder("unfinished-killed");
    let mut rng = Rng::new(Seed(9));
    let grid = Grid::new("16x16/40".parse().unwrap());
    let middle = 7 * 16 + 7;
    let layout = Layout::generate(&grid, Seed(3), middle);
    let mut cells = vec![middle];
    let mut others: Vec<usize> = (0..grid.n_cells()).filter(|&cell| cell != middle).collect();
    others.sort_by_cached_key(|_| rng.below(1 << 20));
    cells.extend(others);
    let view = minewise::View::new(&grid);
    let mut cursor = middle;
    let mut terminal = Terminal::new((80, 24), &format!("play --rules 16x16/40 --seed 3 {}", option(&data)));
    // The last line that is drawn.
    terminal.wait_for_text("? help");
    let mut before: Option<String> = None;
    for moves in cells.chunks(8).take(11) {
        if let Some(before) = before {
            terminal = resume(&data, "");
            terminal.wait_for_text("Resumed 16x16/40, seed 3, after ");
            check_nothing_lost(&before, &terminal.text());
            // The cursor is somewhere on the last cell. Go to a known one.
            terminal.press(&("k".repeat(16) + &"h".repeat(16)));
            terminal.wait_for_text("0,0: ");
            cursor = 0;
        }
        // Flags on mines, reveals elsewhere. A reveal of a number is a chord, which is harmless: all flags are right.
        let mut keys = String::new();
        for &cell in moves {
            keys += &way(&view, cursor, cell);
            keys.push(if layout.is_mine(cell) { 'f' } else { ' ' });
            cursor = cell;
        }
        let last = moves[rng.below(moves.len())];
        terminal.press(&keys);
        terminal.wait_for("some of the moves", |screen| !is_covered(screen, last));
        terminal.signal(Signal::SIGKILL);
        assert!(!terminal.wait_for_end());
        before = Some(terminal.text());
    }
    let log = std::fs::read_to_string(only_kept(&data)).unwrap();
    assert!(log.lines().count() > 20, "{log}");
}

#[test]
fn a_move_is_in_the_file_before_it_is_on_the_screen() {
    let data = folder("unfinished-order");
    let grid = Grid::new("16x16/40".parse().unwrap());
    let view = minewise::View::new(&grid);
    let mut cursor = 7 * 16 + 7;
    let layout = Layout::generate(&grid, Seed(3), cursor);
    let args = format!("play --rules 16x16/40 --seed 3 {}", option(&data));
    // The system kills the program in the middle of writing a move.
    let mut terminal = Terminal::with_short_files((80, 24), &args);
    terminal.wait_for_text("? help");
    let mut keys = " ".to_owned();
    for mine in layout.mines() {
        keys += &(way(&view, cursor, mine) + "f");
        cursor = mine;
    }
    terminal.press(&keys);
    assert!(!terminal.wait_for_end());
    let before = terminal.text();
    let log = std::fs::read_to_string(only_kept(&data)).unwrap();
    assert!(!log.ends_with('\n') && log.lines().count() > 5, "the last line is complete:\n{log}");
    let mut terminal = resume(&data, "");
    terminal.wait_for_text("Resumed 16x16/40, seed 3, after ");
    check_nothing_lost(&before, &terminal.text());
    let n_flags = |screen: &str| board(screen).iter().map(|line| line.matches('F').count()).sum::<usize>();
    assert_eq!(
        n_flags(&before),
        log.matches("\"f\"").count().min(log.lines().count() - 3),
        "{before}\n{log}"
    );
}

/// Starts a game and reveals its first cell.
fn begin(data: &Path, seed: u64) -> Play {
    let mut play = Play::start_with("9x9/10", seed, &option(data));
    let first = play.cursor;
    play.reveal(first);
    play.check_board();
    play
}

#[track_caller]
fn quit(terminal: &mut Terminal) -> String {
    terminal.quit();
    terminal.text()
}

#[test]
fn a_game_is_kept_from_its_first_reveal_until_its_end() {
    let data = folder("unfinished-kept");
    let mut play = Play::start_with("9x9/10", 5, &option(&data));
    play.terminal.press("jf");
    play.terminal.wait_for_text("5,4 has a flag.");
    assert!(kept(&data).is_empty());
    play.terminal.press("fk ");
    play.terminal.wait_for_text("Revealed 4,4");
    play.game.reveal(40).unwrap();
    let log = std::fs::read_to_string(only_kept(&data)).unwrap();
    let expected = "{\"minewise\":\"game\",\"version\":1,\"rules\":\"9x9/10\",\"seed\":5}\n\
                    {\"ms\":0,\"move\":\"f\",\"cell\":[5,4]}\n{\"ms\":0,\"move\":\"f\",\"cell\":[5,4]}\n\
                    {\"ms\":0,\"move\":\"r\",\"cell\":[4,4]}\n";
    assert_eq!(log, expected);
    let mine = play.layout.mines().next().unwrap();
    play.reveal(mine);
    play.terminal.wait_for_text("Lost after");
    assert!(kept(&data).is_empty());
    play.terminal.press("u");
    play.terminal.wait_for_text("Undid the reveal");
    let log = std::fs::read_to_string(only_kept(&data)).unwrap();
    assert!(log.starts_with(expected) && log.ends_with(",\"undo\":true}\n"), "{log}");
    let text = quit(&mut play.terminal);
    assert!(text.contains("Undo was used once."), "{text}");
    assert!(text.replace('\n', "").contains("This game is kept: `minewise play --resume --data"), "{text}");

    let mut terminal = resume(&data, "");
    terminal.wait_for_text("Resumed 9x9/10, seed 5, after ");
    terminal.press("s");
    terminal.wait_for_text("Undo was used once.");
    terminal.press("n");
    terminal.wait_for_text("A new game of 9x9/10, seed 6.");
    assert!(kept(&data).is_empty());
    quit(&mut terminal);
    check_refused(&data, "", "there is no unfinished game to resume");
}

#[test]
fn a_signal_keeps_the_game_and_older_ones_are_counted() {
    let data = folder("unfinished-signal");
    for (seed, signal) in [(1, Signal::SIGTERM), (2, Signal::SIGINT)] {
        let mut play = begin(&data, seed);
        play.terminal.signal(signal);
        assert!(play.terminal.wait_for_end() && play.terminal.is_restored());
        assert!(play.terminal.text().contains("This game is kept"), "{}", play.terminal.text());
    }
    let mut play = begin(&data, 3);
    assert!(quit(&mut play.terminal).contains("2 older games are kept, too."), "{}", play.terminal.text());

    // The last one is resumed first, unless rules or a seed are asked for.
    let mut terminal = resume(&data, "");
    terminal.wait_for_text("Resumed 9x9/10, seed 3,");
    let mut other = resume(&data, "--rules beginner --seed 1");
    other.wait_for_text("Resumed 9x9/10, seed 1,");
    let nothing = "there is no unfinished game of 16x16/40 to resume that no other program is playing";
    check_refused(&data, "--rules intermediate", nothing);
    quit(&mut terminal);
    quit(&mut other);
    check_refused(&data, "--seed 9", "there is no unfinished game with seed 9 to resume");
}

#[test]
fn two_programs_never_share_a_game() {
    let data = folder("unfinished-shared");
    let mut first = begin(&data, 5);
    check_refused(&data, "", "there is no unfinished game to resume that no other program is playing");
    let mut second = begin(&data, 6);
    quit(&mut first.terminal);
    let mut third = resume(&data, "");
    third.wait_for_text("Resumed 9x9/10, seed 5,");
    check_refused(&data, "", "there is no unfinished game to resume that no other program is playing");
    quit(&mut third);
    quit(&mut second.terminal);
    let mut games: Vec<Terminal> = (0..2).map(|_| resume(&data, "")).collect();
    for terminal in &mut games {
        terminal.wait_for_text("Resumed 9x9/10, seed ");
    }
    let seeds: Vec<bool> = games.iter().map(|terminal| terminal.text().contains("seed 5,")).collect();
    assert_ne!(seeds[0], seeds[1]);
}

#[test]
fn a_damaged_file_is_refused_and_left_alone() {
    let data = folder("unfinished-damaged");
    let mut play = begin(&data, 5);
    quit(&mut play.terminal);
    let path = only_kept(&data);
    let whole = std::fs::read_to_string(&path).unwrap();
    let name = path.display();
    let cases = [
        (
            whole.replace("\"r\"", "\"z\""),
            "line 2: expected a move or an undo, found `{\"ms\":0,\"move\":\"z\",\"cell\":[4,4]}`",
        ),
        (
            whole.clone() + "{\"ms\":99999,\"move\":\"r\",\"cell\":[4,4]}\n",
            "line 4: the move is not allowed: the cell is revealed already",
        ),
        (String::new(), "line 1: expected the header of a game, found ``"),
    ];
    for (text, wrong) in cases {
        std::fs::write(&path, &text).unwrap();
        check_refused(&data, "", &format!("`{name}`, {wrong}"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    std::fs::write(&path, whole.clone() + "{\"ms\":99999,\"mo").unwrap();
    let mut terminal = resume(&data, "");
    terminal.wait_for_text("Resumed 9x9/10, seed 5,");
    terminal.press("u");
    terminal.wait_for_text("Undid the reveal");
    let log = std::fs::read_to_string(&path).unwrap();
    assert!(log.starts_with(&whole) && log.ends_with(",\"undo\":true}\n") && !log.contains("99999"), "{log}");
}

#[test]
fn a_huge_file_is_refused() {
    let data = folder("unfinished-huge");
    std::fs::create_dir(data.join("unfinished")).unwrap();
    let path = data.join("unfinished/0.jsonl");
    std::fs::File::create(&path).unwrap().set_len((64 << 20) + 1).unwrap();
    check_refused(&data, "", &format!("`{}` has more than 64 MiB", path.display()));
}

#[test]
fn a_watched_game_is_kept_once_the_person_takes_over() {
    let data = folder("unfinished-watched");
    let args = format!("play --rules expert --seed 1 --watch --speed 5 {}", option(&data));
    let mut terminal = Terminal::new((80, 24), &args);
    terminal.wait_for_text("Revealed ");
    terminal.press(" ");
    terminal.wait_for_text("step by step");
    assert!(kept(&data).is_empty());
    terminal.press("p");
    terminal.wait_for_text("It is your turn");
    let log = std::fs::read_to_string(only_kept(&data)).unwrap();
    assert!(log.lines().count() >= 2, "{log}");
    assert!(quit(&mut terminal).contains("This game is kept"), "{}", terminal.text());
}

#[test]
fn a_folder_that_cannot_be_written_is_reported_once() {
    let data = folder("unfinished-file");
    std::fs::write(data.join("file"), "").unwrap();
    let mut play = Play::start_with("9x9/10", 5, &option(&data.join("file")));
    let first = play.cursor;
    play.reveal(first);
    play.terminal.wait_for_text("This game cannot be kept: cannot create");
    play.terminal.press("u");
    play.terminal.wait_for_text("Undid the reveal");
    assert!(!play.terminal.text().contains("cannot be kept"), "{}", play.terminal.text());
    assert!(!quit(&mut play.terminal).contains("is kept"), "{}", play.terminal.text());
}

#[test]
fn a_script_keeps_only_the_game_that_it_resumed() {
    let data = folder("unfinished-script");
    let ran = minewise(&format!("play --rules 9x9/10 --seed 5 {}", option(&data)), "reveal 4,4\n");
    assert!(ran.code == 0 && kept(&data).is_empty(), "{}", ran.stderr);
    quit(&mut begin(&data, 5).terminal);
    let ran = minewise(&format!("play --resume {}", option(&data)), "flag 0,0\n");
    assert!(ran.stdout.contains("\nResumed 9x9/10, seed 5, after "), "{}", ran.stdout);
    assert!(ran.stdout.contains("This game is kept: "), "{}", ran.stdout);
    let log = std::fs::read_to_string(only_kept(&data)).unwrap();
    assert!(log.contains("\"move\":\"f\",\"cell\":[0,0]}\n"), "{log}");
    let ran = minewise(&format!("play --resume {}", option(&data)), "new\nreveal 4,4\n");
    assert!(!ran.stdout.contains("is kept") && kept(&data).is_empty(), "{}", ran.stdout);
}
