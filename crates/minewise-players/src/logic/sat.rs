//! `sat`: finds certain cells with a SAT solver, and counts models if there are none.
//!
//! After Dei Rossi, "Minesweeper". Every cell is a Boolean variable, and every number says that exactly k of the cells
//! around it are true. A cell is safe if the solver finds no model with a mine there. Certain cells are revealed,
//! certain mines marked. If nothing is certain, `sat` is stuck and gives up. With counting it instead lists the models
//! of the frontier, weights each by the number of ways to place the other mines, and takes the least risk. It takes an
//! outside cell only if it is safer by more than a penalty, since the number of an outside cell seldom helps.
//!
//! The paper lists the models of the whole frontier at once, however many there are, and reports a game of 20 minutes.
//! Here such a list has a limit. Past it, models are counted region by region: these counts give the risks that the
//! whole list would have given, so the choice is the one that the paper's agent would come to in the end.
//!
//! Our reading where the paper is silent: the first cell is random, and so is the choice among equals; "few" undecided
//! cells are ten; the penalty is 0.03, which reproduces the figures that the paper prints.

#[cfg(test)]
mod agreement;
mod analysis;
mod clauses;
mod count;
mod encoding;
mod join;
mod solver;
#[cfg(test)]
mod tests;

use minewise::game::Candidate;
use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed, View};

pub use analysis::{Agreement, ModelCounts, SatAnalysis};
pub use count::Regions;
pub use encoding::Encoding;
pub use solver::Global;

use crate::entry::{Entry, Options};
use crate::least_risk::exact::choose_without_census;
use count::{Counts, count};
use solver::{Fact, Knowledge};

/// Reveals cells that a SAT solver proves safe; else gives up, or takes the least risk by counting models.
#[derive(Default)]
pub struct Sat {
    options: SatOptions,
    rng: Option<Rng>,
    /// Cells found safe and not yet revealed, the next one last.
    safe: Vec<Cell>,
    /// What is known of the game; `None` before its first number, and in a copy until its first choice.
    knowledge: Option<Knowledge>,
    /// In a copy: what the original knew for certain.
    facts: Vec<Fact>,
    /// Number of choices by counted models in this game.
    n_counted: u64,
    /// Number of those for which the whole frontier had too many models to list.
    n_past_limit: u64,
}

/// How [`Sat`] plays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SatOptions {
    /// How numbers are written as clauses.
    pub encoding: Encoding,
    /// When the number of mines is given to the solver.
    pub global: Global,
    /// How models are counted; with `None`, the player gives up when it is stuck.
    pub counting: Option<Counting>,
}

/// How [`Sat`] counts models.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counting {
    /// Which cells are counted together.
    pub regions: Regions,
    /// What is added to the risk of an outside cell before it is compared.
    pub penalty: f64,
}

impl Default for Counting {
    fn default() -> Counting {
        Counting { regions: Regions::default(), penalty: 0.03 }
    }
}

/// On boards with more cells than this, cells that single numbers prove safe are revealed before the solver runs: it
/// is slow there, and would find the same cells.
const LARGE: usize = 10_000;

/// Risks that differ by no more than this count as equal.
const EQUAL: f64 = 1e-9;

impl Sat {
    /// Creates a player with these options.
    pub fn new(options: SatOptions) -> Sat {
        Sat { options, ..Sat::default() }
    }

    fn draw(&mut self, bound: usize) -> usize {
        self.rng.get_or_insert_with(|| Rng::new(Seed::default())).below(bound)
    }

    /// Chooses a random first cell, all that a game may begin with equally likely.
    fn open(&mut self, view: &View) -> Choice {
        loop {
            let cell = self.draw(view.grid().n_cells());
            if view.grid().can_start_at(cell) {
                return Choice::reveal(cell, Reason::Opening);
            }
        }
    }

    /// Returns what is known of `view`, which may belong to another game than the last one.
    fn knowledge(&mut self, view: &View) -> &mut Knowledge {
        let known = self.knowledge.take().filter(|knowledge| knowledge.can_continue_with(view));
        let facts = std::mem::take(&mut self.facts);
        let SatOptions { encoding, global, .. } = self.options;
        let fresh = || Knowledge::new(view.grid(), encoding, global, &facts);
        let knowledge = self.knowledge.insert(known.unwrap_or_else(fresh));
        knowledge.learn(view);
        knowledge
    }

    /// Chooses if nothing is certain.
    fn guess(&mut self, view: &View, is_incomplete: bool) -> Choice {
        let Some(counting) = self.options.counting else {
            let why =
                if is_incomplete { "stuck: too many cells to check" } else { "stuck: nothing is certain" };
            return Choice::give_up(Reason::Other(why.into()));
        };
        let facts = self.knowledge.as_ref().map_or(&[][..], Knowledge::facts);
        let counted = |regions| count(view, facts, self.options.encoding, regions);
        let whole = counted(counting.regions);
        let is_past_limit = whole.is_none() && counting.regions == Regions::Joint;
        let counts = if is_past_limit { counted(Regions::Split) } else { whole };
        self.n_counted += 1;
        self.n_past_limit += u64::from(is_past_limit);
        match counts {
            Some(counts) => self.take_least(&counts, counting.penalty),
            None => choose_without_census(view),
        }
    }

