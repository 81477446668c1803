//! Scores without noise: the exact number of layouts that a player wins.
//!
//! On a small board every layout can be played, so a win rate needs no sample and has no interval. Layouts that have
//! looked the same so far are played together: the player is asked once, the layouts are divided by what its cell and
//! the cascade from it show, and a fork of the player continues with each part. A fork chooses what the player itself
//! would choose, so this gives the same result as playing each layout from its beginning, which is the twin in the
//! tests.

pub(crate) mod report;

#[cfg(feature = "host")]
mod work;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use minewise::board::MAX_NEIGHBOURS;
use minewise::{Cell, Grid, Layout, Player, Position, Rules, Seed, Shown, Start, View};

use minewise_coach::PlayerSpec;
use serde::{Deserialize, Serialize};

#[cfg(feature = "host")]
pub use work::Scores;

/// The maximum number of cells of all layouts together, so that a few layouts of a huge grid do not exhaust the memory.
const MOST_CELLS: u128 = 1 << 27;

/// The score of a player on all layouts of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The cell that the player begins with; `None` if it gives up at once.
    pub first: Option<Cell>,
    /// The number of layouts won.
    pub n_won: u64,
    /// The number of layouts given up.
    pub n_given_up: u64,
    /// The number of layouts that the start allows for the first cell, all equally likely.
    pub n_layouts: u64,
    /// The number of times that the player was asked.
    pub n_nodes: u64,
}

impl Score {
    /// Computes the score of a player that is started with the same seed for all layouts.
    ///
    /// # Errors
    /// Returns an error if there are more than `most` layouts, if the player would have to be asked more often than
    /// that, or if it cannot be copied.
    ///
    /// # Panics
    /// Panics if the player breaks the rules of the game, which is a bug of the player.
    ///
    /// # Examples
    /// ```
    /// use minewise::Seed;
    /// use minewise_lab::Score;
    /// let score = Score::of("4x3/0".parse()?, &"exact".parse()?, Seed(1), 1000)?;
    /// assert_eq!((score.n_won, score.n_layouts), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(rules: Rules, player: &PlayerSpec, seed: Seed, most: u64) -> Result<Score, ScoreError> {
        // The start clears at most this many cells, whatever the first cell is. So too many layouts are refused before
        // the player is shown a huge grid.
        let n_cleared = match rules.start() {
            Start::Any => 0,
            Start::Safe => 1,
            Start::Zero => 1 + MAX_NEIGHBOURS,
        };
        check_affordable(&rules, rules.n_cells().saturating_sub(n_cleared), most)?;
        let grid = Grid::new(rules);
        let mut started = player.make();
        started.start(&rules, seed);
        let view = View::new(&grid);
        if player.entry().fork(&*started).is_none() {
            return Err(ScoreError::NoCopies { player: player.to_string() });
        }
        let Some(first) = started.choose(&Position::new(view.clone())).cell else {
            let n_layouts = check_affordable(&rules, rules.n_cells(), most)?;
            return Ok(Score { first: None, n_won: 0, n_given_up: n_layouts, n_layouts, n_nodes: 1 });
        };
        let layouts = allowed_layouts(&grid, first, most)?;
        let n_layouts = layouts.len() as u64;
        let score = Score { first: Some(first), n_won: 0, n_given_up: 0, n_layouts, n_nodes: 1 };
        let mut walk = Walk { spec: player, layouts, score, branches: Vec::new() };
        let everything = (0..n_layouts as u32).collect();
        walk.reveal(&Branch { player: started, view, layouts: everything }, first);
        walk.finish(most)
    }

    /// Returns the share of layouts won.
    pub fn value(&self) -> f64 {
        self.n_won as f64 / self.n_layouts as f64
    }
}

/// Layouts that look the same, and the player that plays them.
struct Branch {
    player: Box<dyn Player>,
    view: View,
    /// The indices of the layouts. Invariant: at least one, and none of them is won.
    layouts: Vec<u32>,
}

