//! `(move Slide …)` and `(slide …)`.

use super::{MoveContext, Payload};
use crate::ast::View;
use crate::ast::typed::{Apply, Between, Int, Ludeme, MoveSlide, Region, Text, To};
use crate::board::Site;
use crate::bytecode::{
    Action, By, Effect, Layout, Op, Over, RayTable, Rays, Recipe, RecipeData, Reg, Set, Ways,
};
use crate::lower::directions::Way;
use crate::lower::{Lowered, Lowering};

/// How far slides go if the rules do not say.
const FAR: i32 = 1000;

impl<'r> Lowering<'r> {
    pub(in crate::lower) fn slide(
        &mut self,
        call: MoveSlide<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        if let Some(track) = call.track() {
            return self.slide_on_track(call, track, context);
        }
        let (from, own) = self.origin(call.from())?;
        // Unlike those of other moves, the directions can depend on the site that it begins at.
        let piece = context.piece.filter(|_| own);
        self.starting_at(call.from(), from, |lowering| {
            let directions = call.directions().node();
            lowering.each_way_of(call.node(), directions, (from, piece), &mut |lowering, way| {
                lowering.slide_along(call, way, context)
            })
        })
    }

    fn slide_along(&mut self, call: MoveSlide<'r>, way: Way, context: &MoveContext) -> Lowered<()> {
        let from = Reg::FROM;
        let rays = self.rays_along(call.node(), way)?;
        let between = call.between();
        let apply = call.to().and_then(To::apply);
        let mut before = Vec::new();
        let passed = between.and_then(Between::apply);
        if let Some(effect) = self.applied(passed, context)? {
            before.push(self.over_line(call, effect, rays)?);
        }
        let (action, level) = self.moving(call.from(), call.stack(), Action::Move)?;
        let stop = call.to().and_then(|to| to.if_().given());
        let whole = action == Action::MoveStack || level.is_some();
        // Levels and whole stacks have the effect on the site reached only where the slide is stopped.
        let mut at_end = false;
        if let Some(effect) =
            self.applied_anyway(apply, context)?.filter(|_| !whole || stop.is_some())
        {
            before.push(self.after_line(call, effect, rays)?);
            at_end = whole;
        }
        let mut after = Vec::new();
        if let Some(trail) = between.and_then(Between::trail) {
            after.push(self.trail(call, trail, rays)?);
        }
        let taken = [Payload::Half(from), Payload::Half(from), level.into(), Payload::Left];
        let effects = [before, after];
        let hurdle = self.asks_for_passed().then_some(rays);
        let context = &MoveContext { hurdle, ..context.clone() };
        let (recipe, _, b) = self.recipe_in_context(call, action, effects, context, taken)?;
        let passing = if at_end { self.without_last_effect(recipe) } else { recipe };
        let range = between.and_then(Between::range);
        let go = between.and_then(Between::if_);
        let keep = apply.and_then(Apply::condition);
        let zero = self.constant(0);
        let moving = &[Reg::TO, Reg::BETWEEN];
        if range.is_none() && keep.is_none() && b == zero && !at_end {
            let go = match go {
                Some(test) => self.predicate_apart(test.node(), Reg::BETWEEN, moving)?,
                None => Some(Set::state(Layout::EMPTY as u16)),
            };
            let stop = match stop {
                Some(test) => self.predicate_apart(test.node(), Reg::TO, moving)?.map(Some),
                None => Some(None),
            };
            if let (Some(go), Some(stop)) = (go, stop) {
                let as_set = self.sweeps(rays, recipe);
                self.emit(if as_set {
                    Op::Sweep { from, rays, go, stop, recipe }
                } else {
                    Op::SlideInto { from, rays, go, stop, recipe }
                });
                return Ok(());
            }
        }
        let (min, max) = self.range(range, 1, FAR)?;
        let go = match go {
            Some(test) => self.test(test)?,
            None => self.value_block(|lowering| {
                Ok(lowering.contains(Set::state(Layout::EMPTY as u16), Reg::BETWEEN))
            })?,
        };
        let stop = stop.map(|test| self.test(test)).transpose()?;
        let keep = keep.map(|test| self.test(test)).transpose()?;
        let stopping = recipe;
        self.emit(Op::Slide { from, rays, go, stop, keep, min, max, b, stopping, passing });
        Ok(())
    }

    /// Whether slides can be made as a set: they are moves to choose from, so that their order decides
    /// nothing, nobody asks for the way they went, and their rays go straight through the numbers of
    /// sites.
    pub(super) fn sweeps(&mut self, rays: Rays, recipe: Recipe) -> bool {
        let recipe = &self.recipes[recipe.index()];
        let effects = recipe.before.iter().chain(&recipe.after);
        let plain = effects.into_iter().all(|effect| effect.over.is_once());
        let told = recipe.hurdle.is_some();
        if !recipe.decision
            || !plain
            || told
            || !recipe.captures.is_empty()
            || recipe.unfolded.is_some()
        {
            return false;
        }
        self.as_sets(rays)
    }

    /// Whether rules ask for the sites that moves go over.
    pub(super) fn asks_for_passed(&self) -> bool {
        let mut calls = self.calls::<Region>(Ludeme::SitesBetween);
        calls.any(|call| matches!(call, Region::SitesBetweenMoves(_)))
    }

