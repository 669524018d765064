//! Rows, columns and levels of sites, and the labels made of them.

use crate::board::geometry::{Point, distance_to_line};
use crate::board::graph::bounds;
use crate::board::site::{Site, SiteType};

/// The rows, columns, levels and labels of the sites of one type.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    pub(super) row: Vec<u16>,
    pub(super) column: Vec<u16>,
    pub(super) labels: Vec<String>,
    pub(super) rows: Vec<Vec<Site>>,
    pub(super) columns: Vec<Vec<Site>>,
    pub(super) layers: Vec<Vec<Site>>,
}

/// The angles at which rows and columns run, in degrees.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slant {
    row: f64,
    column: f64,
}

impl Slant {
    /// The angles that suit sites at these places. Edges have the slant of the vertices.
    pub(super) fn of(at: &[Point]) -> Self {
        if at.is_empty() {
            return Self::default();
        }
        let field = Field::new(at);
        let row = field.best((0..5).map(|k| 15.0 * f64::from(k)), Dimension::Row);
        let angles = (6..9).map(|k| row + 15.0 * f64::from(k));
        Self { row, column: field.best(angles, Dimension::Column) }
    }
}

/// What sites are sorted by.
#[derive(Clone, Copy)]
enum Dimension {
    Row(f64),
    Column(f64),
    Layer,
}

/// Sites in groups of about the same distance from a line.
struct Clusters {
    group: Vec<u16>,
    count: usize,
    error: f64,
}

impl Lines {
    /// Groups sites at these places. `distinct` asks that sites with the same label are told apart;
    /// without it there are no levels either.
    pub(super) fn new(at: &[Point], kind: SiteType, slant: Slant, distinct: bool) -> Self {
        if at.is_empty() {
            return Self::default();
        }
        let field = Field::new(at);
        let row = field.clusters(Dimension::Row(slant.row));
        let column = field.clusters(Dimension::Column(slant.column));
        let layer = field.clusters(Dimension::Layer);
        let label = |index: usize| {
            let mut label = letters(column.group[index]);
            label += &(row.group[index] + 1).to_string();
            if layer.count > 1 {
                label += &format!("/{}", layer.group[index]);
            }
            label
        };
        let labels = (0..at.len()).map(label).collect();
        let mut rows = Self {
            rows: row.lists(),
            columns: column.lists(),
            layers: if distinct { layer.lists() } else { Vec::new() },
            row: row.group,
            column: column.group,
            labels,
        };
        if distinct && has_twins(&rows.labels) {
            rows = rows.regrouped(at);
        }
        if kind == SiteType::Edge {
            rows.labels = (0..at.len()).map(|index| index.to_string()).collect();
        }
        rows
    }

    /// Rows and columns of sites with exactly the same height or place, which tell apart what the
    /// clusters do not.
    fn regrouped(self, at: &[Point]) -> Self {
        let mut rows = self.levelled(at);
        let place = rows.column.iter().zip(&rows.row);
        rows.labels =
            place.map(|(&column, row)| format!("{}{}", letters(column), row + 1)).collect();
        rows
    }

    /// The rows and columns of the lowest level.
    pub(super) fn levelled(mut self, at: &[Point]) -> Self {
        (self.rows, self.row) = lines(at, |at| at.y);
        (self.columns, self.column) = lines(at, |at| at.x);
        self
    }
}

