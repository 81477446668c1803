//! Mutated command lines: none panics, hangs or takes much memory, and a refused one gets a sentence.
//!
//! `MINEWISE_COMMAND_LINES` sets how many are tried, `MINEWISE_COMMAND_SEED` the seed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use minewise::{Rng, Seed};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::common::{folder, program};

/// The number of command lines. More are for a machine with time to spare.
const N_LINES: usize = 1500;
const N_THREADS: usize = 2;
/// Some mutations ask for more work than this. They must end at Ctrl-C.
const PATIENCE: Duration = Duration::from_secs(3);
/// The time that a program may take to end after Ctrl-C.
const MOST_TIME_TO_END: Duration = Duration::from_secs(2);
/// The resident memory that a program may take.
const MOST_MEMORY: u64 = 1 << 30;
/// The address space that a program may take, in KiB: beyond it, an allocation fails, which aborts the program.
/// It is three times as much as the memory, because the program itself, the stacks of its threads and the arenas of the
/// allocator (64 MiB for each thread) reserve space that they never touch.
const MOST_ADDRESS_SPACE: u64 = 3_000_000;

/// Command lines of little work. All are good but those of `serve`, which would never end, those with `--games 0`, whose
/// least work takes seconds in a debug build, and those that need what an earlier command has left.
const GOOD: [&str; 63] = [
    "analyze",
    "analyze view --json",
    "analyze - --player search(level=fast) --trust-flags",
    "analyze view --player mcmc --json",
    "bench --rules 4x3/2 --players random,exact --games 3 --seed 1",
    "bench --rules 4x3/2:any,5x3/2@torus --players sat --games 2 --seed 2 --threads 1 --adjust off --json",
    "bench --rules 4x3/2@hex --players bssuct(sims=10) --games 1 --seed 3 --no-adjust",
    "convert view",
    "convert layout --from layout --to mbf",
    "convert - --to mbf",
    "explain --cell 0,1",
    "explain view --cell 0,2 --json --trust-flags",
    "explain view --cell 0,1 --by paper",
    "generate --rules 5x4/3 --seed 1",
    "generate --rules 5x4/3:zero --no-guess --start 1,1 --count 2 --json",
    "generate --rules 5x4/3@torus --count 2 --seed 7 --tries 100",
    "lab list",
    "lab list experiments --json",
    "lab run tiny --out runs/a --threads 1",
    "lab run experiments/tiny.toml --json --no-adjust",
    "lab run tiny --out runs/p --part 1/2",
    "lab merge runs/a runs/p --out runs/q --json",
    "lab ablation --rules 4x3/2:any --samples 1 --rounds 1 --clauses 10 --games 1",
    "lab learners --games 0 --most-taught 1 --out runs/h",
    "lab report runs/a --json",
    "lab compare exact random --rules 4x3/2 --games 2 --alpha 0.1 --difference 0.1 --out runs/b",
    "lab gain exact random --rules 4x3/2 --games 2 --tries 2 --out runs/c",
    "lab optima --rules 3x2/1 --nodes 1000 --memory 1 --out runs/d",
    "lab oracle --rules 4x3/2 --ratios 0,0.5,1 --games 2 --seed 1 --out runs/e",
    "lab score --rules 3x2/1 --players random,exact --limit 1000 --out runs/f",
    "lab survey models --rules 4x3/2 --views 2 --out runs/g",
    "lab survey orders --rules 4x3/2 --views 1 --seed 3 --json",
    "learn chance --games 0 --out model --threads 1",
    "learn promise --games 1 --seed 1 --out model",
    "learn q-table --rules 3x2/1 --games 10 --out model --algorithm 2 --symmetry on --fewest 1",
    "learn regression --rules 3x2/1 --games 2 --most-views 4 --out model --certain 0.5",
    "learn classifier --rules 4x3/2 --games 2 --most-windows 4 --out model --json",
    "learn mio --rules 4x3/2:any --rounds 1 --clauses 10 --shown 1 --server-views 10 --out model",
    "learn cnn --rules 4x3/2 --games 2 --channels 1 --layers 0 --out model",
    "learn opening --rules 3x2/1 --games 6",
    "optimal --rules 3x2/1 --json",
    "optimal --view view --nodes 1000 --memory 1",
    "perft --rules 3x2/1 --depth 2 --json",
    "play --rules 4x3/2 --seed 1 --player exact",
    "play --rules 4x3/2 --seed 1 --watch",
    "play -r 4x3/2 -s 1 --watch --speed 10 --ascii --data data",
    "play --rules 4x3/2 --seed 1 --transcript out --data data",
    "play --resume --data data",
    "players --json",
    "players --format markdown",
    "perft -r 3x2/1 -d 2 -f csv -q",
    "review game",
    "review game --json --color always",
    "completions bash",
    "man pages",
    "tree --view view --format dot --cells 2",
    "tree --rules 3x2/1 --player expectimax --seed 1 --json",
    "data check --data data --json",
    "data export --data data",
    "serve --addr nowhere --data view",
    "serve --addr 127.0.0.1:99999 --host mines.example --no-token",
    "worker",
    "--version",
];

