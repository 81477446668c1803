//! Reports a problem: a sentence on stderr and an exit code.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use minewise_coach::Problem;

use crate::args::UsageError;

/// The problems of several inputs, reported together after all inputs are answered.
#[derive(Debug, Default)]
pub(crate) struct Refusals {
    /// The first problems, at most [`MOST_LISTED`].
    sentences: Vec<String>,
    n_refused: usize,
    is_bad_input: bool,
}

/// Up to this many problems are listed. If there are more, only the first is, so that random input does not flood the
/// terminal.
const MOST_LISTED: usize = 10;

impl Refusals {
    /// Adds a problem.
    pub(crate) fn push(&mut self, refusal: &Problem) {
        self.n_refused += 1;
        self.is_bad_input |= refusal.is_bad_input();
        if self.sentences.len() < MOST_LISTED {
            self.sentences.push(refusal.error.clone());
        }
    }

    /// Returns all problems as one error, or `Ok` if there are none.
    pub(crate) fn into_result(mut self) -> Result<(), Refusals> {
        if self.n_refused == 0 {
            return Ok(());
        }
        if self.n_refused > MOST_LISTED {
            self.sentences.truncate(1);
            self.sentences[0].push_str(&format!(" (and {} more views are refused)", self.n_refused - 1));
        }
        Err(self)
    }
}

impl fmt::Display for Refusals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentences.join("\n"))
    }
}

impl std::error::Error for Refusals {}

/// Writes what went wrong to stderr, one sentence per line, and returns the exit code.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    // The reader of our output has closed the pipe, as `head` does. That is not an error.
    let is_broken_pipe = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    if error.downcast_ref().is_some_and(is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    let mut err = io::stderr().lock();
    if let Some(UsageError { sentence, usage, help }) = error.downcast_ref() {
        // If stderr is closed too, only the exit code can report the problem.
        let _ = writeln!(
            err,
            "minewise: {}\n{usage}\nTry `{help}` for more.",
            without_number(&on_one_line(sentence))
        );
        return ExitCode::from(2);
    }
    let (sentences, is_bad_input) = match (error.downcast_ref::<Problem>(), error.downcast_ref::<Refusals>())
    {
        (Some(problem), _) => (vec![problem.error.clone()], problem.is_bad_input()),
        (_, Some(refusals)) => (refusals.sentences.clone(), refusals.is_bad_input),
        _ => (vec![format!("{error:#}")], false),
    };
    for sentence in &sentences {
        let _ = writeln!(err, "minewise: {}", without_number(&on_one_line(sentence)));
    }
    ExitCode::from(if is_bad_input { 2 } else { 1 })
}

/// Replaces control characters by spaces: they could break the line, or change the state of a terminal.
fn on_one_line(sentence: &str) -> String {
    sentence.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// The sentence without the numbers of the operating system's errors, such as ` (os error 2)`: the words say the same.
fn without_number(sentence: &str) -> String {
    let mut parts = sentence.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
        text + rest.strip_prefix(')').unwrap_or(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_an_error_of_the_system_are_kept_without_its_number() {
        let sentence =
            "cannot read `a`: No such file or directory (os error 2); nor `b`: Is a directory (os error 21)";
        let expected = "cannot read `a`: No such file or directory; nor `b`: Is a directory";
        assert_eq!(without_number(sentence), expected);
    }
}
