//! Reads views and other documents from a file or from standard input.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use minewise::{Grid, Rules, View};
use minewise_coach::zoo::Suggestion;
use minewise_coach::{Problem, read_rules};

use super::options::rules_help;

/// The maximum number of bytes that are read.
const MOST_BYTES: u64 = 64 << 20;

/// Reads text from `path`, or from standard input if it is `-` or missing.
pub(crate) fn read(path: Option<&Path>) -> Result<String, Problem> {
    String::from_utf8(read_raw(path)?).map(without_mark).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..offset].iter().filter(|&&byte| byte == b'\n').count();
        let name = name_of(path);
        Problem::bad_input(format!("{name} is not UTF-8 text: see byte {offset}, in line {line}"))
    })
}

/// Reads and parses a file, such as a model. `what` names the kind of content in error messages.
pub(crate) fn parsed<T: FromStr<Err: Display>>(path: &Path, what: &str) -> Result<T, Problem> {
    let name = path.display();
    let wrong = |error| Problem::bad_input(format!("the {what} in `{name}` cannot be used: {error}"));
    read(Some(path))?.parse().map_err(wrong)
}

/// Reads bytes from `path`, or from standard input if it is `-` or missing. A path that is a view rather than the name of
/// a file is returned as it is.
pub(crate) fn read_raw(path: Option<&Path>) -> Result<Vec<u8>, Problem> {
    if let Some(text) = path.and_then(text_in) {
        return Ok(text.as_bytes().to_vec());
    }
    let name = name_of(path);
    let read = match path.filter(|path| *path != Path::new("-")) {
        Some(path) => File::open(path).and_then(read_bytes),
        None => {
            if io::stdin().is_terminal() {
                let _ = writeln!(
                    io::stderr(),
                    "Reading from the terminal; end with Ctrl-D on a line of its own."
                );
            }
            read_bytes(io::stdin().lock())
        }
    };
    let bytes = read.map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Problem::bad_input(format!("{name} has more than {} MiB", MOST_BYTES >> 20)));
    }
    Ok(bytes)
}

/// The error for an input that cannot be read.
fn unreadable(path: Option<&Path>, error: &io::Error) -> Problem {
    let name = name_of(path);
    match error.kind() {
        io::ErrorKind::NotFound => {
            let hint = path.and_then(hint).map_or_else(String::new, |hint| format!("; {hint}"));
            Problem::bad_input(format!("there is no file {name}{hint}"))
        }
        io::ErrorKind::IsADirectory => Problem::bad_input(format!("{name} is a folder, not a file")),
        _ => Problem::bad_input(format!("cannot read {name}: {error}")),
    }
}

/// The maximum number of files that are compared with the name of one that does not exist.
const MOST_FILES: usize = 10_000;

/// What may have been meant by a file that does not exist: what has spaces is rather a text, and other names may be
/// misspelled.
fn hint(path: &Path) -> Option<String> {
    if path.to_str().is_some_and(|text| text.trim().contains(' ')) {
        return Some("a view begins with its rules, such as `5x3/2`".to_owned());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let files = std::fs::read_dir(folder).ok()?.take(MOST_FILES).flatten();
    let names: Vec<String> = files.filter_map(|file| file.file_name().into_string().ok()).collect();
    let suggestion = Suggestion::new(path.file_name()?.to_str()?, names.iter().map(String::as_str));
    suggestion.is_near().then(|| suggestion.to_string())
}

/// The argument itself, if it is the text of a view, a layout or a transcript rather than the name of a file:
/// `5x3/2 1..../...../.....`.
fn text_in(path: &Path) -> Option<&str> {
    let text = path.to_str()?;
    let header = text.split_whitespace().next().filter(|header| header.len() < text.trim().len())?;
    let is_size = |text: &str| {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let parts: Vec<&str> = text.split(['x', '/', ':', '@']).collect();
        parts.len() >= 3 && parts[..3].iter().all(|part| digits(part))
    };
    let is_preset = |text: &str| {
        text.split([':', '@'])
            .next()
            .is_some_and(|name| Rules::PRESETS.iter().any(|(known, _)| *known == name))
    };
    ((is_size(header) || is_preset(header)) && !path.exists()).then_some(text)
}

/// The name of an input in error messages.
fn name_of(path: Option<&Path>) -> String {
    match path.filter(|path| *path != Path::new("-")) {
        Some(path) => format!("`{}`", path.display()),
        None => "standard input".to_owned(),
    }
}

/// Reads at most one byte more than the limit, which is enough to see that there is too much.
fn read_bytes(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Removes the byte order mark that some editors write first.
fn without_mark(text: String) -> String {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

/// Parses a view from a block of text.
pub(crate) fn view(block: &str) -> Result<View, Problem> {
    block.parse().map_err(Problem::bad_input)
}

/// Reads a file, or standard input, that must hold exactly one view.
pub(crate) fn one_view(path: Option<&Path>) -> Result<View, Problem> {
    let text = read(path)?;
    match minewise::board::blocks(&text).count() {
        0 | 1 => view(&text),
        n => Err(Problem::bad_input(format!("expected one view, found {n}"))),
    }
}

/// The source of a view: the rules of a game that has not begun, or a file.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
pub(crate) struct ViewSource {
    #[arg(short, long, value_name = "RULES", help = rules_help("The rules of a game that has not begun"), value_parser = read_rules)]
    rules: Option<Rules>,
    /// A view: a file, the text itself, or `-` for standard input
    #[arg(long, value_name = "VIEW")]
    view: Option<PathBuf>,
}

impl ViewSource {
    /// Reads the view.
    pub(crate) fn view(&self) -> Result<View, Problem> {
        match self.rules {
            Some(rules) => Ok(View::new(&Grid::new(rules))),
            None => one_view(self.view.as_deref()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_can_be_the_text_itself() {
        for text in [
            "5x3/2 1..../...../.....",
            "expert:zero x",
            "9x9x10\nHHH",
            "4x3/2:any@hex\n....",
            "4x3/2 seed 7\nr 0,0",
        ] {
            assert_eq!(text_in(Path::new(text)), Some(text));
        }
        for path in ["view.txt", "5x3/2", "a b.txt", "folder/view 2.txt", "-", "5x3 2", ""] {
            assert_eq!(text_in(Path::new(path)), None, "{path}");
        }
    }
}
