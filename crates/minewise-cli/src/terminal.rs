//! The game in the terminal; without a terminal, the game by commands, one per line.
//!
//! Only `screen` touches the terminal. It turns events into `Input`s, which the `Interface` handles without knowing
//! where they come from, and `draw` shows the resulting state.

mod advisor;
mod draw;
mod geometry;
mod input;
mod interface;
mod lines;
mod look;
mod menu;
mod moves;
mod review;
mod saving;
mod screen;
mod summary;
mod timed_game;
mod verbs;
mod watch;
mod why;
mod window;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use minewise::{Rules, Seed};
use minewise_coach::PlayerSpec;

use self::look::{Glyphs, Look};
pub(crate) use self::saving::DataFolder;
use self::saving::{Keeper, Saver, Wanted};
use self::timed_game::TimedGame;
pub(crate) use self::watch::Speed;
use crate::io::{output, warn_if_not_taught};

/// What to play, and with which player.
pub(crate) struct Setup {
    pub(crate) start: Start,
    /// The player that gives advice, or plays.
    pub(crate) player: PlayerSpec,
    /// How fast the player plays while the user watches; `None` if the user plays.
    pub(crate) watch: Option<Speed>,
    pub(crate) look: Look,
    /// Where unfinished games are kept.
    pub(crate) data: DataFolder,
    /// The file that gets the transcript.
    pub(crate) transcript: Option<PathBuf>,
}

/// The first game.
#[derive(Clone, Copy)]
pub(crate) enum Start {
    /// A new game. Each following game uses the next seed.
    New { rules: Rules, seed: Seed },
    /// The unfinished game that was played last, or the last one by these rules and with this seed.
    Resume { rules: Option<Rules>, seed: Option<Seed> },
}

/// How the screen is drawn, by the options and the locale.
pub(crate) fn look(is_ascii: bool) -> Look {
    // A script is read by programs, whose locale is not known.
    let is_ascii = is_ascii || has_screen() && !look::locale_is_unicode(|name| std::env::var_os(name));
    let glyphs = if is_ascii { Glyphs::ASCII } else { Glyphs::UNICODE };
    Look { glyphs, has_colours: output::settings().color.is_on() }
}

/// Whether the game is played on a screen, rather than by commands.
fn has_screen() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Plays until the user quits.
pub(crate) fn play(setup: &Setup, out: &mut impl Write) -> Result<()> {
    let (timed, keeper) = match setup.start {
        Start::New { rules, seed } => (TimedGame::new(rules, seed), Keeper::new(setup.data.clone())),
        Start::Resume { rules, seed } => saving::resume(setup.data.clone(), Wanted { rules, seed })?,
    };
    warn_if_not_taught(&setup.player, &timed.rules());
    let mut saver = Saver::new(keeper, setup.transcript.clone())?;
    if has_screen() {
        let farewell = screen::run(setup, timed, &mut saver)?;
        return Ok(out.write_all(farewell.as_bytes())?);
    }
    lines::run(setup, timed, &mut saver, &mut io::stdin().lock(), out)
}

/// Time since play began.
struct Clock(Instant);

impl Clock {
    fn start() -> Clock {
        Clock(Instant::now())
    }

    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
