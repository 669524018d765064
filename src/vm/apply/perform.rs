//! Making moves: effects, the action, consequences.

use crate::bytecode::{
    Action, Block, Capture, Effect, Layout, Over, PerPlayer, Prior, Program, Rays, Recipe,
    RecipeData, Reg, Scalar,
};
use crate::vm::apply::in_progress::LastAction;
use crate::vm::interpreter::context::Inside;
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;
use crate::vm::movegen::sink::Goal;
use crate::vm::set::site_set::{self, SiteSet};
use crate::vm::state::trial::Played;

/// What a move counts for once it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::vm) enum Record {
    /// It is part of another move.
    No,
    /// It is the last move for those that are tried out after it.
    Last,
    /// It is a move of the game.
    Played,
}

impl<'a, const W: usize> Machine<'a, W> {
    /// Makes a move with all that follows from it, but for the last `outer` of its consequences.
    /// A `recorded` move becomes the last move of the game.
    #[inline]
    pub(in crate::vm) fn perform(&mut self, mv: Move, outer: usize, recorded: bool) {
        self.perform_as(mv, outer, if recorded { Record::Played } else { Record::No });
    }

    /// Makes a move that counts for what a record says.
    pub(in crate::vm) fn perform_as(&mut self, mv: Move, outer: usize, record: Record) {
        let program = self.program;
        let recipe = &program.recipes[mv.recipe.index()];
        if record == Record::Played {
            self.caches.attack.forget();
            self.write_scalar(Scalar::NextWasSet, 0);
            self.in_progress.last_action = LastAction::NONE;
            self.clear_last_sites();
        }
        if recipe.prior.is_empty() && recipe.before.is_empty() {
            self.drop_pending();
        }
        let still = record != Record::No && self.is_still(recipe, mv);
        let outer = if still { recipe.then.len() } else { outer.min(recipe.then.len()) };
        let consequences = recipe.then.len() - outer;
        if recipe.begins_alone() && consequences == 0 {
            self.act(recipe, mv);
            self.record(mv, record);
        } else {
            // No code is being run around a move of a playout: all registers are free.
            let alone = record == Record::Played && !self.log.is_on();
            if !alone {
                self.enter();
            }
            for prior in &recipe.prior {
                self.drawing_again(prior.block, |machine| machine.perform_prior(prior, mv));
            }
            if recipe.before.is_empty() {
                self.drop_pending();
            } else {
                self.make_effects(&recipe.before, recipe, mv);
            }
            self.act(recipe, mv);
            if !recipe.after.is_empty() {
                self.make_effects(&recipe.after, recipe, mv);
            }
            self.record(mv, record);
            // Whoever moves in what follows is told by that, not by whom the move was generated for.
            let acting = self.context.set(Inside::Acting, false);
            for (index, &block) in recipe.then[..consequences].iter().enumerate() {
                self.perform_all(block);
                if recipe.once.is_some_and(|once| index >= usize::from(once)) {
                    self.perform_all(block);
                }
            }
            self.context.set(Inside::Acting, acting);
            if !alone {
                self.leave();
            }
        }
        if record == Record::Played {
            self.finish();
        }
    }

    /// Whether a move ends where none of its consequences does anything.
    #[inline]
    pub(in crate::vm) fn is_still(&self, recipe: &RecipeData, mv: Move) -> bool {
        recipe.zone.is_some_and(|zone| {
            let (table, _) = self.program.reaches[zone.table.index()].as_chunks::<W>();
            let entry = zone.by.map_or(0, |scalar| self.words[usize::from(scalar)] as usize);
            table.get(entry).is_none_or(|zone| !site_set::has(zone, mv.to()))
        })
    }

    /// Forgets what the last move left pending, once a move is being made and all that its rules ask
    /// of the state before it has been asked.
    #[inline]
    fn drop_pending(&mut self) {
        if std::mem::take(&mut self.in_progress.stale_pending)
            && let Some(pending) = self.layout().pending
        {
            self.write_set(usize::from(pending), SiteSet::EMPTY);
            if let Some(list) = self.layout().pending_numbers {
                self.forget_all(usize::from(list));
            }
        }
    }

