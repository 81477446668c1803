//! Games to learn from: at some of their reveals, every possible outcome with its chance and the features of its view.

use minewise::census::{Counter, Outcomes};
use minewise::game::reveals;
use minewise::{Cell, Game, Grid, Player, Reason, Rng, Rules, Seed, Shown, Start, Status, View};
use minewise_players::{Exact, Features, N_FEATURES};

/// A possible outcome of a reveal.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Its chance.
    pub chance: f64,
    /// The features of the view after it; `None` if the mines are then all known.
    pub features: Option<Box<[f32; N_FEATURES]>>,
}

/// A reveal of a game.
#[derive(Clone, Debug)]
pub struct Step {
    /// The number of reveals of its kind that it stands for, as one of a sample.
    pub weight: f64,
    /// The numbers that it could have shown. The rest of the chances, up to 1, is the mine.
    pub outcomes: Vec<Outcome>,
    /// The index of the outcome that happened; `None` for the mine.
    pub shown: Option<usize>,
}

/// A game to learn from.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Whether it was won.
    pub won: bool,
    /// All guesses, and a sample of the certain reveals.
    pub steps: Vec<Step>,
}

/// Plays games and turns them into lessons. Its buffers are reused from game to game.
#[derive(Debug, Default)]
pub struct Teacher {
    player: Exact,
    counter: Counter,
    features: Features,
}

/// The share of certain reveals that are sampled: of those that were chosen, and of those that followed from a 0.
/// Guesses are few and matter most, so all of them are used.
const CERTAIN_SHARES: [f64; 2] = [0.2, 0.08];

impl Teacher {
    /// Plays the game of a seed, which also determines the rules, and returns its lesson.
    pub fn lesson(&mut self, seed: Seed) -> Lesson {
        let mut rng = Rng::new(seed.stream(2));
        let grid = Grid::new(mixed_rules(&mut rng));
        let mut game = Game::new(&grid, seed);
        self.player.start(grid.rules(), seed.stream(1));
        // For each cell that was chosen: whether it was a guess.
        let mut chosen = vec![None; grid.n_cells()];
        while !game.is_over() {
            let choice = self.player.choose(game.position());
            let cell = choice.cell.expect("`exact` never gives up");
            game.reveal(cell).expect("`exact` keeps the rules");
            chosen[cell] = Some(choice.reason != Reason::Certain);
        }
        let mut view = View::new(&grid);
        let mut steps = Vec::new();
        for cell in reveals(&game) {
            let share = match chosen[cell] {
                Some(true) => 1.0,
                Some(false) => CERTAIN_SHARES[0],
                None => CERTAIN_SHARES[1],
            };
            if rng.unit() < share {
                steps.extend(self.step(&view, cell, game.view().shown(cell), 1.0 / share));
            }
            view.show(cell, game.view().shown(cell));
        }
        Lesson { won: game.status() == Status::Won, steps }
    }

    /// The reveal of a cell that then shows `shown`; `None` if it could have shown nothing else.
    fn step(&mut self, before: &View, cell: Cell, shown: Shown, weight: f64) -> Option<Step> {
        let outcomes = if before.is_untouched() {
            Outcomes::of_first(before.grid(), cell)
        } else {
            self.counter.census(before).ok()?.outcomes(cell)?
        };
        if outcomes.numbers.contains(&1.0) {
            return None;
        }
        let mut step = Step { weight, outcomes: Vec::new(), shown: None };
        let mut view = before.clone();
        for (number, &chance) in (0u8..).zip(&outcomes.numbers).filter(|&(_, &chance)| chance > 0.0) {
            view.show(cell, Shown::Number(number));
            // No layout fits: the chance was only a rounding error.
            let Ok(census) = self.counter.census(&view) else { continue };
            if shown == Shown::Number(number) {
                step.shown = Some(step.outcomes.len());
            }
            let features = self.features.read(&census).map(|features| Box::new(*features));
            step.outcomes.push(Outcome { chance, features });
        }
        Some(step)
    }
}

/// Draws the rules of a lesson: mostly the classic boards, sometimes random ones.
fn mixed_rules(rng: &mut Rng) -> Rules {
    let classic = |width, height, n_mines, start| {
        Rules::new(width, height, n_mines, start, minewise::Topology::Square)
            .expect("classic rules are valid")
    };
    match rng.below(20) {
        0..=7 => classic(30, 16, 99, Start::Safe),
        8..=9 => classic(30, 16, 99, Start::Zero),
        10..=12 => classic(16, 16, 40, Start::Safe),
        13 => classic(16, 16, 40, Start::Zero),
        14..=15 => classic(9, 9, 10, Start::Safe),
        16 => classic(8, 8, 10, Start::Safe),
        _ => Rules::random(rng, 16),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_what_was_shown_is_among_them() {
        let mut teacher = Teacher::default();
        let (mut n_steps, mut n_mines) = (0, 0);
        for seed in 0..300 {
            let lesson = teacher.lesson(Seed(crate::FIRST_SEED + seed));
            for step in &lesson.steps {
                let safe: f64 = step.outcomes.iter().map(|outcome| outcome.chance).sum();
                assert!(0.0 < safe && safe < 1.0 + 1e-9, "{safe}");
                assert!(step.shown.is_some() || safe < 1.0 - 1e-9);
                n_mines += usize::from(step.shown.is_none());
                n_steps += 1;
            }
            assert!(!lesson.won || lesson.steps.iter().all(|step| step.shown.is_some()));
        }
        assert!(n_steps > 3000 && n_mines > 60, "{n_steps} {n_mines}");
    }

    #[test]
    fn a_lesson_depends_on_its_seed_alone() {
        let (mut fresh, mut used) = (Teacher::default(), Teacher::default());
        used.lesson(Seed(5));
        let (one, other) = (fresh.lesson(Seed(6)), used.lesson(Seed(6)));
        assert_eq!(format!("{one:?}"), format!("{other:?}"));
    }
}
