"""A Decision as people read it, and what they type as the choice they mean.

Forgiving without knowing the game: words are completed from the names that the menu offers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress

from ...core.errors import BadNotation
from ...core.protocol.choices import NAMED_WORD, Verb, kinds, name_of, notation, parse, unnamed_fields, usage
from ...core.protocol.field_kinds import Kind, Thing, Word
from ...core.protocol.list_kinds import ListKind
from ...core.protocol.scene import UNIT, Decision, Option, Preset, Scene
from ...core.space.units import STEPS, read_point
from ..console import pack_words, wrap
from ..draw.glyphs import scene_letters
from .abbreviations import matching_names, resolve_alias
from .optional_fields import bare_words, hint, is_option, option_words, optional_kinds, read_options
from .places import Places

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
        for token in self.tokens.values():
            if token.name:
                text = replace_title(text, token.name, token.unit)
        return text

    def _count_lines(self, verb: str, options: list[Option], width: int) -> list[str]:
        """A verb's choices by unit: how many, or where to."""
        left = self.decision.count - len(self.decision.options)
        by_unit: dict[str, list[Option]] = {}
        for option in options:
            by_unit.setdefault(option.unit, []).append(option)
        named = any(option.unit in option.notation.split() for option in options)
        if left > 0 or "" in by_unit or not named:
            examples = "; ".join(map(self._short_line, options[:2]))
            said = f"{verb}: {len(options) + max(0, left):,} ways, such as {examples}"
            return wrap(said, width, "  ", "      ") + self._entry_lines(verb, width)
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
        known, said = {thing.name for thing in self.decision.things}, []
        for field in fields:
            names = self.field_values(chosen)[field]
            said.append(
                f"{field}: any of {'those that pieces lists' if known >= set(names) else ', '.join(sorted(names))}"
            )
        return [line for text in said for line in wrap(text, width, "    ", "      ")]

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

    # What is typed

    def to_notation(self, line: str) -> str:
        """What is meant by a line: a number on the menu, or notation with words left short. As notation.

        What may be said besides stands after a slash, or of a named verb after what it needs: `att tom/burst, ca=head`.
        A line that says only that, `stance evade`, is about the previous choice.

        Raises:
            BadNotation: a number that is not on the menu, or a word that could mean several things.
        """
        line = self.normalize_names(line)
        for thing in self.decision.things:  # `SPAS-12` for `spas12`
            line = replace_title(line, thing.title, thing.name)
        head, slash, tail = line.partition("/")
        words = head.split()
        if len(words) == 1 and not slash and words[0].rstrip(").").isdecimal():
            number = small_number(words[0].rstrip(")."))
            if not 1 <= number <= len(self.numbered_options):
                raise BadNotation(f"no choice {words[0][:9]}: they are numbered 1 to {len(self.numbered_options)}")
            return self.numbered_options[number - 1].notation
        if changed := self._change(words, tail):
            return changed
        verb, rest = self._verb(words)
        if preset := self._preset(verb, rest if verb else words):
            return preset.notation
        if verb is None:
            return self._guess(words, tail) or self._change(words, tail, left_short=True) or line
        return self._fill_fields(verb, rest, tail)

    def _change(self, words: list[str], tail: str, left_short: bool = False) -> str:
        """The previous choice with what a line says of its optional fields; nothing if it says anything else.

        Raises:
            BadNotation: there is no previous choice, or a word means nothing, or several things.
        """
        first = words[0] if words else tail
        named = [verb for verb in self.verbs if verb.named and name_of(verb) in self.options_by_verb]
        if not named or not first or first.lower() in map(name_of, self.verbs):
            return ""
        about = [type(self.previous)] if self.previous and type(self.previous).named else named
        if not (left_short or not words or any(is_option(verb, first) for verb in about)):
            return ""
        known = dict.fromkeys(word for verb in about for word in (*bare_words(verb), *optional_kinds(verb)))
        begun = first.partition("=")[0].lower().strip(",")
        if left_short and words and not any(word.startswith(begun) for word in known):
            said = f"{first!r} is nothing to choose now{hint(begun, [*self.options_by_verb, *known])}"
            raise BadNotation(f"{said}; there is {', '.join(self.options_by_verb)}")
        if self.previous is None or not type(self.previous).named:
            raise BadNotation(f"there is nothing yet that {first} could be about; begin with: {usage(about[0])}")
        verb = type(self.previous)
        said_fields = read_options(verb, f"{' '.join(words)} {tail}", self._complete_option)
        before = {field: kind.text(getattr(self.previous, field)) for field, kind in kinds(verb).items()}
        return notation(parse(" ".join([name_of(verb), *option_words(before | said_fields)]), self.verbs))

    def _preset(self, verb: type[Verb] | None, words: list[str]) -> Preset | None:
        """The choice put together beforehand that is meant by its name: `buy rush`, or `rush` alone.

        Raises:
            BadNotation: it cannot be chosen now.
        """
        for one in self.decision.presets if len(words) == 1 else ():
            if one.name == words[0].lower() and (verb is None or name_of(verb) == one.notation.split(" ")[0]):
                if one.against:
                    raise BadNotation(f"{one.name}: {one.against}")
                return one
        return None

    def _verb(self, words: list[str]) -> tuple[type[Verb] | None, list[str]]:
        """The verb that a line begins with, by name or by as much of it as is needed."""
        names = {name_of(verb): verb for verb in self.verbs}
        if len(words) > 1 and (both := f"{words[0]}_{words[1]}".lower()) in names:
            return names[both], words[2:]
        first = words[0].lower() if words else ""
        if first in names:
            return names[first], words[1:]
        for known in (list(self.options_by_verb), [name for name in names if not names[name].free]):
            near = [name for name in known if first and name.startswith(first)]
            if len(near) > 1:
                raise BadNotation(f"{words[0]!r} may be {' or '.join(near)}")
            if near:
                return names[near[0]], words[1:]
        return None, words

    def _guess(self, words: list[str], tail: str = "") -> str | None:
        """The only choice that a line without a verb can mean, on the menu or failing that off it: `R1 e7`."""
        found: dict[str, type[Verb]] = {}
        for verb in self.verbs:
            if name_of(verb) in self.options_by_verb:
                with suppress(BadNotation):
                    found[self._fill_fields(verb, words, tail)] = verb
        offered = [line for line in found if line in self.numbers]
        near = offered or [line for line, verb in found.items() if self._has_names(verb, line.split()[1:])]
        return near[0] if len(near) == 1 else None

    def max_range(self, verb: type[Verb]) -> float:
        """The longest way on the menu for a verb; 0 if there is none."""
        field = next((field for field, kind in kinds(verb).items() if kind.form == "vector"), "")
        ways = (read_point(word) for word in self.field_values(verb).get(field, ()))
        return max((math.hypot(*way) / STEPS for way in ways if way), default=0.0)

    def _has_names(self, verb: type[Verb], words: list[str]) -> bool:
        """Whether these words name, for each field of a verb, a unit or a place: such a choice can be judged."""
        fields = {field: kinds(verb)[field] for field in unnamed_fields(verb)}
        offered, words = self.field_values(verb), [word for word in words if not NAMED_WORD.fullmatch(word)]
        known: list[Collection[str]] = [
            [word for word in words if self.places.parse(word)]
            if kind.form in ("point", "vector")
            else {*self.letters, *offered.get(field, ())}
            for field, kind in fields.items()
            if kind.form in ("unit", "target", "point", "vector")
        ]
        fitting = (word in names for word, names in zip(words, known, strict=False))
        return bool(words) and len(words) == len(known) == len(fields) and all(fitting)

    def _fill_fields(self, verb: type[Verb], words: list[str], tail: str = "") -> str:
        """A verb's fields, each word completed from what the menu offers for it; those of `tail` are named."""
        fields = [(field, kinds(verb)[field]) for field in unnamed_fields(verb)]
        if fields and isinstance(fields[-1][1], ListKind):
            words = re.sub(r",\s+", ",", " ".join(words)).split()
        named = next((k for k, word in enumerate(words) if NAMED_WORD.fullmatch(word)), len(words))
        if verb.named:
            named = min(named, len(fields))
        if words[named:] or tail:
            line = self._fill_fields(verb, words[:named])
            options = read_options(verb, " ".join([*words[named:], tail]), self._complete_option)
            return notation(parse(" ".join([line, *option_words(options)]), self.verbs))
        if len(fields) == 1 and isinstance(fields[0][1], ListKind) and len(words) > 1:
            words = [fields[0][1].separator.join(word.strip(fields[0][1].separator) for word in words)]
        offered, unit = self.field_values(verb), ""
        done: list[str] = []
        for word, (field, kind) in zip(words, fields, strict=False):
            if kind.form == "vector":
                done.append(
                    self.places.vector_notation(self.places.actor(self.decision.slot, unit), self.max_range(verb), word)
                )
                continue
            done.append(self._complete_word(word, kind, list(offered.get(field, ()))))
            if verb.named and kind.form in ("unit", "target"):
                self._check_unit(done[-1])
            unit = done[-1] if kind.form == "unit" else unit
        return " ".join([name_of(verb), *done, *words[len(fields) :]])

    def _check_unit(self, word: str) -> None:
        """See to it that a word which names no unit is not nearly a name: what is far from all, the rules refuse."""
        titles = {token.unit: token.name_on_board for token in self.tokens.values()}
        if word not in titles and word not in self.letters and (near := hint(word, [*titles, *titles.values()])):
            raise BadNotation(f"nobody is called {word!r}{near}")

    def _complete_option(self, kind: Kind, word: str) -> str:
        """The word of an optional field, completed from what lies on the table; `-` is none."""
        units = [*self.tokens]
        if kind.form == "units":
            return kind.separator.join(self._option_unit(part, units) for part in word.split(kind.separator))
        if kind.form in ("unit", "target"):
            return self._option_unit(word, units)
        if kind.form == "thing":
            return self._option_thing(kind, word)
        if kind.form == "point" and self.scene.ground:
            return self.places.point_notation(word)
        return word

    def _option_thing(self, kind: Kind, word: str) -> str:
        """A thing of the sort that a field names, by its name or title.

        Raises:
            BadNotation: it may mean several, or nothing has that name and something has nearly.
        """
        sort = kind.sort if isinstance(kind, Thing) else ""
        things = {one.name: one.title for one in self.decision.things if one.sort in ("", sort)}
        by_title = [name for name, title in things.items() if title.lower().startswith(word.lower().replace("_", " "))]
        if word not in things and len(by_title) == 1:
            return by_title[0]
        found = self.resolve_name(word, [*things])
        if found not in (*things, "-") and (near := hint(word, [*things.values(), *things])):
            raise BadNotation(f"nothing is called {word!r}{near}")
        return found

    def _option_unit(self, word: str, units: Sequence[str]) -> str:
        """A unit of the table that a word means."""
        found = self.resolve_name(word, units)
        if found != "-":
            self._check_unit(found)
        return found

    def _complete_word(self, word: str, kind: Kind, names: list[str]) -> str:
        if isinstance(kind, ListKind):
            parts = (self.resolve_name(part, names, kind.form != "path") for part in word.split(kind.separator))
            return kind.separator.join(parts)
        if isinstance(kind, Word) and not matching_names(word, names, self.letters):
            word = resolve_alias(word, self.aliases)
        if kind.form in ("unit", "target") and not matching_names(word, names, self.letters):
            mine = kind.form == "unit"
            names = [token.unit for token in self.tokens.values() if (token.slot == self.decision.slot) == mine]
        return (
            self.places.point_notation(word)
            if kind.form == "point" and self.scene.ground
            else self.resolve_name(word, names, kind.form != "point")
        )

    def resolve_name(self, word: str, names: Sequence[str], may_be_short: bool = True) -> str:
        """The one name that a word means, left `short` perhaps; the word itself if none.

        Raises:
            BadNotation: it may mean several.
        """
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
                    said = getattr(value, field)
                    found.setdefault(field, {}).update(dict.fromkeys(said if isinstance(said, list) else [str(said)]))
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


def replace_title(text: str, title: str, name: str) -> str:
    """A text in which what people call a thing, in whatever case, is its name in notation."""
    return re.sub(rf"(?<![\w.-]){re.escape(title)}(?![\w.-])", lambda _: name, text, flags=re.IGNORECASE)


def use_letters(text: str, letters: Mapping[str, str]) -> str:
    """A text with each name that has letters called by them."""
    return UNIT.sub(lambda found: letters.get(found[0], found[0]), text)


def small_number(word: str) -> int:
    """A whole number that could stand on a menu or on a die; 0 for anything else."""
    return int(word) if word.isdecimal() and len(word) < 10 else 0


def _range_text(options: Sequence[Option]) -> str:
    """Where a unit's choices lead, or how many they are."""
    places = [option.point for option in options if option.point]
    return " ".join(places) if 0 < len(places) <= MAX_PLACES and len(places) == len(options) else f"({len(options)})"