    /// Lets a number be pending.
    fn set_pending(&mut self, value: i32) {
        let Some(set) = self.layout().pending else { return };
        if (0..W as i32 * 64).contains(&value) {
            self.write_bit(usize::from(set), value, true);
        } else if let Some(list) = self.layout().pending_numbers {
            self.remember_once(i32::from(list), value);
        }
    }

    /// Makes all moves that a block generates.
    pub(in crate::vm) fn perform_all(&mut self, block: Block) {
        let first = self.list_moves(block);
        self.perform_from(first);
    }

    /// Makes what comes before a move, as it was found out when the move was generated.
    fn perform_prior(&mut self, prior: &Prior, mv: Move) {
        self.enter();
        self.put_captures(&prior.captures, mv);
        let first = self.list_moves(prior.block);
        self.leave();
        self.drop_pending();
        self.order_in_turn(first);
        self.perform_from(first);
    }

    /// Makes all moves of the list from a place on, and takes them off it.
    pub(in crate::vm) fn perform_from(&mut self, first: usize) {
        for index in first..self.sink.len() {
            let mv = self.sink[index];
            let recipe = &self.program.recipes[mv.recipe.index()];
            if recipe.is_single() {
                self.drop_pending();
                self.act(recipe, mv);
            } else {
                self.perform(mv, 0, false);
            }
        }
        self.sink.truncate(first);
    }

    /// Puts what a move keeps back into registers.
    fn put_captures(&mut self, captures: &[Capture], mv: Move) {
        for capture in captures {
            self.put(capture.register, mv.payload(capture.payload));
        }
    }

    /// Some effects of a move. All of them are found out in a frame whose registers stand as they
    /// stood when the move was generated, before any of them is made.
    fn make_effects(&mut self, effects: &[Effect], recipe: &RecipeData, mv: Move) {
        if let &[Effect { over: Over::Cleared(rays), .. }] = effects {
            self.drop_pending();
            return self.clear_line(rays, mv);
        }
        let idle = |effect: &Effect| effect.over == Over::Occupied;
        if effects.iter().all(idle) && self.is_empty(mv.to()) {
            return self.drop_pending();
        }
        let first = self.sink.len();
        // The frame was opened for the move, so nobody needs it but for what the language names.
        let named = self.named();
        self.list_effects_here(effects, recipe, mv);
        self.put_named(named);
        self.drop_pending();
        let acting = self.context.set(Inside::Acting, false);
        self.perform_from(first);
        self.context.set(Inside::Acting, acting);
    }

    /// The moves of some effects, on top of the list.
    fn list_effects(&mut self, effects: &[Effect], recipe: &RecipeData, mv: Move) {
        self.enter();
        self.list_effects_here(effects, recipe, mv);
        self.leave();
    }

    /// The same in the frame that is open.
    fn list_effects_here(&mut self, effects: &[Effect], recipe: &RecipeData, mv: Move) {
        self.put(Reg::FROM, mv.from());
        self.put(Reg::TO, mv.to());
        self.put_captures(&recipe.captures, mv);
        self.with_goal(Goal::All, |machine| {
            effects.iter().for_each(|effect| machine.list_effect(*effect, mv));
        });
    }

    /// The moves of a block, each behind what is made before it.
    pub(in crate::vm) fn unfold(&mut self, body: Block) {
        let first = self.list_moves(body);
        let end = self.sink.len();
        for index in first..end {
            self.push_unfolded(self.sink[index]);
        }
        self.sink.cut(first..end);
        self.pass_on(first);
    }

