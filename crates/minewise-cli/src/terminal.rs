//! The game in the terminal, or, where there is none, by commands a line each.
//!
//! Only `screen` touches the terminal. What happens there becomes an `Input`, which the `Interface` takes without knowing
//! where it comes from, and `draw` shows the interface that results.

mod advisor;
mod draw;
mod geometry;
mod input;
mod interface;
mod lines;
mod menu;
mod moves;
mod screen;
mod summary;
mod timed_game;
mod watch;
mod why;
mod window;

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::Result;
use minewise::{Rules, Seed};
use minewise_coach::PlayerSpec;

/// What is played, and with whom.
pub(crate) struct Setup {
    pub(crate) rules: Rules,
    /// The seed of the first layout; each of the following games has the next one.
    pub(crate) seed: Seed,
    /// Who gives advice, or plays.
    pub(crate) player: PlayerSpec,
    /// Whether the player plays, and the person watches.
    pub(crate) watch: bool,
}

/// Plays until the person leaves.
pub(crate) fn play(setup: &Setup, out: &mut impl Write) -> Result<()> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
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
