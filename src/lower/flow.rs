//! Phases and end rules.

use super::moves::MoveContext;
use super::{Lowered, Lowering, Unsupported};
use crate::ast::Node;
use crate::bytecode::{Block, Label, Op, Phase, Reg, Verdict};
use crate::check::PlanKind;

impl<'r> Lowering<'r> {
    /// The phases of the game; one if it does not tell phases apart.
    pub(super) fn phases(&mut self) -> Result<Vec<Phase>, Vec<Unsupported>> {
        let rules = self.rules.game.rules();
        let rules = rules.ok_or_else(|| vec![self.unsupported(self.rules.game.root(), "")])?;
        let Some(list) = rules.get("phases") else {
            let play = self.play_rule(rules, None).map_err(|reason| vec![reason])?;
            return Ok(vec![Phase {
                name: "Default".into(),
                owner: None,
                play,
                plays: Vec::new(),
                plan: PlanKind::Standard,
                end: None,
                next: None,
            }]);
        };
        let shared = rules.get("play");
        let names: Vec<&str> = list.elements().map(|phase| name_of(phase)).collect();
        let mut phases = Vec::new();
        let mut unsupported = Vec::new();
        for node in list.elements() {
            match self.phase(node, shared, &names) {
                Ok(phase) => phases.push(phase),
                Err(reason) => unsupported.push(reason),
            }
        }
        if unsupported.is_empty() { Ok(phases) } else { Err(unsupported) }
    }

    fn phase(
        &mut self,
        node: Node<'r>,
        shared: Option<Node<'r>>,
        names: &[&str],
    ) -> Lowered<Phase> {
        let role = node.arg("role").and_then(Node::constant).unwrap_or("Shared");
        let owner = match super::numbers::fixed_role(role, self.players()) {
            owner if owner > self.players() => None,
            owner => u8::try_from(owner).ok(),
        };
        let play = self.play_rule(node, shared)?;
        let end = node.get("end").map(|end| self.end(end)).transpose()?;
        let next = node.get("nexts").or_else(|| node.get("next"));
        let next = match next {
            Some(next) => Some(self.next_phases(next, names)?),
            None => None,
        };
        let plan = PlanKind::Standard;
        Ok(Phase {
            name: name_of(node).to_owned(),
            owner,
            play,
            plays: Vec::new(),
            plan,
            end,
            next,
        })
    }

    /// What generates the moves of a phase: its own rule and the one it shares.
    fn play_rule(&mut self, node: Node<'r>, shared: Option<Node<'r>>) -> Lowered<Block> {
        let own = node.get("play");
        let rules: Vec<Node<'r>> =
            own.into_iter().chain(shared).filter_map(|play| play.arg("moves")).collect();
        self.function(|lowering| {
            rules.iter().try_for_each(|&moves| lowering.moves(moves, &MoveContext::default()))
        })
    }

