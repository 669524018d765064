//! Stacks: how high they can be, and where a state keeps them.

use super::layout::Planes;
use super::{Lowered, Lowering};
use crate::ast::typed::{
    CoordOrCoordsOrRegionOrSiteOrSites, Int, Item, ItemsOrPiece, List, Ludeme, ParameterName,
    Region, Rules, StartRule, Text,
};
use crate::ast::{Node, View};
use crate::bytecode::{Numbers, Op, Reg, Set, Stacks};

/// Pieces that a stack can hold in games that do not ask for large ones.
const LEVELS: usize = 32;

/// Pieces that large stacks can hold at most; as many if it is not known how many there will be.
const MAX_LEVELS: usize = 1024;

/// Entries of all levels of all sites.
const MAX_ENTRIES: usize = 1 << 20;

impl<'r> Lowering<'r> {
    /// Where stacks are kept, and the sets that are about them, which begin at a number.
    pub(super) fn lay_out_stacks(
        &self,
        node: Node<'r>,
        within: u16,
        planes: &mut Planes,
    ) -> Lowered<Stacks> {
        let sites = usize::from(self.layout.sites);
        let cards = self.has_cards();
        let is_large = cards || self.rules.game.equipment().map(Item::from).any(has_large_stacks);
        let levels = match (self.pieces_placed(), is_large) {
            (Some(pieces), true) => pieces.max(1),
            (None, true) => (MAX_ENTRIES / sites.max(1)).clamp(LEVELS, MAX_LEVELS),
            (pieces, false) => pieces.unwrap_or(LEVELS).clamp(1, LEVELS),
        };
        let entries = sites * levels;
        if levels > MAX_LEVELS || entries > MAX_ENTRIES {
            return Err(self.too_much(node, "stacks are too high"));
        }
        let layout = &self.layout;
        let of_levels = |plane: Option<crate::bytecode::Plane>, planes: &mut Planes| {
            plane.map(|plane| planes.lay(plane.bits, entries))
        };
        Ok(Stacks {
            levels: levels as u16,
            height: planes.lay(if levels < 256 { 3 } else { 4 }, sites),
            what: planes.lay(layout.what.bits, entries),
            state: of_levels(layout.state, planes),
            rotation: of_levels(layout.rotation, planes),
            value: of_levels(layout.value, planes),
            within,
            leaving: layout.to_clear.map(|_| planes.lay(3, sites)),
            rehearsed: self.has(&[Ludeme::MaxMoves]),
            clean: is_large,
            cards,
        })
    }

    /// How many pieces there are from the start, if that can be told and no more can come.
    fn pieces_placed(&self) -> Option<usize> {
        if self.any(brings_pieces) {
            return None;
        }
        let start = self.rules.game.rules().and_then(|rules| Rules::from(rules).start());
        let rules = start.into_iter().flat_map(|start| start.rule_or_rules().elements());
        rules
            .map(|rule| self.placed_by(rule))
            .try_fold(self.cards_in_decks(), |all, placed| Some(all + placed?))
    }