    /// Puts a move on top of the list, behind what is made before it.
    pub(in crate::vm) fn push_unfolded(&mut self, mv: Move) {
        let program = self.program;
        let recipe = &program.recipes[mv.recipe.index()];
        match recipe.unfolded {
            Some(unfolded) => {
                let first = self.sink.len();
                self.list_effects(&recipe.before, recipe, mv);
                self.sink[first..].iter_mut().for_each(|effect| effect.joined = true);
                self.sink.list(Move { recipe: unfolded, ..mv });
            }
            None => self.sink.list(mv),
        }
    }

    /// The moves of an effect, on top of the list.
    fn list_effect(&mut self, effect: Effect, mv: Move) {
        match effect.over {
            Over::Once | Over::Occupied => {
                self.run(effect.block);
            }
            Over::Pair(other) => {
                let first = self.sink.len();
                self.run(effect.block);
                let second = self.sink.len();
                self.run(other);
                let partners = (self.sink.len() - second).max(1);
                let number = mv.payload(1) as u16 as usize;
                let pair = [first + number / partners, second + number % partners];
                let pair = pair.map(|index| self.sink.get(index).copied());
                self.sink.truncate(first);
                self.sink.extend(pair.into_iter().flatten());
            }
            Over::Rehearsed => self.rehearse_one(effect.block, mv.payload(1) as u16),
            Over::Line(rays) | Over::Cleared(rays) => {
                let line = self.line_of(rays, mv);
                self.list_between(effect.block, line.iter().rev());
            }
            Over::LineEnd(rays) => {
                let line = self.line_of(rays, mv);
                self.list_between(effect.block, line.last().into_iter());
            }
            Over::Trail(rays) => {
                let line = self.line_of(rays, mv);
                self.list_between(effect.block, std::iter::once(&(mv.from as u16)).chain(line));
            }
        }
    }