fn has_twins(labels: &[String]) -> bool {
    let mut sorted: Vec<&String> = labels.iter().collect();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// The lists of sites with the same coordinate, and the number of each site's list.
fn lines(at: &[Point], coordinate: impl Fn(&Point) -> f64) -> (Vec<Vec<Site>>, Vec<u16>) {
    const SAME: f64 = 0.001;
    let same = |known: f64, value: f64| (known - value).abs() < SAME;
    let on_board = at.iter().filter(|at| at.z == 0.0);
    // Kept in order, so that only the nearest have to be looked at.
    let mut values: Vec<f64> = Vec::new();
    for value in on_board.map(&coordinate) {
        let place = values.partition_point(|&known| known < value);
        let beside = &values[place.saturating_sub(1)..values.len().min(place + 1)];
        if !beside.iter().any(|&known| same(known, value)) {
            values.insert(place, value);
        }
    }
    let mut lists = vec![Vec::new(); values.len()];
    let mut group = vec![0; at.len()];
    for (index, at) in at.iter().enumerate() {
        let value = coordinate(at);
        // A site between two lines is on both; its label is that of the second.
        let first = values.partition_point(|&known| known < value && !same(known, value));
        let near = values[first..].iter().take_while(|&&known| same(known, value));
        for (line, _) in near.enumerate() {
            lists[first + line].push(Site::from(index));
            group[index] = (first + line) as u16;
        }
    }
    (lists, group)
}

/// The letters of a column: A to Z, then AA, AB and so on.
pub(super) fn letters(column: u16) -> String {
    let letter = |k: u16| char::from(b'A' + (k % 26) as u8);
    let mut letters = String::new();
    if column >= 26 {
        letters += &self::letters(column / 26 - 1);
    }
    letters.push(letter(column));
    letters
}

impl Clusters {
    fn lists(&self) -> Vec<Vec<Site>> {
        let mut lists = vec![Vec::new(); self.count];
        for (index, &group) in self.group.iter().enumerate() {
            lists[usize::from(group)].push(Site::from(index));
        }
        lists
    }
}

/// The places of sites, and the size of the box around them.
struct Field<'a> {
    at: &'a [Point],
    low: Point,
    width: f64,
    height: f64,
    margin: f64,
}

impl<'a> Field<'a> {
    fn new(at: &'a [Point]) -> Self {
        let (low, high) = bounds(at.iter().copied());
        let (width, height) = (high.x - low.x, high.y - low.y);
        let unit = f64::midpoint(width, height) / (at.len() as f64).sqrt();
        Self { at, low, width, height, margin: 0.6 * unit }
    }

    /// The angle that groups best; the first of several.
    fn best(&self, angles: impl Iterator<Item = f64>, of: fn(f64) -> Dimension) -> f64 {
        let mut best = (f64::INFINITY, 0.0);
        for angle in angles {
            let error = self.clusters(of(angle)).error;
            if error < best.0 {
                best = (error, angle);
            }
        }
        best.1
    }

    fn clusters(&self, dimension: Dimension) -> Clusters {
        let (low, width, height) = (self.low, self.width, self.height);
        let line = |from: Point, degrees: f64| {
            let angle = degrees.to_radians();
            (from, from + Point::flat(angle.cos(), angle.sin()) * width)
        };
        let keys: Vec<f64> = match dimension {
            Dimension::Layer => self.at.iter().map(|at| at.z).collect(),
            Dimension::Row(angle) => {
                let (a, b) = line(Point::flat(low.x + width / 2.0, low.y - height), angle);
                self.at.iter().map(|&at| distance_to_line(at, a, b)).collect()
            }
            Dimension::Column(angle) => {
                let (a, b) = line(Point::flat(low.x - width, low.y + height / 2.0), angle);
                self.at.iter().map(|&at| distance_to_line(at, a, b)).collect()
            }
        };
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by(|&a, &b| keys[a].total_cmp(&keys[b]));
        let mut clusters = Clusters { group: vec![0; keys.len()], count: 0, error: 0.0 };
        let (mut sum, mut size, mut last) = (0.0, 0.0, 0.0);
        let close = |clusters: &mut Clusters, sum: f64, size: f64, last: f64| {
            // Only the last of a group counts.
            clusters.error += (sum / size - last).powi(2) / size + 0.01;
            clusters.count += 1;
        };
        for &index in &order {
            let key = keys[index];
            if size > 0.0 && (key - sum / size).abs() > self.margin {
                close(&mut clusters, sum, size, last);
                (sum, size) = (0.0, 0.0);
            }
            clusters.group[index] = clusters.count as u16;
            sum += key;
            size += 1.0;
            last = key;
        }
        if size > 0.0 {
            close(&mut clusters, sum, size, last);
        }
        clusters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_letters() {
        let name = |column| letters(column);
        assert_eq!([name(0), name(25), name(26), name(27), name(52)], ["A", "Z", "AA", "AB", "BA"]);
    }
}
