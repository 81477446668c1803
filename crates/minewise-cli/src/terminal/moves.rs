//! Makes moves and says in a sentence what came of them.

use std::time::Duration;

use minewise::{Move, Shown, Status};

use super::summary::cell_of;
use super::timed_game::TimedGame;
use crate::io::words;

/// Makes a move and says what came of it; at the end of the game, with its summary.
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
        (Move::Flag(_), _) => format!("{name} has no flag any more."),
        _ => {
            let n_revealed = n_covered - timed.view().n_covered();
            format!("Revealed {}{}.", what(&name, n_revealed), guess(timed.last_risk()))
        }
    }
}

/// Takes the last move back and says which it was.
pub(super) fn undo(timed: &mut TimedGame, now: Duration) -> String {
    let Some(undone) = timed.undo(now) else {
        return "There is nothing to undo.".to_owned();
    };
    let name = timed.grid().name(cell_of(undone));
    match undone {
        Move::Reveal(_) => format!("Took back the reveal of {name}."),
        Move::Flag(_) => format!("Took back the flag move on {name}."),
        Move::Chord(_) => format!("Took back the chord on {name}."),
    }
}

fn refusal(timed: &TimedGame, step: Move, error: &str) -> String {
    if timed.game().is_over() {
        return "The game is over, but moves can be undone.".to_owned();
    }
    format!("{}: {error}.", timed.grid().name(cell_of(step)))
}

fn what(name: &str, n_revealed: usize) -> String {
    match n_revealed {
        0 => "nothing: all around it is revealed or flagged".to_owned(),
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
        assert_eq!(make(&mut timed, Move::Flag(3), NOW), "0,3 has no flag any more.");
        assert_eq!(undo(&mut timed, NOW), "Took back the flag move on 0,3.");
        assert_eq!(make(&mut timed, Move::Flag(99), NOW), "19,4: there is no such cell.");
    }

    #[test]
    fn the_end_comes_with_its_summary() {
        let mut timed = timed("5x4/19");
        let told = make(&mut timed, Move::Reveal(7), NOW);
        assert!(
            told.starts_with("All cells without a mine are revealed.\nWon after 0.0 seconds.\n3BV 1; 1 reveal.\nNo guesses.\n"),
            "{told}"
        );
        assert_eq!(make(&mut timed, Move::Reveal(8), NOW), "The game is over, but moves can be undone.");
        assert_eq!(undo(&mut timed, NOW), "Took back the reveal of 1,2.");
        assert_eq!(undo(&mut timed, NOW), "There is nothing to undo.");
    }

    #[test]
    fn a_loss_names_the_mine_and_guesses_their_risk() {
        let mut timed = timed("2x1/1");
        let told = make(&mut timed, Move::Reveal(0), NOW);
        assert!(told.contains("Won after"), "{told}");
        let mut timed = TimedGame::new("3x2/5:any".parse().unwrap(), Seed(3));
        let told = make(&mut timed, Move::Reveal(0), NOW);
        assert!(told.starts_with("0,0 is a mine.\nLost after 0.0 seconds."), "{told}");
        assert!(told.contains("1 guess, at a risk of 83.3 %."), "{told}");
    }
}
