//! What the solver of `sat` tells of one view, for those who measure it rather than play.

use minewise::{Cell, Census, Verdict, View};

use super::count::{Regions, count};
use super::encoding::Encoding;
use super::solver::{Fact, Global, Knowledge};

/// What the solver of [`Sat`](super::Sat) tells of a view.
///
/// # Examples
/// ```
/// use minewise::{Census, View};
/// use minewise_players::{Encoding, Global, Regions, SatReading};
/// let view: View = "4x2/2 1.../1...".parse()?;
/// let reading = SatReading::of(&view, Encoding::Sequential, Global::Always).ok_or("no layout fits")?;
/// assert_eq!(reading.models(Regions::Joint).ok_or("too many")?.n_joint, 2.0);
/// assert_eq!(reading.beside(&Census::of(&view)?, Regions::Joint).n_different, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SatReading<'a> {
    view: &'a View,
    facts: Vec<Fact>,
    encoding: Encoding,
}

/// How many models a view has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Models {
    /// The ways to lay the whole undecided frontier, whatever the number of mines.
    pub n_joint: f64,
    /// The models that were looked at: all of these, or fewer by region.
    pub n_looked_at: usize,
}

/// How the solver and the census agree on a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The covered cells, each with a verdict.
    pub n_verdicts: usize,
    /// The verdicts that differ.
    pub n_different: usize,
    /// The undecided cells whose risks were compared.
    pub n_risks: usize,
    /// The greatest difference of a risk, 0 if there is none to compare; none if there were too many models to count.
    pub greatest: Option<f64>,
}

impl<'a> SatReading<'a> {
    /// Asks a new solver everything about `view`; none if no layout fits.
    pub fn of(view: &'a View, encoding: Encoding, global: Global) -> Option<SatReading<'a>> {
        let mut knowledge = Knowledge::new(view.grid(), encoding, global, &[]);
        knowledge.learn(view);
        let found = knowledge.find_all();
        (!found.is_clash).then(|| SatReading::known(view, &knowledge, encoding))
    }

    /// What is known already.
    pub(crate) fn known(view: &'a View, knowledge: &Knowledge, encoding: Encoding) -> SatReading<'a> {
        SatReading { view, facts: knowledge.facts().to_vec(), encoding }
    }

    /// What the solver says of a covered cell; also open if it gave up.
    pub fn verdict(&self, cell: Cell) -> Verdict {
        match self.facts[cell] {
            Fact::Safe => Verdict::Safe,
            Fact::Mine => Verdict::Mine,
            Fact::Undecided => Verdict::Open,
        }
    }

    /// Counts the models of the undecided frontier; none if there are too many.
    pub fn models(&self, regions: Regions) -> Option<Models> {
        let counts = count(self.view, &self.facts, self.encoding, regions)?;
        Some(Models { n_joint: counts.n_joint, n_looked_at: counts.n_models })
    }

    /// Compares all verdicts and risks with those of the census of the same view.
    pub fn beside(&self, census: &Census, regions: Regions) -> Agreement {
        let is_different = |&cell: &Cell| census.verdict(cell) != Some(self.verdict(cell));
        let mut agreement = Agreement {
            n_verdicts: self.view.n_covered(),
            n_different: self.view.covered().filter(is_different).count(),
            n_risks: 0,
            greatest: None,
        };
        let Some(counts) = count(self.view, &self.facts, self.encoding, regions) else { return agreement };
        let outside = counts.outside.iter().filter_map(|&cell| Some((cell, counts.outside_risk?)));
        let mut greatest: f64 = 0.0;
        for (cell, risk) in counts.frontier.iter().copied().chain(outside) {
            // A cell that only one of them has a risk for differs as much as can be.
            greatest = greatest.max(census.risk(cell).map_or(1.0, |expected| (risk - expected).abs()));
            agreement.n_risks += 1;
        }
        agreement.greatest = Some(greatest);
        agreement
    }
}
