//! A view of a kilobyte cannot make the census take gigabytes.

use std::io::Write;
use std::process::{Command, Stdio};

use minewise::{Grid, Layout, Rng, Rules, Seed, Shown, Topology, View};

use crate::common::program;

/// Analyses a view with at most this many megabytes of address space. Returns whether there was an answer.
#[track_caller]
fn is_answered(view: &str, most_mb: u32) -> bool {
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {most_mb}000; exec \"$0\" analyze --json")])
        .arg(program())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(view.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let answer = String::from_utf8_lossy(&output.stdout);
    match output.status.code() {
        Some(0) => assert!(answer.starts_with("{\"rules\":"), "{answer}"),
        Some(1) => assert!(answer.contains("too tangled to count"), "{answer}"),
        _ => panic!("{:?}: {}", output.status, String::from_utf8_lossy(&output.stderr)),
    }
    output.status.success()
}

#[test]
fn a_tangled_view_is_counted_in_little_memory() {
    let views = include_str!("../../../../golden/positions/tangled.views");
    assert!(views.lines().all(|view| is_answered(view, 400)));
}

/// A view with every number on its own, so that as many as possible are linked.
fn tangle(rng: &mut Rng, rules: Rules) -> View {
    let grid = Grid::new(rules);
    let layout = Layout::generate(&grid, Seed(rng.next_u64()), 0);
    let mut view = View::new(&grid);
    let share = 3 + rng.below(4);
    for cell in 0..grid.n_cells() {
        if !layout.is_mine(cell) && rng.below(share) == 0 {
            view.show(cell, Shown::Number(layout.number(cell)));
        }
    }
    view
}

#[test]
fn other_tangles_are_counted_or_refused_in_little_memory() {
    let mut rng = Rng::new(Seed(25));
    let mut n_refused = 0;
    for (idx, topology) in Topology::ALL.iter().cycle().take(12).enumerate() {
        let (width, height) = (16 + idx * 3, 40 + rng.below(40));
        let rules = Rules::new(width, height, width * height / 4, minewise::Start::Any, *topology).unwrap();
        n_refused += usize::from(!is_answered(&format!("{:#}", tangle(&mut rng, rules)), 400));
    }
    assert!((1..12).contains(&n_refused), "{n_refused} of 12 are too tangled");
}
