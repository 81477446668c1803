//! Checks that every player conforms to the contract of players: with its defaults, and with every word of its options.

use std::panic::catch_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

use minewise::Player;
use minewise::testing::conformance::check_made;

use super::*;

/// Options that make slow players fast enough to check. All others are checked with their defaults.
const QUICK: [&str; 5] = [
    "bssuct(actions=0.5,draws=100,layouts=2000,nodes=1000,sims=30,steps=5)",
    "expectimax(depth=2,views=200)",
    "mcmc(steps=500)",
    "perfect(nodes=2000)",
    "rejection(draws=2000,fits=50)",
];

/// Players that take too long even so.
const TOO_SLOW: [&str; 1] = ["search(level=deep)"];

/// Combinations of options that interact.
const TOGETHER: [&str; 9] = [
    "bssuct(actions=0.5,belief=mcmc,leaf=paper,listed=0,sims=30,steps=5)",
    "bssuct(actions=0.5,belief=rejection,draws=100,leaf=least-risk,reward=result,sims=30)",
    "bssuct(actions=0.5,cells=3,outcomes=0.5,sims=30,streams=3,threads=2)",
    "bssuct(actions=0.5,forced=off,leaf=chance,sims=30)",
    "bssuct(actions=0.5,forced=off,nodes=5,reward=result,sims=30)",
    "limited-search(depth=3,width=2)",
    "sat(count=on,encoding=naive)",
    "sat(count=on,global=always,penalty=0,regions=split)",
    "sat(encoding=naive,global=always)",
];

/// Returns a player with the options of [`QUICK`], and the same with every word of each of its options.
fn variants(entry: &Entry) -> Vec<String> {
    let name = entry.name();
    let quick = QUICK.iter().find_map(|spec| spec.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')'));
    let with = |more: &str| {
        let options: Vec<&str> = quick.into_iter().chain([more]).filter(|part| !part.is_empty()).collect();
        format!("{name}({})", options.join(","))
    };
    let words = entry.options().iter().flat_map(|option| match &option.values {
        Values::OneOf(words) | Values::Model { shipped: words, .. } => {
            words.iter().map(|word| format!("{}={word}", option.name)).collect()
        }
        _ => Vec::new(),
    });
    [String::new()].into_iter().chain(words).map(|more| with(&more)).collect()
}

fn check(spec: &PlayerSpec) {
    let entry = spec.entry();
    let fork = |player: &dyn Player| entry.fork(player);
    check_made(&|| spec.make(), &fork, &|player| entry.counts(player));
}

#[test]
fn every_player_conforms_with_every_word_of_its_options() {
    let texts: Vec<String> = Zoo::shipped().entries().flat_map(variants).collect();
    let texts = texts.iter().map(String::as_str).chain(TOGETHER);
    // In canonical form, so that defaults that are spelled out are not checked twice.
    let mut specs: Vec<String> = texts.map(|text| Zoo::shipped().read(text).unwrap().to_string()).collect();
    specs.sort_unstable();
    specs.dedup();
    specs.retain(|spec| !TOO_SLOW.contains(&spec.as_str()));
    assert!(specs.len() > 50, "{}", specs.len());
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(spec) = specs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let conforms = catch_unwind(|| check(&spec.parse().unwrap()));
            assert!(conforms.is_ok(), "`{spec}` does not conform");
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
}
