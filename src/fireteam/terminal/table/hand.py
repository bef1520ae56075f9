"""What a person has in hand while choosing: the menu, the unit taken up, the place pointed at; and what fits them.

Knows no game: it goes by the verb, unit, target and point of each choice. On a free table pointing also makes choices
that no menu lists: a way from the unit that acts to the cursor, or the cursor's point.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ...core.choices import Verb, kinds, name_of, notation, parse
from ...core.choices import form as form_of
from ...core.lists import Several
from ...core.scene import Option, Spot, Token
from ...core.spots import middle, near, unit_at
from ...core.steps import STEPS, spot_of
from ...match.walking import Path
from ..menu import FEW, Menu
from ..signs import Circle, Over
from ..ways import actor, longest, place_named, toward

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


class Hand:
    """A person's menu, and what is taken up and pointed at.

    Who `walks` has several counts ahead; `paths` are the ways found so far, by the place they lead to, None for no way.
    `last` is the way each unit went last, as notation; `stays` are the choices that keep it still on the counts ahead.
    """

    def __init__(
        self,
        menu: Menu,
        unit: str = "",
        at: Spot = (0, 0),
        walks: bool = False,
        last: Mapping[str, str] | None = None,
        stays: Sequence[str] = (),
    ) -> None:
        self.menu, self.at, self.walks, self.last, self.stays = menu, at, walks, last or {}, stays
        self.paths: dict[Spot, Path | None] = {}
        scene = menu.scene
        self.ground = scene.ground
        self.places = {token.unit: token.at for token in scene.tokens}
        self.built = [verb for verb in menu.by_verb if self._is_built(verb)]
        aimed = {name_of(verb) for verb in menu.verbs if not _points(verb)} if self.ground else set()
        listed = (
            option
            for option in menu.decision.options
            if option.verb not in self.built or (option.target and option.verb in aimed)
        )
        self.options = [told_apart(option, menu.verbs) for option in listed]
        self.units = self._units()
        self.unit = unit if unit in self.units else self.lone()

    def _is_built(self, verb: str) -> bool:
        """Whether a verb's choices are put together piece by piece: lists, and menus too long to be listed."""
        found = next(one for one in self.menu.verbs if name_of(one) == verb)
        lists = any(isinstance(kind, Several) for kind in kinds(found).values())
        if self.ground and _points(found):
            return not _only_points(found)
        many, forms = len(self.menu.by_verb[verb]) > FEW, [kind.form for kind in kinds(found).values()]
        words = len(forms) > 1 and all(form in ("word", "thing") for form in forms)
        return not self.menu.whole_menu or ((lists or words) and many)

    @property
    def makeable(self) -> list[str]:
        """The verbs whose choices can be put together: on a free table, whose menus are selections, lists as well."""
        lists = {name_of(verb) for verb in self.menu.verbs if any(isinstance(k, Several) for k in kinds(verb).values())}
        return [verb for verb in self.menu.by_verb if verb in self.built or (self.ground and verb in lists)]

    def _units(self) -> list[str]:
        """Units that have something to choose: those on the table by place, then those beside it."""
        known = dict.fromkeys(option.unit for option in self.options if option.unit)
        here = sorted((unit for unit in known if unit in self.places), key=lambda unit: self.places[unit])
        return here + [unit for unit in known if unit not in self.places]

    def lone(self) -> str:
        """The unit taken up by itself: the first beside the table when all are there; of one slot's unit, that one."""
        if self.ground and len(self.units) == 1:
            return self.units[0]
        return self.units[0] if self.units and not any(unit in self.places for unit in self.units) else ""

    # What is where

    @property
    def on(self) -> Token | None:
        """The unit on the place pointed at."""
        return unit_at(self.menu.scene, self.at)

    @property
    def actor(self) -> Token | None:
        """On a free table, who acts: the unit taken up, else the only one of this slot."""
        return actor(self.menu, self.unit) if self.ground else None

    @property
    def holder(self) -> str:
        """The unit that acts on a free table, or is taken up."""
        return self.actor.unit if self.actor else self.unit

    def is_at(self, spot: Spot) -> bool:
        """Whether a place is the one pointed at, or near enough."""
        return math.dist(spot, self.at) <= (self.ground.step if self.ground else 0)

    @property
    def tired(self) -> frozenset[Spot]:
        """Where units of this slot stand that have nothing to choose."""
        mine = (token for token in self.menu.scene.tokens if token.slot == self.menu.decision.slot)
        return frozenset(token.at for token in mine if token.unit not in (*self.units, self.holder))

    @property
    def shown(self) -> str:
        """The unit whose choices are shown: the one taken up, else the one pointed at."""
        if self.unit:
            return self.unit
        return self.on.unit if self.on and self.on.unit in self.units else ""

    def over(self) -> Over:
        """What lies over the board by this."""
        mine = [option for option in self.options if option.unit == self.shown]
        reach = frozenset(spot for option in mine if (spot := place_named(self.menu, option.point)))
        targets = frozenset(self.places[option.target] for option in mine if option.target in self.places)
        circles = tuple(Circle(self.actor.at, most) for most in self._ranges() if most) if self.actor else ()
        return Over(self.places.get(self.holder), reach, targets, tired=self.tired, circles=circles)

    def _ranges(self) -> list[float]:
        """How far the ways on the menu go."""
        return [longest(self.menu, verb) for verb in self.menu.verbs if name_of(verb) in self.menu.by_verb]

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
        return any(_points(verb) for verb in offered) or any(option.target for option in self.options)

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
                and _points(verb)
                and _only_points(verb)
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
        found = self._walk() + [Act(self.call(option), option) for option in options]
        waiting = [unit for unit in self.units if unit not in self.places]
        found += [Act(f"take up {self.title(unit)}", unit=unit) for unit in waiting if unit != self.unit]
        pointed = {name_of(verb) for verb in self.menu.verbs if _points(verb)} if self.ground else set()
        alone = [option for option in self.options if not (option.point or option.target or option.verb in pointed)]
        for option in (one for one in alone if one.unit in ("", self.shown)):
            found.append(Act(self.call(option), option))
            if option.notation in self.stays:
                found.append(Act(f"{option.verb} on all {len(self.stays)} counts ahead", stay=True))
        found += [Act(f"{verb.replace('_', ' ')} …", verb=verb) for verb in self.makeable]
        return list({act.text: act for act in reversed(found)}.values())[::-1]  # what reads alike stands there once

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

    def next_sight(self, step: int = 1) -> Spot | None:
        """On a free table, what to look at next: the targets; where there are none, all that is there, by distance."""
        who = self.actor
        if who is None or self.ground is None or self.over().targets:
            return self.next_target(step)
        spots = [token.at for token in self.menu.scene.tokens if token is not who]
        spots += [(mark.x, mark.y) for mark in self.ground.marks]
        spots += [middle(area) for area in self.ground.areas if area.letters]
        found = sorted(dict.fromkeys(spots), key=lambda spot: (math.dist(spot, who.at), spot))
        if not found:
            return None
        return found[(found.index(self.at) + step) % len(found)] if self.at in found else found[min(step, 0)]

    def next_target(self, step: int = 1) -> Spot | None:
        """The target after the place pointed at, of those of the unit shown, the likeliest first."""
        mine = sorted(
            (option for option in self.options if option.unit == self.shown), key=lambda option: -best(option)
        )
        found = list(dict.fromkeys(self.places[option.target] for option in mine if option.target in self.places))
        if not found:
            return None
        return found[(found.index(self.at) + step) % len(found)] if self.at in found else found[min(step, 0)]

    def next(self, step: int = 1) -> str:
        """The unit pointed at, or the one after that in hand, of those that can choose; nobody if none can."""
        if not self.units:
            return ""
        if not self.unit and self.shown:
            return self.shown
        if self.shown not in self.units:
            return self.units[0 if step > 0 else -1]
        return self.units[(self.units.index(self.shown) + step) % len(self.units)]

    def lettered(self, letter: str) -> str:
        """The next unit whose letters begin so."""
        called = {unit: self.menu.call(unit).lower() for unit in self.units}
        near = [unit for unit in self.units if called[unit].startswith(letter.lower())]
        if not near:
            return ""
        return near[(near.index(self.shown) + 1) % len(near)] if self.shown in near else near[0]

    def nearest(self) -> Spot:
        """Where the cursor goes when a unit is taken up: to it, or to the place nearest that it can be put on."""
        reach = self.over().reach
        if self.unit in self.places or not reach or self.at in reach:
            return self.places.get(self.unit, self.at)
        return min(reach, key=lambda square: (abs(square[0] - self.at[0]) + abs(square[1] - self.at[1]), square))

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


