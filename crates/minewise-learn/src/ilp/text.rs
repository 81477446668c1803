//! Clauses as text, such as `eastbound(A) :- hasCar(A,B), short(B).`

use std::fmt;
use std::sync::Arc;

use super::clause::{Clause, Literal, Term, Variable};
use super::language::{Domain, Language, Mode, Value};

/// The most literals of a clause that is read.
const MOST_LITERALS: usize = 32;
/// The longest clause that is read, in bytes.
const MOST_BYTES: usize = 8192;

impl<D: Domain> Language<D> {
    /// Writes a clause as text.
    pub fn write(&self, clause: &Clause) -> String {
        let head: Vec<String> =
            (0..clause.n_head).map(|variable| variable_name(variable as Variable)).collect();
        let head = format!("{}({})", self.target(), head.join(","));
        if clause.body.is_empty() {
            return format!("{head}.");
        }
        let body: Vec<String> = clause.body.iter().map(|literal| self.write_literal(literal)).collect();
        format!("{head} :- {}.", body.join(", "))
    }

    fn write_literal(&self, literal: &Literal) -> String {
        let term = |term: &Term| match term {
            Term::Variable(variable) => variable_name(*variable),
            Term::Constant(text) => text.to_string(),
        };
        let terms: Vec<String> = literal.terms.iter().map(term).collect();
        format!("{}({})", self.predicates()[literal.predicate].name(), terms.join(","))
    }

    /// Reads a clause about the target.
    ///
    /// # Errors
    /// When the text is not a clause of this language.
    pub fn read(&self, text: &str) -> Result<Clause, ClauseError> {
        if text.len() > MOST_BYTES {
            return Err(ClauseError::TooLong);
        }
        let text =
            text.trim().strip_suffix('.').ok_or_else(|| ClauseError::Malformed { text: excerpt(text) })?;
        let (head, body) = text.split_once(":-").map_or((text, None), |(head, body)| (head, Some(body)));
        let mut names = Vec::new();
        let (target, terms) = read_call(head)?;
        if target != self.target() || terms.len() != self.head().len() {
            let kinds: Vec<&str> = self.head().iter().map(|argument| argument.kind).collect();
            let expected = format!("{}({})", self.target(), kinds.join(","));
            return Err(ClauseError::OtherHead { text: excerpt(head), expected });
        }
        for term in terms {
            if !is_variable(term) || names.iter().any(|(known, _)| *known == term) {
                return Err(ClauseError::Malformed { text: excerpt(head) });
            }
            names.push((term, self.head()[names.len()].kind));
        }
        let mut clause = Clause { n_head: self.head().len(), body: Vec::new() };
        for call in body.into_iter().flat_map(split_calls) {
            if clause.body.len() == MOST_LITERALS {
                return Err(ClauseError::TooLong);
            }
            clause.body.push(self.read_literal(call, &mut names)?);
        }
        Ok(clause)
    }

    /// Reads a literal; `names` are the variables so far, with their kinds.
    fn read_literal<'a>(
        &self,
        call: &'a str,
        names: &mut Vec<(&'a str, &'static str)>,
    ) -> Result<Literal, ClauseError> {
        let (name, texts) = read_call(call)?;
        let predicate = self.predicates().iter().position(|predicate| predicate.name() == name);
        let predicate = predicate.ok_or_else(|| ClauseError::UnknownPredicate { name: excerpt(name) })?;
        let arguments = self.arguments(predicate);
        if arguments.len() != texts.len() {
            let name = self.predicates()[predicate].name();
            return Err(ClauseError::Arguments { name, expected: arguments.len(), found: texts.len() });
        }
        let mut terms = Vec::with_capacity(texts.len());
        let mut found = Vec::new();
        for (&text, argument) in texts.iter().zip(arguments) {
            let known = names.iter().position(|(known, _)| *known == text);
            terms.push(match (known, argument.mode) {
                (Some(place), mode) if mode != Mode::Constant => {
                    if names[place].1 != argument.kind {
                        let (variable, is, kind) = (text.to_owned(), names[place].1, argument.kind);
                        return Err(ClauseError::Kind { variable, is, kind });
                    }
                    Term::Variable(place as Variable)
                }
                (None, Mode::Input) => return Err(ClauseError::Unbound { variable: excerpt(text) }),
                (None, Mode::Output | Mode::Either) if is_variable(text) => {
                    // It becomes known only after the call, so it cannot be an input of the same literal.
                    let place = found.iter().position(|&(other, _)| other == text).unwrap_or_else(|| {
                        found.push((text, argument.kind));
                        found.len() - 1
                    });
                    Term::Variable((names.len() + place) as Variable)
                }
                (_, Mode::Constant | Mode::Either) if D::Value::constant(argument.kind, text).is_some() => {
                    Term::Constant(Arc::from(text))
                }
                _ => return Err(ClauseError::Constant { text: excerpt(text), kind: argument.kind }),
            });
        }
        names.extend(found);
        Ok(Literal { predicate, terms })
    }

    /// Writes a clause as an English sentence; `subject` is its conclusion, such as "A train goes east".
    pub fn sentence(&self, clause: &Clause, subject: &str) -> String {
        let mut parts = Vec::new();
        for literal in &clause.body {
            let mut words = self.predicates()[literal.predicate].words().to_owned();
            for (place, term) in literal.terms.iter().enumerate() {
                let name = match term {
                    Term::Variable(0) => "it".to_owned(),
                    Term::Variable(variable) => variable_name(*variable),
                    Term::Constant(text) => text.to_string(),
                };
                words = words.replace(&format!("{{{place}}}"), &name);
            }
            if !words.is_empty() {
                parts.push(words);
            }
        }
        match parts.as_slice() {
            [] => format!("{subject}."),
            [one] => format!("{subject} if {one}."),
            [first @ .., last] => format!("{subject} if {}, and {last}.", first.join(", ")),
        }
    }
}