    /// Chooses a cell of the least risk, all equally likely. The outside cells have a penalty, and are chosen only if
    /// no frontier cell is as good.
    fn take_least(&mut self, counts: &Counts, penalty: f64) -> Choice {
        let outside = counts.outside_risk.map(|risk| risk + penalty);
        let least =
            counts.frontier.iter().map(|&(_, risk)| risk).chain(outside).fold(f64::INFINITY, f64::min);
        let is_least = |risk: f64| risk <= least + EQUAL;
        let tied: Vec<Cell> =
            counts.frontier.iter().filter(|&&(_, risk)| is_least(risk)).map(|&(cell, _)| cell).collect();
        let cell = if tied.is_empty() {
            counts.outside[self.draw(counts.outside.len())]
        } else {
            tied[self.draw(tied.len())]
        };
        let mut choice = Choice::reveal(cell, Reason::LeastRisk);
        let candidate = |(cell, risk)| Candidate::new(cell).with_risk(risk);
        choice.candidates = counts.frontier.iter().copied().map(candidate).collect();
        if tied.is_empty() {
            choice.candidates.extend(counts.outside_risk.map(|risk| candidate((cell, risk))));
        }
        choice
    }
}

impl Sat {
    /// The entry of this player.
    pub fn entry() -> Entry {
        let summary =
            "Reveals cells that a SAT solver proves safe, else gives up or guesses by counting models.";
        Entry::new("sat", "Dei Rossi", summary, |options| Sat::new(SatOptions::read(options)))
            .counting::<Sat>()
    }
}

impl SatOptions {
    fn read(options: &mut Options<'_>) -> SatOptions {
        let encodings = [("naive", Encoding::Naive), ("sequential", Encoding::Sequential)];
        let help = "How numbers are written as clauses.";
        let encoding = options.one_of("encoding", &encodings, "sequential", help);
        let moments = [("endgame", Global::Endgame), ("always", Global::Always)];
        let help = "When the solver uses the number of mines: with ten undecided cells left, or whenever it matters.";
        let global = options.one_of("global", &moments, "endgame", help);
        let help =
            "Whether models are counted to find the least risk when nothing is certain; else it gives up.";
        let counts = options.switch("count", false, help);
        let help = "Amount added to the risk of a cell that touches no number.";
        let penalty = options.decimal("penalty", 1, 0.03, help);
        let ways = [("joint", Regions::Joint), ("split", Regions::Split)];
        let help = "Whether the frontier is counted as a whole, or region by region.";
        let regions = options.one_of("regions", &ways, "joint", help);
        SatOptions { encoding, global, counting: counts.then_some(Counting { regions, penalty }) }
    }
}

impl Player for Sat {
    fn start(&mut self, _: &Rules, seed: Seed) {
        *self = Sat { options: self.options, rng: Some(Rng::new(seed)), ..Sat::default() };
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        while let Some(cell) = self.safe.pop() {
            if view.is_covered(cell) {
                return Choice::reveal(cell, Reason::Certain);
            }
        }
        if view.is_untouched() {
            return self.open(view);
        }
        if view.grid().n_cells() > LARGE
            && let Some(cell) = position.plainly_safe().next()
        {
            return Choice::reveal(cell, Reason::Certain);
        }
        let found = self.knowledge(view).find_all();
        if found.is_contradictory {
            return Choice::give_up(Reason::Other("no layout fits the numbers".into()));
        }
        self.safe = found.safe;
        self.safe.reverse();
        let mut choice = match self.safe.pop() {
            Some(cell) => Choice::reveal(cell, Reason::Certain),
            None => self.guess(view, found.is_incomplete),
        };
        choice.marks = found.mines;
        choice
    }
}

/// Counts its choices by counted models, and how often the models of the whole frontier were too many to list.
impl minewise::game::Counting for Sat {
    fn counts(&self) -> Vec<(String, u64)> {
        let Some(counting) = self.options.counting else { return Vec::new() };
        let mut counts = vec![("counted".to_owned(), self.n_counted)];
        if counting.regions == Regions::Joint {
            counts.push(("past the limit".to_owned(), self.n_past_limit));
        }
        counts
    }
}

/// A copy has a solver of its own, which learns everything again. It finds the same certain cells, since these do not
/// depend on the state of the solver.
impl Clone for Sat {
    fn clone(&self) -> Sat {
        let facts = self.knowledge.as_ref().map_or(&self.facts[..], Knowledge::facts);
        Sat {
            options: self.options,
            rng: self.rng.clone(),
            safe: self.safe.clone(),
            knowledge: None,
            facts: facts.to_vec(),
            n_counted: self.n_counted,
            n_past_limit: self.n_past_limit,
        }
    }
}
