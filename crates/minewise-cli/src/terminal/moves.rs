//! Makes moves and describes the result in a sentence.

use std::time::Duration;

use minewise::{Move, Shown, Status};

use super::summary::cell_of;
use super::timed_game::TimedGame;
use crate::io::words;

/// Makes a move and describes the result. At the end of the game, the summary is included.
pub(super) fn make(timed: &mut TimedGame, step: Move, now: Duration) -> String {
    let n_covered = timed.view().n_covered();
    let cell = cell_of(step);
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
        _ => {
            let n_revealed = n_covered - timed.view().n_covered();
            format!("Revealed {}{}.", revealed(&name, n_revealed), guess(timed.last_risk()))
        }
    }
}

/// Undoes the last move and says which it was.
pub(super) fn undo(timed: &mut TimedGame, now: Duration) -> String {
    let Some(undone) = timed.undo(now) else {
        return "There is nothing to undo.".to_owned();
    };
    let name = timed.grid().name(cell_of(undone));
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
    format!("{}: {error}.", timed.grid().name(cell_of(step)))
}

fn revealed(name: &str, n_revealed: usize) -> String {
    match n_revealed {
        0 => "nothing: all its neighbours are revealed or flagged".to_owned(),
        1 => name.to_owned(),
        n => format!("{name} and {} more", words::grouped(n - 1)),
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
