//! The terminal, the API, a review and a watched game give the same answer about a view.

use minewise::game::Transcript;
use minewise::{Cell, Grid, Move, Rules, Seed, Shown, View};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use crate::common::http::{Server, empty_folder};
use crate::common::{file, minewise};

/// The minimum number of views that are compared.
const N_VIEWS: usize = 1000;

const RULES: [&str; 7] =
    ["30x16/99", "16x16/40", "9x9/10", "12x9/20@torus", "12x8/18@hex", "9x7/9:any", "5x4/5"];

/// The parts of a step of a watched game that the test needs.
#[derive(Deserialize)]
struct Step {
    outlook: Box<RawValue>,
    choice: Choice,
    changed: Vec<(usize, usize, char)>,
}

#[derive(Deserialize)]
struct Choice {
    cell: (usize, usize),
    win: Box<RawValue>,
}

#[derive(Deserialize)]
struct Review {
    moments: Vec<Moment>,
}

#[derive(Deserialize)]
struct Moment {
    outlook: Box<RawValue>,
    chosen: Box<RawValue>,
}

#[derive(Deserialize)]
struct Analysis {
    outlook: Box<RawValue>,
}

/// A view of a watched game, with the outlook that was sent with it.
struct Seen {
    view: String,
    outlook: String,
}

fn read<'a, T: Deserialize<'a>>(json: &'a str) -> T {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// Watches a game, and compares it with its review.
fn watch(server: &Server, rules: &str, seed: u64) -> Vec<Seen> {
    let path = format!("/api/watch?rules={rules}&seed={seed}&player=exact").replace('@', "%40");
    let events = server.raw_events(&path);
    let steps: Vec<Step> =
        events.iter().filter(|(kind, _)| kind == "step").map(|(_, data)| read(data)).collect();
    let rules: Rules = rules.parse().unwrap();
    let grid = Grid::new(rules);
    let cell = |(row, col): (usize, usize)| -> Cell { grid.cell(row, col).unwrap() };
    let moves = steps.iter().map(|step| Move::Reveal(cell(step.choice.cell))).collect();
    let transcript = Transcript::new(rules, Seed(seed), moves).to_string();
    let review = review(server, &transcript);
    assert_eq!(review.moments.len(), steps.len(), "{transcript}");
    let mut view = View::new(&grid);
    let mut seen = Vec::new();
    for (step, moment) in steps.iter().zip(&review.moments) {
        assert_eq!(moment.outlook.get(), step.outlook.get(), "{view:#}");
        assert_eq!(moment.chosen.get(), step.choice.win.get(), "{view:#}");
        seen.push(Seen { view: format!("{view:#}"), outlook: step.outlook.get().to_owned() });
        for &(row, col, letter) in &step.changed {
            let number = letter.to_digit(10).map(|number| Shown::Number(number as u8));
            view.show(cell((row, col)), number.unwrap_or(Shown::Mine));
        }
    }
    seen
}

fn review(server: &Server, transcript: &str) -> Review {
    let game = server.post_ok("/api/games/import", &json!({ "transcript": transcript }));
    let events = server.raw_events(&format!("/api/games/{}/review", game["id"].as_str().unwrap()));
    let (kind, data) = events.last().unwrap();
    assert_eq!(kind, "review", "{data}");
    read(data)
}

#[test]
fn the_command_line_and_the_page_exchange_games_and_review_them_alike() {
    let server = Server::start(&empty_folder("doors-review"));
    let mut client = server.connect();
    for (seed, rules) in RULES.iter().enumerate() {
        let rules: Rules = rules.parse().unwrap();
        // Written by one door, read by the other.
        let file = file("doors-review.txt", "");
        // Ends at the first mine, if not before.
        let cells = (0..rules.n_cells()).map(|cell| (cell / rules.width(), cell % rules.width()));
        let moves: String = cells.map(|(row, col)| format!("r {row},{col}\n")).collect();
        let moves = format!("r 3,4\nf 1,1\nr 0,4\n{moves}");
        minewise(&format!("play --rules {rules} --seed {seed} --transcript {}", file.display()), moves);
        let transcript = std::fs::read_to_string(&file).unwrap();
        let game = server.post_ok("/api/games/import", &json!({ "transcript": transcript }));
        let id = game["id"].as_str().unwrap();
        let (status, kept) = client.ask_raw("GET", &format!("/api/games/{id}/transcript"), None);
        assert_eq!((status, kept), (200, transcript.clone()));
        let events = server.raw_events(&format!("/api/games/{id}/review"));
        let (kind, on_page) = events.last().unwrap();
        assert_eq!(kind, "review", "{on_page}");
        let ran = minewise(&format!("review {} --json", file.display()), "");
        // The page also names the game.
        let on_page = on_page.replacen(&format!("\"game\":\"{id}\","), "", 1);
        assert_eq!((ran.code, ran.stdout.trim_end()), (0, on_page.as_str()), "{transcript}");
    }
}

#[test]
fn the_terminal_the_api_a_review_and_a_watch_give_the_same_outlook_to_the_byte() {
    let server = Server::start(&empty_folder("doors"));
    let mut seen: Vec<Seen> = Vec::new();
    for seed in 0.. {
        seen.extend(RULES.iter().flat_map(|rules| watch(&server, rules, seed)));
        if seen.len() >= N_VIEWS {
            break;
        }
    }
    let views: Vec<&str> = seen.iter().map(|seen| seen.view.as_str()).collect();
    let ran = minewise("analyze --json", views.join("\n\n"));
    let analyses: Vec<Analysis> = ran.stdout.lines().map(read).collect();
    assert_eq!((ran.code, analyses.len()), (0, seen.len()));
    let mut client = server.connect();
    for (seen, analysis) in seen.iter().zip(&analyses) {
        let (status, answer) = client.ask_raw("POST", "/api/analyze", Some(&json!({ "view": seen.view })));
        let posted: Analysis = read(&answer);
        assert_eq!(
            (status, posted.outlook.get(), analysis.outlook.get()),
            (200, &*seen.outlook, &*seen.outlook),
            "{}",
            seen.view
        );
    }
    for part in [r#""win_is":"exact""#, r#""win_is":"estimate""#, r#""risk":0.0,"#] {
        let n_with = seen.iter().filter(|seen| seen.outlook.contains(part)).count();
        assert!((50..seen.len() - 50).contains(&n_with), "{n_with} of {} with {part}", seen.len());
    }
}
