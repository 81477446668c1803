//! A learned classifier, as text and as an estimator.

use std::fmt;
use std::str::FromStr;

use minewise::board::RulesError;
use minewise::{Cell, Rules, View};
use minewise_players::entry;
use minewise_players::entry::model_file::{self, Lines, ModelError};

use super::platt::Sigmoid;
use super::settings::{ClassifierSettings, Method, rules_text};
use super::window::{Side, Window};
use crate::shared::encoding::{Encoding, N_CODES};
use crate::shared::estimate::Estimator;

/// The first line of a model.
const HEADER: &str = "minewise classifier 1";
/// Limits for models that are read: the most vectors, the most rules and the largest gamma.
const MOST_VECTORS: usize = 20_000;
const MOST_RULES: usize = 100;
const MOST_GAMMA: f32 = 1e6;

/// A learned classifier.
///
/// As text: `minewise classifier 1`, remarks, then the lines `rules`, `window`, `symmetry`, `encoding`, `method`,
/// `platt` and `bias`. A linear classifier then has one line `cell` for each cell of the window, with its weights. A
/// kernel classifier has the lines `gamma` and `vectors`, and one line per vector: the letters of its window and its
/// coefficient.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    remarks: Vec<String>,
    rules: Vec<Rules>,
    side: Side,
    symmetry: bool,
    encoding: Encoding,
    method: Method,
    sigmoid: Sigmoid,
    function: DecisionFunction,
}

/// The function that computes the decision value of a window.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum DecisionFunction {
    Linear { bias: f32, weights: Vec<f32> },
    Kernel(Vectors),
}

/// The support vectors of a kernel classifier.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Vectors {
    bias: f32,
    gamma: f32,
    /// The kernel for every distance.
    table: Vec<f32>,
    /// The codes of all windows, one window after the other. Invariant: there are as many windows as coefficients.
    codes: Vec<u8>,
    coefficients: Vec<f32>,
}

/// The RBF kernel for every distance between two windows.
pub(super) fn kernel_table(side: Side, encoding: Encoding, gamma: f32) -> Vec<f32> {
    encoding.kernel_table(f64::from(gamma), side.n_cells()).map(|kernel| kernel as f32).collect()
}

impl DecisionFunction {
    /// Creates a linear function from its weights, with the bias last.
    pub(super) fn linear(weights: &[f64]) -> DecisionFunction {
        let mut weights: Vec<f32> = weights.iter().map(|&weight| weight as f32).collect();
        DecisionFunction::Linear { bias: weights.pop().unwrap_or(0.0), weights }
    }

    /// Creates a kernel function without support vectors.
    pub(super) fn kernel(side: Side, encoding: Encoding, gamma: f32, bias: f32) -> DecisionFunction {
        let table = kernel_table(side, encoding, gamma);
        DecisionFunction::Kernel(Vectors { bias, gamma, table, codes: Vec::new(), coefficients: Vec::new() })
    }

    /// Adds a support vector to a kernel function.
    pub(super) fn add_vector(&mut self, codes: &[u8], coefficient: f32) {
        if let DecisionFunction::Kernel(vectors) = self {
            vectors.codes.extend_from_slice(codes);
            vectors.coefficients.push(coefficient);
        }
    }

    fn value(&self, encoding: Encoding, codes: &[u8]) -> f64 {
        match self {
            DecisionFunction::Linear { bias, weights } => {
                let part = |(place, number): (usize, f64)| f64::from(weights[place]) * number;
                f64::from(*bias) + encoding.features(codes).map(part).sum::<f64>()
            }
            DecisionFunction::Kernel(vectors) => {
                let windows = vectors.codes.chunks_exact(codes.len());
                let part = |(other, &coefficient): (&[u8], &f32)| {
                    f64::from(vectors.table[encoding.distance(codes, other)]) * f64::from(coefficient)
                };
                f64::from(vectors.bias) + windows.zip(&vectors.coefficients).map(part).sum::<f64>()
            }
        }
    }
}

impl Model {
    pub(super) fn new(settings: &ClassifierSettings, function: DecisionFunction, sigmoid: Sigmoid) -> Model {
        let &ClassifierSettings { window: side, symmetry, encoding, method, .. } = settings;
        let rules = settings.rules.clone();
        Model { remarks: Vec::new(), rules, side, symmetry, encoding, method, sigmoid, function }
    }

    pub(super) fn set_sigmoid(&mut self, sigmoid: Sigmoid) {
        self.sigmoid = sigmoid;
    }

    /// The same model with these remarks at the top of its text, one line each.
    #[must_use]
    pub fn with_remarks(self, remarks: Vec<String>) -> Model {
        Model { remarks, ..self }
    }

    /// The rules that it learned from. It can play all other rules as well.
    pub fn rules(&self) -> &[Rules] {
        &self.rules
    }

