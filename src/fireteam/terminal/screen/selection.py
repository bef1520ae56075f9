"""What can be done with what a person has in hand: what fits, what Enter does, and how it is called.

On a free table pointing also makes choices that no menu lists: a way from the unit that acts to the cursor, or the
cursor's point.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from ...core.protocol.choices import Verb, kinds, name_of, notation, parse
from ...core.protocol.choices import form_schema as form_of
from ...core.protocol.scene import Option, Spot, Token
from ...core.protocol.scene_query import rounded_point
from ...core.space.units import STEPS, read_point
from ...match.autowalk.path import Path
from ..input.places import vector_towards
from .selection_state import SelectionState
from .verb_traits import best_chance, wants_place

RANGE_TOLERANCE = 0.01  # than a step is what cannot be gone at once


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


class Selection(SelectionState):
    """What can be done with what is in hand."""

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

    def _walk_acts(self) -> list[Act]:
        """To walk to the place pointed at."""
        return (
            [Act(f"walk {self.path or f'to {rounded_point(self.cursor)}'}", walk=True)] if self.is_out_of_range else []
        )

    # What can be done

    @property
    def can_point(self) -> bool:
        """Whether pointing can make or find a choice."""
        offered = (verb for verb in self.menu.verbs if name_of(verb) in self.menu.options_by_verb)
        return any(wants_place(verb) for verb in offered) or any(option.target for option in self.options)

    def matching_options(self) -> list[Option]:
        """The choices that the unit taken up has for the square pointed at; without one, those that need none."""
        found = [
            option
            for option in self.options
            if option.unit == self.unit
            and (option.point or option.target)
            and (
                self.cursor == self.menu.places.parse(option.point)
                or (
                    option.target == self.token_at_cursor.unit
                    if self.token_at_cursor and self.ground
                    else self.cursor == self.places.get(option.target)
                )
            )
        ]
        listed = {option.verb for option in found}
        made = [option for option in self._pointing_options() if option.verb not in listed]
        return sorted(found, key=lambda option: -best_chance(option)) + made

    def _pointing_options(self) -> Iterator[Option]:
        """The choices that pointing makes on a free table."""
        if self.actor is None:
            return
        if self.cursor == self.actor.at:
            yield from self._repeat_options(self.actor)
            return
        for verb in self.menu.verbs:
            use = self.uses.get(name_of(verb))
            if use and use.is_pointed and (line := self._notation_here(verb)):
                clause = next((option.clause for option in self.menu.options_by_verb[name_of(verb)]), "")
                yield Option(line, f"to {rounded_point(self._end_of(line))}", name_of(verb), clause, self.actor.unit)

    def _repeat_options(self, who: Token) -> Iterator[Option]:
        """Where the cursor is where the unit stands: its last step once more."""
        line = self.last_steps.get(who.unit, "")
        verb = line.partition(" ")[0]
        if verb in self.menu.options_by_verb:
            clause = next((option.clause for option in self.menu.options_by_verb[verb]), "")
            yield Option(line, f"on to {rounded_point(self._end_of(line))}", verb, clause, who.unit)

    def _end_of(self, line: str) -> Spot:
        """Where a choice that pointing makes leads."""
        value = parse(line, self.menu.verbs)
        for field, kind in kinds(type(value)).items():
            if kind.form == "vector" and self.actor and (way := read_point(getattr(value, field))):
                return self.actor.x + way[0] / STEPS, self.actor.y + way[1] / STEPS
        return self.cursor

    def acts(self) -> list[Act]:
        """Everything that can be done by pointing no further: what fits, then what a unit can attack, then the rest."""
        options = self.matching_options()
        if not options and self.shown_unit and self.cursor == self.places.get(self.shown_unit):
            mine = [option for option in self.options if option.unit == self.shown_unit and option.target]
            options = sorted(mine, key=lambda option: -best_chance(option))
        found = self._walk_acts() + [
            *self._preset_acts(),
            *(Act(self.option_text(option), option) for option in options),
        ]
        waiting = [unit for unit in self.units if unit not in self.places]
        found += [Act(f"take up {self.unit_title(unit)}", unit=unit) for unit in waiting if unit != self.unit]
        pointed = {name_of(verb) for verb in self.menu.verbs if wants_place(verb)} if self.ground else set()
        alone = [option for option in self.options if not (option.point or option.target or option.verb in pointed)]
        for option in (one for one in alone if one.unit in ("", self.shown_unit)):
            found.append(Act(self.option_text(option), option))
            if option.notation in self.stay_choices:
                found.append(Act(f"{option.verb} on all {len(self.stay_choices)} counts ahead", stay=True))
        found += [Act(f"{verb.replace('_', ' ')} …", verb=verb) for verb in self.buildable_verbs]
        return list({act.text: act for act in reversed(found)}.values())[::-1]  # what reads alike stands there once

    def _preset_acts(self) -> Iterator[Act]:
        """The choices that are put together beforehand and can be chosen now."""
        for one in self.menu.decision.presets:
            verb = one.notation.partition(" ")[0]
            clause = next((option.clause for option in self.menu.options_by_verb.get(verb, ())), "")
            if not one.against:
                yield Act(f"{verb} {one.name}: {one.label}", Option(one.notation, one.label, verb, clause))

    def default_act(self) -> Act | None:
        """What Enter does here, if anything."""
        fits = self.matching_options()
        other = (
            self.token_at_cursor.unit
            if self.token_at_cursor
            and self.token_at_cursor.unit in self.units
            and self.token_at_cursor.unit != self.unit
            else ""
        )
        if self.is_out_of_range and not other:
            return self._walk_acts()[0]
        if fits and not (self.ground and other):
            return Act(self.option_text(fits[0]), fits[0])
        if other:
            return Act(f"take up {self.unit_title(other)}", unit=other)
        if self.active_unit and self.cursor == self.places.get(self.active_unit) and (target := self.next_target()):
            seen = next(token.unit for token in self.menu.scene.tokens if token.at == target)
            return Act(f"point at {self.unit_title(seen)}", at=target)
        if self.built_verbs and not self.options:
            return Act(f"{self.built_verbs[0].replace('_', ' ')} …", verb=self.built_verbs[0])
        return None

    def tries_of(self) -> Iterator[str]:
        """What the unit taken up could have been meant to do here, as notation: to be told why not."""
        attempts, verbs = self.menu.decision.interaction.attempts, {name_of(verb): verb for verb in self.menu.verbs}
        for names in attempts.target if self.token_at_cursor else attempts.place:
            lines = [line for name in names if (line := self._notation_here(verbs[name]))]
            if lines:
                yield from lines
                return

    def _notation_here(self, verb: type[Verb]) -> str:
        """A verb with the unit taken up and the square pointed at, if they are all it needs; else nothing."""
        fills = self.field_values(verb)
        needed = {field: (kind, fills.get(kind, "")) for field, kind, must in form_of(verb) if must}
        whole = all(word for _, word in needed.values())
        if not whole or not any(kind in ("point", "vector", "target") for kind, _ in needed.values()):
            return ""
        return notation(verb(**{field: word for field, (_, word) in needed.items()}))

    def field_values(self, verb: type[Verb]) -> dict[str, str]:
        """What is in hand and pointed at, for each kind of field that it could fill."""
        found = {"unit": self.active_unit, "target": self.token_at_cursor.unit if self.token_at_cursor else ""}
        found["point"] = self.menu.scene.place(*self.cursor)
        if self.actor and self.cursor != self.actor.at:
            found["vector"] = vector_towards(self.actor.at, self.cursor, self.menu.max_range(verb))
        return found

    # How it is called

    def option_text(self, option: Option) -> str:
        """A choice in words, with units by their letters."""
        verb, line = option.verb.replace("_", " "), option.notation
        told = "" if option.label == line.replace("_", " ") else option.label  # a label that says no more is no help
        if told and line == option.verb:
            return f"{verb}: {self.menu.shorten(told)}"
        return f"{verb} {self.menu.shorten(told or line.removeprefix(option.verb))}".replace("  ", " ").strip()

    def unit_title(self, unit: str) -> str:
        """A unit by letters and name."""
        token = self.menu.tokens.get(unit)
        return f"{self.menu.short_name(unit)} {token.title}" if token else unit
