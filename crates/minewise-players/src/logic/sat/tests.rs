//! All worked examples of Dei Rossi, with the digits that are printed there.

use minewise::game::Counting as _;
use minewise::{Choice, Grid, Layout, Player, Position, Seed, Shown, View};
use rustsat::types::Lit;

use super::clauses::{Answer, Clauses};
use super::count::{Counts, Regions, count};
use super::encoding::{Encoding, Sink};
use super::solver::{Found, Global, Knowledge};
use super::{Counting, Sat, SatOptions};

fn find(text: &str, encoding: Encoding) -> (View, Knowledge, Found) {
    let view: View = text.parse().unwrap();
    let mut knowledge = Knowledge::new(view.grid(), encoding, Global::Endgame, &[]);
    knowledge.learn(&view);
    let found = knowledge.find_all();
    (view, knowledge, found)
}

fn names(grid: &Grid, cells: &[usize]) -> String {
    cells.iter().map(|&cell| grid.name(cell)).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check_safe(text: &str, expected: &str) {
    for encoding in [Encoding::Naive, Encoding::Sequential] {
        let (view, _, found) = find(text, encoding);
        assert_eq!(names(view.grid(), &found.safe), expected);
    }
}

/// Checks risks, given as `row,col risk` with `digits` decimals; `outside` is the risk of a cell that touches no
/// number, with the penalty.
#[track_caller]
fn check_risks(text: &str, digits: usize, expected: &str) -> Counts {
    let mut counted = Vec::new();
    for (encoding, regions) in [(Encoding::Naive, Regions::Joint), (Encoding::Sequential, Regions::Split)] {
        let (view, knowledge, found) = find(text, encoding);
        assert!(found.safe.is_empty());
        let counts = count(&view, knowledge.facts(), encoding, regions).unwrap();
        let frontier = counts.frontier.iter().map(|&(cell, risk)| (view.grid().name(cell), risk));
        let outside = counts.outside_risk.map(|risk| ("outside".to_owned(), risk + 0.03));
        let risks = frontier.chain(outside).map(|(name, risk)| format!("{name} {risk:.digits$}"));
        assert_eq!(risks.collect::<Vec<_>>().join("\n"), expected.replace("; ", "\n"), "{regions:?}");
        counted.push(counts);
    }
    counted.swap_remove(0)
}

fn covered_rows(n_rows: usize, width: usize) -> String {
    format!("/{}", ".".repeat(width)).repeat(n_rows)
}

#[test]
fn a_corner_of_16x16_with_30_mines_has_eight_models() {
    let rest = ".".repeat(13);
    let text = format!("16x16/30 001{rest}/112{rest}/..2{rest}{}", covered_rows(13, 16));
    // The paper has no risk outside. It is 30 mines minus the sum of these risks, over 241 cells, plus the penalty.
    let risks = "0,3 0.281; 1,3 0.719; 2,0 0.115; 2,1 0.885; 2,3 0.115; 3,1 0.094; 3,2 0.094; 3,3 0.094; \
                 outside 0.145";
    let counts = check_risks(&text, 3, risks);
    assert_eq!((counts.n_models, counts.outside.len()), (8, 241));
}

/// Returns a view of the example of 8x8 with 10 mines, whose first rows are given; the others are covered.
fn beginner(rows: &str) -> String {
    format!("8x8/10 {rows}{}", covered_rows(7 - rows.matches('/').count(), 8))
}

#[test]
fn the_cells_around_a_single_three_are_riskier_than_all_others() {
    let risks = "2,2 0.37500; 2,3 0.37500; 2,4 0.37500; 3,2 0.37500; 3,4 0.37500; 4,2 0.37500; 4,3 0.37500; \
                 4,4 0.37500; outside 0.15727";
    check_risks(&beginner("......../......../......../...3...."), 5, risks);
}

#[test]
fn the_cells_around_a_one_near_the_three_are_the_least_risky() {
    let risks = "0,3 0.06667; 0,4 0.06667; 0,5 0.06667; 1,3 0.06667; 1,5 0.06667; 2,2 0.40000; 2,3 0.30000; \
                 2,4 0.30000; 2,5 0.06667; 3,2 0.40000; 3,4 0.40000; 4,2 0.40000; 4,3 0.40000; 4,4 0.40000; \
                 outside 0.16750";
    check_risks(&beginner("......../....1.../......../...3...."), 5, risks);
}

#[test]
fn another_one_makes_three_cells_safe() {
    check_safe(&beginner("....1.../....1.../......../...3...."), "2,3 2,4 2,5");
}

#[test]
fn the_later_steps_have_the_risks_that_are_printed() {
    let risks = "0,3 0.38875; 0,5 0.38875; 1,2 0.07550; 1,3 0.01185; 1,5 0.21065; 1,6 0.67062; 2,2 0.58770; \
                 2,6 0.67062; 3,2 0.58770; 3,4 0.73726; 3,5 0.04025; 3,6 0.67062; 4,2 0.36245; 4,3 0.36245; \
                 4,4 0.36245; outside 0.12006";
    check_risks(&beginner("....1.../....1.../...213../...3...."), 5, risks);
    let risks = "0,2 0.20018; 0,3 0.79517; 0,5 0.07618; 1,2 0.14283; 1,5 0.12865; 1,6 0.66667; 2,2 0.86182; \
                 2,6 0.66667; 3,2 0.20018; 3,4 0.79517; 3,5 0.07618; 3,6 0.66667; 4,2 0.38094; 4,3 0.38094; \
                 4,4 0.38094; outside 0.11526";
    check_risks(&beginner("....1.../...21.../...213../...3...."), 5, risks);
    // The paper prints the second row of this view a column too far to the right.
    check_safe(&beginner("....10../...21.../...213../...3...."), "0,6 1,5 1,6");
}

#[test]
fn eight_cells_follow_on_page_four() {
    let rows = "002...../003...../002...../0122..../01.1....";
    check_safe(&beginner(rows), "2,4 3,4 4,4 5,0 5,1 5,2 5,3 5,4");
}

#[test]
fn the_game_of_6x6_goes_step_by_step() {
    let layout: Layout = "6x6/5 *...*./....../....*./....../.*...*/......".parse().unwrap();
    let mut view = View::new(layout.grid());
    let mut knowledge = Knowledge::new(layout.grid(), Encoding::Sequential, Global::Endgame, &[]);
    let mut safe = vec![14];
    let mut steps = Vec::new();
    while !safe.is_empty() {
        safe.iter().for_each(|&cell| view.show(cell, Shown::Number(layout.number(cell))));
        knowledge.learn(&view);
        let found = knowledge.find_all();
        let line = [names(layout.grid(), &found.safe), names(layout.grid(), &found.mines)].join(" | ");
        steps.push(line);
        safe = found.safe;
    }
    let printed = [
        "1,1 1,2 1,3 2,1 2,3 3,1 3,2 3,3 | ",
        "0,1 0,2 0,3 1,0 2,0 3,0 3,4 | 0,0 0,4",
        "1,4 4,0 4,2 4,3 4,4 | 2,4 4,1",
        "0,5 1,5 2,5 5,0 5,1 5,2 5,3 5,4 5,5 | ",
        "3,5 | 4,5",
        " | ",
    ];
    assert_eq!(steps, printed);
    assert_eq!(view.n_covered(), 5);
}

/// The stuck view; its known mines are covered cells here.
const STUCK: &str = "4x4/5 ..../.3../.322/.100";

#[test]
fn the_stuck_4x4_has_the_eight_models_that_are_printed() {
    let printed = [
        "5 7 8 9",
        "3 5 7 8 13",
        "3 4 5 7 8 13",
        "4 5 7 8 9",
        "2 4 5 7 8 13",
        "2 5 7 8 13",
        "1 5 7 8 13",
        "1 4 5 7 8 13",
    ];
    for encoding in [Encoding::Naive, Encoding::Sequential] {
        let mut models = models_of_numbers(&STUCK.parse().unwrap(), encoding);
        models.sort();
        let mut printed = printed.map(str::to_owned);
        printed.sort();
        assert_eq!(models, printed);
    }
}

/// Returns all models of the numbers alone, without the mine count, as the paper lists them: the mines, with cells
/// counted from 1.
fn models_of_numbers(view: &View, encoding: Encoding) -> Vec<String> {
    let grid = view.grid();
    let mut clauses = Clauses::default();
    let lits: Vec<Lit> = (0..grid.n_cells()).map(|_| clauses.fresh()).collect();
    for cell in 0..grid.n_cells() {
        let Shown::Number(number) = view.shown(cell) else { continue };
        let near: Vec<Lit> = grid.neighbours(cell).map(|near| lits[near]).collect();
        clauses.clause(&[!lits[cell]]);
        encoding.exactly(usize::from(number), &near, &mut clauses);
    }
    let mut models = Vec::new();
    while clauses.ask(&[]) == Answer::Possible {
        let is_mine: Vec<bool> = lits.iter().map(|&lit| clauses.is_true(lit)).collect();
        let mines = (0..lits.len()).filter(|&cell| is_mine[cell]).map(|cell| (cell + 1).to_string());
        models.push(mines.collect::<Vec<_>>().join(" "));
        let other: Vec<Lit> =
            lits.iter().zip(&is_mine).map(|(&lit, &mine)| if mine { !lit } else { lit }).collect();
        clauses.clause(&other);
    }
    models
}

fn choose(text: &str, counting: Option<Counting>) -> (View, Choice) {
    let view: View = text.parse().unwrap();
    let mut player = Sat::new(SatOptions { counting, ..SatOptions::default() });
    player.start(view.grid().rules(), Seed(7));
    let choice = player.choose(&Position::new(view.clone()));
    (view, choice)
}

#[test]
fn the_stuck_4x4_is_given_up_without_counting_and_guessed_with_it() {
    let (view, choice) = choose(STUCK, None);
    assert_eq!((choice.cell, choice.reason.to_string()), (None, "stuck: nothing is certain".to_owned()));
    assert_eq!(names(view.grid(), &choice.marks), "1,0 1,2 1,3");
    // With the mine count, four layouts are left, and each of these cells except 3,0 is a mine in one of them.
    let (view, choice) = choose(STUCK, Some(Counting::default()));
    let name = |cell| view.grid().name(cell);
    let risks: Vec<String> =
        choice.candidates.iter().map(|seen| format!("{} {:?}", name(seen.cell), seen.risk)).collect();
    assert_eq!(
        risks,
        ["0,0 Some(0.25)", "0,1 Some(0.25)", "0,2 Some(0.25)", "2,0 Some(0.25)", "3,0 Some(0.75)"]
    );
    assert_eq!(choice.chosen().and_then(|chosen| chosen.risk), Some(0.25));
}

#[test]
fn contradictory_numbers_are_reported_and_no_cell_is_called_certain() {
    for text in ["3x2/1 1.3/...", "4x1/2 2.0.", "3x3/6 0../.../...", "4x2/3 *1.*/..*."] {
        let (_, choice) = choose(text, Some(Counting::default()));
        assert_eq!(
            (choice.cell, choice.reason.to_string()),
            (None, "no layout fits the numbers".to_owned()),
            "{text}"
        );
    }
}

#[test]
fn a_frontier_with_too_many_models_to_list_is_counted_by_region() {
    // Forty ones far apart: eight models each, and 8 to the power of 40 together.
    let row = "...".repeat(20) + "/" + &".1.".repeat(20) + "/" + &"...".repeat(20);
    let text = format!("60x6/40 {row}/{row}");
    let joint = Counting::default();
    let (_, choice) = choose(&text, Some(joint));
    assert_eq!(choice.reason.to_string(), "least risk");
    assert_eq!(choice, choose(&text, Some(Counting { regions: Regions::Split, ..joint })).1);
}

#[test]
fn choices_by_counting_and_those_past_the_limit_are_counted() {
    let counts = |text: &str, regions| {
        let position = Position::new(text.parse().unwrap());
        let counting = Some(Counting { regions, ..Counting::default() });
        let mut player = Sat::new(SatOptions { counting, ..SatOptions::default() });
        player.start(position.view().grid().rules(), Seed(7));
        player.choose(&position);
        player.counts().into_iter().map(|(name, n)| format!("{name} {n}")).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(counts(STUCK, Regions::Joint), "counted 1, past the limit 0");
    assert_eq!(counts(STUCK, Regions::Split), "counted 1");
    // Five ones far apart have 8 to the power of 5 models, more than are listed.
    let row = format!("{}/{}/{}", "...".repeat(5), ".1.".repeat(5), "...".repeat(5));
    assert_eq!(counts(&format!("15x3/5 {row}"), Regions::Joint), "counted 1, past the limit 1");
    let mut player = Sat::new(SatOptions::default());
    player.start(&"4x4/5".parse().unwrap(), Seed(7));
    assert!(player.counts().is_empty(), "without counting there is nothing to count");
}
