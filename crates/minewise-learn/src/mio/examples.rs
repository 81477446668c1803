//! Examples: covered cells of views, labelled as safe or a mine.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use minewise::{Cell, Census, Game, Grid, Layout, Rng, Rules, Seed, Shown, Start, Topology, View};

use super::board::Board;
use super::knowledge::{Minesweeper, Target, Term};
use super::model::{Model, Rule};
use super::player::{GuessBy, Mio};
use crate::ilp::{Clause, Example, Sampler};
use crate::shared::course::FIRST_SEED;
use crate::shared::named::named;

/// How examples are labelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// By the layout that was drawn, as in the paper.
    #[default]
    Drawn,
    /// By all layouts that fit: an example is positive if the target holds in each of them.
    Certain,
}

named!(Labels: Drawn = "drawn", Certain = "certain");

/// Which views examples come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Views {
    /// Random views: some cells without a mine are revealed, and some mines are marked.
    #[default]
    Random,
    /// Views of games played by the rules learned so far, in which none of them applies.
    Stuck,
}

named!(Views: Random = "random", Stuck = "stuck");

/// A sampler of random examples for a target.
pub(crate) struct RandomExamples {
    pub(crate) grid: Arc<Grid>,
    pub(crate) target: Target,
    pub(crate) labels: Labels,
    pub(crate) views: Views,
    /// Rules that are known already; for [`Views::Stuck`], games are played by them and the learned ones.
    pub(crate) known: Vec<Rule>,
    pub(crate) seed: Seed,
}

impl Sampler<Minesweeper> for RandomExamples {
    fn draw(&self, world: u64, rules: &[Clause]) -> Vec<Example<Minesweeper>> {
        let mut rng = Rng::new(Seed(FIRST_SEED.wrapping_add(self.seed.0)).stream(world));
        let first = loop {
            let cell = rng.below(self.grid.n_cells());
            if self.grid.can_start_at(cell) {
                break cell;
            }
        };
        let layout = Layout::generate(&self.grid, Seed(rng.next_u64()), first);
        let view = match self.views {
            Views::Random => Some(random_view(&layout, &mut rng)),
            Views::Stuck => self.stuck_view(&layout, rules, &mut rng),
        };
        view.map(|view| self.examples(&Board::new(view), &layout)).unwrap_or_default()
    }
}

impl RandomExamples {
    /// The labelled examples of a board: all cells of the frontier and, where a game is stuck, one cell outside it.
    fn examples(&self, board: &Arc<Board>, layout: &Layout) -> Vec<Example<Minesweeper>> {
        let mut cells: Vec<Cell> = board.frontier().collect();
        if self.views == Views::Stuck {
            cells.extend(board.view().covered().find(|cell| !cells.contains(cell)));
        }
        let census = match self.labels {
            Labels::Drawn => None,
            Labels::Certain => Some(Census::of(board.view())),
        };
        let is_positive = |cell: Cell| match &census {
            None => Some(layout.is_mine(cell) == (self.target == Target::Mine)),
            Some(Err(_)) => None,
            Some(Ok(census)) => Some(census.verdict(cell) == Some(self.target.verdict())),
        };
        let example = |cell: Cell| {
            let head = vec![Term::Cell(cell as u32), Term::Board(Arc::clone(board))];
            Some(Example { world: (), head, is_positive: is_positive(cell)? })
        };
        cells.into_iter().filter_map(example).collect()
    }

    /// Plays a game with this layout by the rules, and returns a random one of the views where no rule finds a safe
    /// cell; `None` if there is no such view.
    fn stuck_view(&self, layout: &Layout, rules: &[Clause], rng: &mut Rng) -> Option<View> {
        let new = rules.iter().enumerate();
        let new = new.map(|(idx, clause)| Rule {
            name: format!("N{idx}"),
            target: self.target,
            clause: clause.clone(),
        });
        let model = Model::new(self.known.iter().cloned().chain(new).collect(), Vec::new());
        let mut player = Mio::new(Arc::new(model), GuessBy::SingleNumbers);
        let mut game = Game::with_layout(layout);
        let mut kept = None;
        let mut n_stuck = 0;
        while !game.is_over() {
            let (cell, stuck) = player.safe_or_stuck(game.view());
            if let Some(view) = stuck.filter(|_| !game.view().is_untouched()) {
                n_stuck += 1;
                // Reservoir sampling: each stuck view is kept with the same probability, without storing all of them.
                if rng.below(n_stuck) == 0 {
                    kept = Some(view);
                }
            }
            let safe = cell.filter(|&cell| !layout.is_mine(cell));
            let safe = safe.or_else(|| {
                let left: Vec<Cell> = game.view().covered().filter(|&cell| !layout.is_mine(cell)).collect();
                (!left.is_empty()).then(|| left[rng.below(left.len())])
            })?;
            game.reveal(safe).ok()?;
        }
        kept
    }
}

/// A random view of a small board of any shape, topology and number of mines.
pub(crate) fn exam_view(seed: Seed, world: u64) -> View {
    let mut rng = Rng::new(Seed(FIRST_SEED.wrapping_add(seed.0)).stream(world));
    let (width, height) = (1 + rng.below(LONGEST), 2 + rng.below(LONGEST));
    let n_mines = rng.below(width * height / 2 + 1);
    let topology = Topology::ALL[rng.below(Topology::ALL.len())];
    let rules =
        Rules::new(width, height, n_mines, Start::Safe, topology).expect("there is room for the mines");
    let grid = Grid::new(rules);
    let layout = Layout::generate(&grid, Seed(rng.next_u64()), rng.below(grid.n_cells()));
    random_view(&layout, &mut rng)
}

/// The longest side of a small board: widths are up to this, heights up to one more.
const LONGEST: usize = 7;

