//! How properties are tested with random values.

use proptest::test_runner::{Config, RngSeed};

/// So many cases from a fixed seed, so that a failure has its cause in the change that shows it; others with
/// `PROPTEST_RNG_SEED` and `PROPTEST_CASES`.
pub(crate) fn cases(number: u32) -> Config {
    let set = |name: &str| std::env::var_os(name).is_some();
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if !set("PROPTEST_CASES") {
        config.cases = number;
    }
    if !set("PROPTEST_RNG_SEED") {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}
