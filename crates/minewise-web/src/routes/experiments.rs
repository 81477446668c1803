//! Small experiments of one's own, played while somebody listens.

use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use minewise_lab::{Manifest, ModelFiles, Report, Results, Summary};

use super::App;
use super::games::with_tables;
use super::stream::stream;
use crate::job::{Job, Reply};
use crate::limits::{Ask, MOST_CASES, MOST_EXPERIMENT_GAMES};
use crate::page::sent;
use crate::problem::{Asked, Named, Problem};
use crate::store::Store;
use crate::tables::{drawn_id, drawn_seed};
use crate::wire;

/// All experiments.
#[utoipa::path(get, path = "/api/experiments", operation_id = "list_experiments", responses((status = 200, body = wire::Experiments)))]
pub(super) async fn list(State(app): State<App>) -> Result<Json<wire::Experiments>, Problem> {
    let store = app.store.clone();
    let experiments = with_tables(&app, move |_| {
        let told = |(id, created): (String, u64)| told(&store, &id, created);
        store.experiments()?.into_iter().map(told).collect::<Result<Vec<_>, _>>()
    });
    Ok(Json(wire::Experiments { experiments: experiments.await? }))
}

/// Begins an experiment. Its games are played while somebody listens to `/api/experiments/{id}/run`.
#[utoipa::path(post, path = "/api/experiments", operation_id = "begin_experiment", request_body = wire::NewExperiment,
    responses((status = 201, body = wire::Experiment), (status = "4XX", body = wire::Problem)))]
pub(super) async fn begin(
    State(app): State<App>,
    Asked(asked): Asked<wire::NewExperiment>,
) -> Result<(StatusCode, Json<wire::Experiment>), Problem> {
    let manifest = manifest(&asked)?;
    let store = app.store.clone();
    let experiment = with_tables(&app, move |_| {
        let id = drawn_id();
        let folder = store.experiment_folder(&id);
        let cannot = |error| Problem::failed(format!("cannot keep the experiment: {error}"));
        std::fs::create_dir_all(&folder).map_err(cannot)?;
        std::fs::write(folder.join("manifest.toml"), manifest).map_err(cannot)?;
        store.add_experiment(&id)?;
        told(&store, &id, store.experiment(&id)?)
    });
    Ok((StatusCode::CREATED, Json(experiment.await?)))
}