/// The transcript of a game.
const GAME: &str = "4x3/2 seed 7\nr 0,0\nr 2,3\n";

/// Values that few arguments accept. None names a file outside the folder of a run: see [`Line::is_harmless`].
const ODD: [&str; 40] = [
    "",
    " ",
    "-",
    "--",
    "-1",
    "0",
    "1",
    "64",
    "1e9",
    "NaN",
    "inf",
    "0.999999999999",
    "18446744073709551615",
    "99999999999999999999",
    "💣\u{202e}ä",
    "\u{1b}[31m\n\t\r",
    "\u{feff}4x3/2",
    "0x0/0",
    "1x1/0",
    "1x1/1",
    "4x3/12",
    "3000x3000/1",
    "30x16/99@klein",
    "8x6/9@torus",
    "beginner:zero@hex",
    "4x3/2:zero:zero",
    "exact(level=deep)",
    "bssuct(sims=1e9)",
    "search(level=fast",
    "random,random,random,",
    "sat(encoding=naive,count=off)",
    "mio(model=../../view)",
    "../..",
    ".",
    "no/such/file",
    "/dev/null",
    "-9223372036854775808,4294967296",
    "99999,99999",
    "[::1]:65536",
    "view",
];

/// Values that can ask for a lot of work. They are rare, because each costs [`PATIENCE`].
const LARGE: [&str; 6] = ["1000000", "99999999", "1000x1000/200000", "30x16/99", "12x12/30@torus", "64x1/20"];

/// Values that many arguments accept, by kind.
const NUMBERS: [&str; 14] =
    ["0", "1", "2", "3", "7", "30", "64", "300", "0.5", "1e-9", "65535", "4294967296", "0,0", "2,1"];
const RULES: [&str; 16] = [
    "1x1/0",
    "2x1/1",
    "1x2/0:zero",
    "1x9/2",
    "9x1/8:any",
    "2x2/3@torus",
    "3x3/1@torus",
    "1x1/0@torus",
    "2x2/1@knight",
    "4x3/2@hex",
    "4x4/4",
    "5x5/20",
    "5x5/1:zero",
    "4x3/2,4x3/2",
    "8x6/9",
    "6x6/0",
];
const PLAYERS: [&str; 24] = [
    "random",
    "exact",
    "naive",
    "single-point",
    "csp-myopic",
    "csp-pgms",
    "pgms",
    "csp",
    "rejection",
    "mcmc",
    "limited-search(depth=2)",
    "bssuct(sims=20)",
    "danger",
    "expectimax(depth=2)",
    "perfect",
    "sat",
    "sat(global=always)",
    "search(level=fast)",
    "search(level=normal)",
    "mio(model=further)",
    "q-table",
    "cnn",
    "csp(guess=cnn)",
    "random,exact",
];
const FORMATS: [&str; 10] =
    ["layout", "view", "mine", "mbf", "ptta", "svg", "dot", "models", "beliefs", "agreement"];
const PATHS: [&str; 8] =
    ["view", "layout", "runs", "runs/a", "experiments", "experiments/tiny.toml", "data", "model"];

const FLAGS: [&str; 12] = [
    "--json",
    "--help",
    "-h",
    "-V",
    "--resume",
    "--no-such-flag",
    "-xyz",
    "--seed=",
    "--rules=0x0/0",
    "--=",
    "--threads=0",
    "--trust-flags",
];

