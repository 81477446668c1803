//! The hash function used for the fingerprints of models and games.

/// The 64-bit FNV-1a hash (Fowler, Noll & Vo) of a sequence of bytes.
///
/// It is the same on every machine and in every version, unlike the hashes of the standard library, so it may be
/// written to files. Words wider than a byte are mixed in whole, in one step each.
///
/// # Examples
/// ```
/// assert_eq!(minewise::num::fnv1a("foobar".bytes()), 0x8594_4171_f739_67e8);
/// ```
pub fn fnv1a(words: impl IntoIterator<Item: Into<u64>>) -> u64 {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    words.into_iter().fold(OFFSET_BASIS, |hash, word| (hash ^ word.into()).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the test vectors of draft-eastlake-fnv, appendix C.
    #[test]
    fn bytes_have_their_published_hashes() {
        for (text, hash) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("b", 0xaf63_df4c_8601_f1a5),
            ("fo", 0x0898_5907_b541_d342),
            ("foo", 0xdcb2_7518_fed9_d577),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(fnv1a(text.bytes()), hash, "{text}");
        }
    }
}
