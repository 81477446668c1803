//! Numbers and sentences for people.

mod sentence;

pub use minewise::board::excerpt;
pub use sentence::{GuessReason, Sentence};

/// Formats a fraction in percent with one decimal.
pub fn percent(fraction: f64) -> String {
    format!("{:.1} %", 100.0 * fraction)
}

/// Formats an integer with a comma at every thousand.
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
