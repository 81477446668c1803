//! Every player keeps to the rules of the house.

use minewise::conformance::check;
use minewise_players::{Danger, Exact, Random};

#[test]
fn random_conforms() {
    check(|| Box::<Random>::default());
}

#[test]
fn danger_conforms() {
    check(|| Box::<Danger>::default());
}

#[test]
fn exact_conforms() {
    check(|| Box::<Exact>::default());
}
