//! The verbs of the game: what a key of the terminal or a command of a script does. The keys below the board, the help
//! page and the `help` of scripts are all made from the table in this file, so they use the same words.

use minewise::board::excerpt;
use minewise_coach::zoo::Suggestion;

/// Something that the user can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Reveal,
    Flag,
    Chord,
    Hint,
    Why,
    Risks,
    Undo,
    Summary,
    Review,
    New,
    Rules,
    Player,
    Watch,
    View,
    Help,
    Quit,
}

/// How a verb is given by key and by command, and what it does.
struct Entry {
    verb: Verb,
    /// The command of a script, and the word beside the key.
    word: &'static str,
    /// The key that stands for it; `None` if only scripts have it.
    key: Option<char>,
    /// All keys that stand for it, as people call them.
    keys: &'static str,
    script: Script,
    /// What it does, after its word, in lines that fit beside the keys on the narrowest screen.
    does: &'static [&'static str],
}

/// How scripts give a verb.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    /// Not at all: it needs a screen.
    Never,
    /// By its word alone, or by this letter.
    Word(Option<&'static str>),
    /// By its word and a cell; the letter can stand for the word.
    Cell(Option<&'static str>),
}

use Script::{Cell, Never, Word};

/// A row of [`TABLE`].
const fn entry(
    verb: Verb,
    word: &'static str,
    (key, keys): (Option<char>, &'static str),
    script: Script,
    does: &'static [&'static str],
) -> Entry {
    Entry { verb, word, key, keys, script, does }
}

/// All verbs, in the order of the help page.
#[rustfmt::skip]
const TABLE: [Entry; 16] = [
    entry(Verb::Reveal, "reveal", (Some(' '), "space, enter"), Cell(Some("r")), &[", chord a number"]),
    entry(Verb::Flag, "flag", (Some('f'), "f"), Cell(Some("f")), &[": set or take away"]),
    entry(Verb::Chord, "chord", (Some('c'), "c"), Cell(Some("c")), &[": reveal around a", "number with its flags"]),
    entry(Verb::Hint, "hint", (Some('i'), "i"), Word(None), &[": the best cell"]),
    entry(Verb::Why, "why", (Some('w'), "w"), Cell(None), &[" it is safe or a mine"]),
    entry(Verb::Risks, "risks", (Some('o'), "o"), Word(None), &[" of all cells"]),
    entry(Verb::Undo, "undo", (Some('u'), "u"), Word(Some("u")), &[", also after a loss"]),
    entry(Verb::Summary, "summary", (Some('s'), "s"), Word(None), &[" so far"]),
    entry(Verb::Review, "review", (Some('r'), "r"), Word(None), &[" of every move,", "when the game is over"]),
    entry(Verb::New, "new", (Some('n'), "n"), Word(None), &[" game"]),
    entry(Verb::Rules, "rules", (Some('R'), "R"), Never, &[" of a new game"]),
    entry(Verb::Player, "player", (Some('P'), "P"), Never, &[" that gives advice"]),
    entry(Verb::Watch, "watch", (Some('p'), "p"), Never, &[" the player, or", "take over from it"]),
    entry(Verb::View, "view", (None, ""), Word(None), &[""]),
    entry(Verb::Help, "help", (Some('?'), "?"), Word(None), &[": this page"]),
    entry(Verb::Quit, "quit", (Some('q'), "q, ctrl-C"), Word(Some("q")), &[""]),
];

/// The width of the keys on the help page, with the space after them.
const KEYS_WIDTH: usize = 14;

impl Verb {
    fn entry(self) -> &'static Entry {
        TABLE.iter().find(|entry| entry.verb == self).expect("every verb has its row")
    }

    /// The verb that a key stands for.
    pub(super) fn of_key(key: char) -> Option<Verb> {
        TABLE.iter().find(|entry| entry.key == Some(key)).map(|entry| entry.verb)
    }

    /// The verb that a command of a script stands for.
    ///
    /// # Errors
    /// Returns a sentence that suggests the commands that may have been meant.
    pub(super) fn of_command(command: &str) -> Result<Verb, String> {
        let is_meant = |entry: &&Entry| match entry.script {
            Never => false,
            Word(letter) | Cell(letter) => entry.word == command || letter == Some(command),
        };
        if let Some(entry) = TABLE.iter().find(is_meant) {
            return Ok(entry.verb);
        }
        let words = TABLE.iter().filter(|entry| entry.script != Never).map(|entry| entry.word);
        let suggestion = Suggestion::new(&command.to_lowercase(), words);
        let unknown = format!("There is no command `{}`", excerpt(command));
        Err(if suggestion.is_near() {
            format!("{unknown}; {suggestion}")
        } else {
            format!("{unknown}. {}", commands())
        })
    }

    /// The key, as the key bar and messages call it. Only scripts have the view, whose name stands in for a key.
    pub(super) fn key(self) -> &'static str {
        let entry = self.entry();
        entry.keys.split(", ").next().filter(|key| !key.is_empty()).unwrap_or(entry.word)
    }

    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        self.entry().word
    }

    /// Whether its command names a cell.
    pub(super) fn takes_cell(self) -> bool {
        matches!(self.entry().script, Cell(_))
    }
}

