//! Text in; the games, or an error message, out.

use super::*;
use crate::stats::statistics::wilson;
use crate::testing::{folder, learned};

fn parse(text: &str) -> Result<Manifest, Problem> {
    Manifest::parse(Path::new("x.toml"), text.to_owned(), ModelFiles::Read)
}

const WHOLE: &str = r#"title = "Small boards"
question = "How much is lost?"
rules = ["beginner", "4x4/{mines}"]
players = ["random", "exact", " exact() "]
games = 2500
seed = 7
player_seed = 3
chunk = 100
adjust = "off"
[vary]
mines = [1, "2"]
[[published]]
rules = "9x9/10"
player = "exact"
win_rate = 0.9
games = 1000
by = "Smith"
source = "a paper"
[[known]]
rules = "4x4/1"
win_rate = 1.0
by = "Jones"
source = "a proof"
"#;

#[test]
fn a_manifest_becomes_a_plan() {
    let manifest = parse(WHOLE).unwrap();
    let case =
        |case: &Case| format!("{} {} {}", case.rules, case.player, case.varied.as_deref().unwrap_or("-"));
    let expected = [
        "9x9/10 random -",
        "9x9/10 exact -",
        "4x4/1 random 1",
        "4x4/1 exact 1",
        "4x4/2 random 2",
        "4x4/2 exact 2",
    ];
    assert_eq!(manifest.plan.cases.iter().map(case).collect::<Vec<_>>(), expected);
    let plan = &manifest.plan;
    assert_eq!((plan.n_games, plan.seed, plan.player_seed, plan.n_per_chunk), (2500, Seed(7), 3, 100));
    assert_eq!(plan.adjust, Adjust::Off);
    assert_eq!((manifest.title.as_str(), manifest.varied_key.as_deref()), ("Small boards", Some("mines")));
    assert_eq!(manifest.question.as_deref(), Some("How much is lost?"));
    assert_eq!(manifest.published[0].ci95(), Some(wilson(900, 1000)));
    assert_eq!((manifest.known[0].win_rate, manifest.known[0].by.as_str()), (1.0, "Jones"));
    assert_eq!(manifest.text, WHOLE);
}

const LEAST: &str = "title = \"x\"\nrules = [\"9x9/10\"]\nplayers = [\"exact\"]\ngames = 1\nseed = 0\n";

#[test]
fn optional_keys_have_defaults() {
    let manifest = parse(LEAST).unwrap();
    let plan = &manifest.plan;
    assert_eq!((plan.player_seed, plan.n_per_chunk, plan.adjust), (1, 1000, Adjust::Quick));
    assert!(manifest.published.is_empty() && manifest.question.is_none() && manifest.varied_key.is_none());
}

/// Replaces a part of the complete manifest, and expects this error message.
#[track_caller]
fn check(old: &str, new: &str, expected: &str) {
    assert!(WHOLE.contains(old), "{old}");
    let error = parse(&WHOLE.replacen(old, new, 1)).unwrap_err();
    assert!(error.is_bad_input());
    assert_eq!(error.to_string(), format!("`x.toml`{expected}"));
}

#[test]
fn errors_of_bad_manifests_name_the_line() {
    check(
        "games = 2500",
        "games = 0",
        ", line 5: `games` takes a whole number from 1 to 1000000000000, found `0`",
    );
    check(
        "games = 2500",
        "games = -1",
        ", line 5: `games` takes a whole number from 1 to 1000000000000, found `-1`",
    );
    check(
        "games = 2500",
        "games = 2000000000000",
        ", line 5: `games` takes a whole number from 1 to 1000000000000, found `2000000000000`",
    );
    check(
        "games = 2500",
        "games = \"many\"",
        ", line 5: invalid type: string \"many\", expected a whole number",
    );
    check(
        "games = 2500",
        "games = 1e3",
        ", line 5: invalid type: floating point `1000.0`, expected a whole number",
    );
    check("games = 2500\n", "", ": missing field `games`");
    check("games = 2500", "gmes = 2500", ", line 5: there is no key `gmes`; did you mean `games`?");
    check(
        "seed = 7",
        "seed = -7",
        ", line 6: `seed` takes a whole number from 0 to 9223372036854775807, found `-7`",
    );
    check("chunk = 100", "chunk = 0", ", line 8: `chunk` takes a whole number from 1 to 1000000, found `0`");
    check(
        "games = 2500",
        "games = 1000000000",
        ", line 5: this makes more than 10000000 records; make `chunk` larger",
    );
    check("title = \"Small boards\"", "title = \" \"", ", line 1: `title` takes one line of text");
    check(
        "adjust = \"off\"",
        "adjust = \"some\"",
        ", line 9: `adjust` takes `off`, `quick` or `full`, found `some`",
    );
    check("title = \"Small boards\"", "title = 1", ", line 1: invalid type: integer `1`, expected a string");
}

