//! The findings of a survey.

use serde::{Deserialize, Serialize};

use super::SurveyKind;

/// The settings of a survey, as written to `study.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SurveySettings {
    pub(crate) survey: SurveyKind,
    pub(crate) rules: Vec<String>,
    /// The number of views under each set of rules.
    pub(crate) views: u64,
    /// The seed of the first game.
    pub(crate) seed: u64,
    /// The player of the games.
    pub(crate) player: String,
}

/// The findings under one set of rules. They depend only on the survey and the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurveyRecord {
    pub(crate) rules: String,
    pub(crate) findings: Findings,
}

/// The findings of a survey, as rows.
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
    /// The number of views with too many models to count. Their risks are not compared.
    pub(crate) uncounted: u64,
    pub(crate) verdicts: u64,
    pub(crate) verdicts_that_differ: u64,
    pub(crate) risks: u64,
    pub(crate) greatest_difference: f64,
}

/// How far estimated risks are from the census after a number of steps. The error of a view is the mean over its
/// covered cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeliefRow {
    pub(crate) rules: String,
    pub(crate) player: String,
    /// The number of steps of the walk, or of layouts drawn.
    pub(crate) steps: u64,
    pub(crate) views: u64,
    /// The number of views for which no layout was found.
    pub(crate) without: u64,
    /// The mean error of the views.
    pub(crate) mean_error: f64,
    /// The 95th percentile of the errors of the views.
    pub(crate) p95_error: f64,
}

/// The numbers of models of views under one set of rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ModelsRow {
    pub(crate) rules: String,
    pub(crate) views: u64,
    /// The number of views with too many models to count.
    pub(crate) uncounted: u64,
    /// The number of ways to place mines on the whole frontier.
    pub(crate) joint: Distribution,
    /// The number of models visited when each region is counted separately.
    pub(crate) split: Distribution,
}

/// The work of listing all layouts under one set of rules, in one order of the cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrderRow {
    pub(crate) rules: String,
    /// `beside`, `least` or `most`.
    pub(crate) order: String,
    pub(crate) views: u64,
    /// The number of views that would take too many steps.
    pub(crate) unlisted: u64,
    /// The number of layouts of all views that were listed.
    pub(crate) layouts: u64,
    /// The number of partial layouts visited.
    pub(crate) steps: Distribution,
}

impl ModelsRow {
    /// Checks whether every view is counted exactly once.
    fn is_consistent(&self) -> bool {
        let is_all = |counted: &Distribution| counted.total().checked_add(self.uncounted) == Some(self.views);
        is_all(&self.joint) && is_all(&self.split)
    }
}

impl OrderRow {
    /// Checks whether every view is counted exactly once.
    fn is_consistent(&self) -> bool {
        self.steps.total().checked_add(self.unlisted) == Some(self.views)
    }
}

/// Values in ascending order, each with its frequency.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Distribution(pub(crate) Vec<(f64, u64)>);

impl Distribution {
    /// Returns the distribution of these values.
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

    /// Returns the number of values.
    pub(crate) fn total(&self) -> u64 {
        self.0.iter().fold(0, |sum: u64, &(_, n_met)| sum.saturating_add(n_met))
    }

    /// Returns the sum of all values.
    pub(crate) fn sum(&self) -> f64 {
        self.0.iter().map(|&(value, n_met)| value * n_met as f64).sum()
    }

    /// Returns the number of values below `bound`.
    pub(crate) fn n_below(&self, bound: f64) -> u64 {
        let below = self.0.iter().take_while(|&&(value, _)| value < bound);
        below.fold(0, |sum: u64, &(_, n_met)| sum.saturating_add(n_met))
    }

    /// Returns the least value that at least this share of `n_all` values does not exceed. Values that are missing here
    /// count as greater than all.
    pub(crate) fn quantile(&self, share: f64, n_all: u64) -> Option<f64> {
        let wanted = ((share * n_all as f64).ceil() as u64).max(1);
        let mut n_so_far: u64 = 0;
        self.0.iter().find_map(|&(value, n_met)| {
            n_so_far = n_so_far.saturating_add(n_met);
            (n_so_far >= wanted).then_some(value)
        })
    }
}

impl SurveyRecord {
    /// Checks whether the findings are of a survey of this kind, and every view is counted exactly once.
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
        // With as many missing values, the greatest value is the median.
        assert_eq!((distribution.quantile(0.5, 14), distribution.quantile(0.51, 14)), (Some(8.0), None));
        assert_eq!(Distribution::default().quantile(0.5, 0), None);
    }
}
