//! Writes a proof in words, number by number.

use super::Explanation;
use crate::board::rules::mines_in_words;
use crate::board::{Cell, Shown, View};
use crate::census::Verdict;

/// The most numbers of a proof that is written step by step.
const MOST_STEPS: usize = 4;

/// The explanation in one or two sentences.
pub(super) fn text(view: &View, why: &Explanation) -> String {
    let name = view.grid().name(why.cell);
    match why.verdict {
        Verdict::Open => open(view, why),
        Verdict::Safe => format!("{name} is safe: {}.", proof(view, why)),
        Verdict::Mine => format!("{name} is a mine: {}.", proof(view, why)),
    }
}

/// The explanation of an open cell.
fn open(view: &View, why: &Explanation) -> String {
    let name = view.grid().name(why.cell);
    let percent = 100.0 * why.risk;
    let begun = format!("{name} may be a mine or not: it is one in {percent:.1} % of the layouts that fit");
    match &why.because[..] {
        [] => {
            format!("{begun}. It touches no number, so only the number of mines left says anything about it.")
        }
        numbers => format!("{begun}. It touches {}.", list(view, numbers)),
    }
}

/// The reason, as the second half of a sentence.
fn proof(view: &View, why: &Explanation) -> String {
    let is_safe = why.verdict == Verdict::Safe;
    if why.mine_count {
        let mines = mines_in_words(view.grid().rules().n_mines());
        let opposite = if is_safe { "a mine there" } else { "no mine there" };
        return match why.because.len() {
            0 => format!("with {opposite}, {mines} would not fit the covered cells"),
            1..=MOST_STEPS => {
                format!("with {opposite}, {} could not be met with {mines} in all", list(view, &why.because))
            }
            n => format!("with {opposite}, {n} numbers could not be met together with {mines} in all"),
        };
    }
    let steps = if why.because.len() <= MOST_STEPS { Chain::new(view, why).into_text() } else { None };
    let opposite = opposite(is_safe);
    steps.unwrap_or_else(|| format!("{opposite}, {} could not all be met", list(view, &why.because)))
}

fn opposite(is_safe: bool) -> &'static str {
    if is_safe { "if it were a mine" } else { "if it were safe" }
}

/// The number of mines that a number misses, and the covered cells around it.
fn around(view: &View, number: Cell) -> (i32, Vec<Cell>) {
    let Shown::Number(shown) = view.shown(number) else { return (0, Vec::new()) };
    let grid = view.grid();
    let n_shown = grid.neighbours(number).filter(|&near| view.shown(near) == Shown::Mine).count();
    let covered = grid.neighbours(number).filter(|&near| view.is_covered(near)).collect();
    (i32::from(shown) - n_shown as i32, covered)
}

/// A number as in "the 1 at 2,3".
fn named(view: &View, number: Cell) -> String {
    let shown = match view.shown(number) {
        Shown::Number(shown) => shown.to_string(),
        _ => "number".to_owned(),
    };
    format!("the {shown} at {}", view.grid().name(number))
}

/// Several numbers as in "the 1 at 2,3, the 2 at 2,4 and the 1 at 2,5".
fn list(view: &View, numbers: &[Cell]) -> String {
    let names: Vec<String> = numbers.iter().map(|&number| named(view, number)).collect();
    and_list(&names)
}

/// A number of the proof that has not been used yet, with the mines it misses and the unsettled cells around it.
struct Link {
    number: Cell,
    n_missing: i32,
    covered: Vec<Cell>,
}

impl Link {
    /// Whether the cells around it must all be safe, or must all be mines.
    fn settles_all(&self) -> bool {
        !self.covered.is_empty() && (self.n_missing == 0 || self.n_missing == self.covered.len() as i32)
    }

    /// Whether the number contradicts what was settled so far.
    fn is_broken(&self) -> bool {
        self.n_missing < 0 || self.n_missing > self.covered.len() as i32
    }
}

