//! Text in; the canonical text, or an error message, out.

use std::cell::Cell;

use minewise_players::Exact;
use minewise_players::entry::Model;

use super::*;

/// Creates a small zoo with a player that has options, and one with two shipped models.
fn zoo() -> Zoo {
    let mut zoo = Zoo::new(Models::default());
    zoo.entries.truncate(2);
    let add = |zoo: &mut Zoo, entry| zoo.add(entry).unwrap();
    add(
        &mut zoo,
        Entry::new("deep", "test", "Has options.", |options| {
            let nodes = options.count("nodes", 1..=1000, 100, "How far to look.");
            let is_high =
                options.one_of("level", &[("low", false), ("high", true)], "low", "How well to look.");
            MADE.set((is_high, nodes));
            Exact::default()
        }),
    );
    zoo.give_model("small.book".to_owned(), "rules small".to_owned());
    zoo.give_model("large.book".to_owned(), "rules large".to_owned());
    add(
        &mut zoo,
        Entry::learned("learned", "test", "Plays by the book.", |options| {
            let shipped = [("small", "small.book"), ("large", "large.book")];
            options.model::<Book>("model", &shipped, "Which book.").map(|_| Exact::default())
        }),
    );
    zoo
}

thread_local! {
    /// The options of the `deep` that was made last.
    static MADE: Cell<(bool, u64)> = const { Cell::new((false, 0)) };
}

/// A model: any text that begins with `rules`.
struct Book(String);

impl FromStr for Book {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Book, &'static str> {
        if text.starts_with("rules") { Ok(Book(text.to_owned())) } else { Err("line 1 is not `rules`") }
    }
}

impl Model for Book {
    fn id(&self) -> String {
        self.0.clone()
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let read = zoo().read(text).map_or_else(|error| error.to_string(), |spec| spec.to_string());
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
    let spec = zoo().read("deep(level=high)").unwrap();
    spec.make();
    assert_eq!(MADE.get(), (true, 100));
    assert_eq!(spec.model(), None);
}

#[test]
fn bad_players_give_an_error_message() {
    check("exat", "there is no player `exat`; did you mean `exact`?");
    check("stockfish", "there is no player `stockfish`; there are `random`, `exact`, `deep`, `learned`");
    check("", "expected a player like `exact` or `name(key=value,…)`, found ``");
    check("exact(", "expected a player like `exact` or `name(key=value,…)`, found `exact(`");
    check("exact)", "there is no player `exact)`; did you mean `exact`?");
    check("exact(a=1", "expected a player like `exact` or `name(key=value,…)`, found `exact(a=1`");
    check("exact(level=1)", "the player `exact` has no option `level`; it has none");
    check("deep(lvl=low)", "the player `deep` has no option `lvl`; did you mean `level`?");
    check("deep(x=low)", "the player `deep` has no option `x`; there are `nodes`, `level`");
    check("deep(level)", "expected an option as `key=value`, found `level`; did you mean `deep(level=low)`?");
    check("deep(high)", "expected an option as `key=value`, found `high`; did you mean `deep(level=high)`?");
    check(
        "deep(fast)",
        "expected an option as `key=value`, found `fast`; the player `deep` has the options `nodes`, `level`",
    );
    check("exact(fast)", "the player `exact` has no options; write `exact`");
    check("deep(level=mid)", "the option `level` takes one of `low`, `high`, found `mid`");
    check("deep(nodes=0)", "the option `nodes` takes a whole number from 1 to 1000, found `0`");
    check("deep(nodes=1,nodes=2)", "the option `nodes` of the player `deep` is set twice");
}

#[test]
fn counts_are_returned_if_they_are_set() {
    let counts = |text| zoo().read(text).unwrap().counts().collect::<Vec<_>>();
    assert_eq!(counts("deep(level=high,nodes=70)"), [("nodes", 70)]);
    assert_eq!(counts("deep(level=high)"), []);
}

/// Reads from a fixed set of files.
fn open(path: &str) -> Result<String, String> {
    match path {
        "my book.rules" => Ok("rules 1".to_owned()),
        "damaged.rules" => Ok("rule".to_owned()),
        _ => Err("there is no such file".to_owned()),
    }
}

#[track_caller]
fn learned(model: &str) -> PlayerSpec {
    zoo().reader(Some(open)).read(&format!("learned(model={model})")).unwrap()
}

#[test]
fn a_shipped_model_is_written_by_its_name() {
    let [small, large] = ["small", " large "].map(learned);
    assert_eq!((small.to_string(), large.to_string()), ("learned".into(), "learned(model=large)".into()));
    assert_eq!(small.model().as_deref(), Some("rules small"));
    assert_eq!(large.model().as_deref(), Some("rules large"));
}

#[test]
fn a_model_that_is_a_file_is_read_once_and_kept() {
    thread_local! {
        static N_OPENED: Cell<u64> = const { Cell::new(0) };
    }
    let zoo = zoo();
    let mut reader = zoo.reader(Some(|_| {
        N_OPENED.set(N_OPENED.get() + 1);
        Ok(format!("rules {}", N_OPENED.get()))
    }));
    let one = reader.read("learned(model=  my book.rules )").unwrap();
    let same = reader.read("learned(model=my book.rules)").unwrap();
    one.make();
    assert_eq!(one.model().as_deref(), Some("rules 1"));
    assert_eq!(one.to_string(), "learned(model=my book.rules)");
    assert_eq!(one, same);
    assert_eq!(N_OPENED.get(), 1);
    let other = zoo.reader(Some(|_| Ok("rules 3".to_owned()))).read("learned(model=my book.rules)").unwrap();
    assert_eq!(one.to_string(), other.to_string());
    assert_ne!(one, other, "the same path had another text");
}

#[test]
fn a_file_is_refused_unopened_if_only_shipped_models_are_allowed() {
    let read = |model: &str| {
        let spec = zoo().read(&format!("learned(model={model})"));
        spec.map_or_else(|error| error.to_string(), |spec| spec.to_string())
    };
    assert_eq!(read("large"), "learned(model=large)");
    for path in ["my book.rules", "/dev/zero", "a\nb", ""] {
        assert_eq!(read(path), "the option `model` takes one of `small`, `large` here");
    }
}

#[test]
fn bad_models_give_an_error_message() {
    let read = |model: &str| {
        zoo().reader(Some(open)).read(&format!("learned(model={model})")).unwrap_err().to_string()
    };
    assert_eq!(
        read("none.rules"),
        "the model `none.rules` of the player `learned` cannot be read: there is no such file"
    );
    assert_eq!(
        read("damaged.rules"),
        "the model `damaged.rules` of the player `learned` is damaged: line 1 is not `rules`"
    );
    assert_eq!(read(""), "the option `model` takes one of `small`, `large`, or a file, found ``");
}

#[test]
fn commas_inside_parentheses_do_not_split_a_list() {
    let split = |list: &'static str| split_specs(list).collect::<Vec<_>>();
    assert_eq!(split("a,b(c=1,d=2),e"), ["a", "b(c=1,d=2)", "e"]);
    assert_eq!(split("a),b"), ["a)", "b"]);
    assert_eq!(split(""), [""]);
}
