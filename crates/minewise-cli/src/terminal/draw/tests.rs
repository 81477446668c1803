//! Tests of drawing: an interface in, a screen out.

use std::time::Duration;

use minewise::{Layout, Move, Seed};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::{draw, fit, wrapped};
use crate::terminal::input::{Input, Key};
use crate::terminal::interface::{Interface, Page};
use crate::terminal::look::{Glyphs, Look};
use crate::terminal::timed_game::TimedGame;

const NOW: Duration = Duration::ZERO;

fn interface(rules: &str) -> Interface {
    Interface::new(TimedGame::new(rules.parse().unwrap(), Seed(1)), &"exact".parse().unwrap())
}

fn press(interface: &mut Interface, keys: &str) {
    for letter in keys.chars() {
        interface.take(Input::Key(Key::Letter(letter)), NOW);
    }
}

fn terminal(interface: &mut Interface, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    fit(interface, Rect::new(0, 0, width, height));
    terminal.draw(|frame| draw(frame, interface, &Look::FULL, NOW)).unwrap();
    terminal
}

/// The lines of the screen, without trailing spaces.
fn lines(interface: &mut Interface, width: u16, height: u16) -> Vec<String> {
    let terminal = terminal(interface, width, height);
    let buffer = terminal.backend().buffer();
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(line).collect()
}

#[test]
fn a_small_board_is_drawn_with_rulers_and_a_cursor() {
    let mut interface = interface("5x3/2");
    let expected = [
        " 5x3/2  mines 2  time 0:00  seed 1",
        "                0 1 2 3 4",
        "             0  ■ ■ ■ ■ ■",
        "             1  ■ ■[■]■ ■",
        "             2  ■ ■ ■ ■ ■",
        "",
        "",
        "",
        "",
        " 1,2: covered.",
        "",
        " ? help  q quit  space reveal  f flag",
    ];
    assert_eq!(lines(&mut interface, 40, 12), expected);
}

#[test]
fn odd_rows_of_a_hex_board_are_shifted_and_neighbours_are_underlined() {
    let mut interface = interface("4x3/2@hex");
    let screen = lines(&mut interface, 40, 12);
    let expected = [
        "                 0 1 2 3",
        "              0  ■ ■ ■ ■",
        "              1   ■[■]■ ■",
        "              2  ■ ■ ■ ■",
    ];
    assert_eq!(&screen[1..5], expected);
    assert_eq!(screen[9], " 1,1: covered; it touches the 6");
    let terminal = terminal(&mut interface, 40, 12);
    let cells = terminal.backend().buffer().content.iter();
    let n_underlined = cells.filter(|cell| cell.modifier.contains(Modifier::UNDERLINED)).count();
    assert_eq!(n_underlined, 6);
}

#[test]
fn risks_are_shown_in_wide_cells() {
    let mut interface = interface("5x3/2:any");
    press(&mut interface, "fo");
    let screen = lines(&mut interface, 40, 12);
    assert_eq!(screen[3], "        1  13% 13%[F13]13% 13%");
}

#[test]
fn risks_lose_their_percent_sign_where_space_is_short() {
    let mut interface = interface("12x8/14:any");
    press(&mut interface, "fo");
    let screen = lines(&mut interface, 40, 14);
    assert_eq!(screen[1], "    0  1  2  3  4  5  6  7  8  9 10 11");
    assert_eq!(screen[5], "3  15 15 15 15 15[F?]15 15 15 15 15 15");
    let mut interface = self::interface("12x8/4:any");
    press(&mut interface, "o");
    assert_eq!(lines(&mut interface, 40, 14)[5], "3  4% 4% 4% 4% 4%[4%]4% 4% 4% 4% 4% 4%");
}

#[test]
fn a_long_message_does_not_hide_the_cell_it_is_about() {
    let mut interface = interface("9x20/70");
    press(&mut interface, " ");
    for _ in 0..20 {
        press(&mut interface, "j");
    }
    press(&mut interface, "s");
    let screen = lines(&mut interface, 40, 12);
    assert!(screen[1].starts_with(" Not finished after") && screen[8].contains("[■]"), "{screen:?}");
}

