//! What a survey found.

use serde::{Deserialize, Serialize};

use super::SurveyKind;

/// What is asked of a survey, as it stands in `study.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    pub(crate) survey: SurveyKind,
    pub(crate) rules: Vec<String>,
    /// Under each of the rules.
    pub(crate) views: u64,
    /// Of the first game.
    pub(crate) seed: u64,
    /// Who plays the games.
    pub(crate) player: String,
}

/// What was found under one set of rules: a function of the survey and the program alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surveyed {
    pub(crate) rules: String,
    pub(crate) findings: Findings,
}

/// Rows of what was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Findings {
    Agreement(Vec<AgreementRow>),
    Beliefs(Vec<BeliefRow>),
    Models(Vec<ModelsRow>),
    Orders(Vec<OrderRow>),
}

/// How `sat` and the census agree under one set of rules, with one way of counting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgreementRow {
    pub(crate) rules: String,
    /// `joint` or `split`.
    pub(crate) regions: String,
    pub(crate) views: u64,
    /// The views with too many models to count, whose risks are not compared.
    pub(crate) uncounted: u64,
    pub(crate) verdicts: u64,
    pub(crate) verdicts_that_differ: u64,
    pub(crate) risks: u64,
    pub(crate) greatest_difference: f64,
}

/// How far estimated risks are from the census after so many steps, as means over the covered cells of a view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeliefRow {
    pub(crate) rules: String,
    pub(crate) player: String,
    /// Of the walk, or layouts drawn.
    pub(crate) steps: u64,
    pub(crate) views: u64,
    /// The views that no layout was found for.
    pub(crate) without: u64,
    /// The mean over the views.
    pub(crate) mean_error: f64,
    /// What 95 % of the views do not exceed.
    pub(crate) p95_error: f64,
}

/// How many models views have under one set of rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ModelsRow {
    pub(crate) rules: String,
    pub(crate) views: u64,
    /// The views with too many models to count.
    pub(crate) uncounted: u64,
    /// The ways to lay the whole frontier.
    pub(crate) joint: Distribution,
    /// The models looked at when each region is counted apart.
    pub(crate) split: Distribution,
}

/// What listing all layouts takes under one set of rules, in one order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrderRow {
    pub(crate) rules: String,
    /// `beside`, `least` or `most`.
    pub(crate) order: String,
    pub(crate) views: u64,
    /// The views that would take too many steps.
    pub(crate) unlisted: u64,
    /// The layouts of all views listed.
    pub(crate) layouts: u64,
    /// The partial layouts looked at.
    pub(crate) steps: Distribution,
}

impl ModelsRow {
    /// Whether every view is counted just once.
    fn is_consistent(&self) -> bool {
        let is_all = |counted: &Distribution| counted.total().checked_add(self.uncounted) == Some(self.views);
        is_all(&self.joint) && is_all(&self.split)
    }
}

impl OrderRow {
    /// Whether every view is counted just once.
    fn is_consistent(&self) -> bool {
        self.steps.total().checked_add(self.unlisted) == Some(self.views)
    }
}

/// Values in ascending order, each with how often it was met.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Distribution(pub(crate) Vec<(f64, u64)>);

impl Distribution {
    /// The distribution of these values.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Distribution {
        let mut sorted: Vec<f64> = values.into_iter().collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let mut runs: Vec<(f64, u64)> = Vec::new();
        for value in sorted {
            match runs.last_mut() {
                Some((last, n_met)) if last.total_cmp(&value).is_eq() => *n_met += 1,
                _ => runs.push((value, 1)),
            }
        }
        Distribution(runs)
    }

    /// How many values there are.
    pub(crate) fn total(&self) -> u64 {
        self.0.iter().fold(0, |sum: u64, &(_, n_met)| sum.saturating_add(n_met))
    }

    /// The sum of all values.
    pub(crate) fn sum(&self) -> f64 {
        self.0.iter().map(|&(value, n_met)| value * n_met as f64).sum()
    }

    /// How many values are below this one.
    pub(crate) fn n_below(&self, bound: f64) -> u64 {
        let below = self.0.iter().take_while(|&&(value, _)| value < bound);
        below.fold(0, |sum: u64, &(_, n_met)| sum.saturating_add(n_met))
    }

    /// The least value that at least this share of `n_all` values does not exceed; those not here exceed all.
    pub(crate) fn quantile(&self, share: f64, n_all: u64) -> Option<f64> {
        let wanted = ((share * n_all as f64).ceil() as u64).max(1);
        let mut n_so_far: u64 = 0;
        self.0.iter().find_map(|&(value, n_met)| {
            n_so_far = n_so_far.saturating_add(n_met);
            (n_so_far >= wanted).then_some(value)
        })
    }
}

impl Surveyed {
    /// Whether the findings are of a survey of this kind, and every view is counted just once.
    pub(crate) fn is_consistent(&self, kind: SurveyKind) -> bool {
        match &self.findings {
            Findings::Agreement(_) => kind == SurveyKind::Agreement,
            Findings::Beliefs(_) => kind == SurveyKind::Beliefs,
            Findings::Models(rows) => kind == SurveyKind::Models && rows.iter().all(ModelsRow::is_consistent),
            Findings::Orders(rows) => kind == SurveyKind::Orders && rows.iter().all(OrderRow::is_consistent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_a_sorted_list() {
        let values = [5.0, 1.0, 3.0, 3.0, 8.0, 2.0, 3.0];
        let distribution = Distribution::of(values);
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        for share in [0.01, 0.3, 0.5, 0.75, 0.95, 1.0] {
            let place = (share * 7.0_f64).ceil() as usize - 1;
            assert_eq!(distribution.quantile(share, 7), Some(sorted[place]), "{share}");
        }
        assert_eq!((distribution.total(), distribution.sum(), distribution.n_below(3.0)), (7, 25.0, 2));
        // With as many values again that are beyond all, half are not above the greatest.
        assert_eq!((distribution.quantile(0.5, 14), distribution.quantile(0.51, 14)), (Some(8.0), None));
        assert_eq!(Distribution::default().quantile(0.5, 0), None);
    }
}
