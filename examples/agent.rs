//! Lets the strongest agent of the library play both sides of a game, with 0.2 seconds per move:
//! `cargo run --release --example agent -- [GAME]`, where GAME is the name of a built-in game.

use std::error::Error;
use std::time::{Duration, Instant};

use ludc::agent::{Agent, Budget, Uct};
use ludc::{Options, Outcome, compile, games};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "tic-tac-toe".to_owned());
    let entry = games::find(&name).ok_or("there is no such game")?;
    let game = compile(entry.source(), &Options::default()).map_err(|found| found.to_string())?;

    let mut state = game.start(1);
    let mut agent = Uct::new(1);
    loop {
        let start = Instant::now();
        let mut go_on = || start.elapsed() < Duration::from_millis(200);
        let budget = Budget { effort: u64::MAX, go_on: &mut go_on };
        let Some(thought) = agent.choose(&state, budget) else { break };
        let value = thought.value.map_or_else(String::new, |value| format!(", {value:.2}"));
        println!(
            "player {}: {}{value} after {} playouts",
            state.mover(),
            state.display(thought.mv),
            thought.effort
        );
        state.apply(thought.mv);
    }
    match state.outcome() {
        Some(Outcome { winner: Some(player), .. }) => println!("Player {player} wins."),
        Some(Outcome { tie: true, .. }) => println!("It is a tie."),
        _ => println!("Nobody wins."),
    }
    Ok(())
}
