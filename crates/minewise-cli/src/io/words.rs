//! Numbers as people read them.

use minewise::num::Natural;

pub(crate) use minewise_coach::{grouped, percent};

/// `1 cell`, `2 cells`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(n), if n == 1 { "" } else { "s" })
}

/// A number of layouts: all digits if there are few enough to read, else its order of magnitude.
pub(crate) fn layouts(exact: Option<&Natural>, log10: f64) -> String {
    match exact {
        Some(exact) if log10 < 15.0 => {
            let digits = exact.to_string();
            format!("{} layout{}", grouped(&digits), if digits == "1" { " fits" } else { "s fit" })
        }
        _ => format!("about {:.1} × 10^{} layouts fit", libm::pow(10.0, log10.fract()), log10.trunc()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_thousands() {
        for (digits, expected) in [("0", "0"), ("999", "999"), ("1000", "1,000"), ("1234567", "1,234,567")] {
            assert_eq!(grouped(digits), expected);
        }
    }

    #[test]
    fn a_large_number_of_layouts_is_rounded() {
        let few = Natural::choose(81, 10);
        assert_eq!(layouts(Some(&few), few.log10()), "1,878,392,407,320 layouts fit");
        assert_eq!(layouts(Some(&Natural::from(1)), 0.0), "1 layout fits");
        let many = Natural::choose(480, 99);
        assert_eq!(layouts(Some(&many), many.log10()), "about 5.6 × 10^104 layouts fit");
    }
}