    /// The decision value of a window: above 0 if the cell in its middle is predicted to be certainly safe.
    ///
    /// # Panics
    /// When the window is not of the model's size.
    pub fn value(&self, window: &Window) -> f64 {
        assert_eq!(window.codes().len(), self.side.n_cells(), "a window of the model's side");
        self.function.value(self.encoding, window.codes())
    }
}

impl entry::Model for Model {
    /// A hash of the model without its remarks, which identifies it.
    fn id(&self) -> String {
        model_file::id(&self.to_string())
    }
}

impl Estimator for Model {
    fn risks(&self, view: &View, cells: &[Cell]) -> Vec<f64> {
        let value = |&cell: &Cell| self.value(&Window::of_cell(view, cell, self.side, self.symmetry));
        cells.iter().map(|cell| self.sigmoid.risk(value(cell))).collect()
    }
}

/// Canonical text: header, remarks, then the lines in the order given at [`Model`].
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        model_file::write_head(f, HEADER, &self.remarks)?;
        writeln!(f, "rules {}", rules_text(&self.rules))?;
        writeln!(f, "window {}\nsymmetry {}", self.side, self.symmetry)?;
        writeln!(f, "encoding {}\nmethod {}", self.encoding, self.method)?;
        writeln!(f, "platt {} {}", self.sigmoid.slope, self.sigmoid.offset)?;
        match &self.function {
            DecisionFunction::Linear { bias, weights } => {
                writeln!(f, "bias {bias}")?;
                for cell in weights.chunks(self.encoding.n_numbers()) {
                    let numbers: String = cell.iter().map(|weight| format!(" {weight}")).collect();
                    writeln!(f, "cell{numbers}")?;
                }
                Ok(())
            }
            DecisionFunction::Kernel(vectors) => {
                writeln!(f, "bias {}\ngamma {}", vectors.bias, vectors.gamma)?;
                writeln!(f, "vectors {}", vectors.coefficients.len())?;
                let windows = vectors.codes.chunks_exact(self.side.n_cells());
                for (codes, coefficient) in windows.zip(&vectors.coefficients) {
                    writeln!(f, "{} {coefficient}", Window::from_codes(codes))?;
                }
                Ok(())
            }
        }
    }
}

impl FromStr for Model {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Model, ModelError> {
        let mut lines = Lines::new(text, HEADER)?;
        let rules = read_rules(&mut lines)?;
        let side = lines.value("window")?;
        let symmetry = lines.value("symmetry")?;
        let encoding = lines.value("encoding")?;
        let method = lines.value("method")?;
        let sigmoid = read_sigmoid(&mut lines)?;
        let bias = lines.number("bias")?;
        let function = match method {
            Method::Logistic | Method::LinearSvm => {
                DecisionFunction::Linear { bias, weights: read_weights(&mut lines, side, encoding)? }
            }
            Method::RbfSvm => read_vectors(&mut lines, side, encoding, bias)?,
        };
        lines.end()?;
        Ok(Model {
            remarks: model_file::remarks(text),
            rules,
            side,
            symmetry,
            encoding,
            method,
            sigmoid,
            function,
        })
    }
}

fn read_rules(lines: &mut Lines<'_>) -> Result<Vec<Rules>, ModelError> {
    let mut rules = Vec::new();
    for word in lines.words("rules")? {
        if rules.len() == MOST_RULES {
            return Err(lines.wrong(format_args!("expected at most {MOST_RULES} rules")));
        }
        rules.push(word.parse().map_err(|error: RulesError| lines.wrong(error))?);
    }
    if rules.is_empty() {
        return Err(lines.wrong("expected rules such as `9x9/10`"));
    }
    Ok(rules)
}

fn read_sigmoid(lines: &mut Lines<'_>) -> Result<Sigmoid, ModelError> {
    let numbers = lines.numbers::<f32>("platt", 2)?;
    if numbers[0] < 0.0 {
        return Err(lines.wrong("the slope of `platt` is below 0"));
    }
    Ok(Sigmoid { slope: numbers[0], offset: numbers[1] })
}

fn read_weights(lines: &mut Lines<'_>, side: Side, encoding: Encoding) -> Result<Vec<f32>, ModelError> {
    let mut weights = Vec::with_capacity(side.n_cells() * N_CODES);
    for _ in 0..side.n_cells() {
        weights.extend(lines.numbers::<f32>("cell", encoding.n_numbers())?);
    }
    Ok(weights)
}

