"""What is in hand, shown: on the board and beside it, with odds, sight and threats, and what Enter does."""

from __future__ import annotations

from abc import abstractmethod

from textual import on, work
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ...core.scene import Sight, Spot, Threat
from ...match.afoot import plotted
from ...match.waiting import stays
from ..board import catalogue
from ..course import Course
from ..menu import Menu
from ..overlook import greatest
from ..paper import Line
from . import about
from .field import Field
from .hand import Act, Hand
from .look import TINTS
from .meant import best
from .turns import Turns
from .windows import text

NUMBERED = 9  # acts that a digit does


class Showing(Turns):
    """A match, and what the person whose turn it is has in hand, before their eyes."""

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

    @abstractmethod
    def build(self, name: str) -> object:
        """Put a choice of a verb together."""

    @abstractmethod
    def look_for_path(self, hand: Hand) -> object:
        """Find the way to where the cursor is."""

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

    # What enemies could do

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
