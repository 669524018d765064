//! Effects on players: whose turn it is, scores, teams.

use super::super::moves::{MoveContext, Payload};
use super::super::numbers::{fixed_role, is_numbered_team};
use super::super::{Lowered, Lowering};
use crate::analysis::effect_of;
use crate::ast::typed::{
    AddScore, AddScoreAll, MoveAgain, PlayerOrPlayers, PlayersOrRoles, SetNextPlayer,
    SetTeamEffect, SetValuePlayer, SwapPlayers, Trigger, Word,
};
use crate::ast::words::Role;
use crate::ast::{Node, View};
use crate::bytecode::{Action, Effect, Label, Op, PerPlayer, RecipeData, Reg, Scalar};

impl<'r> Lowering<'r> {
    pub(super) fn move_again(&mut self, call: MoveAgain<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.plain(call, Action::SetNext, context)?;
        let mover = self.scalar(Scalar::Mover);
        self.push_data(mover, None, recipe)
    }

    pub(super) fn trigger(&mut self, call: Trigger<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.without_then(call, Action::Trigger, context)?;
        let player = self.player(call.player_or_role())?;
        self.push_data(player, None, recipe)
    }

    pub(in crate::lower) fn swap_players(
        &mut self,
        call: SwapPlayers<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.plain(call, Action::SwapPlayers, context)?;
        let first = self.player(call.player1_or_role1())?;
        let second = self.player(call.player2_or_role2())?;
        self.push_data(first, Some(second), recipe)
    }

    pub(super) fn set_player_value(
        &mut self,
        call: SetValuePlayer<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.plain(call, Action::SetPlayerValue, context)?;
        let player = self.player(call.player_or_role())?;
        let value = self.int(call.value())?;
        self.push_data(player, Some(value), recipe)
    }

    pub(super) fn set_team(
        &mut self,
        call: SetTeamEffect<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let mut roles = call.roles().iter();
        let Some(first) = roles.next() else { return Ok(()) };
        // It is one move for all players.
        let others: Vec<Word<'r, Role>> = roles.collect();
        let after = self.teams_of_others(call, &others, context)?;
        let taken = [Payload::Half(self.constant(0)); 4];
        let effects = [Vec::new(), after];
        let (recipe, ..) =
            self.recipe_in_context(call, Action::SetTeam, effects, context, taken)?;
        let (player, team) = (self.role(first)?, self.int(call.team())?);
        self.push_data(player, Some(team), recipe)
    }

