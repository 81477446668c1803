//! The common format of all model files: a header line that names the kind and version, remarks (`# …`) on how the
//! model was learned, and then lines of a name and values, which are read and checked one by one.

use std::fmt;
use std::iter::Enumerate;
use std::ops::RangeInclusive;
use std::str::{self, FromStr, SplitWhitespace};

use minewise::board::excerpt;
use minewise::num::fnv1a;

/// A reader of the lines of a model file, which skips remarks and blank lines.
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
    /// The number of the line that was read last, from 1.
    line: usize,
}

impl<'a> Lines<'a> {
    /// Creates a reader of a text whose first line must be `header`.
    ///
    /// # Errors
    /// When the first line is not `header`.
    pub fn new(text: &'a str, header: &'static str) -> Result<Lines<'a>, ModelError> {
        let mut lines = Lines::without_header(text);
        match lines.lines.next() {
            Some((_, first)) if first.trim() == header => Ok(lines),
            _ => Err(ModelError::WrongHeader { header }),
        }
    }

    /// Creates a reader of a text without a header line.
    pub fn without_header(text: &'a str) -> Lines<'a> {
        Lines { lines: text.lines().enumerate(), line: 1 }
    }

    /// Reads the next line, if there is one.
    pub fn next_line(&mut self) -> Option<&'a str> {
        let (idx, line) = self.lines.find(|(_, line)| !line.trim().is_empty() && !is_remark(line))?;
        self.line = idx + 1;
        Some(line.trim())
    }

    /// Reads the next line even if it is blank or a remark; `missing` is what the error message calls it.
    ///
    /// # Errors
    /// When no line is left.
    pub fn any_line(&mut self, missing: &'static str) -> Result<&'a str, ModelError> {
        let (idx, line) = self.lines.next().ok_or(ModelError::UnexpectedEnd { missing })?;
        self.line = idx + 1;
        Ok(line)
    }

    /// Reads the words of the next line; `missing` is what the error message calls it.
    ///
    /// # Errors
    /// When no line is left.
    pub fn line(&mut self, missing: &'static str) -> Result<SplitWhitespace<'a>, ModelError> {
        self.next_line().map(str::split_whitespace).ok_or(ModelError::UnexpectedEnd { missing })
    }

    /// Reads the next line, whose first word must be `name`, and returns the words after it.
    ///
    /// # Errors
    /// When the line has another name, or no line is left.
    pub fn words(&mut self, name: &'static str) -> Result<SplitWhitespace<'a>, ModelError> {
        let mut words = self.line(name)?;
        match words.next() {
            Some(word) if word == name => Ok(words),
            _ => Err(self.wrong(format_args!("expected `{name} …`"))),
        }
    }

    /// Reads the single value of the next line, whose name must be `name`.
    ///
    /// # Errors
    /// As [`Lines::words`], and when the value cannot be parsed.
    pub fn value<T: FromStr<Err: fmt::Display>>(&mut self, name: &'static str) -> Result<T, ModelError> {
        let mut words = self.words(name)?;
        match (words.next(), words.next()) {
            (Some(word), None) => word.parse().map_err(|error| self.wrong(format_args!("`{name}`: {error}"))),
            _ => Err(self.wrong(format_args!("expected one value of `{name}`"))),
        }
    }

    /// Reads the count of the next line, whose name must be `name`.
    ///
    /// The bounds keep a damaged file from making the caller allocate too much memory.
    ///
    /// # Errors
    /// As [`Lines::value`], and when the count is out of bounds.
    pub fn count(&mut self, name: &'static str, bounds: RangeInclusive<usize>) -> Result<usize, ModelError> {
        let count = self.value(name)?;
        if bounds.contains(&count) {
            return Ok(count);
        }
        Err(self.wrong(format_args!("`{name}` must be from {} to {}", bounds.start(), bounds.end())))
    }

    /// Reads the one finite number of the next line, whose name must be `name`.
    ///
    /// # Errors
    /// As [`Lines::numbers`].
    pub fn number<T: FromStr + Copy + Into<f64>>(&mut self, name: &'static str) -> Result<T, ModelError> {
        Ok(self.numbers(name, 1)?[0])
    }

    /// Reads the numbers of the next line, whose name must be `name`: exactly `n_numbers`, all finite.
    ///
    /// # Errors
    /// As [`Lines::words`] and [`Lines::read_numbers`].
    pub fn numbers<T: FromStr + Copy + Into<f64>>(
        &mut self,
        name: &'static str,
        n_numbers: usize,
    ) -> Result<Vec<T>, ModelError> {
        let words = self.words(name)?;
        self.read_numbers(words, n_numbers)
    }

    /// Parses words of the line that was read last as numbers: exactly `n_numbers`, all finite.
    ///
    /// # Errors
    /// When a word is not a finite number, or there are more or fewer of them.
    pub fn read_numbers<'w, T: FromStr + Copy + Into<f64>>(
        &self,
        words: impl Iterator<Item = &'w str>,
        n_numbers: usize,
    ) -> Result<Vec<T>, ModelError> {
        // Not `with_capacity`: the count comes from the file and may be absurd.
        let mut numbers = Vec::new();
        for word in words.take(n_numbers.saturating_add(1)) {
            let number: Option<T> = word.parse().ok();
            let Some(number) = number.filter(|&number| number.into().is_finite()) else {
                return Err(self.wrong(format_args!("`{}` is not a number", excerpt(word))));
            };
            numbers.push(number);
        }
        if numbers.len() != n_numbers {
            let plural = if n_numbers == 1 { "" } else { "s" };
            return Err(self.wrong(format_args!("expected {n_numbers} number{plural}")));
        }
        Ok(numbers)
    }

    /// Checks that no line is left.
    ///
    /// # Errors
    /// When there is another line.
    pub fn end(&mut self) -> Result<(), ModelError> {
        match self.next_line() {
            None => Ok(()),
            Some(_) => Err(self.wrong("expected the end of the model")),
        }
    }

    /// Creates an error at the line that was read last.
    pub fn wrong(&self, what: impl fmt::Display) -> ModelError {
        ModelError::Line { line: self.line, what: what.to_string() }
    }
}

fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// Returns a hash of a text without its remarks, which identifies a model.
pub fn id(text: &str) -> String {
    let lines = text.lines().filter(|line| !is_remark(line));
    format!("{:016x}", fnv1a(lines.flat_map(|line| line.bytes().chain([b'\n']))))
}

/// Writes the header line and the remarks of a model.
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

/// Returns the remarks of a model, without their `#`.
pub fn remarks(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.trim().strip_prefix('#')).map(|line| line.trim().to_owned()).collect()
}

