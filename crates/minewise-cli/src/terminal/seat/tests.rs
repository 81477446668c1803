//! Keys in, messages and views out.

use minewise::{Game, Grid, Layout, Status};

use super::*;

const NOW: Duration = Duration::ZERO;

fn seat(rules: &str, seed: u64) -> Seat {
    Seat::new(rules.parse().unwrap(), Seed(seed), &"exact".parse().unwrap())
}

/// Presses keys: letters for themselves, `<`, `>`, `^`, `v` for arrows, `!` for enter, `~` for escape.
fn press(seat: &mut Seat, keys: &str) -> Flow {
    let mut flow = Flow::Stay;
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
        flow = seat.take(Input::Key(key), NOW);
    }
    flow
}

#[track_caller]
fn check(rules: &str, keys: &str, expected: &str) {
    let mut seat = seat(rules, 1);
    press(&mut seat, keys);
    assert_eq!(seat.status(), expected, "{rules}: {keys}");
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
    let mut seat = seat("7x5/3", 1);
    press(&mut seat, "f");
    assert_eq!((seat.table.n_mines_left(), seat.status().as_str()), (2, "2,3 has a flag."));
    press(&mut seat, " ");
    assert_eq!(seat.status(), "2,3: the cell has a flag.");
}

#[test]
fn space_on_a_number_chords() {
    let mut seat = seat("7x5/12", 1);
    press(&mut seat, " ");
    assert!(seat.status().starts_with("Revealed 2,3"), "{}", seat.status());
    press(&mut seat, "!");
    assert!(seat.status().contains("a chord on") || seat.status().contains("nothing"), "{}", seat.status());
}

#[test]
fn hints_mark_a_cell_and_say_why() {
    let mut seat = seat("7x5/12", 1);
    press(&mut seat, " b");
    assert!(seat.status().starts_with("exact reveals "), "{}", seat.status());
    assert_eq!(seat.mark, Some(seat.cursor));
    press(&mut seat, "w");
    assert!(seat.status().contains(" is "), "{}", seat.status());
    press(&mut seat, "o");
    assert!(seat.shows_risks && seat.status().starts_with("Risks: "), "{}", seat.status());
}

/// A seat whose person has just hit a mine.
fn lost() -> Seat {
    let mut seat = seat("7x5/12", 1);
    press(&mut seat, " ");
    let layout = Layout::generate(seat.table.grid(), Seed(1), seat.cursor);
    seat.take(Input::Click(Move::Reveal(layout.mines().next().unwrap())), NOW);
    assert_eq!(seat.table.game().status(), Status::Lost);
    seat
}

#[test]
fn a_loss_is_summed_up_and_can_be_taken_back() {
    let mut seat = lost();
    assert!(seat.status().contains("is a mine.\nLost after 0.0 seconds.\n3BV "), "{}", seat.status());
    press(&mut seat, "u");
    assert!(seat.status().starts_with("Took back the reveal of "), "{}", seat.status());
    assert_eq!(seat.table.game().status(), Status::On);
    press(&mut seat, "s");
    assert!(seat.status().contains("The game was played with undo, once."), "{}", seat.status());
}

#[test]
fn after_the_end_the_keys_are_named() {
    let mut seat = lost();
    press(&mut seat, "~");
    assert_eq!(seat.status(), "The game is over: s sums it up, n starts a new one, u takes back a move.");
    press(&mut seat, "b");
    assert_eq!(seat.status(), "The game is over.");
}

#[test]
fn a_new_game_has_the_next_seed() {
    check("7x5/3", " n", "A new game of 7x5/3, seed 2.");
    check("7x5/3", "rvvv~n", "A new game of 7x5/3, seed 2.");
}

#[test]
fn rules_are_chosen_from_a_menu_or_typed() {
    check("7x5/3", "r^^^!", "A new game of 9x9/10, seed 2.");
    let mut seat = seat("9x9/10", 1);
    press(&mut seat, "r");
    for letter in ":zero@hex".chars() {
        seat.take(Input::Key(Key::Letter(letter)), NOW);
    }
    press(&mut seat, "!");
    assert_eq!(seat.status(), "A new game of 9x9/10:zero@hex, seed 2.");
}

#[test]
fn a_menu_complains_and_stays_open() {
    let mut seat = seat("9x9/10", 1);
    press(&mut seat, "rx!");
    let Page::Rules(menu) = &seat.page else { panic!("the menu is closed") };
    assert_eq!(menu.complaint, "expected rules like `9x9/10`, `8x8/10:any` or `expert`, found `9x9/10x`");
    press(&mut seat, "~P");
    assert!(matches!(seat.page, Page::Player(_)));
    press(&mut seat, "!");
    assert!(seat.status().ends_with(" gives advice now."), "{}", seat.status());
}

#[test]
fn a_player_is_watched_step_by_step() {
    let mut seat = seat("9x9/10", 1);
    seat.watch();
    assert_eq!(seat.status(), "exact reveals 0,0: the first reveal is safe.");
    let grid = Grid::new("9x9/10".parse().unwrap());
    let mut game = Game::new(&grid, Seed(1));
    for _ in 0..5 {
        let cell = seat.mark.unwrap();
        press(&mut seat, " ");
        game.reveal(cell).unwrap();
        assert_eq!(seat.table.view().to_string(), game.view().to_string());
        assert!(seat.status().contains("exact reveals"), "{}", seat.status());
    }
    press(&mut seat, "f");
    assert_eq!(seat.status(), "exact is playing; p takes over.");
    press(&mut seat, "p");
    assert_eq!(seat.status(), "It is your turn; p lets the player go on.");
    let covered = seat.table.view().covered().next().unwrap();
    seat.take(Input::Click(Move::Flag(covered)), NOW);
    assert!(seat.status().ends_with(" has a flag."), "{}", seat.status());
}

#[test]
fn a_player_that_runs_plays_to_the_end() {
    let mut seat = seat("9x9/10", 1);
    seat.watch();
    press(&mut seat, "a");
    for second in 1..200 {
        seat.take(Input::Tick, Duration::from_secs(second));
    }
    assert!(seat.table.game().is_over());
    assert!(seat.status().contains("Play it again: "), "{}", seat.status());
}

#[test]
fn help_opens_and_closes_and_q_leaves() {
    let mut seat = seat("9x9/10", 1);
    press(&mut seat, "?jj");
    assert!(matches!(seat.page, Page::Help(2)));
    assert_eq!(press(&mut seat, "q"), Flow::Stay);
    assert!(matches!(seat.page, Page::Board));
    assert_eq!(press(&mut seat, "q"), Flow::Leave);
    assert_eq!(seat.take(Input::Quit, NOW), Flow::Leave);
}
