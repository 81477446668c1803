use std::sync::Arc;

use minewise::testing::random_view;
use minewise::{Rng, Seed, View};

use minewise_players::entry::Model as _;

use super::*;
use minewise::Rules;

/// A network of random weights.
fn network(output: Output, n_channels: usize, n_layers: usize, seed: u64) -> Network {
    let shape = Shape { n_channels, n_layers };
    let mut rng = Rng::new(Seed(seed));
    let mut random = |size: usize| (0..size).map(|_| (rng.unit() - 0.5) as f32 * 0.3).collect();
    let weights: Vec<Vec<f32>> = shape.sizes().into_iter().map(&mut random).collect();
    Network::new(output, shape, vec!["made at random".to_owned()], &weights)
}

/// The obvious twin: all sums one by one, by the definition.
fn obvious_outputs(network: &Network, view: &View) -> Vec<f64> {
    let rules = *view.grid().rules();
    let (width, height) = (rules.width() as i64, rules.height() as i64);
    let mut values: Vec<Vec<f64>> = planes(view)
        .chunks(N_PLANES)
        .map(|cell| cell.iter().map(|&value| f64::from(value)).collect())
        .collect();
    let weights: Vec<Vec<f32>> = network.weights.iter().map(Quantised::values).collect();
    for (layer, pair) in weights.chunks_exact(2).take(network.shape.n_layers + 1).enumerate() {
        let n_inputs = values[0].len();
        let output = |cell: usize, output: usize| {
            let mut sum = f64::from(pair[1][output]);
            for around in 0..9 {
                let mut row = cell as i64 / width + around / 3 - 1;
                let mut col = cell as i64 % width + around % 3 - 1;
                if rules.topology().wraps() {
                    (row, col) = (row.rem_euclid(height), col.rem_euclid(width));
                }
                if (0..height).contains(&row) && (0..width).contains(&col) {
                    for input in 0..n_inputs {
                        let weight = pair[0][(output * n_inputs + input) * 9 + around as usize];
                        sum += f64::from(weight) * values[(row * width + col) as usize][input];
                    }
                }
            }
            sum.max(0.0) + if layer > 0 { values[cell][output] } else { 0.0 }
        };
        values = (0..values.len())
            .map(|cell| (0..network.shape.n_channels).map(|channel| output(cell, channel)).collect())
            .collect();
    }
    let (head, offset) = &network.head;
    let sum = |cell: &Vec<f64>| {
        f64::from(*offset)
            + cell.iter().zip(head).map(|(value, &weight)| value * f64::from(weight)).sum::<f64>()
    };
    values.iter().map(sum).collect()
}

#[test]
fn it_computes_the_same_as_its_obvious_twin() {
    let mut rng = Rng::new(Seed(1));
    let networks = [(3, 2), (8, 3), (13, 1), (24, 0)]
        .map(|(n_channels, n_layers)| network(Output::Risk, n_channels, n_layers, n_channels as u64));
    for idx in 0..2000 {
        let rules = Rules::random(&mut rng, 9);
        let view = random_view(&mut rng, rules);
        let network = &networks[idx % networks.len()];
        let (fast, obvious) = (network.outputs(&view), obvious_outputs(network, &view));
        assert_eq!(fast.len(), obvious.len());
        for (one, other) in fast.iter().zip(&obvious) {
            assert!((f64::from(*one) - other).abs() < 1e-4 * (1.0 + other.abs()), "{view:#}: {one} {other}");
        }
    }
}

#[test]
fn a_network_is_read_back_as_it_was_written() {
    let network = network(Output::Value, 5, 2, 7);
    let text = network.to_string();
    let again: Network = text.parse().unwrap();
    assert_eq!(again.to_string(), text);
    assert_eq!(again.id(), network.id());
    let view: View = "5x3/2@torus 1..../.2.../.....".parse().unwrap();
    assert_eq!(again.outputs(&view), network.outputs(&view));
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(text.parse::<Network>().unwrap_err().to_string(), expected);
}

#[test]
fn bad_files_give_an_error_with_the_line() {
    let good = network(Output::Risk, 2, 1, 7).to_string();
    check("minewise rules 1\n", "it does not begin with `minewise network 1`");
    check("minewise network 1\nsays much", "line 2: `says`: expected one of `risk`, `worth`");
    check(&good.replace("channels 2", "channels 129"), "line 4: `channels` must be from 1 to 128");
    check(&good.replace("layers 1", "layers 99999999999"), "line 5: `layers` must be from 0 to 32");
    check(&good.replace("channels 2", "channels 3"), "line 6: expected 378 weights in base 64");
    let short: Vec<&str> = good.lines().take(8).collect();
    check(&short.join("\n"), "it ends before the line `weights …`");
    check(&format!("{good}weights 1 AA"), "line 12: expected the end of the model");
    let unit = good.lines().nth(5).unwrap().split(' ').nth(1).unwrap();
    for bad in ["NaN", "-1", "1e30", "inf", "x"] {
        check(&good.replacen(unit, bad, 1), "line 6: expected a unit from 0 to 1");
    }
    check(&good.replacen("weights ", "weights 0 !", 1), "line 6: expected 252 weights in base 64");
}

#[test]
fn damaged_files_never_panic() {
    let good = network(Output::Risk, 2, 1, 7).to_string();
    let mut rng = Rng::new(Seed(5));
    let mut n_refused = 0;
    for _ in 0..3000 {
        let mut bytes = good.clone().into_bytes();
        let idx = rng.below(bytes.len());
        match rng.below(3) {
            0 => bytes.truncate(idx),
            1 => bytes[idx] = 32 + rng.below(95) as u8,
            _ => drop(bytes.remove(idx)),
        }
        n_refused += usize::from(String::from_utf8(bytes).unwrap().parse::<Network>().is_err());
    }
    assert!(n_refused > 1500, "{n_refused}");
}

#[test]
fn it_conforms() {
    for output in [Output::Risk, Output::Value] {
        let network = Arc::new(network(output, 4, 1, 9));
        minewise::testing::conformance::check(|| NetworkPlayer::new(Arc::clone(&network)));
    }
}
