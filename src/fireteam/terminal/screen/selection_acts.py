"""What can be done with what a person has in hand: what fits, what Enter does, and how it is called.

On a free table pointing also makes choices that no menu lists: a way from the unit that acts to the cursor, or the
cursor's point.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...core.protocol.choices import Verb, kinds, name_of, notation, parse
from ...core.protocol.choices import form_schema as form_of
from ...core.protocol.interaction import TARGETS, attempts
from ...core.protocol.scene import Option, Spot, Token
from ...core.protocol.scene_query import rounded_point
from ...core.space.units import STEPS, read_point
from ..input.places import vector_towards
from .selection import Selection
from .verb_traits import best_chance, wants_place


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


class SelectionActs:
    """What can be done with what is in hand."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection

    # What can be done

    @property
    def can_point(self) -> bool:
        """Whether pointing can make or find a choice."""
        hand = self.selection
        offered = (verb for verb in hand.menu.verbs if name_of(verb) in hand.menu.options_by_verb)
        return any(wants_place(verb) for verb in offered) or any(option.target for option in hand.options)

    def matching_options(self) -> list[Option]:
        """The choices that the unit taken up has for the square pointed at; without one, those that need none."""
        hand = self.selection
        found = [
            option
            for option in hand.options
            if option.unit == hand.unit
            and (option.point or option.target)
            and (
                hand.cursor == hand.menu.places.parse(option.point)
                or (
                    option.target == hand.token_at_cursor.unit
                    if hand.token_at_cursor and hand.ground
                    else hand.cursor == hand.places.get(option.target)
                )
            )
        ]
        listed = {option.verb for option in found}
        made = [option for option in self._pointing_options() if option.verb not in listed]
        return sorted(found, key=lambda option: -best_chance(option)) + made

    def _pointing_options(self) -> Iterator[Option]:
        """The choices that pointing makes on a free table."""
        hand = self.selection
        if hand.actor is None:
            return
        if hand.cursor == hand.actor.at:
            yield from self._repeat_options(hand.actor)
            return
        for verb in hand.menu.verbs:
            use = hand.uses.get(name_of(verb))
            if use and (use.is_pointed or use.takes_path) and (line := self._notation_here(verb)):
                clause = next((option.clause for option in hand.menu.options_by_verb[name_of(verb)]), "")
                yield Option(line, f"to {rounded_point(self._end_of(line))}", name_of(verb), clause, hand.actor.unit)

    def _repeat_options(self, who: Token) -> Iterator[Option]:
        """Where the cursor is where the unit stands: its last step once more."""
        hand = self.selection
        line = hand.last_steps.get(who.unit, "")
        verb = line.partition(" ")[0]
        if verb in hand.menu.options_by_verb:
            clause = next((option.clause for option in hand.menu.options_by_verb[verb]), "")
            yield Option(line, f"on to {rounded_point(self._end_of(line))}", verb, clause, who.unit)

    def _end_of(self, line: str) -> Spot:
        """Where a choice that pointing makes leads."""
        hand = self.selection
        value = parse(line, hand.menu.verbs)
        for field, kind in kinds(type(value)).items():
            if kind.form == "vector" and hand.actor and (way := read_point(getattr(value, field))):
                return hand.actor.x + way[0] / STEPS, hand.actor.y + way[1] / STEPS
        return hand.cursor

    def _walk_acts(self) -> list[Act]:
        """To walk to the place pointed at."""
        hand = self.selection
        return (
            [Act(f"walk {hand.path or f'to {rounded_point(hand.cursor)}'}", walk=True)] if hand.is_out_of_range else []
        )

    def acts(self) -> list[Act]:
        """Everything that can be done by pointing no further: what fits, then what a unit can attack, then the rest."""
        hand = self.selection
        options = self.matching_options()
        if not options and hand.shown_unit and hand.cursor == hand.places.get(hand.shown_unit):
            mine = [option for option in hand.options if option.unit == hand.shown_unit and option.target]
            options = sorted(mine, key=lambda option: -best_chance(option))
        found = self._walk_acts() + [
            *self._preset_acts(),
            *(Act(self.option_text(option), option) for option in options),
        ]
        waiting = [unit for unit in hand.units if unit not in hand.places]
        found += [Act(f"take up {self.unit_title(unit)}", unit=unit) for unit in waiting if unit != hand.unit]
        pointed = {name_of(verb) for verb in hand.menu.verbs if wants_place(verb)} if hand.ground else set()
        alone = [option for option in hand.options if not (option.point or option.target or option.verb in pointed)]
        for option in (one for one in alone if one.unit in ("", hand.shown_unit)):
            found.append(Act(self.option_text(option), option))
            if option.notation in hand.stay_choices:
                found.append(Act(f"{option.verb} on all {len(hand.stay_choices)} counts ahead", stay=True))
        found += [Act(f"{verb.replace('_', ' ')} …", verb=verb) for verb in hand.buildable_verbs]
        return list({act.text: act for act in reversed(found)}.values())[::-1]  # what reads alike stands there once

    def _preset_acts(self) -> Iterator[Act]:
        """The choices that are put together beforehand and can be chosen now."""
        hand = self.selection
        for one in hand.menu.decision.presets:
            verb = one.notation.partition(" ")[0]
            clause = next((option.clause for option in hand.menu.options_by_verb.get(verb, ())), "")
            if not one.against:
                yield Act(f"{verb} {one.name}: {one.label}", Option(one.notation, one.label, verb, clause))

    def default_act(self) -> Act | None:
        """What Enter does here, if anything."""
        hand = self.selection
        fits = self.matching_options()
        here = hand.token_at_cursor
        other = here.unit if here and here.unit in hand.units and here.unit != hand.unit else ""
        if hand.is_out_of_range and not other:
            return self._walk_acts()[0]
        if fits and not (hand.ground and other):
            return Act(self.option_text(fits[0]), fits[0])
        if other:
            return Act(f"take up {self.unit_title(other)}", unit=other)
        if hand.active_unit and hand.cursor == hand.places.get(hand.active_unit) and (target := hand.next_target()):
            seen = next(token.unit for token in hand.menu.scene.tokens if token.at == target)
            return Act(f"point at {self.unit_title(seen)}", at=target)
        if hand.built_verbs and not hand.options:
            return Act(f"{hand.built_verbs[0].replace('_', ' ')} …", verb=hand.built_verbs[0])
        return None

    def tries_of(self) -> Iterator[str]:
        """What the unit taken up could have been meant to do here, as notation: to be told why not."""
        hand = self.selection
        for verbs in attempts(hand.menu.verbs, hand.uses, hand.token_at_cursor is not None):
            lines = [line for verb in verbs if (line := self._notation_here(verb))]
            if lines:
                yield from lines
                return

    def _notation_here(self, verb: type[Verb]) -> str:
        """A verb with the unit taken up and the square pointed at, if they are all it needs; else nothing."""
        fills = self.field_values(verb)
        needed = {field: (kind, fills.get(kind, "")) for field, kind, must in form_of(verb) if must}
        if not needed:  # all that may be said of it here is a path
            needed = {field: (kind, fills[kind]) for field, kind, _ in form_of(verb) if kind == "path"}
        whole = all(word for _, word in needed.values())
        if not whole or not any(kind in ("point", "vector", "path", *TARGETS) for kind, _ in needed.values()):
            return ""
        lists = ("split", "path")
        return notation(verb(**{field: [word] if kind in lists else word for field, (kind, word) in needed.items()}))

    def field_values(self, verb: type[Verb]) -> dict[str, str]:
        """What is in hand and pointed at, for each kind of field that it could fill."""
        hand = self.selection
        target = hand.token_at_cursor.unit if hand.token_at_cursor else ""
        found = {"unit": hand.active_unit, **dict.fromkeys(TARGETS, target)}
        found["point"] = found["path"] = hand.menu.scene.place(*hand.cursor)  # straight there
        if hand.actor and hand.cursor != hand.actor.at:
            found["vector"] = vector_towards(hand.actor.at, hand.cursor, hand.menu.max_range(verb))
        return found

    # How it is called

    def option_text(self, option: Option) -> str:
        """A choice in words, with units by their letters."""
        hand = self.selection
        verb, line = option.verb.replace("_", " "), option.notation
        label = "" if option.label == line.replace("_", " ") else option.label  # a label that says no more is no help
        if label and line == option.verb:
            return f"{verb}: {hand.menu.shorten(label)}"
        text = option.title if label else f"{verb} {line.removeprefix(option.verb)}"
        return hand.menu.shorten(text).replace("  ", " ").strip()

    def unit_title(self, unit: str) -> str:
        """A unit by letters and name."""
        hand = self.selection
        token = hand.menu.tokens.get(unit)
        return f"{hand.menu.short_name(unit)} {token.title}" if token else unit
