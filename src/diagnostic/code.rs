//! The one list of diagnostic codes: code, name, title and explanation.
//!
//! Codes are stable: a code keeps its meaning for ever and is never given to another mistake.
//! The first digit pair is the stage: 01 files, 02 text, 03 defines, 04 options, 05 structure, 06 types, 07 rules,
//! 08 boards.

use std::fmt;

use super::Severity;

macro_rules! codes {
    ($($code:literal $name:ident $title:literal $explanation:literal)*) => {
        /// A kind of mistake.
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

            /// What it is about, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Self::$name => $title),* }
            }

            /// What it means, why it matters and how to mend it, in Markdown.
            pub fn explanation(self) -> &'static str {
                match self { $(Self::$name => $explanation.trim_ascii()),* }
            }
        }
    };
}

codes! {
    "E0101" NoSuchFile "no such file" "
There is no file of that name. Check the spelling and the folder you are in; a path is taken
relative to the current folder."

    "E0102" IsDirectory "the path is a folder" "
A game description is one file. Name the files in the folder one by one, or let your shell do
it: `ludc check games/*.lud`."

    "E0103" Unreadable "the file cannot be read" "
The file exists, but the system refused to hand out its contents: often a matter of permissions.
The system's own words follow the message."

    "E0104" NotUtf8 "the file is not UTF-8 text" "
Game descriptions are UTF-8. The place of the first byte that cannot be read is given. Most often
the file was saved in an older encoding such as Latin-1: save it again as UTF-8. If it is not a
text at all, it is not a game description."

    "E0105" EmptyFile "the file is empty" "
The file holds nothing but white space and comments. The smallest description is a `(game …)`
form with its players, equipment and rules."

    "E0106" TooLarge "the file is too large" "
A description may have 4 MiB; the largest published game has 170 kB. This is
probably not a game description."

    "E0107" OtherRules "not the rules that were recorded" "
A record holds a fingerprint of the rules that its game was played by, and these rules have another one.
The description was changed after the game was recorded, or the record was."

    "E0108" Settled "nothing is left to choose" "
A compiled game has its rules, its options and its ruleset in it: choose them when it is compiled. Where a
description is asked for, a compiled game cannot take its place."

    "E0201" UnclosedBracket "a bracket is never closed" "
Every `(`, `{`, `[` and `<` needs its partner. The label shows where the bracket was opened. When
the layout of the file tells where the partner is likely missing, a second label shows that place.

```
(game \"Example\"
    (players 2       // this bracket is never closed
    (equipment { … })
```"

    "E0202" UnexpectedClose "a closing bracket without an opening one" "
There are more closing than opening brackets here. Either this bracket is one too many, or an
opening bracket was lost before it. Text after the place where the last form was closed would be
ignored, so this is an error."

    "E0203" WrongBracket "a bracket is closed by one of another kind" "
Calls are written in round brackets `( )`, lists in braces `{ }`, option values in angle brackets
`< >`. A form must be closed with the kind of bracket it was opened with.

```
(place \"Pawn1\" {0 1 2))     // should be: {0 1 2})
```"

    "E0204" UnclosedString "a string is never closed" "
The number of quotes is odd, so everything after the missing quote is read inside out. A string
may run over several lines; the label shows the first one that looks as if it was not meant to.
A quote inside a string is written `\\\"` and read as an apostrophe."

    "E0205" StrayCharacter "a character that means nothing here" "
Outside strings and comments a description is made of brackets, words, numbers and operators.
Arguments are separated by white space, not by commas. Letters with accents are for strings only.

```
(line 3, 4)       // should be: (line 3 4)
```"

    "W0206" StrayAngle "a `>` that closes nothing" "
Angle brackets enclose option tags and option values. This `>` closes no `<` and is ignored. As a
comparison it must directly follow the opening bracket: `(> a b)`."

    "E0207" TooDeep "brackets are nested too deeply" "
Forms may be nested 500 deep; published games stay below 50. Deeper nesting comes from a define
that wraps itself, or from a file that is not a game description."

    "E0208" BadNumber "not a number" "
A word that begins like a number must be one: an integer such as `-12`, or a decimal such as
`0.5` or `1e3`. Integers have 32 bits, so they lie between -2147483648 and 2147483647; use
`Infinity` for \"without limit\"."

    "E0209" StringInString "a string is put inside a string" "
A define parameter or an option tag that stands inside a string is replaced by text. The text given
here has quotes of its own, which would end the string in the middle. Give it without quotes.

```
(define \"Of\" (piece \"Man#1\" Each))
(\"Of\" \"A\")       // should be: (\"Of\" A)
```"

    "W0210" LineBreakInString "a string runs over several lines" "
Names in a game are written on one line. A line break inside one is usually a quote that is
missing further up. (Descriptions of options and everything in the metadata may be as long as
you like.)"

    "E0301" UnknownDefine "an unknown define" "
A form that begins with a quoted name, such as `(\"StepToEmpty\" Forward)`, uses a define. It must
be defined in the same file with `(define \"Name\" …)`, in a folder given by `--defs`, or in the
library that comes with ludc. A few of the defines that published games share are not in the
built-in library: for these, give the folder that holds them with `--defs`."

    "E0302" MalformedDefine "a define without a name" "
A define is written `(define \"Name\" body)`: a quoted name, then whatever its uses are to be
replaced by."

    "W0303" DuplicateDefine "two defines of one name" "
Names of defines are global to the file and the first define of a name wins, so the second one has
no effect. Remove it, or give it a name of its own."

    "W0304" LowercaseDefine "a define's name begins in lower case" "
By convention the names of defines begin with an upper-case letter, so that they are not taken for
keywords. It works all the same."

    "W0305" SurplusArguments "more arguments than the define takes" "
The body of the define uses parameters up to some `#n`; arguments beyond that are dropped. Either
the use gives one too many, or the body forgot a parameter. To leave out an argument in the middle
write `~` in its place."

    "E0306" ParameterGap "the parameters of a define have a gap" "
Parameters are filled in the order `#1`, `#2`, `#3`, …, and filling stops at the first number that
the body does not mention. With `#1` and `#3` but no `#2`, `#3` is never filled. Number them
without gaps."

    "E0307" RecursiveDefine "a define that uses itself" "
Replacing this define brings up the same define again, directly or by way of others, and so
without end. The message shows the circle. Defines cannot loop: use `forEach` or another ludeme
for repetition in the game."

    "E0308" ExpansionTooLarge "defines expand to too much text" "
A game may grow to 1,000,000 words and brackets; the largest published game has a sixth of that. Defines
that use other defines several times each multiply, and a few levels of that are enough."

    "E0309" ParameterLeft "a parameter outside a define" "
`#1` … `#9` stand for the arguments of a define and are filled when it is used. Here one is left
over: it stands outside every define, or its number is larger than the define's parameters go
without a gap."

    "W0310" MissingArguments "fewer arguments than the define takes" "
The body of the define uses parameters up to some `#n`, but the use gives fewer arguments. What is not
given is left out of the body, without a trace. Where that is meant, say so: write `~` for an argument
that is left out."

    "W0311" UnusedDefine "a define that is never used" "
Nothing in the description uses this define, whatever options are chosen. Remove it, or look for the
place where its name is misspelt."

    "E0401" MalformedOption "an option that cannot be read" "
An option has a heading, a tag, the names of its values and its items:

```
(option \"Board Size\" <Size> args:{ <dim> }
    {
        (item \"3x3\" <3> \"The small board.\")
        (item \"5x5\" <5> \"The large board.\")*
    }
)
```"

    "E0402" MalformedItem "an option item that cannot be read" "
An item is written `(item \"Label\" <value> … \"Description.\")`, with no more values than the option
names in `args:{…}`. Stars after the closing bracket mark the default: the item with the most stars
is taken when the player chooses none."

    "W0403" SeveralDefaults "several default items" "
The item with the most stars is the default. Here several items have equally many, so the first
of them is taken. Give the one you mean one star more, or take the others' away."

    "E0404" UnknownOption "an unknown option" "
An option is chosen by `--option \"Category/Item\"`, with the names as they are written in the file.
The help lists those there are."

    "E0405" UnknownRuleset "an unknown ruleset" "
A ruleset is chosen by `--ruleset \"Ruleset/Name\"` (the part before the slash may be left out). The
help lists those there are."

    "W0406" RulesetOption "a ruleset names an option that does not exist" "
When a ruleset names an option that the file does not have, none of its choices count and the game
is compiled with the default options: hardly what the ruleset is there for. Option names are
written `\"Category/Item\"`."

    "E0407" TagLeft "an option tag that is not filled" "
`<Tag>` and `<Tag:value>` are replaced by what the chosen option item gives. This one is left over:
no option has that tag, or its `args:{…}` do not name that value, or the chosen item gives fewer
values than there are names. Options are filled in the order of the file, and filling stops
altogether at an item that gives no value at all."

    "E0408" SlashInName "a slash in the name of an option" "
Options are chosen as `Category/Item`, so neither the heading nor the label may hold a slash."

    "E0409" OptionTwice "two choices for one option" "
Only one item of a category can be chosen at a time."

    "E0411" MalformedRulesets "rulesets that cannot be read" "
Rulesets are written

```
(rulesets {
    (ruleset \"Ruleset/Name (Source)\" { \"Category/Item\" … })*
})
```"

    "E0501" NoGame "no game in the file" "
A description needs a form `(game \"Name\" …)` or `(match \"Name\" …)`. Defines, options and metadata
alone are not a game. Note that everything after the metadata is ignored, except defines and
options: the game must stand before it."

    "W0502" EmptyCall "an empty pair of brackets" "
`()` means nothing and is dropped. It often remains when a define or an option supplies no text."

    "W0503" LabelWithoutValue "a label without a value" "
A named argument is written `name:value`. Here the form ends after the label, so the label is
dropped. It often comes from a define whose argument was left out."

    "E0504" NoKeyword "a call without a keyword" "
The first thing in round brackets says what the form is: a keyword such as `move`, an operator
such as `+`, or the quoted name of a define. Two opening brackets in a row are harmless only when
their partners stand together too: `((sites Empty))`."

    "E0505" UppercaseKeyword "a keyword begins in upper case" "
Keywords begin with a lower-case letter; words with an upper-case initial are constants and stand
after the keyword, as in `(sites Empty)`. A define is used with its name in quotes: `(\"Name\" …)`."

    "W0506" TextIgnored "text that is ignored" "
Only the first form that is not a define, an option, a list of rulesets or metadata is the game.
What follows it, and what follows the metadata, is ignored."

    "E0507" RangeTooLong "a range of numbers is too long" "
`1..5` stands for `1 2 3 4 5`. A range may span 1000 numbers."

    "E0508" TwoLabels "two labels for one value" "
A value has at most one label: `name:value`."

    "E0601" UnknownKeyword "an unknown keyword" "
No ludeme begins with this word. `ludc explain` with a keyword shows how a ludeme is written. A
define is used with its name in quotes: `(\"Name\" …)`."

    "E0602" UnknownConstant "an unknown word" "
A word without brackets is a number, `True`, `False` or a constant of the language such as `Mover`,
`Cell` or `Orthogonal`. Names that the game makes up (of pieces, regions, tracks …) are strings, in
quotes. A ludeme without arguments still needs its brackets: `(mover)`."

    "E0603" UnknownVariant "an unknown variant of a ludeme" "
Many ludemes come in variants that the first word after the keyword selects: `(move Step …)`,
`(is Line …)`, `(sites Empty)`. This word selects none. The help lists those there are."

    "E0604" MissingArgument "an argument is missing" "
The ludeme needs this argument. Arguments in square brackets may be left out, others may not;
`ludc explain` with the keyword shows them all."

    "E0605" SurplusArgument "an argument too many" "
Every place of the ludeme is taken already, or none is for an argument of this kind."

    "E0606" WrongType "an argument of the wrong kind" "
The place takes another kind of value than the one that is given. The message names both; the help
shows how the ludeme is written. There is no silent conversion between numbers, regions and lists:
a number where a region is wanted is written `(sites {3})`, a region where a site is wanted must be
reduced to one site, and a list of numbers is written `(array {1 2})` where a ludeme is expected."

    "E0607" UnknownLabel "an unknown label" "
A labelled argument is written `label:value`, and the ludeme says which labels there are."

    "E0608" ArgumentOrder "arguments in the wrong order" "
Arguments stand in the order of the signature, labelled ones too: `(to (sites Empty) if:(…))`, not
`(to if:(…) (sites Empty))`."

    "E0609" TwoAlternatives "two arguments for one place" "
Some places take one of several kinds of arguments, written `a | b` in the signature; only one of
them can be given."

    "E0701" UnknownPiece "an unknown piece in a start rule" "
No piece of the equipment has this name. A piece is called by the name it was declared with,
`\"Pawn\"`, or, where one player's is meant, with the number of its owner: `\"Pawn1\"`, `\"Pawn2\"`;
neutral pieces have the number 0, shared ones none."

    "E0702" UnknownContainer "an unknown container" "
Containers are the board (`\"Board\"`), hands (`\"Hand\"`, or `\"Hand1\"` for the first player's), decks
and dice, as far as the equipment has them."

    "W0703" UnknownRegion "an unknown region" "
The equipment has no `(regions \"Name\" …)` of this name, and the name is no coordinate either. The
game can be played, but the region has no sites."

    "W0704" UnknownTrack "an unknown track" "
No track of the board has this name, or a name that contains it. The game can be played: where a player
is asked for a site of the track it is his own, or the first of the board, and nothing moves along it."

    "E0705" UnknownPhase "an unknown phase" "
No `(phase \"Name\" …)` of the game has this name."

    "W0706" UnknownMap "an unknown map" "
The equipment has no `(map \"Name\" …)` of this name. The game can be played, but every entry is
the key itself."

    "E0707" BadCoordinate "not a coordinate" "
A coordinate is one or more letters followed by a number, such as `A1` or `AB12`, or a number alone."

    "W0708" NoSuchPlayer "a player there is not" "
The game has fewer players than that. The role stands for nobody: nothing is owned by it, and it
never has a turn."

    "E0709" NoBoard "no board" "
The equipment of a game needs a board: `(board …)`, `(mancalaBoard …)`, `(surakartaBoard …)` or
`(boardless …)`."

    "E0710" TooManyPlayers "too many players" "
A game has at most 16 players."

    "W0711" UnusedPiece "a piece that is never used" "
The piece is placed by no start rule, named by no other rule, and it is not the piece that
`(move Add …)` adds for a player by default. It can never come into play."

    "W0712" UnreachedPhase "a phase that is never reached" "
Players begin in the first phase that is open to them, and change phase by `(nextPhase …)`. None
leads to this phase."

    "W0713" UnusedOption "an option without effect" "
The tag of the option stands nowhere in the description, so whichever item is chosen, the game is
the same."

    "W0714" ThenIgnored "a consequence that never happens" "
The language admits a `(then …)` here, but never carries it out. Attach it to the move that the
consequence is to follow."

    "W0715" NoSuchPiece "a name that no piece has" "
The rule asks for a piece that the equipment does not have. The game can be played, but the rule
never finds one. See E0701 for how pieces are called."

    "W0716" NoSuchCoordinate "a coordinate that the board does not have" "
No site of the board has this coordinate, so it stands for none: sites of a list are skipped, a
single site is off the board. Coordinates are the letters of a column and the number of a row, in
capitals and counted from 1 at the bottom left: `A1`. Those of cells differ from those of vertices;
without a word such as `Vertex` in the rule, the sites that the game is played on are meant. With
other options the board may have another size."

    "W0717" SameFacing "pieces that all look the same way" "
`Forward` and other relative directions go by the way a piece looks. That is what its player looks
to, `(players {(player N) (player S)})`, or what stands behind its owner, `(piece \"Pawn\" P1 N …)`;
where neither is said, it is north, for the pieces of every player. If that is meant, say it."

    "W0718" NoSuchSite "a site that is not there" "
Sites are numbered from 0: first those of the board, then those of hands, decks and dice. Nothing can be
placed on a site with a larger number. `ludc render GAME --labels numbers` shows them."

    "W0719" NothingMoves "pieces that cannot move" "
`(forEach Piece)` asks every piece for the moves that stand behind its name in the equipment, as in
`(piece \"Pawn\" Each (step Forward (to if:(is Empty (to)))))`. No piece of this game has any, so that
players can only pass."

    "E0720" HintOffBoard "a hint about a site that is not there" "
A hint of a puzzle is about sites of the board, numbered from 0. There is no site with this number among
those that the hints are about: cells, unless they say otherwise, `(hints {…} Vertex)`."

    "E0721" AbsentOwner "a piece of a player who is not there" "
Pieces, hands, decks and dice belong to players who take part, to all of them (`Shared`, `Each`) or to
nobody (`Neutral`). The game has fewer players than the number of this role: give the piece to another
player, or the game another player."

    "W0722" UnusedRegion "a region that is never used" "
No rule names this region, and nobody owns it whose regions a rule asks for. It has no effect on the
game, whatever options are chosen."

    "W0723" NoSuchDirection "a direction that the board does not have" "
From no site of the board a step leads this way, so a rule that goes this way never finds anything.
With other options the board may have other directions."

    "E0801" BoardTooLarge "a board that is too large" "
A board may have 20,000 vertices, as many cells, and 60,000 edges; the largest published board has
about 4,000 sites. Boards that would need more, or too much work to lay out, are refused before
they are made. Tracks may have 80,000 steps in all."

    "E0802" BadBoardSize "a number that no board can have" "
Sizes of boards, hands and sets of dice are whole numbers from 0 to 20,000; other numbers in a board
lie between -1,000,000 and 1,000,000. Some shapes ask for more: a polygon has at least three
sides. Sizes may be worked out, as in `(square (+ 2 3))`; then the result counts."

    "E0803" BadTrack "a track that cannot be laid" "
A track that is given as a text is a site followed by steps: `\"0,E,N3,W,End\"`. Each step is a
direction, with the number of sites to go; without a number it goes to the edge of the board. The
directions must be ones that the board has."

    "E0804" IncompleteBoard "a part of a board is missing" "
Points have two or three coordinates, edges two ends, steps of a `(repeat …)` two vectors, and
`(concentric …)` needs `rings:` unless the sites of each ring are listed."

    "E0805" UnsupportedBoard "a board that is not supported yet" "
The language has this board, but no published game uses it, and ludc cannot make it yet."

    "E0806" EmptyBoard "a board without sites" "
The graph has no sites of the type that the game is played on. A board is played on its cells
unless it says `use:Vertex` or `use:Edge`; not every graph has cells."

    "E0901" Unsupported "a rule that the machine cannot carry out yet" "
The description is correct, and `ludc check` accepts it, but it uses a ludeme, or a form of it, that
ludc cannot play yet. Rather than play a different game it plays none."

    "E0902" TooMuch "a rule that the machine has no room for" "
The description is correct, and `ludc check` accepts it, but there is more of something than the machine
has room for: sites, pieces, numbers, regions, or rules inside of rules. The message says of what."

    "E0903" Meaningless "a rule that has no meaning in this game" "
Each part of the rule is correct, and `ludc check` accepts it, but it asks for what the game does not
have: a game without rules, a puzzle's constraint on sites without numbers, a count of steps between two
sites that are not named. The message says what is not there."
}

impl Code {
    /// The code printed as `text`, in any letter case.
    pub fn parse(text: &str) -> Option<Self> {
        CODES.iter().copied().find(|code| code.as_str().eq_ignore_ascii_case(text))
    }

    /// Whether it tells of a description that is in order but cannot be played.
    pub fn is_unplayable(self) -> bool {
        matches!(
            self,
            Self::Unsupported | Self::UnsupportedBoard | Self::TooMuch | Self::Meaningless
        )
    }

    /// Error or warning, as the letter of the code says.
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
