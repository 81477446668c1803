//! Questions about a view: one that is sent, or that of a game in progress.

use minewise_coach::Problem;

use super::{App, Gathered, Next, stored};
use crate::answer::{Answer, Content};
use crate::games::GameInProgress;
use crate::job::{AskedView, Job, is_quick};
use crate::limits::{read_player, read_view};
use crate::messages::{AnalyzeAsked, CellAsked, GameAt};

impl App {
    pub(super) fn analyze(&self, asked: &AnalyzeAsked, gathered: &Gathered) -> Result<Next, Problem> {
        let AnalyzeAsked { view, game, trust_flags, .. } = asked;
        self.ask(view.as_deref(), game.as_ref(), *trust_flags, gathered, |view| {
            let player = asked.player();
            // A job that may take long is refused before anybody works on it; others see for themselves.
            if !is_quick(player) {
                read_player(self.zoo, player)?;
                read_view(&view.view, view.trust_flags)?;
            }
            Ok(Job::Analyze { asked: view, player: player.to_owned() })
        })
    }

    pub(super) fn cell(&self, asked: &CellAsked, gathered: &Gathered) -> Result<Next, Problem> {
        let CellAsked { view, game, trust_flags, cell } = asked;
        self.ask(view.as_deref(), game.as_ref(), *trust_flags, gathered, |view| {
            Ok(Job::Cell { asked: view, cell: *cell })
        })
    }

    /// The answer of a job about a view; before that the job, or what loads the game whose view is asked about.
    fn ask(
        &self,
        view: Option<&str>,
        game: Option<&GameAt>,
        trust_flags: bool,
        gathered: &Gathered,
        job: impl FnOnce(AskedView) -> Result<Job, Problem>,
    ) -> Result<Next, Problem> {
        if let Some(worked) = &gathered.worked {
            return Ok(Answer { is_new: false, content: Content::Json(worked.clone()) }.into());
        }
        let asked = match (view, game) {
            (Some(view), None) => AskedView::of_text(view, trust_flags),
            (None, Some(_)) if trust_flags => {
                return Err(Problem::bad_input("flags can be taken for mines in a `view`, not in a `game`"));
            }
            (None, Some(game)) => match self.view_of(game, gathered)? {
                Ok(asked) => asked,
                Err(load) => return Ok(load),
            },
            _ => return Err(Problem::bad_input("a question is about a `view` or about a `game`")),
        };
        Ok(Next::Work { begin: None, job: job(asked)? })
    }

    /// The view of a game, with what was counted of it if the game is at hand; else what loads it.
    fn view_of(&self, game: &GameAt, gathered: &Gathered) -> Result<Result<AskedView, Next>, Problem> {
        if let Some(at_hand) = self.at_hand().get_mut(&game.id) {
            return at_hand.asked_view(game).map(Ok);
        }
        // Not put at hand, for the reason that a game that is only looked at is not.
        match stored(&game.id, gathered)? {
            Ok(stored) => GameInProgress::replay(stored.clone())?.asked_view(game).map(Ok),
            Err(load) => Ok(Err(load)),
        }
    }
}