/// A proof that uses its numbers one after another: first for what is certain, then for what would follow from the
/// opposite.
struct Chain<'a> {
    view: &'a View,
    cell: Cell,
    is_safe: bool,
    /// The numbers that have not been used yet.
    left: Vec<Link>,
}

impl<'a> Chain<'a> {
    fn new(view: &'a View, why: &Explanation) -> Chain<'a> {
        let link = |&number: &Cell| {
            let (n_missing, covered) = around(view, number);
            Link { number, n_missing, covered }
        };
        let left = why.because.iter().map(link).collect();
        Chain { view, cell: why.cell, is_safe: why.verdict == Verdict::Safe, left }
    }

    /// The proof in words; `None` if one number at a time is not enough.
    fn into_text(mut self) -> Option<String> {
        let mut facts = Vec::new();
        while let Some(place) = self.left.iter().position(Link::settles_all) {
            let link = self.left.remove(place);
            if link.covered.contains(&self.cell) {
                let conclusion = self.conclusion(&link);
                let so = if facts.is_empty() { "" } else { ", so " };
                return Some(format!("{}{so}{conclusion}", facts.join(", ")));
            }
            facts.push(self.step(&link, ["needs", "has", "and leaves"]));
            self.settle_all(&link);
        }
        let mut steps = Vec::new();
        self.settle(self.cell, self.is_safe);
        loop {
            if let Some(link) = self.left.iter().find(|link| link.is_broken()) {
                let end =
                    if link.n_missing < 0 { "too many mines" } else { "too few cells left for its mines" };
                steps.push(format!("{} would have {end}", named(self.view, link.number)));
                let would = format!("{}, {}", opposite(self.is_safe), join_steps(&steps));
                facts.push(would);
                return Some(facts.join(", and "));
            }
            let place = self.left.iter().position(Link::settles_all)?;
            let link = self.left.remove(place);
            steps.push(self.step(&link, ["would need", "would have", "and leave"]));
            self.settle_all(&link);
        }
    }

    /// What a number says about the cell in question.
    fn conclusion(&self, link: &Link) -> String {
        let name = named(self.view, link.number);
        let mines = self.mines_of(link.number);
        match (self.is_safe, self.view.shown(link.number), link.n_missing) {
            (true, Shown::Number(0), _) => format!("{name} has no mine around it"),
            (true, ..) => format!("{name} already has {mines}"),
            (false, _, 1) => format!("{name} has no other place for a mine"),
            (false, _, n) => format!("{name} needs all {n} cells left around it"),
        }
    }

    /// What a number says about other cells, with the forms of the verbs to use, such as "needs" or "would need".
    fn step(&self, link: &Link, [needs, has, leaves]: [&str; 3]) -> String {
        let name = named(self.view, link.number);
        let names: Vec<String> = link.covered.iter().map(|&cell| self.view.grid().name(cell)).collect();
        let cells = and_list(&names);
        if link.n_missing == 0 {
            format!("{name} {has} {} {leaves} {cells} free", self.mines_of(link.number))
        } else {
            format!("{name} {needs} {cells}")
        }
    }

    fn mines_of(&self, number: Cell) -> &'static str {
        if self.view.shown(number) == Shown::Number(1) { "its mine" } else { "all its mines" }
    }

    /// Settles all cells around a number that settles them.
    fn settle_all(&mut self, link: &Link) {
        for &cell in &link.covered {
            self.settle(cell, link.n_missing > 0);
        }
    }

    /// Settles a cell as a mine or as safe.
    fn settle(&mut self, cell: Cell, is_mine: bool) {
        for link in &mut self.left {
            if let Some(place) = link.covered.iter().position(|&other| other == cell) {
                link.covered.remove(place);
                link.n_missing -= i32::from(is_mine);
            }
        }
    }
}

fn join_steps(steps: &[String]) -> String {
    match steps {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{}, and then {last}", first.join(", then ")),
    }
}

/// A list as in "a, b and c".
fn and_list(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
