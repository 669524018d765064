//! What is done before the first move.
//!
//! What is more than placing pieces is written as the moves of effects, each of which counts as a
//! placement.

mod place;
mod stack;

use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::Site;
use crate::bytecode::{Action, Block, Label, Op, RecipeData, Reg};

/// Variables that a state has room for.
const MAX_VARS: usize = 20_000;

impl<'r> Lowering<'r> {
    pub(super) fn start(&mut self) -> Lowered<Block> {
        let start = self.rules.game.rules().and_then(|rules| rules.get("start"));
        let list = start.and_then(|start| start.get("rules").or_else(|| start.get("rule")));
        let rules: Vec<Node<'r>> = list.into_iter().flat_map(Node::elements).collect();
        self.function(|lowering| {
            lowering.lay_dice();
            lowering.shuffle_decks();
            rules.iter().try_for_each(|&rule| lowering.start_rule(rule))
        })
    }

    fn start_rule(&mut self, node: Node<'r>) -> Lowered<()> {
        self.at(node, |lowering| {
            lowering.either_way(node, &mut |lowering| lowering.start_with(node))
        })
    }

    fn start_with(&mut self, node: Node<'r>) -> Lowered<()> {
        match node.head() {
            "place" => self.place_pieces(node),
            "place Stack" => self.place_stack(node),
            "place Random" => self.place_random(node),
            "set" if node.get("role").is_some() => self.place_of_role(node),
            "set" if node.get("values").is_some() => self.start_numbers(node),
            "set Count" => self.start_count(node),
            "set Score" => self.per_role(node, Action::SetScore, "score"),
            "set Amount" => self.per_role(node, Action::SetAmount, "amount"),
            "set Team" => self.start_team(node),
            "set Cost" | "set Phase" => self.start_number(node),
            "set RememberValue" => self.start_value(node),
            "set Hidden" => self.start_hidden(node),
            "forEach Site" => {
                let set = self.region_arg(node, "region")?;
                let body = self.each_start(node, Some("if"))?;
                self.emit(Op::ForSites { set, var: Reg::SITE, body });
                Ok(())
            }
            "forEach Player" => {
                let (first, last) = (self.constant(1), self.constant(self.players()));
                let body = self.each_start(node, None)?;
                self.emit(Op::ForRange { first, last, var: Reg::PLAYER, body });
                Ok(())
            }
            "forEach" => {
                let list = self.list_arg(node, "players")?;
                let body = self.each_start(node, None)?;
                self.emit(Op::ForList { list, var: Reg::PLAYER, body });
                Ok(())
            }
            "forEach Team" => {
                let rule = node.arg("rule").ok_or_else(|| self.unsupported(node, ""))?;
                self.over_teams(|lowering| lowering.start_rule(rule))
            }
            "forEach Value" => {
                let (first, last) = self.values_between(node)?;
                let body = self.each_start(node, None)?;
                self.emit(Op::ForRange { first, last, var: Reg::VALUE, body });
                Ok(())
            }
            "deal Dominoes" => self.deal_dominoes(node),
            "deal Cards" => self.deal_at_start(node),
            "split Deck" => self.split_deck(),
            _ => Err(self.unsupported(node, "")),
        }
    }

    /// The rule inside a loop, with its condition.
    fn each_start(&mut self, node: Node<'r>, condition: Option<&str>) -> Lowered<Block> {
        let rule = node.arg("rule").ok_or_else(|| self.unsupported(node, ""))?;
        self.block(|lowering| {
            let Some(test) = condition.and_then(|name| node.given(name)) else {
                return lowering.start_rule(rule);
            };
            let test = lowering.bool(test)?;
            let skip = lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            lowering.start_rule(rule)?;
            lowering.emitter.land(skip);
            Ok(())
        })
    }

    /// Moves of an action that count as placements.
    pub(super) fn placements(
        &mut self,
        action: Action,
        layers: [u8; 2],
        write: impl FnOnce(&mut Self, crate::bytecode::Recipe) -> Lowered<()>,
    ) -> Lowered<()> {
        let recipe = RecipeData { layers, ..RecipeData::plain(action) };
        let recipe = self.recipe(recipe);
        let body = self.block(|lowering| write(lowering, recipe))?;
        self.emit(Op::PlaceMoves { body });
        Ok(())
    }

    /// A number of the last component on each of some sites, whoever they belong to.
    fn start_count(&mut self, node: Node<'r>) -> Lowered<()> {
        let layers = [self.layer(node); 2];
        let count = self.int_arg(node, "count")?;
        let set = match node.get("at") {
            Some(site) => {
                let site = self.int(site)?;
                self.singleton(site)
            }
            None => self.region_arg(node, "to")?,
        };
        let last = self.constant(self.components.len() as i32 - 1);
        self.placements(Action::SetCount, layers, |lowering, recipe| {
            lowering.emit(Op::PushOn { set, a: count, b: last, recipe });
            Ok(())
        })
    }

