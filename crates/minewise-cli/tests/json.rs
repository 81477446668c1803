//! The JSON of every command, which other tools rely on.

use crate::common::{file, folder, json, minewise};
use serde_json::{Value, json as value};

#[test]
fn analyze_reports_layouts_risks_and_a_choice() {
    let answer = json("analyze --json", "4x2/2 1.../1...");
    let worth = |cell: &Value| value!({ "cell": cell, "risk": 0.25, "win": 0.25, "win_is": "exact" });
    assert_eq!(
        answer,
        value!({
            "rules": "4x2/2",
            "player": "exact",
            "layouts": "8",
            "layouts_log10": answer["layouts_log10"],
            "risk": [[null, 0.5, 0.25, 0.25], [null, 0.5, 0.25, 0.25]],
            "safe": [],
            "mines": [],
            // The same values as those of `optimal`.
            "outlook": {
                "win": 0.25,
                "win_is": "exact",
                "best": worth(&value!([0, 2])),
            },
            "choice": {
                "cell": answer["choice"]["cell"],
                "risk": 0.25,
                "win": 0.25,
                "win_is": "exact",
                "reason": answer["choice"]["reason"],
                "text": answer["choice"]["text"],
                "sentence": {
                    "kind": "guesses",
                    "player": "exact",
                    "why": "least_risk",
                    "chosen": worth(&answer["choice"]["cell"]),
                    "other": answer["choice"]["sentence"]["other"],
                    "is_flagged": false,
                },
                "candidates": answer["choice"]["candidates"],
            },
        })
    );
    assert!((answer["layouts_log10"].as_f64().unwrap() - libm::log10(8.0)).abs() < 1e-12);
    assert!(answer["choice"]["reason"].is_string());
    assert!(answer["choice"]["cell"][1].as_u64().unwrap() >= 2);
    let candidate =
        |row: usize, col: usize| value!({ "cell": [row, col], "risk": 0.25, "win": null, "win_is": null });
    let far = [candidate(0, 2), candidate(0, 3), candidate(1, 2), candidate(1, 3)];
    assert_eq!(answer["choice"]["candidates"], value!(far));
}

#[test]
fn a_player_thinks_as_long_as_it_is_told_or_until_nothing_is_left_to_prove() {
    let start = std::time::Instant::now();
    let large =
        "9x9/10 ........./........./........./....1..../........./........./........./........./.........";
    let answer = json("analyze --json --player bssuct(sims=1) --seconds 0.3", large);
    assert!(start.elapsed().as_secs_f64() >= 0.3);
    assert!(answer["choice"]["candidates"][0]["visits"].as_u64() > Some(1), "{answer}");
    // Its few layouts are proven long before an hour.
    let small = json("analyze --json --player bssuct(sims=1) --seconds 3600", "5x3/3 1..../...../.....");
    assert_eq!(small["choice"]["candidates"][0]["win_is"], "exact", "{small}");
}

#[test]
fn analyze_reports_how_often_a_search_tried_each_cell() {
    let answer = json("analyze --json --player bssuct(backup=mean,sims=200)", "3x1/1 .1.");
    let choice = &answer["choice"];
    let candidates = choice["candidates"].as_array().unwrap();
    // The coach's chance to win and the player's own claim are separate.
    assert_eq!((&choice["win"], &choice["win_is"]), (&value!(0.5), &value!("exact")));
    assert_eq!((&candidates[0]["win"], &candidates[0]["win_is"]), (&value!(0.5), &value!("estimate")));
    let visits: Vec<u64> = candidates.iter().map(|one| one["visits"].as_u64().unwrap()).collect();
    // It stops once the rest could not change the choice.
    assert!(visits[0] >= visits[1] && (101..=200).contains(&visits.iter().sum::<u64>()), "{visits:?}");
    assert_eq!((&candidates[0]["cell"], &candidates[0]["risk"]), (&choice["cell"], &value!(0.5)));
}

#[test]
fn analyze_names_certain_cells_as_row_and_column() {
    let answer = json("analyze --json -", "5x2/1:zero\n01...\n01...\n");
    assert_eq!(answer["rules"], "5x2/1:zero");
    assert_eq!((&answer["safe"], &answer["mines"]), (&value!([[0, 3], [0, 4], [1, 3], [1, 4]]), &value!([])));
    assert_eq!((&answer["choice"]["risk"], &answer["choice"]["reason"]), (&value!(0.0), &value!("certain")));
    let answer = json("analyze --json", "3x1/1 .10");
    assert_eq!((&answer["mines"], &answer["layouts"]), (&value!([[0, 0]]), &value!("1")));
}

#[test]
fn analyze_has_no_choice_when_nothing_is_left_to_reveal() {
    assert_eq!(json("analyze --json", "3x1/1 .10")["choice"], Value::Null);
    assert_eq!(json("analyze --json", "3x1/1 *10")["choice"], Value::Null);
}

#[test]
fn analyze_treats_flags_as_mines_only_on_request() {
    let view = "4x2/2 1FF./1...";
    assert_eq!(json("analyze --json", view)["layouts"], "8");
    let trusting = json("analyze --json --trust-flags", view);
    assert_eq!(trusting["layouts"], "1");
    assert_eq!(trusting["risk"], value!([[null, null, null, 0.0], [null, 0.0, 0.0, 0.0]]));
}

