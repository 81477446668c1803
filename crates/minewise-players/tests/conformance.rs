//! Every player keeps to the rules of the house.

use minewise::conformance::check;
use minewise_players::{
    Belief, Bssuct, BssuctOptions, Counting, Csp, CspMyopic, CspPgms, Danger, Encoding, Exact, Expectimax,
    Global, Guess, Leaf, Level, LimitedSearch, Mcmc, Naive, Order, Perfect, Pgms, Random, Regions, Rejection,
    Reward, Sat, SatOptions, Search, SinglePoint,
};

#[test]
fn random_conforms() {
    check(Random::default);
}

#[test]
fn danger_conforms() {
    check(Danger::default);
}

#[test]
fn exact_conforms() {
    check(Exact::default);
}

#[test]
fn expectimax_conforms() {
    check(|| Expectimax::new(2, 200));
}

#[test]
fn perfect_conforms() {
    check(|| Perfect::new(2000));
}

#[test]
fn naive_conforms() {
    check(Naive::default);
}

#[test]
fn single_point_conforms() {
    check(|| SinglePoint::new(Guess::Random));
    check(|| SinglePoint::new(Guess::LeastRisk));
}

#[test]
fn csp_myopic_conforms() {
    check(CspMyopic::default);
}

#[test]
fn csp_pgms_conforms() {
    check(CspPgms::default);
}

#[test]
fn pgms_conforms() {
    check(Pgms::default);
}

#[test]
fn csp_conforms() {
    check(Csp::default);
}

#[test]
fn rejection_conforms() {
    check(|| Rejection::new(2000, 50));
}

#[test]
fn mcmc_conforms() {
    check(|| Mcmc::new(500));
}

#[test]
fn limited_search_conforms() {
    check(|| LimitedSearch::new(1, 5));
    check(|| LimitedSearch::new(3, 2));
}

#[test]
fn bssuct_conforms_with_every_option() {
    let options = BssuctOptions {
        sims: 30,
        nodes: 1000,
        streams: 1,
        threads: 1,
        cells: 64,
        listed: 300,
        order: Order::Beside,
        actions: 0.5,
        outcomes: 1.0,
        zeta: 0.5,
        range: 0.3,
        greedy: 0.7,
        leaf: Leaf::Auto,
        belief: Belief::Census,
        forced: true,
        reward: Reward::Chance,
        draws: 100,
        steps: 5,
    };
    for options in [
        options,
        BssuctOptions { streams: 3, threads: 2, outcomes: 0.5, cells: 3, ..options },
        BssuctOptions { belief: Belief::Rejection, reward: Reward::Result, leaf: Leaf::LeastRisk, ..options },
        BssuctOptions { belief: Belief::Mcmc, leaf: Leaf::Paper, listed: 0, ..options },
        BssuctOptions { forced: false, leaf: Leaf::Chance, ..options },
        BssuctOptions { forced: false, reward: Reward::Result, nodes: 5, ..options },
    ] {
        check(|| Bssuct::new(options));
    }
}

#[test]
fn search_conforms_at_every_level() {
    check(|| Search::new(Level::Fast));
    check(|| Search::new(Level::Normal));
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
        check(|| Sat::new(SatOptions { encoding, global, counting }));
    }
}
