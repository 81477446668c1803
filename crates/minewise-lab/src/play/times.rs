//! How much CPU time experiments will take, from the times of games that were played before.

use std::collections::HashMap;
use std::time::Duration;

use crate::play::plan::{Case, Plan};
use crate::play::record::TimingRecord;
use crate::play::timing::Timing;
use crate::store::journal;
use crate::store::source::Source;

/// The times of games that were played before, by rules and player.
#[derive(Clone, Debug, Default)]
pub struct CaseTimes {
    times: HashMap<(String, String), Timing>,
}

/// The CPU time that an experiment is expected to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeEstimate {
    /// The time of the cases that were timed before, on the machines that played them.
    pub cpu_time: Duration,
    /// The number of cases that were never timed.
    pub n_untimed: usize,
}

impl CaseTimes {
    /// Adds the times of a run, from its `timings.jsonl`. The file of another study has no times of cases, and is left
    /// out.
    pub fn add(&mut self, timings: &Source) {
        for TimingRecord { rules, player, timing, .. } in journal::read_all(timings).unwrap_or_default() {
            self.times.entry((rules, player)).or_default().merge(&timing);
        }
    }

    /// Estimates the CPU time of all games of a plan. It does not include the time of measuring guesses and luck.
    pub fn estimate(&self, plan: &Plan) -> TimeEstimate {
        let key = |case: &Case| (case.rules.to_string(), case.player.to_string());
        let mean_game = |case: &Case| self.times.get(&key(case))?.mean_game();
        let known: Vec<Duration> = plan.cases.iter().filter_map(mean_game).collect();
        let seconds: f64 = known.iter().map(|mean| mean.as_secs_f64() * plan.n_games as f64).sum();
        TimeEstimate {
            // Games may be so many that the time has no room in a duration.
            cpu_time: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
            n_untimed: plan.cases.len() - known.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use minewise::Seed;
    use minewise_coach::Adjust;

    use super::*;

    #[test]
    fn times_of_equal_cases_are_averaged_and_others_are_counted_as_untimed() {
        let line = |player: &str, games: u64, cpu_ns: u64| {
            let mut timing = Timing::default();
            (timing.games, timing.cpu_ns) = (games, cpu_ns);
            let (rules, player) = ("9x9/10".to_owned(), player.to_owned());
            journal::line(&TimingRecord { rules, player, seed: 1, player_seed: 1, timing }).unwrap()
        };
        let text = [line("exact", 100, 1_000_000_000), line("exact", 300, 1_000_000_000)].concat();
        let mut times = CaseTimes::default();
        times.add(&Source::bytes("timings.jsonl", Some(text.as_bytes())));
        times.add(&Source::bytes("timings.jsonl", Some(b"{\"of\":\"another study\"}\n")));
        times.add(&Source::bytes("timings.jsonl", None));
        let case = |player: &str| Case {
            rules: "9x9/10".parse().unwrap(),
            player: player.parse().unwrap(),
            varied: None,
        };
        let plan = Plan {
            cases: vec![case("exact"), case("random")],
            n_games: 1000,
            seed: Seed(0),
            player_seed: 1,
            n_per_chunk: 10,
            adjust: Adjust::Off,
            measures_clicks: false,
        };
        let expected = TimeEstimate { cpu_time: Duration::from_secs(5), n_untimed: 1 };
        assert_eq!(times.estimate(&plan), expected);
    }
}
