"""What a person has in hand while choosing: the menu, the unit taken up, the place pointed at, and where to look next.

Knows no game: it goes by the verb, unit, target and point of each choice.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ...core.choices import kinds, name_of
from ...core.lists import Several
from ...core.scene import Spot, Token
from ...core.spots import middle, unit_at
from ...match.walking import Path
from ..menu import FEW, Menu
from ..signs import Circle, Over
from ..ways import actor, longest, place_named
from .meant import best, told_apart, wants_only_places, wants_place


class Held:
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
        aimed = {name_of(verb) for verb in menu.verbs if not wants_place(verb)} if self.ground else set()
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
        if self.ground and wants_place(found):
            return not wants_only_places(found)
        many, forms = len(self.menu.by_verb[verb]) > FEW, [kind.form for kind in kinds(found).values()]
        words = len(forms) > 1 and all(form in ("word", "thing") for form in forms)
        return not self.menu.whole_menu or ((lists or words) and many)

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

    # Where the cursor goes next

    def next(self, step: int = 1) -> str:
        """The unit pointed at, or the one after that in hand, of those that can choose; nobody if none can."""
        if not self.units:
            return ""
        if not self.unit and self.shown:
            return self.shown
        if self.shown not in self.units:
            return self.units[0 if step > 0 else -1]
        return self.units[(self.units.index(self.shown) + step) % len(self.units)]

    def next_target(self, step: int = 1) -> Spot | None:
        """The target after the place pointed at, of those of the unit shown, the likeliest first."""
        mine = sorted(
            (option for option in self.options if option.unit == self.shown), key=lambda option: -best(option)
        )
        found = list(dict.fromkeys(self.places[option.target] for option in mine if option.target in self.places))
        if not found:
            return None
        return found[(found.index(self.at) + step) % len(found)] if self.at in found else found[min(step, 0)]

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