fn read_vectors(
    lines: &mut Lines<'_>,
    side: Side,
    encoding: Encoding,
    bias: f32,
) -> Result<DecisionFunction, ModelError> {
    let gamma = lines.number("gamma")?;
    if !(0.0..=MOST_GAMMA).contains(&gamma) {
        return Err(lines.wrong(format_args!("`gamma` is not within 0 and {MOST_GAMMA}")));
    }
    let n_vectors = lines.count("vectors", 0..=MOST_VECTORS)?;
    let mut function = DecisionFunction::kernel(side, encoding, gamma, bias);
    for _ in 0..n_vectors {
        let mut words = lines.line("vector")?;
        let window = words.next().and_then(|word| word.parse::<Window>().ok());
        let Some(window) = window.filter(|window| window.codes().len() == side.n_cells()) else {
            return Err(lines.wrong(format_args!("expected a window of {} letters", side.n_cells())));
        };
        function.add_vector(window.codes(), lines.read_numbers::<f32>(words, 1)?[0]);
    }
    Ok(function)
}

#[cfg(test)]
mod tests {
    use minewise_players::entry::Model as _;
    use std::sync::Arc;

    use super::*;
    use crate::classifier::ClassifierCourse;
    use crate::shared::course::{Course, Settings};
    use crate::shared::estimate::Greedy;

    fn small(method: Method, encoding: Encoding) -> Model {
        let rules = vec!["5x4/4".parse().unwrap(), "4x6/5@hex".parse().unwrap()];
        let games = Settings { n_games: 30, seed: 1 };
        let settings = ClassifierSettings::new(rules, Side::ALL[1], encoding, method, games);
        let mut course = ClassifierCourse::new(ClassifierSettings { most_windows: 200, ..settings });
        course.learn(u64::MAX, 2);
        course.finish(2, &mut |_| {}).0
    }

    #[test]
    fn it_conforms() {
        for method in [Method::Logistic, Method::RbfSvm] {
            let model = Arc::new(small(method, Encoding::OneHot));
            minewise::testing::conformance::check(|| Greedy::new(Arc::clone(&model)));
        }
    }

    #[test]
    fn a_model_is_read_back_as_it_was_written() {
        for (method, encoding) in
            Method::ALL.into_iter().zip([Encoding::Integer, Encoding::OneHot, Encoding::Integer])
        {
            let model = small(method, encoding);
            let read: Model = model.to_string().parse().unwrap();
            assert_eq!((read.id(), &read), (model.id(), &model));
            assert!(model.remarks.len() == 2 && model.rules().len() == 2);
        }
    }

    #[test]
    fn risks_fall_as_decision_values_grow() {
        let model = small(Method::Logistic, Encoding::OneHot);
        let view: View = "5x4/4 01.../12.../...../.....".parse().unwrap();
        let cells: Vec<Cell> = crate::shared::data::perimeter(&view).collect();
        let value = |cell: Cell| model.value(&Window::of_cell(&view, cell, model.side, model.symmetry));
        let mut pairs: Vec<(f64, f64)> =
            cells.iter().map(|&cell| value(cell)).zip(model.risks(&view, &cells)).collect();
        pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
        assert!(pairs.len() > 4 && pairs.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{pairs:?}");
    }

    #[test]
    fn bad_models_give_an_error_with_the_line() {
        let check = |text: &str, expected: &str| {
            let head = "minewise classifier 1\nrules 9x9/10\nwindow 3\nsymmetry true\nencoding integer\n";
            let text = text.replace("HEAD\n", head).replace("TAIL", "platt 1 0\nbias 0");
            assert_eq!(text.parse::<Model>().unwrap_err().to_string(), expected, "{text}");
        };
        check("", "it does not begin with `minewise classifier 1`");
        check("minewise regression 1\n", "it does not begin with `minewise classifier 1`");
        check("minewise classifier 1\nrules", "line 2: expected rules such as `9x9/10`");
        check(
            "minewise classifier 1\nrules 9x9/10\nwindow 4",
            "line 3: `window`: expected a window of 3, 5, 7 or 9",
        );
        check("HEAD\nmethod guess", "line 6: `method`: expected one of `logistic`, `linear-svm`, `rbf-svm`");
        check("HEAD\nmethod logistic\nplatt -1 0", "line 7: the slope of `platt` is below 0");
        check("HEAD\nmethod logistic\nTAIL\ncell 1", "it ends before the line `cell …`");
        check("HEAD\nmethod logistic\nTAIL\ncell 1 2", "line 9: expected 1 number");
        check("HEAD\nmethod logistic\nplatt 1 1e99", "line 7: `1e99` is not a number");
        check("HEAD\nmethod rbf-svm\nTAIL\ngamma -1", "line 9: `gamma` is not within 0 and 1000000");
        let kernel = "HEAD\nmethod rbf-svm\nTAIL\ngamma 1\nvectors ";
        check(&format!("{kernel}99999999999"), "line 10: `vectors` must be from 0 to 20000");
        check(&format!("{kernel}1"), "it ends before the line `vector …`");
        check(&format!("{kernel}1\n0..x 1"), "line 11: expected a window of 8 letters");
        check(&format!("{kernel}1\n0..x0..x"), "line 11: expected 1 number");
        check(&format!("{kernel}0\n0..x0..x 1"), "line 11: expected the end of the model");
    }
}
