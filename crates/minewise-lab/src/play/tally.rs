//! Sums over many games.

use std::collections::BTreeMap;

use minewise::Rules;
use serde::{Deserialize, Serialize};

use crate::play::arena::{GameResult, LossChoice, Phase};
use crate::stats::clicks::ClickSums;
use crate::stats::covariate::{LuckAdjusted, LuckSums};
use crate::stats::fixed::Fixed;
use crate::stats::histogram::Histogram;
use crate::stats::statistics::{Z_95, wilson};

/// The results of many games of one player under one set of rules, added up.
///
/// Only integers are added, so the sums do not depend on the order of the games, not even in the last digit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// The number of games.
    pub games: u64,
    /// The number of games won.
    pub wins: u64,
    /// The number of games that the player gave up.
    pub given_up: u64,
    /// The number of cells that the player revealed, without those that a 0 revealed.
    pub reveals: u64,
    /// The number of guesses: reveals that could have hit a mine, as far as the view shows.
    pub guesses: u64,
    /// The number of reveals counted as guesses because the census of the view was too much work.
    pub unmeasured: u64,
    /// The number of guesses made although some cell was certainly safe, without the unmeasured ones. `None` if they
    /// were not counted, as in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_guesses: Option<u64>,
    /// The sum of the risks of all guesses that were measured.
    pub risk: Fixed,
    /// The number of cells without a mine that were revealed at the end of a game.
    pub uncovered: u64,
    /// The number of cells without a mine in all games.
    pub safe_cells: u64,
    /// The numbers of games lost, by phase.
    pub losses: Losses,
    /// The sums of the luck of these games; `None` if luck was not measured.
    pub luck: Option<LuckSums>,
    /// The sums over the clicks of won games; `None` if they were not measured, or no game was won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clicks: Option<ClickSums>,
    /// How many games had how many guesses.
    pub guesses_per_game: Histogram,
    /// How many games had how many reveals.
    pub reveals_per_game: Histogram,
    /// The number of games by the share of safe cells that were revealed at the end, rounded down to twentieths.
    pub uncovered_twentieths: [u64; 21],
    /// The counts that the player kept, by name; empty if it keeps none, as in older records.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub uses: BTreeMap<String, u64>,
    /// A fingerprint of the moves: equal if and only if every move of every game is equal (up to hash collisions).
    #[serde(with = "crate::stats::hexadecimal")]
    pub fingerprint: u64,
}

/// The numbers of games lost, by phase. Each array counts forced, free and unmeasured losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// Before a 0 was revealed.
    pub opening: [u64; 3],
    /// Between the opening and the endgame.
    pub middle: [u64; 3],
    /// With nine tenths of the cells without a mine revealed.
    pub endgame: [u64; 3],
}

impl Losses {
    /// Returns the number of games lost in a phase by a choice of this kind.
    pub fn of(&self, phase: Phase, choice: LossChoice) -> u64 {
        let counts = match phase {
            Phase::Opening => &self.opening,
            Phase::Middle => &self.middle,
            Phase::Endgame => &self.endgame,
        };
        counts[choice as usize]
    }

    /// Returns the number of games lost.
    pub fn total(&self) -> u64 {
        [self.opening, self.middle, self.endgame].iter().flatten().fold(0, |sum, &n| sum.saturating_add(n))
    }

    fn count_mut(&mut self, phase: Phase, choice: LossChoice) -> &mut u64 {
        let counts = match phase {
            Phase::Opening => &mut self.opening,
            Phase::Middle => &mut self.middle,
            Phase::Endgame => &mut self.endgame,
        };
        &mut counts[choice as usize]
    }

    fn merge(&mut self, other: &Losses) {
        let pairs = [
            (&mut self.opening, other.opening),
            (&mut self.middle, other.middle),
            (&mut self.endgame, other.endgame),
        ];
        for (sums, counts) in pairs {
            sums.iter_mut().zip(counts).for_each(|(sum, n)| *sum = sum.saturating_add(n));
        }
    }
}

