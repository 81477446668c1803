//! The rules of a game: size, mines, how the first reveal is treated, and which cells touch.

use std::fmt;
use std::str::FromStr;

use crate::board::{MAX_NEIGHBOURS, Topology};
use crate::num::Rng;

/// The most cells that a grid may have, so that no rules from a file or a request can exhaust the memory.
pub const MAX_CELLS: usize = 4_000_000;

/// How the first reveal of a game is treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Start {
    /// The first cell is never a mine.
    #[default]
    Safe,
    /// Neither the first cell nor a neighbour of it is a mine, so it shows 0.
    Zero,
    /// The first cell may be a mine like any other.
    Any,
}

impl Start {
    /// All kinds of start.
    pub const ALL: [Start; 3] = [Start::Safe, Start::Zero, Start::Any];

    /// Its name in the notation.
    pub fn name(self) -> &'static str {
        match self {
            Start::Safe => "safe",
            Start::Zero => "zero",
            Start::Any => "any",
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rules of a game, written `WxH/M[:start][@topology]`: `30x16/99`, `8x8/10:any`, `12x8/14@hex`.
///
/// Reading also accepts `beginner`, `intermediate` and `expert` in place of `WxH/M`.
///
/// Invariant: at least one cell, fewer mines than cells, and at least one cell at which the start lets a game begin.
///
/// # Examples
/// ```
/// use minewise::Rules;
/// let rules: Rules = "expert:zero".parse()?;
/// assert_eq!(rules.to_string(), "30x16/99:zero");
/// assert_eq!(rules.n_cells(), 480);
/// # Ok::<(), minewise::board::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    width: u32,
    height: u32,
    n_mines: u32,
    start: Start,
    topology: Topology,
}

impl Rules {
    /// The names of the classic sizes, each with the size it stands for.
    pub const PRESETS: [(&'static str, &'static str); 3] =
        [("beginner", "9x9/10"), ("intermediate", "16x16/40"), ("expert", "30x16/99")];

    /// Creates rules that can be played.
    ///
    /// # Errors
    /// When there is no cell, too many cells, no cell without a mine, or no first cell that could show 0 under start
    /// `zero`.
    pub fn new(
        width: usize,
        height: usize,
        n_mines: usize,
        start: Start,
        topology: Topology,
    ) -> Result<Rules, RulesError> {
        if width == 0 || height == 0 {
            return Err(RulesError::NoCells);
        }
        let n_cells = width.saturating_mul(height);
        if n_cells > MAX_CELLS {
            return Err(RulesError::TooManyCells { n_cells });
        }
        if n_mines >= n_cells {
            return Err(RulesError::TooManyMines { n_mines, n_cells });
        }
        let rules =
            Rules { width: width as u32, height: height as u32, n_mines: n_mines as u32, start, topology };
        if start == Start::Zero && !rules.has_room_for_zero() {
            return Err(RulesError::NoRoomForZero { n_mines });
        }
        Ok(rules)
    }

    /// Draws random rules with sides from 1 to `longest`, and any start and topology.
    ///
    /// For tests and learners: odd shapes and rare topologies are as likely as common ones.
    pub fn random(rng: &mut Rng, longest: usize) -> Rules {
        loop {
            let (width, height) = (1 + rng.below(longest), 1 + rng.below(longest));
            // The smaller of two draws favours few mines, which make openings. Many mines, which make tangled regions,
            // still occur.
            let n_mines = rng.below(width * height).min(rng.below(width * height));
            let start = Start::ALL[rng.below(Start::ALL.len())];
            let topology = Topology::ALL[rng.below(Topology::ALL.len())];
            if let Ok(rules) = Rules::new(width, height, n_mines, start, topology) {
                return rules;
            }
        }
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height as usize
    }

    /// The number of cells.
    pub fn n_cells(&self) -> usize {
        self.width() * self.height()
    }

    /// The number of mines.
    pub fn n_mines(&self) -> usize {
        self.n_mines as usize
    }

    /// How the first reveal is treated.
    pub fn start(&self) -> Start {
        self.start
    }

    /// Which cells touch.
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// Whether some first cell and all its neighbours can be free of mines.
    fn has_room_for_zero(&self) -> bool {
        let n_free = self.n_cells() - self.n_mines();
        // Then every cell has room around it.
        if n_free > MAX_NEIGHBOURS {
            return true;
        }
        let (width, height) = (self.width(), self.height());
        let mut found = [0; MAX_NEIGHBOURS];
        (0..height).any(|row| {
            (0..width).any(|col| self.topology.neighbours((width, height), (row, col), &mut found) < n_free)
        })
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}/{}", self.width, self.height, self.n_mines)?;
        if self.start != Start::default() {
            write!(f, ":{}", self.start)?;
        }
        if self.topology != Topology::default() {
            write!(f, "@{}", self.topology)?;
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let malformed = || RulesError::Malformed { text: excerpt(text) };
        let (rest, topology) = match text.trim().split_once('@') {
            Some((rest, name)) => {
                (rest, name.parse().map_err(|()| RulesError::UnknownTopology { text: excerpt(name) })?)
            }
            None => (text.trim(), Topology::default()),
        };
        let (size, start) = match rest.split_once(':') {
            Some((size, name)) => {
                let start = Start::ALL.into_iter().find(|start| start.name() == name);
                (size, start.ok_or_else(|| RulesError::UnknownStart { text: excerpt(name) })?)
            }
            None => (rest, Start::default()),
        };
        let preset = Rules::PRESETS.iter().find(|(name, _)| *name == size);
        let (sides, n_mines) = preset.map_or(size, |(_, size)| size).split_once('/').ok_or_else(malformed)?;
        let (width, height) = sides.split_once('x').ok_or_else(malformed)?;
        let number = |digits: &str| count(digits).ok_or_else(malformed);
        Rules::new(number(width)?, number(height)?, number(n_mines)?, start, topology)
    }
}

/// Reads a count that consists of digits only. One that is too large for `usize` is read as the largest `usize`, so
/// that it is refused by the limits rather than as malformed.
pub(crate) fn count(digits: &str) -> Option<usize> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(usize::MAX))
}

