//! The clock of a game: the server's time makes its result, and the page's time stands beside it.

use crate::rows::StoredMove;

/// The times of a game up to its last move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GameClock {
    /// The time of the moves without a server's time, which come first: imported ones, and those of old versions.
    before_ms: u64,
    /// The server's times of the first and of the last move that has one.
    first_and_last: Option<(u64, u64)>,
    page_ms: u64,
}

impl GameClock {
    /// Returns the clock after these moves.
    pub(crate) fn after(moves: &[StoredMove]) -> GameClock {
        let mut clock = GameClock::default();
        moves.iter().for_each(|made| clock.add(made));
        clock
    }

    /// Adds a stored move.
    pub(crate) fn add(&mut self, made: &StoredMove) {
        self.page_ms = self.page_ms.max(made.page_ms);
        match (made.server_ms, &mut self.first_and_last) {
            (Some(now), Some((_, last))) => *last = now.max(*last),
            (Some(now), first_and_last) => *first_and_last = Some((now, now)),
            (None, _) => self.before_ms = self.page_ms,
        }
    }

    /// Returns the times to store with a move made now: the page's, which neither runs backwards nor faster than the
    /// server's; and the server's, which does not run backwards either.
    pub(crate) fn tick(&mut self, page_ms: u64, now_ms: u64) -> (u64, u64) {
        let (first, last) = self.first_and_last.unwrap_or((now_ms, now_ms));
        let now_ms = now_ms.max(last);
        self.first_and_last = Some((first, now_ms));
        self.page_ms = page_ms.min(self.elapsed_ms()).max(self.page_ms);
        (self.page_ms, now_ms)
    }

    /// Returns the time from the first move to the last, by the clock of the server.
    pub(crate) fn elapsed_ms(&self) -> u64 {
        let (first, last) = self.first_and_last.unwrap_or_default();
        self.before_ms.saturating_add(last - first)
    }

    /// Returns the time of the page at the last move.
    pub(crate) fn page_ms(&self) -> u64 {
        self.page_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minewise::Move;

    #[test]
    fn the_time_of_the_page_never_runs_faster_than_the_servers_nor_backwards() {
        let mut clock = GameClock::default();
        let ticks = [(900, 5000), (u64::MAX, 5400), (100, 6000), (700, 4000), (0, 7000), (1800, 7000)];
        let stored = ticks.map(|(page_ms, now_ms)| clock.tick(page_ms, now_ms));
        assert_eq!(stored, [(0, 5000), (400, 5400), (400, 6000), (700, 6000), (700, 7000), (1800, 7000)]);
        assert_eq!((clock.elapsed_ms(), clock.page_ms()), (2000, 1800));
    }

    #[test]
    fn a_game_that_began_without_a_server_continues_from_its_own_time() {
        let stored = |page_ms, server_ms| StoredMove { made: Move::Flag(0), page_ms, server_ms };
        let mut clock = GameClock::after(&[stored(300, None), stored(800, None)]);
        assert_eq!((clock.elapsed_ms(), clock.page_ms()), (800, 800));
        assert_eq!(clock.tick(900, 70_000), (800, 70_000));
        assert_eq!(clock.tick(9000, 71_000), (1800, 71_000));
        assert_eq!(clock.elapsed_ms(), 1800);
        let huge = GameClock::after(&[stored(u64::MAX, None), stored(0, Some(0)), stored(0, Some(u64::MAX))]);
        assert_eq!(huge.elapsed_ms(), u64::MAX);
    }
}
