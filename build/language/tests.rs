//! What the generator makes of entries.

use super::super::notation;
use super::{Language, ludemes, values, views, words};

/// A language of a few entries.
fn language(text: &'static str) -> Language {
    Language::new(notation::read(&[("test", text)]))
}

const BASICS: &str = "\
enum Role
    Who is meant.
    P1  Player 1.
    P2  Player 2.

attribute asks
    Asks something.

(is Mover (player: Int | role: Role)) -> Bool
    Whether it is.
    #asks

(is Next (player: Int | role: Role)) -> Bool
    Whether it is.

(not [type: Role] condition: Bool [@flag: Bool = False]) -> Bool
    Not.

(+ values: {Int}) -> Int
    A sum.
    variant All
    alias add

(+ a: Int b: Int) -> Int
    A sum.
    alias add
";

#[test]
fn accessors_have_the_types_of_their_slots() {
    let code = views::code(&language(BASICS));
    let expected = [
        "pub fn player_or_role(self) -> PlayerOrRole<'g> {",
        "pub fn type_(self) -> Option<Word<'g, words::Role>> {",
        "pub fn condition(self) -> Bool<'g> {",
        "pub fn flag(self) -> Bool<'g> {",
        "pub fn values(self) -> List<'g, Int<'g>> {",
        "pub enum PlayerOrRole<'g> {",
    ];
    for line in expected {
        assert!(code.contains(line), "{line} is not in\n{code}");
    }
}

#[test]
fn the_same_arguments_have_one_view() {
    let code = views::code(&language(BASICS));
    assert!(code.contains("pub struct IsMover<'g>(Node<'g>);"));
    assert!(code.contains("pub type IsNext<'g> = IsMover<'g>;"));
    assert_eq!(code.matches("pub enum PlayerOrRole").count(), 1);
}

#[test]
fn variants_are_told_apart() {
    let code = values::code(&language(BASICS));
    assert!(code.contains("    AddAll(AddAll<'g>),"), "{code}");
    assert!(code.contains("    Add(Add<'g>),"), "{code}");
    assert!(code.contains("    Literal(IntLiteral<'g>),"), "{code}");
}

#[test]
#[should_panic(expected = "two views would be called Add")]
fn names_are_given_once() {
    language("(add a: Int) -> Int\n    A.\n\n(add b: Int) -> Int\n    B.\n");
}

#[test]
fn attributes_are_methods_of_ludemes() {
    let code = ludemes::code(&language(BASICS));
    assert!(
        code.contains("pub const fn asks(self) -> bool {\n        matches!(self, Self::IsMover)")
    );
}

#[test]
fn enumerations_have_their_constants_in_order() {
    let code = words::code(&language(BASICS));
    assert!(code.contains("enumeration!(Role = 0: P1 P2);"), "{code}");
}

#[test]
fn the_whole_table_is_generated() {
    let [(_, words), (_, ludemes), (_, views)] = super::files();
    assert!(words.contains("pub enum SiteType {"));
    assert!(ludemes.contains("IsLine,"));
    assert!(views.contains("pub struct IsLine<'g>(Node<'g>);"));
}
