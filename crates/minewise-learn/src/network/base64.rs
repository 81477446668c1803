//! Whole numbers of 16 bits as text: their bytes, low ones first, in base 64 with the usual letters and no padding.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes numbers as letters.
pub(super) fn write(numbers: &[i16]) -> String {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits =
            three.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for place in 0..=three.len() {
            text.push(char::from(LETTERS[(bits >> (18 - 6 * place)) as usize & 63]));
        }
    }
    text
}

/// Reads exactly so many numbers from letters; none if they are fewer, more, or no such letters.
pub(super) fn read(text: &str, n_numbers: usize) -> Option<Vec<i16>> {
    if text.len() != (n_numbers.checked_mul(16)?).div_ceil(6) {
        return None;
    }
    let mut bytes = Vec::with_capacity(2 * n_numbers);
    for four in text.as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for (place, letter) in four.iter().enumerate() {
            bits |= u32::from(value(*letter)?) << (18 - 6 * place);
        }
        bytes.extend_from_slice(&bits.to_be_bytes()[1..four.len()]);
    }
    Some(bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect())
}

/// What a letter stands for.
fn value(letter: u8) -> Option<u8> {
    match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
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
