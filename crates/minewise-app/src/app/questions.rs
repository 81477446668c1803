//! Questions about a view, which is sent with the question or belongs to a game in progress.

use minewise_coach::Problem;

use super::{App, Next, StepInputs, stored, too_few};
use crate::answer::{Answer, Content};
use crate::games::game_after;
use crate::job::{Job, ViewRequest, is_quick};
use crate::limits::{read_player, read_view};
use crate::messages::{AnalyzeRequest, CellRequest, GameAt};
use crate::rows::StoredGame;

impl App {
    pub(super) fn analyze(&self, asked: &AnalyzeRequest, inputs: &StepInputs) -> Result<Next, Problem> {
        let AnalyzeRequest { view, game, trust_flags, .. } = asked;
        self.ask(view.as_deref(), game.as_ref(), *trust_flags, inputs, |view| {
            let player = asked.player();
            // An invalid request for a long job is refused before the job is queued. Fast jobs check it themselves.
            if !is_quick(player) {
                read_player(self.zoo, player)?;
                read_view(&view.view, view.trust_flags)?;
            }
            Ok(Job::Analyze { asked: view, player: player.to_owned() })
        })
    }

    pub(super) fn cell(&self, asked: &CellRequest, inputs: &StepInputs) -> Result<Next, Problem> {
        let CellRequest { view, game, trust_flags, cell } = asked;
        self.ask(view.as_deref(), game.as_ref(), *trust_flags, inputs, |view| {
            Ok(Job::Cell { asked: view, cell: *cell })
        })
    }

    /// Returns the answer of a job about a view; before that the job, or the step that loads the game.
    fn ask(
        &self,
        view: Option<&str>,
        game: Option<&GameAt>,
        trust_flags: bool,
        inputs: &StepInputs,
        job: impl FnOnce(ViewRequest) -> Result<Job, Problem>,
    ) -> Result<Next, Problem> {
        if let Some(job_result) = &inputs.job_result {
            return Ok(Answer { is_new: false, content: Content::Json(job_result.clone()) }.into());
        }
        let asked = match (view, game) {
            (Some(view), None) => ViewRequest::of_text(view, trust_flags),
            (None, Some(_)) if trust_flags => {
                return Err(Problem::bad_input("flags can be treated as mines in a `view`, not in a `game`"));
            }
            (None, Some(game)) => match self.view_of(game, inputs)? {
                Ok(asked) => asked,
                Err(load) => return Ok(load),
            },
            _ => return Err(Problem::bad_input("a question needs either a `view` or a `game`")),
        };
        Ok(Next::Work { begin: None, job: job(asked)? })
    }

    /// Returns the view of a game after a number of moves, with its shared analysis if that is how the cached game is
    /// now; or else the step that loads the game.
    ///
    /// A move may overtake a question. The question is then still answered, about the view that it was asked about.
    fn view_of(&self, asked: &GameAt, inputs: &StepInputs) -> Result<Result<ViewRequest, Next>, Problem> {
        if let Some(request) = self.cache().get_mut(&asked.id).and_then(|game| game.view_request(asked)) {
            return Ok(Ok(request));
        }
        match stored(&asked.id, inputs)? {
            Ok(StoredGame { row, moves }) => {
                let moves = moves.get(..asked.n_moves).ok_or_else(|| too_few(moves))?;
                let view = format!("{:#}", game_after(row, moves)?.view());
                Ok(Ok(ViewRequest::of_text(&view, false)))
            }
            Err(load) => Ok(Err(load)),
        }
    }
}
