//! Small screens, wide boards, and screens that change their size.

use minewise::{Rng, Seed};
use nix::sys::signal::Signal;

use super::pty::Terminal;

/// The arrows in the upper right corner, which say where the board continues.
fn corner(screen: &str) -> &str {
    screen.lines().next().and_then(|line| line.trim_end().rsplit(' ').next()).unwrap_or_default()
}

#[test]
fn a_wide_board_scrolls_on_the_smallest_screen() {
    let mut terminal = Terminal::new((40, 12), "play --rules expert --seed 1");
    terminal.wait_for("arrows", |screen| corner(screen) == "↑↓→");
    // To the last column, then to the last row.
    terminal.press("\u{1b}[F");
    terminal.wait_for_text("7,29: covered.");
    terminal.press(&"j".repeat(16));
    terminal.wait_for_text("15,29: covered.");
    terminal.wait_for("the corner", |screen| corner(screen) == "↑←" && screen.contains("■[■]"));
    terminal.press("\u{1b}[H");
    terminal.press(&"k".repeat(16));
    terminal.wait_for_text("0,0: covered.");
    terminal.wait_for("the corner", |screen| corner(screen) == "↓→");
    terminal.press(" ");
    terminal.wait_for_text("Revealed 0,0");
}

/// Changes the size of the screen many times, with keys in between.
#[track_caller]
fn shake(terminal: &mut Terminal, rng: &mut Rng, keys: &str) {
    for _ in 0..50 {
        let (width, height) = (1 + rng.below(200) as u16, 1 + rng.below(60) as u16);
        terminal.resize((width, height));
        let is_small = width < 40 || height < 12;
        let start: String = "The screen is too small".chars().take(usize::from(width.min(3))).collect();
        terminal.wait_for("a screen of this size", |screen| {
            if is_small { screen.starts_with(&start) } else { screen.contains("9x9/10") }
        });
        let key = keys.chars().nth(rng.below(keys.chars().count())).unwrap();
        terminal.press(&key.to_string());
    }
    terminal.resize((39, 12));
    terminal.wait_for_text("press q.");
    terminal.resize((80, 24));
    terminal.settle();
    terminal.wait_for("the whole screen", |screen| {
        !screen.contains("too small") && screen.lines().nth(23).is_some_and(|line| !line.trim().is_empty())
    });
}

#[test]
fn no_page_breaks_when_the_screen_changes_its_size() {
    let mut rng = Rng::new(Seed(12));
    let mut terminal = Terminal::new((80, 24), "play --rules 9x9/10 --seed 5");
    terminal.wait_for_text("mines 10");
    shake(&mut terminal, &mut rng, "hjklofw");
    terminal.press("?");
    shake(&mut terminal, &mut rng, "jk");
    terminal.wait_for_text("any other key closes");
    terminal.press(" R");
    shake(&mut terminal, &mut rng, "9x/\u{7f}\u{15}\u{17}");
    terminal.wait_for_text("Rules of a new game");
    terminal.press("\u{1b}");
    terminal.wait_for("the board", |screen| !screen.contains("Rules of a new game"));
    terminal.press("P");
    shake(&mut terminal, &mut rng, "ex(=,\u{7f}\u{15}\u{17}");
    terminal.wait_for_text("Player that gives advice");
    terminal.press("\u{1b}");
    terminal.wait_for("the board", |screen| !screen.contains("Player that gives advice"));
    terminal.press("n");
    terminal.wait_for_text("A new game of 9x9/10, seed 6.");
    terminal.press("pa");
    shake(&mut terminal, &mut rng, "+-ow");
    terminal.wait_for_text("watching exact");
    terminal.press("++++++++++a");
    terminal.wait_for_text("Play it again:");
    terminal.press("r");
    terminal.wait_for_text("lost by choices");
    shake(&mut terminal, &mut rng, "jkm\r");
    // Any key returns from the board before a move, and this one stays in the list.
    terminal.press("j");
    terminal.wait_for_text("lost by choices");
    terminal.press("qn");
    terminal.wait_for_text("A new game of 9x9/10, seed 7.");
    terminal.press("p");
    terminal.wait_for_text("It is your turn");
    terminal.quit();
}

#[test]
fn no_key_is_lost_when_the_screen_changes_its_size_at_the_same_moment() {
    let mut terminal = Terminal::new((80, 24), "play --rules 40x9/10 --seed 5");
    terminal.wait_for_text("4,19: covered.");
    let keys = ["l", "h"].into_iter().cycle();
    for (idx, key) in keys.take(60).enumerate() {
        terminal.resize_and_press((90 + idx as u16, 24), key);
        terminal.wait_for_text(if key == "l" { "4,20: covered." } else { "4,19: covered." });
    }
}

#[test]
fn a_signal_is_obeyed_on_a_screen_that_is_too_small() {
    let mut terminal = Terminal::new((80, 24), "play --rules 9x9/10 --seed 5");
    terminal.wait_for_text("mines 10");
    terminal.resize((1, 1));
    terminal.wait_for("one letter", |screen| screen.trim() == "T");
    terminal.signal(Signal::SIGINT);
    assert!(terminal.wait_for_end());
    assert!(terminal.is_restored());
}
