//! Fingerprints as sixteen hexadecimal digits, for `#[serde(with = …)]`.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{value:016x}"))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    let value = u64::from_str_radix(&text, 16).ok().filter(|value| format!("{value:016x}") == text);
    value.ok_or_else(|| D::Error::custom("expected sixteen hexadecimal digits"))
}