    /// The sites that a move along a ray went over.
    fn line_of(&self, rays: Rays, mv: Move) -> &'a [u16] {
        let table = self.rays(rays, mv.from());
        let (ray, skipped, count) = mv.line();
        let line = table.ray(table.of(mv.from()).start + ray);
        line.get(skipped..skipped + count).unwrap_or(&[])
    }

    /// The sites that a move goes over that has not been made, where rules ask for them.
    pub(in crate::vm) fn passed_by(&self, mv: Move) -> &'a [u16] {
        let rays = self.program.recipes[mv.recipe.index()].hurdle;
        rays.map_or(&[], |rays| self.line_of(rays, mv))
    }

    /// Removes what stands on the sites that a move along a ray went over.
    fn clear_line(&mut self, rays: Rays, mv: Move) {
        for &site in self.line_of(rays, mv).iter().rev() {
            if !self.is_empty(site.into()) {
                let site = site as i16;
                self.take_note(Action::Remove, Move { from: site, to: site, ..Move::PASS });
                self.remove_piece(site.into());
            }
        }
    }

    /// The sites of the hurdle that the last move went over.
    pub(in crate::vm) fn last_between(&self) -> SiteSet<W> {
        let mut found = SiteSet::EMPTY;
        let Some(&Played { mv, .. }) = self.trial.played.last() else { return found };
        let Some(rays) = self.program.recipes[mv.recipe.index()].hurdle else { return found };
        // The piece that hopped tells where forwards was.
        let table = self.rays(rays, mv.to());
        let (ray, skipped, count) = mv.line();
        let line = table.ray(table.of(mv.from()).start + ray);
        for &site in line.get(skipped..skipped + count).unwrap_or(&[]) {
            found.insert(site.into());
        }
        found
    }

    /// The moves of a block for each of some sites, with the site in `between`.
    fn list_between<'s>(&mut self, block: Block, sites: impl Iterator<Item = &'s u16>) {
        let outer = self.get(Reg::BETWEEN);
        for &site in sites {
            self.put(Reg::BETWEEN, i32::from(site));
            self.run(block);
        }
        self.put(Reg::BETWEEN, outer);
    }

    /// Makes it the last move, as far as its record says.
    #[inline]
    fn record(&mut self, mv: Move, record: Record) {
        if record == Record::No {
            return;
        }
        let moves = self.scalar(Scalar::Moves);
        self.write_scalar(Scalar::Moves, moves + 1);
        self.write_scalar(Scalar::LastFrom, mv.from().max(-1));
        self.write_scalar(Scalar::LastTo, mv.to().max(-1));
        self.commit_after();
        let pass = mv.is_pass(self.program);
        let level = self.level_reached(mv);
        self.trial.played.push(Played { mv, mover: self.mover() as u8, pass, level });
    }

    /// What the last actions of the last move were about, as far as the rules ask.
    #[inline]
    pub(in crate::vm) fn commit_after(&mut self) {
        if self.program.facts.last_actions {
            self.write_last_action();
        }
    }

    pub(in crate::vm) fn write_last_action(&mut self) {
        let LastAction { from, to, levels } = self.in_progress.last_action;
        self.write_scalar(Scalar::AfterFrom, from);
        self.write_scalar(Scalar::AfterTo, to);
        self.write_scalar(Scalar::AfterLevelFrom, levels[0]);
        self.write_scalar(Scalar::AfterLevelTo, levels[1]);
    }

    /// The end of a recorded move: pieces that were to leave at the end of the turn leave.
    #[inline]
    fn finish(&mut self) {
        self.commit_after();
        let Some(set) = self.layout().to_clear else { return };
        if self.scalar(Scalar::NextWasSet) != 0 {
            return;
        }
        if self.layout().stacks.is_some() {
            self.let_leave(usize::from(set));
        } else {
            self.clear_marked(usize::from(set));
        }
        self.write_set(usize::from(set), SiteSet::EMPTY);
    }

    fn clear_marked(&mut self, set: usize) {
        for site in self.state_set(set) {
            if self.actions.is_on() {
                let site = site as i16;
                let mv = Move { from: site, to: site, ..Move::PASS };
                self.note_flat(Action::Remove, mv);
            }
            self.clear(site);
        }
    }

    #[inline]
    fn clear_last_sites(&mut self) {
        for set in [self.layout().last_from, self.layout().last_to].into_iter().flatten() {
            self.write_set(usize::from(set), SiteSet::EMPTY);
        }
    }

    /// Notes the sites of an action.
    fn note_action(&mut self, mv: Move) {
        let after = &mut self.in_progress.last_action;
        if mv.from >= 0 {
            (after.from, after.levels[0]) = (mv.from(), 0);
        }
        if mv.to >= 0 {
            (after.to, after.levels[1]) = (mv.to(), 0);
        }
        let board = i32::from(self.layout().board);
        if let Some(set) = self.layout().last_from
            && (0..board).contains(&mv.from())
        {
            self.write_bit(usize::from(set), mv.from(), true);
        }
        if let Some(set) = self.layout().last_to
            && (0..board).contains(&mv.to())
        {
            self.write_bit(usize::from(set), mv.to(), true);
        }
    }

    /// Notes the site of something that an action consists of, as far as the rules ask.
    pub(in crate::vm) fn note_part(&mut self, site: i32) {
        if self.program.facts.last_actions {
            let site = site as i16;
            self.note_action(Move { from: site, to: site, ..Move::PASS });
        }
    }

    /// Notes an action as a move that does nothing else.
    pub(in crate::vm) fn note_flat(&mut self, action: Action, mut mv: Move) {
        if matches!(action, Action::Remove | Action::RemoveLater | Action::RemoveLevel) {
            mv.a = match self.stacks() {
                Some(_) => self.value_removed(action, mv),
                None => self.optional(self.layout().value, mv.to()),
            };
        }
        let recipe = Recipe(Program::PLAIN.0 + action as u16);
        self.actions.push(Move { recipe, ..mv });
    }

    /// Whether anything asks for the actions that are made, one by one.
    #[inline]
    pub(in crate::vm) fn notes_actions(&self) -> bool {
        self.actions.is_on() || self.notes
    }

    /// Notes an action that is about to be made, as far as anything asks for it.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "nearly always it is one question")]
    pub(in crate::vm) fn take_note(&mut self, action: Action, mv: Move) {
        if self.notes_actions() {
            self.note_one(action, mv);
        }
    }

    fn note_one(&mut self, action: Action, mv: Move) {
        if self.actions.is_on() {
            self.note_flat(action, mv);
        }
        if self.program.facts.last_actions {
            self.note_action(mv);
        }
        if !self.program.track_progress.is_empty() {
            self.follow_action(action, mv);
        }
    }

    /// The same for an action on layers, and the move with the sites of the state in place of those
    /// of the language. As a single action it is noted in that form, since those are on no layer.
    fn take_note_on(&mut self, [from, to]: [u8; 2], action: Action, mv: Move) -> Move {
        if self.program.facts.last_actions {
            self.note_action(mv);
        }
        let from = self.locate_on(from, mv.from()) as i16;
        let to = self.locate_on(to, mv.to()) as i16;
        let mv = Move { from, to, ..mv };
        if self.actions.is_on() {
            self.note_flat(action, mv);
        }
        mv
    }

    /// The action of a move itself.
    #[inline]
    fn act(&mut self, recipe: &RecipeData, mut mv: Move) {
        let action = recipe.action;
        let told = mv;
        if recipe.layers == [0; 2] {
            self.take_note(action, mv);
        } else {
            mv = self.take_note_on(recipe.layers, action, mv);
        }
        let (from, to) = (mv.from(), mv.to());
        match action {
            Action::Move => self.move_piece(from, to),
            Action::Add => self.add_piece(to, mv.payload(0), 1, [mv.payload(1), -1, -1]),
            Action::Remove => {
                if self.is_site(to) {
                    self.remove_piece(to);
                }
            }
            Action::Pass | Action::Select | Action::Nothing | Action::Pair => {}
            _ => self.act_rarely(action, mv),
        }
        if self.notes_actions() && self.stacks().is_some() {
            self.note_levels(told);
        }
    }

    /// The rarer actions on what stands on sites.
    fn act_rarely(&mut self, action: Action, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        match action {
            Action::AddMany => {
                for _ in 0..mv.payload(2) {
                    self.add_piece(to, mv.payload(0), 1, [mv.payload(1), -1, -1]);
                }
            }
            Action::MoveLarge => self.move_large(from, to, mv.a),
            Action::MoveCount => self.move_pieces(from, to, mv.payload(0)),
            Action::Seed => self.lay_seeds(mv),
            Action::MoveTop => self.move_level(from, to, -1),
            Action::MoveLevel => self.move_level(from, to, mv.payload(2)),
            Action::MoveInto => self.move_into(from, to, [mv.payload(2), mv.payload(3)]),
            Action::MoveStack => self.move_stack(from, to),
            Action::Insert => self.insert_new(to, mv.payload(0), mv.payload(1), mv.payload(2)),
            Action::RemoveLevel => {
                (0..mv.payload(3)).for_each(|_| self.remove_level(to, mv.payload(2)));
            }
            Action::Copy => self.copy_piece(from, to),
            Action::RemoveLater => {
                if let (Some(set), true) = (self.layout().to_clear, self.is_site(to)) {
                    self.write_bit(usize::from(set), to, true);
                    self.mark_leaving(to, mv.b.max(1));
                }
            }
            Action::Promote => self.promote(to, mv.a),
            Action::SetState | Action::SetRotation | Action::SetValue
                if !self.is_site(to) || mv.a < 0 => {}
            Action::SetState | Action::SetRotation | Action::SetValue
                if self.layout().stacks.is_some() =>
            {
                self.set_in_stack(action, to, mv.b, mv.a);
            }
            Action::SetState => self.set_state(to, -1, mv.a),
            Action::TurnOver => self.turn_over(mv),
            Action::TurnStack => {
                if self.is_site(to) {
                    self.turn_stack(to);
                }
            }
            Action::SetRotation => self.write_rotation(to, mv.a),
            Action::SetValue => self.write_value(to, mv.a),
            Action::SetCount => self.set_count(to, mv.b, mv.a),
            Action::Hide => self.hide(to, mv.payload(0), mv.b, mv.payload(1) != 0),
            Action::GiveNumber => self.give_number(to, mv.a),
            Action::ToggleNumber => self.toggle_number(to, mv.a),
            Action::SwapPieces => {
                self.move_piece(from, to);
                self.note_part(from);
                self.add_piece(from, mv.a, 1, [-1; 3]);
            }
            Action::Convert => self.convert(to, mv.a),
            Action::Attract => self.attract(to, Rays(mv.a as u16)),
            Action::PushAlong => {
                let way = Some(mv.b).filter(|&way| way >= 0);
                self.push_along(to, Rays(mv.a as u16), way);
            }
            _ => self.act_on_scalars(action, mv),
        }
    }

    /// The actions on what the state keeps beside the sites.
    fn act_on_scalars(&mut self, action: Action, mv: Move) {
        match action {
            Action::SetNext => {
                if (1..=self.players()).contains(&mv.a) {
                    self.write_scalar(Scalar::Next, mv.a);
                }
                self.write_scalar(Scalar::NextWasSet, 1);
            }
            Action::SwapPlayers => {
                let first = self.per_player(PerPlayer::Seat, mv.a);
                let second = self.per_player(PerPlayer::Seat, mv.b);
                self.write_per_player(PerPlayer::Seat, mv.a, second);
                self.write_per_player(PerPlayer::Seat, mv.b, first);
                self.write_scalar(Scalar::Next, self.mover());
                self.write_scalar(Scalar::NextWasSet, 1);
            }
            Action::AddScore => {
                let score = self.per_player(PerPlayer::Score, mv.a);
                self.write_per_player(PerPlayer::Score, mv.a, score.wrapping_add(mv.b));
            }
            Action::SetScore => self.write_per_player(PerPlayer::Score, mv.a, mv.b),
            Action::SetPlayerValue if mv.a <= self.players() => {
                self.write_per_player(PerPlayer::Value, mv.a, mv.b);
            }
            Action::SetAmount => self.write_per_player(PerPlayer::Amount, mv.a, mv.b),
            Action::SetTeam if (1..=self.players()).contains(&mv.a) => {
                self.write_per_player(PerPlayer::Team, mv.a, mv.b);
            }
            Action::SetCounter => self.write_scalar(Scalar::Counter, mv.a),
            Action::SetVar if mv.a < 0 => self.write_scalar(Scalar::Temp, mv.b),
            Action::SetVar => {
                self.write((self.layout().vars as i32 + mv.a) as usize, i64::from(mv.b) as u64);
            }
            Action::SetTrump => {
                self.write((self.layout().vars as i32 + mv.b) as usize, i64::from(mv.a) as u64);
            }
            Action::SetPending => self.set_pending(if mv.a == -1 { 1 } else { mv.a }),
            Action::SetPot => self.write_scalar(Scalar::Pot, mv.a),
            Action::Trigger if (0..64).contains(&mv.a) => {
                let triggered = self.wide(Scalar::Triggered) | 1 << mv.a;
                self.write(Layout::scalar(Scalar::Triggered), triggered);
            }
            Action::RememberState => {
                let hash = self.positional();
                self.write(Layout::scalar(Scalar::Remembered), hash);
            }
            Action::Roll => self.throw_dice(mv),
            Action::UseDie => self.use_die(mv.a),
            Action::TurnDice => self.turn_dice(mv.a),
            Action::Propose => self.propose(mv.a),
            Action::Vote => self.vote(mv.a),
            Action::Remember => self.remember(mv.a as usize, mv.b),
            Action::RememberOnce => self.remember_once(mv.a, mv.b),
            Action::Forget => self.forget(mv.a as usize, mv.b),
            Action::ForgetAll => self.forget_values(mv.a),
            _ => {}
        }
    }
}