    /// Code that sets the phase of the player in the register `player`.
    fn next_phases(&mut self, list: Node<'r>, names: &[&str]) -> Lowered<Block> {
        let count = names.len() as i32;
        self.function(|lowering| {
            let mut exits = Vec::new();
            for node in list.elements() {
                let mut skips = Vec::new();
                let role = node.get("player").or_else(|| node.get("role"));
                let all = lowering.players() + 1;
                let who = match role {
                    Some(role) => lowering.player(role)?,
                    None => lowering.constant(all),
                };
                let known = lowering.emitter.known(who);
                if known != Some(all) {
                    let test = lowering.binary(who, Reg::PLAYER, |dst, a, b| Op::Eq { dst, a, b });
                    skips.push(lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
                }
                let test = lowering.bool_arg(node, "condition")?;
                if lowering.emitter.known(test) != Some(1) {
                    skips.push(lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
                }
                let phase = match node.get("phase") {
                    Some(name) => {
                        let number = names.iter().position(|other| *other == name.text());
                        let number = number.ok_or_else(|| lowering.unsupported(node, ""))?;
                        lowering.constant(number as i32)
                    }
                    None => {
                        let whose = if known == Some(all) {
                            lowering.scalar(crate::bytecode::Scalar::Mover)
                        } else {
                            who
                        };
                        let array = crate::bytecode::PerPlayer::Phase;
                        let now = lowering.unary(whose, |dst, player| Op::PerPlayer {
                            dst,
                            array,
                            player,
                        });
                        let one = lowering.constant(1);
                        let next = lowering.binary(now, one, |dst, a, b| Op::Add { dst, a, b });
                        let count = lowering.constant(count);
                        lowering.binary(next, count, |dst, a, b| Op::Rem { dst, a, b })
                    }
                };
                lowering.emit(Op::SetPhase { player: Reg::PLAYER, phase });
                exits.push(lowering.emitter.jump(Op::Jump { to: Label(0) }));
                skips.into_iter().for_each(|jump| lowering.emitter.land(jump));
            }
            exits.into_iter().for_each(|jump| lowering.emitter.land(jump));
            Ok(())
        })
    }

    /// The end rules that hold in every phase.
    pub(super) fn global_end(&mut self) -> Lowered<Option<Block>> {
        let end = self.rules.game.rules().and_then(|rules| rules.get("end"));
        end.map(|end| self.end(end)).transpose()
    }

    pub(super) fn end(&mut self, node: Node<'r>) -> Lowered<Block> {
        let rules = node.get("rules").or_else(|| node.get("rule"));
        let rules: Vec<Node<'r>> = rules.into_iter().flat_map(Node::elements).collect();
        self.function(|lowering| {
            rules.iter().try_for_each(|&rule| lowering.at(rule, |lowering| lowering.end_rule(rule)))
        })
    }

    /// An end rule: every one is looked at, whatever the others did.
    fn end_rule(&mut self, node: Node<'r>) -> Lowered<()> {
        match node.head() {
            "if" => {
                let exits = self.end_if(node)?;
                exits.into_iter().for_each(|jump| self.emitter.land(jump));
                Ok(())
            }
            "forEach" => self.end_for_each(node),
            "forEach Track" => self.end_for_each_track(node),
            _ => Err(self.unsupported(node, "")),
        }
    }

    /// Code for an `if`; the jumps that it leaves by once it has given a result.
    fn end_if(&mut self, node: Node<'r>) -> Lowered<Vec<usize>> {
        let test = self.bool_arg(node, "condition")?;
        let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        let inner = node.get("rules").or_else(|| node.get("rule"));
        let mut exits = Vec::new();
        for rule in inner.into_iter().flat_map(Node::elements) {
            exits.extend(self.at(rule, |lowering| lowering.end_if(rule))?);
        }
        // Ranking by scores after conditions of its own is never carried out.
        let idle = inner.is_some();
        let is_idle = |result: &Node<'r>| idle && result.head() != "result";
        if let Some(result) = node.get("result").filter(|result| !is_idle(result)) {
            self.at(result, |lowering| lowering.result(result))?;
            exits.push(self.emitter.jump(Op::Jump { to: Label(0) }));
        }
        self.emitter.land(skip);
        Ok(exits)
    }

    /// A result for each track, until nobody is left.
    fn end_for_each_track(&mut self, node: Node<'r>) -> Lowered<()> {
        let result = node.arg("result").ok_or_else(|| self.unsupported(node, ""))?;
        let body = self.block(|lowering| {
            let active = lowering.scalar(crate::bytecode::Scalar::Active);
            let over = lowering.emitter.jump(Op::JumpUnless { test: active, to: Label(0) });
            let test = lowering.bool_arg(node, "if")?;
            let skip = lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            lowering.result(result)?;
            lowering.emitter.land(skip);
            lowering.emitter.land(over);
            Ok(())
        })?;
        let last = self.board.tracks.len() as i32 - 1;
        let (first, last) = (self.constant(0), self.constant(last));
        self.emit(Op::ForRange { first, last, var: Reg::TRACK, body });
        Ok(())
    }

    fn end_for_each(&mut self, node: Node<'r>) -> Lowered<()> {
        let test = node.arg("if").ok_or_else(|| self.unsupported(node, ""))?;
        let result = node.arg("result").ok_or_else(|| self.unsupported(node, ""))?;
        let others = node.get("role").and_then(Node::constant) == Some("NonMover");
        let body = self.block(|lowering| {
            let player = Reg::PLAYER;
            let active = lowering.unary(player, |dst, player| Op::IsActive { dst, player });
            let mut skips =
                vec![lowering.emitter.jump(Op::JumpUnless { test: active, to: Label(0) })];
            if others {
                let mover = lowering.scalar(crate::bytecode::Scalar::Mover);
                let test = lowering.binary(player, mover, |dst, a, b| Op::Ne { dst, a, b });
                skips.push(lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
            }
            let test = lowering.bool(test)?;
            skips.push(lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
            lowering.result(result)?;
            skips.into_iter().for_each(|jump| lowering.emitter.land(jump));
            Ok(())
        })?;
        let (first, last) = (self.constant(1), self.constant(self.players()));
        self.emit(Op::ForRange { first, last, var: Reg::PLAYER, body });
        Ok(())
    }

    fn result(&mut self, node: Node<'r>) -> Lowered<()> {
        match node.head() {
            "result" => {
                let role = node.arg("role").ok_or_else(|| self.unsupported(node, ""))?;
                let player = self.role(role)?;
                let verdict = match node.arg("outcome").and_then(Node::constant) {
                    Some("Win") => Verdict::Win,
                    Some("Loss") => Verdict::Loss,
                    Some("Draw") => Verdict::Draw,
                    Some("Tie") => Verdict::Tie,
                    Some("Abandon" | "Crash") => Verdict::Abandon,
                    _ => return Err(self.unsupported(node, "")),
                };
                if !node.is_of(&self.rules.game) {
                    self.emit(Op::MatchResult { player, result: verdict });
                    return Ok(());
                }
                let of_team = role.constant().is_some_and(|role| role.starts_with("Team"));
                self.emit(if of_team {
                    Op::TeamResult { team: player, result: verdict }
                } else {
                    Op::Result { player, result: verdict }
                });
                Ok(())
            }
            "byScore" if !node.is_of(&self.rules.game) => {
                if node.get("scores").is_some() {
                    return Err(self.unsupported(node, "scores of a match"));
                }
                let misere = self.bool_arg(node, "misere")?;
                self.emit(Op::ByMatchScore { misere });
                Ok(())
            }
            "payoffs" if node.is_of(&self.rules.game) => self.payoffs(node),
            "byScore" => {
                let scores = node.get("scores");
                for score in scores.into_iter().flat_map(Node::elements) {
                    let role = score.arg("role").ok_or_else(|| self.unsupported(score, ""))?;
                    let player = self.role(role)?;
                    let score = self.int_arg(score, "score")?;
                    self.emit(Op::SetScore { player, score });
                }
                let misere = self.bool_arg(node, "misere")?;
                self.emit(Op::ByScore { misere });
                Ok(())
            }
            _ => Err(self.unsupported(node, "")),
        }
    }
}

fn name_of(phase: Node<'_>) -> &str {
    phase.arg("name").map_or("", Node::text)
}
