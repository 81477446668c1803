//! Figures in the README, made from the committed records.

use std::path::Path;

use minewise_coach::grouped;
use serde_json::Value;

/// The committed run whose win rates are shown: the fastest level of `search`, which played the most games.
const RUN: &str = "record/2026-11-16-search-fast";
/// What the default level gains over it.
const GAINS: &str = "record/2026-11-16-search-gains.json";
/// The programs of others, in the same boards' manifest, and measured beside ours.
const PUBLISHED: &str = "experiments/search.toml";
const PEERS: &str = "record/2026-11-16-peers.json";

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn json(path: &str) -> Value {
    serde_json::from_str(&read(path)).unwrap()
}

/// `41.13 % (41.10 to 41.16)`; `None` if there is no interval.
fn rate(rate: f64, interval: Option<[f64; 2]>) -> String {
    let percent = |share: f64| format!("{:.2}", 100.0 * share);
    let interval = interval.map(|[low, high]| format!(" ({} to {})", percent(low), percent(high)));
    format!("{} %{}", percent(rate), interval.unwrap_or_default())
}

fn pair(value: &Value) -> Option<[f64; 2]> {
    Some([value.get(0)?.as_f64()?, value.get(1)?.as_f64()?])
}

/// `Expert` and `safe` of `30x16/99`.
fn board_and_start(rules: &str) -> (String, &str) {
    let (size, start) = rules.split_once(':').unwrap_or((rules, "safe"));
    let presets = minewise::Rules::PRESETS;
    let name = presets.iter().find(|(_, preset)| *preset == size).map(|(name, _)| *name);
    let name = name.map(|name| format!("{}{}, ", name[..1].to_uppercase(), &name[1..]));
    (format!("{}{size}", name.unwrap_or_default()), start)
}

/// The highest published win rate under these rules, and by whom.
fn best_published(rules: &str) -> String {
    let manifest: toml::Table = read(PUBLISHED).parse().unwrap();
    let published = manifest["published"].as_array().unwrap().iter();
    let of_rules = published.filter(|figure| figure["rules"].as_str() == Some(rules));
    let win_rate = |figure: &toml::Value| figure["win_rate"].as_float().unwrap();
    let best = of_rules.max_by(|one, other| win_rate(one).total_cmp(&win_rate(other))).unwrap();
    let interval = best
        .get("interval")
        .and_then(toml::Value::as_array)
        .map(|interval| [interval[0].as_float().unwrap(), interval[1].as_float().unwrap()]);
    format!("{}, {}", rate(win_rate(best), interval), best["by"].as_str().unwrap())
}

/// Games per second of CPU time under these rules.
fn speed(rules: &str) -> u64 {
    let (mut games, mut seconds) = (0.0, 0.0);
    for line in read(&format!("{RUN}/timings.jsonl")).lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        if record["rules"] == rules {
            games += record["timing"]["games"].as_f64().unwrap();
            seconds += record["timing"]["cpu_ns"].as_f64().unwrap() / 1e9;
        }
    }
    (games / seconds).round() as u64
}

fn table() -> String {
    let mut text = "| board | start | `search(level=fast)` wins, without luck | games | best published | games per CPU second |\n\
                    | --- | --- | ---: | ---: | --- | ---: |\n"
        .to_owned();
    for run in json(&format!("{RUN}/report.json"))["runs"].as_array().unwrap() {
        let rules = run["rules"].as_str().unwrap();
        let (board, start) = board_and_start(rules);
        let won = rate(run["adjusted_win_rate"].as_f64().unwrap(), pair(&run["adjusted_ci95"]));
        let games = grouped(run["games"].as_u64().unwrap());
        text += &format!(
            "| {board} | `{start}` | {won} | {games} | {} | {} |\n",
            best_published(rules),
            grouped(speed(rules))
        );
    }
    text
}

/// What the default level wins beyond the table, and how fast the engine is beside that of others.
fn sentences() -> String {
    let gains = json(GAINS);
    let expert = gains["result"].as_array().unwrap().iter().find(|gain| gain["rules"] == "30x16/99").unwrap();
    let points = |value: &Value| format!("{:.2}", 100.0 * value.as_f64().unwrap());
    let peers = json(PEERS);
    let times = |set: &str| {
        let sets = peers["result"]["census"].as_array().unwrap();
        let set = sets.iter().find(|found| found["set"] == set).unwrap();
        format!("{:.1}", set["ratio"].as_f64().unwrap())
    };
    let games = peers["result"]["games"]["ratio"].as_f64().unwrap();
    let runs = json(&format!("{RUN}/report.json"));
    let won = |rules: &str| {
        let mut runs = runs["runs"].as_array().unwrap().iter();
        runs.find(|run| run["rules"] == rules).unwrap()["adjusted_win_rate"].as_f64().unwrap()
    };
    let opening = 100.0 * (won("30x16/99:zero") - won("30x16/99"));
    format!(
        "On Expert the default level, `search`, wins another {} points ({} to {}, {} games). `ms_toollib` is the fastest\n\
         library of others that we have measured. In the same run, our census computes the risks of a view {} times as fast on\n\
         Beginner, {} times on Intermediate and {} times on Expert, and a game by least risk takes us {games:.1} times less.\n\n\
         A board and a start must be compared together: an opening at the first click is worth {opening:.1} points on Expert.\n",
        points(&expert["gain"]["mean"]),
        points(&expert["gain"]["ci95"][0]),
        points(&expert["gain"]["ci95"][1]),
        grouped(expert["games"].as_u64().unwrap()),
        times("beginner"),
        times("intermediate"),
        times("expert"),
    )
}

#[test]
fn the_figures_of_the_readme_are_those_of_the_records() {
    let (start, end) = ("<!-- figures: made from record/ by a test -->\n", "<!-- end of figures -->");
    let readme = read("README.md");
    let (before, rest) = readme.split_once(start).expect("the README has figures");
    let (figures, after) = rest.split_once(end).expect("the figures end");
    let expected = format!("\n{}\n{}\n", table(), sentences());
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
        return std::fs::write(path, format!("{before}{start}{expected}{end}{after}")).unwrap();
    }
    assert_eq!(figures, expected);
}
