//! Rules, layouts and transcripts that can be read are written canonically and read back equal. A transcript that can
//! be replayed gives a game whose transcript gives the same game.

#![no_main]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use minewise::{Layout, Rules};
use minewise::game::Transcript;

/// Larger grids are read but not played, so that each input is fast.
const MOST_CELLS: usize = 2_000;

fuzz_target!(|text: &str| {
    read_back::<Rules>(text);
    read_back::<Layout>(text);
    let Some(transcript) = read_back::<Transcript>(text) else { return };
    if transcript.rules.n_cells() > MOST_CELLS {
        return;
    }
    let Ok(game) = transcript.replay() else { return };
    let again = Transcript::of(&game, transcript.seed).replay().expect("its own moves are allowed");
    assert_eq!((again.view(), again.status()), (game.view(), game.status()), "{transcript}");
});

/// Parses the text, and checks that the value is written canonically and reads back equal. `None` if it cannot be read.
fn read_back<T: FromStr<Err: Debug> + Display + PartialEq + Debug>(text: &str) -> Option<T> {
    let read: T = text.parse().ok()?;
    let written = read.to_string();
    let again: T = written.parse().expect("a written value can be read");
    assert_eq!(again, read, "{written}");
    assert_eq!(again.to_string(), written);
    Some(read)
}
