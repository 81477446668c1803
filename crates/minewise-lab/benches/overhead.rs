//! Compares the lab with a bare loop of games, and two threads with one.
//!
//! `cargo bench -p minewise-lab` plays the same Expert games of `exact` in each way and compares the CPU time. To count
//! instructions, run the binary that it builds under `valgrind --tool=callgrind` with `--bare` or `--lab`, and
//! `--games N`.

use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cpu_time::ProcessTime;
use minewise::{Game, Grid, Seed, Status};
use minewise_coach::PlayerSpec;
use minewise_lab::{Folder, Manifest, ModelFiles, Results, Run, RunOptions};

const RULES: &str = "30x16/99";
const PLAYER: &str = "exact";
const FIRST_SEED: u64 = 1;
/// The ways take turns this many times, so that other load on the machine affects all of them alike.
const N_ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| args.iter().any(|arg| arg == name);
    let games = args.iter().skip_while(|arg| *arg != "--games").nth(1);
    let n_games: u64 = games.map_or(Ok(2000), |games| games.parse())?;
    let mut out = io::stdout().lock();
    if has("--bare") {
        writeln!(out, "{} wins", bare(n_games)?)?;
    } else if has("--lab") {
        writeln!(out, "{} wins", lab(n_games, 1)?)?;
    } else {
        compare(&mut out, n_games)?;
    }
    Ok(())
}

/// Plays in all ways, checks that they win the same number of games, and prints the least CPU time of each.
fn compare(out: &mut impl Write, n_games: u64) -> Result<(), Box<dyn Error>> {
    let mut least = [Duration::MAX; 3];
    for _ in 0..N_ROUNDS {
        let ways: [&dyn Fn() -> Result<u64, Box<dyn Error>>; 3] =
            [&|| bare(n_games), &|| lab(n_games, 1), &|| lab(n_games, 2)];
        let mut wins = [0; 3];
        for (idx, way) in ways.iter().enumerate() {
            let began = ProcessTime::now();
            wins[idx] = way()?;
            least[idx] = least[idx].min(began.elapsed());
        }
        assert_eq!(wins, [wins[0]; 3], "all ways play the same games");
    }
    let [bare, one, two] = least.map(|time| time.as_secs_f64());
    writeln!(out, "{n_games} games of {PLAYER} on {RULES}, least CPU time of {N_ROUNDS} rounds")?;
    writeln!(out, "bare loop           {bare:8.3} s")?;
    writeln!(out, "lab, one thread     {one:8.3} s, {:.3} of the bare loop", one / bare)?;
    writeln!(out, "lab, two threads    {two:8.3} s, {:.3} of one thread", two / one)?;
    Ok(())
}

/// Plays the games in a bare loop, and returns the number of wins.
fn bare(n_games: u64) -> Result<u64, Box<dyn Error>> {
    let grid = Grid::new(RULES.parse()?);
    let mut game = Game::new(&grid, Seed::default());
    let mut player = PLAYER.parse::<PlayerSpec>()?.make();
    let mut n_wins = 0;
    for seed in (FIRST_SEED..FIRST_SEED + n_games).map(Seed) {
        game.restart(seed);
        player.start(grid.rules(), seed.stream(1));
        while !game.is_over() {
            let Some(cell) = player.choose(game.position()).cell else { break };
            game.reveal(cell)?;
        }
        n_wins += u64::from(game.status() == Status::Won);
    }
    Ok(n_wins)
}

/// Plays the games as a run without adjustment for luck, and returns the number of wins.
fn lab(n_games: u64, n_threads: usize) -> Result<u64, Box<dyn Error>> {
    let text = format!(
        "title = \"overhead\"\nrules = [\"{RULES}\"]\nplayers = [\"{PLAYER}\"]\n\
         games = {n_games}\nseed = {FIRST_SEED}\nadjust = \"off\"\n"
    );
    let manifest = Manifest::parse(Path::new("overhead.toml"), text, ModelFiles::Read)?;
    let folder = std::env::temp_dir().join(format!("minewise-overhead-{}", std::process::id()));
    let stop = AtomicBool::new(false);
    let options = RunOptions { n_threads, stop: &stop, progress: &|_| (), commit: None, part: None };
    Folder::new(&folder).conduct(&Run::new(&manifest), &options)?;
    let n_wins = Results::read(&folder)?.outcomes[0].tally.wins;
    std::fs::remove_dir_all(&folder)?;
    Ok(n_wins)
}
