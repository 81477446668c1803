//! The text form of networks.

use std::fmt;
use std::str::FromStr;

use minewise_players::entry::model_file::{Lines, ModelError, remarks, write_head};

use super::{Network, Quantised, Shape, base64};

const HEADER: &str = "minewise network 1";

/// Canonical text: header, remarks, the kind of output, the shape, and one line per weight vector with its unit and its
/// integers.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_head(f, HEADER, &self.remarks)?;
        writeln!(f, "says {}", self.output)?;
        writeln!(f, "channels {}", self.shape.n_channels)?;
        writeln!(f, "layers {}", self.shape.n_layers)?;
        for Quantised { unit, steps } in &self.weights {
            writeln!(f, "weights {unit:e} {}", base64::write(steps))?;
        }
        Ok(())
    }
}

impl FromStr for Network {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Network, ModelError> {
        let mut lines = Lines::new(text, HEADER)?;
        let output = lines.value("says")?;
        let n_channels = lines.count("channels", 1..=Shape::MOST_CHANNELS)?;
        let n_layers = lines.count("layers", 0..=Shape::MOST_LAYERS)?;
        let shape = Shape { n_channels, n_layers };
        let weights = shape.sizes().into_iter().map(|size| read_weights(&mut lines, size));
        let weights = weights.collect::<Result<Vec<Quantised>, ModelError>>()?;
        lines.end()?;
        Ok(Network::from_quantised(output, shape, remarks(text), weights))
    }
}

fn read_weights(lines: &mut Lines<'_>, n_weights: usize) -> Result<Quantised, ModelError> {
    let mut words = lines.words("weights")?;
    let unit: Option<f32> = words.next().and_then(|word| word.parse().ok());
    // No training gives larger units.
    let Some(unit) = unit.filter(|unit| (0.0..=1.0).contains(unit)) else {
        return Err(lines.wrong("expected a unit from 0 to 1"));
    };
    let steps = words.next().and_then(|letters| base64::read(letters, n_weights));
    match (steps, words.next()) {
        (Some(steps), None) => Ok(Quantised { unit, steps }),
        _ => Err(lines.wrong(format_args!("expected {n_weights} weights in base 64"))),
    }
}
