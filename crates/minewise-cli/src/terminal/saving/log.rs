//! An unfinished game as text: a header, then a line of JSON for each event.
//!
//! ```text
//! {"minewise":"game","version":1,"rules":"9x9/10","seed":5}
//! {"ms":1200,"move":"r","cell":[0,0]}
//! {"ms":2400,"undo":true}
//! {"ms":9000,"pause":true}
//! ```
//!
//! Lines are only ever appended, so at worst the last one is incomplete. It is then not part of the game.

use std::time::Duration;

use minewise::board::excerpt;
use minewise::{Grid, Move, Rules, Seed};
use minewise_coach::{Pair, pair};
use serde::{Deserialize, Serialize};

use crate::terminal::timed_game::{Event, What};

/// The version of the format.
const VERSION: u32 = 1;

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    minewise: String,
    version: u32,
    rules: String,
    seed: u64,
}

/// Any other line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// The time of play in milliseconds.
    ms: u64,
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    step: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cell: Option<Pair>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    undo: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pause: bool,
}

/// A log that was read.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) rules: Rules,
    pub(super) seed: Seed,
    pub(super) events: Vec<Event>,
    /// The length in bytes, without an incomplete last line.
    pub(super) n_bytes: usize,
}

/// What is wrong with a log: the number of the line, and the reason.
pub(super) type Wrong = (usize, String);

/// Writes the first line.
pub(super) fn header(rules: &Rules, seed: Seed) -> String {
    let header =
        Header { minewise: "game".to_owned(), version: VERSION, rules: rules.to_string(), seed: seed.0 };
    json(&header)
}

/// Writes the line of an event.
pub(super) fn line(grid: &Grid, event: &Event) -> String {
    let ms = u64::try_from(event.at.as_millis()).unwrap_or(u64::MAX);
    let mut line = Line { ms, step: None, cell: None, undo: false, pause: false };
    match event.what {
        What::Made(made) => {
            line.step = Some(made.letter().to_owned());
            line.cell = Some(pair(grid, made.cell()));
        }
        What::Undone => line.undo = true,
        What::Paused => line.pause = true,
    }
    json(&line)
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("numbers and texts can be written as JSON") + "\n"
}

/// Reads the first line.
pub(super) fn read_header(bytes: &[u8]) -> Result<(Rules, Seed), Wrong> {
    let text = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let not_a_header = || (1, format!("expected the header of a game, found `{}`", shown(text)));
    let header: Header = serde_json::from_slice(text).map_err(|_| not_a_header())?;
    match header {
        Header { minewise, .. } if minewise != "game" => Err(not_a_header()),
        Header { version, .. } if version != VERSION => {
            Err((1, format!("this game was kept by another version of Minewise, in format {version}")))
        }
        Header { rules, seed, .. } => {
            Ok((rules.parse().map_err(|error| (1, format!("{error}")))?, Seed(seed)))
        }
    }
}

/// Reads a log.
pub(super) fn read(bytes: &[u8]) -> Result<Log, Wrong> {
    let n_bytes = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let (rules, seed) = read_header(&bytes[..n_bytes])?;
    let grid = Grid::new(rules);
    let mut events: Vec<Event> = Vec::new();
    let lines = bytes[..n_bytes].strip_suffix(b"\n").unwrap_or_default().split(|&byte| byte == b'\n');
    for (idx, text) in lines.enumerate().skip(1) {
        let event = read_event(text, &grid)
            .ok_or_else(|| (idx + 1, format!("expected a move or an undo, found `{}`", shown(text))))?;
        if events.last().is_some_and(|last| last.at > event.at) {
            return Err((idx + 1, "its time is before that of the line above".to_owned()));
        }
        events.push(event);
    }
    Ok(Log { rules, seed, events, n_bytes })
}

