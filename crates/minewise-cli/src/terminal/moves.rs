//! Makes moves and describes the result in a sentence.

use std::time::Duration;

use minewise::census::CensusError;
use minewise::{Move, Shown, Status};

use super::timed_game::TimedGame;
use crate::io::words;

/// Makes a move and describes the result. At the end of the game, the summary is included.
pub(super) fn make(timed: &mut TimedGame, step: Move, now: Duration) -> String {
    let n_covered = timed.view().n_covered();
    let cell = step.cell();
    match timed.make(step, now) {
        Err(error) => return refusal(timed, step, &error.to_string()),
        Ok(Status::On) => {}
        Ok(Status::Won) => return ending(timed, "All cells without a mine are revealed.", now),
        Ok(Status::Lost) => {
            let hit = timed.view().shown_mines().next().unwrap_or(cell);
            return ending(timed, &format!("{} is a mine.", timed.grid().name(hit)), now);
        }
    }
    let name = timed.grid().name(cell);
    match (step, timed.view().shown(cell)) {
        (Move::Flag(_), Shown::Flag) => format!("{name} has a flag."),
        (Move::Flag(_), _) => format!("{name} no longer has a flag."),
        (step, _) => {
            let n_revealed = n_covered - timed.view().n_covered();
            format!("{}{}.", revealed(step, &name, n_revealed), guess(timed.last_risk()))
        }
    }
}

/// The first sentence of a game.
pub(super) fn beginning(timed: &TimedGame) -> String {
    format!("A new game of {}, seed {}.", timed.rules(), timed.seed())
}

/// The first sentence of a game that is resumed.
pub(super) fn resuming(timed: &TimedGame) -> String {
    let seconds = timed.time(Duration::ZERO).as_secs_f64();
    format!("Resumed {}, seed {}, after {seconds:.1} seconds.", timed.rules(), timed.seed())
}

/// What the marks mean on a board with risks.
pub(super) fn risks_legend(timed: &TimedGame) -> String {
    let safe = if timed.view().is_safe_opening() { " The first reveal is safe in any case." } else { "" };
    format!("Risks: ✓ certainly safe, * certainly a mine, else in percent.{safe}")
}

/// Why there is no board with risks.
pub(super) fn no_risks(error: &CensusError) -> String {
    format!("There are no risks to show: {error}.")
}

/// Undoes the last move and says which it was.
pub(super) fn undo(timed: &mut TimedGame, now: Duration) -> String {
    let Some(undone) = timed.undo(now) else {
        return "There is nothing to undo.".to_owned();
    };
    let name = timed.grid().name(undone.cell());
    match undone {
        Move::Reveal(_) => format!("Undid the reveal of {name}."),
        Move::Flag(_) => format!("Undid the flag move on {name}."),
        Move::Chord(_) => format!("Undid the chord on {name}."),
    }
}

fn refusal(timed: &TimedGame, step: Move, error: &str) -> String {
    if timed.game().is_over() {
        return "The game is over, but moves can be undone.".to_owned();
    }
    format!("{}: {error}.", timed.grid().name(step.cell()))
}

fn revealed(step: Move, name: &str, n_revealed: usize) -> String {
    match (step, n_revealed) {
        (Move::Chord(_), n) => format!("The chord on {name} revealed {}", words::count(n, "cell")),
        (_, 1) => format!("Revealed {name}"),
        (_, n) => format!("Revealed {name} and {} more", words::grouped(n - 1)),
    }
}

fn guess(risk: Option<f64>) -> String {
    match risk {
        Some(risk) if risk > 0.0 => format!(", a guess at a risk of {}", words::percent(risk)),
        _ => String::new(),
    }
}

fn ending(timed: &TimedGame, event: &str, now: Duration) -> String {
    format!("{event}\n{}", timed.summary(now).lines().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minewise::Seed;

    const NOW: Duration = Duration::ZERO;

    fn timed(rules: &str) -> TimedGame {
        TimedGame::new(rules.parse().unwrap(), Seed(1))
    }

    #[test]
    fn every_move_gets_a_sentence() {
        let mut timed = timed("5x4/19");
        assert_eq!(make(&mut timed, Move::Chord(3), NOW), "0,3: only a number can be chorded.");
        assert_eq!(make(&mut timed, Move::Flag(3), NOW), "0,3 has a flag.");
        assert_eq!(make(&mut timed, Move::Reveal(3), NOW), "0,3: the cell has a flag.");
        assert_eq!(make(&mut timed, Move::Flag(3), NOW), "0,3 no longer has a flag.");
        assert_eq!(undo(&mut timed, NOW), "Undid the flag move on 0,3.");
        assert_eq!(make(&mut timed, Move::Flag(99), NOW), "19,4: there is no such cell.");
    }

    #[test]
    fn a_chord_says_what_it_revealed_and_one_without_effect_is_no_move() {
        let seed = (0..).map(Seed).find(|&seed| {
            let mut game = TimedGame::new("9x9/10:zero".parse().unwrap(), seed);
            make(&mut game, Move::Reveal(40), NOW);
            game.view().covered().count() > 20
        });
        let mut timed = TimedGame::new("9x9/10:zero".parse().unwrap(), seed.unwrap());
        make(&mut timed, Move::Reveal(40), NOW);
        let expected =
            "4,4: nothing is left to reveal around it: all its neighbours are revealed or flagged.";
        assert_eq!(make(&mut timed, Move::Chord(40), NOW), expected);
        assert_eq!(timed.summary(NOW).n_reveals, 1);
        assert_eq!(revealed(Move::Chord(7), "0,7", 2), "The chord on 0,7 revealed 2 cells");
        assert_eq!(revealed(Move::Reveal(7), "0,7", 3), "Revealed 0,7 and 2 more");
    }

    #[test]
    fn the_end_comes_with_a_summary() {
        let mut timed = timed("5x4/19");
        let message = make(&mut timed, Move::Reveal(7), NOW);
        assert!(
            message.starts_with("All cells without a mine are revealed.\nWon after 0.0 seconds.\n3BV 1; 1 reveal.\nNo guesses.\n"),
            "{message}"
        );
        assert_eq!(make(&mut timed, Move::Reveal(8), NOW), "The game is over, but moves can be undone.");
        assert_eq!(undo(&mut timed, NOW), "Undid the reveal of 1,2.");
        assert_eq!(undo(&mut timed, NOW), "There is nothing to undo.");
    }

    #[test]
    fn a_loss_names_the_mine_and_guesses_their_risk() {
        let mut timed = timed("2x1/1");
        let message = make(&mut timed, Move::Reveal(0), NOW);
        assert!(message.contains("Won after"), "{message}");
        let mut timed = TimedGame::new("3x2/5:any".parse().unwrap(), Seed(3));
        let message = make(&mut timed, Move::Reveal(0), NOW);
        assert!(message.starts_with("0,0 is a mine.\nLost after 0.0 seconds."), "{message}");
        assert!(message.contains("1 guess, at a risk of 83.3 %."), "{message}");
    }
}
