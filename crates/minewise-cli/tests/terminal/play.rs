//! A game played at the terminal, and the same game in this process.

use minewise::{Cell, Game, Grid, Layout, Seed, Shown, View};

use super::pty::Terminal;

/// The keys that move the cursor from one cell to another.
pub(crate) fn way(view: &View, from: Cell, to: Cell) -> String {
    let ((row, col), (to_row, to_col)) = (view.grid().row_col(from), view.grid().row_col(to));
    let step = |from: usize, to: usize, back: &str, on: &str| {
        if to < from { back.repeat(from - to) } else { on.repeat(to - from) }
    };
    step(row, to_row, "k", "j") + &step(col, to_col, "h", "l")
}

/// The rows of a board as the screen shows them: numbers, flags and covered cells, without the cursor.
fn rows(view: &View) -> Vec<String> {
    let rules = view.grid().rules();
    let letter = |cell| match view.shown(cell) {
        Shown::Covered => "■".to_owned(),
        Shown::Flag => "F".to_owned(),
        Shown::Number(0) => "·".to_owned(),
        Shown::Number(number) => number.to_string(),
        Shown::Mine => "*".to_owned(),
    };
    let row =
        |row: usize| (0..rules.width()).map(|col| letter(row * rules.width() + col)).collect::<Vec<_>>();
    (0..rules.height()).map(|number| row(number).join(" ")).collect()
}

/// A game played at the terminal, and the same game in this process.
pub(crate) struct Play {
    pub(crate) terminal: Terminal,
    pub(crate) game: Game,
    pub(crate) layout: Layout,
    pub(crate) cursor: Cell,
}

impl Play {
    /// Starts a game with the cursor in the middle.
    pub(crate) fn start(rules: &str, seed: u64) -> Play {
        Play::start_with(rules, seed, "")
    }

    /// Starts a game with these options.
    pub(crate) fn start_with(rules: &str, seed: u64, options: &str) -> Play {
        let grid = Grid::new(rules.parse().unwrap());
        let (height, width) = (grid.rules().height(), grid.rules().width());
        let cursor = grid.cell((height - 1) / 2, (width - 1) / 2).unwrap();
        let terminal = Terminal::new((80, 24), &format!("play --rules {rules} --seed {seed} {options}"));
        let layout = Layout::generate(&grid, Seed(seed), cursor);
        Play { terminal, game: Game::new(&grid, Seed(seed)), layout, cursor }
    }

    pub(crate) fn go_to(&mut self, cell: Cell) {
        let keys = way(self.game.view(), self.cursor, cell);
        self.terminal.press(&keys);
        self.cursor = cell;
    }

    /// Waits until the screen shows the same board as the game in this process.
    #[track_caller]
    pub(crate) fn check_board(&mut self) {
        let rows = rows(self.game.view());
        self.terminal.wait_for(&rows.join("\n"), |screen| {
            let plain = screen.replace(['[', ']', '>'], " ");
            rows.iter().all(|row| plain.contains(row.as_str()))
        });
    }

    #[track_caller]
    pub(crate) fn reveal(&mut self, cell: Cell) {
        self.go_to(cell);
        self.terminal.press(" ");
        self.game.reveal(cell).unwrap();
    }

    /// Reveals the cell of the cursor, and then a mine, if possible one that is certain.
    #[track_caller]
    pub(crate) fn lose(&mut self) {
        let first = self.cursor;
        self.reveal(first);
        self.check_board();
        let certain = self.game.position().census().unwrap().mines().next();
        let mine = certain.or_else(|| self.layout.mines().next()).unwrap();
        self.reveal(mine);
        self.terminal.wait_for_text("Lost after ");
    }

    /// A number that still has safe covered cells around it.
    pub(crate) fn number_to_chord(&self) -> Option<Cell> {
        let (view, grid) = (self.game.view(), self.game.view().grid());
        let is_safe_left = |&near: &Cell| view.is_covered(near) && !self.layout.is_mine(near);
        (0..grid.n_cells()).find(|&cell| {
            matches!(view.shown(cell), Shown::Number(1..))
                && grid.neighbours(cell).any(|near| is_safe_left(&near))
        })
    }

    /// Flags the mines around a number and chords it.
    #[track_caller]
    pub(crate) fn flag_and_chord(&mut self, number: Cell) {
        let grid = self.game.view().grid().clone();
        for mine in grid.neighbours(number).filter(|&near| self.layout.is_mine(near)).collect::<Vec<_>>() {
            if self.game.view().shown(mine) == Shown::Covered {
                self.go_to(mine);
                self.terminal.press("f");
                self.game.flag(mine).unwrap();
                self.terminal.wait_for_text(&format!("{} has a flag.", grid.name(mine)));
            }
        }
        self.go_to(number);
        self.terminal.press("c");
        self.game.chord(number).unwrap();
    }
}
