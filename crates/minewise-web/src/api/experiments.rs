//! Small experiments of the user, played while a client listens.

use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use minewise_app::{
    CaseResult, Damaged, Fault, MOST_CASES, MOST_EXPERIMENT_GAMES, Problem, Reply, read_player, read_rules,
    read_seed,
};
use minewise_coach::zoo::Zoo;
use minewise_lab::{Manifest, ModelFiles, Pages, Summary};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{JsonBody, PathParams, Res};
use crate::http::page::document;
use crate::http::stream::{Events, stream};
use crate::state::door::{Door, blocking, env};
use crate::state::folder::{create_folder, write_durably};
use crate::state::salvage::read_results;
use crate::state::store::Store;
use crate::work::workers::Work;

/// An experiment to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewExperiment {
    /// The rules to play under.
    rules: Vec<String>,
    /// The players.
    players: Vec<String>,
    /// Number of games for each player under each set of rules.
    games: u64,
    /// Seed of the first layout; random if left out.
    #[serde(default)]
    seed: Option<String>,
}

/// An experiment, with its results so far.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Experiment {
    /// The identifier in its paths.
    id: String,
    /// The rules to play under.
    rules: Vec<String>,
    /// The players.
    players: Vec<String>,
    /// Number of games for each player under each set of rules.
    games: u64,
    /// Seed of the first layout.
    seed: String,
    /// When it was created, in milliseconds since 1970.
    created: u64,
    /// Number of games recorded so far, over all cases.
    played: u64,
    /// Number of games in all.
    total: u64,
    /// The results of each case.
    results: Vec<CaseResult>,
}

/// Experiments, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct Experiments {
    /// The experiments.
    experiments: Vec<Experiment>,
    /// Those that cannot be read.
    damaged: Vec<Damaged>,
}

/// Progress of an experiment.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExperimentProgress {
    /// Number of games played so far.
    played: u64,
    /// Number of games in all.
    total: u64,
    /// Estimated time left, in seconds; null until it can be estimated.
    seconds_left: Option<f64>,
}

/// Lists all experiments.
#[utoipa::path(get, path = "/api/experiments", operation_id = "list_experiments",
    responses((status = 200, body = Experiments)))]
pub(super) async fn list(State(door): State<Door>) -> Res {
    let listed = blocking(move || {
        let (stored, damaged) = door.store.experiments()?;
        let mut listed = Experiments { experiments: Vec::new(), damaged };
        for (id, created) in stored {
            let is_deleted =
                || matches!(door.store.experiment(&id), Err(Problem { fault: Fault::NotFound, .. }));
            match read_experiment(&door.store, &id, created) {
                Ok(experiment) => listed.experiments.push(experiment),
                // Another request may have deleted it since the list was read.
                Err(_) if is_deleted() => {}
                Err(Problem { error, .. }) => listed.damaged.push(Damaged { id, error }),
            }
        }
        Ok(listed)
    });
    Ok(Json(listed.await?).into_response())
}

/// Creates an experiment. Its games are played while a client listens to `/api/experiments/{id}/run`.
#[utoipa::path(post, path = "/api/experiments", operation_id = "begin_experiment", request_body = NewExperiment,
    responses((status = 201, body = Experiment), (status = "4XX", body = Problem)))]
pub(super) async fn begin(State(door): State<Door>, asked: JsonBody<NewExperiment>) -> Res {
    let manifest = manifest(&asked?.0)?;
    let experiment = blocking(move || {
        let id = env().id();
        let folder = door.store.experiment_folder(&id);
        let cannot = |error| Problem::failed(format!("cannot store the experiment: {error}"));
        let stored = create_folder(&folder)
            .and_then(|()| write_durably(&folder.join("manifest.toml"), manifest.as_bytes()))
            .map_err(cannot)
            .and_then(|()| door.store.add_experiment(&id));
        if let Err(problem) = stored {
            // If it cannot be removed, it is only a folder that nobody knows of.
            let _ = std::fs::remove_dir_all(&folder);
            return Err(problem);
        }
        read_experiment(&door.store, &id, door.store.experiment(&id)?)
    });
    Ok((StatusCode::CREATED, Json(experiment.await?)).into_response())
}

/// The manifest of an experiment, as the lab reads it. Refuses experiments that are invalid or too large.
fn manifest(asked: &NewExperiment) -> Result<String, Problem> {
    let n_cases = asked.rules.len().saturating_mul(asked.players.len());
    if n_cases == 0 || asked.games == 0 {
        return Err(Problem::bad_input("an experiment needs rules, players and games"));
    }
    if n_cases > MOST_CASES {
        return Err(Problem::bad_input(format!(
            "an experiment here can have at most {MOST_CASES} pairs of rules and players, but this one has {n_cases}"
        )));
    }
    let total = asked.games.saturating_mul(n_cases as u64);
    if total > MOST_EXPERIMENT_GAMES {
        return Err(Problem::bad_input(format!(
            "an experiment here can have at most {MOST_EXPERIMENT_GAMES} games in all, but this one has {total}; \
             use `minewise lab run` for larger ones"
        )));
    }
    let rules = asked.rules.iter().map(|rules| Ok(read_rules(rules)?.to_string()));
    let rules = rules.collect::<Result<Vec<String>, Problem>>()?;
    let players = asked.players.iter().map(|player| Ok(read_player(Zoo::shipped(), player)?.to_string()));
    let players = players.collect::<Result<Vec<String>, Problem>>()?;
    let seed = asked.seed.as_deref().map_or_else(|| Ok(env().seed()), read_seed)?;
    // The manifest is TOML, whose integers are signed 64-bit numbers.
    let seed =
        i64::try_from(seed.0).map_err(|_| Problem::bad_input("the seed is too large for an experiment"))?;
    let chunk = (asked.games / 20).clamp(1, 50);
    let games = asked.games;
    let text = format!(
        "title = \"{} under {}\"\nrules = {rules:?}\nplayers = {players:?}\ngames = {games}\nseed = {seed}\n\
         chunk = {chunk}\nadjust = \"quick\"\n",
        in_words(&players),
        in_words(&rules)
    );
    Manifest::parse(Path::new("the experiment"), text.clone(), ModelFiles::Refused)
        .map_err(Problem::bad_input)?;
    Ok(text)
}

