//! How a problem is reported: a sentence on stderr and an exit code.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use minewise_coach::Problem;

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
    pub(crate) fn keep(&mut self, refusal: &Problem) {
        self.n_refused += 1;
        self.is_bad_input |= refusal.is_bad_input();
        if self.sentences.len() < MOST_TOLD {
            self.sentences.push(refusal.error.clone());
        }
    }

    /// All that were kept, as one; fine if there are none.
    pub(crate) fn into_result(mut self) -> Result<(), Refusals> {
        if self.n_refused == 0 {
            return Ok(());
        }
        if self.n_refused > MOST_TOLD {
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

/// Says on stderr what went wrong, each sentence on a line of its own, and gives the exit code.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    // Whoever read our output has seen enough: nothing is wrong.
    let is_broken_pipe = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    if error.downcast_ref().is_some_and(is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    let mut err = io::stderr().lock();
    let (sentences, is_bad_input) = match (error.downcast_ref::<Problem>(), error.downcast_ref::<Refusals>())
    {
        (Some(problem), _) => (vec![problem.error.clone()], problem.is_bad_input()),
        (_, Some(refusals)) => (refusals.sentences.clone(), refusals.is_bad_input),
        _ => (vec![format!("{error:#}")], false),
    };
    for sentence in &sentences {
        // If stderr is closed too, the exit code is all that is left to say it.
        let _ = writeln!(err, "minewise: {}", on_one_line(sentence));
    }
    ExitCode::from(if is_bad_input { 2 } else { 1 })
}

/// A sentence with all that could break its line, or play tricks on a terminal, as spaces.
fn on_one_line(sentence: &str) -> String {
    sentence.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
