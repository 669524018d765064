//! The instructions that do more at a time than the loop of the interpreter has room for.

use super::real::real;
use super::speculation::Asked;
use crate::bytecode::{Nesting, Op, PerPlayer, Scalar, Standing};
use crate::vm::apply::effects::{Counting, Furrow, Reaping, Sowing};
use crate::vm::interpreter::context::Inside;
use crate::vm::machine::Machine;
use crate::vm::movegen::hop::{HopBounds, HopTests};
use crate::vm::query::booleans::{LineForm, RingWays};
use crate::vm::query::groups;
use crate::vm::query::liberties::Adding;
use crate::vm::set::site_set::SiteSet;

impl<const W: usize> Machine<'_, W> {
    /// Executes a cold instruction: one that is not part of the loop of the interpreter.
    #[allow(clippy::too_many_lines, reason = "one arm an instruction")]
    #[inline(never)]
    pub(in crate::vm) fn execute_cold(&mut self, op: &Op) {
        match *op {
            Op::Const { dst, value } => self.put(dst, value.0),
            Op::Mul { dst, a, b } => self.put(dst, self.get(a).wrapping_mul(self.get(b))),
            Op::Div { dst, a, b } => {
                let value = match self.get(b) {
                    0 => 0,
                    b => self.get(a).wrapping_div(b),
                };
                self.put(dst, value);
            }
            Op::Rem { dst, a, b } => {
                let value = match self.get(b) {
                    0 => 0,
                    b => self.get(a).wrapping_rem(b),
                };
                self.put(dst, value);
            }
            Op::Pow { dst, a, b } => {
                let power = libm::pow(f64::from(self.get(a)), f64::from(self.get(b)));
                self.put(dst, power as i32);
            }
            Op::Abs { dst, a } => self.put(dst, self.get(a).wrapping_abs()),
            Op::Ones { dst, a } => self.put(dst, self.get(a).count_ones() as i32),
            Op::Random { dst, min, max } => {
                let value = self.random(self.get(min), self.get(max));
                self.put(dst, value);
            }
            Op::RandomOf { dst, weights } => {
                let place = self.random_of(weights);
                self.put(dst, place);
            }
            Op::Dice { dst, number } => {
                let word = self.layout().dice as usize + number.0 as usize;
                self.put(dst, self.words[word] as i32);
            }
            Op::DiceOf { dst, value } => self.put(dst, self.dice_of(self.get(value))),
            Op::Face { dst, site } => self.put(dst, self.face(self.get(site))),
            Op::Var { dst, number } => {
                let word = self.layout().vars as usize + usize::from(number.0);
                self.put(dst, self.words[word] as i32);
            }
            Op::VarAt { dst, first, count, site } => {
                let site = self.get(site);
                let word = (self.layout().vars as i32 + first.0).wrapping_add(site) as usize;
                let has_one = (0..count.0).contains(&site);
                self.put(dst, if has_one { self.words[word] as i32 } else { -1 });
            }
            Op::Trials { dst } => self.put(dst, self.standing(Standing::Trials)),
            Op::MatchScore { dst, player } => self.put(dst, self.match_score(self.get(player))),
            Op::TurnStart { dst } => self.put(dst, self.turn_start()),
            Op::MoverBefore { dst } => self.put(dst, self.mover_before()),
            Op::CountOnBoard { dst, site } => {
                let site = self.get(site);
                let on_board = site < i32::from(self.layout().board);
                self.put(dst, if on_board { self.count(site) } else { 0 });
            }
            Op::RotationAt { dst, site } => {
                self.put(dst, self.optional(self.layout().rotation, self.get(site)));
            }
            Op::ValueAt { dst, site } => {
                self.put(dst, self.optional(self.layout().value, self.get(site)));
            }
            Op::Flipped { dst, site } => self.put(dst, self.flipped(self.get(site))),
            Op::CountIn { dst, set } => {
                let count = self.set(set).iter().map(|site| self.count(site)).sum();
                self.put(dst, count);
            }
            Op::Side { dst, side, of } => self.put(dst, self.side(side, self.get(of))),
            Op::IsEnemy { dst, player } => {
                let enemy = self.is_enemy(self.get(player));
                self.put_bool(dst, enemy);
            }
            Op::IsFriend { dst, player } => {
                let friend = self.is_friend(self.get(player));
                self.put_bool(dst, friend);
            }
            Op::IsActive { dst, player } => {
                self.put_bool(dst, self.is_active(self.get(player)));
            }
            Op::Locate { dst, site, first, count } => {
                self.put(dst, self.locate(self.get(site), first.0, count.0));
            }
            Op::OnLayer { dst, set, first, count } => {
                let set = self.set(set).part(first.0 as usize, count.0 as usize);
                self.put_set(dst, set);
            }
            Op::LastKind { dst, to } => self.put(dst, self.last_kind(to)),
            Op::Insert { dst, a, site } => {
                let mut set = self.set(a);
                set.insert(self.get(site));
                self.put_set(dst, set);
            }
            Op::Withdraw { dst, a, site } => {
                let mut set = self.set(a);
                set.remove(self.get(site));
                self.put_set(dst, set);
            }
            Op::OwnedByAny { dst, players } => {
                let set = self.owned_by_any(self.get(players));
                self.put_set(dst, set);
            }
            Op::LookAll { dst, table, set } => {
                let table = &self.program.reaches[table.index()];
                let mut all = SiteSet::EMPTY;
                for site in self.set(set) {
                    all |= SiteSet::entry(table, site as usize);
                }
                self.put_set(dst, all);
            }
            Op::WithState { dst, state } => {
                let set = self.with_state(self.get(state));
                self.put_set(dst, set);
            }
            Op::HiddenFrom { dst, thing, player } => {
                let set = self.hidden_from(thing as i32, self.get(player));
                self.put_set(dst, set);
            }
            Op::Footprint { dst, site } => {
                let set = self.footprint_at(self.get(site));
                self.put_set(dst, set);
            }
            Op::LastBetween { dst } => self.put_set(dst, self.last_between()),
            Op::StartSites { dst, what } => {
                let set = self.start_sites(self.get(what));
                self.put_set(dst, set);
            }
            Op::Along { dst, rays, set, stop, keep, most } => {
                let set = self.along(rays, set, (stop, keep), self.get(most));
                self.put_set(dst, set);
            }
            Op::AtPlace { dst, rays, set, place } => {
                let set = self.at_place(rays, set, self.get(place));
                self.put_set(dst, set);
            }
            Op::Between { dst, rays, from, to } => {
                let set = self.between(rays, self.get(from), self.get(to));
                self.put_set(dst, set);
            }
            Op::InSight { dst, rays, site, kind } => {
                let set = self.in_sight(rays, self.get(site), kind);
                self.put_set(dst, set);
            }
            Op::SitesOfMoves { dst, body, to } => {
                let set = self.sites_of_moves(body, to);
                self.put_set(dst, set);
            }
            Op::Winning { dst, player, body } => {
                let set = self.winning(self.get(player), body);
                self.put_set(dst, set);
            }
            Op::RandomSites { dst, set, count } => {
                let sites = self.random_sites(self.set(set), self.get(count));
                self.put_set(dst, sites);
            }
            Op::Filter { dst, a, var, test } => {
                let outer = self.get(var);
                let set = self.set(a);
                let mut kept = set;
                for site in set {
                    self.put(var, site);
                    if self.run(test) == 0 {
                        kept.remove(site);
                    }
                }
                self.put(var, outer);
                self.put_set(dst, kept);
            }
            Op::IsSubset { dst, a, b } => {
                let rest = self.set(a) - self.set(b);
                self.put_bool(dst, rest.is_empty());
            }
            Op::ForSites { set, var, body } => {
                let outer = self.get(var);
                for site in self.set(set) {
                    self.put(var, site);
                    self.run(body);
                    if self.sink.has_found() {
                        break;
                    }
                }
                self.put(var, outer);
            }
            Op::ForRange { first, last, var, body } => {
                let outer = self.get(var);
                for value in self.get(first)..=self.get(last) {
                    self.put(var, value);
                    self.run(body);
                    if self.sink.has_found() {
                        break;
                    }
                }
                self.put(var, outer);
            }
            Op::NewList { dst } => self.list_mut(dst).clear(),
            Op::Append { dst, value } => {
                let value = self.get(value);
                self.list_mut(dst).push(value);
            }
            Op::Length { dst, list } => self.put(dst, self.list(list).len() as i32),
            Op::Entry { dst, list, index } => {
                let index = usize::try_from(self.get(index)).ok();
                let entry = index.and_then(|index| self.list(list).get(index).copied());
                self.put(dst, entry.unwrap_or(-1));
            }
            Op::ForList { list, var, body } => {
                let outer = self.get(var);
                let mut index = 0;
                while let Some(&value) = self.list(list).get(index) {
                    self.put(var, value);
                    self.run(body);
                    if self.sink.has_found() {
                        break;
                    }
                    index += 1;
                }
                self.put(var, outer);
            }
            Op::Total { .. }
            | Op::Product { .. }
            | Op::Greatest { .. }
            | Op::Least { .. }
            | Op::Occurrences { .. } => self.read_list(*op),
            Op::Height { .. }
            | Op::LowerThan { .. }
            | Op::HeightIn { .. }
            | Op::TopLevel { .. }
            | Op::AtLevel { .. }
            | Op::LastLevel { .. }
            | Op::LevelWith { .. }
            | Op::CountLevels { .. }
            | Op::ForLevels { .. }
            | Op::CountOwned { .. }
            | Op::OwnedWithin { .. }
            | Op::HoldingWithin { .. }
            | Op::ForLevelsOf { .. }
            | Op::LevelLine { .. }
            | Op::StackIs { .. } => self.run_on_stacks(*op),
            Op::AppendSites { .. }
            | Op::AppendPlayers { .. }
            | Op::AddMissing { .. }
            | Op::KeepOnly { .. }
            | Op::LeaveOut { .. }
            | Op::LeaveOutFirst { .. } => self.change_list(*op),
            Op::Remembered { dst, number } => {
                let mut list = std::mem::take(self.list_mut(dst));
                list.extend_from_slice(self.remembered(number.0.into()));
                *self.list_mut(dst) = list;
            }
            Op::Ahead { dst, rays, site, steps } => {
                let site = self.ahead(rays, self.get(site), self.get(steps));
                self.put(dst, site);
            }
            Op::ToldAmong { dst, set, owners } => {
                let found = self.reported_among(set, self.get(owners));
                self.put_set(dst, found);
            }
            Op::Distance { dst, table, from, to } => {
                let distance = self.distance(table, self.get(from), to);
                self.put(dst, distance);
            }
            Op::AtDistance { dst, table, from, min, max } => {
                let range = (self.get(min), self.get(max));
                let set = self.at_distance(table, self.get(from), range);
                self.put_set(dst, set);
            }
            Op::StepsAway { dst, steps, from, min, max, test } => {
                let range = (self.get(min), self.get(max));
                let set = self.steps_away(steps, self.get(from), range, test);
                self.put_set(dst, set);
            }
            Op::StepsTo { dst, steps, from, to, test } => {
                let count = self.steps_to(steps, self.get(from), to, test);
                self.put(dst, count);
            }
            Op::AlongTrack { dst, tracks, player, from, steps } => {
                let track = self.track(tracks, self.get(player));
                let site =
                    track.map(|track| self.along_track(&track, self.get(from), self.get(steps)));
                self.put(dst, site.unwrap_or(-1));
            }
            Op::FirstOnTrack { dst, tracks, player, from, test } => {
                let site = self.first_on_track(tracks, self.get(player), from, test);
                self.put(dst, site);
            }
            Op::PartOfTrack { dst, tracks, player, from, to } => {
                let track = self.track(tracks, self.get(player));
                let (from, to) = (from.map(|from| self.get(from)), to.map(|to| self.get(to)));
                let part = track.map_or(SiteSet::EMPTY, |track| track.part(from, to));
                self.put_set(dst, part);
            }
            Op::StepsOnTrack { dst, tracks, player, from, to } => {
                let track = self.track(tracks, self.get(player));
                let steps =
                    track.map(|track| self.steps_on_track(&track, self.get(from), self.get(to)));
                self.put(dst, steps.unwrap_or(-1));
            }
            Op::Spread { dst, steps, from, within } => {
                let table = self.steps(steps, -1);
                let set = groups::spread(table, self.set(from), &self.set(within), |_| false);
                self.put_set(dst, set);
            }
            Op::SameAs { dst, site } => self.put_set(dst, self.same_as(self.get(site))),
            Op::Beside { dst, steps, set } => {
                let table = self.steps(steps, -1);
                self.put_set(dst, groups::beside(table, &self.set(set)));
            }
            Op::Group { dst, steps, site, within, test } => {
                let group = self.group(steps, self.get(site), within, test);
                self.put_set(dst, group);
            }
            Op::VisibleGroup { dst, steps, up, site, within } => {
                let group = self.visible_group(steps, up, self.get(site), within);
                self.put_set(dst, group);
            }
            Op::HasLiberty { dst, steps, site, within } => {
                let free = self.has_liberty(steps, self.get(site), within);
                self.put_bool(dst, free);
            }
            Op::Survivors { dst, sites, own, free, enemies, caught } => {
                let adding = Adding { own, free, enemies, caught };
                let set = self.survivors(sites, &adding);
                self.put_set(dst, set);
            }
            Op::Survives { dst, site, own, free, enemies, caught } => {
                let adding = Adding { own, free, enemies, caught };
                let survives = self.survives(self.get(site), &adding);
                self.put_bool(dst, survives);
            }
            Op::CountGroups { dst, steps, set, min } => {
                let count = self.count_groups(steps, set, self.get(min));
                self.put(dst, count);
            }
            Op::BiggestGroup { dst, steps, set, seeds } => {
                let size = self.biggest_group(steps, set, seeds);
                self.put(dst, size);
            }
            Op::GroupSizes { dst, steps, set, seeds, min } => {
                self.group_sizes(dst, steps, set, seeds, self.get(min));
            }
            Op::Territory { dst, steps, empty, set } => {
                let size = self.territory(steps, empty, set);
                self.put(dst, size);
            }
            Op::VisibleLine { dst, rays, up, site, length, exact, opposites, among } => {
                let wanted = (self.get(length), exact, opposites);
                let line = self.visible_line(rays, up, self.get(site), wanted, among);
                self.put_bool(dst, line);
            }
            Op::LongestLine { dst, rays, set } => {
                let length = self.longest_line(rays, set);
                self.put(dst, length);
            }
            Op::LineThrough {
                dst,
                rays,
                pivots,
                layer,
                length,
                exact,
                among,
                test,
                contiguous,
                opposites,
                many,
            } => {
                let form = LineForm {
                    length,
                    exact,
                    among,
                    test,
                    contiguous: self.get(contiguous) != 0,
                    opposites: self.get(opposites) != 0,
                    many: self.get(many),
                    layer: layer.0,
                };
                let line = self.line_through(rays, pivots, &form);
                self.put_bool(dst, line);
            }
            Op::Pattern { dst, rays, site, layer, whats } => {
                let found = self.pattern(rays, self.get(site), layer.0, whats);
                self.put_set(dst, found);
            }
            Op::Ring { dst, site, layer, colour, near, beside, rays, steps, outer, within } => {
                let ways = RingWays { near, beside, rays, steps };
                let (site, layer, colour) = (self.get(site), layer.0, self.get(colour));
                let found = self.ring((site, layer), colour, ways, outer, within);
                self.put_bool(dst, found);
            }
            Op::RingSites {
                dst,
                site,
                layer,
                colour,
                near,
                beside,
                rays,
                steps,
                outer,
                within,
                inside,
            } => {
                let ways = RingWays { near, beside, rays, steps };
                let start = (self.get(site), layer.0);
                let (colour, inside) = (self.get(colour), self.get(inside) != 0);
                let sites = self.ring_sites(start, colour, ways, (outer, within), inside);
                self.put_set(dst, sites);
            }
            Op::FirstListed { dst, what, set } => {
                let site = self.first_listed(self.get(what), set);
                self.put(dst, site);
            }
            Op::SitesListed { dst, owners, kinds } => {
                let set = self.sites_listed(self.get(owners), kinds);
                self.put_set(dst, set);
            }
            Op::ForListed { what, within, top, body } => {
                self.for_listed(self.get(what), within, top, body);
            }
            Op::PipsMatch { dst, site, steps, rays } => {
                let matches = self.pips_match(self.get(site), steps, rays);
                self.put_bool(dst, matches);
            }
            Op::LineOfPlay { dst, first } => {
                let line = self.line_of_play(first);
                self.put_set(dst, line);
            }
            Op::AppendUndealt { dst } => self.append_undealt(dst),
            Op::PathSites { dst, site, colour, sides } => {
                let found = self.path_sites(self.get(site), self.get(colour), sides);
                self.put_set(dst, found);
            }
            Op::SidesMatch { dst, site, sides, turn } => {
                let matching = self.sides_match(self.get(site), sides, turn.0);
                self.put_bool(dst, matching);
            }
            Op::IsForest { dst, ends, vertices, edges } => {
                let edges = self.set(edges);
                let forest = self.is_forest(ends, vertices.0, &edges);
                self.put_bool(dst, forest);
            }
            Op::IsCaterpillar { dst, ends, vertices, edges } => {
                let edges = self.set(edges);
                let narrow = self.is_caterpillar(ends, vertices.0, &edges);
                self.put_bool(dst, narrow);
            }
            Op::IsTreeCentre { dst, ends, vertices, edges, vertex } => {
                let (edges, vertex) = (self.set(edges), self.get(vertex));
                let forest = self.is_forest(ends, vertices.0, &edges);
                let centre = forest && self.is_tree_centre(ends, vertices.0, &edges, vertex);
                self.put_bool(dst, centre);
            }
            Op::IsRegular { dst, ends, vertices, edges, wanted, parity } => {
                let edges = self.set(edges);
                let wanted = wanted.map(|wanted| self.get(wanted));
                let degree = self.degree(ends, vertices.0, &edges, wanted);
                let fits = |degree: i32| parity.0 < 0 || degree & 1 == parity.0;
                self.put_bool(dst, degree.is_some_and(fits));
            }
            Op::IsPath { dst, ends, vertices, edges, edge, least, most, closed } => {
                let form = self.path_form(edge, [least, most], closed);
                let is_path = self.is_path(ends, vertices.0, edges, form);
                self.put_bool(dst, is_path);
            }
            Op::IsPathOfSites { dst, steps, set, site, least, most, closed } => {
                let form = self.path_form(site, [least, most], closed);
                let is_path = self.is_path_of_sites(steps, set, form);
                self.put_bool(dst, is_path);
            }
            Op::AllSites { dst, set, var, test } => {
                let outer = self.get(var);
                let all = self.set(set).iter().all(|site| {
                    self.put(var, site);
                    self.run(test) != 0
                });
                self.put(var, outer);
                self.put_bool(dst, all);
            }
            Op::AllDifferent { dst, set } => {
                let different = self.all_different(&self.set(set));
                self.put_bool(dst, different);
            }
            Op::WasPass { dst } => self.put_bool(dst, self.was_pass()),
            Op::AllPassed { dst } => {
                let all = self.scalar(Scalar::Moves) >= self.players() && self.all_passed();
                self.put_bool(dst, all);
            }
            Op::Repeats { dst, kind } => {
                let repeats = self.repeats(kind);
                self.put_bool(dst, repeats);
            }
            Op::Cycles { dst } => self.put_bool(dst, self.cycles()),
            Op::IsTriggered { dst, player } => {
                let player = self.get(player);
                let marked =
                    self.is_active(player) && self.wide(Scalar::Triggered) >> player & 1 != 0;
                self.put_bool(dst, marked);
            }
            Op::Blocked { dst, steps, targets, need, free } => {
                let blocked = self.blocked(steps, targets, self.get(need), free);
                self.put_bool(dst, blocked);
            }
            Op::AddLarge { what, state, set, recipe } => {
                self.push_large_additions(self.get(what), self.get(state), set, recipe);
            }
            Op::MoveLarge { from, set, b, recipe } => {
                self.push_large_moves(self.get(from), set, self.get(b), recipe);
            }
            Op::Step { from, steps, test, a, b, recipe } => {
                self.step(from, steps, test, (a, b), recipe);
            }
            Op::Slide { from, rays, go, stop, keep, min, max, b, stopping, passing } => {
                self.slide(from, rays, (go, stop, keep), (min, max), b, (stopping, passing));
            }
            Op::TrackSlide { from, rays, go, stop, keep, min, max, a, b, stopping, passing } => {
                let kept = (self.get(a), self.get(b));
                let recipes = (stopping, passing);
                self.track_slide(from, rays, (go, stop, keep), (min, max), kept, recipes);
            }
            Op::Hop { from, rays, over, into, instead, before, min, max, after, b, recipe } => {
                let tests = HopTests { over, into, instead };
                let bounds = HopBounds {
                    before: self.get(before),
                    min: self.get(min),
                    max: self.get(max),
                    after: self.get(after),
                };
                self.hop(from, rays, tests, bounds, b, recipe);
            }
            Op::HopInto { from, rays, over, into, b, recipe } => {
                self.hop_into(from, rays, (over, into), b, recipe);
            }
            Op::ForRays { from, rays, between, test, min, max, body } => {
                self.for_rays(from, rays, (between, test), (min, max), body);
            }
            Op::Heading { dst, steps, from, to } => {
                let heading = self.heading_between(steps, self.get(from), self.get(to));
                self.put(dst, heading);
            }
            Op::WithGroup { site, steps, set, test, body } => {
                self.with_group(self.get(site), steps, set, test, body);
            }
            Op::ForGroups { steps, set, test, body } => {
                self.for_groups(steps, set, test, body);
            }
            Op::ForHeadings { rays, from, to, all, body } => {
                self.for_headings(rays, from, to, all, body);
            }
            Op::AsGenerated { body, .. } if self.context.is(Inside::Acting) => {
                self.run(body);
            }
            Op::AsMover { player, body } | Op::AsGenerated { player, body } => {
                self.as_mover(self.get(player), body);
            }
            Op::MadeBy { player, body } => self.made_by(self.get(player), body),
            Op::IfAfterwards { body, test, direct, single, royal, outer, guard, top } => {
                let asked = Asked { test, outer: outer.0 as usize, single, royal: None };
                let royal = royal.map(|what| self.get(what));
                if top == Nesting::Top && self.sink.may_defer() {
                    self.defer_test(body, asked, royal);
                } else if top == Nesting::Alternative && self.sink.is_deferring() {
                    self.run(body);
                } else {
                    self.if_afterwards((body, direct), asked, royal, guard, top == Nesting::Top);
                }
            }
            Op::HopAll { pieces, shifts, rays, over, into, b, recipe } => {
                self.hop_all(pieces, (shifts, rays), (over, into), b, recipe);
            }
            Op::DoNext { prior, body, pass, a, b } => {
                let kept = (self.get(a), self.get(b));
                self.do_next(prior, body, pass.map(|recipe| (recipe, kept)));
            }
            Op::Roll { recipe } => self.roll(recipe),
            Op::DrawMoves { body, count } => self.draw_moves(body, self.get(count)),
            Op::MaxMoves { body, value, outer } => self.max_moves(body, value, outer.0 as usize),
            Op::MaxCaptures { body, value, outer } => {
                self.max_captures(body, value, outer.0 as usize);
            }
            Op::AvoidRemembered { body } => self.avoid_remembered(body),
            Op::PushAll { body, a, b, recipe } => self.push_all(body, (a, b), recipe),
            Op::PushTurned { site, a, adding, turned, turning } => {
                let added = (self.get(site), self.get(a), adding);
                self.push_turned(added, (self.get(turned), turning));
            }
            Op::PushPairs { first, second, b, recipe } => {
                self.push_pairs(first, second, b, recipe);
            }
            Op::Rehearse { body, joined } => {
                self.rehearse(joined, |machine| {
                    machine.run(body);
                });
            }
            Op::PushRehearsed { body, b, recipe } => self.push_rehearsed(body, b, recipe),
            Op::MakeAll { block, last, after } => self.make_all(block, last, after),
            Op::EffectsInTurn { prior, body } => self.effects_in_turn(prior, body),
            Op::Unfold { body } => self.unfold(body),
            Op::While { test, body } => self.run_while(test, body),
            Op::Collect { body } => self.collect(body),
            Op::AllNumbers { .. }
            | Op::AllApart { .. }
            | Op::HasCount { .. }
            | Op::HasSum { .. }
            | Op::AllUnlike { .. }
            | Op::IsSolved { .. }
            | Op::Satisfy { .. } => self.puzzle(*op),
            Op::LegalCount { dst } => {
                let count = self.count_legal();
                self.put(dst, count);
            }
            Op::CanMove { dst, body } => {
                let can = self.can_move_on(body);
                self.put_bool(dst, can);
            }
            Op::NoMoves { dst, player, next } => {
                let none = self.no_moves(self.get(player), next);
                self.put_bool(dst, none);
            }
            Op::Threatened { dst, what, site, layer, moves, any } => {
                let place = (self.get(site), layer.0);
                let threatened = self.threatened(self.get(what), place, moves, any);
                self.put_bool(dst, threatened);
            }
            Op::Result { player, result } => self.give_result(self.get(player), result),
            Op::Custodial {
                from,
                rays,
                min,
                max,
                targets,
                target,
                friends,
                friend,
                beyond,
                effect,
            } => {
                let targets = Counting { set: targets, test: target };
                let friends = Counting { set: friends, test: friend };
                let range = (self.get(min), self.get(max));
                self.custodial(from, rays, range, targets, friends, beyond, effect);
            }
            Op::TurnOver { from, rays, targets, friends, a, adding, each, all } => {
                let added = (self.get(from), self.get(a), adding);
                self.list_turned(added, rays, (targets, friends), (each, all));
            }
            Op::Catching { dst, within, shifts, targets, friends } => {
                let set = self.catching(within, shifts, targets, friends);
                self.put_set(dst, set);
            }
            Op::Intervene { from, rays, min, max, targets, target, effect } => {
                let targets = Counting { set: targets, test: target };
                self.intervene(from, rays, (self.get(min), self.get(max)), targets, effect);
            }
            Op::Surround {
                from,
                steps,
                targets,
                target,
                friends,
                friend,
                except,
                with,
                effect,
            } => {
                let targets = Counting { set: targets, test: target };
                let friends = Counting { set: friends, test: friend };
                self.surround(from, steps, targets, friends, (except, with), effect);
            }
            Op::Towards { dst, rays, from, to } => {
                let way = self.towards(rays, self.get(from), self.get(to));
                self.put(dst, way);
            }
            Op::Directional { from, rays, way, targets, target, effect } => {
                let targets = Counting { set: targets, test: target };
                let way = way.map(|way| self.get(way));
                self.directional(from, rays, way, targets, effect);
            }
            Op::EncloseArea { from, layer, steps, beside, targets, effect } => {
                let start = (self.get(from), layer.0);
                self.enclose_area(start, steps, beside, targets, effect);
            }
            Op::Enclose { from, layer, steps, targets, except, effect } => {
                let start = (self.get(from), layer.0);
                self.enclose(start, steps, targets, self.get(except), effect);
            }
            Op::Sow { dst, start, count, tracks, player, own, origin, each, skip, reap } => {
                let furrow = Furrow { start, tracks, player, place: dst };
                self.sow(furrow, Sowing { count, own, origin, each, skip }, reap);
            }
            Op::Reap { start, tracks, player, place, test, take, on, forward } => {
                let furrow = Furrow { start, tracks, player, place };
                self.reap(furrow, Reaping { test, take, on, forward });
            }
            Op::SetScore { player, score } => {
                let (player, score) = (self.get(player), self.get(score));
                self.write_per_player(PerPlayer::Score, player, score);
            }
            Op::TeamResult { team, result } => {
                self.give_team_result(self.get(team), result);
            }
            Op::MatchResult { player, result } => {
                self.give_match_result(self.get(player), result);
            }
            Op::ByMatchScore { misere } => self.rank_by_match_score(self.get(misere) != 0),
            Op::ByPayoffs { list } => self.rank_by_payoffs(list),
            Op::Real { dst, a, b, op } => {
                self.put(dst, real(op, self.get(a), self.get(b)));
            }
            Op::ByScore { misere } => self.rank_by_score(self.get(misere) != 0),
            Op::SetPhase { player, phase } => {
                let (player, phase) = (self.get(player), self.get(phase));
                self.write_per_player(PerPlayer::Phase, player, phase);
            }
            Op::Place { what, set, count, state, rotation, value, layer } => {
                let data = [self.get(state), self.get(rotation), self.get(value)];
                let (what, count) = (self.get(what), self.get(count));
                for site in self.set(set) {
                    self.place(what, site, layer.0, count, data);
                }
            }
            Op::PlaceRandom { what, set, layer, count, state, value } => {
                let data = [self.get(state), -1, self.get(value)];
                self.place_random(self.get(what), (set, layer.0), count, data);
            }
            Op::PlacePile { pieces, site, layer, state, value } => {
                let data = [self.get(state), -1, self.get(value)];
                self.place_pile(pieces, self.get(site), layer.0, data);
            }
            Op::PlaceHalf { pieces, set, layer, state, value } => {
                let data = [self.get(state), -1, self.get(value)];
                self.place_half(pieces, (set, layer.0), data);
            }
            Op::PlaceMoves { body } => self.place_moves(body),
            Op::Jump { .. }
            | Op::JumpIf { .. }
            | Op::JumpUnless { .. }
            | Op::JumpIfEq { .. }
            | Op::JumpIfNe { .. }
            | Op::JumpIfIn { .. }
            | Op::JumpUnlessIn { .. }
            | Op::JumpIfNone { .. }
            | Op::JumpIfSome { .. }
            | Op::Return { .. }
            | Op::End { .. }
            | Op::Run { .. }
            | Op::Copy { .. }
            | Op::With { .. }
            | Op::Eval { .. }
            | Op::Add { .. }
            | Op::Sub { .. }
            | Op::Min { .. }
            | Op::Max { .. }
            | Op::Eq { .. }
            | Op::Ne { .. }
            | Op::Lt { .. }
            | Op::Le { .. }
            | Op::Not { .. }
            | Op::Pack { .. }
            | Op::Look { .. }
            | Op::Scalar { .. }
            | Op::PerPlayer { .. }
            | Op::What { .. }
            | Op::Who { .. }
            | Op::CountAt { .. }
            | Op::StateAt { .. }
            | Op::CopySet { .. }
            | Op::Union { .. }
            | Op::Intersect { .. }
            | Op::Subtract { .. }
            | Op::Singleton { .. }
            | Op::OwnedBy { .. }
            | Op::OfEnemies { .. }
            | Op::OfFriends { .. }
            | Op::HoldingPiece { .. }
            | Op::LookSet { .. }
            | Op::Contains { .. }
            | Op::Size { .. }
            | Op::IsNone { .. }
            | Op::Nth { .. }
            | Op::Push { .. }
            | Op::PushEach { .. }
            | Op::PushOn { .. }
            | Op::StepInto { .. }
            | Op::StepAll { .. }
            | Op::SlideInto { .. }
            | Op::Sweep { .. }
            | Op::Swept { .. }
            | Op::Line { .. }
            | Op::LineOf { .. }
            | Op::Connected { .. }
            | Op::ForPieces { .. }
            | Op::Mark { .. }
            | Op::JumpIfMore { .. }
            | Op::JumpIfSought { .. } => {
                debug_assert!(false, "carried out by the loop");
            }
        }
    }
}