/// A walk over the tree of all possible games.
struct Walk<'a> {
    spec: &'a PlayerSpec,
    layouts: Vec<Layout>,
    score: Score,
    /// The branches that are still to be visited. An explicit stack, so that long games do not overflow that of the
    /// thread.
    branches: Vec<Branch>,
}

impl Walk<'_> {
    fn finish(mut self, most: u64) -> Result<Score, ScoreError> {
        while let Some(mut branch) = self.branches.pop() {
            if self.score.n_nodes >= most {
                return Err(ScoreError::TooManyNodes { most });
            }
            self.score.n_nodes += 1;
            let position = Position::new(branch.view);
            let choice = branch.player.choose(&position).cell;
            branch.view = position.view().clone();
            match choice {
                Some(cell) => self.reveal(&branch, cell),
                None => self.score.n_given_up += branch.layouts.len() as u64,
            }
        }
        Ok(self.score)
    }

    /// Divides the layouts of a branch by what revealing a cell shows. Those with a mine there are lost.
    fn reveal(&mut self, branch: &Branch, cell: Cell) {
        let (spec, view) = (self.spec, &branch.view);
        let is_playable = cell < view.grid().n_cells() && view.is_covered(cell);
        assert!(
            is_playable,
            "the player `{spec}` chose cell {cell} of `{view:#}`, but it is not a covered cell"
        );
        let mut places: HashMap<Vec<(Cell, u8)>, usize> = HashMap::new();
        let mut parts: Vec<(View, Vec<u32>)> = Vec::new();
        for &idx in &branch.layouts {
            let layout = &self.layouts[idx as usize];
            if layout.is_mine(cell) {
                continue;
            }
            let (view, opened) = uncovered(view, layout, cell);
            let place = *places.entry(opened).or_insert(parts.len());
            if place == parts.len() {
                parts.push((view, Vec::new()));
            }
            parts[place].1.push(idx);
        }
        for (view, layouts) in parts {
            if view.n_covered() == view.grid().rules().n_mines() {
                self.score.n_won += layouts.len() as u64;
            } else {
                self.branches.push(Branch { player: copy(spec, &*branch.player), view, layouts });
            }
        }
    }
}

/// Copies a player that is known to support it.
fn copy(spec: &PlayerSpec, player: &dyn Player) -> Box<dyn Player> {
    spec.entry().fork(player).expect("it could be copied at the start")
}

/// Returns the view after revealing a cell without a mine, cascades included, and the newly revealed cells.
fn uncovered(before: &View, layout: &Layout, cell: Cell) -> (View, Vec<(Cell, u8)>) {
    let mut view = before.clone();
    let mut opened = Vec::new();
    let mut cells = vec![cell];
    while let Some(cell) = cells.pop() {
        if !view.is_covered(cell) {
            continue;
        }
        let number = layout.number(cell);
        view.show(cell, Shown::Number(number));
        opened.push((cell, number));
        if number == 0 {
            cells.extend(layout.grid().neighbours(cell));
        }
    }
    (view, opened)
}

/// Returns every layout that the start allows for a game that begins at `first`.
fn allowed_layouts(grid: &Arc<Grid>, first: Cell, most: u64) -> Result<Vec<Layout>, ScoreError> {
    assert!(grid.can_start_at(first), "a player begins with a cell that the start allows, not with {first}");
    let free: Vec<Cell> = (0..grid.n_cells()).filter(|&cell| !grid.start_clears(first, cell)).collect();
    let n_mines = grid.rules().n_mines();
    let n_layouts = check_affordable(grid.rules(), free.len(), most)?;
    let mut layouts = Vec::with_capacity(n_layouts as usize);
    // Indices into `free`, in ascending order: the combinations are enumerated in lexicographic order.
    let mut places: Vec<usize> = (0..n_mines).collect();
    loop {
        let mines = places.iter().map(|&place| free[place]);
        layouts.push(Layout::from_mines(grid, mines).expect("different cells, as many as there are mines"));
        let can_rise = |digit: &usize| places[*digit] < free.len() - n_mines + digit;
        let Some(digit) = (0..n_mines).rev().find(can_rise) else { return Ok(layouts) };
        let risen = places[digit] + 1;
        for (idx, place) in places[digit..].iter_mut().enumerate() {
            *place = risen + idx;
        }
    }
}

