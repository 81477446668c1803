//! The Cholesky factor of a positive definite matrix, computed in blocks, and the solution of linear equations with it.

/// The number of columns that are factored before the rest of the matrix is updated.
const BLOCK: usize = 48;

/// A lower triangular matrix `L` with `L·Lᵀ = A`.
#[derive(Clone, Debug)]
pub(super) struct Cholesky {
    /// Row by row; row `i` has `i + 1` numbers.
    rows: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Factors a matrix, given as its lower triangle: row `i` has `i + 1` numbers. `None` if it is not positive
    /// definite. The result does not depend on the number of threads.
    pub(super) fn of(mut rows: Vec<Vec<f64>>, n_threads: usize) -> Option<Cholesky> {
        let n_rows = rows.len();
        let mut start = 0;
        while start < n_rows {
            let end = (start + BLOCK).min(n_rows);
            for row in start..end {
                let (above, below) = rows.split_at_mut(row);
                reduce(&mut below[0], above, start..row);
                let own = &below[0][start..row];
                let rest = below[0][row] - dot(own, own);
                if !(rest > 0.0 && rest.is_finite()) {
                    return None;
                }
                below[0][row] = rest.sqrt();
            }
            let (done, below) = rows.split_at_mut(end);
            for_each_row(below, n_threads, |_, row| reduce(row, done, start..end));
            update(below, start..end, n_threads);
            start = end;
        }
        Some(Cholesky { rows })
    }

    /// Solves `A·X = Y` for several right-hand sides at once; row `i` of `y` becomes row `i` of the solution.
    pub(super) fn solve(&self, mut y: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
        for (idx, row) in self.rows.iter().enumerate() {
            let (above, below) = y.split_at_mut(idx);
            for (&factor, other) in row.iter().zip(above.iter()) {
                add(&mut below[0], -factor, other);
            }
            below[0].iter_mut().for_each(|value| *value /= row[idx]);
        }
        for (idx, row) in self.rows.iter().enumerate().rev() {
            let (above, below) = y.split_at_mut(idx);
            below[0].iter_mut().for_each(|value| *value /= row[idx]);
            for (&factor, other) in row.iter().zip(above.iter_mut()) {
                add(other, -factor, &below[0]);
            }
        }
        y
    }
}

/// Computes the elements of the factor in one row and some columns, from the finished rows of these columns. The
/// contributions of all columns before them have already been subtracted.
fn reduce(row: &mut [f64], done: &[Vec<f64>], cols: std::ops::Range<usize>) {
    let start = cols.start;
    for col in cols {
        let other = &done[col];
        row[col] = (row[col] - dot(&row[start..col], &other[start..col])) / other[col];
    }
}

/// Works on all rows on several threads. They take the rows in turn, not in blocks, since later rows are longer.
fn for_each_row(rows: &mut [Vec<f64>], n_threads: usize, work: impl Fn(usize, &mut [f64]) + Sync) {
    let mut shares: Vec<Vec<(usize, &mut Vec<f64>)>> = (0..n_threads.max(1)).map(|_| Vec::new()).collect();
    for (idx, row) in rows.iter_mut().enumerate() {
        shares[idx % n_threads.max(1)].push((idx, row));
    }
    let work = &work;
    let work_on =
        |share: Vec<(usize, &mut Vec<f64>)>| share.into_iter().for_each(|(idx, row)| work(idx, row));
    std::thread::scope(|scope| {
        let own = shares.pop();
        for share in shares {
            scope.spawn(move || work_on(share));
        }
        own.into_iter().for_each(work_on);
    });
}

/// Subtracts the contributions of the columns just factored from the rest of the matrix.
fn update(below: &mut [Vec<f64>], cols: std::ops::Range<usize>, n_threads: usize) {
    let end = cols.end;
    let panel: Vec<f64> = below.iter().flat_map(|row| row[cols.clone()].iter().copied()).collect();
    let n_cols = cols.len();
    for_each_row(below, n_threads, |idx, row| {
        let own = &panel[idx * n_cols..][..n_cols];
        for (value, other) in row[end..].iter_mut().zip(panel.chunks_exact(n_cols)) {
            *value -= dot(own, other);
        }
    });
}

/// The inner product of two vectors, in eight partial sums: the compiler can vectorise that, and the order of the
/// additions is still fixed, so results are the same everywhere.
pub(super) fn dot(one: &[f64], other: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (one_chunks, other_chunks) = (one.chunks_exact(8), other.chunks_exact(8));
    let rest = one_chunks.remainder().iter().zip(other_chunks.remainder());
    let tail: f64 = rest.map(|(one, other)| one * other).sum();
    for (one, other) in one_chunks.zip(other_chunks) {
        for (sum, (one, other)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += one * other;
        }
    }
    sums.iter().sum::<f64>() + tail
}

fn add(to: &mut [f64], factor: f64, what: &[f64]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += factor * what;
    }
}

#[cfg(test)]
mod tests {
    use minewise::{Rng, Seed};

    use super::*;

    /// A random positive definite matrix.
    fn random_matrix(rng: &mut Rng, n_rows: usize) -> Vec<Vec<f64>> {
        let factors: Vec<Vec<f64>> =
            (0..n_rows).map(|_| (0..n_rows).map(|_| rng.unit() - 0.5).collect()).collect();
        let entry =
            |row: usize, col: usize| dot(&factors[row], &factors[col]) + if row == col { 0.1 } else { 0.0 };
        (0..n_rows).map(|row| (0..n_rows).map(|col| entry(row, col)).collect()).collect()
    }

    /// The obvious twin: Gaussian elimination.
    fn eliminate(mut a: Vec<Vec<f64>>, mut y: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
        for idx in 0..a.len() {
            for other in (0..a.len()).filter(|&other| other != idx) {
                let factor = a[other][idx] / a[idx][idx];
                let (pivot, right) = (a[idx].clone(), y[idx].clone());
                add(&mut a[other], -factor, &pivot);
                add(&mut y[other], -factor, &right);
            }
        }
        for (idx, row) in y.iter_mut().enumerate() {
            row.iter_mut().for_each(|value| *value /= a[idx][idx]);
        }
        y
    }

    fn lower(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
        matrix.iter().enumerate().map(|(idx, row)| row[..=idx].to_vec()).collect()
    }

    #[test]
    fn the_solution_equals_that_of_elimination() {
        let mut rng = Rng::new(Seed(6));
        for n_rows in [1, 2, 7, 47, 48, 49, 100, 145] {
            let matrix = random_matrix(&mut rng, n_rows);
            let y: Vec<Vec<f64>> = (0..n_rows).map(|_| (0..3).map(|_| rng.unit()).collect()).collect();
            let expected = eliminate(matrix.clone(), y.clone());
            let found = Cholesky::of(lower(&matrix), 1).unwrap().solve(y.clone());
            for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
                assert!(
                    (found - expected).abs() < 1e-7 * (1.0 + expected.abs()),
                    "{n_rows}: {found} {expected}"
                );
            }
            assert_eq!(Cholesky::of(lower(&matrix), 3).unwrap().solve(y), found);
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_has_no_factor() {
        assert!(Cholesky::of(vec![vec![1.0], vec![2.0, 1.0]], 1).is_none());
        assert!(Cholesky::of(vec![vec![f64::NAN]], 1).is_none());
        assert!(Cholesky::of(vec![], 2).is_some());
    }
}