def _points(verb: type[Verb]) -> bool:
    """Whether a verb wants a point or a way."""
    return any(kind in ("point", "vector") for _, kind, _ in form_of(verb))


def _only_points(verb: type[Verb]) -> bool:
    """Whether pointing is all that a verb needs."""
    return all(kind in ("unit", "target", "point", "vector") for _, kind, must in form_of(verb) if must)


def is_way(option: Option, verbs: Sequence[type[Verb]]) -> bool:
    """Whether a choice is a way that is gone."""
    verb = next(verb for verb in verbs if name_of(verb) == option.verb)
    return any(kind == "vector" for _, kind, _ in form_of(verb))


def told_apart(option: Option, verbs: Sequence[type[Verb]]) -> Option:
    """A choice with its unit, target and point: where the game does not say them, by the kinds of the verb's fields."""
    if option.unit or option.target or option.point or option.notation == option.verb:
        return option
    value = parse(option.notation, verbs)
    said = {kind.form: str(getattr(value, field)) for field, kind in kinds(type(value)).items()}
    return replace(option, **{part: said[part] for part in ("unit", "target", "point") if part in said})


def best(option: Option) -> float:
    """The best chance in a choice; 0 where no die decides."""
    return max((odds.chance for odds in option.odds), default=0.0)
