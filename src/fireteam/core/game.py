"""`Game`, what a game declares, and `Setting`, what one match of it is played with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from .engine.record import Array, blank
from .engine.state_hash import SPLITMIX64
from .errors import BadNotation, IllegalChoice
from .identity_cache import IdentityCache
from .menu_runs import RunMenu
from .playable import playable_faults
from .protocol import position
from .protocol.briefing import Panel, Role
from .protocol.campaign import CampaignRules
from .protocol.choices import Verb, name_of
from .protocol.drawing import Drawing
from .protocol.events import Event, LoggedEvent, Reason
from .protocol.field_kinds import Names
from .protocol.questions import Question
from .protocol.refusals import Refusal
from .protocol.scene import Decision, Option, Route, Row, Scene, Sight, Threat
from .protocol.sheets import Sheet

OPENINGS: IdentityCache[Array] = IdentityCache()
"""Opening States by tables and bytes: matches that begin alike share one, since no State is altered in place."""


def write_position(setting: Setting, states: Array) -> str:
    """The line of a position: scenario, options, and every part of the State that is not zero."""
    return position.write(setting.scenario, setting.options, states)


def parse_position(game: Game, line: str, packs: Sequence[str] = ()) -> tuple[Setting, Array]:
    """The match and the State of a line; whether a match can come to it `Game.read_position` asks.

    Raises:
        BadNotation: it is no position; the message says which part is wrong.
        UnknownName: no such scenario or option.
    """
    scenario, options, parts = position.split_notation(line)
    setting, states = game.make_setting(scenario, options, packs), blank(game.state)
    position.fill_states(states, parts)
    return setting, states


class Game(NamedTuple):
    """A game as it declares itself: its verbs, events, refusals, and the functions that serve it.

    `rules_version` is the number of its rules: it rises whenever an old match may play differently, or its State is
    laid out differently, which alters the hashes in match files. The goldens tell: as long as they stay as they are, so
    does the number.

    `setting(game, scenario, options, packs)` makes a match ready to play. `write_position` and `parse_position(game,
    line, packs)` are the notation of positions, that of `core/protocol/position.py` where a game has none of its own;
    `position_faults(setting, states)` are sentences that say why no match can come to a State.

    A game may leave out what stands last. `sight(setting, states, unit, x, y)` is the line from a unit to a square, or
    on a free table to a point; `threats(setting, states, slot, unit="")` is every square on which an enemy could hit a
    piece of the slot next turn: that unit where it is named, else one that the game chooses; on a free table, every
    point that the game asks about. Both go by what the states given show. `explain_option(setting, states, slot,
    value)` is a lawful choice as the menu would offer it, in words and with its odds, whether or not the menu lists it.
    `route(setting, states, slot, unit, verb, x, y)` is the choice that takes a unit along the best path to a point of a
    free table, or as near as it comes; by a verb of the game's choosing where `verb` is empty; None: no way leads on.
    `warning` is what of a lawful choice of a slot would come to nothing, for who makes it; nothing, if all is well.
    `tabletop` is for real tables. `refusal_words(setting, states, refusal, value, numbers)` are words for the sentence
    of a refusal, given by its number, that its declared numbers cannot say. `describe_stats(setting, counts)` puts what
    a simulation counted (`collect_stats`) into words: under each heading, names and their numbers.
    `chat_silence(setting, states)` is the refusal of chat now; None where it is allowed. `options(setting)` are all
    that could be chosen in place of the defaults; `shown_options(options)` are the options of a match as everybody at a
    table may read them (None: as they are). `examples` are lines to try, by the command that they follow with the
    game: help has them. `solo_options` are options in place of the defaults for one person against bots, where nobody
    else has to agree to them. `difficulty` is how much there is to learn before a first match, from 1, little, to 5:
    lists of games begin with the easiest. `summary` says in one line what kind of game it is, to who has never heard of
    it; `on_squares`: its board has squares, else it is an open table. `main_options` are options that matter so much
    that even who begins a match quickly is asked for them.

    What a person is told at once goes by the slots they hold (bits), and by a State and events as they may know them:
    `panels(setting, states, events, slots)` is what they must not overlook in what just happened, where one of
    `events_with_panels` has happened (None: whatever has), and
    `role(setting, states, slots)` who they are and what they are after.

    `sheets` are what players may write for one match, by what they are called: a match takes one as the value of an
    option (`core/protocol/sheets.py`). `seconds(setting, states)` are those for the open decision, 0: no limit, where
    the match asks for a clock and not all its decisions have the setting's. `notice` has to be said wherever the game
    is offered: who holds the rights in its rules, and what is allowed.

    What forecasts go by (`sim/forecast.py`): `sides(setting, states)` is who wins together, slots by name, where that
    does not follow from the setting's groups; `turn_number(setting, states)` is the number of the turn;
    `figures(setting, states)` is what counts at an end, under each heading a number for each unit, or true and false
    for what happens or does not; `dials(setting, states)` is what makes a match harder or easier for a side.

    `menu_runs(setting, states, slot, most)` is a menu as `decision` has it without odds, in runs (`core/menu_runs.py`).

    `campaign` are the rules of what lives on between matches, for a game that has such a thing. `drawing` says what
    readers see of the rows that the hook `draw` writes, where it is bound.
    """

    id: str
    title: str
    state: type
    verbs: tuple[type[Verb], ...]
    refusals: Sequence[Refusal]
    events: tuple[type[Event], ...]
    rulebook: str
    bad_notation: Refusal
    already_decided: Refusal
    scenarios: Callable[[Sequence[str]], Mapping[str, str]]
    setting: Callable[[Game, str, Mapping[str, Any], Sequence[str]], Setting]
    names: Callable[[Setting, Array], Names]
    scene: Callable[[Setting, Array], Scene]
    decision: Callable[..., Decision]
    result: Callable[[Setting, Array], Result]
    write_position: Callable[[Setting, Array], str] = write_position
    parse_position: Callable[[Game, str, Sequence[str]], tuple[Setting, Array]] = parse_position
    position_faults: Callable[[Setting, Array], Iterable[str]] | None = None
    reasons: tuple[Reason, ...] = ()
    purposes: tuple[str, ...] = ()
    quick_options: Mapping[str, str] = {}
    odds_questions: Mapping[str, Question] = {}
    questions: Mapping[str, Question] = {}
    rules_version: int = 1
    sight: Callable[[Setting, Array, str, Any, Any], Sight] | None = None
    threats: Callable[..., tuple[Threat, ...]] | None = None
    tabletop: Tabletop | None = None
    refusal_words: Callable[[Setting, Array, int, Verb, Sequence[int]], Mapping[str, Any]] | None = None
    describe_stats: Callable[[Setting, Array], Mapping[str, Mapping[str, float]]] | None = None
    chat_silence: Callable[[Setting, Array], IllegalChoice | None] | None = None
    options: Callable[[Setting], tuple[OptionSpec, ...]] | None = None
    explain_option: Callable[[Setting, Array, int, Verb], Option] | None = None
    route: Callable[[Setting, Array, int, str, str, float, float], Route | None] | None = None
    warning: Callable[[Setting, Array, int, Verb], str] | None = None
    examples: Mapping[str, tuple[str, ...]] = {}
    shown_options: Callable[[Mapping[str, str]], Mapping[str, str]] | None = None
    solo_options: Mapping[str, str] = {}
    difficulty: int = 3
    summary: str = ""
    on_squares: bool = False
    main_options: tuple[str, ...] = ()
    panels: Callable[[Setting, Array, Sequence[LoggedEvent], int], tuple[Panel, ...]] | None = None
    events_with_panels: frozenset[type[Event]] | None = None
    role: Callable[[Setting, Array, int], Role] | None = None
    sheets: Mapping[str, Sheet] = {}
    seconds: Callable[[Setting, Array], int] | None = None
    notice: str = ""
    sides: Callable[[Setting, Array], Mapping[str, tuple[int, ...]]] | None = None
    turn_number: Callable[[Setting, Array], int] | None = None
    figures: Callable[[Setting, Array], Mapping[str, Mapping[str, float]]] | None = None
    dials: Callable[[Setting, Array], tuple[Dial, ...]] | None = None
    campaign: CampaignRules | None = None
    drawing: Drawing | None = None
    menu_runs: Callable[[Setting, Array, int, int], RunMenu] | None = None

    @property
    def giving_up(self) -> str:
        """The word of the free verb by which a match is given up; empty where the rules know none."""
        return next((name_of(verb) for verb in self.verbs if verb.gives_up), "")

    def make_setting(
        self, scenario: str, options: Mapping[str, Any] | None = None, packs: Sequence[str] = ()
    ) -> Setting:
        """What a match is played with.

        Raises:
            UnknownName: no such scenario or option.
            IllegalChoice: an option has a value that it cannot have.
            BadContent: a pack with errors.
        """
        setting = self.setting(self, scenario, options or {}, packs)
        opening = OPENINGS.get((setting.tables,), setting.opening.tobytes(), lambda: setting.opening)
        return setting._replace(opening=opening)

    def read_position(self, line: str, packs: Sequence[str] = ()) -> tuple[Setting, Array]:
        """The match and the State of a line of position notation.

        Raises:
            BadNotation: it is no position, or one that no match can come to; the message says which part is wrong.
            UnknownName: no such scenario or option.
            IllegalChoice: an option has a value that it cannot have.
        """
        setting, states = self.parse_position(self, line, packs)
        for sentence in self.position_faults(setting, states) if self.position_faults else ():
            raise BadNotation(sentence)
        for sentence in playable_faults(setting, states):
            raise BadNotation(sentence)
        return setting, states

    def may_have_panels(self, kinds: Collection[type[Event]]) -> bool:
        """Whether there may be panels where events of these kinds have happened."""
        causes = self.events_with_panels
        return self.panels is not None and bool(kinds) and (causes is None or not causes.isdisjoint(kinds))


class Dial(NamedTuple):
    """Something of a match that can be set, so that it is easier or harder.

    `values` are what it may be set to, in order. `set_to(setting, states, value)` is the match, and the State, as they
    would be; what is given it leaves as it is.

    Raises:
        FireteamError: there is no such match (by `set_to`).
    """

    name: str
    meaning: str
    values: tuple[int, ...]
    set_to: Callable[[Setting, Array, int], tuple[Setting, Array]]


class CountCall(NamedTuple):
    """A count that is called aloud: what is called, and the slots that may act on it as things stand."""

    call: str
    slots: tuple[int, ...]


class Tabletop(NamedTuple):
    """What who runs a real table, with people, tokens and dice, has to be told of a game.

    `options` are those that seat a referee. `visible_events` are events that everybody sees on the table: they are not
    told. `call(setting, states)` is what is said aloud as a decision opens, `score_sheet(setting, states)` what stands
    on the sheet between rounds, and `phrases(setting, states, slot)` what people say, with the notation for it.

    `counts(setting, states)` are the counts that lie ahead, where the open decision is the first of several that are
    called one after another; else none. On them `step_towards(setting, states, slot, x, y, wary)` is what a slot
    chooses so that its token comes nearer to a place, round tokens too where it is `wary`; `distance` says how far that
    is and how far it may go, and `place` is the ruling that lets it stand there. `roller(setting, states, purpose)` is
    whose roll a die is wanted for, by a State in which the rules stopped for it.
    """

    options: Mapping[str, str]
    visible_events: tuple[type[Event], ...]
    call: Callable[[Setting, Array], str]
    score_sheet: Callable[[Setting, Array], tuple[Row, ...]]
    phrases: Callable[[Setting, Array, int], Mapping[str, str]]
    counts: Callable[[Setting, Array], tuple[CountCall, ...]]
    step_towards: Callable[[Setting, Array, int, float, float, bool], Verb]
    distance: Callable[[Setting, Array, int, float, float], str]
    place: Callable[[Setting, Array, int, float, float], Verb]
    roller: Callable[[Setting, Array, int], str]


class OptionSpec(NamedTuple):
    """An option of a game: what it is for, its default; it is one of `choices`, or lies from `low` to `high`.

    An option may also be a sheet of this kind, as text (`Game.sheets`).
    """

    name: str
    meaning: str
    default: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    sheet: str = ""


class Setting(NamedTuple):
    """What a match is played with and never changes during it: scenario, options, tables, and the opening state.

    `slots` names who may owe a choice in this match, by number. Their names are plain words that tell apart whatever
    their case. `referee` is the slot that a referee holds; -1: none. `groups` are names for several slots at once, the
    sides before groups that cut across them. With `referee_commands` a referee may choose for every slot, and reads
    every sealed choice; with `open_choices` everybody reads choices while they wait for others. `seconds` are those for
    a decision that the match asks for, where its table has no clock; 0: no limit. `npcs` are the slots that are meant
    for no player: bots have them, or a referee. `hash_version` is how States are hashed (`engine/state_hash.py`).
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
    referee_commands: bool = False
    open_choices: bool = False
    seconds: int = 0
    npcs: tuple[str, ...] = ()
    hash_version: int = SPLITMIX64

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

    is_over: bool
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

    `value(states)` is the value of a state where the search ends, None where it goes on; `describe` turns the solution,
    its value and every first choice that keeps it, into an answer.
    """

    setting: Setting
    states: Array
    slot: int
    value: Callable[[Array], Fraction | None]
    describe: Callable[[Solution], dict[str, Any]]


class Solution(NamedTuple):
    """What a search found: the value, the best choices of a state, where best play leads, how many states it met."""

    value: Fraction
    best: Callable[[Array], list[Verb]]
    best_outcomes: Callable[[Array], Mapping[bytes, Fraction]]
    states: int
