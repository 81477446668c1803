//! Examples: covered cells of random views, each told to be safe or a mine.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use minewise::{Cell, Census, Game, Grid, Layout, Rng, Rules, Seed, Shown, Start, Topology, View};

use super::board::Board;
use super::knowledge::{Sweeping, Target, Term};
use super::model::{Model, Rule};
use super::player::{GuessBy, Mio};
use crate::ilp::{Clause, Example, Sampler};
use crate::shared::course::FIRST_SEED;
use crate::shared::named::named;

/// What makes an example positive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// What lies there in the layout that was drawn, as in the paper.
    #[default]
    Drawn,
    /// What lies there in every layout that fits; a cell that can be either is a negative example.
    Certain,
}

named!(Labels: Drawn = "drawn", Certain = "certain");

/// Which views examples are taken from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Views {
    /// Cells without a mine revealed at random, some of the mines marked.
    #[default]
    Random,
    /// Where a game comes to that is played by the rules so far, when none of them applies.
    Stuck,
}

named!(Views: Random = "random", Stuck = "stuck");

/// Draws examples of a target.
pub(crate) struct Draws {
    pub(crate) grid: Arc<Grid>,
    pub(crate) target: Target,
    pub(crate) labels: Labels,
    pub(crate) views: Views,
    /// Rules that are there already, and play along.
    pub(crate) known: Vec<Rule>,
    pub(crate) seed: Seed,
}

impl Sampler<Sweeping> for Draws {
    fn draw(&self, world: u64, rules: &[Clause]) -> Vec<Example<Sweeping>> {
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

impl Draws {
    /// All cells of the frontier, labelled; and where a game is stuck, a cell off it.
    fn examples(&self, board: &Arc<Board>, layout: &Layout) -> Vec<Example<Sweeping>> {
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

    /// A view, any of those where the rules do not know further, of a game with this layout; none if they always do.
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

/// A view of a small board of any shape, topology and number of mines.
pub(crate) fn odd_view(seed: Seed, world: u64) -> View {
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

/// The longest side of a small board, nearly.
const LONGEST: usize = 7;

/// A view of a layout: a random share of the cells without a mine, and a random share of the mines beside them marked.
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
        let is_seen = grid.neighbours(cell).any(|near| matches!(view.shown(near), Shown::Number(_)));
        if is_seen && rng.unit() < share {
            view.show(cell, Shown::Mine);
        }
    }
    view
}

/// Examples from a file: a line each, such as `safe 0,3 5x2/1 .10../.10..`.
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

    /// The examples, for one target.
    pub(crate) fn of(&self, target: Target) -> Listed<'_> {
        Listed { file: self, target }
    }
}

/// Examples of a target that stand in a file: each is a world of its own.
pub(crate) struct Listed<'a> {
    file: &'a ExampleFile,
    target: Target,
}

impl Sampler<Sweeping> for Listed<'_> {
    fn draw(&self, world: u64, _: &[Clause]) -> Vec<Example<Sweeping>> {
        let listed = usize::try_from(world).ok().and_then(|idx| self.file.examples.get(idx));
        let example = |(board, cell, is): &(Arc<Board>, Cell, Target)| Example {
            world: (),
            head: vec![Term::Cell(*cell as u32), Term::Board(Arc::clone(board))],
            is_positive: *is == self.target,
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
        None => Err(format!("`{}` is no covered cell of the view", name.escape_debug())),
    }
}

/// Why a text holds no examples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExampleError {
    /// There is none.
    None,
    /// There are too many.
    TooMany,
    /// A line is none.
    Line {
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The same cell of the same view is told to be safe and to be a mine.
    Contradiction {
        /// Where.
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
