//! What comes of many games, added up.

use std::collections::BTreeMap;

use minewise::Rules;
use serde::{Deserialize, Serialize};

use crate::play::arena::{LossChoice, Phase, Played};
use crate::stats::covariate::{LuckSums, Luckless};
use crate::stats::fixed::Fixed;
use crate::stats::histogram::Histogram;
use crate::stats::statistics::{Z_95, wilson};

/// What comes of many games of one player under one set of rules.
///
/// Only whole numbers are added, so the order of the games never matters, not to the last digit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// The games.
    pub games: u64,
    /// The games won.
    pub wins: u64,
    /// The games that the player gave up.
    pub given_up: u64,
    /// The cells that the player revealed, without those that followed from a 0.
    pub reveals: u64,
    /// The reveals that could have hit a mine, for all that the view told.
    pub guesses: u64,
    /// The guesses that are none for certain: what the view told was too much work to count.
    pub unmeasured: u64,
    /// The guesses made although some cell was certainly safe, those not measured left out; none where they were not
    /// counted, as in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_guesses: Option<u64>,
    /// The sum of the risks of all guesses that were measured.
    pub risk: Fixed,
    /// The cells without a mine that were revealed at the end of a game.
    pub uncovered: u64,
    /// The cells without a mine that there were.
    pub safe_cells: u64,
    /// The games lost, by how far they had come.
    pub losses: Losses,
    /// What the luck of these games adds up to, if it was measured.
    pub luck: Option<LuckSums>,
    /// The guesses of a game.
    pub guesses_per_game: Histogram,
    /// The reveals of a game.
    pub reveals_per_game: Histogram,
    /// The share of the cells without a mine that was revealed at the end of a game, in full twentieths.
    pub uncovered_twentieths: [u64; 21],
    /// What the player counted, by name; empty if it counts nothing, as in older records.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub uses: BTreeMap<String, u64>,
    /// A fingerprint of the play: the same exactly as long as every move of every game is.
    #[serde(with = "crate::stats::hexadecimal")]
    pub fingerprint: u64,
}

/// Games lost: in each phase those that were forced, those that were not, and those where that was not measured.
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
    /// The games lost in a phase by a choice of this kind.
    pub fn of(&self, phase: Phase, choice: LossChoice) -> u64 {
        let counts = match phase {
            Phase::Opening => &self.opening,
            Phase::Middle => &self.middle,
            Phase::Endgame => &self.endgame,
        };
        counts[choice as usize]
    }

    /// All games lost.
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
        for (mine, theirs) in pairs {
            mine.iter_mut().zip(theirs).for_each(|(sum, n)| *sum = sum.saturating_add(n));
        }
    }
}

impl Tally {
    /// Adds a game under these rules.
    pub fn add(&mut self, rules: &Rules, played: &Played) {
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
            // Records come from outside, where any number may stand.
            *sum = sum.saturating_add(n);
        }
        self.risk += other.risk;
        self.losses.merge(&other.losses);
        if let Some(luck) = &other.luck {
            self.luck.get_or_insert_default().merge(luck);
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

    /// Adds so many of what the player counts by this name.
    fn add_uses(&mut self, name: &str, n: u64) {
        match self.uses.get_mut(name) {
            Some(sum) => *sum = sum.saturating_add(n),
            None => _ = self.uses.insert(name.to_owned(), n),
        }
    }

    /// Adds the free guesses of so many games, before these are added: known only if they are of all games.
    fn add_free_guesses(&mut self, n_games: u64, n_free: Option<u64>) {
        self.free_guesses = match (self.games, n_games) {
            (_, 0) => self.free_guesses,
            (0, _) => n_free,
            _ => self.free_guesses.zip(n_free).map(|(sum, n)| sum.saturating_add(n)),
        };
    }

    /// Whether these can be the sums of games under `rules`, as far as they tell of each other.
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
            && (self.games > 0 || self.uses.is_empty())
    }

    /// The share of games won.
    pub fn win_rate(&self) -> f64 {
        self.wins as f64 / self.games as f64
    }

    /// The 95 % confidence interval of the win rate (Wilson).
    pub fn win_rate_ci95(&self) -> (f64, f64) {
        wilson(self.wins, self.games)
    }

    /// The win rate without the luck of the games, with its 95 % confidence interval; none if luck was not measured.
    ///
    /// Its mean is the win rate. Like that it lies between 0 and 1: what chance puts beyond is cut off.
    pub fn adjusted(&self) -> Option<Mean> {
        let Some(luckless) = self.luckless() else {
            let unknown = Mean { mean: self.win_rate(), variance: f64::INFINITY, ci95: (0.0, 1.0) };
            return self.luck.map(|_| unknown);
        };
        // As if two more games had been won and two not (after Agresti and Coull 1998): of games that all end alike,
        // little is known.
        let rate = self.win_rate();
        let careful =
            luckless.variance + 2.0 * (rate * rate + (1.0 - rate) * (1.0 - rate)) / self.games as f64;
        let spread = Z_95 * (careful * luckless.inflation / self.games as f64).sqrt();
        let within = |rate: f64| rate.clamp(0.0, 1.0);
        let ci95 = (within(luckless.mean - spread), within(luckless.mean + spread));
        Some(Mean { mean: within(luckless.mean), variance: luckless.variance, ci95 })
    }

    /// The win rate with its 95 % confidence interval: without luck where that is surer.
    pub fn surest(&self) -> (f64, (f64, f64)) {
        let plain = (self.win_rate(), self.win_rate_ci95());
        let width = |(low, high): (f64, f64)| high - low;
        match self.adjusted() {
            Some(adjusted) if width(adjusted.ci95) < width(plain.1) => (adjusted.mean, adjusted.ci95),
            _ => plain,
        }
    }

    /// The games without their luck; none if it was not measured, or of hardly any game.
    pub fn luckless(&self) -> Option<Luckless> {
        self.luck?.without_luck(self.wins as f64, self.wins as f64)
    }

    /// The luck of a game, which is 0 on average, with the 95 % confidence interval of its mean.
    pub fn mean_luck(&self) -> Option<Mean> {
        self.luck.map(|sums| Mean::of(sums.games, sums.luck, sums.luck_squared))
    }

    /// How many times as many games the plain win rate would need to be as sure as the adjusted one: the variance of
    /// results by that of adjusted ones. None if luck was not measured, or nothing varies.
    pub fn variance_ratio(&self) -> Option<f64> {
        let (luckless, rate) = (self.luckless()?, self.win_rate());
        let ratio = rate * (1.0 - rate) * self.games as f64 / (self.games as f64 - 1.0) / luckless.variance;
        ratio.is_finite().then_some(ratio)
    }

    /// Guesses in a game, on average.
    pub fn mean_guesses(&self) -> f64 {
        self.guesses as f64 / self.games as f64
    }

    /// Reveals in a game, on average.
    pub fn mean_reveals(&self) -> f64 {
        self.reveals as f64 / self.games as f64
    }

    /// The sum of the risks taken in a game, on average.
    pub fn mean_risk(&self) -> f64 {
        self.risk.value() / self.games as f64
    }

    /// The share of the cells without a mine that were revealed at the end of a game, on average.
    pub fn uncovered_share(&self) -> f64 {
        self.uncovered as f64 / self.safe_cells as f64
    }
}

/// A mean of many values, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The variance of a single value.
    pub variance: f64,
    /// The 95 % confidence interval of the mean, by the normal distribution; boundless for fewer than two values.
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
