//! What the files of all learned models have in common: a first line that says what they are, remarks on what they were
//! made from, and then lines that are read one by one and checked.

use std::fmt;
use std::str::FromStr;

use minewise::fnv1a;

/// Reads the lines of a model, remarks and blank lines left out.
pub(crate) struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    /// The line that was read last, from 1.
    line: usize,
}

impl<'a> Lines<'a> {
    /// The lines below the first, which must be `header`.
    pub(crate) fn new(text: &'a str, header: &'static str) -> Result<Lines<'a>, ModelError> {
        let mut lines = text.lines().enumerate();
        match lines.next() {
            Some((_, first)) if first.trim() == header => Ok(Lines { lines, line: 1 }),
            _ => Err(ModelError::Foreign { header }),
        }
    }

    /// The next line, if there is one.
    pub(crate) fn next(&mut self) -> Option<&'a str> {
        for (idx, line) in self.lines.by_ref() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                self.line = idx + 1;
                return Some(line);
            }
        }
        None
    }

    /// The words of the next line after its name, which must be `name`.
    pub(crate) fn words(&mut self, name: &'static str) -> Result<std::str::SplitWhitespace<'a>, ModelError> {
        let Some(line) = self.next() else { return Err(ModelError::Ends { missing: name }) };
        let mut words = line.split_whitespace();
        match words.next() {
            Some(word) if word == name => Ok(words),
            _ => Err(self.wrong(format!("expected `{name} …`"))),
        }
    }

    /// The single value of the next line, whose name must be `name`.
    pub(crate) fn value<T: FromStr>(&mut self, name: &'static str) -> Result<T, ModelError> {
        let mut words = self.words(name)?;
        let value = words.next().and_then(|word| word.parse().ok());
        match (value, words.next()) {
            (Some(value), None) => Ok(value),
            _ => Err(self.wrong(format!("`{name}` has no value that it may have"))),
        }
    }

    /// The numbers of the next line, whose name must be `name`: exactly `n_numbers`, all finite.
    pub(crate) fn numbers<T: FromStr + Copy + Into<f64>>(
        &mut self,
        name: &'static str,
        n_numbers: usize,
    ) -> Result<Vec<T>, ModelError> {
        let words = self.words(name)?;
        self.read_numbers(words, n_numbers)
    }

    /// Exactly `n_numbers` finite numbers.
    pub(crate) fn read_numbers<'w, T: FromStr + Copy + Into<f64>>(
        &self,
        words: impl Iterator<Item = &'w str>,
        n_numbers: usize,
    ) -> Result<Vec<T>, ModelError> {
        let mut numbers = Vec::new();
        for word in words.take(n_numbers.saturating_add(1)) {
            let number: Option<T> = word.parse().ok();
            let Some(number) = number.filter(|&number| number.into().is_finite()) else {
                return Err(self.wrong(format!("`{}` is no number", shortened(word))));
            };
            numbers.push(number);
        }
        if numbers.len() != n_numbers {
            return Err(self.wrong(format!("expected {n_numbers} numbers")));
        }
        Ok(numbers)
    }

    /// That nothing is left.
    pub(crate) fn end(&mut self) -> Result<(), ModelError> {
        match self.next() {
            None => Ok(()),
            Some(_) => Err(self.wrong("expected the end of the model".to_owned())),
        }
    }

    /// An error at the line that was read last.
    pub(crate) fn wrong(&self, what: String) -> ModelError {
        ModelError::Line { line: self.line, what }
    }
}

/// The beginning of a word, fit for a sentence.
fn shortened(word: &str) -> String {
    word.chars().take(20).filter(|letter| !letter.is_control()).collect()
}

/// A hash of a text without its remarks, which tells models apart.
pub(crate) fn id(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    format!("{:016x}", fnv1a(lines.flat_map(|line| line.bytes().chain([b'\n']))))
}

/// Writes the first line and the remarks of a model.
pub(crate) fn write_head(f: &mut fmt::Formatter<'_>, header: &str, remarks: &[String]) -> fmt::Result {
    writeln!(f, "{header}")?;
    for remark in remarks {
        writeln!(f, "# {remark}")?;
    }
    Ok(())
}

/// The remarks of a model, as they were written.
pub(crate) fn remarks(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix('#')).map(|line| line.trim().to_owned()).collect()
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
        check("minewise test 1\nsize -2", "line 2: `size` has no value that it may have");
        check("minewise test 1\nsize 2 3", "line 2: `size` has no value that it may have");
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
