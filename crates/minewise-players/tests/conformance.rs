//! Every player keeps to the rules of the house.

use minewise::conformance::check;
use minewise_players::{Counting, Encoding, Exact, Global, Random, Regions, Sat, SatOptions};

#[test]
fn random_conforms() {
    check(|| Box::<Random>::default());
}

#[test]
fn exact_conforms() {
    check(|| Box::<Exact>::default());
}

#[test]
fn sat_conforms_with_every_option() {
    let split = Counting { regions: Regions::Split, penalty: 0.0 };
    let (naive, sequential) = (Encoding::Naive, Encoding::Sequential);
    for (encoding, global, counting) in [
        (sequential, Global::Endgame, None),
        (naive, Global::Always, None),
        (naive, Global::Endgame, Some(Counting::default())),
        (sequential, Global::Always, Some(split)),
    ] {
        check(|| Box::new(Sat::new(SatOptions { encoding, global, counting })));
    }
}
