//! Serialises everything that has a notation as text in that notation (feature `serde`).

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::board::{Layout, Rules, View};
use crate::game::Transcript;
use crate::num::Natural;

/// What is written; longer types are written in their one-line form.
macro_rules! as_text {
    ($($type:ty, $format:literal;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&format_args!($format, self))
            }
        }
    )*};
}

/// What is read back.
macro_rules! from_text {
    ($($type:ty)*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text! { Rules, "{}"; View, "{:#}"; Layout, "{:#}"; Transcript, "{}"; Natural, "{}"; }
from_text! { Rules View Layout Transcript }

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;

    #[track_caller]
    fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str) {
        let value: T = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
    }

    #[test]
    fn notations_are_written_as_text_and_read_back() {
        check::<Rules>("\"12x8/14:zero@hex\"");
        check::<View>("\"3x2/1 1.F/...\"");
        check::<Layout>("\"3x2/1 *../...\"");
        check::<Transcript>("\"4x3/2 seed 7\\nr 0,0\\nf 0,1\\n\"");
    }

    #[test]
    fn text_that_is_no_notation_is_refused_with_its_sentence() {
        let error = serde_json::from_str::<Rules>("\"9x9\"").unwrap_err().to_string();
        assert!(error.starts_with("expected rules like `9x9/10`"), "{error}");
    }

    #[test]
    fn counts_are_written_in_digits() {
        assert_eq!(
            serde_json::to_string(&Natural::choose(100, 50)).unwrap(),
            "\"100891344545564193334812497256\""
        );
    }
}
