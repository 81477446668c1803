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
mod screen;
mod summary;
mod timed_game;
mod verbs;
mod watch;
mod why;
mod window;

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::Result;
use minewise::{Rules, Seed};
use minewise_coach::PlayerSpec;

use self::look::{Glyphs, Look};
pub(crate) use self::watch::Speed;
use crate::io::output;

/// What to play, and with which player.
pub(crate) struct Setup {
    pub(crate) rules: Rules,
    /// Seed of the first layout; each following game uses the next seed.
    pub(crate) seed: Seed,
    /// The player that gives advice, or plays.
    pub(crate) player: PlayerSpec,
    /// How fast the player plays while the user watches; `None` if the user plays.
    pub(crate) watch: Option<Speed>,
    pub(crate) look: Look,
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
    if has_screen() {
        let last_game = screen::run(setup)?;
        return Ok(out.write_all(last_game.as_bytes())?);
    }
    lines::run(setup, &mut io::stdin().lock(), out)
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
