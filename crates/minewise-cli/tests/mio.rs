//! Learning rules, and playing and explaining with them, through the real program.

use std::fs;

use crate::common::{check_refused, file, folder, json, kill_at, minewise, sentences};

/// A small amount of work: two rounds for each target on small boards.
const LITTLE: &str = "learn mio --rules 6x5/5 --rounds 2 --server-views 60 --seed 3 --json";

#[test]
fn a_kill_changes_nothing() {
    let folder = folder("mio-kill");
    let args = |name: &str, n_threads| {
        format!("{LITTLE} --threads {n_threads} --out {}", folder.join(name).display())
    };
    let answer = json(&args("whole", 1), "");
    let part = folder.join("killed.part");
    kill_at(&args("killed", 2), &part);
    let other = format!("{} --depth 4", args("killed", 2));
    let origin = "minewise learn mio --rules 6x5/5 --seed 3 --rounds 2 --server-views 60";
    let expected = format!("{}: this checkpoint is of `{origin}`; move it away first", part.display());
    check_refused(&other, "", 2, &expected);
    assert_eq!(json(&args("killed", 2), "")["id"], answer["id"]);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("whole"), read("killed"));
    assert!(
        read("whole").starts_with(&format!("minewise rules 1\n# {origin}\n# Learned from ")),
        "{}",
        read("whole")
    );
    assert!(!part.exists(), "nothing is left behind");
    let names: Vec<&str> =
        answer["rules"].as_array().unwrap().iter().map(|rule| rule["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"S-1"), "{answer}");
    assert!(
        answer["clauses"].as_u64().unwrap() > 100 && answer["examples"].as_u64().unwrap() >= 20,
        "{answer}"
    );
}

#[test]
fn what_is_learned_can_be_played_and_explained() {
    let folder = folder("mio-play");
    let model = folder.join("rules").display().to_string();
    fs::write(
        &model,
        "minewise rules 1\nS-9: safe(A,B) :- zoneOfInterest(A,B,C), setHasXMines(D,B,C,E), inSet(A,E), minesInSet(E,0).\n",
    )
    .unwrap();
    let answer =
        json(&format!("bench --rules 6x5/4 --players mio(model={model}) --games 20 --seed 1 --json"), "");
    let uses = &answer["runs"][0]["uses"];
    assert!(uses["S-9"].as_u64().unwrap() + uses["guess"].as_u64().unwrap() > 20, "{answer}");
    let explained = minewise(&format!("explain --cell 0,0 --by {model}"), "5x2/1 .1*../.1...").stdout;
    assert_eq!(
        explained,
        "By S-9, 0,0 is safe. A cell is safe if E are the covered cells around the number D, it is in E, and E has 0 \
         mines. Here D is 0,1; E is 0,0 1,0 1,2 with 0 mines.\n"
    );
}

#[test]
fn a_cell_is_explained_by_the_rule_that_covers_it() {
    let view =
        "9x9/10 01......./012....../012....../13......./........./........./........./........./.........";
    let answer = json("explain --cell 3,2 --by paper --json", view);
    assert_eq!((&answer["verdict"], &answer["rule"]["name"]), (&"mine".into(), &"M-1".into()));
    assert_eq!(answer["rule"]["bindings"]["D"], "2,1");
    let open = json("explain --cell 2,3 --by paper --json", view);
    assert_eq!((&open["verdict"], &open["rule"]), (&"open".into(), &serde_json::Value::Null));
    assert!(json("explain --cell 2,3 --json", view).get("rule").is_none());
    let text = minewise("explain --cell 2,3 --by further", view).stdout;
    assert!(text.starts_with("No rule of the model covers this cell. 2,3 may be a mine or not"), "{text}");
}

#[test]
fn bad_models_and_examples_get_a_sentence() {
    let foreign = file("foreign.rules", "something else\n").display().to_string();
    let unknown =
        file("unknown.rules", "minewise rules 1\nS-1: safe(A,B) :- lucky(A).\n").display().to_string();
    let bench = |model: &str| format!("bench --rules 6x5/4 --players mio(model={model}) --games 1 --seed 1");
    let damaged =
        |model: &str, wrong: &str| format!("the model `{model}` of the player `mio` is damaged: {wrong}");
    for (model, wrong) in [
        (&foreign, "it does not begin with `minewise rules 1`"),
        (&unknown, "line 2: there is no predicate `lucky`"),
    ] {
        let ran = minewise(&bench(model), "");
        assert_eq!((ran.code, sentences(&ran.stderr).len()), (2, 1), "{}", ran.stderr);
        assert!(ran.stderr.contains(&damaged(model, wrong)), "{}", ran.stderr);
        let expected = format!("the model in `{model}` cannot be used: {wrong}");
        check_refused(&format!("explain --cell 0,0 --by {model}"), "5x2/1 .1.../.1...", 2, &expected);
        check_refused(&format!("learn mio --known {model} --out x"), "", 2, &expected);
    }
    let lines = "safe 0,3 5x2/1 .10../.10..\n# the same again\nmine 0,3 5x2/1 .10../.10..\n";
    let examples = file("contradiction.examples", lines).display().to_string();
    check_refused(
        &format!("learn mio --examples {examples} --out x"),
        "",
        2,
        &format!(
            "the examples in `{examples}` cannot be used: lines 1 and 3 contradict each other: the same cell is safe and a \
             mine"
        ),
    );
    let examples = file("bad.examples", "safe 0,1 5x2/1 .10../.10..\n").display().to_string();
    let expected = format!(
        "the examples in `{examples}` cannot be used: line 1: `0,1` is not a covered cell of the view"
    );
    check_refused(&format!("learn mio --examples {examples} --out x"), "", 2, &expected);
    for args in [
        "--setting IDA",
        "--accuracy 2",
        "--accuracy nan",
        "--knowledge all",
        "--target luck",
        "--rules 3x3/9",
    ] {
        let ran = minewise(&format!("learn mio {args} --out x"), "");
        assert_eq!((ran.code, sentences(&ran.stderr).len()), (2, 1), "{args}: {}", ran.stderr);
    }
}

#[test]
fn rules_are_learned_from_examples_in_a_file() {
    // Cells beside a number without a missing mine are safe, the others are not.
    let lines = "safe 0,0 5x2/1 .1*../.1...\nsafe 1,0 5x2/1 .1*../.1...\nmine 0,4 5x2/1 ...1./.....\nmine 1,3 5x2/1 ..1../.....\n";
    let examples = file("good.examples", lines).display().to_string();
    let out = folder("mio-examples").join("rules");
    let learn = |more: &str| {
        let out = out.display();
        json(&format!("learn mio --target safe --examples {examples} {more} --out {out} --json"), "")
    };
    let answer = learn("--no-exam");
    assert_eq!((&answer["positive"], &answer["negative"]), (&2.into(), &2.into()));
    assert_eq!(answer["rules"].as_array().unwrap().len(), 1, "{answer}");
    // A rule learned from so few examples is wrong on other boards, so it fails the exam.
    let answer = learn("");
    assert_eq!((answer["rules"].as_array().unwrap().len(), &answer["failed"]), (0, &1.into()), "{answer}");
}

#[test]
fn an_ablation_resumes_and_writes_its_report() {
    let folder = folder("mio-ablation").join("trials");
    let args = format!(
        "lab ablation --rules 5x5/4:any --samples 1 --rounds 1 --clauses 100 --games 20 --seed 4 --out {} --json",
        folder.display()
    );
    let answer = json(&args, "");
    assert_eq!(answer["files"].as_array().unwrap().len(), 2);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let (trials, report) = (read("records.jsonl"), read("report.md"));
    assert_eq!(trials.lines().count(), 4);
    assert!(report.starts_with("# Mio with and without its techniques\n"), "{report}");
    for setting in ["IDA*", "IDA*+M", "AL+IDA*+M", "AL+GS+M"] {
        let name = serde_json::to_string(setting).unwrap();
        assert_eq!(trials.matches(&format!("\"setting\":{name}")).count(), 1, "{setting}");
    }
    json(&args, "");
    assert_eq!((read("records.jsonl"), read("report.md")), (trials, report));
    let other = args.replace("--games 20", "--games 30").replace(" --json", "");
    let expected = format!(
        "the records in `{}` were made with `games = 20`, not with 30; choose another folder",
        folder.display()
    );
    check_refused(&other, "", 2, &expected);
}
