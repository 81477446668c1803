//! Watching a player, step by step or automatically.

use std::time::Duration;

use super::advisor::Advice;

/// A player being watched.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// Its next move; `None` when the game is over.
    pub(super) next: Option<Advice>,
    /// When it makes its next move; `None` if it waits for the user.
    due: Option<Duration>,
    pace: Pace,
}

/// How long a watched player waits between moves: an index into [`PACES`].
#[derive(Debug)]
struct Pace(usize);

/// The paces with their descriptions, from slow to fast.
const PACES: [(Duration, &str); 7] = [
    (Duration::from_secs(4), "a move every 4 seconds"),
    (Duration::from_secs(2), "a move every 2 seconds"),
    (Duration::from_secs(1), "a move a second"),
    (Duration::from_millis(500), "2 moves a second"),
    (Duration::from_millis(200), "5 moves a second"),
    (Duration::from_millis(50), "20 moves a second"),
    (Duration::ZERO, "as fast as it can"),
];

impl Default for Pace {
    fn default() -> Pace {
        Pace(2)
    }
}

impl Watch {
    /// Whether the player plays automatically.
    pub(super) fn is_running(&self) -> bool {
        self.due.is_some()
    }

    /// Whether it is time for the next move.
    pub(super) fn is_due(&self, now: Duration) -> bool {
        self.due.is_some_and(|due| due <= now)
    }

    /// When the next move is due.
    pub(super) fn due(&self) -> Option<Duration> {
        self.due
    }

    /// Lets the player play automatically.
    pub(super) fn run(&mut self, now: Duration) {
        self.due = Some(now + PACES[self.pace.0].0);
    }

    /// Makes the player wait for the user again.
    pub(super) fn stop(&mut self) {
        self.due = None;
    }

    pub(super) fn faster(&mut self, now: Duration) {
        self.set_pace((self.pace.0 + 1).min(PACES.len() - 1), now);
    }

    pub(super) fn slower(&mut self, now: Duration) {
        self.set_pace(self.pace.0.saturating_sub(1), now);
    }

    /// How fast the player plays automatically, in words.
    pub(super) fn pace(&self) -> &'static str {
        PACES[self.pace.0].1
    }

    fn set_pace(&mut self, pace: usize, now: Duration) {
        self.pace = Pace(pace);
        if self.is_running() {
            self.run(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_due_at_the_pace_chosen() {
        let mut watch = Watch::default();
        assert!(!watch.is_due(Duration::MAX));
        watch.run(Duration::ZERO);
        assert_eq!((watch.due(), watch.pace()), (Some(Duration::from_secs(1)), "a move a second"));
        watch.faster(Duration::ZERO);
        assert_eq!(watch.due(), Some(Duration::from_millis(500)));
        for _ in 0..9 {
            watch.slower(Duration::ZERO);
        }
        assert!(!watch.is_due(Duration::from_secs(3)) && watch.is_due(Duration::from_secs(4)));
        watch.stop();
        assert!(!watch.is_running());
    }
}
