//! The ludemes and the names of their parameters.

include!(concat!(env!("OUT_DIR"), "/ludemes.rs"));

impl Ludeme {
    /// Its keyword with the constants that select it, such as `move Hop`.
    pub fn head(self) -> &'static str {
        HEADS[self as usize]
    }
}

impl ParameterName {
    /// As it is written.
    pub fn name(self) -> &'static str {
        PARAMETER_NAMES[self as usize]
    }
}
