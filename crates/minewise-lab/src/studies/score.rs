//! Scores without noise: how many of all layouts a player wins, exactly.
//!
//! On a small board every layout can be played, so a win rate needs no sample and has no interval. Layouts that have
//! looked the same so far are played together: the player is asked once, the layouts are parted by what its cell and
//! the cascade from it show, and a fork of the player goes on with each part. What a fork does is what the player
//! itself would do, so this is the same as playing each layout from its beginning, which is the twin in the tests.

pub(crate) mod report;

#[cfg(feature = "host")]
mod work;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use minewise::{Cell, Grid, Layout, MAX_NEIGHBOURS, Player, Position, Rules, Seed, Shown, Start, View};

use minewise_coach::PlayerSpec;
use serde::{Deserialize, Serialize};

#[cfg(feature = "host")]
pub use work::Scores;

/// The most cells of all layouts together, so that few layouts of a huge grid do not fill the memory.
const MOST_CELLS: u128 = 1 << 27;

/// What a player makes of all layouts of a board: whole numbers, and so without noise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The cell that the player begins with; none if it gives up before.
    pub first: Option<Cell>,
    /// The layouts won.
    pub n_won: u64,
    /// The layouts given up.
    pub n_given_up: u64,
    /// The layouts that there are: those that the start allows for the first cell, each as likely.
    pub n_layouts: u64,
    /// How often the player was asked.
    pub n_nodes: u64,
}

impl Score {
    /// The score of a player that is started with this one seed for all layouts.
    ///
    /// # Errors
    /// When there are more than `most` layouts, or the player would have to be asked more often than that.
    ///
    /// # Panics
    /// When the player breaks the rules of the game, which is a bug of the player.
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
        // Whatever the first cell will be, the start clears no more cells: too many layouts are refused before a
        // player is asked to look at a huge grid.
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

    /// The share of layouts won.
    pub fn value(&self) -> f64 {
        self.n_won as f64 / self.n_layouts as f64
    }
}

/// Layouts that look the same, and the player that looks at them.
struct Branch {
    player: Box<dyn Player>,
    view: View,
    /// Invariant: at least one, and none of them is won.
    layouts: Vec<u32>,
}

/// A walk over the tree of all that can happen.
struct Walk<'a> {
    spec: &'a PlayerSpec,
    layouts: Vec<Layout>,
    score: Score,
    /// What is still to be walked: a stack of our own, so that long games do not overflow the thread's.
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

    /// Parts the layouts of a branch by what revealing a cell shows; those with a mine there are lost.
    fn reveal(&mut self, branch: &Branch, cell: Cell) {
        let (spec, view) = (self.spec, &branch.view);
        let is_playable = cell < view.grid().n_cells() && view.is_covered(cell);
        assert!(
            is_playable,
            "the player `{spec}` chose cell {cell} of `{view:#}`, but it is no covered cell"
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

/// A copy of a player, which can be copied.
fn copy(spec: &PlayerSpec, player: &dyn Player) -> Box<dyn Player> {
    spec.entry().fork(player).expect("it could be copied at the start")
}

/// The view after revealing a cell that is no mine, with all that follows from a 0, and the cells that are new in it.
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

/// Every layout that the start allows for a game that begins at `first`.
fn allowed_layouts(grid: &Arc<Grid>, first: Cell, most: u64) -> Result<Vec<Layout>, ScoreError> {
    assert!(grid.can_start_at(first), "a player begins with a cell that the start allows, not with {first}");
    let free: Vec<Cell> = (0..grid.n_cells()).filter(|&cell| !grid.start_clears(first, cell)).collect();
    let n_mines = grid.rules().n_mines();
    let n_layouts = check_affordable(grid.rules(), free.len(), most)?;
    let mut layouts = Vec::with_capacity(n_layouts as usize);
    // Places in `free`, counted up like the digits of a number that must keep ascending.
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

/// The number of layouts with all mines on `n_free` cells, unless they are too many.
fn check_affordable(rules: &Rules, n_free: usize, most: u64) -> Result<u64, ScoreError> {
    let n_layouts = layouts_of(n_free, rules.n_mines());
    if n_layouts > u128::from(most) || n_layouts * rules.n_cells() as u128 > MOST_CELLS {
        return Err(ScoreError::TooManyLayouts { most });
    }
    Ok(n_layouts as u64)
}

/// The number of ways to choose `n_mines` of `n_cells`, or some number beyond `u64` if they are that many.
fn layouts_of(n_cells: usize, n_mines: usize) -> u128 {
    let Some(n_others) = n_cells.checked_sub(n_mines) else { return 0 };
    let least = n_mines.min(n_others);
    let mut ways: u128 = 1;
    for idx in 0..least {
        // It only grows on the way, so beyond the bound it stays there.
        ways = ways * (n_cells - idx) as u128 / (idx as u128 + 1);
        if ways > u128::from(u64::MAX) {
            break;
        }
    }
    ways
}

/// Why there is no score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreError {
    /// There are more layouts than allowed, or they would not fit in memory.
    TooManyLayouts {
        /// How many are allowed.
        most: u64,
    },
    /// The player would have to be asked more often than allowed.
    TooManyNodes {
        /// How often is allowed.
        most: u64,
    },
    /// The player cannot be copied in the midst of a game.
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
                "a score without noise plays every layout, and here there are more than {most}, or too large ones"
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

/// What is asked of scores, as it stands in `study.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    pub(crate) rules: Vec<String>,
    pub(crate) players: Vec<String>,
    /// The seed of the player's own chance, the same for all layouts.
    pub(crate) seed: u64,
    /// The most layouts, and the most nodes.
    pub(crate) limit: u64,
    /// The boards of which it was known what perfect play wins.
    pub(crate) known: Vec<String>,
}

/// The result of one player under one set of rules, as it is recorded. Numbers of layouts are decimal digits, which may be
/// beyond what other tools read as numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreRecord {
    pub(crate) rules: String,
    pub(crate) player: String,
    /// The hash of the model that the player plays by; `None` if it has not learned.
    pub(crate) model: Option<String>,
    /// The seed of the player's own chance.
    pub(crate) seed: u64,
    /// The cell that the player begins with; `None` if it gives up before.
    pub(crate) first: Option<[usize; 2]>,
    pub(crate) won: String,
    pub(crate) layouts: String,
    pub(crate) given_up: String,
    pub(crate) value: f64,
    pub(crate) nodes: u64,
    /// The most that any player can win; `None` if that is too much work.
    pub(crate) optimum: Option<Optimum>,
    pub(crate) share_of_optimum: Option<f64>,
}

/// What perfect play wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Optimum {
    pub(crate) won: String,
    pub(crate) layouts: String,
    pub(crate) value: f64,
}

#[cfg(test)]
mod tests;
