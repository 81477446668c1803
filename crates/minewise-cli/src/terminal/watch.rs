//! Watching a player, step by step or automatically.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::advisor::Advice;

/// A player being watched.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// Its next move; `None` when the game is over.
    pub(super) next: Option<Advice>,
    /// When it makes its next move; `None` if it waits for the user.
    due: Option<Duration>,
}

/// How many moves a watched player makes in a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Speed(f64);

/// The speeds that keys choose from.
const SPEEDS: [f64; 13] = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];

/// The longest pause before the first move, so that a slow player is seen to have started.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

impl Default for Speed {
    fn default() -> Speed {
        Speed(1.0)
    }
}

impl Speed {
    /// The next higher speed.
    pub(super) fn faster(self) -> Speed {
        Speed(SPEEDS.into_iter().find(|&speed| speed > self.0).unwrap_or(self.0))
    }

    /// The next lower speed.
    pub(super) fn slower(self) -> Speed {
        Speed(SPEEDS.into_iter().rev().find(|&speed| speed < self.0).unwrap_or(self.0))
    }

    fn pause(self) -> Duration {
        Duration::from_secs_f64(1.0 / self.0)
    }
}

impl FromStr for Speed {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Speed, &'static str> {
        let speed = text.parse().ok().filter(|speed| (0.1..=1000.0).contains(speed));
        speed.map(Speed).ok_or("expected a number of moves per second from 0.1 to 1000")
    }
}

/// Writes `a move a second`, `20 moves a second` or `a move every 2 seconds`.
impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // At most two digits after the point, without zeros at the end.
        let rounded = |number: f64| (100.0 * number).round() / 100.0;
        match self.0 {
            1.0 => f.write_str("a move a second"),
            speed if speed > 1.0 => write!(f, "{} moves a second", rounded(speed)),
            speed => write!(f, "a move every {} seconds", rounded(1.0 / speed)),
        }
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

    /// Lets the player begin to play automatically.
    pub(super) fn begin(&mut self, speed: Speed, now: Duration) {
        self.due = Some(now + speed.pause().min(FIRST_PAUSE));
    }

    /// Lets the player play automatically.
    pub(super) fn run(&mut self, speed: Speed, now: Duration) {
        self.due = Some(now + speed.pause());
    }

    /// Makes the player wait for the user again.
    pub(super) fn stop(&mut self) {
        self.due = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_due_at_the_speed_chosen() {
        let mut watch = Watch::default();
        let speed = Speed::default();
        assert!(!watch.is_due(Duration::MAX));
        watch.run(speed, Duration::ZERO);
        assert_eq!(watch.due(), Some(Duration::from_secs(1)));
        watch.run(speed.faster(), Duration::ZERO);
        assert_eq!(watch.due(), Some(Duration::from_millis(500)));
        watch.begin("0.1".parse().unwrap(), Duration::ZERO);
        assert!(watch.is_due(Duration::from_secs(1)));
        watch.run("0.1".parse().unwrap(), Duration::ZERO);
        assert!(!watch.is_due(Duration::from_secs(9)) && watch.is_due(Duration::from_secs(10)));
        watch.stop();
        assert!(!watch.is_running());
    }

    #[test]
    fn speeds_are_read_and_written() {
        let words = |text: &str| text.parse::<Speed>().map(|speed| speed.to_string());
        assert_eq!(words("1").unwrap(), "a move a second");
        assert_eq!(words("2.50").unwrap(), "2.5 moves a second");
        assert_eq!(words("1e3").unwrap(), "1000 moves a second");
        assert_eq!(words("0.3").unwrap(), "a move every 3.33 seconds");
        for wrong in ["", "0", "0.09", "1001", "NaN", "inf", "-1", "fast"] {
            assert!(words(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn keys_go_through_the_speeds_and_stop_at_the_ends() {
        let speed: Speed = "3".parse().unwrap();
        assert_eq!((speed.faster(), speed.slower()), (Speed(5.0), Speed(2.0)));
        assert_eq!((Speed(1000.0).faster(), Speed(0.1).slower()), (Speed(1000.0), Speed(0.1)));
    }
}
