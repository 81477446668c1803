//! Tests of the interface: keys in, messages and views out.

use minewise::{Game, Grid, Layout, Seed, Status};

use super::*;

const NOW: Duration = Duration::ZERO;

fn interface(rules: &str, seed: u64) -> Interface {
    Interface::new(TimedGame::new(rules.parse().unwrap(), Seed(seed)), &"exact".parse().unwrap())
}

/// Presses keys: letters for themselves, `<`, `>`, `^`, `v` for arrows, `!` for enter, `~` for escape.
fn press(interface: &mut Interface, keys: &str) -> Flow {
    let mut flow = Flow::Continue;
    for letter in keys.chars() {
        let key = match letter {
            '<' => Key::Left,
            '>' => Key::Right,
            '^' => Key::Up,
            'v' => Key::Down,
            '!' => Key::Enter,
            '~' => Key::Escape,
            letter => Key::Letter(letter),
        };
        flow = interface.take(Input::Key(key), NOW);
    }
    flow
}

#[track_caller]
fn check(rules: &str, keys: &str, expected: &str) {
    let mut interface = interface(rules, 1);
    press(&mut interface, keys);
    assert_eq!(interface.status(), expected, "{rules}: {keys}");
}

#[test]
fn the_cursor_moves_by_arrows_and_letters_and_stops_at_the_edge() {
    check("7x5/3", "", "2,3: covered.");
    check("7x5/3", "h<kk^^^", "0,1: covered.");
    check("7x5/3", "lllll>jjjjj", "4,6: covered.");
    check("7x5/3@torus", "lllljjj", "0,0: covered; it touches the 8 underlined cells.");
    check("7x5/3@knight", "hhhkkk", "0,0: covered; it touches the 2 underlined cells.");
}

#[test]
fn flags_count_down_the_mines() {
    let mut interface = interface("7x5/3", 1);
    press(&mut interface, "f");
    assert_eq!((interface.timed.n_mines_left(), interface.status().as_str()), (2, "2,3 has a flag."));
    press(&mut interface, " ");
    assert_eq!(interface.status(), "2,3: the cell has a flag.");
}

#[test]
fn space_on_a_number_chords() {
    let mut interface = interface("7x5/12", 1);
    press(&mut interface, " ");
    assert!(interface.status().starts_with("Revealed 2,3"), "{}", interface.status());
    press(&mut interface, "!");
    assert!(
        interface.status().contains("a chord on") || interface.status().contains("nothing"),
        "{}",
        interface.status()
    );
}

#[test]
fn hints_mark_a_cell_and_say_why() {
    let mut interface = interface("7x5/12", 1);
    press(&mut interface, " i");
    assert!(interface.status().starts_with("exact reveals "), "{}", interface.status());
    assert_eq!(interface.mark, Some(interface.cursor));
    press(&mut interface, "w");
    assert!(interface.status().contains(" is "), "{}", interface.status());
    press(&mut interface, "o");
    assert!(interface.shows_risks && interface.status().starts_with("Risks: "), "{}", interface.status());
}

/// An interface where a mine has just been hit.
fn lost() -> Interface {
    let mut interface = interface("7x5/12", 1);
    press(&mut interface, " ");
    let layout = Layout::generate(interface.timed.grid(), Seed(1), interface.cursor);
    interface.take(Input::Click(Move::Reveal(layout.mines().next().unwrap())), NOW);
    assert_eq!(interface.timed.game().status(), Status::Lost);
    interface
}

#[test]
fn a_loss_gets_a_summary_and_can_be_undone() {
    let mut interface = lost();
    assert!(
        interface.status().contains("is a mine.\nLost after 0.0 seconds.\n3BV "),
        "{}",
        interface.status()
    );
    press(&mut interface, "u");
    assert!(interface.status().starts_with("Undid the reveal of "), "{}", interface.status());
    assert_eq!(interface.timed.game().status(), Status::On);
    press(&mut interface, "s");
    assert!(interface.status().contains("Undo was used once."), "{}", interface.status());
}

#[test]
fn after_the_end_the_useful_keys_are_named() {
    let mut interface = lost();
    press(&mut interface, "~");
    assert_eq!(
        interface.status(),
        "The game is over: r reviews it, s shows a summary, n starts a new game, u undoes a move."
    );
    press(&mut interface, "i");
    assert_eq!(interface.status(), "The game is over.");
}

#[test]
fn a_new_game_has_the_next_seed() {
    check("7x5/3", " n", "A new game of 7x5/3, seed 2.");
    check("7x5/3", "Rvvv~n", "A new game of 7x5/3, seed 2.");
}