/// The experiment as the lab reads it, if it makes sense and is small.
fn manifest(asked: &wire::NewExperiment) -> Result<String, Problem> {
    let n_cases = asked.rules.len().saturating_mul(asked.players.len());
    if n_cases == 0 || asked.games == 0 {
        return Err(Problem::bad_input("an experiment needs rules, players and games"));
    }
    if n_cases > MOST_CASES {
        return Err(Problem::bad_input(format!(
            "an experiment here may have at most {MOST_CASES} pairs of rules and players, and these are {n_cases}"
        )));
    }
    let total = asked.games.saturating_mul(n_cases as u64);
    if total > MOST_EXPERIMENT_GAMES {
        return Err(Problem::bad_input(format!(
            "an experiment here may have at most {MOST_EXPERIMENT_GAMES} games in all, and these are {total}; \
             `minewise lab run` plays larger ones"
        )));
    }
    let rules: Result<Vec<String>, Problem> =
        asked.rules.iter().map(|rules| Ok(rules.as_str().rules()?.to_string())).collect();
    let players: Result<Vec<String>, Problem> =
        asked.players.iter().map(|player| Ok(player.as_str().player()?.to_string())).collect();
    let (rules, players) = (rules?, players?);
    let seed = match &asked.seed {
        Some(seed) => seed.trim().seed()?,
        None => drawn_seed(),
    };
    // TOML's whole numbers end there.
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

/// The manifest of an experiment that was begun here.
fn kept(folder: &Path) -> Result<Manifest, minewise_lab::Error> {
    Manifest::read(&folder.join("manifest.toml"), ModelFiles::Refused)
}

/// An experiment, and what came of it so far.
fn told(store: &Store, id: &str, created: u64) -> Result<wire::Experiment, Problem> {
    let folder = store.experiment_folder(id);
    let manifest = kept(&folder).map_err(Problem::failed)?;
    // Before the first game there is nothing to read.
    let results = Results::of(manifest.clone(), &folder).ok().map(|results| Summary::of(&results));
    let results = results.map_or(Vec::new(), |summary| {
        let value = serde_json::to_value(summary.runs).unwrap_or_default();
        serde_json::from_value::<Vec<wire::CaseResult>>(value).unwrap_or_default()
    });
    let plan = &manifest.plan;
    Ok(wire::Experiment {
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

/// Each name once, in the order of their first places.
fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    names.filter(|name| seen.insert(name.clone())).collect()
}

/// Forgets an experiment and its records.
#[utoipa::path(delete, path = "/api/experiments/{id}", operation_id = "remove_experiment", params(("id" = String, Path)),
    responses((status = 200), (status = "4XX", body = wire::Problem)))]
pub(super) async fn remove(State(app): State<App>, Named(id): Named<String>) -> Result<Json<()>, Problem> {
    let store = app.store.clone();
    let removed = with_tables(&app, move |_| {
        store.experiment(&id)?;
        store.remove_experiment(&id)?;
        std::fs::remove_dir_all(store.experiment_folder(&id)).map_err(Problem::failed)
    });
    removed.await.map(Json)
}

/// Plays an experiment, or goes on with it, while somebody listens: server-sent events `progress`, at last `done` with the
/// experiment; or `problem`.
#[utoipa::path(get, path = "/api/experiments/{id}/run", operation_id = "run_experiment", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = wire::ExperimentProgress),
              (status = "4XX", body = wire::Problem)))]
pub(super) async fn run(
    State(app): State<App>,
    Named(id): Named<String>,
) -> Result<impl IntoResponse, Problem> {
    let (store, name) = (app.store.clone(), id.clone());
    let created = with_tables(&app, move |_| store.experiment(&name)).await?;
    let job = Job::Experiment { folder: app.store.experiment_folder(&id) };
    Ok(stream(move |events| async move {
        let mut running = app.workers.begin(&job).await?;
        let mut began: Option<(Instant, u64)> = None;
        loop {
            match running.next().await? {
                Reply::Progress { done, total } => {
                    let (since, kept) = *began.get_or_insert((Instant::now(), done));
                    let seconds_left = seconds_left(since.elapsed().as_secs_f64(), done - kept, total - done);
                    let progress = wire::ExperimentProgress { played: done, total, seconds_left };
                    events.tell("progress", &progress).await?;
                }
                Reply::Done(_) => break,
                Reply::Part(_) | Reply::Problem(_) => {}
            }
        }
        let store = app.store.clone();
        let experiment = with_tables(&app, move |_| told(&store, &id, created)).await?;
        events.tell("done", &experiment).await
    }))
}

/// How long the rest takes if it goes on like this.
fn seconds_left(seconds: f64, n_done: u64, n_left: u64) -> Option<f64> {
    (n_done > 0 && seconds > 0.5).then(|| seconds * n_left as f64 / n_done as f64)
}

/// The report of an experiment, as a page of its own.
#[utoipa::path(get, path = "/api/experiments/{id}/report", operation_id = "experiment_report", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/html"), (status = "4XX", body = wire::Problem)))]
pub(super) async fn report(State(app): State<App>, Named(id): Named<String>) -> Result<Response, Problem> {
    let store = app.store.clone();
    let html = with_tables(&app, move |_| {
        store.experiment(&id)?;
        let folder = store.experiment_folder(&id);
        let results = kept(&folder).and_then(|manifest| Results::of(manifest, &folder));
        let results = results.map_err(Problem::conflict)?;
        Report::write_results(&results, &folder).map_err(Problem::conflict)?;
        std::fs::read_to_string(folder.join("report.html")).map_err(Problem::failed)
    });
    Ok(sent(html.await?, "text/html", "no-cache"))
}
