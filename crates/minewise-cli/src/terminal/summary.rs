//! The summary of a game.

use std::time::Duration;

use minewise::{Rules, Seed, Status};

use crate::io::words;

/// The figures of a game.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    pub(super) status: Status,
    pub(super) rules: Rules,
    pub(super) seed: Seed,
    /// The name of the first revealed cell, on which the layout depends.
    pub(super) first: Option<String>,
    pub(super) time: Duration,
    /// The 3BV of the layout; `None` while the game is on, when the layout is secret.
    pub(super) three_bv: Option<usize>,
    pub(super) n_reveals: usize,
    /// The risk of each guess, in the order of play.
    pub(super) guesses: Vec<f64>,
    /// Number of reveals whose risk was too much work to compute.
    pub(super) n_unmeasured: usize,
    pub(super) n_undone: usize,
}

/// The maximum number of guesses that are listed.
const MOST_LISTED: usize = 6;

impl Summary {
    /// The summary, one sentence per line.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.outcome(), self.effort(), self.luck()];
        match self.n_undone {
            0 => {}
            1 => lines.push("Undo was used once.".to_owned()),
            n => lines.push(format!("Undo was used {n} times.")),
        }
        lines.push(self.again());
        lines
    }

    fn outcome(&self) -> String {
        let outcome = match self.status {
            Status::Won => "Won",
            Status::Lost => "Lost",
            Status::On => "Not finished",
        };
        format!("{outcome} after {:.1} seconds.", self.time.as_secs_f64())
    }

    fn effort(&self) -> String {
        let reveals = words::count(self.n_reveals, "reveal");
        let seconds = self.time.as_secs_f64();
        match self.three_bv {
            // A rate is given only for a won game: a lost one did an unknown part of the 3BV.
            Some(three_bv) if self.status == Status::Won && seconds >= 0.01 => {
                format!("3BV {three_bv}, {:.2} a second; {reveals}.", three_bv as f64 / seconds)
            }
            Some(three_bv) => format!("3BV {three_bv}; {reveals}."),
            None => format!("{}.", capitalized(&reveals)),
        }
    }

    fn luck(&self) -> String {
        let unmeasured = match self.n_unmeasured {
            0 => String::new(),
            n => format!(" The risk of {} was too much work to compute.", words::count(n, "reveal")),
        };
        let risks: Vec<String> =
            self.guesses.iter().take(MOST_LISTED).map(|&risk| words::percent(risk)).collect();
        let guesses = match &self.guesses[..] {
            [] => "No guesses.".to_owned(),
            [_] => format!("1 guess, at a risk of {}.", risks[0]),
            guesses => {
                let together = 1.0 - guesses.iter().map(|risk| 1.0 - risk).product::<f64>();
                let more = if guesses.len() > MOST_LISTED { ", …" } else { "" };
                format!(
                    "{} guesses, at risks of {}{more}; together {}.",
                    guesses.len(),
                    risks.join(", "),
                    words::percent(together)
                )
            }
        };
        guesses + &unmeasured
    }

    fn again(&self) -> String {
        let first = self.first.as_ref().map_or(String::new(), |cell| format!(", first reveal {cell}"));
        format!("Play it again: minewise play --rules {} --seed {}{first}", self.rules, self.seed)
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary() -> Summary {
        Summary {
            status: Status::Won,
            rules: "9x9/10:any".parse().unwrap(),
            seed: Seed(7),
            first: Some("4,4".to_owned()),
            time: Duration::from_millis(12_500),
            three_bv: Some(25),
            n_reveals: 30,
            guesses: vec![0.5, 0.25],
            n_unmeasured: 0,
            n_undone: 0,
        }
    }

    #[test]
    fn a_won_game_is_summarised_in_four_lines() {
        let expected = "\
Won after 12.5 seconds.
3BV 25, 2.00 a second; 30 reveals.
2 guesses, at risks of 50.0 %, 25.0 %; together 62.5 %.
Play it again: minewise play --rules 9x9/10:any --seed 7, first reveal 4,4";
        assert_eq!(summary().lines().join("\n"), expected);
    }

    #[test]
    fn undo_and_an_unfinished_game_are_mentioned() {
        let stopped = Summary {
            status: Status::On,
            three_bv: None,
            first: None,
            n_reveals: 1,
            guesses: vec![],
            n_undone: 2,
            n_unmeasured: 1,
            ..summary()
        };
        let expected = "\
Not finished after 12.5 seconds.
1 reveal.
No guesses. The risk of 1 reveal was too much work to compute.
Undo was used 2 times.
Play it again: minewise play --rules 9x9/10:any --seed 7";
        assert_eq!(stopped.lines().join("\n"), expected);
    }
}
