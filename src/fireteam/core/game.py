"""What a game hands to the rest of the house: one Game record, and a Setting for every match."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from .briefing import Panel, Role
from .choices import Refusal, Verb, decode, encode, kinds, new_choices, parse
from .entry import count, default, kth, verify
from .errors import BadNotation, Refused, UnknownName
from .events import Event, Reason, Told, read, show
from .fields import Names
from .record import Array
from .rooms import games
from .scene import Decision, Option, Row, Scene, Sight, Threat


class Game(NamedTuple):
    """A game: its words and its ways in. `fireteam.games.<id>.game.GAME` is one.

    `rules` is the version of its rules: it rises whenever an old match may play differently, or its State is laid out
    differently, which alters the hashes in match files. The goldens tell: as long as they stay as they are, so does
    the number.

    A game may leave out what stands last. `sight(setting, states, unit, x, y)` is the line from a unit to a square, or
    on a free table to a point; `threats(setting, states, slot, unit="")` is every square on which an enemy could hit a
    piece of the slot next turn: that unit where it is named, else one that the game chooses; on a free table, every
    point that the game asks about. Both go by what the states given show. `offer(setting, states, slot, value)` is a
    lawful choice as the menu would offer it, in words and with its odds, whether or not the menu lists it. `warns` is
    what of a lawful choice of a slot would come to nothing, for who makes it; nothing, if all is well. `aloud` is
    for real tables. `tallies(setting, counts)` puts what a run of games counted (`entry.tally`) into words: under each
    heading, what there was and its number. `silence(setting, states)` is why nobody at the table may talk now; nothing,
    if they may. `options(setting)` are all that could be chosen in place of the defaults.
    `tries` are lines to try, by the command that they follow with the game: help has them. `alone` are options in place
    of the defaults for one person against bots, where nobody else has to agree to them.

    What a person is told at once goes by the slots they hold (bits), and by a State and events as they may know them:
    `panels(setting, states, told, slots)` is what they must not overlook in what just happened, and
    `role(setting, states, slots)` who they are and what they are after.
    """

    id: str
    title: str
    state: type
    verbs: tuple[type[Verb], ...]
    refusals: tuple[Refusal, ...]
    events: tuple[type[Event], ...]
    reasons: tuple[Reason, ...]
    purposes: tuple[str, ...]
    rulebook: str
    unreadable: Refusal
    settled: Refusal
    scenarios: Callable[[Sequence[str]], Mapping[str, str]]
    setting: Callable[..., Setting]
    names: Callable[[Setting, Array], Names]
    words: Callable[[Setting, Array, str, Verb, tuple[int, ...]], Mapping[str, Any]]
    scene: Callable[[Setting, Array], Scene]
    decision: Callable[..., Decision]
    position: Callable[[Setting, Array], str]
    from_position: Callable[..., tuple[Setting, Array]]
    result: Callable[[Setting, Array], Result]
    quick: Mapping[str, str]
    odds: Mapping[str, Question]
    asks: Mapping[str, Question]
    rules: int = 1
    sight: Callable[[Setting, Array, str, Any, Any], Sight] | None = None
    threats: Callable[..., tuple[Threat, ...]] | None = None
    aloud: Aloud | None = None
    tallies: Callable[[Setting, Array], Mapping[str, Mapping[str, float]]] | None = None
    silence: Callable[[Setting, Array], Refused | None] | None = None
    options: Callable[[Setting], tuple[Wish, ...]] | None = None
    offer: Callable[[Setting, Array, int, Verb], Option] | None = None
    warns: Callable[[Setting, Array, int, Verb], str] | None = None
    tries: Mapping[str, tuple[str, ...]] = {}
    alone: Mapping[str, str] = {}
    panels: Callable[[Setting, Array, Sequence[Told], int], tuple[Panel, ...]] | None = None
    role: Callable[[Setting, Array, int], Role] | None = None


class Count(NamedTuple):
    """A count that is called aloud: what is called, and the slots that may act on it as things stand."""

    called: str
    slots: tuple[int, ...]


class Aloud(NamedTuple):
    """What who runs a real table, with people, tokens and dice, has to be told of a game.

    `options` are those that seat a referee. `seen` are events that everybody sees on the table: they are not told.
    `call(setting, states)` is what is said aloud as a decision opens, `score(setting, states)` what stands on the sheet
    between rounds, and `words(setting, states, slot)` what people say, with the notation for it.

    `counts(setting, states)` are the counts that lie ahead, where the open decision is the first of several that are
    called one after another; else none. On them `step(setting, states, slot, x, y, wary)` is what a slot chooses so
    that its token comes nearer to a place, round tokens too where it is `wary`; `distance` says how far that is and how
    far it may go, and `place` is the ruling that lets it stand there. `roller(setting, states, purpose)` is whose roll
    a die is wanted for, by a State in which the rules stopped for it.
    """

    options: Mapping[str, str]
    seen: tuple[type[Event], ...]
    call: Callable[[Setting, Array], str]
    score: Callable[[Setting, Array], tuple[Row, ...]]
    words: Callable[[Setting, Array, int], Mapping[str, str]]
    counts: Callable[[Setting, Array], tuple[Count, ...]]
    step: Callable[[Setting, Array, int, float, float, bool], Verb]
    distance: Callable[[Setting, Array, int, float, float], str]
    place: Callable[[Setting, Array, int, float, float], Verb]
    roller: Callable[[Setting, Array, int], str]


class Wish(NamedTuple):
    """An option of a game: what it is for, its default; it is one of `choices`, or lies from `low` to `high`."""

    name: str
    about: str
    default: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None


class Setting(NamedTuple):
    """What a match is played with and never changes during it: scenario, options, tables, and the opening state.

    `slots` names who may owe a choice in this match, by number. Their names are plain words that tell apart whatever
    their case. `referee` is the slot that a referee holds; -1: none. `groups` are names for several slots at once.
    """

    game: Game
    scenario: str
    options: Mapping[str, Any]
    tables: Array
    opening: Array
    content: Any
    slots: tuple[str, ...]
    referee: int = -1
    groups: Mapping[str, tuple[str, ...]] = {}

    @property
    def players(self) -> tuple[str, ...]:
        """The slots that are not the referee's."""
        return tuple(name for slot, name in enumerate(self.slots) if slot != self.referee)

    def slot_name(self, slot: int) -> str:
        """What a slot is called; one that the match does not have, by its number."""
        return self.slots[slot] if 0 <= slot < len(self.slots) else str(slot)