/// An error in the text of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// The header is missing or names another kind of file.
    WrongHeader {
        /// The expected header.
        header: &'static str,
    },
    /// The text ends too soon.
    UnexpectedEnd {
        /// The line that should come next.
        missing: &'static str,
    },
    /// A line is wrong.
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::WrongHeader { header } => write!(f, "it does not begin with `{header}`"),
            ModelError::UnexpectedEnd { missing } => write!(f, "it ends before the line `{missing} …`"),
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
    fn errors_say_where_a_model_is_wrong() {
        check("", "it does not begin with `minewise test 1`");
        check("minewise test 2\nsize 2", "it does not begin with `minewise test 1`");
        check("minewise test 1\n# nothing", "it ends before the line `size …`");
        check("minewise test 1\nwidth 2", "line 2: expected `size …`");
        check("minewise test 1\nsize -2", "line 2: `size`: invalid digit found in string");
        check("minewise test 1\nsize 2 3", "line 2: expected one value of `size`");
        check("minewise test 1\nsize 2\n\nweights 1", "line 4: expected 2 numbers");
        check("minewise test 1\nsize 2\nweights 1 2 3", "line 3: expected 2 numbers");
        check("minewise test 1\nsize 2\nweights 1 NaN", "line 3: `NaN` is not a number");
        check("minewise test 1\nsize 2\nweights 1 2\nmore", "line 4: expected the end of the model");
        check(
            "minewise test 1\nsize 18446744073709551615\nweights 1 2",
            "line 3: expected 18446744073709551615 numbers",
        );
    }
}
