#![allow(missing_docs)]
use ludc::expand::*;
use ludc::source::SourceFile;
fn main() {
    let p = std::env::args().nth(1).unwrap();
    let t = std::fs::read_to_string(&p).unwrap();
    match expand(SourceFile::new(p, t), &Library::over_embedded(), &Choice::default()) {
        Ok(e) => { for w in e.warnings { println!("{w:?}"); } print!("{}", e.tree.print(&e.sources)) }
        Err(e) => println!("{e}"),
    }
}
