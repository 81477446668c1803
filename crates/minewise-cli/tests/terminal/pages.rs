//! The pages besides the board, and how the screen is drawn.

use super::play::Play;
use super::pty::Terminal;
use crate::common::{folder, minewise};

const ESCAPE: &str = "\u{1b}";
const CTRL_U: &str = "\u{15}";
const CTRL_W: &str = "\u{17}";

#[test]
fn the_current_rules_are_replaced_by_typing() {
    let mut terminal = Terminal::new((80, 24), "play --rules 7x5/3 --seed 1");
    terminal.wait_for_text("7x5/3");
    terminal.press("R");
    terminal.wait_for_text("other: 7x5/3_");
    let screen = terminal.screen();
    let selected: String = (0..24)
        .flat_map(|row| (0..80).map(move |col| (row, col)))
        .filter(|&(row, _)| row > 0)
        .filter_map(|(row, col)| screen.cell(row, col).filter(|cell| cell.inverse()))
        .map(|cell| cell.contents().to_owned())
        .collect();
    assert_eq!(selected, "7x5/3");
    terminal.press("begginer");
    terminal.wait_for_text("other: begginer_");
    terminal.press("\r");
    terminal.wait_for_text("did you mean `beginner`?");
    terminal.press(CTRL_U);
    terminal.wait_for_text("other: _");
    terminal.press("8x8/9:any@hex");
    terminal.press(CTRL_W);
    terminal.wait_for_text("other: 8x8/9:any@_");
    terminal.press("torus\r");
    terminal.wait_for_text("A new game of 8x8/9:any@torus, seed 2.");
}

#[test]
fn a_player_is_chosen_by_typing() {
    let mut terminal = Terminal::new((80, 24), "play --rules 9x9/10 --seed 1 --player search(level=fast)");
    terminal.wait_for_text("9x9/10");
    terminal.press("P");
    terminal.wait_for_text("other: search(level=fast)_");
    terminal.press("exakt\r");
    terminal.wait_for_text("did you mean `exact`?");
    terminal.press("\u{7f}\u{7f}ct\r");
    terminal.wait_for_text("Advice now comes from exact.");
    terminal.press("i");
    terminal.wait_for_text("exact reveals 0,0");
}

#[test]
fn the_help_names_the_keys_that_work() {
    let mut terminal = Terminal::new((80, 40), "play --rules 9x9/10 --seed 1");
    terminal.wait_for_text("? help  q quit  space reveal  f flag  i hint  w why  o risks");
    terminal.press("?");
    terminal.wait_for_text("i             hint: the best cell");
    for line in
        ["r             review of every move,", "R             rules of a new game", "u             undo"]
    {
        terminal.wait_for_text(line);
    }
    terminal.press(" r");
    terminal.wait_for_text("The review comes when the game is over");
}

/// The row of the review that is marked.
fn chosen(screen: &str) -> Option<&str> {
    screen.lines().find_map(|line| line.trim_start().strip_prefix("> "))
}

#[test]
fn a_game_is_reviewed_move_by_move() {
    let mut play = Play::start("9x9/10:zero", 5);
    play.lose();
    let terminal = &mut play.terminal;
    terminal.press("r");
    terminal.wait_for_text("lost by choices");
    terminal.wait_for_text("move  what    cell     choice         risk   before    after    lost    luck");
    terminal.wait_for("the opening", |screen| chosen(screen).is_some_and(|row| row.contains("opening")));
    terminal.press("m");
    let is_second =
        |screen: &str| chosen(screen).is_some_and(|row| row.trim_start().starts_with("2  reveal"));
    terminal.wait_for("the mistake", is_second);
    terminal.wait_for_text("had a risk of");
    terminal.press("\r");
    terminal.wait_for_text("Before move 2: [ ] the choice, > the best cell");
    assert!(!terminal.text().contains('*'), "the board before a move shows no mines:\n{}", terminal.text());
    terminal.wait_for_text(">■");
    terminal.press("x");
    terminal.wait_for("the mistake again", is_second);
    for keys in ["k", "\u{1b}[H", "\u{1b}[5~"] {
        terminal.press(keys);
        terminal
            .wait_for("the first row", |screen| chosen(screen).is_some_and(|row| row.contains("opening")));
        terminal.press("\u{1b}[F");
        terminal.wait_for("the last row", is_second);
    }
    terminal.press("k\u{1b}[6~");
    terminal.wait_for("the last row", is_second);
    terminal.press("q");
    terminal.wait_for_text("n new");
    // The review is there at once the second time, and gone after an undo.
    terminal.press("r");
    terminal.wait_for("the page", is_second);
    terminal.press(ESCAPE);
    terminal.wait_for_text("n new");
    terminal.press("u");
    terminal.wait_for_text("Undid the reveal");
    terminal.press("r");
    terminal.wait_for_text("The review comes when the game is over");
    terminal.quit();
}

