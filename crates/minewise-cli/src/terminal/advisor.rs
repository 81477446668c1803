//! A player that follows the game and gives advice, or plays.

use minewise::{Cell, Choice, Player, Position};
use minewise_coach::{Judge, PlayerSpec, Sentence};

use super::timed_game::TimedGame;
use crate::io::words;

/// A player that has been following the game.
pub(super) struct Advisor {
    spec: PlayerSpec,
    player: Box<dyn Player>,
    judge: Judge,
}

/// The move that the player would make, and why.
#[derive(Clone, Debug)]
pub(super) struct Advice {
    /// The cell to reveal; `None` if the player gives up.
    pub(super) cell: Option<Cell>,
    /// The mines that the player has marked.
    pub(super) marks: Vec<Cell>,
    pub(super) text: String,
    /// A sentence about the other cells that it considered, best first; may be empty.
    pub(super) candidates: String,
}

impl Advice {
    /// The advice in sentences.
    pub(super) fn message(&self) -> String {
        format!("{} {}", self.text, self.candidates).trim_end().to_owned()
    }
}

/// The maximum number of considered cells that are listed.
const MOST_CANDIDATES: usize = 3;

impl Advisor {
    /// Starts to follow a game.
    pub(super) fn new(spec: &PlayerSpec, timed: &TimedGame) -> Advisor {
        let mut advisor = Advisor { spec: spec.clone(), player: spec.make(), judge: Judge::default() };
        advisor.restart(timed);
        advisor
    }

    pub(super) fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// Starts again: after a new game, or after moves were undone.
    pub(super) fn restart(&mut self, timed: &TimedGame) {
        self.player.start(&timed.rules(), timed.seed().stream(1));
    }

    /// Asks the player for its next move. The game must not be over.
    pub(super) fn advise(&mut self, timed: &TimedGame) -> Advice {
        let position = timed.game().position();
        let choice = self.player.choose(position);
        Advice {
            cell: choice.cell,
            text: Sentence::advice(position, &choice, &self.spec.to_string(), &mut self.judge).to_string(),
            candidates: candidates(position, &choice),
            marks: choice.marks,
        }
    }
}

/// `Also considered: 2,4 (12.0 %), 3,3 (14.1 %).`
fn candidates(position: &Position, choice: &Choice) -> String {
    let grid = position.view().grid();
    let others: Vec<String> = choice
        .candidates
        .iter()
        .filter(|candidate| Some(candidate.cell) != choice.cell)
        .take(MOST_CANDIDATES)
        .map(|candidate| match candidate.risk {
            Some(risk) => format!("{} ({})", grid.name(candidate.cell), words::percent(risk)),
            None => grid.name(candidate.cell),
        })
        .collect();
    if others.is_empty() { String::new() } else { format!("Also considered: {}.", others.join(", ")) }
}
