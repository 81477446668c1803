//! Compares perft and perfect play with the golden files, to the last digit.

use std::collections::BTreeMap;

use minewise::perfect::{Limits, perft};
use minewise::{Grid, Optimal, Rules, View};

#[test]
fn perft_is_as_golden() {
    let mut by_rules: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    let text = include_str!("../../../golden/perft.csv");
    for line in text.lines().skip(1) {
        let [rules, depth, count] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let counts = by_rules.entry(rules).or_default();
        counts.push(count.parse().unwrap());
        assert_eq!(depth, counts.len().to_string());
    }
    assert_eq!(by_rules.len(), 7);
    for (rules, expected) in by_rules {
        assert_eq!(perft(rules.parse().unwrap(), expected.len(), u64::MAX), Ok(expected), "{rules}");
    }
}

#[test]
fn perfect_play_is_as_golden_for_every_start_and_first_cell() {
    let mut by_rules: BTreeMap<&str, Vec<[u64; 4]>> = BTreeMap::new();
    let text = include_str!("../../../golden/optimal.csv");
    for line in text.lines().skip(1) {
        let (rules, numbers) = line.split_once(',').unwrap();
        let numbers: Vec<u64> = numbers.split(',').map(|number| number.parse().unwrap()).collect();
        by_rules.entry(rules).or_default().push(numbers.try_into().unwrap());
    }
    assert_eq!(by_rules.len(), 143);
    for (name, expected) in by_rules {
        let rules: Rules = name.parse().unwrap();
        let grid = Grid::new(rules);
        let optimal = Optimal::of(&View::new(&grid), Limits::nodes(10_000_000)).unwrap();
        for [row, col, n_won, n_layouts] in expected {
            let cell = grid.cell(row as usize, col as usize).unwrap();
            let found = optimal.cells.iter().find(|value| value.cell == cell).unwrap();
            assert_eq!((found.n_won, found.n_layouts), (n_won, n_layouts), "{name} {row},{col}");
        }
    }
}
