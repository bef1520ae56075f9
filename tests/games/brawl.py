"""A brawl, a game for tests: fighters who give sealed orders with many optional parts, and may share a seat.

Every turn each fighter on their feet attacks another, treats one, or waits; an attack takes health, more with a burst,
less from who evades. The last with health wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import field

from fireteam.core.dice import Dice
from fireteam.core.engine.compiled import rule
from fireteam.core.engine.dispatch import bind
from fireteam.core.engine.record import Array, blank
from fireteam.core.game import Game, Result, Setting
from fireteam.core.protocol.choices import Choice, Verb
from fireteam.core.protocol.events import Event, Log, write_row
from fireteam.core.protocol.field_kinds import Number, PartPlace, Target, Thing, Unit, Word, YesNo
from fireteam.core.protocol.list_kinds import Path, Units
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.protocol.menu import Cursor
from fireteam.core.protocol.refusals import LAWFUL, RefusalList, refuse
from fireteam.core.protocol.scene import Scene, Token
from fireteam.core.protocol.verb_functions import verb_functions, verb_kinds

from . import views

FIGHTERS = ("anna", "bo", "tom", "jane")
TITLES = {"anna": "Anna Lee", "tom": "Big Tom"}
WEAPONS = {"pistol": "Pistol", "rifle": "Long Rifle"}
HEALTH, ARMS = 3, len(WEAPONS)


class Fighter:
    health: int
    stance: int


class State:
    turn: int
    fighters: Annotated[list[Fighter], len(FIGHTERS)]


class Tables:
    fighters: int


class Order(Verb, frozen=True, kw_only=True):
    """What any order may say besides (BRAWL-1)."""

    named = True
    stance: Annotated[str, Word("normal", "evade", "brave", place=PartPlace(0, 2))] = "normal"
    weapon: Annotated[str, Thing("weapon", place=PartPlace(1, 2))] = "-"
    luck: Annotated[str, YesNo(place=PartPlace(2, 2))] = "no"
    guard: Annotated[str, Unit(place=PartPlace(3, 2), or_none=True)] = "-"
    path: Annotated[list[str], Path(row=0, count=PartPlace(8, 0), most=8)] = field(default_factory=list)


class Attack(Order, frozen=True):
    """Attack somebody (BRAWL-2)."""

    target: Annotated[str, Target()]
    burst: Annotated[str, YesNo(place=PartPlace(8, 1))] = "no"
    called: Annotated[str, Word("-", "head", "hand", "leg", place=PartPlace(8, 2))] = "-"
    others: Annotated[list[str], Units(row=9, count=PartPlace(10, 0), most=3)] = field(default_factory=list)


class Treat(Order, frozen=True):
    """Treat somebody (BRAWL-3)."""

    target: Annotated[str, Target()]


class Wait(Order, frozen=True):
    """Wait (BRAWL-4)."""


VERBS = verb_kinds(__name__)
globals().update(verb_functions(__name__, VERBS))
if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...

    ATTACK = TREAT = 0
    read_attack = read_treat = read_wait = others_at = others_count = offer_attack = offer_treat = offer_wait = (
        is_of_form
    ) = path_at = path_count = Any


REFUSALS = RefusalList("BRAWL-1")
BAD_ACTION = REFUSALS.declare("E_BAD_ACTION", "BRAWL-1", "no action: {reason}")
NOT_NOW = REFUSALS.declare("E_NOT_NOW", "BRAWL-1", "this is not to be chosen now")
NO_TARGET = REFUSALS.declare("E_TARGET", "BRAWL-2", "there is no such target")


class Hurt(Event, frozen=True):
    clause = "BRAWL-2"
    story = "{unit} loses {health}"
    unit: Annotated[str, Unit()]
    health: Annotated[int, Number()]


@rule("BRAWL-1")
def to_act(state: State) -> int:
    """Everybody on their feet, while more than one is."""
    owing = 0
    for i in range(len(FIGHTERS)):
        if state.fighters[i].health > 0:
            owing |= 1 << i
    return owing if state.turn > 0 and owing & (owing - 1) else 0


@rule("BRAWL-1")
def is_over(state: State) -> bool:
    return state.turn > 0 and to_act(state) == 0


@rule("BRAWL-1", "BRAWL-2", "BRAWL-3")
def verify(state: State, tables: Tables, slot: int, choice: Choice) -> tuple[int, int, int, int]:
    """An order of who is on their feet, for others who are."""
    if not (to_act(state) >> slot) & 1 or not is_of_form(choice):
        return refuse(NOT_NOW)
    said = read_wait(choice)
    if not -1 <= said.guard < len(FIGHTERS) or not -1 <= said.weapon < ARMS:
        return refuse(NO_TARGET)
    for k in range(path_count(choice)):
        x, y = path_at(choice, k)
        if not 0 <= x < len(FIGHTERS) or not 0 <= y < 2:
            return refuse(NO_TARGET)
    if choice.verb == ATTACK or choice.verb == TREAT:
        target = read_treat(choice).target
        if not 0 <= target < len(FIGHTERS) or (target == slot and choice.verb == ATTACK):
            return refuse(NO_TARGET)
    if choice.verb == ATTACK:
        for k in range(others_count(choice)):
            if not 0 <= others_at(choice, k) < len(FIGHTERS):
                return refuse(NO_TARGET)
    return LAWFUL


@rule("BRAWL-1")
def menu(state: State, tables: Tables, slot: int, cursor: Cursor) -> None:
    """Plain orders only: attack, treat, wait."""
    for i in range(len(FIGHTERS)):
        if i != slot:
            offer_attack(cursor, i)
    for i in range(len(FIGHTERS)):
        offer_treat(cursor, i)
    offer_wait(cursor)


@rule("BRAWL-4")
def default_choice(state: State, tables: Tables, slot: int, choice: Choice) -> None:
    write_wait(choice)  # noqa: F821


@rule("BRAWL-2", "BRAWL-3")
def apply_choices(state: State, tables: Tables, choices: Any, dice: Dice, log: Log) -> None:
    """Stances are taken, then health is lost."""
    for i in range(len(FIGHTERS)):
        state.fighters[i].stance = read_wait(choices[i]).stance
    for i in range(len(FIGHTERS)):
        if choices[i].verb == ATTACK:
            said = read_attack(choices[i])
            lost = 1 + said.burst - (1 if state.fighters[said.target].stance == 1 else 0)
            state.fighters[said.target].health -= lost
            write_row(log, 0, said.target, lost)
    state.turn += 1


@rule("BRAWL-1")
def advance(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    state.turn = 1


bind(
    State,
    to_act=to_act,
    is_over=is_over,
    verify=verify,
    menu=menu,
    default_choice=default_choice,
    apply_choices=apply_choices,
    advance=advance,
)


def scenarios(packs: Sequence[str] = ()) -> dict[str, str]:
    return {"yard": "Four fighters"}


def setting(game: Game, scenario: str, options: Mapping[str, Any], packs: Sequence[str]) -> Setting:
    tables, state = blank(Tables), blank(State)
    for i in range(len(FIGHTERS)):
        state[0].fighters[i].health = HEALTH
    return Setting(game, scenario, dict(options), tables, state, None, FIGHTERS)


def scene(setting: Setting, state: Array) -> Scene:
    tokens = [
        Token(name, i, i // 2, name[0].upper(), i, 0, TITLES.get(name, name), name=TITLES.get(name, ""))
        for i, name in enumerate(FIGHTERS)
    ]
    return views.scene("Yard", len(FIGHTERS), 2, lambda x, y: False, tokens)


def result(setting: Setting, state: Array) -> Result:
    standing = tuple(i for i in range(len(FIGHTERS)) if state[0].fighters[i].health > 0)
    return Result(bool(is_over(state[0])), standing, "the last on their feet", "BRAWL-1")


GAME = Game(
    id="brawl",
    title="Brawl",
    state=State,
    verbs=VERBS,
    refusals=REFUSALS,
    events=(Hurt,),
    reasons=(),
    purposes=(),
    rulebook="BRAWL",
    bad_notation=REFUSALS[BAD_ACTION],
    already_decided=REFUSALS[NOT_NOW],
    scenarios=scenarios,
    setting=setting,
    names=lambda setting, state: SquareNames(FIGHTERS, {"weapon": WEAPONS}, TITLES),
    scene=scene,
    decision=views.decision,
    write_position=views.position,
    parse_position=views.parse_position,
    result=result,
    odds_questions={},
    quick_options={},
    questions={},
)
