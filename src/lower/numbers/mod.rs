//! Numbers.

mod arithmetic;
mod board;
mod count;
mod group;
mod list;
mod map;
mod piece;
mod player;
mod real;
mod stack;
mod track;

pub(super) use board::SiteNumber;
pub(super) use map::Map;
pub(super) use player::{PlayerRef, fixed_role, is_numbered_team, owner_of_role};

use super::cards::Card;
use super::{Lowered, Lowering};
use crate::ast::typed::{ConditionOrReal, IfOrIsVisible, Int, LastTo, ValuePending, Var};
use crate::ast::words::{PrevType, WhenType};
use crate::ast::{Node, View};
use crate::board::Direction;
use crate::bytecode::{
    Datum, Label, List, Memory, Op, PerPlayer, Program, Reg, Scalar, Set, Variable,
};

impl<'r> Lowering<'r> {
    /// Code for a number; the register that holds it afterwards.
    pub(super) fn int(&mut self, number: impl View<'r>) -> Lowered<Reg> {
        let number = Int::from(number.node());
        if let Some(known) = self.known_int(number) {
            return Ok(self.constant(known));
        }
        self.at(number, |lowering| {
            lowering.either_number(number.node(), |lowering| lowering.computed(number))
        })
    }

    /// A number that is the same at any time.
    pub(super) fn known_int(&self, node: impl View<'r>) -> Option<i32> {
        let node = node.node();
        node.as_int().or_else(|| self.static_eval.number(node).ok().flatten())
    }

    /// The number of an argument that has to be there.
    pub(super) fn int_arg(&mut self, node: Node<'r>, name: &str) -> Lowered<Reg> {
        let argument = node.arg(name).ok_or_else(|| self.unsupported(node, ""))?;
        self.int(argument)
    }

    /// The number of an argument, or a constant if it is left out.
    pub(super) fn int_or(&mut self, node: Option<impl View<'r>>, default: i32) -> Lowered<Reg> {
        let node = node.map(View::node);
        match node {
            Some(node) => self.int(node),
            None => Ok(self.constant(default)),
        }
    }

    /// The site of an argument, or the one that the last move went to.
    pub(super) fn site_or_last_to(&mut self, node: Option<impl View<'r>>) -> Lowered<Reg> {
        let node = node.map(View::node);
        match node {
            Some(node) => self.int(node),
            None => Ok(self.scalar(Scalar::LastTo)),
        }
    }

