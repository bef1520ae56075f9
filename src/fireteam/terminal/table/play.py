"""Playing at the table: the cursor takes units up, shows what they can do and do to whom, and does it."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from ...core.choices import form as form_of
from ...core.choices import name_of
from ...core.errors import BadNotation
from ...core.scene import Spot
from ...match.record import Seat
from ..paper import printable
from ..planning import choose_ahead, read_ahead
from ..ways import place_named, place_said
from . import about
from .builder import Builder
from .field import Field
from .hand import Act, Hand
from .keys import MEANINGS, SAID, TYPED
from .meant import is_way
from .showing import NUMBERED, Showing
from .turns import BRIEFLY
from .windows import Page, Prompt, text

LINGERS = 0.1  # seconds that the cursor stays somewhere before the way there is looked for


class PlayScreen(Showing):
    """A match, and what the person whose turn it is has in hand."""

    MEANINGS = MEANINGS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "next(1)", "Next", priority=True, key_display="⇥"),
        Binding("shift+tab", "next(-1)", show=False, priority=True),
        Binding("x", "target", "Target"),
        Binding("escape", "put_down", show=False),
        *(Binding(str(k), f"do({k})", show=False) for k in range(1, NUMBERED + 1)),
        Binding("a", "pane('acts')", show=False),
        Binding("t", "threats", "Threats"),
        Binding("u", "undo", "Undo"),
        Binding("l", "pane('log')", "Log"),
        Binding("p", "pieces", "Pieces"),
        Binding("i", "role", show=False),
        Binding("b", "book", "Rules"),
        Binding("c", "clause", show=False),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Quit"),
        Binding("o", "redo", "Redo"),
        Binding("slash", "type", "Type", key_display="/"),
        Binding("g", "resign", "Give up"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a game that can be given up has a key for that, and only one that knows of threats one for these."""
        if action in ("threats", "role"):
            return getattr(self.game, action) is not None
        return action != "resign" or any(name_of(verb) == action for verb in self.game.verbs)

    # What a person does

    @on(Field.Chosen)
    def chosen(self) -> None:
        """Enter, or a click on the cursor: the obvious, or why there is none."""
        if self.seat is None or self.hand is None:
            return
        hand, obvious = self.hand, self.hand.obvious()
        if obvious:
            self.carry_out(obvious)
        elif not hand.unit and hand.units:
            self.reply([["Nothing is in hand: Tab takes up a piece, or Enter on it."]])
        elif hand.at != hand.places.get(hand.holder):
            found = [self.course.match.may(self.seat.name, line, self.slot) for line in hand.attempts()]
            self.reply(list(about.refusals(self.game.id, [one for one in found if one is not None])))

    @on(OptionList.OptionSelected, "#acts")
    def act_selected(self, event: OptionList.OptionSelected) -> None:
        """A line of the list, by click or Enter."""
        self.field.focus()
        self.action_do(event.option_index + 1)

    def action_do(self, number: int) -> None:
        """Do what stands beside the board under this number."""
        if self.seat and number <= len(self.acts):
            self.carry_out(self.acts[number - 1])

    def carry_out(self, act: Act) -> None:
        """Do something that can be done."""
        who = self.hand.actor if self.hand else None
        if who and self.hand and (act.option or act.walk):
            self.aims[who.unit] = self.hand.at
            self.last_step.pop(who.unit, None)
        if act.option:
            self.last_unit = act.option.unit
            if who and is_way(act.option, self.game.verbs):
                self.last_step[who.unit] = act.option.notation
            self.choose(act.option.notation)
        elif act.walk:
            self.walk()
        elif act.stay and self.hand:
            self.stay(self.hand.stays)
        elif act.at:
            self.field.point(act.at)
        elif act.unit:
            self.take_up(act.unit)
        else:
            self.build(act.verb)

    @work
    async def walk(self) -> None:
        """Walk to where the cursor is."""
        if self.seat and (hand := self.hand):
            if hand.at not in hand.paths:
                await self._find_path(hand, hand.at)
            if hand is self.hand and (path := hand.paths[hand.at]):
                await self.set_out(path)
            else:
                self.show_hand()

    @work(exclusive=True, group="paths")
    async def look_for_path(self, hand: Hand) -> None:
        """Find the way to where the cursor is, once it stays there."""
        at = hand.at
        await asyncio.sleep(LINGERS)
        await self._find_path(hand, at)
        if hand is self.hand and hand.at == at:
            self.show_hand()

    async def _find_path(self, hand: Hand, at: Spot) -> None:
        """Find the way to a place, while the table stays alive."""
        if self.seat:
            found = await self.patiently(self.course.afoot.path, self.seat, self.slot, at)
            hand.paths[at] = found

    @work
    async def build(self, name: str) -> None:
        """Put a choice together."""
        if self.seat is None or self.hand is None:
            return
        seat, slot, match = self.seat.name, self.slot, self.course.match
        verb = next(verb for verb in self.game.verbs if name_of(verb) == name)
        begun = {field: word for field, kind, _ in form_of(verb) if (word := self.hand.fills(verb).get(kind))}
        builder = Builder(self.game.id, verb, self.hand.menu, lambda line: match.may(seat, line, slot), begun)
        if line := await self.app.push_screen_wait(builder):
            self.choose(line)

    def action_next(self, step: int) -> None:
        """Take up the next unit that can act; from another pane, go back to the board."""
        if not self.field.has_focus:
            self.field.focus()
        elif self.hand and self.hand.actor and len(self.hand.units) <= 1:
            self.action_target(step)
        elif self.hand:
            self.take_up(self.hand.next(step))

    def action_put_down(self) -> None:
        """Put down what is in hand; from another pane, go back to the board. What was noted goes, too."""
        self.app.clear_notifications()
        if self.field.has_focus and self.hand:
            self.take_up(self.hand.lone() if self.hand.ground else "", move=False)
        self.field.focus()

    def action_target(self, step: int = 1) -> None:
        """Point at the next of the targets; on a free table without any, at the next that is there."""
        if self.seat and self.hand and (target := self.hand.next_sight(step)):
            self.field.point(target)

    def on_key(self, event: events.Key) -> None:
        """A capital letter takes up a unit."""
        letter = event.character or ""
        if self.hand and letter.isupper() and (unit := self.hand.lettered(letter)):
            self.take_up(unit)
            event.stop()

    @work
    async def action_type(self) -> None:
        """Type what is meant: a square to go to, a unit to take up, a choice, or a plan."""
        if self.seat is None or self.hand is None:
            return
        hand = self.hand
        line = await self.app.push_screen_wait(Prompt(SAID if hand.ground else TYPED))
        self.field.focus()  # Enter is for the place that was typed, whatever had the keys before
        if line.split()[:1] == ["plan"]:
            self.plan(line.split()[1:])
        elif spot := place_named(hand.menu, line):
            self.field.point(spot)
        elif line:
            try:
                self._mean(hand, line)
            except BadNotation as error:
                self.reply([[(printable(str(error)), f"bold {about.WARN}")]])

    def _mean(self, hand: Hand, line: str) -> None:
        """Do what a line means: a unit is taken up, a place pointed at, a choice made."""
        unit = hand.menu.name(line, hand.units)
        if unit in hand.units:
            self.take_up(unit)
        elif hand.ground and (spot := place_said(hand.menu, line)):
            self.field.point(spot)
        else:
            self.choose(hand.menu.understand(line))

    @work
    async def plan(self, words: list[str]) -> None:
        """Choose ahead, or cut a plan short; of another's plan nothing stays on the screen."""
        if (hand := self.hand) is None:
            return

        async def ahead(seat: Seat) -> bool:
            said = choose_ahead(self.course, read_ahead(self.course, words, hand.menu))
            self.notify(said, markup=False, timeout=BRIEFLY)
            return True

        await self._settle(ahead)

    def action_role(self) -> None:
        """Read again who one is, and what one is after."""
        if self.seat and (role := self.course.role(self.seat.name)):
            self.app.push_screen(Page(role.title, text([[role.goal], *([line] for line in role.lines)])))

    def action_threats(self) -> None:
        """Show what enemies could hit next turn, or hide it."""
        if self.game.threats is None:
            self.notify(f"{self.game.title} cannot say what the enemy could do next turn.", markup=False)
            return
        self.with_threats = not self.with_threats
        self.show_hand()