/// The name of a variable: `A` to `Z`, then `A1` and so on.
pub fn variable_name(variable: Variable) -> String {
    let letter = char::from(b'A' + (variable % 26) as u8);
    if variable < 26 { letter.to_string() } else { format!("{letter}{}", variable / 26) }
}

fn is_variable(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_uppercase())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric())
}

/// Splits `name(a,b)`.
fn read_call(text: &str) -> Result<(&str, Vec<&str>), ClauseError> {
    let malformed = || ClauseError::Malformed { text: excerpt(text) };
    let (name, rest) = text.trim().split_once('(').ok_or_else(malformed)?;
    let inside = rest.strip_suffix(')').ok_or_else(malformed)?;
    let terms: Vec<&str> = inside.split(',').map(str::trim).collect();
    let is_plain = |text: &&str| !text.is_empty() && !text.contains(['(', ')']);
    if !is_plain(&name.trim()) || !terms.iter().all(is_plain) {
        return Err(malformed());
    }
    Ok((name.trim(), terms))
}

/// Splits a body at the commas between its literals.
fn split_calls(body: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    body.split(move |letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    })
}

/// The beginning of an untrusted text, safe to print in a message.
// Like `minewise::board::excerpt`, but longer, since clauses are longer, and without an import from outside this
// folder.
fn excerpt(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String = text.trim().chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.trim().chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

/// The reason why a text is not a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseError {
    /// The text does not have the form `target(A,B) :- name(A,C), ….`
    Malformed {
        /// The text found.
        text: String,
    },
    /// The clause is about another target.
    OtherHead {
        /// The head found.
        text: String,
        /// The expected head.
        expected: String,
    },
    /// There is no such predicate.
    UnknownPredicate {
        /// The name found.
        name: String,
    },
    /// A predicate has too few or too many arguments.
    Arguments {
        /// The name of the predicate.
        name: &'static str,
        /// The number of its arguments.
        expected: usize,
        /// The number of arguments found.
        found: usize,
    },
    /// A variable is used as an input before it is bound.
    Unbound {
        /// Its name.
        variable: String,
    },
    /// A variable is used as a value of another kind.
    Kind {
        /// Its name.
        variable: String,
        /// Its kind.
        is: &'static str,
        /// The kind that it is used as.
        kind: &'static str,
    },
    /// The text is neither a variable nor a constant of the expected kind.
    Constant {
        /// The text found.
        text: String,
        /// The expected kind.
        kind: &'static str,
    },
    /// The clause has too many literals or bytes.
    TooLong,
}

impl fmt::Display for ClauseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClauseError::Malformed { text } => {
                write!(f, "expected a clause like `a(X) :- b(X,Y), c(Y).`, found `{text}`")
            }
            ClauseError::OtherHead { text, expected } => {
                write!(f, "expected a clause about `{expected}`, found `{text}`")
            }
            ClauseError::UnknownPredicate { name } => write!(f, "there is no predicate `{name}`"),
            ClauseError::Arguments { name, expected, found } => {
                write!(f, "the predicate `{name}` takes {expected} arguments, found {found}")
            }
            ClauseError::Unbound { variable } => {
                write!(f, "no literal before this one gives `{variable}` a value")
            }
            ClauseError::Kind { variable, is, kind } => {
                write!(f, "`{variable}` is a {is}, expected a {kind}")
            }
            ClauseError::Constant { text, kind } => write!(f, "`{text}` is not a value of the kind {kind}"),
            ClauseError::TooLong => {
                write!(f, "a clause has at most {MOST_LITERALS} literals and {MOST_BYTES} bytes")
            }
        }
    }
}

impl std::error::Error for ClauseError {}