const VIEW: &str = "5x3/2 1..../...../.....\n";
const TEXTS: [&str; 5] = [
    VIEW,
    "3x2/1\n1..\n...\n\n4x3/2:any@torus\n....\n.2F.\n....\n",
    "7x1/2 01.1...",
    "reveal 0,0\nflag 0,1\nhint\nwhy 1,1\nundo\nquit\n",
    "4x3/2\n*...\n..*.\n....\n",
];

/// Bytes to insert: those with a meaning, and a few that are no text.
const LETTERS: &[u8] = b" \n\r.0189*F#x/:@,-()=\xff\0";

/// A number from the environment.
fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

fn pick<'a>(rng: &mut Rng, from: &[&'a str]) -> &'a str {
    from[rng.below(from.len())]
}

/// A command line and its input.
#[derive(Debug)]
struct Line {
    args: Vec<String>,
    stdin: Vec<u8>,
}

impl Line {
    fn mutated(rng: &mut Rng) -> Line {
        loop {
            let mut args: Vec<String> = pick(rng, &GOOD).split(' ').map(str::to_owned).collect();
            // Without a mutation of the arguments, only the input is.
            for _ in 0..rng.below(3) {
                mutate_args(rng, &mut args);
            }
            let line = Line { args, stdin: mutated_input(rng) };
            if line.is_harmless() {
                return line;
            }
        }
    }

    /// Whether it writes in its folder only: with an output like `/dev/null`, there could be new files beside that.
    fn is_harmless(&self) -> bool {
        let may_write = self.args.iter().any(|arg| ["data", "lab", "learn", "serve"].contains(&&**arg));
        !may_write || self.args.iter().all(|arg| !arg.contains("/dev/"))
    }

    /// It, for a message. Long input is cut.
    fn text(&self) -> String {
        let stdin = String::from_utf8_lossy(&self.stdin[..self.stdin.len().min(200)]).into_owned();
        format!("minewise {:?} with {} bytes of input {stdin:?}", self.args, self.stdin.len())
    }
}

fn mutate_args(rng: &mut Rng, args: &mut Vec<String>) {
    if args.is_empty() {
        return;
    }
    let last = args.len() - 1;
    let [first, second] = [(); 2].map(|()| rng.below(args.len()));
    match rng.below(18) {
        // Without any argument, the program serves the web app on its usual port.
        0 if args.len() > 1 => drop(args.remove(first)),
        1 => args.insert(second, args[first].clone()),
        2 => args.swap(first, second),
        3 => args.insert(first, pick(rng, &FLAGS).to_owned()),
        4 => args.insert(first, pick(rng, &ODD).to_owned()),
        5 => {
            let other: Vec<&str> = pick(rng, &GOOD).split(' ').collect();
            args[first] = pick(rng, &other).to_owned();
        }
        6 => {
            let mut bytes = args[first].clone().into_bytes();
            mutate_bytes(rng, &mut bytes);
            bytes.retain(|&byte| byte != 0);
            args[first] = String::from_utf8_lossy(&bytes).into_owned();
        }
        7 if rng.below(6) == 0 => args[first] = pick(rng, &LARGE).to_owned(),
        7..=14 => args[first] = other_of_its_kind(rng, &args[first]),
        // The first one or two are the command.
        _ => args[last.min(first.max(1))] = pick(rng, &ODD).to_owned(),
    }
}

/// Another value like this one, which is more likely to be accepted.
fn other_of_its_kind(rng: &mut Rng, arg: &str) -> String {
    let kinds: [&[&str]; 5] = [&NUMBERS, &RULES, &PLAYERS, &FORMATS, &PATHS];
    let kind = match kinds.iter().find(|kind| kind.contains(&arg)) {
        Some(kind) => kind,
        None if arg.parse::<f64>().is_ok() => kinds[0],
        None if arg.contains('x') && arg.contains('/') => kinds[1],
        None if arg.contains('/') => kinds[4],
        None => &ODD,
    };
    pick(rng, kind).to_owned()
}

/// Flips, deletes and inserts a few bytes.
fn mutate_bytes(rng: &mut Rng, bytes: &mut Vec<u8>) {
    for _ in 0..1 + rng.below(3) {
        let place = rng.below(bytes.len() + 1);
        match rng.below(3) {
            0 if place < bytes.len() => bytes[place] ^= 1 << rng.below(8),
            1 if place < bytes.len() => drop(bytes.remove(place)),
            _ => bytes.insert(place, LETTERS[rng.below(LETTERS.len())]),
        }
    }
}

