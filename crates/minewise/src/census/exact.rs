//! Exact numbers of layouts, from their remainders.
//!
//! A number of fillings can have hundreds of digits, and a tangled region has millions of nodes: exact numbers in all of
//! them would take far more memory than the graph. So the graph is followed once for each of some primes, with a single
//! word for each node of two layers, and the exact numbers follow from the remainders (Chinese remainder theorem, by
//! Garner's algorithm: Knuth, The Art of Computer Programming, volume 2, section 4.3.2).

use super::join::Spread;
use super::sweep::Sweep;
use crate::num::Natural;

/// How far the largest primes below 2⁵⁶ are below it. More are found when they are needed.
// Below 2⁵⁶, because a sum over the edges into a node must fit into a word before it is reduced: see
// `Sweep::remainders`.
const PRIMES: [u64; 16] = [5, 27, 47, 57, 89, 93, 147, 177, 189, 195, 279, 299, 359, 363, 419, 423];

/// The number of fillings of a counted region with `n_cells` cells, for each number of mines.
pub(crate) fn exact_spread(sweep: &Sweep<f64>, n_cells: usize) -> Spread<Natural> {
    // There are at most 2 to the power of `n_cells` fillings, and each prime is above 2⁵⁵.
    let primes: Vec<u64> = primes().take(n_cells / 55 + 1).collect();
    let remainders: Vec<Vec<u64>> = primes.iter().map(|&prime| sweep.remainders(prime)).collect();
    let inverses = inverses(&primes);
    let totals: Vec<(usize, Natural)> = sweep
        .totals()
        .enumerate()
        .map(|(end, (n_mines, ..))| {
            let remainders = remainders.iter().map(|of_prime| of_prime[end]);
            (n_mines, number_from(remainders, &primes, &inverses))
        })
        .collect();
    Spread::collect(totals.iter().map(|(n_mines, count)| (*n_mines, count)))
}

/// The primes below 2⁵⁶, from the largest on.
fn primes() -> impl Iterator<Item = u64> {
    let known = PRIMES.iter().map(|below| (1 << 56) - below);
    let others = (PRIMES[PRIMES.len() - 1] + 2..).step_by(2).map(|below| (1 << 56) - below);
    known.chain(others.filter(|&number| is_prime(number)))
}

/// Whether an odd number is a prime: the test of Miller and Rabin, which is never wrong for a word with these bases.
fn is_prime(number: u64) -> bool {
    let shift = (number - 1).trailing_zeros();
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].iter().all(|&base| {
        let mut power = power(base, (number - 1) >> shift, number);
        let mut is_passed = power == 1 || power == number - 1;
        for _ in 1..shift {
            power = times(power, power, number);
            is_passed |= power == number - 1;
        }
        is_passed
    })
}

/// For each prime: the inverse, modulo that prime, of the product of the primes before it.
fn inverses(primes: &[u64]) -> Vec<u64> {
    let inverse = |(idx, &prime): (usize, &u64)| {
        let product = primes[..idx].iter().fold(1, |product, &other| times(product, other % prime, prime));
        // By Fermat's little theorem.
        power(product, prime - 2, prime)
    };
    primes.iter().enumerate().map(inverse).collect()
}

/// The number with these remainders that is less than the product of the primes.
fn number_from(remainders: impl Iterator<Item = u64>, primes: &[u64], inverses: &[u64]) -> Natural {
    // The digits of the number, where each has the product of the primes before it as its unit.
    let mut digits: Vec<u64> = Vec::with_capacity(primes.len());
    for (remainder, (&prime, &inverse)) in remainders.zip(primes.iter().zip(inverses)) {
        let so_far = digits
            .iter()
            .zip(primes)
            .rev()
            .fold(0, |acc, (&digit, &unit)| (times(acc, unit % prime, prime) + digit % prime) % prime);
        digits.push(times((remainder + prime - so_far) % prime, inverse, prime));
    }
    let mut number = Natural::ZERO;
    for (&digit, &unit) in digits.iter().zip(primes).rev() {
        number.scale(unit);
        number += &Natural::from(digit);
    }
    number
}

fn times(one: u64, other: u64, modulus: u64) -> u64 {
    (u128::from(one) * u128::from(other) % u128::from(modulus)) as u64
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, base, modulus);
        }
        base = times(base, base, modulus);
        exponent >>= 1;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::super::region_cache::recounted_spread;
    use super::*;
    use crate::board::{Grid, Layout, Rules, Shown, Start, Topology, View};
    use crate::census::Census;
    use crate::num::{Rng, Seed};
    use crate::testing::random_view;

    #[test]
    fn the_listed_primes_are_the_largest() {
        let below = |number: &u64| (1 << 56) - number;
        let found: Vec<u64> =
            (1..).step_by(2).map(|odd| below(&odd)).filter(|&odd| is_prime(odd)).take(18).collect();
        assert_eq!(found, primes().take(18).collect::<Vec<_>>());
        assert_eq!(found.iter().map(below).take(16).collect::<Vec<_>>(), PRIMES);
        assert!(!is_prime(341) && !is_prime(3_215_031_751) && is_prime(1_000_000_007));
    }

    /// A view with every other row revealed, which links most of its cells to one region.
    fn striped_view(rng: &mut Rng, rules: Rules) -> View {
        let grid = Grid::new(rules);
        let layout = Layout::generate(&grid, Seed(rng.next_u64()), 0);
        let mut view = View::new(&grid);
        for cell in (0..grid.n_cells()).filter(|&cell| !layout.is_mine(cell)) {
            if grid.row_col(cell).0.is_multiple_of(2) {
                view.show(cell, Shown::Number(layout.number(cell)));
            }
        }
        view
    }

    /// The obvious twin computes with exact numbers in every node.
    #[test]
    fn exact_counts_are_those_of_exact_numbers_in_every_node() {
        let mut rng = Rng::new(Seed(56));
        let mut n_beyond = [0; 2];
        for idx in 0..2000 {
            // Long boards have counts beyond one prime, and some beyond the listed ones.
            let (width, height) = if idx % 20 == 0 {
                (4 + rng.below(2), 100 + rng.below(1500))
            } else {
                (1 + rng.below(9), 1 + rng.below(9))
            };
            let n_cells = width * height;
            let n_mines = if idx % 20 == 0 { n_cells / 3 } else { rng.below(n_cells) };
            let topology = Topology::ALL[rng.below(Topology::ALL.len())];
            let Ok(rules) = Rules::new(width, height, n_mines, Start::Any, topology) else { continue };
            let view =
                if idx % 20 == 0 { striped_view(&mut rng, rules) } else { random_view(&mut rng, rules) };
            let Ok(census) = Census::of(&view) else { continue };
            for (region, counted) in census.problem.regions.iter().zip(&census.counted) {
                let n_cells = region.n_cells as usize;
                n_beyond[0] += usize::from(n_cells > 55);
                n_beyond[1] += usize::from(n_cells > 55 * PRIMES.len());
                let expected: Spread<Natural> = recounted_spread(&census.problem, region);
                assert_eq!(exact_spread(&counted.sweep, n_cells), expected, "{view:#}");
            }
        }
        assert!(n_beyond[0] > 50 && n_beyond[1] > 0, "{n_beyond:?} large regions");
    }
}