#[test]
fn rules_are_chosen_from_a_menu_or_typed() {
    check("7x5/3", "R^^^!", "A new game of 9x9/10, seed 2.");
    let mut interface = interface("9x9/10", 1);
    press(&mut interface, "R");
    for letter in "9x9/10:zero@hex".chars() {
        interface.take(Input::Key(Key::Letter(letter)), NOW);
    }
    press(&mut interface, "!");
    assert_eq!(interface.status(), "A new game of 9x9/10:zero@hex, seed 2.");
}

#[test]
fn a_menu_shows_an_error_and_stays_open() {
    let mut interface = interface("9x9/10", 1);
    press(&mut interface, "Rbegginer!");
    let Page::Rules(menu) = &interface.page else { panic!("the menu is closed") };
    assert_eq!(menu.error, "there are no rules `begginer`; did you mean `beginner`?");
    press(&mut interface, "~P");
    assert!(matches!(interface.page, Page::Player(_)));
    press(&mut interface, "!");
    assert!(interface.status().starts_with("Advice now comes from "), "{}", interface.status());
}

#[test]
fn a_player_is_watched_step_by_step() {
    let mut interface = interface("9x9/10", 1);
    interface.watch(NOW);
    assert_eq!(interface.status(), "exact reveals 0,0: the first reveal is safe.");
    let grid = Grid::new("9x9/10".parse().unwrap());
    let mut game = Game::new(&grid, Seed(1));
    for _ in 0..5 {
        let cell = interface.mark.unwrap();
        press(&mut interface, " ");
        game.reveal(cell).unwrap();
        assert_eq!(interface.timed.view().to_string(), game.view().to_string());
        assert!(interface.status().contains("exact reveals"), "{}", interface.status());
    }
    press(&mut interface, "f");
    assert_eq!(interface.status(), "exact is playing; p takes over.");
    press(&mut interface, "p");
    assert_eq!(interface.status(), "It is your turn; p lets the player play again.");
    let covered = interface.timed.view().covered().next().unwrap();
    interface.take(Input::Click(Move::Flag(covered)), NOW);
    assert!(interface.status().ends_with(" has a flag."), "{}", interface.status());
}

#[test]
fn a_watched_player_sets_flags_on_the_mines_that_it_has_marked() {
    let mut interface =
        Interface::new(TimedGame::new("9x9/10".parse().unwrap(), Seed(1)), &"csp".parse().unwrap());
    interface.watch(NOW);
    press(&mut interface, "   ");
    let view = interface.timed.view();
    let flags: Vec<_> = view.covered().filter(|&cell| view.shown(cell) == Shown::Flag).collect();
    let settled: Vec<_> = interface.timed.game().position().settled().mines().collect();
    assert!(!flags.is_empty() && settled.iter().all(|mine| flags.contains(mine)), "{view}");
}

#[test]
fn a_player_that_runs_plays_to_the_end() {
    let mut interface = interface("9x9/10", 1);
    interface.watch(NOW);
    for second in 1..200 {
        interface.take(Input::Tick, Duration::from_secs(second));
    }
    assert!(interface.timed.game().is_over());
    assert!(interface.status().contains("Play it again: "), "{}", interface.status());
    press(&mut interface, "n");
    assert!(interface.watch.as_ref().unwrap().is_running());
}

#[test]
fn a_watched_player_pauses_and_changes_its_speed() {
    let mut interface = interface("9x9/10", 1);
    interface.watch(NOW);
    let n_moves = |interface: &Interface| interface.timed.game().moves().len();
    press(&mut interface, "a");
    interface.take(Input::Tick, Duration::from_secs(9));
    assert_eq!(n_moves(&interface), 0);
    press(&mut interface, "++a");
    interface.take(Input::Tick, Duration::from_millis(199));
    assert_eq!(n_moves(&interface), 0);
    interface.take(Input::Tick, Duration::from_millis(200));
    assert_eq!(n_moves(&interface), 1);
    press(&mut interface, "p");
    interface.take(Input::Tick, Duration::from_secs(9));
    assert_eq!(n_moves(&interface), 1);
}

#[test]
fn help_opens_and_closes_and_q_quits() {
    let mut interface = interface("9x9/10", 1);
    press(&mut interface, "?jj");
    assert!(matches!(interface.page, Page::Help(2)));
    assert_eq!(press(&mut interface, "q"), Flow::Continue);
    assert!(matches!(interface.page, Page::Board));
    assert_eq!(press(&mut interface, "q"), Flow::Quit);
    assert_eq!(interface.take(Input::Quit, NOW), Flow::Quit);
}

#[test]
fn a_player_that_was_not_taught_the_rules_says_so() {
    let mut interface = interface("9x9/10", 1);
    press(&mut interface, "P");
    press(&mut interface, "regression!");
    let expected = "Advice now comes from regression. Every move of regression on 9x9/10 is a guess, ";
    assert!(interface.status().starts_with(expected), "{}", interface.status());
    press(&mut interface, "~n");
    assert!(interface.status().contains("Every move of regression on 9x9/10"), "{}", interface.status());
}
