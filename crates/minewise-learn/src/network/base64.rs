//! 16-bit integers as text: their bytes in little-endian order, in standard base 64 without padding.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// Writes numbers as base 64.
pub(super) fn write(numbers: &[i16]) -> String {
    STANDARD_NO_PAD.encode(numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>())
}

/// Reads exactly `n_numbers` numbers; `None` if the text has fewer or more, or is not base 64.
pub(super) fn read(text: &str, n_numbers: usize) -> Option<Vec<i16>> {
    let bytes = STANDARD_NO_PAD.decode(text).ok()?;
    let numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    (bytes.len() == n_numbers.checked_mul(2)?).then(|| numbers.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back_as_they_were_written() {
        let numbers: Vec<i16> = (0..200).map(|idx: i32| (idx * 7919 - 700_000) as i16).collect();
        for n_numbers in 0..=numbers.len() {
            let text = write(&numbers[..n_numbers]);
            assert_eq!(read(&text, n_numbers).as_deref(), Some(&numbers[..n_numbers]));
            assert_eq!(read(&text, n_numbers + 1), None);
        }
        // The same text as by other implementations of base 64.
        assert_eq!(write(&[0x614d, 0x006e]), "TWFuAA");
        assert_eq!(read("TW!uAA", 2), None);
        assert_eq!(read("TWFuAA", usize::MAX), None);
    }
}
