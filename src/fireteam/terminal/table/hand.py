"""What can be done with what a person has in hand: what fits, what Enter does, and how it is called.

On a free table pointing also makes choices that no menu lists: a way from the unit that acts to the cursor, or the
cursor's point.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from ...core.choices import Verb, kinds, name_of, notation, parse
from ...core.choices import form as form_of
from ...core.lists import Several
from ...core.scene import Option, Spot, Token
from ...core.spots import near
from ...core.steps import STEPS, spot_of
from ...match.walking import Path
from ..ways import longest, place_named, toward
from .held import Held
from .meant import best, wants_only_places, wants_place

MORE = 0.01  # than a step is what cannot be gone at once


class Act(NamedTuple):
    """Something that can be done now: a choice, a unit to take up, a square to point at, a choice to put together.

    Or it is to `walk` to where the cursor is, over several counts, or to `stay` as it is on all of them.
    """

    text: str
    option: Option | None = None
    unit: str = ""
    verb: str = ""
    at: Spot | None = None
    walk: bool = False
    stay: bool = False


class Hand(Held):
    """What can be done with what is in hand."""

    @property
    def makeable(self) -> list[str]:
        """The verbs whose choices can be put together: on a free table, whose menus are selections, lists as well."""
        lists = {name_of(verb) for verb in self.menu.verbs if any(isinstance(k, Several) for k in kinds(verb).values())}
        return [verb for verb in self.menu.by_verb if verb in self.built or (self.ground and verb in lists)]

    # Where it can walk

    @property
    def is_beyond(self) -> bool:
        """Whether the place pointed at is farther than a step, for who may walk there over several counts."""
        if not self.walks or self.actor is None or self.paths.get(self.at, self) is None:
            return False
        return math.dist(self.actor.at, self.at) > max(self._ranges(), default=0.0) + MORE

    @property
    def path(self) -> Path | None:
        """The way to the place pointed at, if it is beyond a step and has been found."""
        return self.paths.get(self.at) if self.is_beyond else None

    def _walk(self) -> list[Act]:
        """To walk to the place pointed at."""
        return [Act(f"walk {self.path or f'to {near(self.at)}'}", walk=True)] if self.is_beyond else []

    # What can be done

    @property
    def points(self) -> bool:
        """Whether pointing can make or find a choice."""
        offered = (verb for verb in self.menu.verbs if name_of(verb) in self.menu.by_verb)
        return any(wants_place(verb) for verb in offered) or any(option.target for option in self.options)

    def fitting(self) -> list[Option]:
        """The choices that the unit taken up has for the square pointed at; without one, those that need none."""
        found = [
            option
            for option in self.options
            if option.unit == self.unit
            and (option.point or option.target)
            and (
                self.at == place_named(self.menu, option.point)
                or (
                    option.target == self.on.unit
                    if self.on and self.ground
                    else self.at == self.places.get(option.target)
                )
            )
        ]
        listed = {option.verb for option in found}
        made = [option for option in self._made() if option.verb not in listed]
        return sorted(found, key=lambda option: -best(option)) + made

    def _made(self) -> Iterator[Option]:
        """The choices that pointing makes on a free table."""
        if self.actor is None:
            return
        if self.at == self.actor.at:
            yield from self._again(self.actor)
            return
        for verb in self.menu.verbs:
            if (
                name_of(verb) in self.menu.by_verb
                and wants_place(verb)
                and wants_only_places(verb)
                and (line := self._meant(verb))
            ):
                clause = next((option.clause for option in self.menu.by_verb[name_of(verb)]), "")
                yield Option(line, f"to {near(self._end(line))}", name_of(verb), clause, self.actor.unit)

    def _again(self, who: Token) -> Iterator[Option]:
        """Where the cursor is where the unit stands: its last step once more."""
        line = self.last.get(who.unit, "")
        verb = line.partition(" ")[0]
        if verb in self.menu.by_verb:
            clause = next((option.clause for option in self.menu.by_verb[verb]), "")
            yield Option(line, f"on to {near(self._end(line))}", verb, clause, who.unit)

    def _end(self, line: str) -> Spot:
        """Where a choice that pointing makes leads."""
        value = parse(line, self.menu.verbs)
        for field, kind in kinds(type(value)).items():
            if kind.form == "vector" and self.actor and (way := spot_of(getattr(value, field))):
                return self.actor.x + way[0] / STEPS, self.actor.y + way[1] / STEPS
        return self.at

    def acts(self) -> list[Act]:
        """Everything that can be done by pointing no further: what fits, then what a unit can attack, then the rest."""
        options = self.fitting()
        if not options and self.shown and self.at == self.places.get(self.shown):
            mine = [option for option in self.options if option.unit == self.shown and option.target]
            options = sorted(mine, key=lambda option: -best(option))
        found = self._walk() + [*self._ready(), *(Act(self.call(option), option) for option in options)]
        waiting = [unit for unit in self.units if unit not in self.places]
        found += [Act(f"take up {self.title(unit)}", unit=unit) for unit in waiting if unit != self.unit]
        pointed = {name_of(verb) for verb in self.menu.verbs if wants_place(verb)} if self.ground else set()
        alone = [option for option in self.options if not (option.point or option.target or option.verb in pointed)]
        for option in (one for one in alone if one.unit in ("", self.shown)):
            found.append(Act(self.call(option), option))
            if option.notation in self.stays:
                found.append(Act(f"{option.verb} on all {len(self.stays)} counts ahead", stay=True))
        found += [Act(f"{verb.replace('_', ' ')} …", verb=verb) for verb in self.makeable]
        return list({act.text: act for act in reversed(found)}.values())[::-1]  # what reads alike stands there once

    def _ready(self) -> Iterator[Act]:
        """The choices that are put together beforehand and can be chosen now."""
        for one in self.menu.decision.presets:
            verb = one.notation.partition(" ")[0]
            clause = next((option.clause for option in self.menu.by_verb.get(verb, ())), "")
            if not one.against:
                yield Act(f"{verb} {one.name}: {one.label}", Option(one.notation, one.label, verb, clause))

    def obvious(self) -> Act | None:
        """What Enter does here, if anything."""
        fits = self.fitting()
        other = self.on.unit if self.on and self.on.unit in self.units and self.on.unit != self.unit else ""
        if self.is_beyond and not other:
            return self._walk()[0]
        if fits and not (self.ground and other):
            return Act(self.call(fits[0]), fits[0])
        if other:
            return Act(f"take up {self.title(other)}", unit=other)
        if self.holder and self.at == self.places.get(self.holder) and (target := self.next_target()):
            seen = next(token.unit for token in self.menu.scene.tokens if token.at == target)
            return Act(f"point at {self.title(seen)}", at=target)
        if self.built and not self.options:
            return Act(f"{self.built[0].replace('_', ' ')} …", verb=self.built[0])
        return None

    def attempts(self) -> Iterator[str]:
        """What the unit taken up could have been meant to do here, as notation: to be told why not."""
        verbs = [verb for verb in self.menu.verbs if not verb.free]
        first = [verb for verb in verbs if name_of(verb) in self.menu.by_verb]
        aimed = [verb for verb in verbs if any(kind == "target" for _, kind, _ in form_of(verb))] if self.on else []
        for some in ([verb for verb in first if verb in aimed], aimed, first, verbs):
            lines = [line for verb in some if (line := self._meant(verb))]
            if lines:
                yield from lines
                return

    def _meant(self, verb: type[Verb]) -> str:
        """A verb with the unit taken up and the square pointed at, if they are all it needs; else nothing."""
        fills = self.fills(verb)
        needed = {field: (kind, fills.get(kind, "")) for field, kind, must in form_of(verb) if must}
        whole = all(word for _, word in needed.values())
        if not whole or not any(kind in ("point", "vector", "target") for kind, _ in needed.values()):
            return ""
        return notation(verb(**{field: word for field, (_, word) in needed.items()}))

    def fills(self, verb: type[Verb]) -> dict[str, str]:
        """What is in hand and pointed at, for each kind of field that it could fill."""
        found = {"unit": self.holder, "target": self.on.unit if self.on else ""}
        found["point"] = self.menu.scene.place(*self.at)
        if self.actor and self.at != self.actor.at:
            found["vector"] = toward(self.actor.at, self.at, longest(self.menu, verb))
        return found

    # How it is called

    def call(self, option: Option) -> str:
        """A choice in words, with units by their letters."""
        verb, line = option.verb.replace("_", " "), option.notation
        told = "" if option.label == line.replace("_", " ") else option.label  # a label that says no more is no help
        if told and line == option.verb:
            return f"{verb}: {self.menu.short(told)}"
        return f"{verb} {self.menu.short(told or line.removeprefix(option.verb))}".replace("  ", " ").strip()

    def title(self, unit: str) -> str:
        """A unit by letters and name."""
        token = self.menu.known.get(unit)
        return f"{self.menu.call(unit)} {token.title}" if token else unit
