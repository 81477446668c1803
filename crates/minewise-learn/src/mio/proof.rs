//! Explains a certain cell by a learned rule.

use std::fmt;
use std::sync::Arc;

use minewise::{Cell, Grid, Shown, View};

use super::board::Board;
use super::knowledge::{Target, Term};
use super::model::Model;
use crate::ilp::{CallBudget, Variable, variable_name, witness};

/// A proof by a learned rule that a cell is safe, or a mine.
pub struct Proof<'a> {
    model: &'a Model,
    grid: Arc<Grid>,
    cell: Cell,
    rule: usize,
    marks: Vec<(Cell, usize)>,
    values: Vec<Option<Term>>,
}

/// The most calls for finding the values of the variables.
const MOST_CALLS: u64 = 10_000_000;

impl Model {
    /// Proves by these rules that a covered cell of a view is safe, or a mine; `None` if no rule applies.
    ///
    /// If no rule applies at first, all mines that rules find are marked, since rules may need marked mines.
    pub fn prove(&self, view: &View, cell: Cell) -> Option<Proof<'_>> {
        self.prove_on(&Board::new(view.clone()), cell, Vec::new()).or_else(|| {
            let mut marked = view.clone();
            let mut marks = Vec::new();
            loop {
                let board = Board::new(marked.clone());
                let cells: Vec<Cell> = board.blanks().collect();
                let found = self.matcher(&board).first(Target::Mine, &cells);
                let Some((rule, mine)) = found.filter(|&(_, mine)| mine != cell) else {
                    return self.prove_on(&board, cell, marks);
                };
                marked.show(mine, Shown::Mine);
                marks.push((mine, rule));
            }
        })
    }

    fn prove_on(&self, board: &Arc<Board>, cell: Cell, marks: Vec<(Cell, usize)>) -> Option<Proof<'_>> {
        let mut matcher = self.matcher(board);
        let rule = (0..self.rules().len()).find(|&rule| matcher.covers(rule, cell))?;
        let head = [Term::Cell(cell as u32), Term::Board(Arc::clone(board))];
        let values = witness(
            self.language(rule),
            &(),
            &self.rules()[rule].clause,
            &head,
            &mut CallBudget(MOST_CALLS),
        )?;
        let grid = Arc::clone(board.view().grid());
        Some(Proof { model: self, grid, cell, rule, marks, values })
    }
}

impl Proof<'_> {
    /// The index of the rule in the model.
    pub fn rule(&self) -> usize {
        self.rule
    }

    /// The mines that were marked first, each with the index of the rule that found it.
    pub fn marks(&self) -> &[(Cell, usize)] {
        &self.marks
    }

    /// The names and values of the rule's variables, without boards and zones.
    pub fn bindings(&self) -> Vec<(String, String)> {
        let binding = |(variable, value): (usize, &Option<Term>)| {
            let name = variable_name(variable as Variable);
            let names = |cells: &[u32]| -> Vec<String> {
                cells.iter().map(|&cell| self.grid.name(cell as usize)).collect()
            };
            match value.as_ref()? {
                Term::Board(_) | Term::Zone(_) => None,
                Term::Cell(cell) => Some((name, self.grid.name(*cell as usize))),
                Term::Count(count) => Some((name, count.to_string())),
                Term::Set(cells, n_mines) => {
                    let mines = if *n_mines == 1 { "1 mine".to_owned() } else { format!("{n_mines} mines") };
                    Some((name, format!("{} with {mines}", names(cells).join(" "))))
                }
            }
        };
        self.values.iter().enumerate().skip(1).filter_map(binding).collect()
    }
}

/// "By S-2, 0,3 is safe. A cell is safe if …. Here D is 0,2; E is …."
impl fmt::Display for Proof<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = &self.model.rules()[self.rule];
        write!(f, "By {}, ", rule.name)?;
        if !self.marks.is_empty() {
            let names: Vec<String> = self.marks.iter().map(|&(cell, _)| self.grid.name(cell)).collect();
            write!(f, "with mines marked at {}, ", names.join(" "))?;
        }
        write!(f, "{} is {}. ", self.grid.name(self.cell), rule.target.adjective())?;
        f.write_str(&self.model.sentence(rule))?;
        let bindings: Vec<String> =
            self.bindings().iter().map(|(name, value)| format!("{name} is {value}")).collect();
        if !bindings.is_empty() {
            write!(f, " Here {}.", bindings.join("; "))?;
        }
        Ok(())
    }
}
