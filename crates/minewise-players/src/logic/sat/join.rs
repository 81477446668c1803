//! The counts of separate parts of a view, joined by their numbers of mines.

use super::count::Tally;

/// The risks of the cells of each part, and of an outside cell.
pub(crate) type Risks = (Vec<Vec<f64>>, Option<f64>);

/// Weighs all ways to distribute `n_left` mines over the parts and `n_outside` cells; `None` if there is no way.
///
/// The weight of a part is multiplied by `odds` for each of its mines, and the weight of the outside is divided by it.
/// That changes no risk, but it keeps the weights that matter far from overflow and underflow.
pub(crate) fn join(tallies: &[Tally], n_left: usize, n_outside: usize) -> Option<Risks> {
    let n_cells: usize =
        tallies.iter().filter_map(|tally| tally.values().next()).map(|(_, cells)| cells.len()).sum();
    let odds = (n_left as f64 + 0.5) / ((n_cells + n_outside).saturating_sub(n_left) as f64 + 0.5);
    let parts: Vec<Vec<f64>> = tallies.iter().map(|tally| weights(tally, odds)).collect();
    let most: usize = parts.iter().map(|part| part.len().saturating_sub(1)).sum();
    // The weight of everything after the first parts, for each number of mines in these; computed from last to first.
    let mut after = vec![outside_weights(most, n_left, n_outside, odds)];
    for part in parts.iter().rev() {
        let rest = after.last().expect("the list starts with one");
        after.push(scaled((0..rest.len()).map(|t| dot(part, &rest[t..])).collect()));
    }
    let mut before = vec![1.0];
    let mut risks = Vec::with_capacity(parts.len());
    for (idx, (part, tally)) in parts.iter().zip(tallies).enumerate() {
        let rest = &after[parts.len() - 1 - idx];
        let tail = |m: usize| dot(&before, rest.get(m..).unwrap_or_default());
        risks.push(part_risks(tally, odds, tail)?);
        before = scaled(product(&before, part));
    }
    let outside = &after[0];
    let total = dot(&before, outside);
    if total <= 0.0 {
        return None;
    }
    let expected: f64 = before
        .iter()
        .zip(outside)
        .enumerate()
        .map(|(t, (b, w))| b * w * n_left.saturating_sub(t) as f64)
        .sum();
    Some((risks, (n_outside > 0).then(|| expected / total / n_outside as f64)))
}

/// Returns the weights of a part by its number of mines, with these odds for each mine.
fn weights(tally: &Tally, odds: f64) -> Vec<f64> {
    let n_weights = tally.keys().next_back().map_or(0, |most| most + 1);
    let mut weights = vec![0.0; n_weights];
    let least = tally.keys().next().copied().unwrap_or(0);
    for (&m, (n_models, _)) in tally {
        weights[m] = n_models * power(odds, m - least);
    }
    scaled(weights)
}

/// Returns the risks of the cells of a part; `tail` is the weight of the rest for each number of mines in the part.
fn part_risks(tally: &Tally, odds: f64, tail: impl Fn(usize) -> f64) -> Option<Vec<f64>> {
    let least = *tally.keys().next()?;
    let mut total = 0.0;
    let mut risks = vec![0.0; tally.values().next()?.1.len()];
    for (&m, (n_models, with_mine)) in tally {
        let weight = power(odds, m - least) * tail(m);
        total += n_models * weight;
        risks.iter_mut().zip(with_mine).for_each(|(risk, n)| *risk += n * weight);
    }
    risks.iter_mut().for_each(|risk| *risk /= total);
    (total > 0.0).then_some(risks)
}

/// Returns, for each number t of mines inside, the number of ways to place the other mines outside, divided by the odds
/// for each mine inside. All up to a common factor.
fn outside_weights(most: usize, n_left: usize, n_outside: usize, odds: f64) -> Vec<f64> {
    let mut weights = vec![0.0; most + 1];
    let (first, last) = (n_left.saturating_sub(n_outside), most.min(n_left));
    if first > last {
        return weights;
    }
    let step = |t: usize| (n_left - t) as f64 / ((n_outside + t + 1) as f64 - n_left as f64) / odds;
    // The ratio of neighbouring weights only shrinks, so the weights rise to a maximum and fall from there. Starting at
    // the maximum keeps the others from overflow.
    let top = (first..last).find(|&t| step(t) < 1.0).unwrap_or(last);
    weights[top] = 1.0;
    (top..last).for_each(|t| weights[t + 1] = weights[t] * step(t));
    (first..top).rev().for_each(|t| weights[t] = weights[t + 1] / step(t));
    weights
}

/// Computes a power by repeated multiplication: unlike `powi`, the result is the same on every platform.
fn power(base: f64, exponent: usize) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * base)
}

/// Returns the sum of the products of the elements at equal indices.
fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// Returns the weights of two parts together by their number of mines.
fn product(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut ways = vec![0.0; (one.len() + other.len()).saturating_sub(1)];
    for (m, a) in one.iter().enumerate().filter(|&(_, &a)| a > 0.0) {
        ways[m..].iter_mut().zip(other).for_each(|(way, b)| *way += a * b);
    }
    ways
}

/// Scales weights so that the greatest is 1.
fn scaled(mut weights: Vec<f64>) -> Vec<f64> {
    let greatest = weights.iter().copied().fold(0.0, f64::max);
    if greatest > 0.0 {
        weights.iter_mut().for_each(|weight| *weight /= greatest);
    }
    weights
}