#[test]
fn errors_of_bad_rules_and_players_name_their_line() {
    check("\"random\"", "\"exat\"", ", line 4: there is no player `exat`; did you mean `exact`?");
    check("\"random\"", "\"exact(a=1)\"", ", line 4: the player `exact` has no option `a`; it has none");
    check("beginner", "3x3/9", ", line 3: mines must be fewer than cells, but these are 9 mines and 9 cells");
    check(
        "[1, \"2\"]",
        "[1, 16]",
        ", line 3: mines must be fewer than cells, but these are 16 mines and 16 cells",
    );
    check("beginner", "", ", line 3: expected rules like `9x9/10`, `8x8/10:any` or `expert`, found ``");
    check(
        "[\"random\", \"exact\", \" exact() \"]",
        "[]",
        ": `players` is empty, so there is nothing to play",
    );
}

#[test]
fn a_varied_key_must_be_there_and_be_used() {
    check("beginner", "9x9/{n}", ", line 3: `{n}` has no value; `[vary]` has no key `n`");
    check(
        "mines = [1, \"2\"]",
        "nodes = [1]",
        ", line 10: `nodes` is varied, but `{nodes}` is in neither the rules nor the players",
    );
    check("mines = [1, \"2\"]", "mines = []", ", line 10: the varied key `mines` has no values");
    check(
        "mines = [1, \"2\"]",
        "mines = [1]\nn = [2]",
        ", line 10: `[vary]` takes one key, with a list of its values",
    );
    check("mines = [1, \"2\"]", "mines = [true]", ", line 11: expected numbers or strings");
    let many: Vec<String> = (0..50_000).map(|idx| idx.to_string()).collect();
    let error = parse(&WHOLE.replace("1, \"2\"", &many.join(","))).unwrap_err();
    assert_eq!(error.to_string(), "`x.toml`: there are 300000 cases, but at most 100000 are allowed");
}

#[test]
fn published_figures_need_a_case_of_ours() {
    let not_played =
        |what: &str| format!(", line 13: a published figure of {what}, which is not played here");
    check("rules = \"9x9/10\"", "rules = \"expert\"", &not_played("`exact` on `30x16/99`"));
    check(
        "player = \"exact\"",
        "player = \"exat\"",
        ", line 14: there is no player `exat`; did you mean `exact`?",
    );
    check("win_rate = 0.9", "win_rate = 90.0", ", line 15: `win_rate` takes a share from 0 to 1");
    check("win_rate = 0.9", "win_rate = nan", ", line 15: `win_rate` takes a share from 0 to 1");
    check("source = \"a paper\"\n", "", ", line 12: missing field `source`");
    check("by = ", "buy = ", ", line 17: there is no key `buy`; did you mean `by`?");
    let interval = ", line 16: `interval` takes two shares from 0 to 1, with `win_rate` between them";
    check("games = 1000", "interval = [0.1, 0.2]", interval);
    check("games = 1000", "interval = [0.8, 2.0]", interval);
}

