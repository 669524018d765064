//! Compiled games in files: what is written is read again, and what was not written is refused.

use ludc::bytecode::{self, FileError, Program};
use ludc::playout::Playouts;
use ludc::source::SourceFile;
use ludc::{Game, Options, compile};

use crate::support;

/// Bytes before the program: mark, version and sum.
const HEAD: usize = 24;

fn own_games() -> Vec<(String, Game)> {
    let games = support::own_games().into_iter().filter_map(|(path, text)| {
        let game = compile(SourceFile::new(&*path, text), &Options::default()).ok()?;
        Some((path, game))
    });
    let games: Vec<_> = games.collect();
    assert!(!games.is_empty());
    games
}

#[test]
fn a_program_is_read_as_it_was_written() {
    for (path, game) in own_games() {
        let bytes = bytecode::write(game.program());
        assert!(bytecode::is_program(&bytes));
        let read = bytecode::read(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(read == *game.program(), "{path}");
        let again = Game::new(read).unwrap();
        assert_eq!(Playouts::new(&again).run(3), Playouts::new(&game).run(3), "{path}");
    }
}

#[test]
fn published_programs_are_read_as_they_were_written() {
    let Some(corpus) = support::corpus("published_programs_are_read_as_they_were_written") else {
        return;
    };
    let library = corpus.library();
    let (mut games, mut most) = (0, 0);
    for row in corpus.rows().0 {
        let options = Options { choice: row.choice(), library: &library };
        let Ok(game) = compile(corpus.source(&row.path), &options) else { continue };
        let bytes = bytecode::write(game.program());
        let read = bytecode::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", row.path));
        assert!(read == *game.program(), "{} {}", row.path, row.ruleset);
        games += 1;
        most = most.max(bytes.len());
    }
    println!("{games} games, the largest of {most} bytes");
}

fn smallest() -> Program {
    let games = own_games().into_iter().map(|(_, game)| game.program().clone());
    games.min_by_key(|program| bytecode::write(program).len()).unwrap()
}

#[test]
fn other_bytes_are_refused() {
    let good = bytecode::write(&smallest());
    for bytes in [&b""[..], b"(game \"X\")", &[0x89], &good[..7]] {
        assert_eq!(bytecode::read(bytes), Err(FileError::NotAProgram));
    }
    for length in 8..good.len() {
        let error = bytecode::read(&good[..length]).unwrap_err();
        assert_eq!(error, FileError::Damaged, "cut off after {length} bytes");
    }
    let mut longer = good.clone();
    longer.push(0);
    assert_eq!(bytecode::read(&longer), Err(FileError::Damaged));
}

#[test]
fn a_changed_byte_is_noticed() {
    let good = bytecode::write(&smallest());
    let mut random = support::Random(1);
    for place in 0..good.len() {
        let mut bytes = good.clone();
        bytes[place] ^= 1 << random.below(8);
        assert!(bytecode::read(&bytes).is_err(), "byte {place}");
    }
}

/// Whoever makes the sum right again gets a program that is sound, or a reason; never a crash, and
/// never more memory than the file is worth.
#[test]
fn a_forged_file_is_sound_or_refused() {
    let mut random = support::Random(2);
    let (mut refused, mut sound) = (0, 0);
    for (_, game) in own_games() {
        let good = bytecode::write(game.program());
        for _ in 0..400 {
            let mut bytes = good.clone();
            for _ in 0..=random.below(3) {
                let place = HEAD + random.below(bytes.len() - HEAD);
                match random.below(4) {
                    0 => bytes[place] = 0xFF,
                    1 => bytes[place] = random.below(256) as u8,
                    2 => drop(bytes.remove(place)),
                    _ => bytes.insert(place, random.below(256) as u8),
                }
            }
            let sum = fnv(&bytes[HEAD..]).to_le_bytes();
            bytes[HEAD - 8..HEAD].copy_from_slice(&sum);
            match bytecode::read(&bytes) {
                Ok(program) => {
                    sound += 1;
                    assert!(bytecode::verify(&program).is_ok());
                }
                Err(FileError::Damaged | FileError::NotAProgram | FileError::OtherVersion) => {
                    panic!("the head is in order")
                }
                Err(_) => refused += 1,
            }
        }
    }
    println!("{refused} forged files refused, {sound} sound");
    assert!(refused > 100 && sound > 10, "both happen: {refused} and {sound}");
}

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
