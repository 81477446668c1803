//! A support vector machine with any kernel, by sequential minimal optimisation (Platt 1998): two multipliers at a time
//! are moved against each other, the pair with the largest expected gain by a second-order estimate (Fan, Chen & Lin
//! 2005).

use std::collections::VecDeque;
use std::rc::Rc;

/// The most memory for cached rows of the kernel matrix, in bytes.
const MOST_BYTES: usize = 200 << 20;
/// The least curvature along a pair. Points that are nearly equal to the kernel would otherwise divide by 0.
const LEAST_CURVATURE: f64 = 1e-12;

/// The bounds of a point's coefficient, which is its multiplier times its label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) least: f64,
    pub(super) most: f64,
}

impl Bounds {
    /// The bounds of a point with this label (1 or −1) whose multiplier is at most `most`.
    pub(super) fn of(label: f64, most: f64) -> Bounds {
        Bounds { least: (most * label).min(0.0), most: (most * label).max(0.0) }
    }

    /// The label of the point.
    fn label(self) -> f64 {
        if self.most > 0.0 { 1.0 } else { -1.0 }
    }
}

/// The coefficients of all points, and the bias.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    pub(super) coefficients: Vec<f64>,
    pub(super) bias: f64,
}

/// Solves the dual problem until the Karush–Kuhn–Tucker conditions hold within `tolerance`, in at most `most_steps`
/// steps. `row` computes a row of the kernel matrix.
pub(super) fn solve(
    bounds: &[Bounds],
    row: impl Fn(usize) -> Vec<f32>,
    diagonal: &[f32],
    tolerance: f64,
    most_steps: usize,
) -> Solution {
    let mut coefficients = vec![0.0; bounds.len()];
    // For each point, its label minus its value without the bias: the gradient of the dual.
    let mut gradient: Vec<f64> = bounds.iter().map(|bounds| bounds.label()).collect();
    let mut rows = RowCache::new(bounds.len(), row);
    for _ in 0..most_steps {
        let Some((up, highest)) = highest(bounds, &coefficients, &gradient) else { break };
        let up_row = rows.get(up);
        let choice = partner(bounds, &coefficients, &gradient, (up, highest), &up_row, diagonal);
        if highest - choice.lowest < tolerance {
            return Solution { bias: middle(highest, choice.lowest), coefficients };
        }
        let (down, curvature) = (choice.down, choice.curvature);
        let down_row = rows.get(down);
        let room = (bounds[up].most - coefficients[up]).min(coefficients[down] - bounds[down].least);
        let step = (highest - gradient[down]) / curvature;
        if step < room {
            coefficients[up] += step;
            coefficients[down] -= step;
        } else {
            move_to_bound(bounds, &mut coefficients, (up, down), room);
        }
        let step = step.min(room);
        for ((slope, up), down) in gradient.iter_mut().zip(up_row.iter()).zip(down_row.iter()) {
            *slope -= step * (f64::from(*up) - f64::from(*down));
        }
    }
    let bias = bias(bounds, &coefficients, &gradient);
    Solution { coefficients, bias }
}

/// Moves two coefficients until one reaches its bound. It is set to exactly the bound, so that rounding does not leave
/// it slightly away.
fn move_to_bound(bounds: &[Bounds], coefficients: &mut [f64], (up, down): (usize, usize), room: f64) {
    let (up_room, down_room) = (bounds[up].most - coefficients[up], coefficients[down] - bounds[down].least);
    coefficients[up] = if up_room <= room { bounds[up].most } else { coefficients[up] + room };
    coefficients[down] = if down_room <= room { bounds[down].least } else { coefficients[down] - room };
}

/// The point with the largest gradient among those whose coefficients can grow.
fn highest(bounds: &[Bounds], coefficients: &[f64], gradient: &[f64]) -> Option<(usize, f64)> {
    let mut best: Option<(usize, f64)> = None;
    for (idx, &slope) in gradient.iter().enumerate() {
        if coefficients[idx] < bounds[idx].most && best.is_none_or(|(_, highest)| slope > highest) {
            best = Some((idx, slope));
        }
    }
    best
}

