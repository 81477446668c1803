//! Parts of a study, for several machines that share it.

use std::fmt;
use std::str::FromStr;

/// One of several parts of a study, written `2/8`. Every piece is in exactly one of the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which part, from 1.
    number: u64,
    /// How many parts there are.
    of: u64,
}

/// The maximum number of parts: more than any cluster has cores.
const MOST_PARTS: u64 = 1_000_000;

impl Part {
    /// Which part it is, from 1, and of how many.
    pub fn numbers(&self) -> (u64, u64) {
        (self.number, self.of)
    }

    /// Whether the piece that has its turn as the `nth`, from 0, belongs to this part.
    ///
    /// Neighbours belong to different parts, so each part has nearly as many pieces of each case.
    pub(super) fn has(&self, nth: u64) -> bool {
        nth % self.of == self.number - 1
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let numbers =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST_PARTS => Ok(Part { number, of }),
            _ => Err("expected a part such as 2/8: the second of eight".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_in_one_part() {
        let parts: Vec<Part> = (1..=3).map(|number| format!("{number}/3").parse().unwrap()).collect();
        for nth in 0..20 {
            assert_eq!(parts.iter().filter(|part| part.has(nth)).count(), 1, "{nth}");
        }
        assert_eq!(parts[1].to_string(), "2/3");
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "1", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "a/b", "1/9999999", "1 / 3"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