/// A random view of a layout: a random share of the cells without a mine is revealed, and a random share of the mines
/// next to them is marked.
fn random_view(layout: &Layout, rng: &mut Rng) -> View {
    let grid = layout.grid();
    let mut game = Game::with_layout(layout);
    let n_safe = grid.n_cells() - grid.rules().n_mines();
    let share = rng.unit();
    let n_wanted = ((share * n_safe as f64) as usize).clamp(1, n_safe);
    let mut cells: Vec<Cell> = (0..grid.n_cells()).filter(|&cell| !layout.is_mine(cell)).collect();
    while n_safe - game.n_left() < n_wanted && !cells.is_empty() {
        let cell = cells.swap_remove(rng.below(cells.len()));
        if game.view().is_covered(cell) {
            game.reveal(cell).expect("a covered cell without a mine can be revealed");
        }
    }
    let mut view = game.view().clone();
    let share = rng.unit();
    for cell in (0..grid.n_cells()).filter(|&cell| layout.is_mine(cell)) {
        let is_near_number = grid.neighbours(cell).any(|near| matches!(view.shown(near), Shown::Number(_)));
        if is_near_number && rng.unit() < share {
            view.show(cell, Shown::Mine);
        }
    }
    view
}

/// Examples from a file, one per line, such as `safe 0,3 5x2/1 .10../.10..`.
pub struct ExampleFile {
    examples: Vec<(Arc<Board>, Cell, Target)>,
}

/// The most examples of a file.
const MOST_EXAMPLES: usize = 10_000;
/// The most cells of an example's view.
const MOST_CELLS: usize = 10_000;

impl ExampleFile {
    /// The number of examples.
    pub fn n_examples(&self) -> usize {
        self.examples.len()
    }

    /// A sampler of these examples for a target.
    pub(crate) fn sampler(&self, target: Target) -> FileExamples<'_> {
        FileExamples { file: self, target }
    }
}

/// A sampler of the examples in a file for a target. Each example is a world of its own.
pub(crate) struct FileExamples<'a> {
    file: &'a ExampleFile,
    target: Target,
}

impl Sampler<Minesweeper> for FileExamples<'_> {
    fn draw(&self, world: u64, _: &[Clause]) -> Vec<Example<Minesweeper>> {
        let listed = usize::try_from(world).ok().and_then(|idx| self.file.examples.get(idx));
        let example = |(board, cell, label): &(Arc<Board>, Cell, Target)| Example {
            world: (),
            head: vec![Term::Cell(*cell as u32), Term::Board(Arc::clone(board))],
            is_positive: *label == self.target,
        };
        listed.map(example).into_iter().collect()
    }
}

impl FromStr for ExampleFile {
    type Err = ExampleError;

    fn from_str(text: &str) -> Result<ExampleFile, ExampleError> {
        let mut examples: Vec<(Arc<Board>, Cell, Target)> = Vec::new();
        let mut lines: Vec<usize> = Vec::new();
        for (idx, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.trim().starts_with('#') {
                continue;
            }
            let example = read_example(line).map_err(|what| ExampleError::Line { line: idx + 1, what })?;
            let is_same = |other: &(Arc<Board>, Cell, Target)| other.1 == example.1 && other.0 == example.0;
            if let Some(place) = examples.iter().position(|other| is_same(other) && other.2 != example.2) {
                return Err(ExampleError::Contradiction { lines: (lines[place], idx + 1) });
            }
            if examples.len() == MOST_EXAMPLES {
                return Err(ExampleError::TooMany);
            }
            examples.push(example);
            lines.push(idx + 1);
        }
        if examples.is_empty() { Err(ExampleError::None) } else { Ok(ExampleFile { examples }) }
    }
}

/// Reads `safe 0,3 5x2/1 .10../.10..`.
fn read_example(line: &str) -> Result<(Arc<Board>, Cell, Target), String> {
    let form = || "expected an example like `safe 0,3 5x2/1 .10../.10..`".to_owned();
    let (label, rest) = line.trim().split_once(' ').ok_or_else(form)?;
    let (name, view) = rest.trim().split_once(' ').ok_or_else(form)?;
    let target: Target = label.parse().map_err(|_| form())?;
    let (row, col) = name.split_once(',').ok_or_else(form)?;
    let header = view.split_whitespace().next().unwrap_or_default();
    if header.parse::<Rules>().is_ok_and(|rules| rules.n_cells() > MOST_CELLS) {
        return Err(format!("the view has more than {MOST_CELLS} cells"));
    }
    let view: View = view.parse().map_err(|error| format!("{error}"))?;
    let place = row.trim().parse().ok().zip(col.trim().parse().ok());
    let cell = place.and_then(|(row, col)| view.grid().cell(row, col));
    match cell.filter(|&cell| view.is_covered(cell)) {
        Some(cell) => Ok((Board::new(view), cell, target)),
        None => Err(format!("`{}` is not a covered cell of the view", name.escape_debug())),
    }
}

/// The reason why a text is not a file of examples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExampleError {
    /// There is no example.
    None,
    /// There are too many examples.
    TooMany,
    /// A line is not an example.
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The same cell of the same view is labelled as safe and as a mine.
    Contradiction {
        /// The numbers of both lines.
        lines: (usize, usize),
    },
}

impl fmt::Display for ExampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExampleError::None => f.write_str("there is no example in it"),
            ExampleError::TooMany => write!(f, "there are more than {MOST_EXAMPLES} examples in it"),
            ExampleError::Line { line, what } => write!(f, "line {line}: {what}"),
            ExampleError::Contradiction { lines: (one, other) } => {
                write!(f, "lines {one} and {other} contradict each other: the same cell is safe and a mine")
            }
        }
    }
}

impl std::error::Error for ExampleError {}