#[test]
fn published_counts_are_of_published_games() {
    let with_uses = |uses: &str| WHOLE.replacen("games = 1000", &format!("games = 1000\nuses = {uses}"), 1);
    let manifest = parse(&with_uses(r#"{ "S-1" = 169, "S-2" = 10285 }"#)).unwrap();
    let uses: Vec<_> = manifest.published[0].uses.iter().map(|(name, &n)| (name.as_str(), n)).collect();
    assert_eq!(uses, [("S-1", 169), ("S-2", 10285)]);
    assert!(parse(WHOLE).unwrap().published[0].uses.is_empty());
    check(
        "games = 1000",
        "uses = { \"S-1\" = 169 }",
        ", line 16: `uses` needs `games`, the number of games that were counted",
    );
    check(
        "games = 1000",
        "games = 1000\nuses = { a = 1, b = -1 }",
        ", line 17: `uses` takes a whole number from 0 to 9223372036854775807, found `-1`",
    );
    check(
        "games = 1000",
        "games = 1000\nuses = { a = 0.5 }",
        ", line 17: invalid type: floating point `0.5`, expected a whole number",
    );
    check("games = 1000", "games = 1000\nuses = 3", ", line 17: invalid type: integer `3`, expected a map");
}

#[test]
fn published_figures_may_be_times_or_inexact_and_explain_a_difference() {
    let more = "stated = \"under\"\nmean_seconds = 1.5\nmedian_seconds = 0.25\nlongest_seconds = 1200\nexplanation = \" Why. \"";
    let figure = &parse(&WHOLE.replacen("games = 1000", more, 1)).unwrap().published[0];
    assert_eq!((figure.win_rate, figure.stated, figure.ci95()), (Some(0.9), Stated::Under, None));
    let times = figure.times;
    let seconds = [times.mean, times.median, times.longest].map(|time| time.unwrap().as_secs_f64());
    assert_eq!((seconds, figure.explanation.as_deref()), ([1.5, 0.25, 1200.0], Some("Why.")));
    let only_time = parse(&WHOLE.replacen("win_rate = 0.9\n", "median_seconds = 2\n", 1)).unwrap();
    assert_eq!((only_time.published[0].win_rate, only_time.published[0].ci95()), (None, None));
    check("win_rate = 0.9\n", "", ", line 13: a published figure needs `win_rate` or a time");
    check("win_rate = 0.9", "mean_seconds = -1.0", ", line 15: `mean_seconds` takes a number of seconds");
    check("games = 1000", "stated = \"near\"", ", line 16: `stated` takes `about`, `under` or `over`");
    check("games = 1000", "explanation = \" \"", ", line 16: `explanation` takes a sentence");
    let alone = ", line 15: `stated` says how `win_rate` is stated, but there is none";
    check("win_rate = 0.9", "stated = \"about\"", alone);
}

/// Parses an experiment whose player uses a model.
fn of_models(files: ModelFiles, model: &str) -> Result<Manifest, Problem> {
    let text = WHOLE
        .replace("\"random\", \"exact\", \" exact() \"", &format!("\"learned(model={model})\""))
        .replace("player = \"exact\"", &format!("player = \"learned( model={model} )\""));
    Manifest::parse_in(&learned(), Path::new("x.toml"), text, files)
}

#[test]
fn players_of_an_experiment_may_read_models_from_files() {
    let path = folder("manifest-models").join("x.rules");
    let name = path.to_str().unwrap();
    let read = |model: &str| of_models(ModelFiles::Read, model);
    let missing = "cannot be read: No such file or directory (os error 2)";
    let expected = format!("`x.toml`, line 4: the model `{name}` of the player `learned` {missing}");
    assert_eq!(read(name).unwrap_err().to_string(), expected);
    std::fs::write(&path, "rules 1").unwrap();
    let manifest = read(name).unwrap();
    assert_eq!(manifest.plan.cases.len(), 3);
    for player in manifest.plan.cases.iter().map(|case| &case.player).chain([&manifest.published[0].player]) {
        assert_eq!(player.model().as_deref(), Some("rules 1"));
    }
    std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

#[test]
fn an_experiment_without_model_files_opens_none() {
    let read = |model: &str| of_models(ModelFiles::Refused, model);
    let expected = "`x.toml`, line 4: the option `model` takes one of `small`, `large` here";
    assert_eq!(read("/dev/zero").unwrap_err().to_string(), expected);
    let manifest = read("large").unwrap();
    assert_eq!(manifest.files, ModelFiles::Refused);
    assert_eq!(manifest.published[0].player.model().as_deref(), Some("rules large"));
}

#[test]
fn known_figures_need_rules_that_are_played() {
    check(
        "rules = \"4x4/1\"",
        "rules = \"4x4/3\"",
        ", line 20: a known figure of `4x4/3`, which is not played here",
    );
    check("win_rate = 1.0", "win_rate = 1.5", ", line 21: `win_rate` takes a share from 0 to 1");
    check(
        "source = \"a proof\"",
        "sauce = \"a proof\"",
        ", line 23: there is no key `sauce`; did you mean `source`?",
    );
}

#[test]
fn errors_in_the_toml_name_their_line() {
    check("title = ", "title ", ", line 1: key with no value, expected `=`");
    check("seed = 7", "seed = 7\nseed = 8", ", line 7: duplicate key");
    check("[vary]", "[vary", ", line 10: unclosed table, expected `]`");
}

#[test]
fn errors_name_the_file() {
    let path = folder("manifest").join("x.toml");
    let name = path.display();
    let check = |expected: String| {
        assert_eq!(Manifest::read(&path, ModelFiles::Read).unwrap_err().to_string(), expected);
    };
    check(format!("cannot read `{name}`: No such file or directory (os error 2)"));
    std::fs::write(&path, b"title = \"\xff\"").unwrap();
    check(format!("`{name}` is not UTF-8 text"));
    std::fs::write(&path, vec![b'#'; (16 << 20) + 1]).unwrap();
    check(format!("`{name}` is larger than 16 MiB"));
    std::fs::write(&path, LEAST).unwrap();
    assert_eq!(Manifest::read(&path, ModelFiles::Read).unwrap().title, "x");
}

#[test]
fn manifests_damaged_anywhere_never_panic() {
    let mut n_refused = 0;
    let mut check = |text: &str| {
        if let Err(error) = parse(text) {
            let message = error.to_string();
            assert!(!message.contains('\n') && message.starts_with("`x.toml`"), "{message}");
            n_refused += 1;
        }
    };
    for end in 0..WHOLE.len() {
        check(&WHOLE[..end]);
    }
    for place in 0..WHOLE.len() {
        for letter in ["", "\"", "{", "[", "=", "\n", "-", "9", "\u{0}", "é"] {
            check(&format!("{}{letter}{}", &WHOLE[..place], &WHOLE[place + 1..]));
        }
    }
    assert!(n_refused > 2000, "{n_refused}");
}
