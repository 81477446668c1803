//! Whole numbers as people write them: `1000`, `1,000`, `1_000`, `10k`, `2.5M`, `1e6`.

use std::ops::RangeInclusive;

use super::words;

/// Returns a parser of whole numbers in a range, for clap.
pub(crate) fn count(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync {
    move |text| read(text).filter(|number| range.contains(number)).ok_or_else(|| expected(&range))
}

/// What a number of this range looks like.
fn expected(range: &RangeInclusive<u64>) -> String {
    let (least, most) = (words::grouped(range.start()), words::grouped(range.end()));
    let bounds = match *range.end() {
        u64::MAX if *range.start() == 0 => String::new(),
        u64::MAX => format!(", at least {least}"),
        _ => format!(" from {least} to {most}"),
    };
    // A short form would be no help where numbers are small.
    let examples = if *range.end() >= 100_000 { ", such as 500, 10k or 1e4" } else { "" };
    format!("expected a whole number{bounds}{examples}")
}

/// Reads a whole number; `None` if the text is not one, or it is too large.
fn read(text: &str) -> Option<u64> {
    let text = text.trim().replace('_', "");
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], text[at + 1..].trim_start_matches('+').parse::<u32>().ok()?),
        None => match text.chars().next_back()? {
            'k' | 'K' => (&text[..text.len() - 1], 3),
            'm' | 'M' => (&text[..text.len() - 1], 6),
            'g' | 'G' => (&text[..text.len() - 1], 9),
            _ => (&text[..], 0),
        },
    };
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{}{decimals}", without_commas(whole)?);
    let is_number = !whole.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // Half a game cannot be played: the decimals must be used up by the exponent.
    let n_zeros = exponent.checked_sub(u32::try_from(decimals.len()).ok()?).filter(|_| is_number)?;
    digits.parse::<u64>().ok()?.checked_mul(10_u64.checked_pow(n_zeros)?)
}

/// Removes commas between groups of three digits; `None` if commas are anywhere else.
fn without_commas(digits: &str) -> Option<String> {
    let mut groups = digits.split(',');
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    let is_grouped =
        rest.is_empty() || (1..=3).contains(&first.len()) && rest.iter().all(|group| group.len() == 3);
    is_grouped.then(|| format!("{first}{}", rest.concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, expected) in [
            ("0", 0),
            ("1000", 1000),
            ("1,000", 1000),
            ("12,345,678", 12_345_678),
            ("1_000", 1000),
            ("10k", 10_000),
            ("2.5M", 2_500_000),
            ("3G", 3_000_000_000),
            ("1e6", 1_000_000),
            ("1.25e2", 125),
            ("1E+3", 1000),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(read(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "k",
            "e6",
            "1,00",
            "1,0000",
            ",100",
            "1.5",
            "1.2345k",
            "-3",
            "1e99",
            "18446744073709551616",
            "1e-3",
            "0x10",
            "1 000",
            "e",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn the_error_says_what_is_expected() {
        let error = |range| count(range)("0").unwrap_err();
        assert_eq!(error(1..=64), "expected a whole number from 1 to 64");
        assert_eq!(
            error(1..=1_000_000),
            "expected a whole number from 1 to 1,000,000, such as 500, 10k or 1e4"
        );
        assert_eq!(error(1..=u64::MAX), "expected a whole number, at least 1, such as 500, 10k or 1e4");
    }
}