/// The point to move against another one.
struct Partner {
    down: usize,
    curvature: f64,
    /// The least gradient of all points whose coefficients can shrink.
    lowest: f64,
}

/// The point with the largest expected gain among those whose coefficients can shrink.
fn partner(
    bounds: &[Bounds],
    coefficients: &[f64],
    gradient: &[f64],
    (up, highest): (usize, f64),
    up_row: &[f32],
    diagonal: &[f32],
) -> Partner {
    let mut best = Partner { down: up, curvature: LEAST_CURVATURE, lowest: f64::INFINITY };
    let mut best_gain = 0.0;
    for (idx, &slope) in gradient.iter().enumerate() {
        if coefficients[idx] <= bounds[idx].least {
            continue;
        }
        best.lowest = best.lowest.min(slope);
        let gap = highest - slope;
        if gap > 0.0 {
            let curvature = f64::from(diagonal[up]) + f64::from(diagonal[idx]) - 2.0 * f64::from(up_row[idx]);
            let curvature = curvature.max(LEAST_CURVATURE);
            if gap * gap / curvature > best_gain {
                (best_gain, best.down, best.curvature) = (gap * gap / curvature, idx, curvature);
            }
        }
    }
    best
}

/// The bias in the middle of the range that the conditions allow.
fn bias(bounds: &[Bounds], coefficients: &[f64], gradient: &[f64]) -> f64 {
    let highest = highest(bounds, coefficients, gradient).map_or(f64::INFINITY, |(_, slope)| slope);
    let can_shrink = |idx: &usize| coefficients[*idx] > bounds[*idx].least;
    let lowest =
        (0..gradient.len()).filter(can_shrink).map(|idx| gradient[idx]).fold(f64::INFINITY, f64::min);
    middle(highest, lowest)
}

/// The mean of two numbers, or the one that is finite, or 0.
fn middle(one: f64, other: f64) -> f64 {
    match (one.is_finite(), other.is_finite()) {
        (true, true) => f64::midpoint(one, other),
        (true, false) => one,
        (false, true) => other,
        (false, false) => 0.0,
    }
}

/// A cache of rows of the kernel matrix; when it is full, the oldest row is dropped.
struct RowCache<F> {
    cached: Vec<Option<Rc<[f32]>>>,
    order: VecDeque<usize>,
    most: usize,
    row: F,
}

impl<F: Fn(usize) -> Vec<f32>> RowCache<F> {
    fn new(n_points: usize, row: F) -> RowCache<F> {
        let most = (MOST_BYTES / (4 * n_points.max(1))).max(2);
        RowCache { cached: vec![None; n_points], order: VecDeque::new(), most, row }
    }

    fn get(&mut self, idx: usize) -> Rc<[f32]> {
        if let Some(row) = &self.cached[idx] {
            return Rc::clone(row);
        }
        if self.order.len() >= self.most
            && let Some(oldest) = self.order.pop_front()
        {
            self.cached[oldest] = None;
        }
        let row: Rc<[f32]> = (self.row)(idx).into();
        self.cached[idx] = Some(Rc::clone(&row));
        self.order.push_back(idx);
        row
    }
}

#[cfg(test)]
mod tests {
    use minewise::{Rng, Seed};

    use super::*;

    struct Problem {
        bounds: Vec<Bounds>,
        kernel: Vec<Vec<f32>>,
    }

    fn random_problem(rng: &mut Rng) -> Problem {
        let n_points = 3 + rng.below(20);
        let places: Vec<[f64; 2]> = (0..n_points).map(|_| [rng.unit(), rng.unit()]).collect();
        let kernel = |one: &[f64; 2], other: &[f64; 2]| {
            let (across, along) = (one[0] - other[0], one[1] - other[1]);
            libm::exp(-5.0 * (across * across + along * along)) as f32
        };
        let mut bounds: Vec<Bounds> = (0..n_points)
            .map(|_| Bounds::of(if rng.unit() < 0.5 { 1.0 } else { -1.0 }, 0.1 + 3.0 * rng.unit()))
            .collect();
        (bounds[0], bounds[1]) = (Bounds::of(1.0, 2.0), Bounds::of(-1.0, 2.0));
        let row = |one: &[f64; 2]| places.iter().map(|other| kernel(one, other)).collect();
        Problem { bounds, kernel: places.iter().map(row).collect() }
    }

