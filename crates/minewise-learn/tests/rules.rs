//! Tests of the shipped rules: they agree with the paper's rules, which are written by hand here, and are never wrong.

use std::sync::Arc;

use minewise::testing::{random_view, spoil};
use minewise::{Cell, Census, Game, Grid, Layout, Player, Position, Rng, Rules, Seed, Shown, Verdict, View};
use minewise_learn::mio::{Board, GuessBy, Mio, Model, SHIPPED, Target};

fn shipped(name: &str) -> Model {
    let (_, text) = SHIPPED.iter().find(|(known, _)| *known == name).unwrap();
    text.parse().unwrap()
}

/// Cells, and the mines among them.
type Set = (Vec<Cell>, i64);

/// The paper's rules written by hand, directly on the view.
struct ByHand {
    sets: Vec<Set>,
}

impl ByHand {
    fn new(view: &View) -> ByHand {
        let set = |number: Cell| {
            let Shown::Number(n_mines) = view.shown(number) else { return None };
            let near = view.grid().neighbours(number);
            let n_shown = near.clone().filter(|&cell| view.shown(cell) == Shown::Mine).count();
            let cells: Vec<Cell> = near.filter(|&cell| view.is_covered(cell)).collect();
            Some((cells, i64::from(n_mines) - n_shown as i64))
        };
        ByHand {
            sets: (0..view.grid().n_cells()).filter_map(set).filter(|(cells, _)| !cells.is_empty()).collect(),
        }
    }

    /// The part of one set outside another, if only one number of mines is possible there; found by trying all numbers.
    fn difference(one: &Set, other: &Set) -> Option<Set> {
        let rest: Vec<Cell> = one.0.iter().copied().filter(|cell| !other.0.contains(cell)).collect();
        let n_shared = one.0.len() - rest.len();
        let n_elsewhere = other.0.len() - n_shared;
        let fits = |&n_mines: &i64| {
            let shared = one.1 - n_mines;
            (0..=n_shared as i64).contains(&shared) && (0..=n_elsewhere as i64).contains(&(other.1 - shared))
        };
        let numbers: Vec<i64> = (0..=rest.len() as i64).filter(fits).collect();
        (numbers.len() == 1 && n_shared > 0 && !rest.is_empty()).then(|| (rest, numbers[0]))
    }

    /// The sets that a rule about a cell may use: those that contain it, and those that share a cell with one of them.
    fn zone(&self, cell: Cell) -> Vec<&Set> {
        let near: Vec<&Set> = self.sets.iter().filter(|(cells, _)| cells.contains(&cell)).collect();
        let is_near =
            |set: &&Set| near.iter().any(|(cells, _)| cells.iter().any(|cell| set.0.contains(cell)));
        self.sets.iter().filter(is_near).collect()
    }

    /// S-1: a number that misses no mine.
    fn is_safe_by_one(&self, cell: Cell) -> bool {
        self.sets.iter().any(|(cells, n_mines)| *n_mines == 0 && cells.contains(&cell))
    }

    /// S-2: the cells of a number that are not cells of another have no mine.
    fn is_safe_by_two(&self, cell: Cell) -> bool {
        let zone = self.zone(cell);
        let rests = zone.iter().flat_map(|one| zone.iter().filter_map(|two| ByHand::difference(one, two)));
        rests.into_iter().any(|(cells, n_mines)| n_mines == 0 && cells.contains(&cell))
    }

    /// S-3: the cells of a number outside such a difference have no mine.
    fn is_safe_by_three(&self, cell: Cell) -> bool {
        let zone = self.zone(cell);
        let rests =
            zone.iter().flat_map(|two| zone.iter().filter_map(|three| ByHand::difference(two, three)));
        rests.into_iter().any(|rest| {
            let lasts = zone.iter().filter_map(|one| ByHand::difference(one, &rest));
            lasts.into_iter().any(|(cells, n_mines)| n_mines == 0 && cells.contains(&cell))
        })
    }

    /// M-1: a number that misses as many mines as it has covered cells.
    fn is_mine_by_one(&self, cell: Cell) -> bool {
        self.sets.iter().any(|(cells, n_mines)| *n_mines == cells.len() as i64 && cells.contains(&cell))
    }
}

