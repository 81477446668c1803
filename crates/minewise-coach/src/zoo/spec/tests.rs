//! Text in; the canonical text, or a sentence, out.

use std::path::Path;

use super::super::options::OptionEntry;
use super::super::testing::{LEARNED, folder};
use super::*;

const TABLE: &[Entry] = &[
    Entry {
        name: "deep",
        source: "test",
        summary: "Has options.",
        options: &[
            OptionEntry {
                name: "nodes",
                values: Values::Count(1, 1000),
                default: "100",
                summary: "How far to look.",
            },
            OptionEntry {
                name: "level",
                values: Values::OneOf(&["low", "high"]),
                default: "low",
                summary: "How well to look.",
            },
        ],
        model: |options| Some(format!("nodes {}", options.count("nodes"))),
        make: |options| {
            assert_eq!((options.word("level"), options.count("nodes")), ("high", 100));
            Box::<minewise_players::Exact>::default()
        },
    },
    PLAYERS[0],
    PLAYERS[1],
];

#[track_caller]
fn check(text: &str, expected: &str) {
    let read = PlayerSpec::read(text, TABLE).map_or_else(|error| error.to_string(), |spec| spec.to_string());
    assert_eq!(read, expected);
}

#[test]
fn players_are_written_with_options_sorted_and_defaults_left_out() {
    check("exact", "exact");
    check(" exact ( ) ", "exact");
    check("deep(nodes=7, level=high)", "deep(level=high,nodes=7)");
    check("deep(nodes=0100,level=low)", "deep");
}

#[test]
fn a_player_is_made_with_its_options_and_the_defaults_of_others() {
    let spec = PlayerSpec::read("deep(level=high)", TABLE).unwrap();
    spec.make();
    assert_eq!(spec.model().as_deref(), Some("nodes 100"));
    assert_eq!(PlayerSpec::read("exact", TABLE).unwrap().model(), None);
}

#[test]
fn bad_players_get_a_sentence() {
    check("exat", "there is no player `exat`; did you mean `exact`?");
    check("stockfish", "there is no player `stockfish`; there are `deep`, `random`, `exact`");
    check("", "expected a player like `exact` or `name(key=value,…)`, found ``");
    check("exact(", "expected a player like `exact` or `name(key=value,…)`, found `exact(`");
    check("exact)", "there is no player `exact)`; did you mean `exact`?");
    check("exact(a=1", "expected a player like `exact` or `name(key=value,…)`, found `exact(a=1`");
    check("exact(level=1)", "the player `exact` has no option `level`; it has none");
    check("deep(lvl=low)", "the player `deep` has no option `lvl`; did you mean `level`?");
    check("deep(x=low)", "the player `deep` has no option `x`; there are `nodes`, `level`");
    check("deep(level)", "expected a player like `exact` or `name(key=value,…)`, found `level`");
    check("deep(level=mid)", "the option `level` takes one of `low`, `high`, found `mid`");
    check("deep(nodes=0)", "the option `nodes` takes a whole number from 1 to 1000, found `0`");
    check("deep(nodes=1,nodes=2)", "the option `nodes` of the player `deep` is set twice");
}

#[test]
fn counts_are_told_where_they_are_set() {
    let counts = |text| PlayerSpec::read(text, TABLE).unwrap().counts().collect::<Vec<_>>();
    assert_eq!(counts("deep(level=high,nodes=70)"), [("nodes", 70)]);
    assert_eq!(counts("deep(level=high)"), []);
}

#[track_caller]
fn learned(model: &str) -> PlayerSpec {
    PlayerSpec::read(&format!("learned(model={model})"), LEARNED).unwrap()
}

#[test]
fn a_model_that_ships_is_told_by_its_word() {
    let [small, large] = ["small", " large "].map(learned);
    assert_eq!((small.to_string(), large.to_string()), ("learned".into(), "learned(model=large)".into()));
    assert_eq!(small.model().as_deref(), Some("shipped small"));
    assert_eq!(large.model().as_deref(), Some("shipped large"));
    assert!(!small.reads_files() && !large.reads_files());
}

