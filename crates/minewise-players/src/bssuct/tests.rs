//! Beliefs against the census, values against perfect play.
