//! Whole numbers of 16 bits as text: their bytes, low ones first, in base 64 with the usual letters and no padding.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// Writes numbers as letters.
pub(super) fn write(numbers: &[i16]) -> String {
    STANDARD_NO_PAD.encode(numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>())
}

/// Reads exactly so many numbers from letters; `None` if they are fewer, more, or no such letters.
pub(super) fn read(text: &str, n_numbers: usize) -> Option<Vec<i16>> {
    let bytes = STANDARD_NO_PAD.decode(text).ok()?;
    let numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    (bytes.len() == n_numbers.checked_mul(2)?).then(|| numbers.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let numbers: Vec<i16> = (0..200).map(|idx: i32| (idx * 7919 - 700_000) as i16).collect();
        for n_numbers in 0..=numbers.len() {
            let text = write(&numbers[..n_numbers]);
            assert_eq!(read(&text, n_numbers).as_deref(), Some(&numbers[..n_numbers]));
            assert_eq!(read(&text, n_numbers + 1), None);
        }
        // As every other reader of base 64 has it.
        assert_eq!(write(&[0x614d, 0x006e]), "TWFuAA");
        assert_eq!(read("TW!uAA", 2), None);
        assert_eq!(read("TWFuAA", usize::MAX), None);
    }
}
