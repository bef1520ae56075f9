"""A Decision as people read it in lines, and what it knows of the names that are typed (`choice_reader.py`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from ...core.errors import BadNotation
from ...core.protocol.choices import Verb, kinds, name_of, parse, unnamed_fields
from ...core.protocol.field_kinds import Word
from ...core.protocol.list_kinds import ListKind
from ...core.protocol.scene import Decision, Option, Scene
from ...core.protocol.titles import ids_by_title
from ...core.space.units import STEPS, read_point
from ..console import pack_words, wrap
from ..draw.glyphs import scene_letters
from .abbreviations import matching_names
from .places import Places
from .words import replace_titles, use_letters

MAX_LISTED = 9  # choices of a verb that are listed one by one
MAX_BEST = 6  # choices with odds, the best first, that are listed where there are more
MAX_PLACES = 12  # places that are named rather than counted


class Menu:
    """What may be chosen now, with a number for each choice: those listed one by one come first.

    Where the decision leaves some of the menu out, `more` is a sample of the rest: it knows names to complete. `offer`
    is what the game says of a lawful choice, whether or not the menu lists it; `words` are what people call things,
    with the words of notation for it. `previous` is what the slot has sealed or chosen last: a line may change a part.
    """

    def __init__(
        self,
        decision: Decision,
        scene: Scene,
        verbs: Sequence[type[Verb]],
        samples: Sequence[Verb] = (),
        offer: Callable[[Verb], Option] | None = None,
        aliases: Mapping[str, str] | None = None,
        previous: Verb | None = None,
    ) -> None:
        self.decision, self.scene, self.verbs, self.samples, self.offer = decision, scene, verbs, samples, offer
        self.aliases, self.previous = aliases or {}, previous
        self.tokens = {token.unit: token for token in (*scene.tokens, *scene.waiting)}
        self.letters = scene_letters(scene)
        self.places = Places(scene)
        self.options_by_verb: dict[str, list[Option]] = {verb: [] for verb in decision.verbs}
        for option in decision.options:
            self.options_by_verb.setdefault(option.verb, []).append(option)
        self.is_complete = decision.count <= len(decision.options)
        self.listed_options = [
            option for options in self.options_by_verb.values() for option in self._options_to_list(options)
        ]
        listed = set(map(id, self.listed_options))
        self.numbered_options = self.listed_options + [
            option for option in decision.options if id(option) not in listed
        ]
        self.numbers = {option.notation: k for k, option in enumerate(self.numbered_options, 1)}
        self._field_values: dict[str, dict[str, dict[str, None]]] = {}
        units = [(token.unit, token.name) for token in self.tokens.values()]
        things = [(thing.name, thing.title) for thing in decision.things]
        reserved = {*self.tokens, *(thing.name for thing in decision.things), *_words_of(verbs)}
        self.units_by_title = ids_by_title(units, reserved)
        self.ids_by_title = ids_by_title((*units, *things), reserved)

    def _options_to_list(self, options: list[Option]) -> list[Option]:
        """What is listed one by one: few choices that are not just places; of many with odds, the best."""
        if not self.is_complete:
            return []
        if len(options) > MAX_LISTED and any(option.odds for option in options):
            return sorted(options, key=lambda option: -option.odds[0].chance if option.odds else 0.0)[:MAX_BEST]
        few = len(options) <= MAX_LISTED and not all(option.point for option in options)
        return options if few else []

    # What is read

    def lines(self, width: int) -> list[str]:
        """The choices, grouped by verb: one by one with odds where they are few, counted by unit where not."""
        found: list[str] = []
        listed = {id(option) for option in self.listed_options}
        for verb, options in self.options_by_verb.items():
            rest = [option for option in options if id(option) not in listed]
            if len(rest) == len(options):
                found += self._count_lines(verb, options, width)
            else:
                rich = [option for option in options if id(option) in listed and option.odds]
                found += [
                    line
                    for option in self.listed_options
                    if option in rich
                    for line in self._option_lines(option, width)
                ]
                if rest:
                    found.append(f"  {verb}: {len(rest)} more, see moves")
        alone = [option for option in self.listed_options if not option.odds]
        return found + pack_words(map(self._short_line, alone), width, "  ")

    def _short_line(self, option: Option) -> str:
        return f"{self.numbers[option.notation]}) {self.shorten(option.notation)}"

    def _option_lines(self, option: Option, width: int) -> list[str]:
        odds = self.shorten("; ".join(map(str, option.odds)))
        return wrap(f"{self._short_line(option)}{f': {odds}' if odds else ''}", width, "  ", "      ")

    def shorten(self, text: str) -> str:
        """A text with units called by their letters."""
        return use_letters(self.normalize_names(text), self.letters)

    def normalize_names(self, text: str) -> str:
        """A text in which units that are called as people call them, `Red RC1`, have their names of one word."""
        return replace_titles(text, self.units_by_title)

    def _count_lines(self, verb: str, options: list[Option], width: int) -> list[str]:
        """A verb's choices by unit: how many, or where to."""
        left = self.decision.count - len(self.decision.options)
        by_unit: dict[str, list[Option]] = {}
        for option in options:
            by_unit.setdefault(option.unit, []).append(option)
        named = any(option.unit in option.notation.split() for option in options)
        if left > 0 or "" in by_unit or not named:
            examples = "; ".join(map(self._short_line, options[:2]))
            text = f"{verb}: {len(options) + max(0, left):,} ways, such as {examples}"
            return wrap(text, width, "  ", "      ") + self._entry_lines(verb, width)
        alike: dict[str, list[str]] = {}
        for unit, group in by_unit.items():
            alike.setdefault(_range_text(group), []).append(self.short_name(unit))
        words = [f"{', '.join(units)} {extent}" for extent, units in alike.items()]
        lines = pack_words(words, width - 9, "", "   ")
        return [
            part
            for k, line in enumerate(lines)
            for part in wrap(line, width, f"  {verb if k == 0 else '':<6} ", " " * 11)
        ]

    def _entry_lines(self, verb: str, width: int) -> list[str]:
        """What a list may hold, for a verb that takes one."""
        chosen = next(one for one in self.verbs if name_of(one) == verb)
        fields = [field for field in unnamed_fields(chosen) if isinstance(kinds(chosen)[field], ListKind)]
        known, texts = {thing.name for thing in self.decision.things}, []
        for field in fields:
            names = self.field_values(chosen)[field]
            texts.append(
                f"{field}: any of {'those that pieces lists' if known >= set(names) else ', '.join(sorted(names))}"
            )
        return [line for text in texts for line in wrap(text, width, "    ", "      ")]

    def short_name(self, unit: str) -> str:
        """A unit by its letters, and by its name too where that says more."""
        letters = self.letters.get(unit)
        return letters or unit

    def title(self, unit: str) -> str:
        """A unit as people call it, also where no board is to be seen beside it; any other name as it is."""
        return self.tokens[unit].name_on_board if unit in self.tokens else unit

    def all_lines(self, units: Iterable[str], width: int) -> list[str]:
        """Every choice with its number, all of them or those of some units."""
        wanted = set(units)
        found: list[str] = []
        for verb, options in self.options_by_verb.items():
            mine = [option for option in options if not wanted or option.unit in wanted]
            if not mine:
                continue
            found.append(f"{verb} ({mine[0].clause}), {len(mine)}:")
            rich = [option for option in mine if option.odds]
            found += [line for option in rich for line in self._option_lines(option, width)]
            found += pack_words((self._short_line(option) for option in mine if not option.odds), width, "  ")
        left = self.decision.count - len(self.decision.options)
        return [*found, f"and {left:,} more"] if left > 0 else found

    @property
    def forced_option(self) -> Option | None:
        """The only choice there is, where it names nothing: all that is left is to go on."""
        first = self.decision.options[0] if self.decision.count == 1 else None
        return first if first is not None and first.notation == first.verb else None

    def find(self, line: str) -> Option | None:
        """The choice of a line of notation, if it is on the menu."""
        number = self.numbers.get(line)
        return self.numbered_options[number - 1] if number else None

    def describe(self, line: str) -> Option | None:
        """A lawful choice with what is to be known of it, on the menu or off it; None where the game tells no more."""
        return self.find(line) or (self.offer(parse(line, self.verbs)) if self.offer else None)

    def distance_text(self, units: Iterable[str]) -> set[str]:
        """The places that choices of these units name."""
        wanted = set(units)
        return {option.point for option in self.decision.options if option.unit in wanted and option.point}

    # Names and values

    def max_range(self, verb: type[Verb]) -> float:
        """The longest way on the menu for a verb; 0 if there is none."""
        field = next((field for field, kind in kinds(verb).items() if kind.form == "vector"), "")
        ways = (read_point(word) for word in self.field_values(verb).get(field, ()))
        return max((math.hypot(*way) / STEPS for way in ways if way), default=0.0)

    def resolve_name(self, word: str, names: Sequence[str], may_be_short: bool = True) -> str:
        """The one name that a word means, left `short` perhaps; the word itself if none.

        Among units the id of one on the table is that unit, whether or not it is among the names.

        Raises:
            BadNotation: it may mean several.
        """
        unit = next((unit for unit in self.tokens if unit.casefold() == word.casefold()), "")
        if unit and not self.tokens.keys().isdisjoint(names):
            return unit
        near = (
            matching_names(word, names, self.letters)
            if may_be_short
            else [name for name in names if name.lower() == word.lower()]
        )
        if len(near) > 1:
            called = " or ".join(map(self.title, near[:4]))
            raise BadNotation(f"{word!r} may be {called}{' or others' if len(near) > 4 else ''}")
        if near:
            return near[0]
        return word.lower() if names and all(name == name.lower() for name in names) else word

    def field_values(self, verb: type[Verb]) -> dict[str, dict[str, None]]:
        """For each field of a verb, what the menu's choices put there."""
        name = name_of(verb)
        if name not in self._field_values:
            found: dict[str, dict[str, None]] = {}
            for value in self.values(verb):
                for field in value.__struct_fields__:
                    part = getattr(value, field)
                    found.setdefault(field, {}).update(dict.fromkeys(part if isinstance(part, list) else [str(part)]))
            self._field_values[name] = found
        return self._field_values[name]

    def values(self, verb: type[Verb]) -> list[Verb]:
        """The menu's choices of a verb; of a menu that is too long, its first ones and a sample of the rest."""
        lines = [parse(option.notation, self.verbs) for option in self.options_by_verb.get(name_of(verb), ())]
        return [*lines, *(value for value in self.samples if type(value) is verb)]

    def usage(self) -> list[str]:
        """How each verb is written, those on the menu first; those of a referee only where they are on it."""
        lines = []
        known = [
            verb for verb in self.verbs if name_of(verb) in self.options_by_verb or not (verb.reasoned or verb.refereed)
        ]
        for verb in sorted(known, key=lambda verb: name_of(verb) not in self.options_by_verb):
            optional = [f"[{field}=]" for field in kinds(verb) if field not in unnamed_fields(verb)]
            lines.append(" ".join([name_of(verb), *map(str.upper, unnamed_fields(verb)), *optional]))
        return lines


def _words_of(verbs: Sequence[type[Verb]]) -> set[str]:
    """The words of notation that verbs have: their names, those of their fields, and words that are values."""
    found = {name_of(verb) for verb in verbs}
    for field, kind in (pair for verb in verbs for pair in kinds(verb).items()):
        found |= {field, *(kind.words if isinstance(kind, Word) else ())}
    return found


def _range_text(options: Sequence[Option]) -> str:
    """Where a unit's choices lead, or how many they are."""
    places = [option.point for option in options if option.point]
    return " ".join(places) if 0 < len(places) <= MAX_PLACES and len(places) == len(options) else f"({len(options)})"
