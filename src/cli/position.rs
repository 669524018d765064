//! What stands where, as somebody may see it.

use ludc::board::{Site, SiteType};
use ludc::{Game, Item, State};

/// What is seen of a site.
#[derive(Clone, Debug)]
pub(crate) enum Sight {
    /// It may not be seen.
    Hidden,
    /// The pieces on it from the bottom to the top; none if it is empty.
    Pieces(Vec<Item>),
}

/// What is seen of each site of the state.
pub(crate) struct Position(Vec<Sight>);

impl Position {
    /// The position as a player sees it, or as it is.
    pub(crate) fn of(state: &State, viewer: Option<usize>) -> Self {
        let sites = usize::from(state.game().program().layout.sites);
        let view = viewer.map(|player| state.view(player));
        let mut sights = vec![Sight::Pieces(Vec::new()); sites];
        for site in 0..sites {
            let seen = view.as_ref().and_then(|view| view.get(site));
            // What may not be seen is drawn as such, whatever it is.
            if seen.is_some_and(|seen| seen.what.is_none() || seen.who.is_none()) {
                sights[site] = Sight::Hidden;
                continue;
            }
            let pieces: Vec<Item> = match state.height(site) {
                0 | 1 => vec![state.item(site)],
                height => (0..height).map(|level| state.item_at(site, level)).collect(),
            };
            // The number 0 of a puzzle is no piece, and not the same as nothing.
            if pieces.iter().all(|item| item.what == 0) && state.number(site).is_none() {
                continue;
            }
            // A large piece is seen on all sites that it covers.
            for covered in state.covers(site) {
                sights[covered] = Sight::Pieces(pieces.clone());
            }
            sights[site] = Sight::Pieces(pieces);
        }
        Self(sights)
    }

    /// What is seen of a site.
    pub(crate) fn at(&self, site: usize) -> &Sight {
        self.0.get(site).unwrap_or(&Sight::Hidden)
    }

    /// Whether it is seen what stands on a site.
    pub(crate) fn sees(&self, site: usize) -> bool {
        matches!(self.at(site), Sight::Pieces(_))
    }

    /// The pieces that are seen on a site, from the bottom to the top.
    pub(crate) fn pieces(&self, site: usize) -> &[Item] {
        match self.at(site) {
            Sight::Pieces(pieces) => pieces,
            Sight::Hidden => &[],
        }
    }
}

/// The sites of the state that are on the board, each with what it is there.
pub(crate) fn sites_of_board(game: &Game) -> Vec<(usize, SiteType, Site)> {
    let program = game.program();
    let own = (0..program.labels.len()).map(|site| (site, program.layout.kind, Site::from(site)));
    let others = program.layout.layers.iter().flat_map(|layer| {
        (0..usize::from(layer.count))
            .map(|index| (usize::from(layer.first) + index, layer.kind, Site::from(index)))
    });
    own.chain(others).collect()
}
