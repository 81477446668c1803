//! A learned regression, as text and as an estimator.

use std::fmt;
use std::str::FromStr;

use minewise::{Cell, Grid, Rules, View};
use minewise_players::entry;
use minewise_players::entry::model_file::{self, Lines, ModelError};

use super::board::{Board, images};
use super::kernel::{Kernel, Similarity};
use super::settings::RegressionSettings;
use crate::shared::course::Settings;
use crate::shared::encoding::Encoding;
use crate::shared::estimate::Estimator;
use crate::shared::taught::not_taught;

/// The first line of a model.
const HEADER: &str = "minewise regression 1";
/// The value of a coefficient of 1 in the file.
const UNIT: f64 = 1e-4;
/// Limits for models that are read: the most cells and the most views.
const MOST_CELLS: usize = 1024;
const MOST_VIEWS: usize = 20_000;
/// Predicted risks nearer than this to 0 or 1, or outside that range, are moved into it without changing their order.
const MARGIN: f64 = 0.01;

/// A learned regression.
///
/// As text: `minewise regression 1`, remarks, then the lines `rules`, `encoding`, `symmetry`, `kernel` and `views`, and
/// then one line per training view: the letters of its cells, and for each cell a coefficient in ten-thousandths. The
/// coefficients are rounded when the model is made, so a model read from its file plays exactly the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    remarks: Vec<String>,
    rules: Rules,
    encoding: Encoding,
    kernel: Kernel,
    similarity: Similarity,
    symmetry: bool,
    /// The images of a board that predictions are averaged over.
    images: Vec<Vec<Cell>>,
    /// Invariant: `codes` and `coefficients` are of the same views, with one element per view and cell.
    codes: Vec<u8>,
    coefficients: Vec<i32>,
}

/// The density: the share of covered cells that are mines.
pub(super) fn density(view: &View) -> f64 {
    let n_left = view.grid().rules().n_mines().saturating_sub(view.shown_mines().count());
    n_left as f64 / view.n_covered().max(1) as f64
}

impl Model {
    /// Creates a model without views.
    pub(super) fn new(settings: &RegressionSettings, kernel: Kernel) -> Model {
        let &RegressionSettings { rules, encoding, symmetry, .. } = settings;
        let (remarks, codes, coefficients) = (Vec::new(), Vec::new(), Vec::new());
        let similarity = Similarity::new(kernel, encoding, &rules);
        let images = images(&Grid::new(rules), symmetry);
        Model { remarks, rules, encoding, kernel, similarity, symmetry, images, codes, coefficients }
    }

    /// Adds a view with its coefficients, which are rounded.
    pub(super) fn add_view(&mut self, codes: &[u8], coefficients: &[f64]) {
        self.codes.extend_from_slice(codes);
        self.coefficients.extend(coefficients.iter().map(|part| (part / UNIT).round() as i32));
    }

    /// The same model with these remarks at the top of its text, one line each.
    #[must_use]
    pub fn with_remarks(self, remarks: Vec<String>) -> Model {
        Model { remarks, ..self }
    }

    /// The rules that it learned. On other boards it predicts the same risk for all covered cells.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of views that it learned from.
    pub fn n_views(&self) -> usize {
        self.codes.len() / self.rules.n_cells()
    }

    /// Whether rules have the same size, topology and number of mines as the rules that it learned.
    fn knows(&self, rules: &Rules) -> bool {
        let facts = |rules: &Rules| (rules.width(), rules.height(), rules.n_mines(), rules.topology());
        facts(rules) == facts(&self.rules)
    }

    /// The predicted difference between the risk of each cell and the density.
    fn excess(&self, view: &View) -> Vec<f64> {
        let board = Board::of(view);
        let mut excess = vec![0.0; self.rules.n_cells()];
        for from in &self.images {
            let sums = self.sums(&board.image(from));
            for (&cell, sum) in from.iter().zip(sums) {
                excess[cell] += sum / self.images.len() as f64;
            }
        }
        excess
    }