fn mutated_input(rng: &mut Rng) -> Vec<u8> {
    let mut bytes = pick(rng, &TEXTS).as_bytes().to_vec();
    match rng.below(12) {
        0 => Vec::new(),
        1 => (0..rng.below(500)).map(|_| rng.below(256) as u8).collect(),
        2 if rng.below(4) == 0 => vec![b".x1*\xff"[rng.below(5)]; 1 << 20],
        3..=5 => bytes,
        _ => {
            mutate_bytes(rng, &mut bytes);
            bytes
        }
    }
}

/// How a run ended.
struct Ran {
    status: ExitStatus,
    stdout: String,
    stderr: String,
    seconds: f64,
    /// The time from Ctrl-C to its end, if it was needed.
    ending: Option<Duration>,
    /// The largest resident memory that was seen, in bytes.
    n_bytes: u64,
}

impl Ran {
    /// Returns what is wrong with it.
    fn fault(&self) -> Option<String> {
        let Ran { status, stderr, ending, n_bytes, .. } = self;
        // Commands without records to keep leave Ctrl-C to the system; a study exits with 1.
        let ends = [(None, Some(Signal::SIGINT as i32)), (Some(1), None)];
        let was_stopped = ending.is_some() && ends.contains(&(status.code(), status.signal()));
        let has_sentence = || stderr.lines().any(|line| line.starts_with("minewise: "));
        if ending.is_some_and(|time| time > MOST_TIME_TO_END) {
            Some(format!("it took {ending:?} to end after Ctrl-C"))
        } else if self.stdout.contains("panicked") || stderr.contains("panicked") {
            Some("it panicked".to_owned())
        } else if *n_bytes > MOST_MEMORY {
            Some(format!("it took {n_bytes} bytes of memory"))
        } else if !was_stopped && !matches!(status.code(), Some(0..=2)) {
            Some("it ended badly".to_owned())
        } else if !was_stopped && status.code() != Some(0) && !has_sentence() {
            Some("no sentence says why".to_owned())
        } else {
            None
        }
    }
}

/// Runs a command line in a fresh folder. Nothing is shared with other runs.
fn run(line: &Line, folder: &Path) -> Ran {
    // Two folders up is still inside.
    let inside = folder.join("home/deep/work");
    let _ = fs::remove_dir_all(folder);
    for name in ["experiments", "runs", "data"] {
        fs::create_dir_all(inside.join(name)).unwrap();
    }
    let manifest =
        "title = 'Tiny'\nquestion = 'Who?'\nrules = ['4x3/2']\nplayers = ['exact']\ngames = 2\nseed = 1\n";
    let files = [("view", VIEW), ("layout", TEXTS[4]), ("experiments/tiny.toml", manifest), ("game", GAME)];
    for (name, text) in files {
        fs::write(inside.join(name), text).unwrap();
    }
    // Files rather than pipes: the program never waits for a reader.
    let file = |name: &str| folder.join(name);
    fs::write(file("stdin"), &line.stdin).unwrap();
    let began = Instant::now();
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {MOST_ADDRESS_SPACE}; exec \"$0\" \"$@\""))
        .arg(program())
        .args(&line.args)
        .current_dir(&inside)
        .env("HOME", folder.join("home"))
        .env("XDG_DATA_HOME", folder.join("home"))
        .stdin(File::open(file("stdin")).unwrap())
        .stdout(Stdio::from(File::create(file("stdout")).unwrap()))
        .stderr(Stdio::from(File::create(file("stderr")).unwrap()))
        .spawn()
        .unwrap();
    let (status, ending, n_bytes) = wait(&mut child, began);
    let read = |name| String::from_utf8_lossy(&fs::read(file(name)).unwrap()).into_owned();
    let seconds = began.elapsed().as_secs_f64();
    Ran { status, stdout: read("stdout"), stderr: read("stderr"), seconds, ending, n_bytes }
}