    /// Whether rays go straight through the numbers of sites. If so, they are there as sets afterwards.
    pub(in crate::lower) fn as_sets(&mut self, rays: Rays) -> bool {
        let width = usize::from(self.layout.width);
        let variants = &mut self.tables.rays[rays.index()].variants;
        let straight = variants.iter().all(RayTable::is_straight);
        if straight && variants.iter().any(|table| table.masks().is_empty()) {
            *variants = variants.drain(..).map(|table| table.with_masks(width)).collect();
        }
        straight
    }

    /// The same moves without the last thing that is done before their action.
    fn without_last_effect(&mut self, recipe: Recipe) -> Recipe {
        let mut data = self.recipes[recipe.index()].clone();
        data.before.pop();
        if data.before.is_empty() {
            data.unfolded = None;
        }
        self.recipe(data)
    }

    /// The effect that leaves a piece on each site that a slide passes, its first one included.
    fn trail(&mut self, call: MoveSlide<'r>, what: Int<'r>, rays: Rays) -> Lowered<Effect> {
        self.short_lines(call, rays)?;
        let layers = self.layers_of(call.node());
        let recipe = self.recipe(RecipeData { layers, ..RecipeData::plain(Action::Add) });
        let block = self.function(|lowering| {
            let what = lowering.int(what)?;
            let (none, zero) = (lowering.constant(-1), lowering.constant(0));
            let a = lowering.binary(what, none, |dst, low, high| Op::Pack { dst, low, high });
            let site = Reg::BETWEEN;
            lowering.emit(Op::Push { from: site, to: site, a, b: zero, recipe });
            Ok(())
        })?;
        Ok(Effect { block, over: Over::Trail(rays) })
    }

    /// Slides along tracks: by name, or along all of them to where a bend is passed.
    fn slide_on_track(
        &mut self,
        call: MoveSlide<'r>,
        track: Text<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let (from, _) = self.origin(call.from())?;
        call.from().map(|from| self.site_type(from)).transpose()?;
        let (between, to) = (call.between(), call.to());
        let on_passed =
            |between: Between<'r>| between.trail().is_some() || between.apply().is_some();
        if between.is_some_and(on_passed) {
            return Err(self.unsupported(call, "effects on the sites passed"));
        }
        let rays = self.track_rays(track.text());
        self.from_condition(call.from(), from, |lowering| {
            let apply = to.and_then(To::apply);
            let effects = lowering.applied_anyway(apply, context)?.into_iter().collect();
            let none = [Payload::Left; 4];
            let (action, level) = lowering.moving(call.from(), call.stack(), Action::Move)?;
            if level.is_some() {
                return Err(lowering.unsupported(call, "levels"));
            }
            let (stopping, a, b) = lowering.recipe_for(call, action, effects, context, none)?;
            // What is kept for what is done first stands in the same payloads.
            let (passing, ..) = lowering.bare(call, action, context)?;
            let range = between.and_then(Between::range);
            let (min, max) = lowering.range(range, 1, FAR)?;
            let go = match between.and_then(Between::if_) {
                Some(test) => lowering.test(test)?,
                None => lowering.value_block(|lowering| {
                    Ok(lowering.contains(Set::state(Layout::EMPTY as u16), Reg::BETWEEN))
                })?,
            };
            let stop = to.and_then(|to| to.if_().given());
            let stop = stop.map(|test| lowering.test(test)).transpose()?;
            let keep = apply.and_then(Apply::condition);
            let keep = keep.map(|test| lowering.test(test)).transpose()?;
            lowering.emit(Op::TrackSlide {
                from,
                rays,
                go,
                stop,
                keep,
                min,
                max,
                a,
                b,
                stopping,
                passing,
            });
            Ok(())
        })
    }

    /// For each site, and each place of it on one of the tracks, two rays: the sites that follow but
    /// where no slide can end, and those where it can.
    fn track_rays(&mut self, name: &str) -> Rays {
        let all = name == "AllTracks";
        let tracks = &self.board.tracks;
        let on_board = |site: i32| u16::try_from(site).ok();
        let rays = |site: Site| {
            let mut rays = Vec::new();
            for track in tracks.iter().filter(|track| all || track.name == name) {
                let starts = track.elements.iter().enumerate();
                for (start, _) in starts.filter(|(_, start)| start.site == i32::from(site.0)) {
                    let (mut passed, mut reached) = (Vec::new(), Vec::new());
                    let (mut index, mut bent) = (start, !all);
                    for _ in 1..track.elements.len() {
                        bent |= track.elements[index].bump > 0;
                        let Some(next) = track.elements[index].next_index else { break };
                        let Some(site) = on_board(track.elements[next].site) else { break };
                        if bent {
                            reached.push(site);
                        } else {
                            passed.push(site);
                        }
                        index = next;
                    }
                    rays.extend([passed, reached]);
                }
            }
            rays
        };
        let table = self.board.topology.sites(self.board.default).map(rays).collect();
        let ways = Ways { by: By::Nothing, variants: vec![RayTable::new(table)] };
        self.tables.rays.push(ways);
        Rays((self.tables.rays.len() - 1) as u16)
    }
}
