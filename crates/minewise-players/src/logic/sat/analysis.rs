//! An analysis of one view by the solver of `sat`, to measure the solver rather than to play.

use minewise::{Cell, Census, Verdict, View};

use super::count::{Regions, count};
use super::encoding::Encoding;
use super::solver::{Fact, Global, Knowledge};

/// An analysis of a view by the solver of [`Sat`](super::Sat).
///
/// # Examples
/// ```
/// use minewise::{Census, View};
/// use minewise_players::{Encoding, Global, Regions, SatAnalysis};
/// let view: View = "4x2/2 1.../1...".parse()?;
/// let analysis = SatAnalysis::of(&view, Encoding::Sequential, Global::Always).ok_or("no layout fits")?;
/// assert_eq!(analysis.models(Regions::Joint).ok_or("too many")?.n_joint, 2.0);
/// assert_eq!(analysis.compare(&Census::of(&view)?, Regions::Joint).n_different, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SatAnalysis<'a> {
    view: &'a View,
    facts: Vec<Fact>,
    encoding: Encoding,
}

/// The numbers of models of a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelCounts {
    /// Number of models of the whole undecided frontier, without regard to the number of mines.
    pub n_joint: f64,
    /// Number of models that the solver listed: all of these, or fewer if it went region by region.
    pub n_listed: usize,
}

/// A comparison of the solver with the census on a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Number of covered cells, each of which has a verdict.
    pub n_verdicts: usize,
    /// Number of verdicts that differ.
    pub n_different: usize,
    /// Number of undecided cells whose risks were compared.
    pub n_risks: usize,
    /// The greatest difference of a risk, 0 if there is none to compare; `None` if there were too many models to count.
    pub greatest: Option<f64>,
}

impl<'a> SatAnalysis<'a> {
    /// Analyses `view` with a new solver; `None` if no layout fits.
    pub fn of(view: &'a View, encoding: Encoding, global: Global) -> Option<SatAnalysis<'a>> {
        let mut knowledge = Knowledge::new(view.grid(), encoding, global, &[]);
        knowledge.learn(view);
        let found = knowledge.find_all();
        (!found.is_contradictory).then(|| SatAnalysis::known(view, &knowledge, encoding))
    }

    /// Creates the analysis of a view from what is already known of it.
    pub(crate) fn known(view: &'a View, knowledge: &Knowledge, encoding: Encoding) -> SatAnalysis<'a> {
        SatAnalysis { view, facts: knowledge.facts().to_vec(), encoding }
    }

    /// Returns the verdict of the solver on a covered cell; `Open` also if it took too long to find out.
    pub fn verdict(&self, cell: Cell) -> Verdict {
        match self.facts[cell] {
            Fact::Safe => Verdict::Safe,
            Fact::Mine => Verdict::Mine,
            Fact::Undecided => Verdict::Open,
        }
    }

    /// Counts the models of the undecided frontier; `None` if there are too many.
    pub fn models(&self, regions: Regions) -> Option<ModelCounts> {
        let counts = count(self.view, &self.facts, self.encoding, regions)?;
        Some(ModelCounts { n_joint: counts.n_joint, n_listed: counts.n_models })
    }

    /// Compares all verdicts and risks with those of the census of the same view.
    pub fn compare(&self, census: &Census, regions: Regions) -> Agreement {
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
            // If the census has no risk for the cell, the two differ as much as they can.
            greatest = greatest.max(census.risk(cell).map_or(1.0, |expected| (risk - expected).abs()));
            agreement.n_risks += 1;
        }
        agreement.greatest = Some(greatest);
        agreement
    }
}