#[test]
fn a_review_can_be_left_at_once() {
    let mut terminal = Terminal::new((80, 24), "play --rules expert --seed 5 --watch --speed 1000");
    terminal.wait_for_text("Play it again:");
    terminal.press("rq");
    terminal.wait_for_text("n new");
    terminal.press("n");
    terminal.wait_for_text("A new game of 30x16/99, seed 6.");
    terminal.quit();
}

#[test]
fn a_transcript_is_written_when_a_game_ends_and_when_the_program_does() {
    let path = folder("terminal-transcript").join("game.txt");
    let mut play = Play::start_with("9x9/10", 5, &format!("--transcript {}", path.display()));
    play.lose();
    let read = || std::fs::read_to_string(&path).unwrap();
    let lost = minewise::game::Transcript::of(&play.game, minewise::Seed(5)).to_string();
    assert_eq!(read(), lost);
    play.terminal.press("u");
    play.terminal.wait_for_text("Undid the reveal");
    play.terminal.quit();
    assert_eq!(read(), "9x9/10 seed 5\nr 4,4\n");
    let ran = minewise(&format!("review {}", path.display()), "");
    assert!(ran.code == 0 && ran.stdout.contains("reveal  4,4      opening"), "{}{}", ran.stdout, ran.stderr);
}

/// Presses keys that lead through every page, and calls `check` with what is on the screen of each.
fn tour(terminal: &mut Terminal, mut check: impl FnMut(&str, &Terminal)) {
    let mut see = |terminal: &mut Terminal, keys: &str, text: &str| {
        terminal.press(keys);
        terminal.wait_for_text(text);
        check(text, terminal);
    };
    see(terminal, "", "mines 34");
    see(terminal, "?", "any ");
    see(terminal, " o", "isks");
    see(terminal, "R", "Rules of a new game");
    terminal.press(ESCAPE);
    terminal.wait_for("the board", |screen| !screen.contains("Rules of a new game"));
    see(terminal, "P", "Player that gives advice");
    terminal.press(ESCAPE);
    terminal.wait_for("the board", |screen| !screen.contains("Player that gives advice"));
    see(terminal, "i", "exact");
    see(terminal, "w", "0,0 may be");
    see(terminal, "f", "has a flag");
    see(terminal, "of", "no longer has a flag");
    see(terminal, " ", "Won after");
    see(terminal, "r", "lost by");
    see(terminal, "m", "No mistakes.");
    see(terminal, "\r", "Before move 3");
    see(terminal, "xq", "n new");
}

#[test]
fn no_page_has_a_letter_that_is_not_ascii_on_request_or_by_the_locale() {
    let starts: [(&str, &[(&str, &str)]); 3] = [
        ("--ascii", &[]),
        ("", &[("LC_ALL", "C")]),
        ("", &[("LC_ALL", ""), ("LC_CTYPE", "en_GB.ISO-8859-1"), ("LANG", "en_GB.UTF-8")]),
    ];
    for (option, env) in starts {
        let mut terminal =
            Terminal::with_env((40, 12), &format!("play --rules 7x5/34 --seed 1 {option}"), env);
        terminal.wait_for_text("# # #");
        tour(&mut terminal, |page, terminal| {
            assert!(terminal.text().is_ascii(), "{page}:\n{}", terminal.text());
        });
        terminal.quit();
        assert!(terminal.text().is_ascii(), "{}", terminal.text());
    }
    let mut terminal = Terminal::with_env((40, 12), "play --rules 7x5/34 --seed 1", &[("LC_ALL", "C.UTF-8")]);
    terminal.wait_for_text("■");
}

/// Whether any cell of the screen has a colour.
fn has_colours(terminal: &Terminal) -> bool {
    let (height, width) = terminal.screen().size();
    (0..height).flat_map(|row| (0..width).map(move |col| (row, col))).any(|(row, col)| {
        let cell = terminal.screen().cell(row, col).unwrap();
        (cell.fgcolor(), cell.bgcolor()) != (vt100::Color::Default, vt100::Color::Default)
    })
}

#[test]
fn no_page_has_colours_if_they_are_not_wanted() {
    let starts: [(&str, &[(&str, &str)]); 2] = [("--color never", &[]), ("", &[("NO_COLOR", "1")])];
    for (option, env) in starts {
        let mut terminal =
            Terminal::with_env((60, 20), &format!("play --rules 7x5/34 --seed 1 {option}"), env);
        tour(&mut terminal, |page, terminal| assert!(!has_colours(terminal), "{page}:\n{}", terminal.text()));
        let is_bold =
            |row| (0..60).any(|col| terminal.screen().cell(row, col).is_some_and(vt100::Cell::bold));
        assert!((0..20).any(is_bold), "modifiers stay");
    }
    let starts: [(&str, &[(&str, &str)]); 2] = [("", &[]), ("--color always", &[("NO_COLOR", "1")])];
    for (option, env) in starts {
        let mut is_coloured = false;
        let mut terminal =
            Terminal::with_env((60, 20), &format!("play --rules 7x5/34 --seed 1 {option}"), env);
        tour(&mut terminal, |_, terminal| is_coloured |= has_colours(terminal));
        assert!(is_coloured, "{option}");
    }
}
