//! Enums whose variants have names, which files and commands use.

/// Gives the variants of an enum their names: `ALL`, `name`, `Display` and `FromStr`.
macro_rules! named {
    ($type:ident: $($variant:ident = $name:literal),+ $(,)?) => {
        impl $type {
            /// All variants, in their order.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// The name of the variant.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<$type, String> {
                let found = $type::ALL.into_iter().find(|known| known.name() == text);
                found.ok_or_else(|| format!("expected one of `{}`", $type::ALL.map($type::name).join("`, `")))
            }
        }
    };
}

pub(crate) use named;

#[cfg(test)]
mod tests {
    use crate::q_table::Algorithm;

    #[test]
    fn every_variant_is_read_by_its_name() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
        assert_eq!("4".parse::<Algorithm>(), Err("expected one of `2`, `3`, `standard`".to_owned()));
    }
}