    pub(super) fn scalar(&mut self, scalar: Scalar) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Scalar { dst, scalar });
        dst
    }

    /// A number of two registers.
    pub(super) fn binary(&mut self, a: Reg, b: Reg, op: impl Fn(Reg, Reg, Reg) -> Op) -> Reg {
        let dst = self.emitter.reg();
        self.emit(op(dst, a, b));
        dst
    }

    /// A number of one register.
    pub(super) fn unary(&mut self, a: Reg, op: impl Fn(Reg, Reg) -> Op) -> Reg {
        let dst = self.emitter.reg();
        self.emit(op(dst, a));
        dst
    }

    /// A number looked up in a table; another where the table has none.
    pub(super) fn look(&mut self, entries: Vec<i32>, index: Reg, none: Reg) -> Reg {
        let table = self.tables.numbers(entries);
        let dst = self.emitter.reg();
        self.emit(Op::Look { dst, table, index, none });
        dst
    }

    /// A number, or `none` where a test fails; the number is worked out only where it holds.
    pub(super) fn only_if(
        &mut self,
        test: Reg,
        none: Reg,
        write: impl FnOnce(&mut Self) -> Lowered<Reg>,
    ) -> Lowered<Reg> {
        let dst = self.emitter.reg();
        self.emit(Op::Copy { dst, a: none });
        let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        let value = write(self)?;
        self.emit(Op::Copy { dst, a: value });
        self.emitter.land(skip);
        Ok(dst)
    }

    #[allow(clippy::too_many_lines, reason = "one arm a ludeme")]
    fn computed(&mut self, number: Int<'r>) -> Lowered<Reg> {
        match number {
            Int::Literal(value) => Ok(self.constant(value.value())),
            Int::Add(call) => self.two(call.a(), call.b(), |dst, a, b| Op::Add { dst, a, b }),
            Int::Sub(call) => self.two(call.a(), call.b(), |dst, a, b| Op::Sub { dst, a, b }),
            Int::Mul(call) => self.two(call.a(), call.b(), |dst, a, b| Op::Mul { dst, a, b }),
            Int::Div(call) => self.two(call.a(), call.b(), |dst, a, b| Op::Div { dst, a, b }),
            Int::Mod(call) => self.two(call.a(), call.b(), |dst, a, b| Op::Rem { dst, a, b }),
            Int::Pow(call) => self.two(call.a(), call.b(), |dst, a, b| Op::Pow { dst, a, b }),
            Int::Max(call) => self.two(call.a(), call.b(), |dst, a, b| Op::Max { dst, a, b }),
            Int::Min(call) => self.two(call.a(), call.b(), |dst, a, b| Op::Min { dst, a, b }),
            Int::AddAll(call) => self.sum(call),
            Int::MulAll(call) => self.product(call),
            Int::MaxAll(call) => {
                self.of_list(call.values(), |dst, list| Op::Greatest { dst, list })
            }
            Int::MinAll(call) => self.of_list(call.values(), |dst, list| Op::Least { dst, list }),
            Int::Abs(call) => {
                let a = self.int(call.value())?;
                Ok(self.unary(a, |dst, a| Op::Abs { dst, a }))
            }
            Int::If(call) => self.if_int(call),
            Int::ToInt(call) => match call.condition_or_real() {
                ConditionOrReal::Condition(condition) => self.bool(condition),
                ConditionOrReal::Real(real) => self.whole_part(real),
            },
            Int::FromSite(call) if call.at().value() == WhenType::EndOfTurn => Ok(Reg::FROM),
            Int::FromSite(_) => {
                let dst = self.emitter.reg();
                self.emit(Op::TurnStart { dst });
                Ok(dst)
            }
            Int::ToSite(_) => Ok(Reg::TO),
            Int::BetweenSite(_) => Ok(Reg::BETWEEN),
            Int::Site(_) => Ok(Reg::SITE),
            Int::Level(_) => Ok(Reg::LEVEL),
            Int::Value(_) => Ok(Reg::VALUE),
            Int::Pips(_) => Ok(Reg::PIPS),
            Int::Track(_) => Ok(Reg::TRACK),
            Int::Player(_) => Ok(Reg::PLAYER),
            Int::Edge(call) => self.edges_of_hint(call.node()),
            Int::Hint(call) => self.hint(call.node()),
            Int::Mover(_) => Ok(self.scalar(Scalar::Mover)),
            Int::Next(_) => Ok(self.scalar(Scalar::Next)),
            Int::Prev(call) => match call.type_().value() {
                PrevType::Mover => Ok(self.scalar(Scalar::Prev)),
                PrevType::MoverLastTurn => {
                    let dst = self.emitter.reg();
                    self.emit(Op::MoverBefore { dst });
                    Ok(dst)
                }
            },
            Int::Counter(_) => Ok(self.scalar(Scalar::Counter)),
            Int::Pot(_) => Ok(self.scalar(Scalar::Pot)),
            Int::Var(call) => Ok(self.var(call)),
            Int::LastFrom(call) => self.last_site(call, [Scalar::LastFrom, Scalar::AfterFrom]),
            Int::LastTo(call) => self.last_site(call, [Scalar::LastTo, Scalar::AfterTo]),
            Int::LastLevelFrom(call) => self.last_level(call, false),
            Int::LastLevelTo(call) => self.last_level(call, true),
            Int::ValueMoveLimit(_) => Ok(self.constant(Program::MOVE_LIMIT)),
            Int::ValueTurnLimit(_) => Ok(self.constant(Program::TURN_LIMIT)),
            Int::ValuePending(call) => self.pending(call),
            Int::ValueRandom(call) => self.random(call),
            Int::ValuePlayer(call) => self.per_player_of(call.player_or_role(), PerPlayer::Value),
            Int::Score(call) => self.per_player_of(call.player_or_role(), PerPlayer::Score),
            Int::Amount(call) => self.per_player_of(call.player_or_role(), PerPlayer::Amount),
            Int::MatchScore(call) => self.match_score(call.node()),
            Int::What(call) => self.what(call),
            Int::Who(call) => self.owner_at(call),
            Int::State(call) => {
                self.at_level(call, Datum::State, |dst, site| Op::StateAt { dst, site })
            }
            Int::Rotation(call) => {
                self.at_level(call, Datum::Rotation, |dst, site| Op::RotationAt { dst, site })
            }
            Int::ValuePiece(call) => {
                self.at_level(call, Datum::Value, |dst, site| Op::ValueAt { dst, site })
            }
            Int::Id(call) => Ok(self.id(call)),
            Int::IdRole(call) => self.id_of_role(call),
            Int::WhereIndex(call) => {
                let what = self.int(call.piece())?;
                self.first_site_with(what, self.layer(call))
            }
            Int::WhereName(call) => self.where_named(call),
            Int::WhereLevelIndex(call) => self.level_of(call),
            Int::WhereLevelName(call) => self.level_of_named(call),
            Int::TopLevel(call) => {
                let site = self.int(call.at())?;
                self.read_site(call, site, |dst, site| Op::TopLevel { dst, site })
            }
            Int::Face(call) => {
                let site = self.int(call.site())?;
                Ok(self.unary(site, |dst, site| Op::Face { dst, site }))
            }
            Int::CardTrumpSuit(_) => Ok(self.trump_suit()),
            Int::CardRank(call) => self.of_card(call.at(), Some(call.level()), Card::rank),
            Int::CardSuit(call) => self.of_card(call.at(), call.level(), Card::suit),
            Int::CardTrumpRank(call) => {
                self.of_card(call.at(), Some(call.level()), Card::trump_rank)
            }
            Int::CardTrumpValue(call) => {
                self.of_card(call.at(), Some(call.level()), Card::trump_value)
            }
            Int::Ahead(call) => self.ahead(call),
            Int::Row(call) => self.row(call),
            Int::Column(call) => self.column(call),
            Int::Layer(call) => self.layer_of_site(call),
            Int::Phase(call) => self.phase_of_site(call),
            Int::Cost(call) => self.cost(call),
            Int::CoordRowColumn(call) => self.coord(call),
            Int::RegionSite(call) => {
                let set = self.region(call.region())?;
                let index = self.int(call.index())?;
                Ok(self.nth(set, index))
            }
            Int::HandSite(call) => self.hand_site(call),
            Int::EdgeBetween(call) => self.edge(call),
            Int::PathExtent(call) => self.path_extent(call),
            Int::MapEntry(call) => self.map_entry(call),
            Int::ArrayValue(call) => {
                let dst = self.emitter.reg();
                let list = self.list(call.list())?;
                let index = self.int(call.index())?;
                self.emit(Op::Entry { dst, list, index });
                Ok(dst)
            }
            Int::SizeArray(call) => self.of_list(call.list(), |dst, list| Op::Length { dst, list }),
            Int::CountValue(call) => {
                let dst = self.emitter.reg();
                let value = self.int(call.value())?;
                let list = self.list(call.in_())?;
                self.emit(Op::Occurrences { dst, list, value });
                Ok(dst)
            }
            Int::TrackSiteMove(call) => self.site_along_track(call),
            Int::TrackSiteFirstSite(call) => self.first_on_track(call),
            Int::TrackSiteEndSite(call) => self.end_of_track(call),
            Int::CountStepsOnTrack(call) => self.steps_on_track(call),
            Int::Count(call) => self.count_at(call),
            Int::CountMoves(_) => Ok(self.scalar(Scalar::Moves)),
            Int::CountTurns(_) => Ok(self.scalar(Scalar::Turns)),
            Int::CountMovesThisTurn(_) => Ok(self.scalar(Scalar::SameTurn)),
            Int::CountTrials(_) => Ok(self.trials()),
            Int::CountActive(_) => {
                let active = self.scalar(Scalar::Active);
                Ok(self.unary(active, |dst, a| Op::Ones { dst, a }))
            }
            Int::CountPhases(_) => Ok(self.count_phases()),
            Int::CountLegalMoves(_) => {
                let dst = self.emitter.reg();
                self.emit(Op::LegalCount { dst });
                Ok(dst)
            }
            Int::CountPips(call) => self.count_pips(call),
            Int::CountSites(call) => self.count_sites(call),
            Int::CountPieces(call) => self.count_pieces(call),
            Int::CountAdjacent(call) => self.count_related(call, Direction::Adjacent),
            Int::CountOrthogonal(call) => self.count_related(call, Direction::Orthogonal),
            Int::CountDiagonal(call) => self.count_related(call, Direction::Diagonal),
            Int::CountNeighbours(call) => self.count_related(call, Direction::All),
            Int::CountOff(call) => self.count_related(call, Direction::OffDiagonal),
            Int::CountSitesPlatformBelow(call) => self.platform_below(call),
            Int::CountSteps(call) => self.count_steps(call),
            Int::CountStack(call) => self.count_stack(call),
            Int::CountGroups(call) => self.count_groups(call),
            Int::CountLiberties(call) => self.liberties(call),
            Int::CountSizeBiggestLine(call) => self.longest_line(call),
            Int::CountSizeBiggestGroup(call) => {
                self.biggest_group(call.into(), call.region(), Some(call.is_visible()))
            }
            Int::SizeOfBiggestGroup(call) => {
                let is_visible = match call.if_or_is_visible() {
                    IfOrIsVisible::If(_) => None,
                    IfOrIsVisible::IsVisible(is_visible) => Some(is_visible),
                };
                self.biggest_group(call.into(), call.region(), is_visible)
            }
            Int::SizeGroup(call) => self.size_of_group(call),
            Int::SizeTerritory(call) => self.size_of_territory(call),
            Int::SizeStack(call) => self.size_of_stack(call),
            Int::SizeLargePiece(call) => self.size_of_large(call),
            Int::CentrePoint(_)
            | Int::Coord(_)
            | Int::CountCells(_)
            | Int::CountColumns(_)
            | Int::CountEdges(_)
            | Int::CountPlayers(_)
            | Int::CountRows(_)
            | Int::CountVertices(_)
            | Int::Gap(_) => Err(self.unsupported(number, "")),
        }
    }

    /// A site of the last move, without or with its consequences.
    fn last_site(&mut self, call: LastTo<'r>, [without, with]: [Scalar; 2]) -> Lowered<Reg> {
        let is_after = self.bool(call.after_consequence())?;
        match self.emitter.known(is_after) {
            Some(0) => Ok(self.scalar(without)),
            Some(_) => Ok(self.scalar(with)),
            None => {
                let last = self.scalar(without);
                self.only_if(is_after, last, |lowering| Ok(lowering.scalar(with)))
            }
        }
    }

    fn var(&mut self, call: Var<'r>) -> Reg {
        let Some(name) = call.name() else { return self.scalar(Scalar::Temp) };
        let number = self.var_number(name.node());
        let dst = self.emitter.reg();
        self.emit(Op::Var { dst, number: Variable(number as u16) });
        dst
    }

    /// The number of a named variable.
    pub(in crate::lower) fn var_number(&mut self, name: Node<'r>) -> i32 {
        numbered(&mut self.vars, name.text())
    }

    /// The number of a list of remembered values, by the argument that names it.
    pub(super) fn remembered_list(&mut self, name: Option<Node<'r>>) -> i32 {
        numbered(&mut self.remembered, name.map_or("", Node::text))
    }

    /// The value that is pending if there is just one, otherwise 0.
    fn pending(&mut self, call: ValuePending<'r>) -> Lowered<Reg> {
        let pending = self.layout.pending.ok_or_else(|| self.unsupported(call, ""))?;
        let set = Set::state(pending);
        let list = self.pending_numbers(pending);
        let size = match list {
            Some(list) => self.length(list),
            None => self.size(set),
        };
        let (zero, one) = (self.constant(0), self.constant(1));
        let test = self.binary(size, one, |dst, a, b| Op::Eq { dst, a, b });
        self.only_if(test, zero, |lowering| {
            let Some(list) = list else { return Ok(lowering.nth(set, zero)) };
            let dst = lowering.emitter.reg();
            lowering.emit(Op::Entry { dst, list, index: zero });
            Ok(dst)
        })
    }

    /// All that is pending as a list, if it may be more than sites, which are in a set.
    pub(super) fn pending_numbers(&mut self, pending: u16) -> Option<List> {
        let number = Memory(self.layout.pending_numbers?);
        let dst = self.emitter.list();
        self.emit(Op::NewList { dst });
        self.emit(Op::AppendSites { dst, set: Set::state(pending) });
        self.emit(Op::Remembered { dst, number });
        Some(dst)
    }

    pub(super) fn length(&mut self, list: List) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Length { dst, list });
        dst
    }

    pub(super) fn size(&mut self, set: Set) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Size { dst, set });
        dst
    }

    /// A site of a set; -1 if it has not as many.
    pub(super) fn nth(&mut self, set: Set, index: Reg) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Nth { dst, set, index });
        dst
    }

    /// The fixed set of all sites.
    pub(super) fn anywhere(&self) -> Set {
        Set::fixed(Program::ALL_SITES as u16)
    }
}

/// The number of a name among those seen so far.
pub(super) fn numbered<'r>(names: &mut Vec<&'r str>, name: &'r str) -> i32 {
    let known = names.iter().position(|other| *other == name);
    let number = known.unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    });
    number as i32
}