    /// What it costs to use sites, or which colour they have. It never changes afterwards: whoever asks for it
    /// later finds it in a table, if it can be told now.
    fn start_number(&mut self, node: Node<'r>) -> Lowered<()> {
        let kind = self.kind(node);
        let costs = node.head() == "set Cost";
        let name = if costs { "cost" } else { "phase" };
        let settled = !self.site_vars.contains_key(&(name, kind));
        let Some((value, sites)) = self.number_and_sites(node, name).filter(|_| settled) else {
            return self.start_number_of_state(node, name);
        };
        let count = self.board.topology.count(kind);
        let within: Vec<usize> = sites.into_iter().filter(|&site| site < count).collect();
        if costs {
            let costs = self.costs.entry(kind).or_insert_with(|| vec![0; count]);
            within.iter().for_each(|&site| costs[site] = value);
        } else {
            within
                .iter()
                .for_each(|&site| self.static_eval.set_phase(kind, Site::from(site), value));
        }
        let (nowhere, none) = (self.constant(-1), self.constant(0));
        for _ in within {
            self.placements(Action::Nothing, [0; 2], |lowering, recipe| {
                lowering.emit(Op::Push { from: nowhere, to: nowhere, a: none, b: none, recipe });
                Ok(())
            })?;
        }
        Ok(())
    }

    /// The number that a rule gives to sites, and the sites, if both are known.
    fn number_and_sites(&self, node: Node<'r>, name: &str) -> Option<(i32, Vec<usize>)> {
        let value = self.known_int(node.arg(name)?)?;
        let sites = match node.get("to") {
            Some(region) => {
                let region = self.static_eval.region(region).ok().flatten()?;
                region.iter().map(Site::index).collect()
            }
            None => vec![self.known_int(node.arg("at")?)? as usize],
        };
        Some((value, sites))
    }

    /// The same where it depends on what has been placed: the state has a variable for each site.
    fn start_number_of_state(&mut self, node: Node<'r>, name: &'static str) -> Lowered<()> {
        let kind = self.kind(node);
        let value = self.int_arg(node, name)?;
        let set = self.site_or_region(node, "at", "to")?;
        let all = self.on_board_of(kind);
        let set = self.both(set, all);
        let count = self.board.topology.count(kind);
        let (vars, unnamed) = (&mut self.vars, std::iter::repeat_n("\0of a site", count));
        let first = *self.site_vars.entry((name, kind)).or_insert_with(|| {
            vars.extend(unnamed);
            (vars.len() - count) as i32
        });
        if self.vars.len() > MAX_VARS {
            return Err(self.too_much(node, "too many sites"));
        }
        if name == "phase" {
            self.static_eval.unsettle_phases(kind);
        }
        let (first, site) = (self.constant(first), self.emitter.reg());
        self.placements(Action::SetVar, [0; 2], |lowering, recipe| {
            let body = lowering.block(|lowering| {
                let number = lowering.binary(first, site, |dst, a, b| Op::Add { dst, a, b });
                lowering.start_data(number, value, recipe)
            })?;
            lowering.emit(Op::ForSites { set, var: site, body });
            Ok(())
        })
    }

    /// A number for a player, or for all.
    fn per_role(&mut self, node: Node<'r>, action: Action, name: &str) -> Lowered<()> {
        let value = self.int_arg(node, name)?;
        let role = node.get("role").filter(|role| !matches!(role.constant(), Some("All" | "Each")));
        let players = match role {
            Some(role) => vec![self.role(role)?],
            None => (1..=self.players()).map(|player| self.constant(player)).collect(),
        };
        self.placements(action, [0; 2], |lowering, recipe| {
            players.into_iter().try_for_each(|player| lowering.start_data(player, value, recipe))
        })
    }

    fn start_data(&mut self, a: Reg, b: Reg, recipe: crate::bytecode::Recipe) -> Lowered<()> {
        let nowhere = self.constant(-1);
        self.emit(Op::Push { from: nowhere, to: nowhere, a, b, recipe });
        Ok(())
    }

    fn start_team(&mut self, node: Node<'r>) -> Lowered<()> {
        let team = self.int_arg(node, "team")?;
        let roles = node.arg("roles").ok_or_else(|| self.unsupported(node, ""))?;
        let players = roles.elements().map(|role| self.role(role)).collect::<Lowered<Vec<_>>>()?;
        self.placements(Action::SetTeam, [0; 2], |lowering, recipe| {
            players.into_iter().try_for_each(|player| lowering.start_data(player, team, recipe))
        })
    }

    /// Values that are remembered from the beginning.
    fn start_value(&mut self, node: Node<'r>) -> Lowered<()> {
        let unique = self.known_bool(node, "unique") == Some(true);
        let action = if unique { Action::RememberOnce } else { Action::Remember };
        let list = self.remembered_list(node.get("name"));
        let list = self.constant(list);
        if let Some(value) = node.get("value") {
            let value = self.int(value)?;
            return self.placements(action, [0; 2], |lowering, recipe| {
                lowering.start_data(list, value, recipe)
            });
        }
        let set = self.region_arg(node, "region")?;
        let site = self.emitter.reg();
        self.placements(action, [0; 2], |lowering, recipe| {
            let body = lowering.block(|lowering| lowering.start_data(list, site, recipe))?;
            lowering.emit(Op::ForSites { set, var: site, body });
            Ok(())
        })
    }

    /// Hides things from players: each is a placement, for each site and each player.
    fn start_hidden(&mut self, node: Node<'r>) -> Lowered<()> {
        let layers = [self.layer(node); 2];
        self.placements(Action::Hide, layers, |lowering, recipe| lowering.hide_each(node, recipe))
    }
}