/// The key bar of some verbs: `f flag`, `u undo`.
pub(super) fn bar(verbs: &[Verb]) -> Vec<String> {
    verbs.iter().map(|verb| format!("{} {}", verb.key(), verb.word())).collect()
}

/// The keys while a player is watched that stand for no verb.
pub(super) const WATCHING_KEYS: [&str; 3] = ["space step", "a auto", "+- speed"];

/// The help page: every key, in lines short enough for the narrowest screen.
pub(super) fn help_lines() -> Vec<String> {
    let line = |keys: &str, does: &str| format!("{keys:<KEYS_WIDTH$}{does}");
    let mut lines = vec![line("arrows, hjkl", "move")];
    for entry in TABLE.iter().filter(|entry| entry.key.is_some()) {
        lines.push(line(entry.keys, &format!("{}{}", entry.word, entry.does[0])));
        lines.extend(entry.does[1..].iter().map(|does| line("", does)));
    }
    lines.extend([
        String::new(),
        "While watching a player:".to_owned(),
        line("space", "stop, or step"),
        line("a", "stop or go on"),
        line("+ -", "faster, slower"),
        String::new(),
        "Mouse: left reveals, right flags,".to_owned(),
        "both or middle chord, wheel scrolls".to_owned(),
    ]);
    lines
}

/// The commands of scripts in a sentence.
pub(super) fn commands() -> String {
    let mut words = Vec::new();
    let (mut letters, mut long) = (Vec::new(), Vec::new());
    for entry in &TABLE {
        let letter = match entry.script {
            Never => continue,
            Word(letter) => {
                words.push(entry.word.to_owned());
                letter
            }
            Cell(letter) => {
                words.push(format!("{} ROW,COL", entry.word));
                letter
            }
        };
        if let Some(letter) = letter {
            letters.push(letter);
            long.push(entry.word);
        }
    }
    format!("Commands: {}; {} stand for {}.", words.join(", "), letters.join(", "), long.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_has_one_row_and_no_key_or_word_has_two() {
        for (idx, entry) in TABLE.iter().enumerate() {
            assert_eq!(entry.verb as usize, idx);
            assert!(entry.key.is_none_or(|key| Verb::of_key(key) == Some(entry.verb)));
            match entry.script {
                Never => assert!(Verb::of_command(entry.word).is_err()),
                Word(letter) | Cell(letter) => {
                    assert_eq!(Verb::of_command(entry.word), Ok(entry.verb));
                    assert!(letter.is_none_or(|letter| Verb::of_command(letter) == Ok(entry.verb)));
                }
            }
        }
    }

    #[test]
    fn the_help_fits_the_narrowest_screen() {
        let lines = help_lines();
        assert!(lines.iter().all(|line| line.chars().count() <= 38), "{lines:#?}");
        assert!(lines.contains(&"i             hint: the best cell".to_owned()), "{lines:#?}");
    }

    #[test]
    fn commands_are_listed_in_one_sentence() {
        assert_eq!(
            commands(),
            "Commands: reveal ROW,COL, flag ROW,COL, chord ROW,COL, hint, why ROW,COL, risks, undo, summary, review, \
             new, view, help, quit; r, f, c, u, q stand for reveal, flag, chord, undo, quit."
        );
    }

    #[test]
    fn an_unknown_command_suggests_a_similar_one() {
        assert_eq!(
            Verb::of_command("sumary").unwrap_err(),
            "There is no command `sumary`; did you mean `summary`?"
        );
        assert!(
            Verb::of_command("dance")
                .unwrap_err()
                .starts_with("There is no command `dance`. Commands: reveal ")
        );
    }
}