    impl Problem {
        fn solve(&self) -> Solution {
            let diagonal = vec![1.0; self.bounds.len()];
            solve(&self.bounds, |idx| self.kernel[idx].clone(), &diagonal, 1e-6, 100_000)
        }

        /// The value of each point, without the bias.
        fn values(&self, coefficients: &[f64]) -> Vec<f64> {
            let value = |row: &Vec<f32>| {
                row.iter().zip(coefficients).map(|(&kernel, part)| f64::from(kernel) * part).sum()
            };
            self.kernel.iter().map(value).collect()
        }

        fn objective(&self, coefficients: &[f64]) -> f64 {
            let values = self.values(coefficients);
            let parts = self.bounds.iter().zip(coefficients).zip(values);
            parts.map(|((bounds, part), value)| part * (bounds.label() - value / 2.0)).sum()
        }

        /// The obvious twin: moves every pair in turn to its best position, again and again.
        fn solve_plainly(&self) -> Vec<f64> {
            let n_points = self.bounds.len();
            let mut parts = vec![0.0; n_points];
            for _ in 0..800 {
                for (up, down) in (0..n_points).flat_map(|up| (0..n_points).map(move |down| (up, down))) {
                    let values = self.values(&parts);
                    let slope = |idx: usize| self.bounds[idx].label() - values[idx];
                    let curvature = 2.0 - 2.0 * f64::from(self.kernel[up][down]);
                    if up != down && curvature > 1e-9 {
                        let room =
                            (self.bounds[up].most - parts[up]).min(parts[down] - self.bounds[down].least);
                        let step = ((slope(up) - slope(down)) / curvature).clamp(0.0, room.max(0.0));
                        parts[up] += step;
                        parts[down] -= step;
                    }
                }
            }
            parts
        }
    }

    #[test]
    fn the_solution_satisfies_the_karush_kuhn_tucker_conditions() {
        let mut rng = Rng::new(Seed(3));
        for _ in 0..200 {
            let problem = random_problem(&mut rng);
            let solution = problem.solve();
            assert!(solution.coefficients.iter().sum::<f64>().abs() < 1e-9);
            let values = problem.values(&solution.coefficients);
            for ((bounds, &part), value) in problem.bounds.iter().zip(&solution.coefficients).zip(values) {
                assert!(bounds.least <= part && part <= bounds.most);
                let margin = bounds.label() * (value + solution.bias);
                let multiplier = part.abs();
                let most = bounds.most - bounds.least;
                assert!(multiplier > 0.0 || margin > 1.0 - 1e-4, "{margin}");
                assert!(multiplier >= most || multiplier <= 0.0 || (margin - 1.0).abs() < 1e-4, "{margin}");
                assert!(multiplier < most || margin < 1.0 + 1e-4, "{margin}");
            }
        }
    }

    #[test]
    fn the_dual_objective_equals_that_of_the_obvious_twin() {
        let mut rng = Rng::new(Seed(5));
        for _ in 0..8 {
            let problem = random_problem(&mut rng);
            let fast = problem.objective(&problem.solve().coefficients);
            let plain = problem.objective(&problem.solve_plainly());
            assert!((fast - plain).abs() < 1e-4 * plain.abs(), "{fast} {plain}");
        }
    }

    #[test]
    fn a_single_class_needs_no_vectors() {
        let bounds = vec![Bounds::of(1.0, 1.0); 4];
        let solution = solve(&bounds, |_| vec![1.0; 4], &[1.0; 4], 1e-3, 100);
        assert!(solution.coefficients.iter().all(|&part| part == 0.0) && solution.bias > 0.0);
    }
}
