//! Every player keeps to the rules of the house.

use minewise::conformance::check;
use minewise_players::{CspMyopic, CspPgms, Exact, Guess, Naive, Pgms, Random, SinglePoint};

#[test]
fn random_conforms() {
    check(|| Box::<Random>::default());
}

#[test]
fn exact_conforms() {
    check(|| Box::<Exact>::default());
}

#[test]
fn naive_conforms() {
    check(|| Box::<Naive>::default());
}

#[test]
fn single_point_conforms() {
    check(|| Box::new(SinglePoint::new(Guess::Random)));
    check(|| Box::new(SinglePoint::new(Guess::LeastRisk)));
}

#[test]
fn csp_myopic_conforms() {
    check(|| Box::<CspMyopic>::default());
}

#[test]
fn csp_pgms_conforms() {
    check(|| Box::<CspPgms>::default());
}

#[test]
fn pgms_conforms() {
    check(|| Box::<Pgms>::default());
}