/// Random views: some cells without a mine are revealed, and some certain mines are marked.
fn fresh_views(rules: &str, seed: u64) -> impl Iterator<Item = View> {
    let rules: Rules = rules.parse().unwrap();
    let grid = Grid::new(rules);
    let mut rng = Rng::new(Seed(seed));
    std::iter::repeat_with(move || {
        let layout = Layout::generate(&grid, Seed(rng.next_u64()), rng.below(grid.n_cells()));
        let mut game = Game::with_layout(&layout);
        let mut cells: Vec<Cell> = (0..grid.n_cells()).filter(|&cell| !layout.is_mine(cell)).collect();
        let n_left = 1 + rng.below(cells.len() - 1);
        while game.n_left() > n_left {
            let cell = cells.swap_remove(rng.below(cells.len()));
            if game.view().is_covered(cell) {
                game.reveal(cell).unwrap();
            }
        }
        let mut view = game.view().clone();
        let census = Census::of(&view).unwrap();
        for cell in (0..grid.n_cells()).filter(|&cell| census.verdict(cell) == Some(Verdict::Mine)) {
            if rng.below(2) == 0 {
                view.show(cell, Shown::Mine);
            }
        }
        view
    })
}

#[test]
fn the_learned_rules_agree_with_the_paper_s_and_are_never_wrong() {
    let model = shipped("paper");
    let (mut n_cells, mut n_safe, mut n_mines, mut n_by_three) = (0, 0, 0, 0);
    for view in fresh_views("8x8/10", 1) {
        if n_cells >= 20_000 {
            break;
        }
        let (hand, census) = (ByHand::new(&view), Census::of(&view).unwrap());
        let board = Board::new(view);
        let mut matcher = model.matcher(&board);
        for cell in board.frontier() {
            let by_two = hand.is_safe_by_one(cell) || hand.is_safe_by_two(cell);
            let is_safe = by_two || hand.is_safe_by_three(cell);
            let (proved_safe, proved_mine) = (
                matcher.first(Target::Safe, &[cell]).is_some(),
                matcher.first(Target::Mine, &[cell]).is_some(),
            );
            let place = format!("{:#} at {}", board.view(), board.view().grid().name(cell));
            assert_eq!((proved_safe, proved_mine), (is_safe, hand.is_mine_by_one(cell)), "{place}");
            let verdict = census.verdict(cell).unwrap();
            assert!(!proved_safe || verdict == Verdict::Safe, "{place}");
            assert!(!proved_mine || verdict == Verdict::Mine, "{place}");
            n_cells += 1;
            n_safe += usize::from(proved_safe);
            n_mines += usize::from(proved_mine);
            n_by_three += usize::from(is_safe && !by_two);
        }
    }
    assert!(n_safe > 5000 && n_mines > 1000 && n_by_three > 50, "{n_safe}, {n_mines}, {n_by_three}");
}

#[test]
fn no_shipped_rule_is_ever_wrong_whatever_the_rules_and_topology() {
    for (name, text) in SHIPPED {
        let model: Model = text.parse().unwrap();
        let mut rng = Rng::new(Seed(11));
        let mut n_covered = vec![0; model.rules().len()];
        for _ in 0..3000 {
            let rules = Rules::random(&mut rng, 7);
            let view = random_view(&mut rng, rules);
            let census = Census::of(&view).unwrap();
            let board = Board::new(view);
            let mut matcher = model.matcher(&board);
            for cell in board.blanks() {
                for (idx, rule) in model.rules().iter().enumerate() {
                    let wanted = rule.target.verdict();
                    if matcher.covers(idx, cell) {
                        assert_eq!(
                            census.verdict(cell),
                            Some(wanted),
                            "{name} {}: {:#} at {cell}",
                            rule.name,
                            board.view()
                        );
                        n_covered[idx] += 1;
                    }
                }
            }
        }
        assert!(n_covered.iter().all(|&n| n > 20), "{name}: {n_covered:?}");
    }
}

#[test]
fn impossible_views_do_not_break_the_player() {
    let mut rng = Rng::new(Seed(12));
    for (_, text) in SHIPPED {
        let mut player = Mio::new(Arc::new(text.parse().unwrap()), GuessBy::SingleNumbers);
        for _ in 0..300 {
            let rules = Rules::random(&mut rng, 8);
            let mut view = random_view(&mut rng, rules);
            spoil(&mut rng, &mut view);
            if view.n_covered() > 0 {
                player.start(view.grid().rules(), Seed(1));
                let position = Position::new(view);
                let choice = player.choose(&position);
                assert!(position.view().is_covered(choice.cell.unwrap()));
            }
        }
    }
}