/// `a`, `a and b`, `a, b and c`.
fn in_words(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// Reads an experiment with its results so far.
fn read_experiment(store: &Store, id: &str, created: u64) -> Result<Experiment, Problem> {
    let (manifest, results) = read_results(&store.experiment_folder(id))?;
    let results = results.map_or(Vec::new(), |results| {
        let value = serde_json::to_value(Summary::of(&results).runs).unwrap_or_default();
        serde_json::from_value::<Vec<CaseResult>>(value).unwrap_or_default()
    });
    let plan = &manifest.plan;
    Ok(Experiment {
        id: id.to_owned(),
        rules: distinct(plan.cases.iter().map(|case| case.rules.to_string())),
        players: distinct(plan.cases.iter().map(|case| case.player.to_string())),
        games: plan.n_games,
        seed: plan.seed.to_string(),
        created,
        played: results.iter().map(|result| result.games).sum(),
        total: plan.n_games_in_all(),
        results,
    })
}

/// Removes repeated names, and keeps the order.
fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    names.filter(|name| seen.insert(name.clone())).collect()
}

/// Deletes an experiment and its records.
#[utoipa::path(delete, path = "/api/experiments/{id}", operation_id = "remove_experiment",
    params(("id" = String, Path)), responses((status = 200), (status = "4XX", body = Problem)))]
pub(super) async fn remove(State(door): State<Door>, id: PathParams<String>) -> Res {
    let id = id?.0;
    let removed = blocking(move || {
        door.store.experiment(&id)?;
        door.store.remove_experiment(&id)?;
        match std::fs::remove_dir_all(door.store.experiment_folder(&id)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Problem::failed(error)),
            _ => Ok(()),
        }
    });
    Ok(Json(removed.await?).into_response())
}

/// Plays an experiment, or resumes it, while the client listens. Sends server-sent events: `progress`, and finally
/// `done` with the experiment; or `problem`.
#[utoipa::path(get, path = "/api/experiments/{id}/run", operation_id = "run_experiment",
    params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = ExperimentProgress),
              (status = "4XX", body = Problem)))]
pub(super) async fn run(State(door): State<Door>, id: PathParams<String>) -> Res {
    let id = id?.0;
    let (store, name) = (door.store.clone(), id.clone());
    let created = blocking(move || store.experiment(&name)).await?;
    Ok(stream(move |events| async move {
        play(&door, &id, &events).await?;
        let experiment = blocking(move || read_experiment(&door.store, &id, created)).await?;
        events.send_as_json("done", &experiment).await
    })
    .into_response())
}

/// Plays an experiment to its end in a worker process.
async fn play(door: &Door, id: &str, events: &Events) -> Result<(), Problem> {
    let work = Work::Experiment { folder: door.store.experiment_folder(id) };
    let mut running = door.workers.begin(&work).await?;
    let mut began: Option<(Instant, u64)> = None;
    loop {
        match running.next().await? {
            Reply::Progress { done, total } => {
                let (since, kept) = *began.get_or_insert((Instant::now(), done));
                let seconds_left = seconds_left(since.elapsed().as_secs_f64(), done - kept, total - done);
                let progress = ExperimentProgress { played: done, total, seconds_left };
                events.send_as_json("progress", &progress).await?;
            }
            Reply::Done(_) => return Ok(()),
            Reply::Part(_) | Reply::Problem { .. } => {}
        }
    }
}

/// Estimates the time left from the speed so far.
fn seconds_left(seconds: f64, n_done: u64, n_left: u64) -> Option<f64> {
    (n_done > 0 && seconds > 0.5).then(|| seconds * n_left as f64 / n_done as f64)
}

/// The report of an experiment, as an HTML page.
#[utoipa::path(get, path = "/api/experiments/{id}/report", operation_id = "experiment_report",
    params(("id" = String, Path)),
    responses((status = 200, content_type = "text/html"), (status = "4XX", body = Problem)))]
pub(super) async fn report(State(door): State<Door>, id: PathParams<String>) -> Res {
    let id = id?.0;
    let html = blocking(move || {
        door.store.experiment(&id)?;
        let folder = door.store.experiment_folder(&id);
        let (_, results) = read_results(&folder)?;
        let results =
            results.ok_or_else(|| Problem::conflict("no game of this experiment was played yet"))?;
        Ok(Pages::of_results(&results).map_err(Problem::conflict)?.html().to_owned())
    });
    Ok(document(html.await?, "text/html", "no-cache"))
}