/// Waits for the end of a program, with Ctrl-C after a while. Returns how it ended, the time from Ctrl-C to its end, and
/// its memory.
fn wait(child: &mut Child, began: Instant) -> (ExitStatus, Option<Duration>, u64) {
    let mut n_bytes = 0;
    let mut stopped: Option<Instant> = None;
    loop {
        n_bytes = n_bytes.max(peak_memory(child.id()).unwrap_or(0));
        if let Some(status) = child.try_wait().unwrap() {
            return (status, stopped.map(|stopped| stopped.elapsed()), n_bytes);
        }
        if stopped.is_none() && began.elapsed() > PATIENCE {
            kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
            stopped = Some(Instant::now());
        }
        // It has failed by now; it must not outlive the test.
        if stopped.is_some_and(|stopped| stopped.elapsed() > 5 * MOST_TIME_TO_END) {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The largest resident memory of a process until now, in bytes, or `None` if it has ended.
fn peak_memory(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? << 10)
}

/// What was seen of all runs.
#[derive(Default)]
struct Seen {
    n_by_end: BTreeMap<String, usize>,
    n_stopped: usize,
    slowest_to_end: Duration,
    /// The longest of those that ended by themselves.
    slowest: (f64, String),
    largest: (u64, String),
    faults: Vec<String>,
}

impl Seen {
    fn add(&mut self, line: &Line, ran: &Ran) {
        *self.n_by_end.entry(ran.status.to_string()).or_insert(0) += 1;
        match ran.ending {
            Some(time) => {
                self.n_stopped += 1;
                self.slowest_to_end = self.slowest_to_end.max(time);
            }
            None if ran.seconds > self.slowest.0 => self.slowest = (ran.seconds, line.text()),
            None => {}
        }
        if ran.n_bytes > self.largest.0 {
            self.largest = (ran.n_bytes, line.text());
        }
        if let Some(fault) = ran.fault() {
            let stderr: String = ran.stderr.chars().take(500).collect();
            self.faults.push(format!("{fault}: {}: {}: {stderr}", line.text(), ran.status));
        }
    }

    fn merge(&mut self, other: Seen) {
        for (end, n_runs) in other.n_by_end {
            *self.n_by_end.entry(end).or_insert(0) += n_runs;
        }
        self.n_stopped += other.n_stopped;
        self.slowest_to_end = self.slowest_to_end.max(other.slowest_to_end);
        if other.slowest.0 > self.slowest.0 {
            self.slowest = other.slowest;
        }
        if other.largest.0 > self.largest.0 {
            self.largest = other.largest;
        }
        self.faults.extend(other.faults);
    }
}

#[test]
fn mutated_command_lines_are_answered_or_refused() {
    let n_lines = setting("MINEWISE_COMMAND_LINES", N_LINES);
    let seed = Seed(setting("MINEWISE_COMMAND_SEED", 1) as u64);
    let next = AtomicUsize::new(0);
    let work = |folder: PathBuf| {
        let mut seen = Seen::default();
        loop {
            let idx = next.fetch_add(1, Ordering::Relaxed);
            if idx >= n_lines {
                return seen;
            }
            // A stream for each line: the lines do not depend on which thread runs which.
            let line = Line::mutated(&mut Rng::new(seed.stream(idx as u64)));
            seen.add(&line, &run(&line, &folder));
        }
    };
    let mut seen = Seen::default();
    std::thread::scope(|scope| {
        let folders = (0..N_THREADS).map(|idx| folder(&format!("attack-command-lines-{idx}")));
        let threads: Vec<_> = folders.map(|folder| scope.spawn(|| work(folder))).collect();
        threads.into_iter().for_each(|thread| seen.merge(thread.join().unwrap()));
    });
    let Seen { n_by_end, n_stopped, slowest_to_end, slowest, largest, faults } = &seen;
    writeln!(
        io::stderr(),
        "{n_lines} command lines: {n_by_end:?}; {n_stopped} ended at Ctrl-C, within {slowest_to_end:?}\n\
         slowest to end by itself: {slowest:?}\nmost memory: {largest:?}"
    )
    .unwrap();
    assert!(faults.is_empty(), "{} of {n_lines}:\n{}", faults.len(), faults.join("\n"));
    // If nearly all were refused, or nearly none, the mutations would test little.
    for end in ["exit status: 0", "exit status: 2"] {
        assert!(n_by_end.get(end).is_some_and(|n_runs| n_runs * 10 > n_lines), "{n_by_end:?}");
    }
}