/// A number of mines as in "1 mine" or "2 mines".
pub(crate) fn mines_in_words(n_mines: usize) -> String {
    format!("{n_mines} mine{}", if n_mines == 1 { "" } else { "s" })
}

/// The beginning of a text from outside, escaped and short enough to print in a sentence.
///
/// # Examples
/// ```
/// assert_eq!(minewise::board::excerpt("9x9\n"), "9x9\\n");
/// assert_eq!(minewise::board::excerpt(&"x".repeat(99)), format!("{}…", "x".repeat(40)));
/// ```
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

/// Why rules cannot be read or played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesError {
    /// The text does not have the form `WxH/M[:start][@topology]` and is not the name of a classic size.
    Malformed {
        /// The text found instead.
        text: String,
    },
    /// The text after the colon is not a start; use `safe`, `zero` or `any`.
    UnknownStart {
        /// The text found instead.
        text: String,
    },
    /// The text after the `@` is not a topology; use one of [`Topology::ALL`].
    UnknownTopology {
        /// The text found instead.
        text: String,
    },
    /// The width or the height is 0.
    NoCells,
    /// There are more than [`MAX_CELLS`] cells; play on a smaller grid.
    TooManyCells {
        /// The number asked for.
        n_cells: usize,
    },
    /// Every cell would be a mine.
    TooManyMines {
        /// The number asked for.
        n_mines: usize,
        /// The number of cells.
        n_cells: usize,
    },
    /// Start `zero` needs more free cells than the mines leave, wherever the game begins.
    NoRoomForZero {
        /// The number of mines asked for.
        n_mines: usize,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::Malformed { text } => {
                write!(f, "expected rules like `9x9/10`, `8x8/10:any` or `expert`, found `{text}`")
            }
            RulesError::UnknownStart { text } => {
                write!(f, "expected the start `safe`, `zero` or `any`, found `{text}`")
            }
            RulesError::UnknownTopology { text } => {
                let names = Topology::ALL.map(Topology::name).join("`, `");
                write!(f, "expected one of the topologies `{names}`, found `{text}`")
            }
            RulesError::NoCells => f.write_str("a grid needs at least one row and one column"),
            RulesError::TooManyCells { .. } => write!(f, "a grid has at most {MAX_CELLS} cells"),
            RulesError::TooManyMines { n_mines, n_cells } => {
                let n_cells = format!("{n_cells} cell{}", if *n_cells == 1 { "" } else { "s" });
                let n_mines = mines_in_words(*n_mines);
                write!(f, "mines must be fewer than cells, but these are {n_mines} and {n_cells}")
            }
            RulesError::NoRoomForZero { n_mines } => {
                let n_mines = mines_in_words(*n_mines);
                write!(f, "with {n_mines} no first cell can show 0, as the start `zero` asks")
            }
        }
    }
}

impl std::error::Error for RulesError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let read = text.parse::<Rules>().map_or_else(|error| error.to_string(), |rules| rules.to_string());
        assert_eq!(read, expected);
    }

    #[test]
    fn rules_are_written_as_they_are_read_with_defaults_left_out() {
        check("30x16/99", "30x16/99");
        check("8x8/10:any", "8x8/10:any");
        check("16x16/40:safe@square", "16x16/40");
        check("12x8/14@hex", "12x8/14@hex");
        check(" 9x9/10:zero@torus\n", "9x9/10:zero@torus");
        check("expert:zero", "30x16/99:zero");
        check("beginner@knight", "9x9/10@knight");
        check("1x1/0:zero", "1x1/0:zero");
    }

    #[test]
    fn bad_rules_get_a_sentence() {
        check("9x9", "expected rules like `9x9/10`, `8x8/10:any` or `expert`, found `9x9`");
        check("9x+9/3", "expected rules like `9x9/10`, `8x8/10:any` or `expert`, found `9x+9/3`");
        check("9x9/10:now", "expected the start `safe`, `zero` or `any`, found `now`");
        check(
            "9x9/10@moebius",
            "expected one of the topologies `square`, `torus`, `hex`, `knight`, found `moebius`",
        );
        check("0x0/0", "a grid needs at least one row and one column");
        check("3x2/6", "mines must be fewer than cells, but these are 6 mines and 6 cells");
        check("99999999999999999999x2/6", "a grid has at most 4000000 cells");
        check("3x3/6:zero", "with 6 mines no first cell can show 0, as the start `zero` asks");
        check("3x3/5:zero", "3x3/5:zero");
        check("3x3/1:zero@torus", "with 1 mine no first cell can show 0, as the start `zero` asks");
    }
}