#[test]
fn analyze_asks_the_player_that_is_named() {
    let answer = json("analyze --json --player random", "4x2/2 1.../1...");
    assert_eq!((&answer["player"], &answer["choice"]["reason"]), (&value!("random"), &value!("random")));
}

#[test]
fn analyze_counts_an_empty_view_without_regard_to_the_start() {
    let rows = ".........\n".repeat(9);
    for start in ["", ":zero", ":any"] {
        let answer = json("analyze --json", format!("9x9/10{start}\n{rows}"));
        assert_eq!(answer["layouts"], "1878392407320");
        assert_eq!(answer["risk"][8][8], 10.0 / 81.0);
    }
}

#[test]
fn analyze_leaves_out_the_number_of_layouts_of_large_grids() {
    let view = |width: usize| format!("{width}x100/50\n{}", (".".repeat(width) + "\n").repeat(100));
    assert!(json("analyze --json", view(100))["layouts"].is_string());
    let large = json("analyze --json", view(101));
    assert_eq!(large["layouts"], Value::Null);
    assert!(large["layouts_log10"].as_f64().unwrap() > 130.0);
}

#[test]
fn analyze_answers_each_view_on_its_line_and_goes_on_after_a_bad_one() {
    let ran = minewise("analyze --json", "2x1/1 1.\n\n3x2/1\n...\n..\n\n3x1/1\r\n.1.\r\n");
    let lines: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), ran.code), (3, 2));
    assert_eq!((&lines[0]["mines"], &lines[2]["layouts"]), (&value!([[0, 1]]), &value!("2")));
    let sentence = "view 2, line 3: row 1 has 2 cells, expected 3";
    assert_eq!(lines[1], value!({ "error": sentence }));
    assert_eq!(ran.stderr, format!("minewise: {sentence}\n"));
}

#[test]
fn bench_reports_every_run() {
    let answer = json("bench --rules 4x3/0,9x9/10 --players exact,random --games 50 --seed 3 --json", "");
    let runs = answer["runs"].as_array().unwrap();
    let names: Vec<_> = runs.iter().map(|run| (run["rules"].as_str(), run["player"].as_str())).collect();
    let (no_mines, beginner) = (Some("4x3/0"), Some("9x9/10"));
    let (exact, random) = (Some("exact"), Some("random"));
    assert_eq!(names, [(no_mines, exact), (no_mines, random), (beginner, exact), (beginner, random)]);
    let run = &runs[0];
    assert_eq!((&run["games"], &run["wins"], &run["win_rate"]), (&value!(50), &value!(50), &value!(1.0)));
    assert_eq!((&run["uncovered"], &run["guesses_per_game"]), (&value!(1.0), &value!(0.0)));
    assert_eq!(run["win_rate_ci95"][1], 1.0);
    assert!((run["win_rate_ci95"][0].as_f64().unwrap() - 0.9287).abs() < 1e-4);
    // Without mines there is no luck, so taking it out cannot narrow the interval.
    assert_eq!((&run["adjusted_win_rate"], &run["adjusted_ci95"][1]), (&value!(1.0), &value!(1.0)));
    assert!((run["adjusted_ci95"][0].as_f64().unwrap() - 0.9446).abs() < 1e-4);
    let (adjusted, ci95) = (runs[2]["adjusted_win_rate"].as_f64().unwrap(), &runs[2]["adjusted_ci95"]);
    assert!((ci95[0].as_f64().unwrap()..ci95[1].as_f64().unwrap()).contains(&adjusted), "{ci95}");
    assert!(runs[2]["variance_ratio"].as_f64().unwrap() > 0.0);
    assert!(run["games_per_cpu_second"].as_f64().unwrap() > 0.0);
}

#[test]
fn bench_does_not_adjust_for_luck_on_request() {
    let answer = json("bench --rules 9x9/10 --players exact --games 50 --seed 3 --no-adjust --json", "");
    let run = answer["runs"][0].as_object().unwrap();
    for key in ["adjusted_win_rate", "adjusted_ci95", "variance_ratio", "mean_luck", "mean_luck_ci95"] {
        assert!(run[key].is_null(), "{key}");
    }
}

#[test]
fn bench_depends_on_the_seed_but_not_on_threads() {
    let play = |more: &str| {
        let args =
            format!("bench --rules 9x9/10:any,12x8/14@hex --players exact,random --games 101 --json {more}");
        let mut answer = json(&args, "");
        for run in answer["runs"].as_array_mut().unwrap() {
            run.as_object_mut().unwrap().remove("games_per_cpu_second").unwrap();
        }
        answer["runs"].take()
    };
    let alone = play("--seed 5 --threads 1");
    assert_eq!(play("--seed 5 --threads 2"), alone);
    assert_eq!(play("--seed 5"), alone);
    assert_ne!(play("--seed 6"), alone);
}

