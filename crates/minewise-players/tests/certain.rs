//! Tests on thousands of random views that cells which a player calls certain are safe, and that players do not panic
//! on views that no layout fits.

use minewise::Rules;
use minewise::testing::{random_view, spoil};
use minewise::{Player, Position, Reason, Rng, Seed, Verdict, View};
use minewise_players::{
    Csp, CspMyopic, CspPgms, Guess, Level, Mcmc, Naive, Pgms, Rejection, Search, SinglePoint,
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
