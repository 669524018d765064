//! The list of diagnostic codes: code, name, title and explanation.
//!
//! Codes are stable: a code never changes its meaning and is never reused.
//! The first two digits are the stage: 01 files, 02 text, 03 defines, 04 options, 05 structure, 06 types, 07 rules,
//! 08 boards.

use std::fmt;

use super::Severity;

macro_rules! codes {
    ($($code:literal $name:ident $title:literal $explanation:literal)*) => {
        /// A kind of error or warning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!($code, ": ", $title, ".")] $name,)*
        }

        /// Every code, in order.
        pub const CODES: &[Code] = &[$(Code::$name),*];

        impl Code {
            /// The code as it is printed, such as `E0201`.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }

            /// A short title.
            pub fn title(self) -> &'static str {
                match self { $(Self::$name => $title),* }
            }

            /// What it means, why it matters and how to fix it, in Markdown.
            pub fn explanation(self) -> &'static str {
                match self { $(Self::$name => $explanation.trim_ascii()),* }
            }
        }
    };
}

codes! {
    "E0101" NoSuchFile "no such file" "
There is no file with that name. Check the spelling and the current folder: paths are relative to
it."

    "E0102" IsDirectory "the path is a folder" "
A game description is a single file. List the files of the folder one by one, or let your shell do
it: `ludc check games/*.lud`."

    "E0103" Unreadable "the file cannot be read" "
The file exists, but the operating system could not read it, often because of missing permissions.
The message ends with the error of the operating system."

    "E0104" NotUtf8 "the file is not UTF-8 text" "
Game descriptions must be UTF-8. The label marks the first invalid byte. Usually the file was saved
in an older encoding such as Latin-1: save it again as UTF-8. A binary file is not a game
description."

    "E0105" EmptyFile "the file is empty" "
The file contains only white space and comments. The smallest description is a `(game …)`
form with its players, equipment and rules."

    "E0106" TooLarge "the file is too large" "
The maximum size of a description is 4 MiB; the largest published game has 170 kB. This file is
probably not a game description."

    "E0107" OtherRules "other rules than the recorded game" "
A record contains a fingerprint of the rules of its game, and these rules have a different one. Either the
description or the record was changed after the game was recorded."

    "E0108" Settled "the game is already compiled" "
The ruleset, options and defines of a compiled game are fixed: select them when you compile it. A compiled
game cannot be used where a description is required."

    "E0201" UnclosedBracket "a bracket is never closed" "
Every `(`, `{`, `[` and `<` needs a matching closing bracket. If the indentation of the file shows where
that bracket is probably missing, the label marks this place, and another label the opening bracket.

```
(game \"Example\"
    (players 2       // this bracket is never closed
    (equipment { … })
```"

    "E0202" UnexpectedClose "a closing bracket without an opening bracket" "
There are more closing than opening brackets here. Either this bracket is surplus, or an opening bracket
before it is missing. All text after the end of the game would be ignored, so this is an error."

    "E0203" WrongBracket "mismatched brackets" "
Calls are written in parentheses `( )`, lists in braces `{ }`, and option values in angle brackets
`< >`. A form must be closed with the same kind of bracket that opened it.

```
(place \"Pawn1\" {0 1 2))     // should be: {0 1 2})
```"

    "E0204" UnclosedString "a string is never closed" "
The number of quotes is odd, so text and strings after the missing quote are confused. A string may
span several lines; the label marks the first string that looks as if it should not.
A quote inside a string is written `\\\"` and read as an apostrophe."

    "E0205" StrayCharacter "an unexpected character" "
Outside strings and comments, a description consists of brackets, words, numbers and operators.
Arguments are separated by white space, not by commas. Accented letters are only allowed in strings.

```
(line 3, 4)       // should be: (line 3 4)
```"

    "W0206" StrayAngle "a `>` without a matching `<`" "
Angle brackets enclose option tags and option values. This `>` has no matching `<` and is ignored. The
comparison operator must directly follow the opening bracket: `(> a b)`."

    "E0207" TooDeep "brackets are nested too deeply" "
The maximum nesting depth is 500; published games stay below 50. Deeper nesting is caused by a define
that wraps itself, or by a file that is not a game description."

    "E0208" BadNumber "not a number" "
A word that starts like a number must be a number: an integer such as `-12`, or a decimal such as
`0.5` or `1e3`. Integers have 32 bits, so they range from -2147483648 to 2147483647; use
`Infinity` for \"no limit\"."

    "E0209" StringInString "a string inside a string" "
A define parameter or an option tag inside a string is replaced by text. The text given here has its own
quotes, which would end the string in the middle. Remove the quotes.

```
(define \"Of\" (piece \"Man#1\" Each))
(\"Of\" \"A\")       // should be: (\"Of\" A)
```"

    "W0210" LineBreakInString "a string spans several lines" "
Names in a game are written on one line. A line break inside a name usually means that a quote is missing
further up. (Descriptions of options and strings in the metadata may span any number of lines.)"

    "E0301" UnknownDefine "an unknown define" "
A form that starts with a quoted name, such as `(\"StepToEmpty\" Forward)`, uses a define. It must be
defined in the same file with `(define \"Name\" …)`, in a folder given by `--defs`, or in the built-in
library. A few of the defines that published games share are not in the built-in library: pass their folder
with `--defs`."

    "E0302" MalformedDefine "a define without a name" "
A define is written `(define \"Name\" body)`: a quoted name, then the text that replaces its uses."

    "W0303" DuplicateDefine "duplicate define" "
The names of defines are global to the file, and the first define of a name wins, so the second one has
no effect. Remove or rename it."

    "W0304" LowercaseDefine "the name of a define starts with a lower-case letter" "
By convention, the names of defines start with an upper-case letter, which sets them apart from keywords.
The define works nevertheless."

    "W0305" SurplusArguments "more arguments than the define takes" "
The body of the define uses parameters up to some `#n`; arguments beyond that are ignored. Either the use
has too many arguments, or the body lacks a parameter. To omit an argument in the middle, write `~` in its
place."

    "E0306" ParameterGap "a gap in the parameters of a define" "
Parameters are substituted in the order `#1`, `#2`, `#3`, …, up to the first number that the body does not
use. With `#1` and `#3` but no `#2`, `#3` is never substituted. Number the parameters without gaps."

    "E0307" RecursiveDefine "a recursive define" "
Expanding this define uses the same define again, directly or through others, so the expansion would never
end. The message shows the cycle. Defines cannot be recursive: use `forEach` or another ludeme for
repetition in the game."

    "E0308" ExpansionTooLarge "the expansion of defines is too large" "
An expanded game may have at most 1,000,000 words and brackets; the largest published game has a sixth of that.
Defines that use other defines several times grow exponentially: a few levels are enough."

    "E0309" ParameterLeft "a parameter outside a define" "
`#1` … `#9` stand for the arguments of a define and are substituted when it is used. This one was not
substituted: it is outside every define, or its number comes after a gap in the parameters of the define."

    "W0310" MissingArguments "fewer arguments than the define takes" "
The body of the define uses parameters up to some `#n`, but the use has fewer arguments. Missing arguments
are silently dropped from the body. If that is intended, make it explicit: write `~` for an omitted
argument."

    "W0311" UnusedDefine "an unused define" "
Nothing in the description uses this define, whichever options are selected. Remove it, or look for a
misspelt use of its name."

    "E0401" MalformedOption "a malformed option" "
An option consists of a heading, a tag, the names of its values and its items:

```
(option \"Board Size\" <Size> args:{ <dim> }
    {
        (item \"3x3\" <3> \"The small board.\")
        (item \"5x5\" <5> \"The large board.\")*
    }
)
```"

    "E0402" MalformedItem "a malformed option item" "
An item is written `(item \"Label\" <value> … \"Description.\")`, with at most as many values as the option
names in `args:{…}`. Stars after the closing bracket mark the default: the item with the most stars is used
if none is selected."

    "W0403" SeveralDefaults "several default items" "
The item with the most stars is the default. Several items have the same number of stars, so the first of
them is used. Give the intended default one more star, or remove the stars of the others."

    "E0404" UnknownOption "an unknown option" "
An option is selected by `--option \"Category/Item\"`, with the names as written in the file. The help lists
the available options."

    "E0405" UnknownRuleset "an unknown ruleset" "
A ruleset is selected by `--ruleset \"Ruleset/Name\"` (the part before the slash may be omitted). The help
lists the available rulesets."

    "W0406" RulesetOption "a ruleset names an option that does not exist" "
If a ruleset names an option that the file does not have, all its selections are ignored and the game is
compiled with the default options, which is hardly the purpose of the ruleset. Option names are written
`\"Category/Item\"`."

    "E0407" TagLeft "an option tag that is not substituted" "
`<Tag>` and `<Tag:value>` are replaced by the values of the selected option item. This tag was not replaced:
no option has that tag, or its `args:{…}` does not name that value, or the selected item has fewer values
than there are names. Options are substituted in file order, and an item without any value stops the
substitution."

    "E0408" SlashInName "a slash in the name of an option" "
Options are selected as `Category/Item`, so neither the heading nor the label may contain a slash."

    "E0409" OptionTwice "two items selected for one option" "
Only one item of a category can be selected at a time."

    "E0411" MalformedRulesets "malformed rulesets" "
Rulesets are written as

```
(rulesets {
    (ruleset \"Ruleset/Name (Source)\" { \"Category/Item\" … })*
})
```"

    "E0501" NoGame "no game in the file" "
A description needs a form `(game \"Name\" …)` or `(match \"Name\" …)`. Defines, options and metadata alone
are not a game. Everything after the metadata except defines and options is ignored, so the game must come
before it."

    "W0502" EmptyCall "an empty pair of brackets" "
`()` has no meaning and is ignored. It often remains when a define or an option supplies no text."

    "W0503" LabelWithoutValue "a label without a value" "
A labelled argument is written `label:value`. Here the form ends after the label, so the label is ignored.
The usual cause is a define with an omitted argument."

    "E0504" NoKeyword "a call without a keyword" "
A form in parentheses starts with a keyword such as `move`, an operator such as `+`, or the quoted name of
a define. Two opening brackets in a row are allowed only if the matching brackets are also adjacent:
`((sites Empty))`."

    "E0505" UppercaseKeyword "a keyword starts with an upper-case letter" "
Keywords start with a lower-case letter. Words that start with an upper-case letter are constants and follow
the keyword, as in `(sites Empty)`. A define is used with its name in quotes: `(\"Name\" …)`."

    "W0506" TextIgnored "ignored text" "
The game is the first form that is not a define, an option, a list of rulesets or metadata. Text after the
game or after the metadata is ignored."

    "E0507" RangeTooLong "a range of numbers is too long" "
`1..5` stands for `1 2 3 4 5`. A range may contain at most 1000 numbers."

    "E0508" TwoLabels "two labels for one value" "
A value has at most one label: `name:value`."

    "E0601" UnknownKeyword "an unknown keyword" "
No ludeme has this keyword. `ludc explain KEYWORD` shows how a ludeme is written. A define is used with its
name in quotes: `(\"Name\" …)`."

    "E0602" UnknownConstant "an unknown constant" "
A word without brackets is a number, `True`, `False` or a constant of the language such as `Mover`, `Cell`
or `Orthogonal`. Names defined by the game (of pieces, regions, tracks …) are strings, in quotes. A ludeme
without arguments still needs its brackets: `(mover)`."

    "E0603" UnknownVariant "an unknown variant of a ludeme" "
Many ludemes have variants, selected by the first word after the keyword: `(move Step …)`, `(is Line …)`,
`(sites Empty)`. There is no variant with this word. The help lists the variants."

    "E0604" MissingArgument "a missing argument" "
The ludeme requires this argument. Only arguments in square brackets are optional; `ludc explain KEYWORD`
shows all arguments."

    "E0605" SurplusArgument "a surplus argument" "
Every parameter of the ludeme already has an argument, or none takes an argument of this type."

    "E0606" WrongType "an argument of the wrong type" "
The parameter expects another type than that of the argument. The message names both, and the help shows how
the ludeme is written. There are no implicit conversions between numbers, regions and lists: where a region
is expected, a number is written `(sites {3})`; where a site is expected, a region must be reduced to one site;
and where a ludeme is expected, a list of numbers is written `(array {1 2})`."

    "E0607" UnknownLabel "an unknown label" "
A labelled argument is written `label:value`, with one of the labels in the signature of the ludeme."

    "E0608" ArgumentOrder "arguments in the wrong order" "
Arguments must be in the order of the signature, including labelled ones: `(to (sites Empty) if:(…))`, not
`(to if:(…) (sites Empty))`."

    "E0609" TwoAlternatives "two arguments for one parameter" "
Some parameters take one of several alternatives, written `a | b` in the signature; only one of them can be
given."

    "E0701" UnknownPiece "an unknown piece in a start rule" "
No piece of the equipment has this name. A piece is referred to by its declared name, `\"Pawn\"`, or, for
the piece of one player, by the name and the number of its owner: `\"Pawn1\"`, `\"Pawn2\"`. Neutral pieces
have the number 0, shared pieces no number."

    "E0702" UnknownContainer "an unknown container" "
The containers of a game are the board (`\"Board\"`) and the hands (`\"Hand\"`, or `\"Hand1\"` for that of the
first player), decks and dice of its equipment."

    "W0703" UnknownRegion "an unknown region" "
The equipment has no `(regions \"Name\" …)` with this name, and the name is not a coordinate. The game can be
played, but the region is empty."

    "W0704" UnknownTrack "an unknown track" "
No track of the board has this name, or a name that contains it. The game can be played: for a site of the
track, the track of the player or the first track of the board is used, and nothing moves along it."

    "E0705" UnknownPhase "an unknown phase" "
The game has no `(phase \"Name\" …)` with this name."

    "W0706" UnknownMap "an unknown map" "
The equipment has no `(map \"Name\" …)` with this name. The game can be played, but every key is mapped to
itself."

    "E0707" BadCoordinate "not a coordinate" "
A coordinate is one or more letters followed by a number, such as `A1` or `AB12`, or a number alone."

    "W0708" NoSuchPlayer "a player that does not exist" "
The game has fewer players than that. The role refers to nobody: it owns nothing and never has a turn."

    "E0709" NoBoard "no board" "
The equipment of a game needs a board: `(board …)`, `(mancalaBoard …)`, `(surakartaBoard …)` or
`(boardless …)`."

    "E0710" TooManyPlayers "too many players" "
A game has at most 16 players."

    "W0711" UnusedPiece "an unused piece" "
No start rule places the piece, no other rule names it, and it is not the piece that `(move Add …)` adds by
default. It can never come into play."

    "W0712" UnreachedPhase "a phase that is never reached" "
Players start in the first phase that is open to them, and change phase by `(nextPhase …)`. No such rule
leads to this phase."

    "W0713" UnusedOption "an option without effect" "
The tag of the option does not occur in the description, so the game is the same whichever item is selected."

    "W0714" ThenIgnored "a consequence that is never executed" "
The language accepts a `(then …)` here, but never executes it. Attach it to the move that the consequence
should follow."

    "W0715" NoSuchPiece "an unknown piece in a rule" "
The rule refers to a piece that the equipment does not have. The game can be played, but the rule never
matches a piece. E0701 explains the names of pieces."

    "W0716" NoSuchCoordinate "a coordinate that the board does not have" "
No site of the board has this coordinate: in a list it is skipped, and as a single site it is off the board.
A coordinate consists of the letters of a column, in capitals, and the number of a row, counted from 1 at the
bottom left: `A1`. Cells and vertices have different coordinates; unless the rule names a type such as
`Vertex`, the default sites of the board are meant. With other options the board may have a different size."

    "W0717" SameFacing "all pieces face the same direction" "
`Forward` and other relative directions depend on the facing of a piece: that of its player,
`(players {(player N) (player S)})`, or the direction after its owner, `(piece \"Pawn\" P1 N …)`. Without
either, the pieces of all players face north. If that is intended, make it explicit."

    "W0718" NoSuchSite "a site out of range" "
Sites are numbered from 0: first those of the board, then those of hands, decks and dice. Nothing can be
placed on a site beyond the last one. `ludc render GAME --labels numbers` shows the numbers."

    "W0719" NothingMoves "pieces that cannot move" "
`(forEach Piece)` generates the moves declared with each piece in the equipment, as in
`(piece \"Pawn\" Each (step Forward (to if:(is Empty (to)))))`. No piece of this game has any, so players can
only pass."

    "E0720" HintOffBoard "a hint for a site out of range" "
The hints of a puzzle refer to sites of the board, numbered from 0. The sites are cells unless the hints name
another type, `(hints {…} Vertex)`, and there is no such site with this number."

    "E0721" AbsentOwner "an owner that does not exist" "
Pieces, hands, decks and dice belong to a player of the game, to all players (`Shared`, `Each`) or to nobody
(`Neutral`). The game has fewer players than the number of this role: choose another owner, or add a player
to the game."

    "W0722" UnusedRegion "an unused region" "
No rule names this region, and no rule refers to the regions of its owner. It has no effect on the game,
whichever options are selected."

    "W0723" NoSuchDirection "a direction that the board does not have" "
No site of the board has a neighbour in this direction, so rules that use it never match. With other options
the board may have other directions."

    "E0801" BoardTooLarge "a board that is too large" "
A board may have up to 20,000 vertices, 20,000 cells and 60,000 edges; the largest published board has about
4,000 sites. Boards that exceed these limits, or take too much work to construct, are rejected before they
are built. All tracks together may have up to 80,000 steps."

    "E0802" BadBoardSize "a number out of range for a board" "
The sizes of boards, hands and sets of dice are whole numbers from 0 to 20,000; other numbers in a board range
from -1,000,000 to 1,000,000. Some shapes have further limits: a polygon has at least three sides. A size may
be computed, as in `(square (+ 2 3))`; the limits apply to the result."

    "E0803" BadTrack "an invalid track" "
A track given as a string is a site followed by steps: `\"0,E,N3,W,End\"`. Each step is a direction and a
number of sites; without a number it continues to the edge of the board. The board must have these
directions."

    "E0804" IncompleteBoard "an incomplete board" "
Points have two or three coordinates, edges two ends, steps of a `(repeat …)` two vectors, and
`(concentric …)` needs `rings:` unless the sites of each ring are listed."

    "E0805" UnsupportedBoard "a board that is not supported yet" "
The language has this board, but no published game uses it, and ludc does not support it yet."

    "E0806" EmptyBoard "a board without sites" "
The graph has no sites of the type that the game is played on. A board is played on its cells unless it has
`use:Vertex` or `use:Edge`; not every graph has cells."

    "E0901" Unsupported "a rule that is not supported yet" "
The description is correct, and `ludc check` accepts it, but it uses a ludeme, or a form of one, that ludc
does not support yet. The game is rejected rather than played by different rules."

    "E0902" TooMuch "a rule that exceeds a limit of the machine" "
The description is correct, and `ludc check` accepts it, but it exceeds a limit of the virtual machine, such as
the number of sites, pieces or regions, the size of numbers, or the nesting of rules. The message names the
limit."

    "E0903" Meaningless "a rule that has no meaning in this game" "
Each part of the rule is correct, and `ludc check` accepts it, but it refers to something that the game does not
have, such as a puzzle constraint on sites without numbers, or a count of steps between two sites that are not
given. The message says what is missing."
}

impl Code {
    /// Parses a code, in any letter case.
    pub fn parse(text: &str) -> Option<Self> {
        CODES.iter().copied().find(|code| code.as_str().eq_ignore_ascii_case(text))
    }

    /// Whether it rejects a correct description that cannot be played.
    pub fn is_unplayable(self) -> bool {
        matches!(
            self,
            Self::Unsupported | Self::UnsupportedBoard | Self::TooMuch | Self::Meaningless
        )
    }

    /// Error or warning, according to the letter of the code.
    pub fn severity(self) -> Severity {
        if self.as_str().starts_with('W') { Severity::Warning } else { Severity::Error }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_distinct_and_ordered_by_number() {
        let numbers: Vec<_> = CODES.iter().map(|code| &code.as_str()[1..]).collect();
        assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
        assert_eq!(Code::parse("e0201"), Some(Code::UnclosedBracket));
        assert_eq!(Code::parse("E9999"), None);
    }
}
