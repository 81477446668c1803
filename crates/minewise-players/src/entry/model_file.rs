//! What the files of all learned models have in common: a first line that says what they are, remarks on what they were
//! made from, and then lines that are read one by one and checked.

use std::fmt;
use std::iter::Enumerate;
use std::ops::RangeInclusive;
use std::str::{self, FromStr, SplitWhitespace};

use minewise::board::excerpt;
use minewise::num::fnv1a;

/// Reads the lines of a model one by one, remarks and blank lines left out.
///
/// # Examples
/// ```
/// use minewise_players::entry::model_file::Lines;
/// let mut lines = Lines::new("minewise example 1\n# made by hand\nsize 2\nweights 1.5 -2\n", "minewise example 1")?;
/// let size = lines.count("size", 1..=10)?;
/// assert_eq!(lines.numbers::<f64>("weights", size)?, [1.5, -2.0]);
/// lines.end()?;
/// # Ok::<(), minewise_players::entry::model_file::ModelError>(())
/// ```
pub struct Lines<'a> {
    lines: Enumerate<str::Lines<'a>>,
    /// The line that was read last, from 1.
    line: usize,
}

impl<'a> Lines<'a> {
    /// The lines below the first, which must be `header`.
    ///
    /// # Errors
    /// When it is another.
    pub fn new(text: &'a str, header: &'static str) -> Result<Lines<'a>, ModelError> {
        let mut lines = Lines::without_header(text);
        match lines.lines.next() {
            Some((_, first)) if first.trim() == header => Ok(lines),
            _ => Err(ModelError::Foreign { header }),
        }
    }

    /// All lines of a text that does not say what it is.
    pub fn without_header(text: &'a str) -> Lines<'a> {
        Lines { lines: text.lines().enumerate(), line: 1 }
    }

    /// The next line, if there is one.
    pub fn next_line(&mut self) -> Option<&'a str> {
        let (idx, line) = self.lines.find(|(_, line)| !line.trim().is_empty() && !is_remark(line))?;
        self.line = idx + 1;
        Some(line.trim())
    }

    /// The next line, blank or not; `missing` says what it should be.
    ///
    /// # Errors
    /// When there is none.
    pub fn any_line(&mut self, missing: &'static str) -> Result<&'a str, ModelError> {
        let (idx, line) = self.lines.next().ok_or(ModelError::Ends { missing })?;
        self.line = idx + 1;
        Ok(line)
    }

    /// The words of the next line; `missing` says what it should be.
    ///
    /// # Errors
    /// When there is none.
    pub fn line(&mut self, missing: &'static str) -> Result<SplitWhitespace<'a>, ModelError> {
        self.next_line().map(str::split_whitespace).ok_or(ModelError::Ends { missing })
    }

    /// The words of the next line after its name, which must be `name`.
    ///
    /// # Errors
    /// When it is another line, or there is none.
    pub fn words(&mut self, name: &'static str) -> Result<SplitWhitespace<'a>, ModelError> {
        let mut words = self.line(name)?;
        match words.next() {
            Some(word) if word == name => Ok(words),
            _ => Err(self.wrong(format_args!("expected `{name} …`"))),
        }
    }

    /// The single value of the next line, whose name must be `name`.
    ///
    /// # Errors
    /// As [`Lines::words`], and when the value is none of its kind.
    pub fn value<T: FromStr<Err: fmt::Display>>(&mut self, name: &'static str) -> Result<T, ModelError> {
        let mut words = self.words(name)?;
        match (words.next(), words.next()) {
            (Some(word), None) => word.parse().map_err(|error| self.wrong(format_args!("`{name}`: {error}"))),
            _ => Err(self.wrong(format_args!("expected one value of `{name}`"))),
        }
    }

    /// The count of the next line, whose name must be `name`.
    ///
    /// # Errors
    /// As [`Lines::value`], and when it is out of bounds: no file can ask for more memory than it is worth.
    pub fn count(&mut self, name: &'static str, bounds: RangeInclusive<usize>) -> Result<usize, ModelError> {
        let count = self.value(name)?;
        if bounds.contains(&count) {
            return Ok(count);
        }
        Err(self.wrong(format_args!("`{name}` must be from {} to {}", bounds.start(), bounds.end())))
    }

    /// The one finite number of the next line, whose name must be `name`.
    ///
    /// # Errors
    /// As [`Lines::numbers`].
    pub fn number<T: FromStr + Copy + Into<f64>>(&mut self, name: &'static str) -> Result<T, ModelError> {
        Ok(self.numbers(name, 1)?[0])
    }

    /// The numbers of the next line, whose name must be `name`: exactly `n_numbers`, all finite.
    ///
    /// # Errors
    /// As [`Lines::words`], and when the numbers are others.
    pub fn numbers<T: FromStr + Copy + Into<f64>>(
        &mut self,
        name: &'static str,
        n_numbers: usize,
    ) -> Result<Vec<T>, ModelError> {
        let words = self.words(name)?;
        self.read_numbers(words, n_numbers)
    }

    /// Words of the line that was read last as numbers: exactly `n_numbers`, all finite.
    ///
    /// # Errors
    /// When they are not.
    pub fn read_numbers<'w, T: FromStr + Copy + Into<f64>>(
        &self,
        words: impl Iterator<Item = &'w str>,
        n_numbers: usize,
    ) -> Result<Vec<T>, ModelError> {
        let mut numbers = Vec::new();
        for word in words.take(n_numbers.saturating_add(1)) {
            let number: Option<T> = word.parse().ok();
            let Some(number) = number.filter(|&number| number.into().is_finite()) else {
                return Err(self.wrong(format_args!("`{}` is no number", excerpt(word))));
            };
            numbers.push(number);
        }
        if numbers.len() != n_numbers {
            let plural = if n_numbers == 1 { "" } else { "s" };
            return Err(self.wrong(format_args!("expected {n_numbers} number{plural}")));
        }
        Ok(numbers)
    }

    /// That nothing is left.
    ///
    /// # Errors
    /// When there is another line.
    pub fn end(&mut self) -> Result<(), ModelError> {
        match self.next_line() {
            None => Ok(()),
            Some(_) => Err(self.wrong("expected the end of the model")),
        }
    }

    /// An error at the line that was read last.
    pub fn wrong(&self, what: impl fmt::Display) -> ModelError {
        ModelError::Line { line: self.line, what: what.to_string() }
    }
}

fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// A hash of a text without its remarks, which tells models apart.
pub fn id(text: &str) -> String {
    let lines = text.lines().filter(|line| !is_remark(line));
    format!("{:016x}", fnv1a(lines.flat_map(|line| line.bytes().chain([b'\n']))))
}

/// Writes the first line and the remarks of a model.
///
/// # Errors
/// When the formatter fails.
pub fn write_head(f: &mut fmt::Formatter<'_>, header: &str, remarks: &[String]) -> fmt::Result {
    writeln!(f, "{header}")?;
    for remark in remarks {
        writeln!(f, "# {remark}")?;
    }
    Ok(())
}

/// The remarks of a model, as they were written.
pub fn remarks(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.trim().strip_prefix('#')).map(|line| line.trim().to_owned()).collect()
}

