//! An experiment played into its folder, or gone on with.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use minewise_lab::{Manifest, ModelFiles, Progress, Report, Results, Run};
use serde_json::Value;

use super::{Failure, Reply, Tell};

/// How often progress is told.
const OFTEN: Duration = Duration::from_millis(200);

pub(super) fn play(folder: &Path, tell: Tell<'_>) -> Result<Value, Failure> {
    let manifest =
        Manifest::read(&folder.join("manifest.toml"), ModelFiles::Refused).map_err(Failure::said)?;
    let total = manifest.plan.n_games_in_all();
    let (n_played, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let progress = |progress| match progress {
        Progress::Kept(n_games) => n_played.store(n_games, Ordering::Relaxed),
        Progress::Played(n_games) => _ = n_played.fetch_add(n_games, Ordering::Relaxed),
    };
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let run = Run { manifest: &manifest, folder, commit: None, n_threads, stop: &stop, progress: &progress };
    let ended = Mutex::new(None);
    std::thread::scope(|scope| {
        let player = scope.spawn(|| *ended.lock().expect("nobody else holds it") = Some(run.play()));
        let mut told = None;
        while !player.is_finished() {
            std::thread::sleep(Duration::from_millis(20));
            if told.is_none_or(|told: Instant| told.elapsed() >= OFTEN) {
                told = Some(Instant::now());
                let done = n_played.load(Ordering::Relaxed);
                if tell(Reply::Progress { done, total }).is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
    });
    if let Some(Err(error)) = ended.into_inner().expect("nobody panicked") {
        return Err(Failure::said(error));
    }
    let results = Results::of(manifest, folder).map_err(Failure::said)?;
    Report::write_results(&results, folder).map_err(Failure::said)?;
    Ok(Value::Null)
}
