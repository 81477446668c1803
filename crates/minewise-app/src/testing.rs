//! An app for tests, with rows in memory and jobs that run at once.

use std::collections::BTreeMap;

use minewise_coach::zoo::Zoo;
use serde_json::Value;

use crate::{
    App, Content, Env, GameRow, Job, ListedGame, Message, Next, PLAYED_ELSEWHERE, Problem, Puzzle, Query,
    Rows, StepInputs, StoredGame, Write, work,
};

/// An app with a database in memory, which can be made to fail.
pub(crate) struct TestApp {
    pub(crate) app: App,
    pub(crate) games: BTreeMap<String, StoredGame>,
    pub(crate) reviews: BTreeMap<String, String>,
    pub(crate) puzzles: Vec<Puzzle>,
    /// The number of loads, and the jobs that were run.
    pub(crate) n_loads: usize,
    pub(crate) jobs: Vec<Job>,
    pub(crate) is_broken: bool,
    clock: u64,
}

impl TestApp {
    pub(crate) fn new() -> TestApp {
        TestApp {
            app: App::new(Zoo::shipped()),
            games: BTreeMap::new(),
            reviews: BTreeMap::new(),
            puzzles: Vec::new(),
            n_loads: 0,
            jobs: Vec::new(),
            is_broken: false,
            clock: 0,
        }
    }

    /// Answers a message written as JSON.
    #[track_caller]
    pub(crate) fn ask(&mut self, message: Value) -> Result<Value, Problem> {
        let message: Message = serde_json::from_value(message).unwrap();
        let mut inputs = StepInputs::default();
        loop {
            self.clock += 1;
            let env = Env { now_ms: self.clock, entropy: [self.clock, self.clock << 20] };
            match self.app.step(&message, &inputs, &env)? {
                Next::Load(query) => {
                    self.n_loads += 1;
                    inputs.rows = Some(self.load(&query));
                }
                Next::Work { job, .. } => {
                    self.jobs.push(job.clone());
                    inputs.job_result = Some(work(Zoo::shipped(), &job, &mut |_| ())?.get().to_owned());
                }
                Next::Finish(finish) => {
                    if self.is_broken && !finish.writes.is_empty() {
                        return Err(Problem::failed("the disk is full"));
                    }
                    for write in finish.writes.clone() {
                        self.write(write)?;
                    }
                    return Ok(match self.app.finish(finish).content {
                        Content::Json(json) | Content::Event(_, json) => serde_json::from_str(&json).unwrap(),
                        Content::Text(text) => Value::String(text),
                    });
                }
            }
        }
    }

    fn load(&self, query: &Query) -> Rows {
        match query {
            Query::Game(id) => Rows::Game(self.games.get(id).cloned()),
            Query::HasGame(id) => Rows::HasGame(self.games.contains_key(id)),
            Query::NewestGames(most) => {
                let mut games: Vec<StoredGame> = self.games.values().cloned().collect();
                games.sort_by_key(|game| std::cmp::Reverse(game.row.created));
                games.truncate(*most);
                Rows::Games(games.into_iter().map(ListedGame::Stored).collect(), Vec::new())
            }
            Query::Review { game, .. } => {
                Rows::Review(self.games.get(game).cloned(), self.reviews.get(game).cloned())
            }
            Query::Puzzles { .. } => Rows::Puzzles(self.puzzles.clone(), Vec::new()),
            Query::Puzzle { game, at } => Rows::Puzzle(
                self.puzzles.iter().find(|puzzle| (&puzzle.game, puzzle.at) == (game, *at)).cloned(),
            ),
        }
    }

    fn write(&mut self, write: Write) -> Result<(), Problem> {
        match write {
            Write::Game { stored, .. } => _ = self.games.insert(stored.row.id.clone(), stored),
            Write::Layout { game, layout } => {
                let row: &mut GameRow = &mut self.games.get_mut(&game).unwrap().row;
                if row.layout.replace(layout).is_some() {
                    return Err(Problem::conflict(PLAYED_ELSEWHERE));
                }
            }
            Write::Move { game, idx, made, .. } => {
                let moves = &mut self.games.get_mut(&game).unwrap().moves;
                if moves.len() != idx {
                    return Err(Problem::conflict(PLAYED_ELSEWHERE));
                }
                moves.push(made);
            }
            Write::RemoveGame(id) => _ = self.games.remove(&id),
            Write::Review { game, review, .. } => _ = self.reviews.insert(game, review),
            Write::Puzzle { puzzle, .. } => self.puzzles.push(puzzle),
            Write::Solved { game, at } => {
                let is_it = |puzzle: &&mut Puzzle| (&puzzle.game, puzzle.at) == (&game, at);
                self.puzzles.iter_mut().find(is_it).unwrap().solved = true;
            }
        }
        Ok(())
    }
}
