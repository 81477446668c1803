//! Whole games, won, lost and watched.

use minewise::{Cell, Explanation, Game, Grid, Layout, Seed, Shown, Status, View};
use nix::sys::signal::Signal;

use super::play::Play;
use super::pty::Terminal;

#[test]
fn a_game_is_won_with_keys_alone() {
    let mut play = Play::start("9x9/10", 5);
    play.terminal.wait_for_text("9x9/10  mines 10  time 0:00  seed 5");
    play.check_board();
    let first = play.cursor;
    play.reveal(first);
    play.check_board();

    play.terminal.press("i");
    play.terminal.wait_for_text(" exact reveals ");
    let census = play.game.position().census().unwrap();
    let is_safe = census.safe().next().is_some();
    play.terminal.wait_for_text(if is_safe { "it is certainly safe." } else { "takes the least risk." });
    let advised = advised_cell(&play.terminal.text(), play.game.view());
    play.cursor = advised;
    play.terminal.press("w");
    let why = Explanation::of(play.game.view(), advised).unwrap().unwrap().to_string();
    // Only the part that fits on the first line.
    play.terminal.wait_for_text(&why.chars().take(60).collect::<String>());

    let number = play.number_to_chord().unwrap();
    play.flag_and_chord(number);
    play.check_board();
    while play.game.status() == Status::On {
        let covered = play.game.view().covered().find(|&cell| !play.layout.is_mine(cell)).unwrap();
        play.reveal(covered);
        if play.game.status() == Status::On {
            play.check_board();
        }
    }
    play.terminal.wait_for_text("Won after ");
    play.terminal.wait_for_text("--seed 5, first reveal 4,4");
    play.terminal.quit();
    assert!(play.terminal.text().contains("Won after "), "{}", play.terminal.text());
}

/// The cell in `exact reveals 3,4: …`.
fn advised_cell(screen: &str, view: &View) -> Cell {
    let (_, rest) = screen.split_once("exact reveals ").unwrap();
    let (row, col) = rest.split_once(':').unwrap().0.split_once(',').unwrap();
    view.grid().cell(row.parse().unwrap(), col.parse().unwrap()).unwrap()
}

#[test]
fn a_loss_is_shown_and_undone() {
    let mut play = Play::start("9x9/10", 5);
    let first = play.cursor;
    play.lose();
    play.terminal.press("u");
    play.terminal.wait_for_text("Undid the reveal of ");
    play.game.restart(Seed(5));
    play.game.reveal(first).unwrap();
    play.check_board();
    play.terminal.press("s");
    play.terminal.wait_for_text("Undo was used once.");
}

#[test]
fn the_mouse_reveals_and_flags() {
    let mut terminal = Terminal::new((60, 20), "play --rules 7x5/34 --seed 1");
    terminal.wait_for_text("[■]");
    let screen = terminal.text();
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains("[■]")).unwrap();
    let col = line.split("[■]").next().unwrap().chars().count() + 1;
    // In the mouse protocol, buttons are numbered from 0 and positions from 1; `M` is down and `m` is up.
    let click = |button: u8| {
        let at = format!("{button};{};{}", col + 1, row + 1);
        format!("\u{1b}[<{at}M\u{1b}[<{at}m")
    };
    terminal.press(&click(2));
    terminal.wait_for_text("2,3 has a flag.");
    terminal.press(&click(2));
    terminal.wait_for_text("2,3 no longer has a flag.");
    terminal.press(&click(0));
    terminal.wait_for_text("Won after ");
}

#[test]
fn a_player_is_watched_to_the_end() {
    let mut terminal = Terminal::new((60, 20), "play --rules 9x9/10 --seed 1 --watch");
    terminal.wait_for_text("exact reveals 0,0: the first reveal is safe.");
    // It starts by itself.
    terminal.wait_for_text("Revealed 0,0");
    terminal.press("++++");
    terminal.wait_for_text("Play it again:");
    terminal.quit();
}

#[test]
fn a_player_is_watched_at_the_speed_asked_for() {
    let mut terminal = Terminal::new((80, 24), "play --rules expert --seed 1 --watch --speed 1000");
    terminal.wait_for_text("Play it again:");
    let mut terminal = Terminal::new((80, 24), "play --rules expert --seed 1 --watch --speed 0.1");
    terminal.wait_for_text("a move every 10 seconds");
    terminal.press("+");
    terminal.wait_for_text("a move every 5 seconds");
    terminal.press(" ");
    terminal.wait_for_text("step by step");
    terminal.press("p");
    terminal.wait_for_text("It is your turn");
    terminal.quit();
}

#[test]
fn the_terminal_is_restored_when_the_program_is_stopped() {
    let mut terminal = Terminal::new((40, 12), "play --rules 5x4/3");
    terminal.wait_for_text("mines 3");
    terminal.press("\u{3}");
    assert!(terminal.wait_for_end());
    assert!(terminal.is_restored());

    let mut terminal = Terminal::new((40, 12), "play");
    terminal.wait_for_text("9x9/10");
    terminal.signal(Signal::SIGTERM);
    assert!(terminal.wait_for_end());
    assert!(terminal.is_restored());
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let mut terminal = Terminal::new((30, 8), "play");
    terminal.wait_for_text("The screen is too small");
    terminal.quit();
}

#[test]
fn a_chord_without_effect_is_no_move() {
    let grid = Grid::new("9x9/10:zero".parse().unwrap());
    // A number that touches no covered cell but its mines.
    let finished = |seed| {
        let mut game = Game::new(&grid, Seed(seed));
        game.reveal(40).unwrap();
        let layout = Layout::generate(&grid, Seed(seed), 40);
        let is_finished = |&cell: &Cell| {
            let mut covered = grid.neighbours(cell).filter(|&near| game.view().is_covered(near)).peekable();
            covered.peek().is_some()
                && matches!(game.view().shown(cell), Shown::Number(_))
                && covered.all(|near| layout.is_mine(near))
        };
        (0..grid.n_cells()).find(is_finished).map(|cell| (seed, cell))
    };
    let (seed, number) = (0..).find_map(finished).unwrap();
    let mut play = Play::start("9x9/10:zero", seed);
    let first = play.cursor;
    play.reveal(first);
    play.check_board();
    let view = play.game.view();
    let covered: Vec<Cell> = grid.neighbours(number).filter(|&near| view.is_covered(near)).collect();
    for mine in covered {
        play.go_to(mine);
        play.terminal.press("f");
        play.terminal.wait_for_text(&format!("{} has a flag.", grid.name(mine)));
    }
    play.go_to(number);
    for key in ["c", " "] {
        // A step away and back clears the message.
        play.terminal.press("lh");
        play.terminal.wait_for_text(&format!("{}: shows ", grid.name(number)));
        play.terminal.press(key);
        play.terminal.wait_for_text(&format!("{}: nothing is left to reveal around it", grid.name(number)));
    }
    play.terminal.quit();
    assert!(play.terminal.text().contains("\n1 reveal.\n"), "{}", play.terminal.text());
}