    /// The same as [`Model::excess`], for one image of a board and in the order of its cells.
    fn sums(&self, board: &Board) -> Vec<f64> {
        let n_cells = self.rules.n_cells();
        let mut sums = vec![0.0; n_cells];
        let views = self.codes.chunks_exact(n_cells).zip(self.coefficients.chunks_exact(n_cells));
        for (codes, coefficients) in views {
            let similarity = self.similarity.of(board.codes(), codes) * UNIT;
            for (sum, &part) in sums.iter_mut().zip(coefficients) {
                *sum += similarity * f64::from(part);
            }
        }
        sums
    }
}

impl entry::Model for Model {
    /// A hash of the model without its remarks, which identifies it.
    fn id(&self) -> String {
        model_file::id(&self.to_string())
    }
}

/// Moves a predicted risk into the range from 0 to 1 such that the order of risks does not change.
// Regression can predict values outside that range. Clamping them would make different risks equal.
fn squash(risk: f64) -> f64 {
    if risk < MARGIN {
        MARGIN * libm::exp(((risk - MARGIN) / MARGIN).max(-700.0))
    } else if risk > 1.0 - MARGIN {
        1.0 - squash(1.0 - risk)
    } else {
        risk
    }
}

impl Estimator for Model {
    fn not_taught(&self, rules: &Rules) -> Option<String> {
        (!self.knows(rules)).then(|| not_taught("regression", &self.rules, rules, MOST_CELLS))
    }

    fn risks(&self, view: &View, cells: &[Cell]) -> Vec<f64> {
        let density = density(view);
        if !self.knows(view.grid().rules()) {
            return vec![density; cells.len()];
        }
        let excess = self.excess(view);
        cells.iter().map(|&cell| squash(density + excess[cell])).collect()
    }
}

/// Canonical text: header, remarks, then the lines in the order given at [`Model`].
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        model_file::write_head(f, HEADER, &self.remarks)?;
        writeln!(f, "rules {}\nencoding {}\nsymmetry {}", self.rules, self.encoding, self.symmetry)?;
        writeln!(f, "kernel {}\nviews {}", self.kernel, self.n_views())?;
        let n_cells = self.rules.n_cells();
        for (codes, coefficients) in
            self.codes.chunks_exact(n_cells).zip(self.coefficients.chunks_exact(n_cells))
        {
            let numbers: String = coefficients.iter().map(|part| format!(" {part}")).collect();
            writeln!(f, "{}{numbers}", Board::from_codes(codes))?;
        }
        Ok(())
    }
}

impl FromStr for Model {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Model, ModelError> {
        let mut lines = Lines::new(text, HEADER)?;
        let rules: Rules = lines.value("rules")?;
        if rules.n_cells() > MOST_CELLS {
            return Err(lines.wrong(format_args!("expected at most {MOST_CELLS} cells")));
        }
        let games = Settings { n_games: 0, seed: 0 };
        let encoding = lines.value("encoding")?;
        let symmetry = lines.value("symmetry")?;
        let settings = RegressionSettings { encoding, symmetry, ..RegressionSettings::new(rules, games) };
        let words: Vec<&str> = lines.words("kernel")?.take(3).collect();
        let kernel = words.join(" ").parse().map_err(|error: &str| lines.wrong(error))?;
        let n_views = lines.count("views", 0..=MOST_VIEWS)?;
        let mut model = Model::new(&settings, kernel);
        for _ in 0..n_views {
            read_view(&mut lines, &mut model)?;
        }
        lines.end()?;
        model.remarks = model_file::remarks(text);
        Ok(model)
    }
}

