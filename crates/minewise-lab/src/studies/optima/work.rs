//! Computes the pieces of boards.

use std::path::Path;

use cpu_time::ThreadTime;
use minewise::perfect::{CellValue, Limits, Opening, OpeningSolver, Openings};
use minewise::{Grid, Rules, Start};
use minewise_coach::Problem;
use serde_json::json;

use super::{Effort, OptimaResults, Piece};
use crate::store::folder::{Folder, Settings};
use crate::store::index::{Place, PlaceError};
use crate::studies::study::{PieceResult, Study, WorkContext};
use crate::studies::to_settings;

/// A study of boards to be solved.
pub struct Optima {
    boards: Vec<Board>,
    limits: Limits,
}

impl Optima {
    /// Creates a study of these boards, which are solved for all starts. `limits` apply to one board; its memory is
    /// shared by all threads.
    ///
    /// # Errors
    /// Returns an error if a board is too large.
    pub fn new(rules: &[Rules], limits: Limits) -> Result<Optima, Problem> {
        let boards = rules.iter().map(|&rules| Board::new(rules)).collect::<Result<_, Problem>>()?;
        Ok(Optima { boards, limits })
    }

    /// Returns the board of a piece, and its first cell and number.
    fn piece(&self, idx: u64) -> (&Board, &Opening) {
        let mut left = idx as usize;
        for board in &self.boards {
            match board.list.get(left) {
                Some(opening) => return (board, opening),
                None => left -= board.list.len(),
            }
        }
        panic!("the index of a piece is below the number of pieces")
    }

    /// Returns the value of perfect play from the best first cell, for all solved boards of a folder, under all starts.
    ///
    /// # Errors
    /// Returns an error if there is no such folder, or it cannot be read or is damaged.
    pub fn best_first_cells(folder: &Path) -> Result<Vec<(Rules, CellValue)>, Problem> {
        let folder = Folder::new(folder);
        if !folder.holds_a_study() {
            let path = folder.path().display();
            return Err(Problem::bad_input(format!("there are no solved boards in `{path}`")));
        }
        let mut best = Vec::new();
        for solved in OptimaResults::read(&folder.files())?.solved {
            for (start, cells) in solved.starts {
                let rules = with_start(solved.rules, start).map_err(Problem::bad_input)?;
                let first =
                    cells.into_iter().reduce(|one, other| if other.is_better(&one) { other } else { one });
                best.extend(first.map(|first| (rules, first)));
            }
        }
        Ok(best)
    }
}

/// A board with all its openings: its first cells, and the numbers that they may show.
struct Board {
    rules: Rules,
    openings: Openings,
    list: Vec<Opening>,
}

impl Board {
    fn new(rules: Rules) -> Result<Board, Problem> {
        let rules = with_start(rules, Start::Safe).map_err(Problem::bad_input)?;
        let too_large = |error| Problem::failed(format!("{rules}: {error}"));
        let openings = Openings::of(&Grid::new(rules)).map_err(too_large)?;
        let list = openings.list();
        Ok(Board { rules, openings, list })
    }

    fn cell(&self, opening: &Opening) -> [usize; 2] {
        [opening.cell / self.rules.width(), opening.cell % self.rules.width()]
    }
}

/// Solves openings one after the other. Those of the same board share a solver, whose cache speeds up the next one.
pub struct BoardSolver<'a> {
    limits: Limits,
    of_board: Option<(Rules, OpeningSolver<'a>)>,
}

impl Study for Optima {
    const NAME: &'static str = "optima";
    const UNITS: &'static str = "openings";
    const RESUMABLE_WITH: &'static [&'static str] = &["rules"];
    type Record = Piece;
    type Timing = Effort;
    type Worker<'a> = BoardSolver<'a>;
    type State = ();

    fn settings(&self) -> Settings {
        let rules: Vec<String> = self.boards.iter().map(|board| board.rules.to_string()).collect();
        to_settings(&json!({ "rules": rules }))
    }

    fn n_pieces(&self) -> u64 {
        self.boards.iter().map(|board| board.list.len() as u64).sum()
    }

    fn place(&self, record: &Piece) -> Result<Place, PlaceError> {
        let mut n_before = 0;
        for board in &self.boards {
            let is_own =
                |opening: &Opening| board.cell(opening) == record.cell && opening.number == record.number;
            if board.rules.to_string() == record.rules {
                let idx = board.list.iter().position(is_own).ok_or(PlaceError::Damaged)?;
                return Ok(Place::Whole((n_before + idx) as u64));
            }
            n_before += board.list.len();
        }
        Ok(Place::Beyond)
    }

    fn worker(&self, n_workers: usize) -> BoardSolver<'_> {
        let limits = self.limits.with_bytes(self.limits.n_bytes / n_workers);
        BoardSolver { limits, of_board: None }
    }

    fn work<'a>(
        &'a self,
        worker: &mut Self::Worker<'a>,
        idx: u64,
        (): (),
        context: &WorkContext<'_>,
    ) -> Result<Option<PieceResult<Self>>, Problem> {
        let (board, opening) = self.piece(idx);
        worker.of_board.take_if(|(rules, _)| *rules != board.rules);
        let (_, solver) =
            worker.of_board.get_or_insert_with(|| (board.rules, board.openings.solver(worker.limits)));
        let (began, n_before) = (ThreadTime::now(), solver.n_nodes());
        let won =
            solver.value(opening).map_err(|error| Problem::failed(format!("{}: {error}", board.rules)))?;
        let cpu_ns = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let (rules, cell, number) = (board.rules.to_string(), board.cell(opening), opening.number);
        let nodes = solver.n_nodes() - n_before;
        (context.progress)(1);
        let record = Piece { rules: rules.clone(), cell, number, won, layouts: opening.n_layouts };
        Ok(Some(PieceResult { record, timing: Effort { rules, cell, number, nodes, cpu_ns } }))
    }
}