#[test]
fn a_large_board_scrolls_with_the_cursor() {
    let mut interface = interface("30x16/99");
    let screen = lines(&mut interface, 40, 12);
    assert!(screen[0].ends_with("time 0:00      ↑↓→"), "{}", screen[0]);
    for _ in 0..30 {
        press(&mut interface, "lj");
    }
    let screen = lines(&mut interface, 40, 12);
    assert!(screen[0].ends_with("  ↑←"), "{}", screen[0]);
    assert!(screen[8].ends_with("■[■]"), "{screen:?}");
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let screen = lines(&mut interface("9x9/10"), 30, 8).join(" ");
    assert!(screen.starts_with("The screen is too small: 30x8."), "{screen}");
}

#[test]
fn after_a_loss_the_mines_and_the_wrong_flags_are_shown() {
    let mut interface = interface("5x4/6");
    press(&mut interface, " ");
    let layout = Layout::generate(interface.timed.grid(), Seed(1), interface.cursor);
    let wrong = interface.timed.view().covered().find(|&cell| !layout.is_mine(cell)).unwrap();
    let hit = layout.mines().next().unwrap();
    interface.take(Input::Click(Move::Flag(wrong)), NOW);
    interface.take(Input::Click(Move::Reveal(hit)), NOW);
    let screen = lines(&mut interface, 60, 20);
    let board = screen[2..6].join("\n");
    assert_eq!((board.matches('*').count(), board.matches('X').count()), (6, 1), "{board}");
    assert!(screen.iter().any(|line| line.starts_with(" Lost after 0.0 seconds.")), "{screen:?}");
}

/// A game that was lost on a certain mine, and its review.
fn reviewed() -> Interface {
    let mut interface = interface("9x9/10:zero");
    press(&mut interface, " ");
    let mine = interface.timed.game().position().census().unwrap().mines().next().unwrap();
    interface.take(Input::Click(Move::Reveal(mine)), NOW);
    press(&mut interface, "r");
    while interface.is_reviewing() {
        std::thread::yield_now();
        interface.take(Input::Tick, NOW);
    }
    interface
}

#[test]
fn every_page_fits_the_smallest_screen() {
    let mut interface = interface("9x9/10");
    press(&mut interface, "?");
    let screen = lines(&mut interface, 40, 12);
    assert_eq!(
        (screen[1].as_str(), screen[11].as_str()),
        (" arrows, hjkl  move", " ↑↓ scroll  any other key closes")
    );
    press(&mut interface, "xR");
    let screen = lines(&mut interface, 40, 12).join("\n");
    assert!(screen.contains("│> beginner       9x9/10") && screen.contains("other: 9x9/10"), "{screen}");
    for letter in "xx".chars() {
        interface.take(Input::Key(Key::Letter(letter)), NOW);
    }
    interface.take(Input::Key(Key::Enter), NOW);
    let screen = lines(&mut interface, 40, 12).join("\n");
    assert!(screen.contains("expected rules like"), "{screen}");
}

#[test]
fn a_review_fits_the_smallest_screen() {
    let mut interface = reviewed();
    press(&mut interface, "m");
    let screen = lines(&mut interface, 40, 12);
    assert!(screen[1].starts_with(" 9x9/10:zero, lost: the chance to win"), "{screen:#?}");
    assert_eq!(screen[4], "   move  what    cell     choice");
    assert!(screen[6].starts_with(" >    2  reveal  ") && screen[6].contains("missed"), "{screen:#?}");
    assert!(screen[7].contains(" had a risk of 100.0 %"), "{screen:#?}");
    assert_eq!(screen[11], " esc close  m next mistake");
    interface.take(Input::Key(Key::Enter), NOW);
    let screen = lines(&mut interface, 40, 12).join("\n");
    assert!(screen.contains("[■") && screen.contains(" Before move 2: [ ] the choice"), "{screen}");
    assert!(!screen.contains('*'), "{screen}");
}

#[test]
fn a_long_message_does_not_cover_a_box() {
    let mut interface = reviewed();
    press(&mut interface, "qs");
    assert!(lines(&mut interface, 40, 12).join("\n").contains("Play it again:"));
    for (key, title) in [("R", "Rules of a new game"), ("P", "Player that gives advice")] {
        press(&mut interface, key);
        let screen = lines(&mut interface, 40, 12).join("\n");
        assert!(screen.contains(title) && screen.contains("│> "), "{screen}");
        interface.take(Input::Key(Key::Escape), NOW);
    }
}

#[test]
fn a_wide_screen_shows_every_column_of_the_review() {
    let screen = lines(&mut reviewed(), 80, 24).join("\n");
    assert!(screen.contains(" > ") && screen.contains("after    lost    luck\n"), "{screen}");
    let mut interface = reviewed();
    press(&mut interface, "q");
    assert!(lines(&mut interface, 80, 24).join("\n").contains("[*]"), "the board with its mines is back");
}

