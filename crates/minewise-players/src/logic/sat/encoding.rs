//! "Exactly k of these are true" as clauses, with the two encodings of the paper.

use rustsat::types::Lit;

/// An encoding of "exactly k of these are true" as clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// A clause for every set of cells that is too large to have no mine, or to have only mines. No new variables.
    Naive,
    /// Sinz's sequential counter (2005) in both directions: a variable for "at least j among the first i".
    #[default]
    Sequential,
}

/// A destination of clauses.
pub(crate) trait Sink {
    /// Creates a new variable and returns its positive literal.
    fn fresh(&mut self) -> Lit;

    /// Adds a clause: at least one of these is true.
    fn clause(&mut self, lits: &[Lit]);
}

impl Encoding {
    /// Adds clauses which say that exactly `n_true` of `lits` are true.
    pub(crate) fn exactly(self, n_true: usize, lits: &[Lit], sink: &mut impl Sink) {
        if n_true > lits.len() {
            sink.clause(&[]);
        } else if n_true == 0 {
            lits.iter().for_each(|&lit| sink.clause(&[!lit]));
        } else if n_true == lits.len() {
            lits.iter().for_each(|&lit| sink.clause(&[lit]));
        } else {
            match self {
                Encoding::Naive => naive(n_true, lits, sink),
                Encoding::Sequential => sequential(n_true, lits, sink),
            }
        }
    }
}

/// Of any n - k + 1 cells at least one is a mine, and of any k + 1 cells at least one is not.
fn naive(n_true: usize, lits: &[Lit], sink: &mut impl Sink) {
    let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
    for_each_subset(lits, lits.len() - n_true + 1, &mut Vec::new(), &mut |subset| sink.clause(subset));
    for_each_subset(&negated, n_true + 1, &mut Vec::new(), &mut |subset| sink.clause(subset));
}

/// Calls `visit` with `chosen` and every `n_more` of `lits`.
fn for_each_subset(lits: &[Lit], n_more: usize, chosen: &mut Vec<Lit>, visit: &mut impl FnMut(&[Lit])) {
    if n_more == 0 {
        return visit(chosen);
    }
    for idx in 0..(lits.len() + 1).saturating_sub(n_more) {
        chosen.push(lits[idx]);
        for_each_subset(&lits[idx + 1..], n_more - 1, chosen, visit);
        chosen.pop();
    }
}

/// Counts from the first literal to the last; `before[j]` is true if more than j were true so far.
fn sequential(n_true: usize, lits: &[Lit], sink: &mut impl Sink) {
    let mut before: Vec<Lit> = Vec::new();
    for &lit in lits {
        if before.len() == n_true {
            sink.clause(&[!lit, !before[n_true - 1]]);
        }
        let n_counted = n_true.min(before.len() + 1);
        let after: Vec<Lit> = (0..n_counted).map(|_| sink.fresh()).collect();
        for (idx, &reached) in after.iter().enumerate() {
            let one_less = idx.checked_sub(1).map(|idx| before[idx]);
            match one_less {
                Some(one_less) => {
                    sink.clause(&[!lit, !one_less, reached]);
                    sink.clause(&[!reached, one_less]);
                }
                None => sink.clause(&[!lit, reached]),
            }
            match before.get(idx) {
                Some(&already) => {
                    sink.clause(&[!already, reached]);
                    sink.clause(&[!reached, already, lit]);
                }
                None => sink.clause(&[!reached, lit]),
            }
        }
        before = after;
    }
    sink.clause(&[before[n_true - 1]]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Written {
        n_vars: u32,
        clauses: Vec<Vec<Lit>>,
    }

    impl Sink for Written {
        fn fresh(&mut self) -> Lit {
            self.n_vars += 1;
            Lit::positive(self.n_vars - 1)
        }

        fn clause(&mut self, lits: &[Lit]) {
            self.clauses.push(lits.to_vec());
        }
    }

    fn write(encoding: Encoding, n_true: usize, n_lits: usize) -> Written {
        let mut written = Written::default();
        let lits: Vec<Lit> = (0..n_lits).map(|_| written.fresh()).collect();
        encoding.exactly(n_true, &lits, &mut written);
        written
    }

    impl Written {
        fn holds(&self, bits: u32) -> bool {
            let is_true = |lit: &Lit| (bits >> lit.vidx32() & 1 == 1) == lit.is_pos();
            self.clauses.iter().all(|clause| clause.iter().any(is_true))
        }
    }

    /// Tries every assignment of all variables, and checks that each choice of `n_true` cells fits exactly once and
    /// that nothing else does.
    #[track_caller]
    fn check(encoding: Encoding, n_true: usize, n_lits: usize) {
        let written = write(encoding, n_true, n_lits);
        let mut n_fits = vec![0; 1 << n_lits];
        for bits in (0..1u32 << written.n_vars).filter(|&bits| written.holds(bits)) {
            n_fits[bits as usize & ((1 << n_lits) - 1)] += 1;
        }
        for (bits, &n_fits) in n_fits.iter().enumerate() {
            let expected = i32::from(bits.count_ones() as usize == n_true);
            assert_eq!(n_fits, expected, "{encoding:?}: {n_true} of {n_lits}, cells {bits:b}");
        }
    }

    #[test]
    fn exactly_the_choices_of_k_cells_fit() {
        for n_lits in 0..=8 {
            for n_true in 0..=n_lits + 1 {
                check(Encoding::Naive, n_true, n_lits);
                if write(Encoding::Sequential, n_true, n_lits).n_vars <= 20 {
                    check(Encoding::Sequential, n_true, n_lits);
                }
            }
        }
    }

    #[test]
    fn the_naive_encoding_is_larger_when_many_are_true() {
        let size = |encoding, n_true| write(encoding, n_true, 8).clauses.len();
        assert_eq!(size(Encoding::Naive, 1), 1 + 28);
        assert_eq!(size(Encoding::Naive, 4), 56 + 56);
        assert_eq!(size(Encoding::Naive, 0), size(Encoding::Sequential, 0));
        assert!(size(Encoding::Naive, 4) > size(Encoding::Sequential, 4));
    }
}