impl Tally {
    /// Adds a game under these rules.
    pub fn add(&mut self, rules: &Rules, played: &GameResult) {
        let n_safe = (rules.n_cells() - rules.n_mines()) as u64;
        self.add_free_guesses(1, Some(played.n_free_guesses));
        self.games += 1;
        self.wins += u64::from(played.won);
        self.given_up += u64::from(played.given_up);
        self.reveals += played.n_reveals;
        self.guesses += played.n_guesses;
        self.unmeasured += played.n_unmeasured;
        self.risk += Fixed::new(played.risk);
        self.uncovered += played.n_uncovered;
        self.safe_cells += n_safe;
        if let Some(loss) = played.loss {
            *self.losses.count_mut(loss.phase, loss.choice) += 1;
        }
        if let Some(luck) = played.luck {
            let result = f64::from(u8::from(played.won));
            self.luck.get_or_insert_default().add(result, luck);
        }
        if let Some(three_bv) = played.three_bv {
            self.clicks.get_or_insert_default().add(played.n_reveals, three_bv);
        }
        self.guesses_per_game.add(played.n_guesses);
        self.reveals_per_game.add(played.n_reveals);
        self.uncovered_twentieths[(20 * played.n_uncovered / n_safe) as usize] += 1;
        for (name, n) in &played.uses {
            self.add_uses(name, *n);
        }
        self.fingerprint = self.fingerprint.wrapping_add(played.fingerprint);
    }

    /// Adds all games of another tally.
    pub fn merge(&mut self, other: &Tally) {
        self.add_free_guesses(other.games, other.free_guesses);
        let sums = [
            (&mut self.games, other.games),
            (&mut self.wins, other.wins),
            (&mut self.given_up, other.given_up),
            (&mut self.reveals, other.reveals),
            (&mut self.guesses, other.guesses),
            (&mut self.unmeasured, other.unmeasured),
            (&mut self.uncovered, other.uncovered),
            (&mut self.safe_cells, other.safe_cells),
        ];
        for (sum, n) in sums {
            // Records are read from files, which may hold any number.
            *sum = sum.saturating_add(n);
        }
        self.risk += other.risk;
        self.losses.merge(&other.losses);
        if let Some(luck) = &other.luck {
            self.luck.get_or_insert_default().merge(luck);
        }
        if let Some(clicks) = &other.clicks {
            self.clicks.get_or_insert_default().merge(clicks);
        }
        self.guesses_per_game.merge(&other.guesses_per_game);
        self.reveals_per_game.merge(&other.reveals_per_game);
        for (sum, n) in self.uncovered_twentieths.iter_mut().zip(other.uncovered_twentieths) {
            *sum = sum.saturating_add(n);
        }
        for (name, &n) in &other.uses {
            self.add_uses(name, n);
        }
        self.fingerprint = self.fingerprint.wrapping_add(other.fingerprint);
    }

    /// Adds `n` to the count of this name.
    fn add_uses(&mut self, name: &str, n: u64) {
        match self.uses.get_mut(name) {
            Some(sum) => *sum = sum.saturating_add(n),
            None => _ = self.uses.insert(name.to_owned(), n),
        }
    }

    /// Adds the free guesses of `n_games` games. The sum is `None` unless they were counted in all games.
    ///
    /// Must be called before the games themselves are added.
    fn add_free_guesses(&mut self, n_games: u64, n_free: Option<u64>) {
        self.free_guesses = match (self.games, n_games) {
            (_, 0) => self.free_guesses,
            (0, _) => n_free,
            _ => self.free_guesses.zip(n_free).map(|(sum, n)| sum.saturating_add(n)),
        };
    }

    /// Checks whether these can be the sums of games under `rules`, by comparing them with each other.
    pub(crate) fn is_consistent(&self, rules: &Rules) -> bool {
        let n_safe = (rules.n_cells() - rules.n_mines()) as u64;
        let n_ended = self.wins.saturating_add(self.given_up).saturating_add(self.losses.total());
        let n_shares = self.uncovered_twentieths.iter().fold(0u64, |sum, &n| sum.saturating_add(n));
        n_ended == self.games
            && n_shares == self.games
            && self.guesses_per_game.total() == self.games
            && self.reveals_per_game.total() == self.games
            && self.games.checked_mul(n_safe) == Some(self.safe_cells)
            && self.uncovered <= self.safe_cells
            && self.unmeasured <= self.guesses
            && self.guesses <= self.reveals
            && self.free_guesses.is_none_or(|n_free| n_free <= self.guesses - self.unmeasured)
            && self.luck.is_none_or(|luck| luck.games == self.games)
            && self.clicks.is_none_or(|clicks| clicks.wins <= self.wins)
            && (self.games > 0 || self.uses.is_empty())
    }

    /// Returns the share of games won.
    pub fn win_rate(&self) -> f64 {
        self.wins as f64 / self.games as f64
    }

