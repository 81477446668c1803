use minewise_players::Exact;

use super::*;

#[test]
fn names_are_distinct_and_need_no_escaping() {
    let mut names = std::collections::HashSet::new();
    for entry in Zoo::shipped().entries() {
        assert!(names.insert(entry.name()), "{}", entry.name());
        for name in entry.options().iter().map(|option| option.name).chain([entry.name()]) {
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
        }
    }
}

#[test]
fn every_default_is_a_value_that_may_be_set() {
    for option in Zoo::shipped().entries().flat_map(Entry::options) {
        assert_eq!(option.values.canonical(&option.default).as_deref(), Some(option.default.as_str()));
        if let Values::Model { shipped, .. } = &option.values {
            assert!(shipped.contains(&option.default.as_str()), "{}", option.name);
        }
    }
}

/// Every word of every option makes a player.
#[test]
fn every_word_of_every_option_is_understood() {
    let mut n_made = 0;
    for entry in Zoo::shipped().entries() {
        for option in entry.options() {
            let words = match &option.values {
                Values::OneOf(words) | Values::Model { shipped: words, .. } => words,
                _ => continue,
            };
            for word in words {
                let text = format!("{}({}={word})", entry.name(), option.name);
                let _player = Zoo::shipped().read(&text).unwrap().make();
                n_made += 1;
            }
        }
    }
    assert!(n_made >= 40, "{n_made}");
}

#[test]
fn learned_guesses_have_a_model() {
    for guess in ["classifier", "q-table", "q-table-certain", "cnn", "dqn"] {
        let spec: PlayerSpec = format!("csp(guess={guess})").parse().unwrap();
        assert!(spec.model().is_some());
    }
}

#[test]
fn a_player_without_its_model_gives_an_error_message() {
    let mut zoo = Zoo::new(Models::default());
    let error = zoo.read("cnn").unwrap_err();
    assert_eq!(error.to_string(), "the player `cnn` cannot play: the model `cnn.network` is not loaded");
    zoo.give_model("cnn.network".to_owned(), "no network".to_owned());
    let error = zoo.read("csp(guess=cnn)").unwrap_err().to_string();
    assert!(
        error.starts_with("the player `csp` cannot play: the model `cnn.network` is damaged: "),
        "{error}"
    );
    assert!(zoo.read("csp").is_ok());
}

#[test]
fn players_can_be_added_at_run_time_under_names_of_their_own() {
    let mut zoo = Zoo::shipped().clone();
    let entry = |name: &str| {
        Entry::at_run_time(name.to_owned(), String::new(), String::new(), || Box::<Exact>::default())
    };
    zoo.add(entry("guest-1")).unwrap();
    let spec = zoo.read("guest-1").unwrap();
    assert_eq!(spec.to_string(), "guest-1");
    assert!(spec.entry().fork(&*spec.make()).is_none());
    for name in ["guest-1", "exact", "", "a(b)", "A"] {
        assert!(zoo.add(entry(name)).is_err(), "{name}");
    }
}
