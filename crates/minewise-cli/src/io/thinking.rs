//! Players that think by the clock, for people. Records never use this, because they must not depend on the machine.

use std::time::{Duration, Instant};

use minewise::{Choice, Player, Position, Rules, Seed};
use minewise_coach::zoo::{Entry, Zoo};
use minewise_coach::{PlayerSpec, Problem};

/// A player that thinks for a given time.
struct Thinker {
    spec: PlayerSpec,
    player: Box<dyn Player>,
    time: Duration,
}

impl Player for Thinker {
    fn start(&mut self, rules: &Rules, seed: Seed) {
        self.player.start(rules, seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let start = Instant::now();
        let has_time = || start.elapsed() < self.time;
        let choice = self.spec.entry().think(&mut *self.player, position, &has_time);
        choice.expect("only players that can think get a time")
    }
}

/// Returns the player that thinks this long for each choice.
///
/// # Errors
/// Returns an error if the player cannot use more time.
pub(crate) fn thinking(spec: &PlayerSpec, time: Duration) -> Result<PlayerSpec, Problem> {
    if !spec.entry().can_think() {
        let able: Vec<String> = Zoo::shipped()
            .entries()
            .filter(|entry| entry.can_think())
            .map(|entry| format!("`{}`", entry.name()))
            .collect();
        let able = able.join(", ");
        return Err(Problem::bad_input(format!(
            "`{spec}` has no use for --seconds; {able} can think by the clock"
        )));
    }
    let (name, entry) = (format!("{spec} with {} s", time.as_secs_f64()), spec.entry());
    let (source, summary) = (entry.source().to_owned(), entry.summary().to_owned());
    let spec = spec.clone();
    let make = move || Box::new(Thinker { spec: spec.clone(), player: spec.make(), time }) as Box<dyn Player>;
    Ok(PlayerSpec::of(Entry::at_run_time(name, source, summary, make)))
}
