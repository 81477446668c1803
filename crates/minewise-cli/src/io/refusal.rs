//! What goes wrong, and how it is told: a sentence on stderr and an exit code.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use minewise::CensusError;

/// Why a command did not do all that it was asked to.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// A sentence for each thing that went wrong.
    sentences: Vec<String>,
    is_bad_input: bool,
}

impl Refusal {
    /// The input is bad: exit 2.
    pub(crate) fn bad_input(sentence: impl fmt::Display) -> Refusal {
        Refusal { sentences: vec![sentence.to_string()], is_bad_input: true }
    }

    /// The input is fine, but the answer is out of reach: exit 1.
    pub(crate) fn failed(sentence: impl fmt::Display) -> Refusal {
        Refusal { sentences: vec![sentence.to_string()], is_bad_input: false }
    }

    /// The same, said of a part of the input.
    pub(crate) fn of(mut self, part: impl fmt::Display) -> Refusal {
        for sentence in &mut self.sentences {
            *sentence = format!("{part}: {sentence}");
        }
        self
    }
}

impl From<minewise_lab::Error> for Refusal {
    fn from(error: minewise_lab::Error) -> Refusal {
        if error.is_bad_input() { Refusal::bad_input(error) } else { Refusal::failed(error) }
    }
}

impl From<CensusError> for Refusal {
    /// A view that no layout fits is bad input; one that is too much work is not.
    fn from(error: CensusError) -> Refusal {
        match error {
            CensusError::Clash(_) => Refusal::bad_input(error),
            CensusError::TooMuchWork => Refusal::failed(error),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentences.join("\n"))
    }
}

impl std::error::Error for Refusal {}

/// The refusals of several inputs, told together when all are answered.
#[derive(Debug, Default)]
pub(crate) struct Refusals {
    /// The first of them.
    sentences: Vec<String>,
    n_refused: usize,
    is_bad_input: bool,
}

/// So many refusals are told one by one; of more, only the first, so that noise does not drown the terminal.
const MOST_TOLD: usize = 10;

impl Refusals {
    /// Keeps a refusal for later.
    pub(crate) fn keep(&mut self, refusal: Refusal) {
        self.n_refused += 1;
        self.is_bad_input |= refusal.is_bad_input;
        if self.sentences.len() < MOST_TOLD {
            self.sentences.extend(refusal.sentences);
        }
    }

    /// All that were kept, as one; fine if there are none.
    pub(crate) fn into_result(mut self) -> Result<(), Refusal> {
        if self.n_refused == 0 {
            return Ok(());
        }
        if self.n_refused > MOST_TOLD {
            self.sentences.truncate(1);
            self.sentences[0].push_str(&format!(" (and {} more views are refused)", self.n_refused - 1));
        }
        Err(Refusal { sentences: self.sentences, is_bad_input: self.is_bad_input })
    }
}

/// Says on stderr what went wrong, each sentence on a line of its own, and gives the exit code.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    // Whoever read our output has seen enough: nothing is wrong.
    let is_broken_pipe = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    if error.downcast_ref().is_some_and(is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    let mut err = io::stderr().lock();
    // If stderr is closed too, the exit code is all that is left to say it.
    match error.downcast_ref::<Refusal>() {
        Some(refusal) => {
            for sentence in &refusal.sentences {
                let _ = writeln!(err, "minewise: {}", on_one_line(sentence));
            }
            ExitCode::from(if refusal.is_bad_input { 2 } else { 1 })
        }
        None => {
            let _ = writeln!(err, "minewise: {}", on_one_line(&format!("{error:#}")));
            ExitCode::from(1)
        }
    }
}

/// A sentence with all that could break its line, or play tricks on a terminal, as spaces.
fn on_one_line(sentence: &str) -> String {
    sentence.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
