//! A canvas of coloured characters.

/// The style of a character on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Style {
    /// Empty, or a line of the board.
    #[default]
    Board,
    /// Coordinates and hidden pieces.
    Label,
    /// A piece of a player; 0 is a neutral piece.
    Piece(u8),
}

impl Style {
    /// The escape sequence: bold colours that are distinct on light and dark backgrounds.
    fn code(self) -> &'static str {
        match self {
            Self::Board => "2",
            Self::Label => "36",
            Self::Piece(1) => "1;34",
            Self::Piece(2) => "1;31",
            Self::Piece(3) => "1;32",
            Self::Piece(4) => "1;33",
            Self::Piece(0) => "1",
            Self::Piece(_) => "1;35",
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Place {
    letter: char,
    style: Style,
    marked: bool,
}

/// A grid of characters.
pub(super) struct Canvas {
    lines: Vec<Vec<Place>>,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        let blank = Place { letter: ' ', style: Style::Board, marked: false };
        Self { lines: vec![vec![blank; width]; height] }
    }

    fn place(&mut self, column: usize, line: usize) -> Option<&mut Place> {
        self.lines.get_mut(line)?.get_mut(column)
    }

    /// The character at a position.
    pub(super) fn at(&self, column: usize, line: usize) -> char {
        self.lines.get(line).and_then(|line| line.get(column)).map_or(' ', |place| place.letter)
    }

    /// Writes a text that starts at a position.
    pub(super) fn write(&mut self, column: usize, line: usize, text: &str, style: Style) {
        for (index, letter) in text.chars().enumerate() {
            if let Some(place) = self.place(column + index, line) {
                (place.letter, place.style) = (letter, style);
            }
        }
    }

    /// Writes a text if the cells are empty; returns whether they were.
    pub(super) fn write_free(&mut self, column: usize, line: usize, text: &str) -> bool {
        let length = text.chars().count();
        let free = line < self.lines.len()
            && column + length <= self.lines[line].len()
            && (column..column + length).all(|column| self.at(column, line) == ' ');
        if free {
            self.write(column, line, text, Style::Label);
        }
        free
    }

    /// Highlights a position: with brackets around it, and in reverse video.
    pub(super) fn bracket(&mut self, column: usize, line: usize, brackets: [char; 2]) {
        if let Some(place) = self.place(column, line) {
            place.marked = brackets[0] == '[';
        }
        let before = column.checked_sub(1);
        let belongs = |letter: char| letter.is_ascii_digit() || "♣♦♥♠".contains(letter);
        let rest = (1..3).take_while(|&next| belongs(self.at(column + next, line))).count();
        let after = Some(column + 1 + rest);
        for (place, bracket) in [before, after].into_iter().zip(brackets) {
            if let Some(place) = place.and_then(|column| self.place(column, line)) {
                (place.letter, place.style) = (bracket, Style::Label);
            }
        }
    }

    /// The lines of text, with colours if requested.
    pub(super) fn print(&self, colour: bool) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let end = line.iter().rposition(|letter| letter.letter != ' ').map_or(0, |end| end + 1);
            for letter in &line[..end] {
                let Place { letter, style, marked } = *letter;
                if colour && letter != ' ' {
                    let marked = if marked { "7;" } else { "" };
                    text.push_str(&format!("\u{1b}[{marked}{}m{letter}\u{1b}[0m", style.code()));
                } else {
                    text.push(letter);
                }
            }
            text.push('\n');
        }
        text
    }
}