#[test]
fn lab_oracle_reports_every_ratio() {
    let out = folder("json-oracle").join("study");
    let args = format!(
        "lab oracle --rules 8x8/10,2x1/1 --ratios 0.50,1 --games 100 --seed 3 --json --out {}",
        out.display()
    );
    let answer = json(&args, "");
    assert_eq!(answer["beginner_win_rate"], 0.35);
    let oracles = answer["oracles"].as_array().unwrap();
    let asked: Vec<_> = oracles.iter().map(|row| (row["rules"].as_str(), row["ratio"].as_f64())).collect();
    let (small, tiny) = (Some("8x8/10"), Some("2x1/1"));
    assert_eq!(asked, [(small, Some(0.5)), (small, Some(1.0)), (tiny, Some(0.5)), (tiny, Some(1.0))]);
    let all = &oracles[1];
    assert_eq!((&all["games"], &all["wins"], &all["win_rate"]), (&value!(100), &value!(100), &value!(1.0)));
    assert_eq!((&all["uncovered"], &all["win_rate_ci95"][1]), (&value!(1.0), &value!(1.0)));
    assert!(oracles[0]["wins"].as_u64().unwrap() < 100);
    assert!(oracles[0]["uncovered"].as_f64().unwrap() < 1.0);
    // The first reveal is safe, and it wins the game.
    assert_eq!((&oracles[2]["wins"], &oracles[2]["reveals_per_game"]), (&value!(100), &value!(1.0)));
    assert_eq!(json(&format!("{args} --threads 1"), ""), answer);
}

#[test]
fn optimal_reports_the_value_of_every_first_cell() {
    let answer = json("optimal --rules 3x3/7 --json", "");
    assert_eq!((&answer["won"], &answer["layouts"]), (&value!("2"), &value!("8")));
    assert_eq!((&answer["value"], &answer["cells"].as_array().unwrap().len()), (&value!(0.25), &9));
    assert_eq!(answer["cells"][0]["cell"], value!([0, 0]));
    assert!(answer["cells"][0]["won"].is_string() && answer["cells"][0]["layouts"].is_string());
}

#[test]
fn optimal_reports_the_value_of_a_view() {
    let path = file("optimal.view", "3x1/1 .1.");
    let answer = json(&format!("optimal --json --view {}", path.display()), "");
    assert_eq!(
        (&answer["won"], &answer["layouts"], &answer["value"]),
        (&value!("1"), &value!("2"), &value!(0.5))
    );
    let cell = |col: u8| value!({ "cell": [0, col], "won": "1", "layouts": "2" });
    assert_eq!(answer["cells"], value!([cell(0), cell(2)]));
    let won = json("optimal --json --view -", "3x1/1 .10");
    assert_eq!((&won["value"], &won["cells"]), (&value!(1.0), &value!([])));
}

#[test]
fn perft_counts_each_depth() {
    let answer = json("perft --rules 2x2/1 --depth 4 --json", "");
    assert_eq!(answer, value!({ "rules": "2x2/1", "counts": [4, 12, 24, 0] }));
}

#[test]
fn players_are_listed_with_source_and_summary() {
    let answer = json("players --json", "");
    let names: Vec<_> = answer["players"].as_array().unwrap().iter().map(|row| row["name"].clone()).collect();
    assert!(names.contains(&value!("random")) && names.contains(&value!("exact")), "{names:?}");
    assert_eq!(answer["players"][0]["source"], "baseline");
    assert!(answer["players"][0]["summary"].is_string());
}

#[test]
fn explain_names_the_numbers_that_prove_it() {
    let answer = json("explain --cell 0,4 --json", "7x1/2 01.1...");
    assert_eq!(answer["verdict"], "safe");
    assert_eq!(answer["because"], serde_json::json!([[0, 1], [0, 3]]));
    assert_eq!((&answer["cell"], &answer["mine_count"]), (&serde_json::json!([0, 4]), &false.into()));
    assert_eq!(answer["text"], "0,4 is safe: the 1 at 0,1 needs 0,2, so the 1 at 0,3 already has its mine.");
    let answer = json("explain --cell 0,5 --json", "7x1/2 01.1...");
    assert_eq!((&answer["verdict"], &answer["risk"]), (&"open".into(), &0.5.into()));
}

#[test]
fn lab_score_reports_the_exact_number_won_beside_the_optimum() {
    let out = folder("json-score").join("study").display().to_string();
    let args = format!("lab score --rules 3x3/2,5x4/5 --players exact --limit 60000 --json --out {out}");
    let answer = json(&args, "");
    assert_eq!(
        answer["scores"][0],
        value!({
            "rules": "3x3/2", "player": "exact", "model": null, "seed": 1, "first": [0, 0],
            "won": "21", "layouts": "28", "given_up": "0", "value": 0.75, "nodes": 49,
            "optimum": { "won": "24", "layouts": "28", "value": 24.0 / 28.0 }, "share_of_optimum": 0.875,
        })
    );
    // Perfect play would take more nodes than the limit, so it is left out.
    let large = &answer["scores"][1];
    assert_eq!((&large["layouts"], &large["optimum"]), (&value!("11628"), &Value::Null));
    assert_eq!(large["share_of_optimum"], Value::Null);
}
