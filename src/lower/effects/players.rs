//! Effects on players: whose turn it is, scores, teams.

use super::super::moves::{MoveContext, Payload};
use super::super::numbers::fixed_role;
use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{Action, Effect, Label, Op, PerPlayer, RecipeData, Reg, Scalar};

impl<'r> Lowering<'r> {
    pub(super) fn player_effect(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        match node.effect_head() {
            "moveAgain" => {
                let recipe = self.plain(node, Action::SetNext, context)?;
                let mover = self.scalar(Scalar::Mover);
                self.push_data(mover, None, recipe)
            }
            "set NextPlayer" => self.set_next(node, context),
            "addScore" if node.get("scores").is_some() => self.add_scores(node, context),
            "addScore" => self.score(node, Action::AddScore, context),
            "set Score" => self.score(node, Action::SetScore, context),
            "set Value" => {
                let recipe = self.plain(node, Action::SetPlayerValue, context)?;
                let player = self.player_arg(node)?;
                let value = self.int_arg(node, "value")?;
                self.push_data(player, Some(value), recipe)
            }
            "set Team" => {
                let roles = node.arg("roles").ok_or_else(|| self.unsupported(node, ""))?;
                let mut roles = roles.elements();
                let Some(first) = roles.next() else { return Ok(()) };
                // It is one move for all players.
                let others: Vec<Node<'r>> = roles.collect();
                let after = self.teams_of_others(node, &others, context)?;
                let taken = [Payload::Half(self.constant(0)); 4];
                let (recipe, ..) = self.recipe_in_context(
                    node,
                    Action::SetTeam,
                    [Vec::new(), after],
                    context,
                    taken,
                )?;
                let (player, team) = (self.role(first)?, self.int_arg(node, "team")?);
                self.push_data(player, Some(team), recipe)
            }
            "trigger" => {
                let recipe = self.without_then(node, Action::Trigger, context)?;
                let player = self.player_arg(node)?;
                self.push_data(player, None, recipe)
            }
            _ => {
                let recipe = self.plain(node, Action::SwapPlayers, context)?;
                let mut one = |int: &str, role: &str| {
                    let player = node.get(int).or_else(|| node.get(role));
                    let player = player.ok_or_else(|| self.unsupported(node, ""))?;
                    self.player(player)
                };
                let (first, second) = (one("player1", "role1")?, one("player2", "role2")?);
                self.push_data(first, Some(second), recipe)
            }
        }
    }

    /// What a change of team does to all players but the first.
    fn teams_of_others(
        &mut self,
        node: Node<'r>,
        others: &[Node<'r>],
        context: &MoveContext,
    ) -> Lowered<Vec<Effect>> {
        if others.is_empty() {
            return Ok(Vec::new());
        }
        let recipe = self.recipe(RecipeData::plain(Action::SetTeam));
        let block = self.effect_block(context, |lowering| {
            let team = lowering.int_arg(node, "team")?;
            others.iter().try_for_each(|&role| {
                let player = lowering.role(role)?;
                lowering.push_data(player, Some(team), recipe)
            })
        })?;
        Ok(vec![self.effect_of(block)])
    }

    fn set_next(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.without_then(node, Action::SetNext, context)?;
        let Some(players) = node.get("players") else {
            let player = self.player_arg(node)?;
            return self.push_valid_next(player, recipe);
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

    fn score(&mut self, node: Node<'r>, action: Action, context: &MoveContext) -> Lowered<()> {
        let recipe = self.plain(node, action, context)?;
        let score = self.int_arg(node, "score")?;
        let player = node.get("player").or_else(|| node.get("role"));
        let player = player.ok_or_else(|| self.unsupported(node, ""))?;
        self.for_players(player, |lowering, player| lowering.push_data(player, Some(score), recipe))
    }

    /// Several scores for several players, up to the shorter list.
    fn add_scores(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.plain(node, Action::AddScore, context)?;
        let scores = node.arg("scores").ok_or_else(|| self.unsupported(node, ""))?;
        let players = node.get("players").or_else(|| node.get("roles"));
        let players = players.ok_or_else(|| self.unsupported(node, ""))?;
        for (player, score) in players.elements().zip(scores.elements()) {
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
        node: Node<'r>,
        mut write: impl FnMut(&mut Self, Reg) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some(role) = node.constant() else {
            let player = self.int(node)?;
            return write(self, player);
        };
        match role {
            "Neutral" | "Shared" | "Each" => return Ok(()),
            // So it is in the language.
            "P10" => {
                let nobody = self.constant(0);
                return write(self, nobody);
            }
            "All" => {
                for player in 1..=self.players() {
                    let player = self.constant(player);
                    write(self, player)?;
                }
                return Ok(());
            }
            "NonMover" | "Enemy" | "Ally" | "Friend" => {}
            role if role.starts_with("Team") => {}
            _ => {
                let player = self.role(node)?;
                return write(self, player);
            }
        }
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
    fn is_among(&mut self, role: &str, player: Reg) -> Reg {
        let mover = self.scalar(Scalar::Mover);
        let is_mover = self.binary(player, mover, |dst, a, b| Op::Eq { dst, a, b });
        if role == "NonMover" {
            return self.unary(is_mover, |dst, a| Op::Not { dst, a });
        }
        let team = |lowering: &mut Self, player: Reg| {
            let array = PerPlayer::Team;
            lowering.unary(player, |dst, player| Op::PerPlayer { dst, array, player })
        };
        let own = team(self, player);
        let wanted = match role {
            "Enemy" | "Ally" | "Friend" | "TeamMover" => team(self, mover),
            role => {
                let number = fixed_role(role, self.players());
                self.constant(number)
            }
        };
        let same = self.binary(own, wanted, |dst, a, b| Op::Eq { dst, a, b });
        match role {
            "Enemy" => self.unary(same, |dst, a| Op::Not { dst, a }),
            "Ally" => self.binary(is_mover, same, |dst, a, b| Op::Lt { dst, a, b }),
            _ => same,
        }
    }
}