fn read_view(lines: &mut Lines<'_>, model: &mut Model) -> Result<(), ModelError> {
    let n_cells = model.rules.n_cells();
    let mut words = lines.line("view")?;
    let board = words.next().and_then(|word| word.parse::<Board>().ok());
    let Some(board) = board.filter(|board| board.codes().len() == n_cells) else {
        return Err(lines.wrong(format_args!("expected a view of {n_cells} letters")));
    };
    model.codes.extend_from_slice(board.codes());
    model.coefficients.extend(lines.read_numbers::<i32>(words, n_cells)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use minewise_players::entry::Model as _;
    use std::sync::Arc;

    use super::*;
    use crate::regression::RegressionCourse;
    use crate::shared::course::Course;
    use crate::shared::estimate::Greedy;

    fn small(rules: &str) -> Model {
        let games = Settings { n_games: 60, seed: 1 };
        let mut course = RegressionCourse::new(RegressionSettings {
            most_views: 60,
            most_tried: 40,
            ..RegressionSettings::new(rules.parse().unwrap(), games)
        });
        course.learn(u64::MAX, 2);
        course.finish(2, &mut |_| {}).0
    }

    #[test]
    fn it_conforms() {
        for rules in ["9x8/10", "3x2/2"] {
            let model = Arc::new(small(rules));
            minewise::testing::conformance::check(|| Greedy::new(Arc::clone(&model)));
        }
    }

    #[test]
    fn a_model_is_read_back_as_it_was_written() {
        let model = small("4x3/2");
        let text = model.to_string();
        assert_eq!(text.parse::<Model>().as_ref(), Ok(&model));
        assert!(model.n_views() > 20 && model.remarks.len() == 2);
        assert_eq!(text.parse::<Model>().unwrap().id(), model.id());
    }

    #[test]
    fn images_of_a_view_get_images_of_its_risks() {
        let model = small("4x3/2");
        let risks = |view: &str, cells: &[Cell]| model.risks(&view.parse().unwrap(), cells);
        let (one, other) = (risks("4x3/2 1.../1.../....", &[1, 9]), risks("4x3/2 ..../...1/...1", &[10, 2]));
        assert!(one.iter().zip(&other).all(|(one, other)| (one - other).abs() < 1e-12), "{one:?} {other:?}");
        assert!(one.iter().all(|risk| (0.0..=1.0).contains(risk)));
    }

    #[test]
    fn on_other_rules_all_cells_have_the_same_risk() {
        let model = small("4x3/2");
        assert_eq!(model.risks(&"3x4/2 1../.../.../...".parse().unwrap(), &[1, 5]), [2.0 / 11.0; 2]);
        assert_eq!(model.risks(&"4x3/3 1.../..../....".parse().unwrap(), &[1, 5]), [3.0 / 11.0; 2]);
    }

    #[test]
    fn squashed_risks_are_chances_and_keep_their_order() {
        let risks: Vec<f64> = (-10..30).map(|tenth| squash(f64::from(tenth) / 20.0)).collect();
        assert!(risks.iter().all(|risk| (0.0..=1.0).contains(risk)));
        assert!(risks[..30].windows(2).all(|pair| pair[0] < pair[1]), "{risks:?}");
    }

    #[test]
    fn bad_models_give_an_error_with_the_line() {
        let check = |text: &str, expected: &str| {
            let head = "minewise regression 1\nrules 2x1/1\nencoding one-hot\nsymmetry true\n";
            let text = text.replace("HEAD\n", head);
            assert_eq!(text.parse::<Model>().unwrap_err().to_string(), expected, "{text}");
        };
        check("", "it does not begin with `minewise regression 1`");
        check("minewise classifier 1\n", "it does not begin with `minewise regression 1`");
        check(
            "minewise regression 1\nrules 2x1",
            "line 2: `rules`: expected rules like `9x9/10`, `8x8/10:any` or `expert`, found `2x1`",
        );
        check("minewise regression 1\nrules 2000x2000/9", "line 2: expected at most 1024 cells");
        check("HEAD\n", "it ends before the line `kernel …`");
        check(
            "HEAD\nkernel rbf -1",
            "line 5: expected `linear`, `polynomial 2`, `polynomial 3` or `rbf` and a number",
        );
        check("HEAD\nkernel linear\nviews 99999999999", "line 6: `views` must be from 0 to 20000");
        check("HEAD\nkernel linear\nviews 1", "it ends before the line `view …`");
        check("HEAD\nkernel linear\nviews 1\n1x 0 0", "line 7: expected a view of 2 letters");
        check("HEAD\nkernel linear\nviews 1\n1. 0", "line 7: expected 2 numbers");
        check("HEAD\nkernel linear\nviews 1\n1. 0 0.5", "line 7: `0.5` is not a number");
        check("HEAD\nkernel linear\nviews 0\n1. 0 0", "line 7: expected the end of the model");
    }
}