    /// What a change of team does to all players but the first.
    fn teams_of_others(
        &mut self,
        call: SetTeamEffect<'r>,
        others: &[Word<'r, Role>],
        context: &MoveContext,
    ) -> Lowered<Vec<Effect>> {
        if others.is_empty() {
            return Ok(Vec::new());
        }
        let recipe = self.recipe(RecipeData::plain(Action::SetTeam));
        let block = self.effect_block(context, |lowering| {
            let team = lowering.int(call.team())?;
            others.iter().try_for_each(|&role| {
                let player = lowering.role(role)?;
                lowering.push_data(player, Some(team), recipe)
            })
        })?;
        Ok(vec![effect_of(&self.ir, block)])
    }

    pub(in crate::lower) fn set_next(
        &mut self,
        call: SetNextPlayer<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.without_then(call, Action::SetNext, context)?;
        let players = match call.player_or_players() {
            PlayerOrPlayers::Players(players) => players,
            PlayerOrPlayers::Player(player) => {
                let player = self.player(player)?;
                return self.push_valid_next(player, recipe);
            }
        };
        let list = self.list(players)?;
        let player = self.emitter.reg();
        let body = self.block(|lowering| lowering.push_valid_next(player, recipe))?;
        self.emit(Op::ForList { list, var: player, body });
        Ok(())
    }

    /// Makes a player the next one, if it is a player.
    fn push_valid_next(&mut self, player: Reg, recipe: crate::bytecode::Recipe) -> Lowered<()> {
        let one = self.constant(1);
        let last = self.constant(self.players());
        let low = self.binary(one, player, |dst, a, b| Op::Le { dst, a, b });
        let high = self.binary(player, last, |dst, a, b| Op::Le { dst, a, b });
        let test = self.binary(low, high, |dst, a, b| Op::Min { dst, a, b });
        let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        self.push_data(player, None, recipe)?;
        self.emitter.land(skip);
        Ok(())
    }

    /// `(addScore …)` and `(set Score …)`.
    pub(super) fn score(
        &mut self,
        call: AddScore<'r>,
        action: Action,
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.plain(call, action, context)?;
        let score = self.int(call.score())?;
        self.for_players(call.player_or_role(), |lowering, player| {
            lowering.push_data(player, Some(score), recipe)
        })
    }

    /// Several scores for several players, up to the shorter list.
    pub(super) fn add_scores(
        &mut self,
        call: AddScoreAll<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.plain(call, Action::AddScore, context)?;
        let players: Vec<Node<'r>> = match call.players_or_roles() {
            PlayersOrRoles::Players(players) => players.iter().map(View::node).collect(),
            PlayersOrRoles::Roles(roles) => roles.iter().map(View::node).collect(),
        };
        for (player, score) in players.into_iter().zip(call.scores().iter()) {
            let score = self.int(score)?;
            self.for_players(player, |lowering, player| {
                lowering.push_data(player, Some(score), recipe)
            })?;
        }
        Ok(())
    }

    /// Code for each of the players that a role stands for, or for the one of a number.
    pub(in crate::lower) fn for_players(
        &mut self,
        players: impl View<'r>,
        mut write: impl FnMut(&mut Self, Reg) -> Lowered<()>,
    ) -> Lowered<()> {
        let role = match players.node().word() {
            Some(Role::Neutral | Role::Shared | Role::Each) => return Ok(()),
            // So it is in the language.
            Some(Role::P10) => {
                let nobody = self.constant(0);
                return write(self, nobody);
            }
            Some(Role::All) => {
                for player in 1..=self.players() {
                    let player = self.constant(player);
                    write(self, player)?;
                }
                return Ok(());
            }
            Some(
                role @ (Role::NonMover | Role::Enemy | Role::Ally | Role::Friend | Role::TeamMover),
            ) => role,
            Some(role) if is_numbered_team(role) => role,
            Some(_) | None => {
                let player = self.player(players.node())?;
                return write(self, player);
            }
        };
        for player in 1..=self.players() {
            let player = self.constant(player);
            let test = self.is_among(role, player);
            let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            write(self, player)?;
            self.emitter.land(skip);
        }
        Ok(())
    }

    /// Whether a player is one of those that a role for several stands for.
    fn is_among(&mut self, role: Role, player: Reg) -> Reg {
        let mover = self.scalar(Scalar::Mover);
        let is_mover = self.binary(player, mover, |dst, a, b| Op::Eq { dst, a, b });
        if role == Role::NonMover {
            return self.unary(is_mover, |dst, a| Op::Not { dst, a });
        }
        let team = |lowering: &mut Self, player: Reg| {
            let array = PerPlayer::Team;
            lowering.unary(player, |dst, player| Op::PerPlayer { dst, array, player })
        };
        let own = team(self, player);
        let wanted = match role {
            Role::Enemy | Role::Ally | Role::Friend | Role::TeamMover => team(self, mover),
            role => {
                let number = fixed_role(role, self.players());
                self.constant(number)
            }
        };
        let same = self.binary(own, wanted, |dst, a, b| Op::Eq { dst, a, b });
        match role {
            Role::Enemy => self.unary(same, |dst, a| Op::Not { dst, a }),
            Role::Ally => self.binary(is_mover, same, |dst, a, b| Op::Lt { dst, a, b }),
            _ => same,
        }
    }
}
