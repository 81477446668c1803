//! Every player keeps to the rules of the house.

use minewise::conformance::check;
use minewise_players::{Exact, Random};

#[test]
fn random_conforms() {
    check(|| Box::<Random>::default());
}

#[test]
fn exact_conforms() {
    check(|| Box::<Exact>::default());
}