/// Returns the number of layouts with all mines on `n_free` cells, or an error if there are too many.
fn check_affordable(rules: &Rules, n_free: usize, most: u64) -> Result<u64, ScoreError> {
    let n_layouts = layouts_of(n_free, rules.n_mines());
    if n_layouts > u128::from(most) || n_layouts * rules.n_cells() as u128 > MOST_CELLS {
        return Err(ScoreError::TooManyLayouts { most });
    }
    Ok(n_layouts as u64)
}

/// Returns the number of ways to choose `n_mines` of `n_cells`, or some number above `u64::MAX` if there are that many.
fn layouts_of(n_cells: usize, n_mines: usize) -> u128 {
    let Some(n_others) = n_cells.checked_sub(n_mines) else { return 0 };
    let least = n_mines.min(n_others);
    let mut ways: u128 = 1;
    for idx in 0..least {
        // The product only grows, so once it is above the bound it stays there.
        ways = ways * (n_cells - idx) as u128 / (idx as u128 + 1);
        if ways > u128::from(u64::MAX) {
            break;
        }
    }
    ways
}

/// The reason why a score cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreError {
    /// There are more layouts than allowed, or they would not fit in memory.
    TooManyLayouts {
        /// The maximum number of layouts.
        most: u64,
    },
    /// The player would have to be asked more often than allowed.
    TooManyNodes {
        /// The maximum number of times.
        most: u64,
    },
    /// The player cannot be copied during a game.
    NoCopies {
        /// The player.
        player: String,
    },
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScoreError::TooManyLayouts { most } => write!(
                f,
                "a score without noise plays every layout, but there are more than {most} here, or they are too large"
            ),
            ScoreError::TooManyNodes { most } => {
                write!(f, "a score without noise takes more than {most} nodes here; allow more with --limit")
            }
            ScoreError::NoCopies { player } => {
                write!(f, "a score without noise needs copies of its player, and `{player}` cannot be copied")
            }
        }
    }
}

impl std::error::Error for ScoreError {}

/// The settings of a study of scores, as written to `study.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScoreSettings {
    /// The rules, each played by all players; empty if a manifest has the cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) rules: Vec<String>,
    /// The players; empty if a manifest has the cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) players: Vec<String>,
    /// The first seed of the players' random choices, the same for all layouts.
    pub(crate) seed: u64,
    /// The number of seeds, one after the other.
    #[serde(default = "one")]
    pub(crate) seeds: u64,
    /// The maximum number of layouts, and of nodes.
    pub(crate) limit: u64,
    /// The boards for which the value of perfect play was given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) known: Vec<String>,
}

fn one() -> u64 {
    1
}

/// The score of one player under one set of rules, as it is recorded. Numbers of layouts are strings of decimal digits,
/// because they may be too large for the number types of other tools.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreRecord {
    pub(crate) rules: String,
    pub(crate) player: String,
    /// The hash of the player's model; `None` if it has none.
    pub(crate) model: Option<String>,
    /// The seed of the player's random choices.
    pub(crate) seed: u64,
    /// The cell that the player begins with; `None` if it gives up at once.
    pub(crate) first: Option<[usize; 2]>,
    pub(crate) won: String,
    pub(crate) layouts: String,
    pub(crate) given_up: String,
    pub(crate) value: f64,
    pub(crate) nodes: u64,
    /// The value of perfect play; `None` if computing it is too much work.
    pub(crate) optimum: Option<Optimum>,
    pub(crate) share_of_optimum: Option<f64>,
}

/// The value of perfect play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Optimum {
    pub(crate) won: String,
    pub(crate) layouts: String,
    pub(crate) value: f64,
}

#[cfg(test)]
mod tests;