/// Returns the same rules with another start.
fn with_start(rules: Rules, start: Start) -> Result<Rules, minewise::board::RulesError> {
    Rules::new(rules.width(), rules.height(), rules.n_mines(), start, rules.topology())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::report::Pages;
    use crate::store::folder::RECORDS;
    use crate::store::journal::Journal;
    use crate::testing::{conduct, folder};

    fn optima(rules: &[&str], n_nodes: u64) -> Result<Optima, Problem> {
        let rules: Vec<Rules> = rules.iter().map(|rules| rules.parse().unwrap()).collect();
        Optima::new(&rules, Limits::nodes(n_nodes))
    }

    fn solve(rules: &[&str], folder: &Path, n_threads: usize) -> Result<Pages, Problem> {
        conduct(&optima(rules, 1_000_000)?, folder, n_threads)?;
        Ok(Folder::new(folder).report()?.0)
    }

    fn report(folder: &Path) -> String {
        fs::read_to_string(folder.join("report.md")).unwrap()
    }

    #[test]
    fn boards_are_reported_for_every_start() {
        let folder = folder("optima");
        assert!(solve(&["3x3/7", "4x1/1"], &folder, 2).unwrap().is_complete);
        let report = report(&folder);
        let rows: Vec<&str> = report.lines().filter(|line| line.starts_with("| ")).skip(1).take(5).collect();
        assert_eq!(
            rows,
            [
                "| --- | --- | --- | ---: | ---: | ---: |",
                "| 3x3/7 | safe | 0,0 0,1 | 2 | 8 | 25.0000 % |",
                "| 3x3/7 | any | 0,0 0,1 | 2 | 36 | 5.5556 % |",
                "| 4x1/1 | safe | 0,0 0,1 | 3 | 3 | 100.0000 % |",
                "| 4x1/1 | zero | 0,0 0,1 | 2 | 2 | 100.0000 % |",
            ],
            "{report}"
        );
    }

    #[test]
    fn the_best_first_cells_are_those_of_perfect_play() {
        let folder = folder("optima-best");
        solve(&["3x3/3", "4x2/2"], &folder, 1).unwrap();
        let found = Optima::best_first_cells(&folder).unwrap();
        assert_eq!(found.len(), 6);
        for (rules, best) in found {
            let view = minewise::View::new(&Grid::new(rules));
            let expected = minewise::Optimal::of(&view, Limits::nodes(100_000)).unwrap().best().unwrap();
            assert_eq!((best.n_won, best.n_layouts), (expected.n_won, expected.n_layouts), "{rules}");
        }
        let missing = Optima::best_first_cells(Path::new("no/such/folder")).unwrap_err().to_string();
        assert_eq!(missing, "there are no solved boards in `no/such/folder`");
    }

    #[test]
    fn existing_pieces_are_not_computed_again() {
        let (whole, cut) = (folder("optima-whole"), folder("optima-cut"));
        solve(&["4x4/3"], &whole, 1).unwrap();
        solve(&["4x4/3"], &cut, 1).unwrap();
        let text = fs::read_to_string(whole.join(RECORDS)).unwrap();
        // Three complete pieces and a part of the next, as a kill leaves them.
        let n_bytes: usize = text.split_inclusive('\n').take(3).map(str::len).sum();
        fs::write(cut.join(RECORDS), &text[..n_bytes + 9]).unwrap();
        let n_pieces = text.lines().count() as u64;
        let again = conduct(&optima(&["4x4/3:zero"], 1_000_000).unwrap(), &cut, 2).unwrap();
        assert_eq!(again, (3, n_pieces - 3));
        assert_eq!(fs::read_to_string(cut.join(RECORDS)).unwrap(), text);
        // Another board in the same folder is added to it.
        solve(&["3x3/3"], &cut, 2).unwrap();
        let rows = report(&cut);
        assert!(rows.contains("| 4x4/3 | safe |") && rows.contains("| 3x3/3 | safe |"), "{rows}");
    }

    #[test]
    fn impossible_requests_are_refused() {
        let folder = folder("optima-refused");
        let error = solve(&["8x8/30"], &folder, 1).unwrap_err().to_string();
        assert!(error.starts_with("8x8/30: perfect play is computed for at most"), "{error}");
        let error = conduct(&optima(&["4x4/6"], 10).unwrap(), &folder, 2).unwrap_err().to_string();
        assert_eq!(error, "4x4/6: perfect play here takes more than 10 nodes; allow more with --nodes");
        let wrong = Piece { rules: "2x1/1".to_owned(), cell: [0, 0], number: 1, won: 2, layouts: 1 };
        Journal::open(&folder.join(RECORDS)).unwrap().append(&wrong).unwrap();
        let error = Folder::new(&folder).report().unwrap_err().to_string();
        assert!(error.contains("the layouts of 2x1/1 at 0,0 do not add up"), "{error}");
    }
}
