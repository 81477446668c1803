//! Numbers and sentences as people read them.

mod sentence;

pub use minewise::excerpt;
pub use sentence::{Sentence, Why};

/// A fraction in percent, with one digit behind the point.
pub fn percent(fraction: f64) -> String {
    format!("{:.1} %", 100.0 * fraction)
}

/// A whole number with a comma at every thousand.
pub fn grouped(number: impl std::fmt::Display) -> String {
    let digits = number.to_string();
    let mut res = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            res.push(',');
        }
        res.push(digit);
    }
    res
}