    /// The most pieces that a start rule places on the board and in hands, if that can be told. Cards are
    /// counted in their decks.
    pub(super) fn placed_by(&self, rule: StartRule<'r>) -> Option<usize> {
        use CoordOrCoordsOrRegionOrSiteOrSites as Where;
        // In a hand that is not given by a site, or in the hands of all players.
        let at_one =
            |container: Option<Text<'r>>| container.map_or(1, |_| usize::from(self.layout.sites));
        let (sites, items, counts): (_, _, Vec<Int<'r>>) = match rule {
            StartRule::PlaceSites(call) => {
                let sites = match (call.sites(), call.coords(), call.region()) {
                    (Some(sites), ..) => sites.len(),
                    (None, Some(coords), _) => coords.len(),
                    (None, None, Some(region)) => self.sites_in(region)?,
                    (None, None, None) => 1,
                };
                (sites, 1, call.counts().into_iter().flat_map(List::iter).collect())
            }
            StartRule::PlaceSite(call) => (at_one(call.container()), 1, vec![call.count()]),
            StartRule::PlaceStack(call) => {
                let sites = match call.coord_or_coords_or_region_or_site_or_sites() {
                    Some(Where::Sites(sites)) => sites.len(),
                    Some(Where::Coords(coords)) => coords.len(),
                    Some(Where::Region(region)) => self.sites_in(region)?,
                    Some(Where::Site(_) | Where::Coord(_)) | None => at_one(call.container()),
                };
                let items = match call.items_or_piece() {
                    ItemsOrPiece::Items(items) => items.len(),
                    ItemsOrPiece::Piece(_) => 1,
                };
                (sites, items, call.count_or_counts().elements().collect())
            }
            StartRule::ForEach(_)
            | StartRule::ForEachPlayer(_)
            | StartRule::ForEachSite(_)
            | StartRule::ForEachTeam(_)
            | StartRule::ForEachValue(_)
            | StartRule::PlaceRandom(_)
            | StartRule::PlaceRandomCounts(_)
            | StartRule::PlaceRandomStack(_)
            | StartRule::SetCount(_)
            | StartRule::SetNumbers(_)
            | StartRule::SetOwnerOfSite(_)
            | StartRule::SetOwnerOfSites(_)
            | StartRule::Gap(_) => return None,
            StartRule::DealCards(_)
            | StartRule::DealDominoes(_)
            | StartRule::SplitDeck(_)
            | StartRule::SetAmount(_)
            | StartRule::SetScore(_)
            | StartRule::SetCost(_)
            | StartRule::SetPhase(_)
            | StartRule::SetHidden(_)
            | StartRule::SetTeam(_)
            | StartRule::SetRememberValue(_) => return Some(0),
        };
        let counts = counts.into_iter().map(|count| self.known_int(count));
        let most = counts.chain([Some(1)]).collect::<Option<Vec<i32>>>()?.into_iter().max()?;
        usize::try_from(most).ok()?.checked_mul(sites)?.checked_mul(items)
    }

    /// How many sites a region has, if that is known.
    fn sites_in(&self, region: Region<'r>) -> Option<usize> {
        Some(self.static_eval.region(region.node()).ok().flatten()?.iter().count())
    }

    /// Whether sites hold stacks.
    pub(super) fn is_stacking(&self) -> bool {
        self.layout.stacks.is_some()
    }

    /// A table of those components whose name is one that is wanted.
    pub(super) fn kinds(&mut self, wanted: impl Fn(&str) -> bool) -> Numbers {
        let names = self.components.iter().map(|component| &component.name);
        let entries = names.map(|name| i32::from(!name.is_empty() && wanted(name))).collect();
        self.tables.numbers(entries)
    }

    /// The sites with a component at any level.
    pub(super) fn holding_within(&mut self, what: Reg) -> Set {
        let dst = self.emitter.set();
        self.emit(if self.is_stacking() {
            Op::HoldingWithin { dst, what }
        } else {
            Op::HoldingPiece { dst, what }
        });
        dst
    }

    /// The sites with pieces of some owners, one bit for each, at any level: of those components that
    /// are wanted by name.
    pub(super) fn owned_within(&mut self, owners: Reg, wanted: impl Fn(&str) -> bool) -> Set {
        let kinds = self.kinds(wanted);
        let dst = self.emitter.set();
        self.emit(Op::OwnedWithin { dst, owners, kinds });
        dst
    }
}

/// Whether a container says that its stacks can be higher than usual.
fn has_large_stacks(item: Item<'_>) -> bool {
    match item {
        Item::Board(call) => call.large_stack().value(),
        Item::Boardless(call) => call.large_stack().value(),
        Item::MancalaBoard(call) => call.large_stack().value(),
        Item::SurakartaBoard(call) => call.large_stack().value(),
        _ => false,
    }
}

/// Whether a ludeme can bring more pieces than there were.
fn brings_pieces(node: Node<'_>) -> bool {
    let given = |name| node.argument(name).is_some_and(|argument| !argument.is_default());
    let adds = matches!(
        node.ludeme().map(Ludeme::effect),
        Some(
            Ludeme::AddEffect
                | Ludeme::Claim
                | Ludeme::Shoot
                | Ludeme::SwapPieces
                | Ludeme::SetCountEffect
        )
    );
    adds || given(ParameterName::Copy) || given(ParameterName::Trail)
}
