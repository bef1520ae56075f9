"""What people type as the choice they mean, read with the menu at hand.

Forgiving without knowing the game: words are completed from the names that the menu offers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from contextlib import suppress

from ...core.errors import BadNotation
from ...core.protocol.choices import NAMED_WORD, Verb, kinds, name_of, notation, parse, unnamed_fields, usage
from ...core.protocol.field_kinds import Kind, Thing, Word
from ...core.protocol.list_kinds import ListKind
from ...core.protocol.scene import Preset
from .abbreviations import matching_names, resolve_alias
from .menu import Menu
from .optional_fields import bare_words, hint, is_option, option_words, optional_kinds, read_options
from .words import replace_titles, small_number


def to_notation(menu: Menu, line: str) -> str:
    """What is meant by a line: a number on the menu, or notation with words left short. As notation.

    What may be said besides stands after a slash, or of a named verb after what it needs: `att tom/burst, ca=head`.
    A line that says only that, `stance evade`, is about the previous choice.

    Raises:
        BadNotation: a number that is not on the menu, or a word that could mean several things.
    """
    return ChoiceReader(menu).read(line)


class ChoiceReader:
    """Reads typed lines as choices of a menu."""

    def __init__(self, menu: Menu) -> None:
        self.menu = menu

    def read(self, line: str) -> str:
        """What is meant by a line, as notation (see `to_notation`)."""
        line = replace_titles(line, self.menu.ids_by_title)  # `Red RC1` for `1.recon.1`, `SPAS-12` for `spas12`
        head, slash, tail = line.partition("/")
        words = head.split()
        if len(words) == 1 and not slash and words[0].rstrip(").").isdecimal():
            number = small_number(words[0].rstrip(")."))
            if not 1 <= number <= len(self.menu.numbered_options):
                raise BadNotation(f"no choice {words[0][:9]}: they are numbered 1 to {len(self.menu.numbered_options)}")
            return self.menu.numbered_options[number - 1].notation
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
        named = [verb for verb in self.menu.verbs if verb.named and name_of(verb) in self.menu.options_by_verb]
        if not named or not first or first.lower() in map(name_of, self.menu.verbs):
            return ""
        about = [type(self.menu.previous)] if self.menu.previous and type(self.menu.previous).named else named
        if not (left_short or not words or any(is_option(verb, first) for verb in about)):
            return ""
        known = dict.fromkeys(word for verb in about for word in (*bare_words(verb), *optional_kinds(verb)))
        begun = first.partition("=")[0].lower().strip(",")
        if left_short and words and not any(word.startswith(begun) for word in known):
            message = f"{first!r} is nothing to choose now{hint(begun, [*self.menu.options_by_verb, *known])}"
            raise BadNotation(f"{message}; there is {', '.join(self.menu.options_by_verb)}")
        if self.menu.previous is None or not type(self.menu.previous).named:
            raise BadNotation(f"there is nothing yet that {first} could be about; begin with: {usage(about[0])}")
        verb = type(self.menu.previous)
        said_fields = read_options(verb, f"{' '.join(words)} {tail}", self._complete_option)
        before = {field: kind.text(getattr(self.menu.previous, field)) for field, kind in kinds(verb).items()}
        return notation(parse(" ".join([name_of(verb), *option_words(before | said_fields)]), self.menu.verbs))

    def _preset(self, verb: type[Verb] | None, words: list[str]) -> Preset | None:
        """The choice put together beforehand that is meant by its name: `buy rush`, or `rush` alone.

        Raises:
            BadNotation: it cannot be chosen now.
        """
        for one in self.menu.decision.presets if len(words) == 1 else ():
            if one.name == words[0].lower() and (verb is None or name_of(verb) == one.notation.split(" ")[0]):
                if one.against:
                    raise BadNotation(f"{one.name}: {one.against}")
                return one
        return None

    def _verb(self, words: list[str]) -> tuple[type[Verb] | None, list[str]]:
        """The verb that a line begins with, by name or by as much of it as is needed."""
        names = {name_of(verb): verb for verb in self.menu.verbs}
        if len(words) > 1 and (both := f"{words[0]}_{words[1]}".lower()) in names:
            return names[both], words[2:]
        first = words[0].lower() if words else ""
        if first in names:
            return names[first], words[1:]
        for known in (list(self.menu.options_by_verb), [name for name in names if not names[name].free]):
            near = [name for name in known if first and name.startswith(first)]
            if len(near) > 1:
                raise BadNotation(f"{words[0]!r} may be {' or '.join(near)}")
            if near:
                return names[near[0]], words[1:]
        return None, words

    def _guess(self, words: list[str], tail: str = "") -> str | None:
        """The only choice that a line without a verb can mean, on the menu or failing that off it: `R1 e7`."""
        found: dict[str, type[Verb]] = {}
        for verb in self.menu.verbs:
            if name_of(verb) in self.menu.options_by_verb:
                with suppress(BadNotation):
                    found[self._fill_fields(verb, words, tail)] = verb
        offered = [line for line in found if line in self.menu.numbers]
        near = offered or [line for line, verb in found.items() if self._has_names(verb, line.split()[1:])]
        return near[0] if len(near) == 1 else None

    def _has_names(self, verb: type[Verb], words: list[str]) -> bool:
        """Whether these words name, for each field of a verb, a unit or a place: such a choice can be judged."""
        fields = {field: kinds(verb)[field] for field in unnamed_fields(verb)}
        offered, words = self.menu.field_values(verb), [word for word in words if not NAMED_WORD.fullmatch(word)]
        known: list[Collection[str]] = [
            [word for word in words if self.menu.places.parse(word)]
            if kind.form in ("point", "vector")
            else {*self.menu.letters, *offered.get(field, ())}
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
            return notation(parse(" ".join([line, *option_words(options)]), self.menu.verbs))
        if len(fields) == 1 and isinstance(fields[0][1], ListKind) and len(words) > 1:
            words = [fields[0][1].separator.join(word.strip(fields[0][1].separator) for word in words)]
        offered, unit = self.menu.field_values(verb), ""
        done: list[str] = []
        for word, (field, kind) in zip(words, fields, strict=False):
            if kind.form == "vector":
                done.append(
                    self.menu.places.vector_notation(
                        self.menu.places.actor(self.menu.decision.slot, unit), self.menu.max_range(verb), word
                    )
                )
                continue
            done.append(self._complete_word(word, kind, list(offered.get(field, ()))))
            if verb.named and kind.form in ("unit", "target"):
                self._check_unit(done[-1])
            unit = done[-1] if kind.form == "unit" else unit
        return " ".join([name_of(verb), *done, *words[len(fields) :]])

    def _check_unit(self, word: str) -> None:
        """See to it that a word which names no unit is not nearly a name: what is far from all, the rules refuse."""
        titles = {token.unit: token.name_on_board for token in self.menu.tokens.values()}
        if word not in titles and word not in self.menu.letters and (near := hint(word, [*titles, *titles.values()])):
            raise BadNotation(f"nobody is called {word!r}{near}")

    def _complete_option(self, kind: Kind, word: str) -> str:
        """The word of an optional field, completed from what lies on the table; `-` is none."""
        units = [*self.menu.tokens]
        if kind.form == "units":
            return kind.separator.join(self._option_unit(part, units) for part in word.split(kind.separator))
        if kind.form in ("unit", "target"):
            return self._option_unit(word, units)
        if kind.form == "thing":
            return self._option_thing(kind, word)
        if kind.form == "point" and self.menu.scene.ground:
            return self.menu.places.point_notation(word)
        return word

    def _option_thing(self, kind: Kind, word: str) -> str:
        """A thing of the sort that a field names, by its name or title.

        Raises:
            BadNotation: it may mean several, or nothing has that name and something has nearly.
        """
        sort = kind.sort if isinstance(kind, Thing) else ""
        things = {one.name: one.title for one in self.menu.decision.things if one.sort in ("", sort)}
        by_title = [name for name, title in things.items() if title.lower().startswith(word.lower().replace("_", " "))]
        has_id = word.casefold() in map(str.casefold, things)
        if not has_id and len(by_title) == 1:
            return by_title[0]
        found = self.menu.resolve_name(word, [*things])
        if found not in (*things, "-") and (near := hint(word, [*things.values(), *things])):
            raise BadNotation(f"nothing is called {word!r}{near}")
        return found

    def _option_unit(self, word: str, units: Sequence[str]) -> str:
        """A unit of the table that a word means."""
        found = self.menu.resolve_name(word, units)
        if found != "-":
            self._check_unit(found)
        return found

    def _complete_word(self, word: str, kind: Kind, names: list[str]) -> str:
        if isinstance(kind, ListKind):
            parts = (self.menu.resolve_name(part, names, kind.form != "path") for part in word.split(kind.separator))
            return kind.separator.join(parts)
        if isinstance(kind, Word) and not matching_names(word, names, self.menu.letters):
            word = resolve_alias(word, self.menu.aliases)
        if kind.form in ("unit", "target") and not matching_names(word, names, self.menu.letters):
            mine = kind.form == "unit"
            names = [
                token.unit for token in self.menu.tokens.values() if (token.slot == self.menu.decision.slot) == mine
            ]
        return (
            self.menu.places.point_notation(word)
            if kind.form == "point" and self.menu.scene.ground
            else self.menu.resolve_name(word, names, kind.form != "point")
        )