#[test]
fn the_player_conforms_with_every_model_and_guess() {
    for (_, text) in SHIPPED {
        let model: Arc<Model> = Arc::new(text.parse().unwrap());
        for guess in [GuessBy::Chance, GuessBy::SingleNumbers] {
            minewise::testing::conformance::check_counting(|| Mio::new(Arc::clone(&model), guess));
        }
    }
}

/// The obvious twin of the player: tests all rules on all cells each time. Returns the cell that a rule proves safe, and
/// adds to the marks.
fn plainly_safe(model: &Model, view: &View, marks: &mut Vec<Cell>) -> Option<Cell> {
    loop {
        let mut marked = view.clone();
        marks.iter().for_each(|&cell| marked.show(cell, Shown::Mine));
        let cells: Vec<Cell> = marked.covered().collect();
        let board = Board::new(marked);
        let mut matcher = model.matcher(&board);
        if let Some((_, cell)) = matcher.first(Target::Safe, &cells) {
            return Some(cell);
        }
        let (_, cell) = matcher.first(Target::Mine, &cells)?;
        marks.push(cell);
    }
}

#[test]
fn testing_only_where_something_changed_changes_no_move() {
    for (name, text) in SHIPPED {
        let model: Arc<Model> = Arc::new(text.parse().unwrap());
        let mut player = Mio::new(Arc::clone(&model), GuessBy::SingleNumbers);
        let mut rng = Rng::new(Seed(21));
        let (mut n_proved, mut n_guessed) = (0, 0);
        for game in 0..120 {
            let grid = Grid::new(Rules::random(&mut rng, 10));
            let (mut game, mut marks) = (Game::new(&grid, Seed(game)), Vec::new());
            // The player is not told that a new game begins: it must notice it by the view.
            while !game.is_over() {
                let view = game.view().clone();
                let choice = player.choose(game.position());
                let safe = plainly_safe(&model, &view, &mut marks);
                marks.sort_unstable();
                let cell = choice.cell.unwrap();
                assert!(safe.is_none_or(|safe| safe == cell), "{name}: {view:#} {safe:?} {cell}");
                assert_eq!(choice.marks, marks, "{name}: {view:#}");
                *if safe.is_some() { &mut n_proved } else { &mut n_guessed } += 1;
                game.reveal(cell).unwrap();
            }
        }
        assert!(n_proved > 150 && n_guessed > 150, "{name}: {n_proved} {n_guessed}");
    }
}

#[test]
fn models_are_written_as_they_are_read() {
    for (name, text) in SHIPPED {
        assert_eq!(text.parse::<Model>().unwrap().to_string(), *text, "{name}");
    }
    let text = "minewise rules 1\n\nS-1:safe(X,Y):-allCovered(Y,Z),minesInSet(Z,0).\n#  a remark\n";
    let model: Model = text.parse().unwrap();
    let expected = "minewise rules 1\n# a remark\nS-1: safe(A,B) :- allCovered(B,C), minesInSet(C,0).\n";
    assert_eq!(model.to_string(), expected);
    assert_eq!(
        model.sentence(&model.rules()[0]),
        "A cell is safe if C are all covered cells, and C has 0 mines."
    );
}

#[track_caller]
fn check_model(text: &str, expected: &str) {
    assert_eq!(text.parse::<Model>().err().unwrap().to_string(), expected);
}

#[test]
fn bad_models_give_an_error() {
    check_model("", "it does not begin with `minewise rules 1`");
    check_model("minewise rules 2\n", "it does not begin with `minewise rules 1`");
    check_model("minewise rules 1\nsafe(A,B).\n", "line 2: expected a rule like `S-1: safe(A,B) :- ….`");
    check_model("minewise rules 1\nS-1: safe(A,B) :- lucky(A).\n", "line 2: there is no predicate `lucky`");
    check_model(
        "minewise rules 1\nS-1: safe(A,B).\n\nS-1: mine(A,B).\n",
        "line 4: there is another rule `S-1`",
    );
    let many: String = (0..201).map(|idx| format!("S-{idx}: safe(A,B).\n")).collect();
    check_model(&format!("minewise rules 1\n{many}"), "line 202: there are more than 200 rules");
}
