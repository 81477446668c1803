use minewise::testing::random_view;
use minewise::{Rng, Rules, Seed, View};
use minewise_players::entry::Model as _;

use super::cnn::CnnCourse;
use super::dqn::DqnCourse;
use super::gradient::{Batch, gradient};
use super::trainee::Trainee;
use super::{NetworkSettings, Trains};
use crate::network::{Output, Shape};
use crate::shared::course::{CheckpointError, Settings};

const SHAPE: Shape = Shape { n_channels: 6, n_layers: 2 };

fn view(rng: &mut Rng) -> View {
    random_view(rng, "5x4/4".parse().unwrap())
}

/// The obvious twin: the mean loss of the playing network, cell by cell.
fn obvious_loss(weights: &[Vec<f32>], views: &[(View, Vec<(f32, f32)>)]) -> f64 {
    let network = crate::network::Network::new(Output::Risk, SHAPE, Vec::new(), weights);
    let (mut sum, mut total) = (0.0, 0.0);
    for (view, labels) in views {
        for (&output, &(target, weight)) in network.outputs(view).iter().zip(labels) {
            let (output, target) = (f64::from(output), f64::from(target));
            sum += f64::from(weight) * ((1.0 + output.exp()).ln() - target * output);
            total += f64::from(weight);
        }
    }
    sum / total
}

/// The trained network computes the same as the playing one, and its gradient is the slope of the loss.
#[test]
fn the_loss_and_its_gradient_are_those_of_the_network_that_plays() {
    let mut rng = Rng::new(Seed(4));
    let views: Vec<(View, Vec<(f32, f32)>)> = (0..3)
        .map(|_| {
            let view = view(&mut rng);
            let labels = (0..20).map(|_| (rng.unit() as f32, rng.unit() as f32)).collect();
            (view, labels)
        })
        .collect();
    let batch = || {
        let mut batch = Batch::new(5, 4);
        views.iter().for_each(|(view, labels)| batch.push(view, labels.iter().copied()));
        batch
    };
    let mut random = |size: usize| (0..size).map(|_| (rng.unit() - 0.45) as f32 * 0.4).collect();
    let weights: Vec<Vec<f32>> = SHAPE.sizes().into_iter().map(&mut random).collect();
    let slices: Vec<&[f32]> = weights.iter().map(Vec::as_slice).collect();
    let (value, gradients) = gradient(SHAPE, &slices, batch());
    assert!((f64::from(value) - obvious_loss(&weights, &views)).abs() < 1e-3, "{value}");
    let mut n_sloped = 0;
    for set in 0..weights.len() {
        for idx in (0..weights[set].len()).step_by(11) {
            let at = |change: f32| {
                let mut changed = weights.clone();
                changed[set][idx] += change;
                obvious_loss(&changed, &views)
            };
            let slope = (at(0.02) - at(-0.02)) / 0.04;
            let gradient = f64::from(gradients[set][idx]);
            assert!(
                (slope - gradient).abs() < 0.02 + 0.1 * gradient.abs(),
                "{set} {idx}: {slope} {gradient}"
            );
            n_sloped += usize::from(gradient.abs() > 0.001);
        }
    }
    assert!(n_sloped > 15, "{n_sloped}");
}

#[test]
fn a_network_learns_what_it_is_shown() {
    let mut rng = Rng::new(Seed(8));
    let mut trainee = Trainee::new(SHAPE, Seed(2));
    let mut losses = Vec::new();
    for _ in 0..300 {
        let mut batch = Batch::new(5, 4);
        for _ in 0..8 {
            let view = view(&mut rng);
            // The target is whether the cell is covered.
            let labels: Vec<(f32, f32)> =
                (0..20).map(|cell| (f32::from(view.is_covered(cell)), 1.0)).collect();
            batch.push(&view, labels.into_iter());
        }
        losses.push(trainee.step(batch, 5e-3));
    }
    assert!(losses[0] > 0.5 && losses[299] < 0.02, "{} {}", losses[0], losses[299]);
}

fn settings(n_games: u64) -> NetworkSettings {
    let rules: Vec<Rules> = ["4x4/3", "6x5/6"].iter().map(|rules| rules.parse().unwrap()).collect();
    NetworkSettings::new(&rules, SHAPE, Settings { n_games, seed: 3 })
}

fn check_stops<C: Trains>(n_games: u64) {
    let mut whole = C::new(settings(n_games).into());
    whole.learn(n_games / 2, 1);
    whole.learn(u64::MAX, 1);
    let mut parts = C::new(settings(n_games).into());
    parts.learn(n_games / 2, 2);
    let mut parts = C::resume(settings(n_games).into(), &parts.checkpoint()).unwrap();
    parts.learn(u64::MAX, 3);
    assert_eq!(parts.network(Vec::new()).to_string(), whole.network(Vec::new()).to_string());
    assert_ne!(C::new(settings(n_games).into()).network(Vec::new()).id(), whole.network(Vec::new()).id());
    let Err(error) = C::resume(settings(7).into(), &whole.checkpoint()) else { panic!("other games") };
    let found = C::Settings::from(settings(n_games)).to_string();
    assert_eq!(error, CheckpointError::OtherSettings { found });
    assert!(matches!(C::resume(settings(7).into(), "{}"), Err(CheckpointError::Foreign { .. })));
}

#[test]
fn threads_and_stops_change_nothing() {
    check_stops::<CnnCourse>(3000);
    check_stops::<DqnCourse>(700);
}