class Result(NamedTuple):
    """How a match ended: the slots that won (none: a draw), who won and why in a sentence, and by which clause.

    `record` is how match files state it, where that is not the sentence: what a file says never changes.
    """

    over: bool
    winners: tuple[int, ...]
    sentence: str
    clause: str
    record: str = ""

    @property
    def line(self) -> str:
        """How match files state it."""
        return self.record or self.sentence


class Search(NamedTuple):
    """A question that best play answers, by expectimax (`sim/solve.py`), for the slot that wants the greatest value.

    `value(states)` is the value of a state where the search ends, None where it goes on; `tell` turns the solution,
    its value and every first choice that keeps it, into an answer.
    """

    setting: Setting
    states: Array
    slot: int
    value: Callable[[Array], Fraction | None]
    tell: Callable[[Solution], dict[str, Any]]


class Solution(NamedTuple):
    """What a search found: the value, the best choices of a state, where best play leads, how many states it met."""

    value: Fraction
    best: Callable[[Array], list[Verb]]
    follow: Callable[[Array], dict[bytes, Fraction]]
    states: int


class Question(NamedTuple):
    """A question of `odds` or `ask`: what answers it, its parts (name: meaning), and an example."""

    answer: Callable[..., dict[str, Any] | Search]
    parts: Mapping[str, str]
    example: str
    about: str


def find(name: str) -> Game:
    """The game of an id.

    Raises:
        UnknownName: there is none.
    """
    if name not in games():
        raise UnknownName("game", name, games())
    game: Game = importlib.import_module(f"fireteam.games.{name}.game").GAME
    return game


def record_of(setting: Setting, state: Array, value: Verb) -> Array:
    """A verb as a record.

    Raises:
        Refused: a value of the wrong form.
    """
    try:
        return encode(value, setting.game.verbs, setting.game.names(setting, state))
    except BadNotation as error:
        raise unreadable(setting.game, str(error)) from None


def unreadable(game: Game, reason: str) -> Refused:
    """The refusal of text that is no choice at all."""
    code, clause, sentence = game.unreadable
    return Refused(code, clause, sentence.format(reason=reason))


def read_choice(setting: Setting, line: str) -> Verb:
    """A line of notation as a verb.

    Raises:
        Refused: it is none.
    """
    try:
        return parse(line, setting.game.verbs)
    except BadNotation as error:
        raise unreadable(setting.game, str(error)) from None


def refusal(setting: Setting, state: Array, slot: int, value: Verb) -> Refused | None:
    """Why a slot may not choose this now; None if it may. The only judge is the game's `verify`."""
    choice = record_of(setting, state, value)
    code, *numbers = verify(state[0], setting.tables[0], slot, choice[0])
    if code == 0:
        return None
    name, clause, sentence = setting.game.refusals[code]
    names = setting.game.names(setting, state)
    fields = {field: show(kind.title(getattr(value, field), names)) for field, kind in kinds(type(value)).items()}
    said = setting.game.words(setting, state, name, value, tuple(int(n) for n in numbers))
    return Refused(name, clause, sentence.format(**{**fields, **said}))


def menu(setting: Setting, state: Array, slot: int) -> list[Verb]:
    """Every choice on a slot's menu, in the order of its law."""
    names = setting.game.names(setting, state)
    choice = new_choices(1)
    found = []
    for k in range(count(state[0], setting.tables[0], slot)):
        kth(state[0], setting.tables[0], slot, k, choice[0])
        found.append(decode(choice[0], setting.game.verbs, names))
    return found


def default_choice(setting: Setting, state: Array, slot: int) -> Verb:
    """What a slot that owes a choice does if it does not answer, by a State that it may see."""
    choice = new_choices(1)
    default(state[0], setting.tables[0], slot, choice[0])
    return decode(choice[0], setting.game.verbs, setting.game.names(setting, state))


def panels_for(setting: Setting, states: Array, told: Sequence[Told], slots: int) -> tuple[Panel, ...]:
    """What the holder of these slots must not overlook in what happened, as far as they may read it."""
    declared = setting.game.panels
    return declared(setting, states, told, slots) if declared and told and slots else ()


def role_for(setting: Setting, states: Array, slots: int) -> Role | None:
    """Who the holder of these slots is, by a State that they may see; None for who plays nobody."""
    declared, playing = setting.game.role, slots & ~(1 << setting.referee if setting.referee >= 0 else 0)
    return declared(setting, states, playing) if declared and playing else None


def story(setting: Setting, state: Array, log: Array) -> list[Told]:
    """The log as events, with the names that hold in `state`."""
    game = setting.game
    return read(log, game.events, game.reasons, game.purposes, game.names(setting, state))
