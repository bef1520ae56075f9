"""Playing at the table: the cursor takes units up, shows what they can do and do to whom, and does it."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ...core.choices import form as form_of
from ...core.choices import name_of
from ...core.errors import BadNotation
from ...core.scene import Sight, Spot, Threat
from ...match.afoot import plotted
from ...match.waiting import stays
from ..board import catalogue
from ..course import Course
from ..menu import Menu
from ..overlook import greatest
from ..paper import Line, printable
from ..ways import place_named, place_said
from . import about
from .builder import Builder
from .field import Field
from .hand import Act, Hand, best, is_way
from .keys import MEANINGS, SAID, TYPED
from .look import TINTS
from .turns import Turns
from .windows import Prompt, text

NUMBERED = 9  # acts that a digit does
LINGERS = 0.1  # seconds that the cursor stays somewhere before the way there is looked for


class PlayScreen(Turns):
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
        Binding("b", "book", "Rules"),
        Binding("c", "clause", show=False),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Quit"),
        Binding("o", "redo", "Redo"),
        Binding("slash", "type", "Type", key_display="/"),
        Binding("g", "resign", "Give up"),
    ]

    def __init__(self, course: Course, pause: float = 0.5) -> None:
        super().__init__(course, pause)
        self.hand: Hand | None = None
        self.acts: list[Act] = []
        self.last_unit = ""
        self.told: list[Line] = []  # what was replied, and where the cursor was
        self.told_at: Spot = (0, 0)
        self.aims: dict[str, Spot] = {}  # where each unit was last pointed, on a free table
        self.last_step: dict[str, str] = {}  # the way each unit went last, as notation
        self.with_threats = False
        self.threatened: dict[str, tuple[Threat, ...]] = {}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a game that can be given up has a key for that, and only one that knows of threats one for these."""
        if action == "threats":
            return self.game.threats is not None
        return action != "resign" or any(name_of(verb) == action for verb in self.game.verbs)

    # What is in hand

    def deal(self, menu: Menu) -> None:
        """A new decision: the unit in hand stays there, if it has more to choose."""
        self.threatened.clear()
        self.told = []
        first = self.hand is None
        assert self.seat is not None
        walks = self.course.afoot.may_walk(self.seat, self.slot)
        kept = stays(self.course.match, self.seat, self.slot) if walks else ()
        self.hand = Hand(menu, self.last_unit, self.field.cursor, walks, self.last_step, kept)
        self.lay(menu.scene)
        if who := self.hand.actor:
            self.field.point(self.aims.get(who.unit, who.at))
        elif first and not self.hand.unit and self.hand.units:
            self.field.point(self.hand.places[self.hand.units[0]])
        self.take_up(self.hand.unit, move=who is None)
        if self.hand.built and not self.hand.options and not self.hand.ground:  # there, nobody's view is taken
            self.build(self.hand.built[0])

    def take_up(self, unit: str, move: bool = True) -> None:
        """Take a unit up, or put it down."""
        if self.seat and self.hand:
            self.hand.unit = unit
            if unit and move:
                self.field.point(self.hand.nearest())
            self.show_hand()

    @on(Field.Pointed)
    def pointed(self) -> None:
        """The cursor has moved: show what is there."""
        self.show_hand()

    def reply(self, lines: list[Line]) -> None:
        """Say something first, then what is pointed at."""
        self.told, self.told_at = lines, self.field.cursor
        self.show_hand()

    def show_hand(self) -> None:
        """Board, side and bar, by what is in hand and pointed at."""
        told = self.told if self.told_at == self.field.cursor else []
        lines = [*told, *self._pointed_at()]
        if self.seat is None or self.hand is None:
            self.say(lines)
            return
        hand = self.hand
        trails, stops = self.paths()
        if path := hand.path:
            trails, stops = (*trails, plotted(path)), stops | dict(zip(path.stops, path.counts, strict=True))
        elif hand.is_beyond:
            self.look_for_path(hand)
        over = hand.over()._replace(fresh=self.fresh, ways=self.gone + trails, stops=stops)
        if sight := self._sight():
            over = over._replace(line=frozenset(sight.cells), blocker=sight.blocker, rays=sight.rays, by=sight.by)
            lines.append([sight.says])
        for option in hand.fitting():
            lines += about.odds(option)
        if self.with_threats and self._threats_known():
            found = self.threatened[hand.unit]
            over = over._replace(threats=greatest(found))
            here = [f"next turn {threat}" for threat in found if hand.is_at((threat.x, threat.y))]
            lines += [[line] for line in here or ["no enemy can hit here next turn"]]
        self.field.show(hand.menu.scene, over)
        self.say(lines)
        self._list_acts(hand)
        self._tell_bar(hand)

    def _pointed_at(self) -> list[Line]:
        """The square under the cursor, whoever stands on it, and who waits in hand beside the board."""
        scene, at, hand = self.field.scene, self.field.cursor, self.hand
        lines: list[Line] = []
        if self.seat and hand:
            hand.at = at
            if hand.unit and hand.unit not in hand.places and hand.unit in hand.menu.known:
                lines += about.unit(hand.menu.known[hand.unit])
        return [*lines, *about.pointed(scene, at)]

    def _sight(self) -> Sight | None:
        """The line from the unit in hand to the cursor, where it is not just somewhere to go."""
        hand, match = self.hand, self.course.match
        if not (self.game.sight and self.seat and hand and hand.holder in hand.places):
            return None
        if hand.at == hand.places[hand.holder] or hand.at in hand.over().reach:
            return None
        return self.game.sight(match.setting, match.view(self.seat.name), hand.holder, *hand.at)

    def _list_acts(self, hand: Hand) -> None:
        """What can be done, numbered."""
        pane = self.query_one("#acts", OptionList)
        self.acts = hand.acts()
        pane.clear_options()
        for k, act in enumerate(self.acts, 1):
            chance = f"  {best(act.option):.1%}" if act.option and act.option.odds else ""
            number = f"{k} " if k <= NUMBERED else "  "
            pane.add_option(Option(text([[(number, about.QUIET), act.text, (chance, f"bold {about.GOOD}")]])))

    def _tell_bar(self, hand: Hand) -> None:
        """The question, and what Enter does."""
        obvious = hand.obvious()
        if obvious:
            hint = f"Enter: {obvious.text.removesuffix(' …')}."
        elif hand.walks and hand.actor:
            hint = f"{hand.menu.call(hand.holder)} goes: point at a place with arrows or mouse, and Enter walks there."
        elif hand.actor and hand.points:
            targets = len(hand.over().targets)
            ways = f"Tab goes to {targets} in sight" if targets else "point with arrows, mouse or Tab"
            hint = f"{hand.menu.call(hand.holder)} acts: {ways}; 1 to 9 do what stands beside."
        elif hand.unit and not hand.ground:
            hint = f"{hand.menu.call(hand.unit)} in hand: + it can go there, × it can attack that. Esc puts it down."
        elif hand.units and not hand.ground:
            hint = f"Tab takes up the next of {len(hand.units)} that can act; 1 to 9 do what stands beside."
        else:
            hint = "The keys 1 to 9 do what stands beside the board."
        tint = TINTS[self.slot % len(TINTS)]
        self.bar([(hand.menu.decision.prompt, f"bold {tint}")], [(hint, about.QUIET)])

    def catalogue(self) -> list[Line]:
        """What choices name that is on no board."""
        things = self.hand.menu.decision.things if self.hand else ()
        return [[line] for line in catalogue(things, self.size.width - 8, about=True)]

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
        """Type what is meant: a square to go to, a unit to take up, or a choice."""
        if self.seat is None or self.hand is None:
            return
        hand = self.hand
        line = await self.app.push_screen_wait(Prompt(SAID if hand.ground else TYPED))
        self.field.focus()  # Enter is for the place that was typed, whatever had the keys before
        if spot := place_named(hand.menu, line):
            self.field.point(spot)
        elif line:
            try:
                unit = hand.menu.name(line, hand.units)
                if unit in hand.units:
                    self.take_up(unit)
                elif hand.ground and (spot := place_said(hand.menu, line)):
                    self.field.point(spot)
                else:
                    self.choose(hand.menu.understand(line))
            except BadNotation as error:
                self.reply([[(printable(str(error)), f"bold {about.WARN}")]])

    # What enemies could do

    def action_threats(self) -> None:
        """Show what enemies could hit next turn, or hide it."""
        if self.game.threats is None:
            self.notify(f"{self.game.title} cannot say what the enemy could do next turn.", markup=False)
            return
        self.with_threats = not self.with_threats
        self.show_hand()

    def _threats_known(self) -> bool:
        """Whether it is known what threatens the unit in hand; else it is looked for."""
        assert self.hand is not None
        if self.hand.unit in self.threatened:
            return True
        self.look_for_threats(self.hand.unit)
        return False

    @work(exclusive=True, group="threats")
    async def look_for_threats(self, unit: str) -> None:
        """Look for what threatens a unit, while the table stays alive."""
        assert self.game.threats is not None
        if self.seat is None or self.hand is None:
            return
        match, hand, named = self.course.match, self.hand, unit if unit in self.hand.places else ""
        view = match.view(self.seat.name)
        found = await self.patiently(self.game.threats, match.setting, view, self.slot, named)
        if hand is self.hand:
            self.threatened[unit] = found
            self.show_hand()
