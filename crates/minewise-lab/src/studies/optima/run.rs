//! The work itself: every piece that is missing, on several threads.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cpu_time::ThreadTime;
use minewise::{CellValue, Grid, Limits, Opening, Openings, Rules, Start};

use super::{Found, PIECES, Piece};
use crate::error::Error;
use crate::play::threads::on_threads;
use crate::store::journal::{self, Journal};
use crate::store::machine::Machine;
use crate::store::source::Source;

/// Boards to be solved.
#[derive(Clone, Debug)]
pub struct Optima {
    /// The boards. Their starts have no say: all are told.
    pub rules: Vec<Rules>,
    /// The most that may be done for one board, the memory shared by all threads.
    pub limits: Limits,
}

impl Optima {
    /// Solves all boards on `n_threads` threads, and writes the pieces into a folder; pieces that are
    /// there already are not worked out again. `progress` is told of pieces that are done, and how many there are.
    ///
    /// # Errors
    /// When a board is too large or takes too many nodes, or files cannot be read or written.
    pub fn write(
        &self,
        folder: &Path,
        commit: Option<&str>,
        n_threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<(), Error> {
        std::fs::create_dir_all(folder).map_err(|error| Error::file("make the folder", folder, &error))?;
        Machine::write(commit, folder)?;
        let path = folder.join(PIECES);
        let mut journal = Journal::open(&path)?;
        let pieces: Vec<Piece> = journal::read_all(&Source::file(&path))?;
        let boards: Vec<Board> =
            self.rules.iter().map(|&rules| Board::new(rules, &pieces)).collect::<Result<_, Error>>()?;
        let n_pieces = boards.iter().map(|board| board.todo.len()).sum();
        let n_done = AtomicUsize::new(0);
        progress(0, n_pieces);
        for board in &boards {
            let tell = || progress(n_done.fetch_add(1, Ordering::Relaxed) + 1, n_pieces);
            board.solve(self.limits, n_threads, &mut journal, &tell)?;
        }
        Ok(())
    }

    /// What perfect play wins from the best first cell, for all boards that are solved in a folder, under all starts.
    ///
    /// # Errors
    /// When there is no such folder, or it cannot be read or is damaged.
    pub fn best_first_cells(folder: &Path) -> Result<Vec<(Rules, CellValue)>, Error> {
        let pieces = Source::file(&folder.join(PIECES));
        if !pieces.exists() {
            return Err(Error::bad_input(format!("no solved boards are in `{}`", folder.display())));
        }
        let mut best = Vec::new();
        for solved in Found::read(&pieces)?.solved {
            for (start, cells) in solved.starts {
                let rules = with_start(solved.rules, start).map_err(Error::bad_input)?;
                let first =
                    cells.into_iter().reduce(|one, other| if other.is_better(&one) { other } else { one });
                best.extend(first.map(|first| (rules, first)));
            }
        }
        Ok(best)
    }
}

/// A board with the pieces that are still to be worked out.
struct Board {
    rules: Rules,
    openings: Openings,
    todo: Vec<Opening>,
}

impl Board {
    fn new(rules: Rules, pieces: &[Piece]) -> Result<Board, Error> {
        let rules = with_start(rules, Start::Safe).map_err(Error::bad_input)?;
        let grid = Grid::new(rules);
        let too_large = |error| Error::failed(format!("{rules}: {error}"));
        let openings = Openings::of(&grid).map_err(too_large)?;
        let name = rules.to_string();
        let is_done = |opening: &Opening| {
            let cell: [usize; 2] = grid.row_col(opening.cell).into();
            let is_own = |piece: &&Piece| piece.rules == name && piece.cell == cell;
            pieces.iter().filter(is_own).any(|piece| piece.number == opening.number)
        };
        let todo = openings.list().into_iter().filter(|opening| !is_done(opening)).collect();
        Ok(Board { rules, openings, todo })
    }