#[test]
fn a_model_that_is_a_file_is_read_once_and_kept() {
    let path = folder("spec-model").join("my book.rules");
    let name = path.to_str().unwrap();
    std::fs::write(&path, "rules 1").unwrap();
    let (one, same) = (learned(&format!("  {name} ")), learned(name));
    std::fs::write(&path, "rules 2").unwrap();
    let other = learned(name);
    std::fs::remove_file(&path).unwrap();
    one.make();
    assert_eq!(one.model().as_deref(), Some("text rules 1"));
    assert_eq!(one.to_string(), format!("learned(model={name})"));
    assert!(one.reads_files());
    assert_eq!(one, same);
    assert_eq!(one.to_string(), other.to_string());
    assert_ne!(one, other, "the same path had another text");
    std::fs::remove_dir(path.parent().unwrap()).unwrap();
}

#[test]
fn players_of_one_reader_that_name_the_same_file_have_the_same_text() {
    let path = folder("spec-reader").join("x.rules");
    let text = format!("learned(model={})", path.display());
    std::fs::write(&path, "rules 1").unwrap();
    let mut reader = Reader::new(LEARNED, ModelFiles::Read);
    let first = reader.read(&text).unwrap();
    std::fs::write(&path, "rules 2").unwrap();
    assert_eq!(reader.read(&text).unwrap(), first);
    std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

#[test]
fn a_file_is_refused_unopened_where_only_shipped_models_are_taken() {
    let path = folder("spec-refused").join("x.rules");
    std::fs::write(&path, "rules 1").unwrap();
    let read = |model: &str| {
        let spec = Reader::new(LEARNED, ModelFiles::Refused).read(&format!("learned(model={model})"));
        spec.map_or_else(|error| error.to_string(), |spec| spec.to_string())
    };
    assert_eq!(read("large"), "learned(model=large)");
    // Of a file that is not there, or never ends, the sentence is the same as of one that is.
    for path in [path.to_str().unwrap(), "/none/x.rules", "/dev/zero", "a\nb", ""] {
        assert_eq!(read(path), "the option `model` takes one of `small`, `large` here");
    }
    std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

#[test]
fn players_without_files_are_read_as_others() {
    let spec = PlayerSpec::without_files(" exact() ").unwrap();
    assert_eq!(spec, "exact".parse().unwrap());
    let error = PlayerSpec::without_files("exat").unwrap_err();
    assert_eq!(error.to_string(), "there is no player `exat`; did you mean `exact`?");
}

#[track_caller]
fn check_model(path: &Path, expected: &str) {
    let path = path.display();
    let read = PlayerSpec::read(&format!("learned(model={path})"), LEARNED);
    let sentence = format!("the model `{path}` of the player `learned` {expected}");
    assert_eq!(read.unwrap_err().to_string(), sentence);
}

#[test]
fn bad_models_get_a_sentence() {
    let folder = folder("spec-bad-models");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let none = folder.join("none.rules");
    check_model(&none, "cannot be read: No such file or directory (os error 2)");
    check_model(&folder, "cannot be read: Is a directory (os error 21)");
    check_model(&write("large.rules", &[b'r'; (16 << 20) + 1]), "cannot be read: it has more than 16 MiB");
    check_model(&write("binary.rules", b"rules \xff"), "cannot be read: it is not text in UTF-8");
    check_model(&write("damaged.rules", b"rule"), "is damaged: line 1 is not `rules`");
    check_model(Path::new("/dev/zero"), "cannot be read: it has more than 16 MiB");
    std::fs::remove_dir_all(&folder).unwrap();
    let empty = PlayerSpec::read("learned(model=)", LEARNED).unwrap_err().to_string();
    assert_eq!(empty, "the option `model` takes one of `small`, `large`, or a file, found ``");
}

#[test]
fn commas_inside_parentheses_do_not_split_a_list() {
    let split = |list: &'static str| split_specs(list).collect::<Vec<_>>();
    assert_eq!(split("a,b(c=1,d=2),e"), ["a", "b(c=1,d=2)", "e"]);
    assert_eq!(split("a),b"), ["a)", "b"]);
    assert_eq!(split(""), [""]);
}
