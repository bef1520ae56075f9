"""What a person has in hand while choosing: the menu, the unit taken up, the place pointed at, and where to look next.

Knows no game: it goes by the verb, unit, target and point of each choice.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ...core.protocol.scene import Spot, Token
from ...core.protocol.scene_query import centre, unit_at
from ...match.autowalk.path import Path
from ..draw.glyphs import Circle, Overlay
from ..input.menu import Menu
from .verb_traits import best_chance

RANGE_TOLERANCE = 0.01  # farther than a step by more than this cannot be gone at once


class Selection:
    """A person's menu, and what is taken up and pointed at.

    Who `walks` has several counts ahead; `paths` are the ways found so far, by the place they lead to, None for no way.
    `last` is the way each unit went last, as notation; `stays` are the choices that keep it still on the counts ahead.
    """

    def __init__(
        self,
        menu: Menu,
        unit: str = "",
        cursor: Spot = (0, 0),
        can_walk: bool = False,
        last_steps: Mapping[str, str] | None = None,
        stay_choices: Sequence[str] = (),
    ) -> None:
        self.menu, self.cursor, self.can_walk, self.last_steps, self.stay_choices = (
            menu,
            cursor,
            can_walk,
            last_steps or {},
            stay_choices,
        )
        self.paths: dict[Spot, Path | None] = {}
        scene = menu.scene
        self.ground = scene.ground
        self.places = {token.unit: token.at for token in scene.tokens}
        self.uses = {use.verb: use for use in menu.decision.interaction.uses}
        self.built_verbs = [verb for verb, use in self.uses.items() if use.is_built]
        self.options = [
            option
            for option in menu.decision.options
            if not self.uses[option.verb].is_built or (option.target and self.uses[option.verb].lists_targets)
        ]
        self.units = self._units()
        self.unit = unit if unit in self.units else self.initial_unit()

    def _units(self) -> list[str]:
        """Units that have something to choose: those on the table by place, then those beside it."""
        known = dict.fromkeys(option.unit for option in self.options if option.unit)
        here = sorted((unit for unit in known if unit in self.places), key=lambda unit: self.places[unit])
        return here + [unit for unit in known if unit not in self.places]

    def initial_unit(self) -> str:
        """The unit taken up by itself: the first beside the table when all are there; of one slot's unit, that one."""
        if self.ground and len(self.units) == 1:
            return self.units[0]
        return self.units[0] if self.units and not any(unit in self.places for unit in self.units) else ""

    # What is where

    @property
    def token_at_cursor(self) -> Token | None:
        """The unit on the place pointed at."""
        return unit_at(self.menu.scene, self.cursor)

    @property
    def actor(self) -> Token | None:
        """On a free table, who acts: the unit taken up, else the only one of this slot."""
        return self.menu.places.actor(self.menu.decision.slot, self.unit) if self.ground else None

    @property
    def active_unit(self) -> str:
        """The unit that acts on a free table, or is taken up."""
        return self.actor.unit if self.actor else self.unit

    def is_at_cursor(self, spot: Spot) -> bool:
        """Whether a place is the one pointed at, or near enough."""
        return math.dist(spot, self.cursor) <= (self.ground.step if self.ground else 0)

    @property
    def idle_places(self) -> frozenset[Spot]:
        """Where units of this slot stand that have nothing to choose."""
        mine = (token for token in self.menu.scene.tokens if token.slot == self.menu.decision.slot)
        return frozenset(token.at for token in mine if token.unit not in (*self.units, self.active_unit))

    @property
    def shown_unit(self) -> str:
        """The unit whose choices are shown: the one taken up, else the one pointed at."""
        if self.unit:
            return self.unit
        return self.token_at_cursor.unit if self.token_at_cursor and self.token_at_cursor.unit in self.units else ""

    def overlay(self) -> Overlay:
        """What lies over the board by this."""
        mine = [option for option in self.options if option.unit == self.shown_unit]
        reach = frozenset(spot for option in mine if (spot := self.menu.places.parse(option.point)))
        targets = frozenset(self.places[option.target] for option in mine if option.target in self.places)
        circles = tuple(Circle(self.actor.at, most) for most in self._ranges()) if self.actor else ()
        return Overlay(self.places.get(self.active_unit), reach, targets, idle=self.idle_places, circles=circles)

    def _ranges(self) -> list[float]:
        """How far the ways on the menu go."""
        return [use.reach for use in self.uses.values() if use.reach]

    # Where the cursor goes next

    def next_unit(self, step: int = 1) -> str:
        """The unit pointed at, or the one after that in hand, of those that can choose; nobody if none can."""
        if not self.units:
            return ""
        if not self.unit and self.shown_unit:
            return self.shown_unit
        if self.shown_unit not in self.units:
            return self.units[0 if step > 0 else -1]
        return self.units[(self.units.index(self.shown_unit) + step) % len(self.units)]

    def next_target(self, step: int = 1) -> Spot | None:
        """The target after the place pointed at, of those of the unit shown, the likeliest first."""
        mine = sorted(
            (option for option in self.options if option.unit == self.shown_unit),
            key=lambda option: -best_chance(option),
        )
        found = list(dict.fromkeys(self.places[option.target] for option in mine if option.target in self.places))
        if not found:
            return None
        return found[(found.index(self.cursor) + step) % len(found)] if self.cursor in found else found[min(step, 0)]

    def next_sight(self, step: int = 1) -> Spot | None:
        """On a free table, what to look at next: the targets; where there are none, all that is there, by distance."""
        who = self.actor
        if who is None or self.ground is None or self.overlay().targets:
            return self.next_target(step)
        spots = [token.at for token in self.menu.scene.tokens if token is not who]
        spots += [(mark.x, mark.y) for mark in self.ground.marks]
        spots += [centre(area) for area in self.ground.areas if area.letters]
        found = sorted(dict.fromkeys(spots), key=lambda spot: (math.dist(spot, who.at), spot))
        if not found:
            return None
        return found[(found.index(self.cursor) + step) % len(found)] if self.cursor in found else found[min(step, 0)]

    def unit_by_letter(self, letter: str) -> str:
        """The next unit whose letters begin so."""
        called = {unit: self.menu.short_name(unit).lower() for unit in self.units}
        near = [unit for unit in self.units if called[unit].startswith(letter.lower())]
        if not near:
            return ""
        return near[(near.index(self.shown_unit) + 1) % len(near)] if self.shown_unit in near else near[0]

    def nearest_place(self) -> Spot:
        """Where the cursor goes when a unit is taken up: to it, or to the place nearest that it can be put on."""
        reach = self.overlay().reach
        if self.unit in self.places or not reach or self.cursor in reach:
            return self.places.get(self.unit, self.cursor)
        return min(
            reach, key=lambda square: (abs(square[0] - self.cursor[0]) + abs(square[1] - self.cursor[1]), square)
        )

    @property
    def buildable_verbs(self) -> list[str]:
        """The verbs whose choices can be put together."""
        return [verb for verb, use in self.uses.items() if use.is_buildable]

    # Where it can walk

    @property
    def is_out_of_range(self) -> bool:
        """Whether the place pointed at is farther than a step, for who may walk there over several counts."""
        if not self.can_walk or self.actor is None or self.paths.get(self.cursor, self) is None:
            return False
        return math.dist(self.actor.at, self.cursor) > max(self._ranges(), default=0.0) + RANGE_TOLERANCE

    @property
    def path(self) -> Path | None:
        """The way to the place pointed at, if it is beyond a step and has been found."""
        return self.paths.get(self.cursor) if self.is_out_of_range else None
