//! The games of a chunk that were won, one bit each.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The games that were won, one bit each.
///
/// Written as hexadecimal digits from left to right: the first game is the highest bit of the first digit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wins {
    /// Invariant: exactly as many bytes as the games need, and the bits after the last game are 0.
    bytes: Vec<u8>,
    n_games: u64,
}

impl Wins {
    /// Adds one game.
    pub(crate) fn push(&mut self, won: bool) {
        if self.n_games.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if won && let Some(last) = self.bytes.last_mut() {
            *last |= 0x80 >> (self.n_games % 8);
        }
        self.n_games += 1;
    }

    /// Returns the number of games won.
    pub fn count(&self) -> u64 {
        self.bytes.iter().map(|byte| u64::from(byte.count_ones())).sum()
    }

    /// Iterates over the games in order: whether each was won.
    pub fn iter(&self) -> impl Iterator<Item = bool> + '_ {
        (0..self.n_games).map(|idx| self.bytes[(idx / 8) as usize] & (0x80 >> (idx % 8)) != 0)
    }

    /// Returns the same wins for a known number of games, which does not follow from the digits alone; `None` if the
    /// digits do not fit this number.
    pub(crate) fn of_games(&self, n_games: u64) -> Option<Wins> {
        let n_spare = (self.bytes.len() as u64 * 8).checked_sub(n_games).filter(|&n_spare| n_spare < 8)?;
        let is_clean = self.bytes.last().is_none_or(|last| last.trailing_zeros() as u64 >= n_spare);
        is_clean.then(|| Wins { bytes: self.bytes.clone(), n_games })
    }
}

impl Serialize for Wins {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
    }
}

impl<'de> Deserialize<'de> for Wins {
    /// Reads every two digits as eight games, the most there can be.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Wins, D::Error> {
        let text = String::deserialize(deserializer)?;
        // Only lowercase digits, as they are written, so that equal wins have equal texts.
        let digit = |letter: u8| (letter as char).to_digit(16).filter(|_| !letter.is_ascii_uppercase());
        let byte = |pair: &[u8]| match pair {
            [high, low] => Some((digit(*high)? << 4 | digit(*low)?) as u8),
            _ => None,
        };
        let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(byte).collect();
        let bytes = bytes.ok_or_else(|| D::Error::custom("expected pairs of hexadecimal digits"))?;
        Ok(Wins { n_games: 8 * bytes.len() as u64, bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(games: &str, expected: &str) {
        let won: Vec<bool> = games.chars().map(|letter| letter == 'w').collect();
        let mut wins = Wins::default();
        won.iter().for_each(|&won| wins.push(won));
        assert_eq!(serde_json::to_string(&wins).unwrap(), format!("\"{expected}\""));
        assert_eq!(wins.count(), games.matches('w').count() as u64);
        let read: Wins = serde_json::from_str(&format!("\"{expected}\"")).unwrap();
        assert_eq!(read.of_games(won.len() as u64), Some(wins.clone()));
        assert!(wins.iter().eq(won));
    }

    #[test]
    fn wins_are_written_and_read_from_left_to_right() {
        check("", "");
        check("w", "80");
        check("-w", "40");
        check("wwww----", "f0");
        check("--------w", "0080");
    }

    #[test]
    fn digits_that_do_not_fit_the_number_of_games_are_detected() {
        let read = |text: &str| serde_json::from_str::<Wins>(&format!("\"{text}\"")).unwrap();
        assert_eq!(read("80").of_games(9), None);
        assert_eq!(read("8000").of_games(8), None);
        assert_eq!(read("81").of_games(7), None);
        assert!(read("81").of_games(8).is_some());
        for bad in ["8", "zz", "+8", "AB", "é"] {
            assert!(serde_json::from_str::<Wins>(&format!("\"{bad}\"")).is_err(), "{bad}");
        }
    }
}
