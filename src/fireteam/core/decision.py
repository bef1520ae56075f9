"""A Decision made of a menu: every choice in words that follow from the declaration of its verb.

A game says what its declarations cannot in a `DecisionSpec`; its hooks go by a `Moment`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from .calls import write_label_facts_at
from .engine.plain_records import read_plain
from .engine.record import Array, copy_of
from .game import Game, Setting
from .identity_cache import LastingFacts, SharedValues
from .menu_runs import MINE, AlikeOptions, Facts, Heading, MenuRun, RunMenu, run_keys
from .once_property import once_property
from .protocol.choices import (
    Verb,
    choices_with,
    decode,
    encode,
    kinds,
    name_of,
    notation,
    notation_words,
    numbers_of,
    unnamed_fields,
)
from .protocol.events import field_text
from .protocol.field_kinds import Names
from .protocol.number_forms import MOST_FACTS
from .protocol.scene import Decision, Odds, Option, Preset, Thing
from .protocol.sentences import fill
from .slot_choices import WrittenMenu, write_slot_menu

Found = TypeVar("Found")

WORDS: SharedValues[Any] = SharedValues(40_000)
"""Words, tokens and options of matches, by their tables and names."""
SEEN = LastingFacts()
"""What is found of States, as somebody may know them, that nobody alters any more."""
MOST_OPTIONS = 20_000  # options of a match that are remembered


class Moment:
    """A State in its match, and the slot that has to decide by it, if any: what words, pictures and odds go by.

    `tables` are those of the match.
    """

    def __init__(self, setting: Setting, states: Array, slot: int = -1) -> None:
        self.setting, self.states, self.slot = setting, states, slot
        self.state: Any = states[0]
        self.tables: Any = setting.tables[0]
        self._found: dict[Hashable, Any] = {}
        self._facts = SEEN.of(states)

    @once_property
    def names(self) -> Any:
        """The names that hold in the State."""
        return self.of_state("names", lambda: self.setting.game.names(self.setting, self.states))

    def _new_words(self) -> dict[Hashable, Any]:
        """What is found for all moments of the match with these names, looked up once for a State."""
        found = self._facts["words"] = WORDS.of((self.setting.tables, self.names))
        return found

    @property
    def slot_name(self) -> str:
        """What the slot is called."""
        return self.setting.slot_name(self.slot)

    def decode(self, choice: Array) -> Any:
        """A record of a choice as a verb."""
        return decode(numbers_of(choice)[0], self.setting.game.verbs, self.names)

    def encode(self, value: Verb) -> Array:
        """A verb as the record of a choice."""
        return encode(value, self.setting.game.verbs, self.names)

    def choices_with(self, choice: Array) -> Array:
        """A choice of the slot, in its row, as the rules take them."""
        return choices_with(self.slot, choice)

    def entry_bytes(self, field: str, k: int, *without: str) -> bytes:
        """Entry k of a list of the State, as bytes, but for some of its fields: what words of it are found again by."""
        raw: bytes = self.of_state(("bytes", field), lambda: self.states[field].tobytes())
        record: Any = self.states.dtype[field].base
        first = k * record.itemsize
        return b"".join([raw[first + begin : first + end] for begin, end in _parts_without(record, without)])

    def list_bytes(self, field: str, count: int, *without: str) -> list[bytes]:
        """Like `entry_bytes`, of each of the first `count` entries of a list: all at once."""

        def find() -> list[bytes]:
            entries = self.states[field][0, :count]
            numbers = entries.view(np.int32).reshape(count, -1)
            wanted = _numbers_without(entries.dtype, without)
            return numbers.take(wanted, axis=1).view(f"V{4 * len(wanted)}").ravel().tolist()

        return self.of_state(("list bytes", field, count, without), find)

    def entry(self, field: str, k: int) -> Any:
        """Entry k of a list of the State in plain Python numbers, read once."""
        found = self._facts.get((field, k))
        if found is None:
            found = self._facts[field, k] = read_plain(self.states[field][0], k)
        return found

    def cached(self, key: Hashable, find: Callable[[], Found]) -> Found:
        """What `find` gives, found once for all moments of this match with these names: the key says all that it is of.

        For games whose names stay the same object as long as they are the same.
        """
        words = self._facts.get("words") or self._new_words()
        found = words.get(key)
        return WORDS.add(words, key, find()) if found is None else found  # type: ignore[no-any-return]

    def cached_each(self, keys: Sequence[Hashable], find: Callable[[int], Found]) -> list[Found]:
        """The same of several keys: `find` gives what is found of key k."""
        words = self._facts.get("words") or self._new_words()
        found: list[Any] = list(map(words.get, keys))
        if None in found:
            for k, one in enumerate(found):
                if one is None:
                    found[k] = self.cached(keys[k], lambda k=k: find(k))  # type: ignore[misc]
        return found

    def once(self, key: Hashable, find: Callable[[], Found]) -> Found:
        """What `find` gives, found once for this moment: many choices of a menu may share it."""
        if key not in self._found:
            self._found[key] = find()
        return self._found[key]  # type: ignore[no-any-return]

    def of_state(self, key: Hashable, find: Callable[[], Found]) -> Found:
        """What `find` gives, found once for all moments of this very State: the same whoever has to decide.

        States that may still be altered share nothing: only of those in `SEEN` it lasts longer than this moment.
        """
        found = self._facts.get(key, self)
        if found is self:
            found = self._facts[key] = find()
        return found  # type: ignore[no-any-return]


def option_of(value: Verb, names: Names, label: str = "", **more: Any) -> Option:
    """A choice as it is offered: by its verb's clause and label, with the unit, target and place that it names.

    The place of a path is its end. What a unit shares out is aimed at the first of its targets; shares of nobody in
    particular are put together, not tapped. `label` goes before the verb's own, `more` are other parts of an Option.
    """
    verb = type(value)
    named = {kinds(verb)[field].form: getattr(value, field) for field in unnamed_fields(verb)}
    parts = {part: named[part] for part in ("unit", "target", "point") if part in named} | more
    if named.get("split") and parts.get("unit"):
        parts.setdefault("target", named["split"][0].partition(":")[0])
    if named.get("path"):
        parts.setdefault("point", named["path"][-1])
    words = label or label_of(value, names)
    return Option(notation(value), words, name_of(type(value)), value.clause, **parts)


def label_of(value: Verb, names: Names) -> str:
    """A choice in words: the label of its verb with its fields as people call them, else its notation."""
    if not value.label:
        return notation(value).replace("_", " ")
    fields = kinds(type(value)).items()
    return fill(value.label, {field: field_text(kind.title(getattr(value, field), names)) for field, kind in fields})


def form_label(moment: Moment, value: Verb) -> str:
    """A choice in words by the form that the game's drawing has for its verb; empty where it has none."""
    drawing = moment.setting.game.drawing
    form = drawing.forms.get(type(value)) if drawing else None
    if drawing is None or form is None:
        return ""
    place, end = (place_of(value, form) for form in ("point", "path"))
    words = {"note": drawing.notes(moment.setting).get(place, ""), "point": end or place}
    words |= dict.fromkeys(kinds(type(value)), "") | dict(zip(kinds(type(value)), notation_words(value), strict=False))
    if facts := drawing.facts.get(type(value)):
        numbers = label_facts(moment, moment.encode(value), 0).tolist()
        for (name, kind), number in zip(facts.items(), numbers, strict=False):
            words[name] = kind.sentence_text(kind.show([number], moment.names))
    return fill(form, words)


