//! Every player stops soon when it is cancelled, even with options that let it think for hours.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use minewise::cancel::{CancelFlag, Cancelled};
use minewise::{Grid, Position, Seed, View};

use super::{Entry, Values, Zoo};

/// Views that keep players busy: an untouched board, one with few numbers, an Expert view, and one whose numbers are
/// linked in such a tangle that counting it takes a second.
fn views() -> [View; 4] {
    let expert = include_str!("../../../../golden/positions/expert.views");
    let tangled = include_str!("../../../../golden/positions/tangled.views");
    let untouched = View::new(&Grid::new("intermediate".parse().unwrap()));
    let few = "8x8/10 ......../......../..1..2../......../..1...1./......../......../........";
    let lines = [few, expert.split("\n\n").nth(3).unwrap(), tangled.lines().next().unwrap()];
    let [few, expert, tangled] = lines.map(|line| line.parse().unwrap());
    [untouched, few, expert, tangled]
}

/// The player with each of its words, and with all counts as high as the server allows.
fn hardest(entry: &Entry) -> Vec<String> {
    let counts = entry.options().iter().filter_map(|option| match option.values {
        Values::Count(_, most) => Some(format!("{}={}", option.name, most.min(1_000_000))),
        _ => None,
    });
    let counts: Vec<String> = counts.collect();
    let mut specs = vec![format!("{}({})", entry.name(), counts.join(", "))];
    for option in entry.options() {
        if let Values::OneOf(words) = &option.values {
            let with = |word: &&str| {
                let all: Vec<String> =
                    counts.iter().cloned().chain([format!("{}={word}", option.name)]).collect();
                format!("{}({})", entry.name(), all.join(", "))
            };
            specs.extend(words.iter().map(with));
        }
    }
    specs
}

#[test]
fn every_player_stops_soon_when_cancelled() {
    /// How long a choice runs before it is cancelled.
    const BEFORE: Duration = Duration::from_millis(20);
    /// How long it may go on; a busy machine needs some room.
    const AFTER: Duration = Duration::from_millis(1000);
    let mut n_cancelled = 0;
    for entry in Zoo::shipped().entries() {
        for text in hardest(entry) {
            let Ok(spec) = Zoo::shipped().read(&text) else { panic!("{text} is no player") };
            for (idx, view) in views().into_iter().enumerate() {
                let flag = CancelFlag::default();
                let (sender, receiver) = mpsc::channel();
                let (spec, view, its_flag) = (spec.clone(), view.clone(), flag.clone());
                let thread = std::thread::spawn(move || {
                    let chosen = its_flag.run(|| {
                        let mut player = spec.make();
                        player.start(view.grid().rules(), Seed(1));
                        player.choose(&Position::new(view));
                    });
                    let _ = sender.send(());
                    chosen
                });
                let _ = receiver.recv_timeout(BEFORE);
                flag.cancel();
                let since = Instant::now();
                let chosen = thread.join().unwrap();
                assert!(since.elapsed() < AFTER, "{text} goes on for {:?} in view {idx}", since.elapsed());
                n_cancelled += usize::from(chosen == Err(Cancelled));
            }
        }
    }
    assert!(n_cancelled > 30, "only {n_cancelled} choices took long enough to be cancelled");
}
