//! Learned rules, their text, and their application to boards.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use minewise::Cell;
use minewise::cancel::is_cancelled;
use minewise::num::fnv1a;
use minewise_players::entry;
use minewise_players::entry::model_file::{self, Lines, ModelError};

use super::board::Board;
use super::knowledge::{Knowledge, Minesweeper, Target, Term, language};
use crate::ilp::{CachedWorld, CallBudget, Clause, Compiled, Forms, Language};

/// A learned rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name, such as `S-1`.
    pub name: String,
    /// Its conclusion.
    pub target: Target,
    /// Its clause.
    pub clause: Clause,
}

impl Rule {
    /// Names rules `S-1`, `S-2`, `M-1` and so on, by their targets and in their order.
    pub fn number(rules: &mut [Rule]) {
        let mut last = [0; Target::ALL.len()];
        for rule in rules {
            let number = &mut last[rule.target as usize];
            *number += 1;
            rule.name = format!("{}-{number}", rule.target.letter());
        }
    }
}

/// Learned rules, in the order in which they are tried.
///
/// As text: `minewise rules 1`, then one rule per line, `name: clause`. Lines that begin with `#` are remarks.
pub struct Model {
    remarks: Vec<String>,
    rules: Vec<Rule>,
    compiled: Vec<Compiled<Minesweeper>>,
    languages: [Language<Minesweeper>; 2],
}

/// The first line of a model.
const HEADER: &str = "minewise rules 1";
/// The most rules of a model that is read.
const MOST_RULES: usize = 200;
/// The longest name of a rule, in bytes.
const MOST_NAME: usize = 20;
/// The most calls of predicates per board, so that no model can hang a game.
const MOST_CALLS: u64 = 20_000_000;
/// The cache of a board is cleared when it is larger than this, so that no board can take unlimited memory.
const MOST_REMEMBERED: usize = 1_000_000;

impl Model {
    /// Creates a model with these rules, and remarks for the top of its text.
    pub fn new(rules: Vec<Rule>, remarks: Vec<String>) -> Model {
        let languages = Target::ALL.map(|target| language(target, &Knowledge::ALL));
        let mut forms = Forms::default();
        let compiled = rules
            .iter()
            .map(|rule| Compiled::new(&languages[rule.target as usize], &rule.clause, &mut forms))
            .collect();
        Model { remarks, rules, compiled, languages }
    }

    /// The rules, in the order in which they are tried.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The language of the rule with this index.
    pub(super) fn language(&self, rule: usize) -> &Language<Minesweeper> {
        &self.languages[self.rules[rule].target as usize]
    }

    /// A rule as the text of its clause.
    pub fn clause(&self, rule: &Rule) -> String {
        self.languages[rule.target as usize].write(&rule.clause)
    }

    /// A rule as an English sentence.
    pub fn sentence(&self, rule: &Rule) -> String {
        self.languages[rule.target as usize].sentence(&rule.clause, rule.target.subject())
    }

    /// Creates a matcher, which applies the rules to a board.
    pub fn matcher(&self, board: &Arc<Board>) -> Matcher<'_> {
        Matcher {
            model: self,
            board: Arc::clone(board),
            world: CachedWorld::new(()),
            budget: CallBudget(MOST_CALLS),
        }
    }
}

impl entry::Model for Model {
    /// A hash of the rules (FNV-1a), which identifies the model.
    fn id(&self) -> String {
        let text: String =
            self.rules.iter().map(|rule| format!("{}: {}\n", rule.name, self.clause(rule))).collect();
        format!("{:016x}", fnv1a(text.bytes()))
    }
}

/// Applies the rules of a model to the cells of a board.
pub struct Matcher<'a> {
    model: &'a Model,
    board: Arc<Board>,
    world: CachedWorld<Minesweeper>,
    budget: CallBudget,
}

impl Matcher<'_> {
    /// The index of the first rule for a target that covers one of the cells, and that cell.
    pub fn first(&mut self, target: Target, cells: &[Cell]) -> Option<(usize, Cell)> {
        for idx in 0..self.model.rules.len() {
            if self.model.rules[idx].target == target
                && let Some(&cell) = cells.iter().find(|&&cell| !is_cancelled() && self.covers(idx, cell))
            {
                return Some((idx, cell));
            }
        }
        None
    }

    /// Whether the budget of calls has run out, so that a rule that does not cover a cell may still do so.
    pub(super) fn is_exhausted(&self) -> bool {
        self.budget.0 == 0
    }

    /// Whether the rule with this index covers a cell.
    pub fn covers(&mut self, rule: usize, cell: Cell) -> bool {
        let language = self.model.language(rule);
        let head = [Term::Cell(cell as u32), Term::Board(Arc::clone(&self.board))];
        if self.world.n_remembered() > MOST_REMEMBERED {
            self.world = CachedWorld::new(());
        }
        self.model.compiled[rule].covers(language, &mut self.world, &head, &mut self.budget)
    }
}

/// Canonical text: header, remarks, rules.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        model_file::write_head(f, HEADER, &self.remarks)?;
        for rule in &self.rules {
            writeln!(f, "{}: {}", rule.name, self.clause(rule))?;
        }
        Ok(())
    }
}

impl FromStr for Model {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Model, ModelError> {
        let mut lines = Lines::new(text, HEADER)?;
        let languages = Target::ALL.map(|target| language(target, &Knowledge::ALL));
        let mut rules = Vec::<Rule>::new();
        while let Some(line) = lines.next_line() {
            if rules.len() == MOST_RULES {
                return Err(lines.wrong(format_args!("there are more than {MOST_RULES} rules")));
            }
            let rule = read_rule(&languages, line).map_err(|what| lines.wrong(what))?;
            if rules.iter().any(|other| other.name == rule.name) {
                return Err(lines.wrong(format_args!("there is another rule `{}`", rule.name)));
            }
            rules.push(rule);
        }
        Ok(Model::new(rules, model_file::remarks(text)))
    }
}

/// Reads `name: clause`.
fn read_rule(languages: &[Language<Minesweeper>; 2], line: &str) -> Result<Rule, String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let is_name = |name: &str| !name.is_empty() && name.len() <= MOST_NAME && name.chars().all(is_plain);
    let named = line.split_once(':').map(|(name, clause)| (name.trim(), clause));
    let Some((name, clause)) = named.filter(|(name, _)| is_name(name)) else {
        return Err("expected a rule like `S-1: safe(A,B) :- ….`".to_owned());
    };
    let is_mine = clause.trim_start().starts_with(Target::Mine.name());
    let target = if is_mine { Target::Mine } else { Target::Safe };
    let clause = languages[target as usize].read(clause).map_err(|error| error.to_string())?;
    Ok(Rule { name: name.to_owned(), target, clause })
}
