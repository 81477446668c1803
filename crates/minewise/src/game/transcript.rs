//! A game as text: its rules, its seed and its moves, enough to play it again.

use std::fmt;
use std::str::FromStr;

use crate::board::rules::{count, excerpt};
use crate::board::{Grid, Rules, RulesError};
use crate::game::{Game, Move, MoveError};
use crate::num::Seed;

/// A record of a game. It is written as a line with rules and seed, then one line per move: `r`eveal, `f`lag or
/// `c`hord, and the cell.
///
/// # Examples
/// ```
/// use minewise::game::Transcript;
/// let text = "4x3/2 seed 7\nr 0,0\nf 0,1\n";
/// let transcript: Transcript = text.parse()?;
/// assert_eq!(transcript.to_string(), text);
/// assert!(!transcript.replay()?.is_over());
/// # Ok::<(), minewise::game::TranscriptError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transcript {
    /// The rules of the game.
    pub rules: Rules,
    /// The seed of the layout.
    pub seed: Seed,
    /// The moves, in order.
    pub moves: Vec<Move>,
}

impl Transcript {
    /// Creates a transcript of these moves. Whether they are allowed is checked only by [`Transcript::replay`].
    pub fn new(rules: Rules, seed: Seed, moves: Vec<Move>) -> Transcript {
        Transcript { rules, seed, moves }
    }

    /// The transcript of `game` so far, which must have been created with this seed.
    pub fn of(game: &Game, seed: Seed) -> Transcript {
        Transcript { rules: *game.view().grid().rules(), seed, moves: game.moves().to_vec() }
    }

    /// Plays the game again.
    ///
    /// # Errors
    /// When a move is not allowed.
    pub fn replay(&self) -> Result<Game, TranscriptError> {
        let mut game = Game::new(&Grid::new(self.rules), self.seed);
        for (idx, &made) in self.moves.iter().enumerate() {
            game.make_again(made).map_err(|why| TranscriptError::NotAllowed { line: idx + 2, why })?;
        }
        Ok(game)
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} seed {}", self.rules, self.seed)?;
        for &made in &self.moves {
            let (cell, width) = (made.cell(), self.rules.width());
            writeln!(f, "{} {},{}", made.letter(), cell / width, cell % width)?;
        }
        Ok(())
    }
}

impl FromStr for Transcript {
    type Err = TranscriptError;

    fn from_str(text: &str) -> Result<Transcript, TranscriptError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, header) = lines.next().unwrap_or((0, ""));
        let words: Vec<&str> = header.split_whitespace().collect();
        let no_header = || TranscriptError::NoHeader { text: excerpt(header) };
        let [rules, "seed", seed] = words[..] else { return Err(no_header()) };
        let rules: Rules = rules.parse()?;
        let seed = seed.parse().map_err(|_| no_header())?;
        let read = |(idx, line): (usize, &str)| {
            read_move(&rules, line)
                .ok_or_else(|| TranscriptError::NotAMove { line: idx + 1, text: excerpt(line) })
        };
        Ok(Transcript { rules, seed, moves: lines.map(read).collect::<Result<_, _>>()? })
    }
}

fn read_move(rules: &Rules, line: &str) -> Option<Move> {
    let (letter, cell) = line.trim().split_once(' ')?;
    let (row, col) = cell.trim().split_once(',')?;
    let (row, col) = (count(row.trim())?, count(col.trim())?);
    if row >= rules.height() || col >= rules.width() {
        return None;
    }
    Move::of_letter(letter, row * rules.width() + col)
}

/// Why a transcript cannot be read or replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TranscriptError {
    /// The first line is not rules, the word `seed`, and a number.
    NoHeader {
        /// The text found instead.
        text: String,
    },
    /// The rules cannot be played.
    Rules(RulesError),
    /// A line is not one of the letters `r`, `f` or `c` followed by a cell of the grid.
    NotAMove {
        /// Its number, from 1.
        line: usize,
        /// The text found instead.
        text: String,
    },
    /// A move is not allowed at this point of the game.
    NotAllowed {
        /// The number of its line, from 1.
        line: usize,
        /// Why it is not allowed.
        why: MoveError,
    },
}

impl From<RulesError> for TranscriptError {
    fn from(error: RulesError) -> TranscriptError {
        TranscriptError::Rules(error)
    }
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TranscriptError::NoHeader { text } if text.is_empty() => f.write_str(
                "expected a transcript: a first line like `9x9/10 seed 1`, then the moves, but found nothing",
            ),
            TranscriptError::NoHeader { text } => {
                write!(f, "expected a first line like `9x9/10 seed 1`, found `{text}`")
            }
            TranscriptError::Rules(error) => error.fmt(f),
            TranscriptError::NotAMove { line, text } => {
                write!(f, "line {line}: expected a move like `r 2,3`, found `{text}`")
            }
            TranscriptError::NotAllowed { line, why } => write!(f, "line {line}: {why}"),
        }
    }
}

/// The message already contains that of the underlying error, which programs can get by `source`.
impl std::error::Error for TranscriptError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TranscriptError::NotAllowed { why, .. } => Some(why),
            TranscriptError::Rules(error) => Some(error),
            _ => None,
        }
    }
}