fn read_event(text: &[u8], grid: &Grid) -> Option<Event> {
    let line: Line = serde_json::from_slice(text).ok()?;
    let what = match line {
        Line { step: Some(letter), cell: Some(cell), undo: false, pause: false, .. } => {
            What::Made(Move::of_letter(&letter, cell.on(grid)?)?)
        }
        Line { step: None, cell: None, undo: true, pause: false, .. } => What::Undone,
        Line { step: None, cell: None, undo: false, pause: true, .. } => What::Paused,
        _ => return None,
    };
    Some(Event { at: Duration::from_millis(line.ms), what })
}

/// The beginning of a line, for error messages.
fn shown(text: &[u8]) -> String {
    // JSON is full of quotes, which are harmless here.
    excerpt(&String::from_utf8_lossy(&text[..text.len().min(200)])).replace("\\\"", "\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\
{\"minewise\":\"game\",\"version\":1,\"rules\":\"9x9/10\",\"seed\":5}
{\"ms\":0,\"move\":\"f\",\"cell\":[8,7]}
{\"ms\":1200,\"move\":\"r\",\"cell\":[0,0]}
{\"ms\":2400,\"undo\":true}
{\"ms\":2500,\"pause\":true}
";

    #[test]
    fn a_log_is_read_and_written() {
        let log = read(LOG.as_bytes()).unwrap();
        let grid = Grid::new(log.rules);
        let lines: String = log.events.iter().map(|event| line(&grid, event)).collect();
        assert_eq!(header(&log.rules, log.seed) + &lines, LOG);
        assert_eq!(log.n_bytes, LOG.len());
    }

    #[test]
    fn an_incomplete_last_line_is_dropped_wherever_it_ends() {
        let first = LOG.find('\n').unwrap() + 1;
        for end in first..LOG.len() {
            let log = read(&LOG.as_bytes()[..end]).unwrap();
            assert_eq!(log.n_bytes, LOG[..end].rfind('\n').unwrap() + 1);
            assert_eq!(log.events.len(), LOG[..end].matches('\n').count() - 1);
        }
    }

    #[track_caller]
    fn check_wrong(from: &str, to: &str, line: usize, expected: &str) {
        let (found, wrong) = read(LOG.replacen(from, to, 1).as_bytes()).unwrap_err();
        assert_eq!((found, wrong.as_str()), (line, expected));
    }

    #[test]
    fn damage_is_described() {
        check_wrong(
            "game",
            "match",
            1,
            "expected the header of a game, found `{\"minewise\":\"match\",\"version\":1,\"rules\":…`",
        );
        check_wrong(":1,", ":2,", 1, "this game was kept by another version of Minewise, in format 2");
        check_wrong(
            "9x9/10",
            "9x9/81",
            1,
            "mines must be fewer than cells, but these are 81 mines and 81 cells",
        );
        check_wrong(
            "[8,7]",
            "[8,9]",
            2,
            "expected a move or an undo, found `{\"ms\":0,\"move\":\"f\",\"cell\":[8,9]}`",
        );
        check_wrong(
            "\"r\"",
            "\"x\"",
            3,
            "expected a move or an undo, found `{\"ms\":1200,\"move\":\"x\",\"cell\":[0,0]}`",
        );
        check_wrong("2400", "100", 4, "its time is before that of the line above");
        check_wrong("{\"ms\":2400,\"undo\":true}", "", 4, "expected a move or an undo, found ``");
    }

    #[test]
    fn no_content_panics() {
        let mut rng = minewise::Rng::new(Seed(4));
        let mut n_read = 0;
        for _ in 0..5000 {
            let mut bytes = LOG.as_bytes().to_vec();
            for _ in 0..=rng.below(3) {
                let at = rng.below(bytes.len());
                bytes[at] = rng.below(256) as u8;
            }
            n_read += usize::from(read(&bytes).is_ok());
        }
        assert!(n_read > 0 && n_read < 4900, "{n_read}");
        assert!(read(b"").is_err() && read(b"\n").is_err() && read(&[b'['; 100_000]).is_err());
    }
}
