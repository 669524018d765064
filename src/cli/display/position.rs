//! The visible pieces of a position, for a player or for an observer.

use ludc::board::{Site, SiteType};
use ludc::{Game, Item, State};

/// The visible content of a site.
#[derive(Clone, Debug)]
pub(crate) enum Sight {
    /// Hidden from the viewer.
    Hidden,
    /// The pieces from bottom to top; empty if there are none.
    Pieces(Vec<Item>),
}

/// The visible content of every site.
pub(crate) struct Position(Vec<Sight>);

impl Position {
    /// The position as seen by a player, or in full.
    pub(crate) fn of(state: &State, viewer: Option<usize>) -> Self {
        let sites = usize::from(state.game().program().layout.sites);
        let view = viewer.map(|player| state.view(player));
        let mut sights = vec![Sight::Pieces(Vec::new()); sites];
        for site in 0..sites {
            let seen = view.as_ref().and_then(|view| view.get(site));
            // A hidden piece is drawn as hidden, whatever it is.
            if seen.is_some_and(|seen| seen.what.is_none() || seen.who.is_none()) {
                sights[site] = Sight::Hidden;
                continue;
            }
            let pieces: Vec<Item> = match state.height(site) {
                0 | 1 => vec![state.item(site)],
                height => (0..height).map(|level| state.item_at(site, level)).collect(),
            };
            // The value 0 of a puzzle is not a piece, but differs from an unset site.
            if pieces.iter().all(|item| item.what == 0) && state.number(site).is_none() {
                continue;
            }
            // A large piece is visible on all sites that it covers.
            for covered in state.covers(site) {
                sights[covered] = Sight::Pieces(pieces.clone());
            }
            sights[site] = Sight::Pieces(pieces);
        }
        Self(sights)
    }

    /// The visible content of a site.
    pub(crate) fn at(&self, site: usize) -> &Sight {
        self.0.get(site).unwrap_or(&Sight::Hidden)
    }

    /// Whether the content of a site is visible.
    pub(crate) fn sees(&self, site: usize) -> bool {
        matches!(self.at(site), Sight::Pieces(_))
    }

    /// The visible pieces of a site, from bottom to top.
    pub(crate) fn pieces(&self, site: usize) -> &[Item] {
        match self.at(site) {
            Sight::Pieces(pieces) => pieces,
            Sight::Hidden => &[],
        }
    }
}

/// The sites of the state that belong to the board, each with its type and site there.
pub(crate) fn sites_of_board(game: &Game) -> Vec<(usize, SiteType, Site)> {
    let program = game.program();
    let own = (0..program.labels.len()).map(|site| (site, program.layout.kind, Site::from(site)));
    let others = program.layout.layers.iter().flat_map(|layer| {
        (0..usize::from(layer.count))
            .map(|index| (usize::from(layer.first) + index, layer.kind, Site::from(index)))
    });
    own.chain(others).collect()
}
