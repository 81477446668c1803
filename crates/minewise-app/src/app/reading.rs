//! Reads files and pasted text.

use minewise::board::{Document, Format};
use minewise::{Layout, View};
use minewise_coach::Problem;

use crate::limits::{check_size, read_transcript, read_view};
use crate::messages::{Reading, ReadingKind};

/// Reads a file or pasted text of any known format.
pub(super) fn read(name: Option<&str>, bytes: &[u8]) -> Result<Reading, Problem> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let is_transcript = text.lines().next().is_some_and(|line| line.contains(" seed "));
        if is_transcript {
            let transcript = read_transcript(text)?;
            let rules = transcript.rules.to_string();
            return Ok(Reading { kind: ReadingKind::Transcript, text: transcript.to_string(), rules });
        }
        if let Ok(view) = read_view(text, false) {
            let layout = text.parse::<Layout>().ok().filter(|_| is_layout(&view));
            return Ok(reading(&layout.map_or(Document::View(view), Document::Layout)));
        }
    }
    let format = name.and_then(Format::of_name).or_else(|| Format::of_content(bytes));
    let document = match format {
        Some(format) => format.read(bytes).map_err(Problem::bad_input)?,
        None => {
            let text = String::from_utf8_lossy(bytes);
            Document::View(text.parse::<View>().map_err(Problem::bad_input)?)
        }
    };
    check_size(document.rules())?;
    Ok(reading(&document))
}

/// Checks whether a text that reads as a view is rather a layout: all of its mines are shown, and nothing else.
fn is_layout(view: &View) -> bool {
    let n_mines = view.shown_mines().count();
    n_mines > 0
        && n_mines == view.grid().rules().n_mines()
        && view.n_covered() + n_mines == view.grid().n_cells()
}

fn reading(document: &Document) -> Reading {
    let rules = document.rules().to_string();
    match document {
        Document::View(view) => Reading { kind: ReadingKind::View, text: format!("{view:#}"), rules },
        Document::Layout(layout) => Reading { kind: ReadingKind::Layout, text: format!("{layout:#}"), rules },
    }
}
