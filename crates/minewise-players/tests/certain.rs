//! Tests on thousands of random views that cells which a player calls certain are safe, and that players do not panic
//! on views that no layout fits.

use minewise::Rules;
use minewise::testing::{random_view, spoil};
use minewise::{Player, Position, Reason, Rng, Seed, Verdict, View};
use minewise_players::{
    Csp, CspMyopic, CspPgms, Danger, Expectimax, Guess, Level, Mcmc, Naive, Pgms, Rejection, Search,
    SinglePoint,
};

const N_VIEWS: usize = 4000;

/// Returns views of unfinished games, of every topology.
fn views(seed: u64) -> impl Iterator<Item = View> {
    let mut rng = Rng::new(Seed(seed));
    let views = (0..N_VIEWS).map(move |_| {
        let rules = Rules::random(&mut rng, 8);
        random_view(&mut rng, rules)
    });
    let n_safe = |view: &View| view.n_covered() + view.shown_mines().count() - view.grid().rules().n_mines();
    views.filter(move |view| n_safe(view) > 0)
}

/// Checks that a player marks at least the mines that single numbers prove, whether it guesses or not.
fn check_marks(mut player: impl Player) {
    let mut n_marks = [0; 2];
    for view in views(9).filter(|view| !view.is_untouched()) {
        let position = Position::new(view);
        player.start(position.view().grid().rules(), Seed(1));
        let choice = player.choose(&position);
        assert!(choice.marks.is_sorted(), "{:#}", position.view());
        for mine in position.settled().mines() {
            assert!(choice.marks.contains(&mine), "{:#}: {mine}", position.view());
        }
        n_marks[usize::from(choice.reason == Reason::Certain)] += choice.marks.len();
    }
    assert!(n_marks.iter().all(|&n_marks| n_marks > 500), "{n_marks:?}");
}

#[test]
fn players_of_papers_with_flags_mark_what_they_know_on_every_choice() {
    check_marks(Naive::default());
    check_marks(Pgms::default());
    check_marks(Csp::default());
    check_marks(Danger::default());
    check_marks(Expectimax::new(1, 100));
}

/// Checks that cells which a player calls certain are safe, that cells which it marks are mines, and that it finds many
/// certain cells; then that it returns a choice on views that make no sense.
fn check(mut player: impl Player) {
    let mut n_certain = 0;
    for (idx, view) in views(7).enumerate() {
        let position = Position::new(view);
        player.start(position.view().grid().rules(), Seed(idx as u64));
        let choice = player.choose(&position);
        let cell = choice.cell.unwrap();
        let census = position.census().unwrap();
        assert!(position.view().is_covered(cell), "{:#}", position.view());
        if choice.reason == Reason::Certain {
            assert_eq!(census.verdict(cell), Some(Verdict::Safe), "{:#}: {cell}", position.view());
            n_certain += 1;
        }
        for mark in choice.marks {
            assert_eq!(census.verdict(mark), Some(Verdict::Mine), "{:#}: {mark}", position.view());
        }
    }
    assert!(n_certain > 500, "{n_certain}");
    let mut rng = Rng::new(Seed(8));
    for mut view in views(8).take(1000) {
        spoil(&mut rng, &mut view);
        if view.n_covered() > 0 {
            player.start(view.grid().rules(), Seed(1));
            player.choose(&Position::new(view));
        }
    }
}

#[test]
fn naive_is_never_wrong_about_a_certain_cell() {
    check(Naive::default());
}

#[test]
fn single_point_is_never_wrong_about_a_certain_cell() {
    check(SinglePoint::new(Guess::LeastRisk));
}

#[test]
fn csp_myopic_is_never_wrong_about_a_certain_cell() {
    check(CspMyopic::default());
}

#[test]
fn csp_pgms_is_never_wrong_about_a_certain_cell() {
    check(CspPgms::default());
}

#[test]
fn pgms_is_never_wrong_about_a_certain_cell() {
    check(Pgms::default());
}

#[test]
fn csp_is_never_wrong_about_a_certain_cell() {
    check(Csp::default());
}

#[test]
fn danger_is_never_wrong_about_a_certain_cell() {
    check(Danger::default());
}

#[test]
fn expectimax_is_never_wrong_about_a_certain_cell() {
    check(Expectimax::new(1, 1000));
}

#[test]
fn danger_and_expectimax_never_guess_beside_a_certain_cell() {
    let players: [Box<dyn Player>; 2] = [Box::new(Danger::default()), Box::new(Expectimax::new(1, 1000))];
    for mut player in players {
        let mut n_off_border = 0;
        for view in views(10).filter(|view| !view.is_untouched()) {
            let position = Position::new(view);
            let census = position.census().unwrap();
            let Some(safe) = census.safe().next() else { continue };
            player.start(position.view().grid().rules(), Seed(1));
            assert_eq!(player.choose(&position).reason, Reason::Certain, "{:#}", position.view());
            n_off_border += usize::from(census.is_interior(safe));
        }
        assert!(n_off_border > 20, "{n_off_border}");
    }
}

#[test]
fn rejection_is_never_wrong_about_a_certain_cell() {
    check(Rejection::new(100, 10));
}

#[test]
fn mcmc_is_never_wrong_about_a_certain_cell() {
    check(Mcmc::new(50));
}

#[test]
fn search_is_never_wrong_about_a_certain_cell() {
    check(Search::new(Level::Fast));
}