def label_facts(moment: Moment, choices: Array, k: int) -> Array:
    """What the label of choice k says beside its words, by the game's drawing."""
    numbers = np.zeros(MOST_FACTS, np.int64)
    write_label_facts_at(moment.states, 0, moment.setting.tables, moment.slot, choices, k, numbers)
    return numbers


def _verbs_with_facts(game: Game) -> tuple[int, ...]:
    """The numbers of the verbs whose labels say more than their words."""
    facts = game.drawing.facts if game.drawing else {}
    return tuple([number for number, verb in enumerate(game.verbs, 1) if verb in facts])


def place_of(value: Verb, form: str) -> str:
    """The place that a choice names in its first field of a form, the last one of a path; empty if it names none."""
    named = next((getattr(value, name) for name, kind in kinds(type(value)).items() if kind.form == form), "")
    return named if isinstance(named, str) else named[-1] if named else ""


class DecisionSpec(NamedTuple):
    """How a game asks a slot to decide, as far as its menu and its verbs do not say so.

    Attributes:
        prompt: the question.
        labels: the words for the choices of a verb that its label cannot give; empty: as if there were none.
        parts: the unit, target and point of a choice where its fields do not name them.
        option: a choice of the menu as it is offered, without odds: in place of `labels` and `parts`.
        by_choice: whether what an option says depends on nothing but the choice, the names, the match's content, and
            the facts that the game's drawing has for labels of its verb.
        facts: the numbers that it depends on besides, and on the slot: then menus come in runs (`menu_runs`).
        mine: the unit of a slot, if facts and choice say all else that options depend on, so that all slots share them.
        alike: options of a verb that are written alike, by the choices of a run and their facts; None: these are not.
        heading: what prompt, things, presets and legend follow from, with the slot, the names and the content.
        odds: the odds of a choice of the menu.
        things: what the choices name and the Scene does not show.
        presets: choices put together beforehand.
        legend: what the notes of the things mean.
    """

    prompt: Callable[[Moment], str]
    labels: Mapping[type[Verb], Callable[[Moment, Any], str]] = {}
    parts: Callable[[Moment, Any], Mapping[str, str]] = lambda moment, value: {}
    option: Callable[[Moment, Array], Option] | None = None
    by_choice: bool = False
    facts: Facts | None = None
    mine: Callable[[Moment], str] | None = None
    alike: Mapping[type[Verb], Callable[[Moment, Array, Array], AlikeOptions | None]] = {}
    heading: Callable[[Moment], Hashable] | None = None
    odds: Callable[[Moment, Array], tuple[Odds, ...]] = lambda moment, choice: ()
    things: Callable[[Moment], tuple[Thing, ...]] = lambda moment: ()
    presets: Callable[[Moment], tuple[Preset, ...]] = lambda moment: ()
    legend: Callable[[Moment], tuple[str, ...]] = lambda moment: ()

    def decision(self, setting: Setting, states: Array, slot: int, most: int = 2_000, odds: bool = True) -> Decision:
        """What a slot has to decide: the first choices of its menu, `most` of them, with their odds where wanted.

        Without odds, options that are alike are the same object as long as the names of the match are.
        """
        moment = Moment(setting, states, slot)
        choices, _, length, size = menu = write_slot_menu(setting, states, slot, most)
        if self.facts is not None and not odds:
            options = tuple([option for run in self._runs(moment, menu) for option in run.options])
        elif odds:
            own = copy_of(choices[:length])  # what is asked for an option may write another menu
            options = tuple(self.option_at(moment, own[k : k + 1], True) for k in range(length))
        else:
            options = tuple(self._known_options(moment, copy_of(choices[:length])))
        verbs = tuple(dict.fromkeys(one.verb for one in options))
        more = (self.things(moment), self.presets(moment), self.legend(moment))
        return Decision(slot, self.prompt(moment), size, options, verbs, *more)

    def _known_options(self, moment: Moment, menu: Array) -> Iterator[Option]:
        """The options of a menu, each found again if it stood on one before."""
        known: dict[bytes | Option, Option] = moment.cached("options", dict)
        if len(known) > MOST_OPTIONS:
            known.clear()
        raw, size = menu.tobytes(), menu.itemsize
        verbs = menu["verb"].tolist()
        with_facts = _verbs_with_facts(moment.setting.game) if self.by_choice else ()
        for k in range(len(menu)):
            choice = raw[k * size : (k + 1) * size]
            if verbs[k] in with_facts:
                choice += label_facts(moment, menu, k).tobytes()
            option = known.get(choice) if self.by_choice else None
            if option is None:
                option = self.option_at(moment, menu[k : k + 1], False)
                option = known.setdefault(option, option)
                if self.by_choice:
                    known[choice] = option
            yield option

    def menu_runs(self, setting: Setting, states: Array, slot: int, most: int) -> RunMenu:
        """The same as `decision`, in runs: those that are alike are the same object as long as the names are."""
        moment = Moment(setting, states, slot)
        menu = write_slot_menu(setting, states, slot, most)
        runs = self._runs(moment, menu)
        key = self.heading(moment) if self.heading else None

        def make() -> Heading:
            return Heading(self.prompt(moment), self.things(moment), self.presets(moment), self.legend(moment))

        heading = make() if key is None else moment.cached(("heading", slot, key), make)
        return RunMenu(heading, menu.size, menu.length, tuple(runs))

    def _runs(self, moment: Moment, menu: WrittenMenu) -> list[MenuRun]:
        assert self.facts is not None, "only menus with facts come in runs"
        slot, (choices, words, count, _) = moment.slot, menu
        keys, begins, ends, facts = run_keys(
            self.facts, moment.states, moment.setting.tables, slot, choices, words, count
        )
        copies: list[Array] = []  # of the choices, once a run is new: what is asked for it may write another menu

        def find(k: int) -> MenuRun:
            if not copies:
                copies.append(copy_of(choices[:count]))
            run = slice(begins[k], ends[k])
            return self._run(moment, copies[0][run], facts[run])

        return moment.cached_each(list(zip(repeat("run"), repeat(slot), keys)), find)

    def _run(self, moment: Moment, choices: Array, facts: Array) -> MenuRun:
        """Choices of a run in words."""
        verbs = moment.setting.game.verbs
        alike = self.alike.get(verbs[choices["verb"][0] - 1])
        made = alike(moment, choices, facts) if alike else None
        by_name = _by_name(verbs)
        if made is not None:
            return MenuRun(made, by_name)
        raw, more = choices.tobytes(), facts[:, 1:].tobytes()
        size, rest = choices.itemsize, len(more) // len(choices)
        slot = moment.slot if self.mine is None else -1
        keys = [
            ("option", slot, raw[k * size : (k + 1) * size], more[k * rest : (k + 1) * rest])
            for k in range(len(choices))
        ]
        found = moment.cached_each(keys, lambda k: self._option_form(moment, choices[k : k + 1]))
        return MenuRun(found, by_name, self.mine(moment) if self.mine else "")

    def _option_form(self, moment: Moment, choice: Array) -> Option:
        """An option without odds, with `MINE` for the unit where all slots share it."""
        option = self.option_at(moment, choice, False)
        return msgspec.structs.replace(option, unit=MINE) if self.mine and option.unit else option

    def explain_option(self, setting: Setting, states: Array, slot: int, value: Verb) -> Option:
        """A lawful choice as the menu would offer it, whether or not it lists it."""
        moment = Moment(setting, states, slot)
        return self.option_at(moment, moment.encode(value), True)

    def option_at(self, moment: Moment, choice: Array, odds: bool) -> Option:
        """A choice as it is offered at a moment."""
        if self.option is not None:
            option = self.option(moment, choice)
        else:
            value = moment.decode(choice)
            say = self.labels.get(type(value), form_label)
            option = option_of(value, moment.names, say(moment, value), **self.parts(moment, value))
        chances = self.odds(moment, choice) if odds else ()
        return msgspec.structs.replace(option, odds=chances) if chances else option


@lru_cache(1_000)
def _parts_without(record: Any, without: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Where the bytes of a record begin and end that are not those of some fields."""
    end, found = 0, []
    for part in sorted(without, key=lambda part: record.fields[part][1]):
        kind, offset = record.fields[part][:2]
        found.append((end, offset))
        end = offset + kind.itemsize
    return tuple([(begin, end) for begin, end in (*found, (end, record.itemsize)) if begin < end])


@lru_cache(1_000)
def _numbers_without(record: Any, without: tuple[str, ...]) -> Array:
    """Where the numbers of a record stand, in 32 bits each, but for those of some fields."""
    places = [range(begin // 4, end // 4) for begin, end in _parts_without(record, without)]
    return np.array([place for part in places for place in part], np.intp)


@lru_cache(64)
def _by_name(verbs: tuple[type[Verb], ...]) -> dict[str, type[Verb]]:
    return {name_of(verb): verb for verb in verbs}


menu_decision = DecisionSpec(lambda moment: f"{moment.slot_name.capitalize()} to choose.").decision
"""What a slot has to decide, where the menu says all there is to say: no odds, and nothing beside it."""