    fn solve(
        &self,
        limits: Limits,
        n_threads: usize,
        journal: &mut Journal,
        tell: &(dyn Fn() + Sync),
    ) -> Result<(), Error> {
        let n_threads = n_threads.clamp(1, self.todo.len().max(1));
        let limits = Limits { n_bytes: limits.n_bytes / n_threads, ..limits };
        let next = AtomicUsize::new(0);
        let written = Mutex::new((journal, Ok(())));
        let work = || {
            let mut solver = self.openings.solver(limits);
            while let Some(opening) = self.todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                let (began, n_before) = (ThreadTime::now(), solver.n_nodes());
                let value =
                    solver.value(opening).map_err(|error| Error::failed(format!("{}: {error}", self.rules)));
                let cpu_ns = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
                let mut written = written.lock().expect("nobody panics while writing");
                let (journal, result) = &mut *written;
                if result.is_ok() {
                    let nodes = solver.n_nodes() - n_before;
                    *result = value.and_then(|won| journal.append(&self.piece(opening, won, nodes, cpu_ns)));
                }
                if result.is_err() {
                    next.store(self.todo.len(), Ordering::Relaxed);
                    return;
                }
                tell();
            }
        };
        on_threads(n_threads, work);
        written.into_inner().expect("nobody panicked while writing").1
    }

    fn piece(&self, opening: &Opening, won: u64, nodes: u64, cpu_ns: u64) -> Piece {
        let (width, cell) = (self.rules.width(), opening.cell);
        let layouts = opening.n_layouts;
        let cell = [cell / width, cell % width];
        Piece { rules: self.rules.to_string(), cell, number: opening.number, won, layouts, nodes, cpu_ns }
    }
}

/// The same rules with another start.
fn with_start(rules: Rules, start: Start) -> Result<Rules, minewise::RulesError> {
    Rules::new(rules.width(), rules.height(), rules.n_mines(), start, rules.topology())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::report::Report;
    use crate::testing::folder;

    fn solve(rules: &[&str], folder: &Path, n_threads: usize) -> Result<Report, Error> {
        let rules = rules.iter().map(|rules| rules.parse().unwrap()).collect();
        let optima = Optima { rules, limits: Limits::nodes(1_000_000) };
        optima.write(folder, None, n_threads, &|_, _| ())?;
        Report::write(folder)
    }

    fn report(folder: &Path) -> String {
        fs::read_to_string(folder.join("report.md")).unwrap()
    }

    #[test]
    fn boards_are_told_for_every_start() {
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
        assert_eq!(missing, "no solved boards are in `no/such/folder`");
    }

    #[test]
    fn what_is_there_is_not_worked_out_again() {
        let (whole, cut) = (folder("optima-whole"), folder("optima-cut"));
        solve(&["4x4/3"], &whole, 1).unwrap();
        let text = fs::read_to_string(whole.join(PIECES)).unwrap();
        // Three whole pieces and a part of the next, as a kill leaves them.
        let n_bytes: usize = text.split_inclusive('\n').take(3).map(str::len).sum();
        fs::write(cut.join(PIECES), &text[..n_bytes + 9]).unwrap();
        let n_todo = Mutex::new(Vec::new());
        let optima = Optima { rules: vec!["4x4/3:zero".parse().unwrap()], limits: Limits::nodes(1_000_000) };
        let told = |_: usize, n_pieces: usize| n_todo.lock().unwrap().push(n_pieces);
        optima.write(&cut, None, 2, &told).unwrap();
        Report::write(&cut).unwrap();
        let n_pieces = text.lines().count();
        assert!(n_todo.into_inner().unwrap().iter().all(|&n| n == n_pieces - 3));
        let results = |folder: &Path| report(folder).split("## What it took").next().unwrap().to_owned();
        assert_eq!(results(&cut), results(&whole));
        assert!(fs::read_to_string(cut.join(PIECES)).unwrap().starts_with(&text[..n_bytes]));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let folder = folder("optima-refused");
        let error = |rules: &str| solve(&[rules], &folder, 1).unwrap_err().to_string();
        assert!(
            error("8x8/30").starts_with("8x8/30: perfect play is computed for at most"),
            "{}",
            error("8x8/30")
        );
        let optima = Optima { rules: vec!["4x4/6".parse().unwrap()], limits: Limits::nodes(10) };
        let error = optima.write(&folder, None, 2, &|_, _| ()).unwrap_err().to_string();
        assert_eq!(error, "4x4/6: perfect play here takes more than 10 nodes; allow more with --nodes");
        let mut journal = Journal::open(&folder.join(PIECES)).unwrap();
        let wrong = Piece {
            rules: "2x1/1".to_owned(),
            cell: [0, 0],
            number: 1,
            won: 2,
            layouts: 1,
            nodes: 0,
            cpu_ns: 0,
        };
        journal.append(&wrong).unwrap();
        drop(journal);
        let error = Report::write(&folder).unwrap_err().to_string();
        assert!(error.ends_with("is damaged: the layouts of 2x1/1 at 0,0 do not add up"), "{error}");
    }
}
