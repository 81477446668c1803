//! Kernel ridge regression in dual closed form.

use super::cholesky::Cholesky;
use super::kernel::Similarity;
use crate::shared::sample::in_parallel;

/// A training view: the codes of a board, how often it was seen, and the target of each cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    pub(super) codes: &'a [u8],
    pub(super) count: f64,
    pub(super) targets: &'a [f64],
}

/// The lower triangle of the kernel matrix of some boards.
pub(super) fn matrix(similarity: &Similarity, boards: &[&[u8]], n_threads: usize) -> Vec<Vec<f64>> {
    let row = |idx: usize| boards[..=idx].iter().map(|other| similarity.of(boards[idx], other)).collect();
    in_parallel(boards.len(), n_threads, row)
}

/// The coefficients of each row: `(K + λ/count)⁻¹ Y`. `None` if the matrix is singular in the precision of numbers.
pub(super) fn solve(
    mut matrix: Vec<Vec<f64>>,
    rows: &[Row<'_>],
    lambda: f64,
    n_threads: usize,
) -> Option<Vec<Vec<f64>>> {
    for (idx, row) in matrix.iter_mut().enumerate() {
        row[idx] += lambda / rows[idx].count;
    }
    let targets = rows.iter().map(|row| row.targets.to_vec()).collect();
    Some(Cholesky::of(matrix, n_threads)?.solve(targets))
}

#[cfg(test)]
mod tests {
    use minewise::{Rng, Seed};

    use super::*;
    use crate::regression::Kernel;
    use crate::shared::encoding::Encoding;

    fn random_boards(rng: &mut Rng, n_boards: usize, n_cells: usize) -> Vec<Vec<u8>> {
        (0..n_boards).map(|_| (0..n_cells).map(|_| rng.below(10) as u8).collect()).collect()
    }

    fn similarity(kernel: Kernel) -> Similarity {
        Similarity::new(kernel, Encoding::Integer, &"3x2/1".parse().unwrap())
    }

    fn predict(kernel: Kernel, rows: &[Row<'_>], coefficients: &[Vec<f64>], codes: &[u8]) -> f64 {
        let part = |(row, part): (&Row<'_>, &Vec<f64>)| similarity(kernel).of(codes, row.codes) * part[0];
        rows.iter().zip(coefficients).map(part).sum()
    }

    fn fit(kernel: Kernel, rows: &[Row<'_>], lambda: f64) -> Vec<Vec<f64>> {
        let boards: Vec<&[u8]> = rows.iter().map(|row| row.codes).collect();
        solve(matrix(&similarity(kernel), &boards, 1), rows, lambda, 1).unwrap()
    }

    /// With the linear kernel, the primal is a small system: `(XᵀX + λI) w = Xᵀy`, with a feature that is always 1.
    #[test]
    fn the_dual_predicts_the_same_as_the_primal() {
        let mut rng = Rng::new(Seed(8));
        let (boards, lambda) = (random_boards(&mut rng, 30, 6), 0.3);
        let targets: Vec<[f64; 1]> = boards.iter().map(|_| [rng.unit()]).collect();
        let rows: Vec<Row<'_>> =
            boards.iter().zip(&targets).map(|(codes, targets)| Row { codes, count: 1.0, targets }).collect();
        let features = |codes: &[u8]| -> Vec<f64> {
            let scaled = codes.iter().map(|&code| f64::from(code) / 10.0 / 6.0_f64.sqrt());
            std::iter::once(1.0).chain(scaled).collect()
        };
        let mut squares = vec![vec![0.0; 7]; 7];
        let mut products = vec![vec![0.0]; 7];
        for row in &rows {
            let x = features(row.codes);
            for one in 0..7 {
                products[one][0] += x[one] * row.targets[0];
                (0..7).for_each(|other| squares[one][other] += x[one] * x[other]);
            }
        }
        let lower = squares.iter().enumerate().map(|(idx, row)| {
            let mut row = row[..=idx].to_vec();
            row[idx] += lambda;
            row
        });
        let weights = Cholesky::of(lower.collect(), 1).unwrap().solve(products);
        let coefficients = fit(Kernel::Linear, &rows, lambda);
        for codes in random_boards(&mut rng, 10, 6) {
            let primal: f64 = features(&codes).iter().zip(&weights).map(|(x, weight)| x * weight[0]).sum();
            let dual = predict(Kernel::Linear, &rows, &coefficients, &codes);
            assert!((primal - dual).abs() < 1e-9, "{primal} {dual}");
        }
    }

    #[test]
    fn a_count_is_equivalent_to_repeated_rows() {
        let mut rng = Rng::new(Seed(9));
        let boards = random_boards(&mut rng, 5, 6);
        let row = |idx: usize, count: f64| Row {
            codes: &boards[idx],
            count,
            targets: &[[0.5], [-0.2], [0.1]][idx],
        };
        let counted = [row(0, 2.0), row(1, 1.0), row(2, 3.0)];
        let repeated = [0, 0, 1, 2, 2, 2].map(|idx| row(idx, 1.0));
        let kernel = Kernel::Rbf(0.5);
        let [of_counted, of_repeated] = [counted.as_slice(), &repeated].map(|rows| fit(kernel, rows, 0.1));
        let one = predict(kernel, &counted, &of_counted, &boards[4]);
        let other = predict(kernel, &repeated, &of_repeated, &boards[4]);
        assert!((one - other).abs() < 1e-9, "{one} {other}");
    }
}
