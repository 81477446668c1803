use minewise::{Choice, Move, Position, Reason, Seed};

use super::*;
use crate::PlayerSpec;

/// Checks the sentence about the choice that a player makes in a view.
#[track_caller]
fn check_advice(view: &str, player: &str, expected: &str) {
    let position = Position::new(view.parse().unwrap());
    let spec: PlayerSpec = player.parse().unwrap();
    let mut player = spec.make();
    player.start(position.view().grid().rules(), Seed(0));
    let choice = player.choose(&position);
    let sentence = Sentence::advice(&position, &choice, &spec.to_string(), &mut Judge::default());
    assert_eq!(sentence.to_string(), expected);
}

/// Checks the sentence about the choice of a cell for a reason.
#[track_caller]
fn check_reason(view: &str, cell: usize, reason: Reason, expected: &str) {
    let position = Position::new(view.parse().unwrap());
    let sentence =
        Sentence::advice(&position, &Choice::reveal(cell, reason), "player", &mut Judge::default());
    assert_eq!(sentence.to_string(), expected);
}

/// Checks the sentence about a move that was made in a view.
#[track_caller]
fn check_judged(view: &str, made: Move, expected: &str) {
    let position = Position::new(view.parse().unwrap());
    let judgement = Judge::default().judge(&position, made).unwrap().unwrap();
    assert_eq!(judgement.sentence.to_string(), expected);
}

/// By hand: of 6 layouts the middle of the far cells wins 3, and the near ones win 2.
const FAR_IS_BETTER: &str = "6x1/2 .1....";

/// A view that too many layouts fit for perfect play.
const BEGINNER: &str =
    "9x9/10 01......./012....../012....../13......./........./........./........./........./.........";

#[test]
fn certain_choices_get_short_sentences() {
    check_advice("7x1/2 01.1...", "exact", "exact reveals 0,4: it is certainly safe.");
    check_advice("3x2/1 .../...", "exact", "exact reveals 0,0: the first reveal is safe.");
    check_advice("7x1/2 01.1F..", "exact", "exact reveals 0,4: it is certainly safe. Remove its flag first.");
    check_reason("7x1/2 01.1...", 4, Reason::Random, "player reveals 0,4: it is certainly safe.");
    check_judged("7x1/2 01.1...", Move::Reveal(4), "0,4 was certainly safe.");
    check_judged("7x1/2 01F1...", Move::Chord(3), "The chord on 0,3 was certainly safe.");
    check_judged("5x3/2 ...../...../.....", Move::Reveal(0), "0,0 began the game.");
    check_judged(
        "3x1/1 .1.",
        Move::Reveal(0),
        "0,0 was a coin flip between two cells: no later move could have decided it.",
    );
}

#[test]
fn a_guess_is_compared_with_the_best_cell_if_that_is_another() {
    check_reason(
        FAR_IS_BETTER,
        0,
        Reason::Random,
        "player reveals 0,0: at random. According to the coach, 0,3 is better: its risk is 33.3 % and its chance to \
         win 50.0 %, against 50.0 % and 33.3 % for 0,0.",
    );
    check_reason(
        "7x1/2 01.1...",
        6,
        Reason::Certain,
        "player reveals 0,6: it believes that the cell is safe. Its risk is 50.0 % and its chance to win 50.0 %, \
         although 0,4 is certainly safe, with a chance of 100.0 %.",
    );
    // A cell that is equally good is not called better.
    check_advice(
        "3x1/1 .1.",
        "exact",
        "exact reveals 0,0: no cell is certain, so it takes the least risk. Its risk is 50.0 % and its chance to win \
         50.0 %, and 0,2 is equally good.",
    );
}

#[test]
fn the_best_cell_is_compared_with_the_safest_or_with_the_next_best() {
    // By hand: 0,2 wins the same as 0,3, at more risk.
    check_reason(
        FAR_IS_BETTER,
        2,
        Reason::MoreInformation,
        "player reveals 0,2: the information it gives is worth more than the least risk. Its risk is 50.0 % and its \
         chance to win 50.0 %, against 33.3 % and 50.0 % for 0,3.",
    );
    check_advice(
        BEGINNER,
        "search(level=fast)",
        "search(level=fast) reveals 0,3: no cell is certain, so it plays for the chance to win. Its risk is 4.1 % and \
         its chance to win about 92.6 %, against 4.1 % and about 92.4 % for 3,3.",
    );
}

#[test]
fn a_player_that_gives_up_states_its_reason() {
    let position = Position::new("3x1/1 .1.".parse().unwrap());
    let choice = Choice::give_up(Reason::Other("nothing is certain".into()));
    let sentence = Sentence::advice(&position, &choice, "player", &mut Judge::default());
    assert_eq!(sentence.to_string(), "player gives up: nothing is certain.");
}

#[test]
fn a_guess_that_was_made_is_compared_with_the_best() {
    check_judged(
        FAR_IS_BETTER,
        Move::Reveal(0),
        "0,3 was better: its risk is 33.3 % and its chance to win 50.0 %, against 50.0 % and 33.3 % for 0,0.",
    );
    check_judged(
        FAR_IS_BETTER,
        Move::Reveal(3),
        "Nothing was certain, and 0,3 was the best choice. Its risk is 33.3 % and its chance to win 50.0 %, and 0,5 is \
         equally good.",
    );
    check_judged(
        BEGINNER,
        Move::Reveal(30),
        "0,3 was slightly better: its risk is 4.1 % and its chance to win about 92.6 %, against 4.1 % and about 92.4 % \
         for 3,3.",
    );
    check_judged(
        "7x1/2 01.1...",
        Move::Reveal(6),
        "0,6 had a risk of 50.0 % and a chance to win of 50.0 %, although 0,4 was certainly safe, with a chance of 100.0 %.",
    );
    check_judged(
        "7x1/2 .1F....",
        Move::Chord(1),
        "0,3 was better: its risk is 25.0 % and its chance to win 62.5 %, against 50.0 % and about 38.0 % for the \
         chord on 0,1.",
    );
    check_judged(
        "5x3/2 ...../...../.....",
        Move::Reveal(7),
        "1,2 began the game. 0,0 was better: its chance to win is 95.6 %, against 90.1 %.",
    );
}