/// Why a text is no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// It is something else.
    Foreign {
        /// What it should begin with.
        header: &'static str,
    },
    /// It ends too soon.
    Ends {
        /// The line that should come next.
        missing: &'static str,
    },
    /// A line is wrong.
    Line {
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::Foreign { header } => write!(f, "it does not begin with `{header}`"),
            ModelError::Ends { missing } => write!(f, "it ends where `{missing} …` should stand"),
            ModelError::Line { line, what } => write!(f, "line {line}: {what}"),
        }
    }
}

impl std::error::Error for ModelError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(usize, Vec<f64>), ModelError> {
        let mut lines = Lines::new(text, "minewise test 1")?;
        let size = lines.value("size")?;
        let numbers = lines.numbers("weights", size)?;
        lines.end()?;
        Ok((size, numbers))
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(read(text).unwrap_err().to_string(), expected);
    }

    #[test]
    fn a_model_is_read_past_its_remarks() {
        let text = "minewise test 1\n# made by hand\n\nsize 2\nweights 1.5 -2e3\n";
        assert_eq!(read(text), Ok((2, vec![1.5, -2000.0])));
        assert_eq!(remarks(text), ["made by hand"]);
        assert_eq!(id(text), id("minewise test 1\n\nsize 2\nweights 1.5 -2e3\n"));
        assert_ne!(id(text), id("minewise test 1\n\nsize 2\nweights 1.5 -2e4\n"));
    }

    #[test]
    fn bad_models_get_a_sentence_that_says_where() {
        check("", "it does not begin with `minewise test 1`");
        check("minewise test 2\nsize 2", "it does not begin with `minewise test 1`");
        check("minewise test 1\n# nothing", "it ends where `size …` should stand");
        check("minewise test 1\nwidth 2", "line 2: expected `size …`");
        check("minewise test 1\nsize -2", "line 2: `size`: invalid digit found in string");
        check("minewise test 1\nsize 2 3", "line 2: expected one value of `size`");
        check("minewise test 1\nsize 2\n\nweights 1", "line 4: expected 2 numbers");
        check("minewise test 1\nsize 2\nweights 1 2 3", "line 3: expected 2 numbers");
        check("minewise test 1\nsize 2\nweights 1 NaN", "line 3: `NaN` is no number");
        check("minewise test 1\nsize 2\nweights 1 2\nmore", "line 4: expected the end of the model");
        check(
            "minewise test 1\nsize 18446744073709551615\nweights 1 2",
            "line 3: expected 18446744073709551615 numbers",
        );
    }
}
