"""What is in hand, shown: on the board and beside it, with odds, sight and threats, and what Enter does."""

from __future__ import annotations

from abc import abstractmethod

from textual import on, work
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ...core.protocol.scene import Sight, Spot, Threat
from ...match.autowalk.stay import stay_choices
from ...match.autowalk.walks import trail_of
from ..console import Line
from ..draw.board import catalogue_lines
from ..input.menu import Menu
from ..line.sight import greatest_chances
from ..local_match import LocalMatch
from . import details
from .board_widget import BoardWidget
from .dialogs import styled_text
from .match import MatchScreen
from .selection import Act, Selection
from .style import SIDE_TINTS
from .verb_traits import best_chance

MAX_NUMBERED = 9  # acts that a digit does


class DecisionScreen(MatchScreen):
    """A match, and what the person whose turn it is has in hand, before their eyes."""

    def __init__(self, local_match: LocalMatch, pause: float = 0.5) -> None:
        super().__init__(local_match, pause)
        self.selection: Selection | None = None
        self.acts: list[Act] = []
        self.last_unit = ""
        self.reply_lines: list[Line] = []  # what was replied, and where the cursor was
        self.reply_place: Spot = (0, 0)
        self.aims: dict[str, Spot] = {}  # where each unit was last pointed, on a free table
        self.last_step: dict[str, str] = {}  # the way each unit went last, as notation
        self.shows_threats = False
        self.threats_by_unit: dict[str, tuple[Threat, ...]] = {}

    @abstractmethod
    def build(self, name: str) -> object:
        """Put a choice of a verb together."""

    @abstractmethod
    def search_path(self, selection: Selection) -> object:
        """Find the way to where the cursor is."""

    # What is in hand

    def show_decision(self, menu: Menu) -> None:
        """A new decision: the unit in hand stays there, if it has more to choose."""
        self.threats_by_unit.clear()
        self.reply_lines = []
        first = self.selection is None
        assert self.seat is not None
        walks = self.local_match.walks.may_walk(self.seat, self.slot)
        kept = stay_choices(self.local_match.match, self.seat, self.slot) if walks else ()
        self.selection = Selection(menu, self.last_unit, self.board.cursor, walks, self.last_step, kept)
        self.show_table(menu.scene)
        if who := self.selection.actor:
            self.board.point_at(self.aims.get(who.unit, who.at))
        elif first and not self.selection.unit and self.selection.units:
            self.board.point_at(self.selection.places[self.selection.units[0]])
        self.select_unit(self.selection.unit, move=who is None)
        if (
            self.selection.built_verbs and not self.selection.options and not self.selection.ground
        ):  # there, nobody's view is taken
            self.build(self.selection.built_verbs[0])

    def select_unit(self, unit: str, move: bool = True) -> None:
        """Take a unit up, or put it down."""
        if self.seat and self.selection:
            self.selection.unit = unit
            if unit and move:
                self.board.point_at(self.selection.nearest_place())
            self.show_selection()

    @on(BoardWidget.CursorMoved)
    def show_cursor(self) -> None:
        """The cursor has moved: show what is there."""
        self.show_selection()

    def reply(self, lines: list[Line]) -> None:
        """Say something first, then what is pointed at."""
        self.reply_lines, self.reply_place = lines, self.board.cursor
        self.show_selection()

    def show_selection(self) -> None:
        """Board, side and bar, by what is in hand and pointed at."""
        told = self.reply_lines if self.reply_place == self.board.cursor else []
        lines = [*told, *self._cursor_lines()]
        if self.seat is None or self.selection is None:
            self.show_text(lines)
            return
        hand = self.selection
        trails, stops = self.trails_ahead()
        if path := hand.path:
            trails, stops = (*trails, trail_of(path)), stops | dict(zip(path.stops, path.counts, strict=True))
        elif hand.is_out_of_range:
            self.search_path(hand)
        over = hand.overlay()._replace(changes=self.changes, trails=self.trails + trails, stops=stops)
        if sight := self._sight():
            over = over._replace(
                sight_line=frozenset(sight.cells), blocker=sight.blocker, rays=sight.rays, obstacles=sight.by
            )
            lines.append([sight.says])
        for option in hand.matching_options():
            lines += details.odds_lines(option)
        if self.shows_threats and self._has_threats():
            found = self.threats_by_unit[hand.unit]
            over = over._replace(threats=greatest_chances(found))
            here = [f"next turn {threat}" for threat in found if hand.is_at_cursor((threat.x, threat.y))]
            lines += [[line] for line in here or ["no enemy can hit here next turn"]]
        self.board.show(hand.menu.scene, over)
        self.show_text(lines)
        self._list_acts(hand)
        self._show_hint(hand)

    def _cursor_lines(self) -> list[Line]:
        """The square under the cursor, whoever stands on it, and who waits in hand beside the board."""
        scene, at, hand = self.board.scene, self.board.cursor, self.selection
        lines: list[Line] = []
        if self.seat and hand:
            hand.cursor = at
            if hand.unit and hand.unit not in hand.places and hand.unit in hand.menu.tokens:
                lines += details.unit_lines(hand.menu.tokens[hand.unit])
        return [*lines, *details.place_lines(scene, at)]

    def _sight(self) -> Sight | None:
        """The line from the unit in hand to the cursor, where it is not just somewhere to go."""
        hand, match = self.selection, self.local_match.match
        if not (self.game.sight and self.seat and hand and hand.active_unit in hand.places):
            return None
        if hand.cursor == hand.places[hand.active_unit] or hand.cursor in hand.overlay().reach:
            return None
        return self.game.sight(match.setting, match.view(self.seat.name), hand.active_unit, *hand.cursor)

    def _list_acts(self, selection: Selection) -> None:
        """What can be done, numbered."""
        pane = self.query_one("#acts", OptionList)
        self.acts = selection.acts()
        pane.clear_options()
        for k, act in enumerate(self.acts, 1):
            chance = f"  {best_chance(act.option):.1%}" if act.option and act.option.odds else ""
            number = f"{k} " if k <= MAX_NUMBERED else "  "
            pane.add_option(
                Option(styled_text([[(number, details.QUIET), act.text, (chance, f"bold {details.GOOD}")]]))
            )

    def _show_hint(self, selection: Selection) -> None:
        """The question, and what Enter does."""
        obvious = selection.default_act()
        if obvious:
            hint = f"Enter: {obvious.text.removesuffix(' …')}."
        elif selection.can_walk and selection.actor:
            who = selection.menu.short_name(selection.active_unit)
            hint = f"{who} goes: point at a place with arrows or mouse, and Enter walks there."
        elif selection.actor and selection.can_point:
            targets = len(selection.overlay().targets)
            ways = f"Tab goes to {targets} in sight" if targets else "point with arrows, mouse or Tab"
            hint = f"{selection.menu.short_name(selection.active_unit)} acts: {ways}; 1 to 9 do what stands beside."
        elif selection.unit and not selection.ground:
            who = selection.menu.short_name(selection.unit)
            hint = f"{who} in hand: + it can go there, × it can attack that. Esc puts it down."
        elif selection.units and not selection.ground:
            hint = f"Tab takes up the next of {len(selection.units)} that can act; 1 to 9 do what stands beside."
        else:
            hint = "The keys 1 to 9 do what stands beside the board."
        tint = SIDE_TINTS[self.slot % len(SIDE_TINTS)]
        self.show_bar([(selection.menu.decision.prompt, f"bold {tint}")], [(hint, details.QUIET)])

    def catalogue_lines(self) -> list[Line]:
        """What choices name that is on no board."""
        things = self.selection.menu.decision.things if self.selection else ()
        return [[line] for line in catalogue_lines(things, self.size.width - 8, with_details=True)]

    # What enemies could do

    def _has_threats(self) -> bool:
        """Whether it is known what threatens the unit in hand; else it is looked for."""
        assert self.selection is not None
        if self.selection.unit in self.threats_by_unit:
            return True
        self.search_threats(self.selection.unit)
        return False

    @work(exclusive=True, group="threats")
    async def search_threats(self, unit: str) -> None:
        """Look for what threatens a unit, while the table stays alive."""
        assert self.game.threats is not None
        if self.seat is None or self.selection is None:
            return
        match, hand, named = self.local_match.match, self.selection, unit if unit in self.selection.places else ""
        view = match.view(self.seat.name)
        found = await self.run_with_notice(self.game.threats, match.setting, view, self.slot, named)
        if hand is self.selection:
            self.threats_by_unit[unit] = found
            self.show_selection()
