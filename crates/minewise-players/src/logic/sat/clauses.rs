//! A SAT solver that gives up after a number of conflicts.

use batsat::{Callbacks, SolverInterface, clause::Kind, lbool};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Cl, Lit, TernaryVal};
use rustsat_batsat::Solver;

use super::encoding::Sink;

/// The most conflicts that one question may take. Questions about Minesweeper take a few dozen at most.
const MOST_CONFLICTS: u64 = 20_000;

/// The answer of a solver to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Yes. The solver now holds a model.
    Possible,
    /// No.
    Impossible,
    /// The question took too many conflicts.
    Unknown,
}

/// Clauses, and the solver that answers questions about them. Clauses are only ever added.
#[derive(Default)]
pub(crate) struct Clauses {
    solver: Solver<ConflictLimit>,
    n_vars: u32,
    /// Whether an empty clause was added, which nothing satisfies. The solver itself is never given one.
    is_refuted: bool,
}

/// A callback of the solver that counts the conflicts of a question, and stops it when there are too many.
#[derive(Default)]
struct ConflictLimit {
    n_conflicts: u64,
}

impl Callbacks for ConflictLimit {
    fn on_start(&mut self) {
        self.n_conflicts = 0;
    }

    // Every conflict makes the solver learn one clause, and it has no callback for conflicts themselves.
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: Kind) {
        self.n_conflicts += u64::from(matches!(kind, Kind::Learnt));
    }

    fn stop(&self) -> bool {
        self.n_conflicts > MOST_CONFLICTS
    }
}

impl Clauses {
    /// The number of variables.
    pub(crate) fn n_vars(&self) -> usize {
        self.n_vars as usize
    }

    /// Asks whether all clauses can be true under these assumptions.
    pub(crate) fn ask(&mut self, assumptions: &[Lit]) -> Answer {
        if self.is_refuted {
            return Answer::Impossible;
        }
        match self.solver.solve_assumps(assumptions) {
            Ok(SolverResult::Sat) => Answer::Possible,
            Ok(SolverResult::Unsat) => Answer::Impossible,
            Ok(SolverResult::Interrupted) | Err(_) => Answer::Unknown,
        }
    }

    /// Checks whether `lit` is true in the model found last.
    pub(crate) fn is_true(&self, lit: Lit) -> bool {
        matches!(self.solver.lit_val(lit), Ok(TernaryVal::True))
    }

    /// Returns the value of `lit` if unit propagation has already fixed it.
    pub(crate) fn settled(&self, lit: Lit) -> Option<bool> {
        let solver = self.solver.batsat_ref();
        let value = solver.value_lvl_0(batsat::Lit::new(lit_var(lit), lit.is_pos()));
        if value == lbool::TRUE {
            Some(true)
        } else if value == lbool::FALSE {
            Some(false)
        } else {
            None
        }
    }

    /// Runs unit propagation on the clauses added last, and returns whether they may still all be true.
    pub(crate) fn propagate(&mut self) -> bool {
        !self.is_refuted() && self.solver.batsat_mut().simplify()
    }

    /// Checks whether the clauses were found to contradict each other.
    fn is_refuted(&self) -> bool {
        self.is_refuted || !self.solver.batsat_ref().is_ok()
    }
}

fn lit_var(lit: Lit) -> batsat::Var {
    batsat::intmap::AsIndex::from_index(lit.vidx())
}

impl Sink for Clauses {
    fn fresh(&mut self) -> Lit {
        let lit = Lit::positive(self.n_vars);
        self.solver.reserve(lit.var()).expect("this solver never refuses a variable");
        self.n_vars += 1;
        lit
    }

    fn clause(&mut self, lits: &[Lit]) {
        if lits.is_empty() {
            self.is_refuted = true;
        } else if !self.is_refuted() {
            self.solver.add_clause_ref(Cl::new(lits)).expect("this solver never refuses a clause");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::sat::encoding::Encoding;

    #[test]
    fn propagation_fixes_what_follows_from_single_clauses() {
        let mut clauses = Clauses::default();
        let (one, other) = (clauses.fresh(), clauses.fresh());
        clauses.clause(&[one, other]);
        assert_eq!(clauses.settled(other), None);
        assert_eq!(clauses.ask(&[!one]), Answer::Possible);
        assert!(clauses.is_true(other) && !clauses.is_true(one));
        clauses.clause(&[!one]);
        assert!(clauses.propagate());
        assert_eq!((clauses.settled(one), clauses.settled(other)), (Some(false), Some(true)));
        assert_eq!(clauses.ask(&[!other]), Answer::Impossible);
        clauses.clause(&[]);
        assert!(!clauses.propagate());
    }

    #[test]
    fn a_question_that_takes_too_long_is_stopped() {
        // Eleven pigeons in ten holes: every proof by resolution is huge.
        let mut clauses = Clauses::default();
        let sits: Vec<Vec<Lit>> = (0..11).map(|_| (0..10).map(|_| clauses.fresh()).collect()).collect();
        for pigeon in &sits {
            Encoding::Naive.exactly(1, pigeon, &mut clauses);
        }
        for hole in 0..10 {
            for (idx, one) in sits.iter().enumerate() {
                sits[..idx].iter().for_each(|other| clauses.clause(&[!one[hole], !other[hole]]));
            }
        }
        assert_eq!(clauses.ask(&[]), Answer::Unknown);
    }
}