    /// Returns the 95 % confidence interval of the win rate (Wilson).
    pub fn win_rate_ci95(&self) -> (f64, f64) {
        wilson(self.wins, self.games)
    }

    /// Returns the win rate without the luck of the games, and its 95 % confidence interval; `None` if luck was not
    /// measured.
    ///
    /// Its expectation is the win rate. It is clamped to the range from 0 to 1.
    pub fn adjusted(&self) -> Option<Mean> {
        let Some(adjusted) = self.luck_adjusted() else {
            let unknown = Mean { mean: self.win_rate(), variance: f64::INFINITY, ci95: (0.0, 1.0) };
            return self.luck.map(|_| unknown);
        };
        // As if two more games had been won and two lost (after Agresti and Coull 1998). Otherwise the interval would
        // be empty if all games end alike.
        let rate = self.win_rate();
        let careful =
            adjusted.variance + 2.0 * (rate * rate + (1.0 - rate) * (1.0 - rate)) / self.games as f64;
        let spread = Z_95 * (careful * adjusted.inflation / self.games as f64).sqrt();
        let within = |rate: f64| rate.clamp(0.0, 1.0);
        let ci95 = (within(adjusted.mean - spread), within(adjusted.mean + spread));
        Some(Mean { mean: within(adjusted.mean), variance: adjusted.variance, ci95 })
    }

    /// Returns the win rate and its 95 % confidence interval, adjusted for luck if that makes the interval narrower.
    pub fn best_estimate(&self) -> (f64, (f64, f64)) {
        let plain = (self.win_rate(), self.win_rate_ci95());
        let width = |(low, high): (f64, f64)| high - low;
        match self.adjusted() {
            Some(adjusted) if width(adjusted.ci95) < width(plain.1) => (adjusted.mean, adjusted.ci95),
            _ => plain,
        }
    }

    /// Returns the results adjusted for luck; `None` if luck was not measured, or in fewer than three games.
    pub fn luck_adjusted(&self) -> Option<LuckAdjusted> {
        self.luck?.without_luck(self.wins as f64, self.wins as f64)
    }

    /// Returns the mean luck of a game, whose expectation is 0, and its 95 % confidence interval.
    pub fn mean_luck(&self) -> Option<Mean> {
        self.luck.map(|sums| Mean::of(sums.games, sums.luck, sums.luck_squared))
    }

    /// Returns how many times more games the plain win rate needs to be as precise as the adjusted one: the variance of
    /// the results divided by that of the adjusted results. `None` if luck was not measured, or nothing varies.
    pub fn variance_ratio(&self) -> Option<f64> {
        let (adjusted, rate) = (self.luck_adjusted()?, self.win_rate());
        let ratio = rate * (1.0 - rate) * self.games as f64 / (self.games as f64 - 1.0) / adjusted.variance;
        ratio.is_finite().then_some(ratio)
    }

    /// Returns the mean number of guesses in a game.
    pub fn mean_guesses(&self) -> f64 {
        self.guesses as f64 / self.games as f64
    }

    /// Returns the mean number of reveals in a game.
    pub fn mean_reveals(&self) -> f64 {
        self.reveals as f64 / self.games as f64
    }

    /// Returns the mean of the sum of the risks taken in a game.
    pub fn mean_risk(&self) -> f64 {
        self.risk.value() / self.games as f64
    }

    /// Returns the share of the cells without a mine that were revealed at the end of the games.
    pub fn uncovered_share(&self) -> f64 {
        self.uncovered as f64 / self.safe_cells as f64
    }
}

/// The mean of many values, and its precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The variance of a single value.
    pub variance: f64,
    /// The 95 % confidence interval of the mean, by the normal distribution; infinite for fewer than two values.
    pub ci95: (f64, f64),
}

impl Mean {
    pub(crate) fn of(n: u64, sum: Fixed, sum_of_squares: Fixed) -> Mean {
        let n_values = n as f64;
        let mean = sum.value() / n_values;
        if n < 2 {
            return Mean { mean, variance: f64::INFINITY, ci95: (f64::NEG_INFINITY, f64::INFINITY) };
        }
        let squares = (sum_of_squares.value() - n_values * mean * mean).max(0.0);
        let variance = squares / (n_values - 1.0);
        let spread = Z_95 * (variance / n_values).sqrt();
        Mean { mean, variance, ci95: (mean - spread, mean + spread) }
    }
}

#[cfg(test)]
mod tests;