#[test]
fn a_review_that_goes_on_shows_its_progress() {
    let mut interface = interface("5x4/19");
    press(&mut interface, " ");
    assert!(interface.timed.game().is_over());
    press(&mut interface, "r");
    // Without a tick, nothing of what the thread sends has been read.
    let screen = lines(&mut interface, 40, 12);
    assert_eq!(screen[1], " reviewing: move 1 of 1");
}

/// Everything that is drawn with ASCII and without colours.
fn plain(interface: &mut Interface) -> Terminal<TestBackend> {
    let look = Look { glyphs: Glyphs::ASCII, has_colours: false };
    let mut terminal = Terminal::new(TestBackend::new(70, 16)).unwrap();
    fit(interface, Rect::new(0, 0, 70, 16));
    terminal.draw(|frame| draw(frame, interface, &look, NOW)).unwrap();
    terminal
}

#[track_caller]
fn check_plain(interface: &mut Interface) {
    for cell in &plain(interface).backend().buffer().content {
        assert!(cell.symbol().is_ascii(), "{cell:?}");
        assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset), "{cell:?}");
    }
}

#[test]
fn every_page_can_be_drawn_in_ascii_and_without_colours() {
    let mut wide = interface("30x16/99");
    for keys in ["", "o", " ", "s", "f", "i", "w", "?", "x", "R", "ä–✓", "R"] {
        press(&mut wide, keys);
        check_plain(&mut wide);
    }
    wide.take(Input::Key(Key::Escape), NOW);
    press(&mut wide, "P");
    check_plain(&mut wide);
    wide.take(Input::Key(Key::Escape), NOW);
    press(&mut wide, "p");
    check_plain(&mut wide);
    let mut interface = reviewed();
    check_plain(&mut interface);
    interface.take(Input::Key(Key::Enter), NOW);
    check_plain(&mut interface);
    press(&mut interface, "xq");
    check_plain(&mut interface);
}

#[test]
fn texts_break_between_words() {
    assert_eq!(wrapped("one two three\nfour", 9), ["one two", "three", "four"]);
    assert_eq!(wrapped("", 9), Vec::<String>::new());
}

#[test]
fn random_input_breaks_no_screen() {
    const RULES: [&str; 8] = [
        "1x1/0",
        "1x9/3@hex",
        "5x4/19@torus",
        "3x3/1@knight",
        "9x9/10:zero",
        "16x5/20:any@hex",
        "70000x1/5000",
        "1x70000/5000@torus",
    ];
    let keys: Vec<Key> = " fciuwnrRpPosam+-?hjkl9x/".chars().map(Key::Letter).collect();
    let others = [
        Key::Enter,
        Key::Enter,
        Key::Escape,
        Key::Backspace,
        Key::DeleteLine,
        Key::DeleteWord,
        Key::Up,
        Key::Down,
        Key::Right,
        Key::Home,
        Key::End,
        Key::PageUp,
        Key::PageDown,
    ];
    let keys: Vec<Key> = keys.into_iter().chain(others).collect();
    let mut pages = std::collections::BTreeSet::new();
    for (number, rules) in RULES.iter().enumerate() {
        let mut rng = minewise::Rng::new(Seed(number as u64));
        let mut below = |bound| rng.below(bound);
        let mut interface = interface(rules);
        for second in 0..150 {
            let n_cells = interface.timed.grid().n_cells();
            let input = match below(10) {
                0 => Input::Tick,
                1 => Input::Scroll(below(5) as isize - 2, below(5) as isize - 2),
                2 => Input::Click(Move::Reveal(below(n_cells))),
                3 => Input::Click(Move::Chord(below(n_cells))),
                _ => Input::Key(keys[below(keys.len())]),
            };
            interface.take(input, Duration::from_secs(second));
            pages.insert(match interface.page {
                Page::Board => "board",
                Page::Help(_) => "help",
                Page::Rules(_) => "rules",
                Page::Player(_) => "player",
                Page::Review => "review",
                Page::Before(_) => "before",
            });
            let terminal = terminal(&mut interface, 1 + below(120) as u16, 1 + below(40) as u16);
            assert!(interface.cursor < interface.timed.grid().n_cells(), "{rules}");
            let mut cells = terminal.backend().buffer().content.iter();
            assert!(cells.any(|cell| cell.symbol() != " "), "{rules}: the screen is blank");
        }
    }
    assert!(pages.len() >= 5, "{pages:?}");
}
