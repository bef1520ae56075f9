"""What is in hand, shown: on the board and beside it, with odds, sight and threats, and what Enter does."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ...core.percent import percent
from ...core.protocol.scene import Sight, Spot, Threat
from ...match.autowalk.path import Path
from ...match.autowalk.stay import stay_choices
from ...match.autowalk.walks import trail_of
from ..console import Line
from ..draw.board import catalogue_lines
from ..input.menu import Menu
from ..line.sight import greatest_chances
from ..local_match import LocalMatch
from . import details
from .dialogs import styled_text
from .news import News
from .selection import Selection
from .selection_acts import Act, SelectionActs
from .style import SIDE_TINTS
from .table import TableScreen
from .turn import Turn
from .verb_traits import best_chance, is_vector_choice
from .wait_notice import WaitNotice
from .walk_view import WalkView

MAX_NUMBERED = 9  # acts that a digit does
DEBOUNCE = 0.1  # seconds that the cursor stays somewhere before the way there is looked for


class DecisionView:
    """What the person whose turn it is has in hand, before their eyes.

    `acts` are what can be done now, as they stand beside the board.
    """

    def __init__(
        self,
        screen: TableScreen,
        local_match: LocalMatch,
        turn: Turn,
        notice: WaitNotice,
        walks: WalkView,
        news: News,
    ) -> None:
        self.screen, self.local_match, self.turn = screen, local_match, turn
        self.notice, self.walks, self.news = notice, walks, news
        self.game, self.board = screen.game, screen.board
        self.selection: Selection | None = None
        self.acts: list[Act] = []
        self.shows_threats = False
        self._last_unit = ""
        self._reply_lines: Sequence[Line] = ()  # what was replied, and where the cursor was
        self._reply_place: Spot = (0, 0)
        self._aims: dict[str, Spot] = {}  # where each unit was last pointed, on a free table
        self._last_steps: dict[str, str] = {}  # the way each unit went last, as notation
        self._threats_by_unit: dict[str, tuple[Threat, ...]] = {}

    # What is in hand

    def show_decision(self, menu: Menu) -> None:
        """A new decision: the unit in hand stays there, if it has more to choose."""
        self._threats_by_unit.clear()
        self._reply_lines = ()
        first = self.selection is None
        assert self.turn.seat is not None
        can_walk = self.local_match.walks.may_walk(self.turn.seat, self.turn.slot)
        stays = stay_choices(self.local_match.match, self.turn.seat, self.turn.slot) if can_walk else ()
        self.selection = Selection(menu, self._last_unit, self.board.cursor, can_walk, self._last_steps, stays)
        self.screen.show_table(menu.scene)
        if who := self.selection.actor:
            self.board.point_at(self._aims.get(who.unit, who.at))
        elif first and not self.selection.unit and self.selection.units:
            self.board.point_at(self.selection.places[self.selection.units[0]])
        self.select_unit(self.selection.unit, move=who is None)

    @property
    def only_built_verb(self) -> str:
        """The verb that is put together at once, since nothing else can be done; on a free table all keep the view."""
        hand = self.selection
        return hand.built_verbs[0] if hand and hand.built_verbs and not hand.options and not hand.ground else ""

    def note_choice(self, act: Act) -> None:
        """Remember what somebody is about to do, for the next time that they are asked."""
        who = self.selection.actor if self.selection else None
        if who and self.selection and (act.option or act.walk):
            self._aims[who.unit] = self.selection.cursor
            self._last_steps.pop(who.unit, None)
        if act.option:
            self._last_unit = act.option.unit
            if who and is_vector_choice(act.option, self.game.verbs):
                self._last_steps[who.unit] = act.option.notation

    def select_unit(self, unit: str, move: bool = True) -> None:
        """Take a unit up, or put it down."""
        if self.turn.seat and self.selection:
            self.selection.unit = unit
            if unit and move:
                self.board.point_at(self.selection.nearest_place())
            self.show_selection()

    def reply(self, lines: Sequence[Line]) -> None:
        """Say something first, then what is pointed at."""
        self._reply_lines, self._reply_place = lines, self.board.cursor
        self.show_selection()

    def show_selection(self) -> None:
        """Board, side and bar, by what is in hand and pointed at."""
        reply_lines = self._reply_lines if self._reply_place == self.board.cursor else ()
        lines = [*reply_lines, *self._cursor_lines()]
        if self.turn.seat is None or self.selection is None:
            self.screen.show_text(lines)
            return
        hand = self.selection
        trails, stops = self.walks.trails_ahead()
        if path := hand.path:
            trails, stops = (*trails, trail_of(path)), stops | dict(zip(path.stops, path.counts, strict=True))
        elif hand.is_out_of_range:
            self.screen.start_work(self._search_path, hand, group="paths")
        over = hand.overlay()._replace(changes=self.news.changes, trails=self.news.trails + trails, stops=stops)
        if sight := self._sight():
            over = over._replace(
                sight_line=frozenset(sight.cells), blocker=sight.blocker, rays=sight.rays, obstacles=sight.by
            )
            lines.append([sight.says])
        for option in SelectionActs(hand).matching_options():
            lines += details.odds_lines(option)
        if self.shows_threats and self._has_threats():
            found = self._threats_by_unit[hand.unit]
            over = over._replace(threats=greatest_chances(found))
            here = [f"next turn {threat}" for threat in found if hand.is_at_cursor((threat.x, threat.y))]
            lines += [[line] for line in here or ["no enemy can hit here next turn"]]
        self.board.show(hand.menu.scene, over)
        self.screen.show_text(lines)
        self._list_acts(hand)
        self._show_hint(hand)

    def _cursor_lines(self) -> list[Line]:
        """The square under the cursor, whoever stands on it, and who waits in hand beside the board."""
        scene, at, hand = self.board.scene, self.board.cursor, self.selection
        lines: list[Line] = []
        if self.turn.seat and hand:
            hand.cursor = at
            if hand.unit and hand.unit not in hand.places and hand.unit in hand.menu.tokens:
                lines += details.unit_lines(hand.menu.tokens[hand.unit])
        return [*lines, *details.place_lines(scene, at)]

    def _sight(self) -> Sight | None:
        """The line from the unit in hand to the cursor, where it is not just somewhere to go."""
        hand, match = self.selection, self.local_match.match
        if not (self.game.sight and self.turn.seat and hand and hand.active_unit in hand.places):
            return None
        if hand.cursor == hand.places[hand.active_unit] or hand.cursor in hand.overlay().reach:
            return None
        return self.game.sight(match.setting, match.view(self.turn.seat.name), hand.active_unit, *hand.cursor)

    def _list_acts(self, selection: Selection) -> None:
        """What can be done, numbered."""
        pane = self.screen.query_one("#acts", OptionList)
        self.acts = SelectionActs(selection).acts()
        pane.clear_options()
        for k, act in enumerate(self.acts, 1):
            chance = f"  {percent(best_chance(act.option))}" if act.option and act.option.odds else ""
            number = f"{k} " if k <= MAX_NUMBERED else "  "
            pane.add_option(
                Option(styled_text([[(number, details.QUIET), act.text, (chance, f"bold {details.GOOD}")]]))
            )

    def _show_hint(self, selection: Selection) -> None:
        """The question, and what Enter does."""
        obvious = SelectionActs(selection).default_act()
        if obvious:
            hint = f"Enter: {obvious.text.removesuffix(' …')}."
        elif selection.can_walk and selection.actor:
            who = selection.menu.short_name(selection.active_unit)
            hint = f"{who} goes: point at a place with arrows or mouse, and Enter walks there."
        elif selection.actor and SelectionActs(selection).can_point:
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
        tint = SIDE_TINTS[self.turn.slot % len(SIDE_TINTS)]
        self.screen.show_bar([(selection.menu.decision.prompt, f"bold {tint}")], [(hint, details.QUIET)])

    def catalogue_lines(self) -> list[Line]:
        """What choices name that is on no board."""
        things = self.selection.menu.decision.things if self.selection else ()
        return [[line] for line in catalogue_lines(things, self.screen.size.width - 8, with_details=True)]

    # What enemies could do

    def _has_threats(self) -> bool:
        """Whether it is known what threatens the unit in hand; else it is looked for."""
        assert self.selection is not None
        if self.selection.unit in self._threats_by_unit:
            return True
        self.screen.start_work(self._search_threats, self.selection.unit, group="threats")
        return False

    async def _search_threats(self, unit: str) -> None:
        """Look for what threatens a unit, while the table stays alive."""
        assert self.game.threats is not None
        if self.turn.seat is None or self.selection is None:
            return
        match, hand, named = self.local_match.match, self.selection, unit if unit in self.selection.places else ""
        view = match.view(self.turn.seat.name)
        found = await self.notice.run(self.game.threats, match.setting, view, self.turn.slot, named)
        if hand is self.selection:
            self._threats_by_unit[unit] = found
            self.show_selection()

    # Where somebody can walk

    async def path_to_cursor(self, selection: Selection) -> Path | None:
        """The way to where the cursor of a selection is, looked for if it is not known; None: there is none."""
        at = selection.cursor
        if at not in selection.paths:
            await self._find_path(selection, at)
        return selection.paths.get(at)

    async def _search_path(self, selection: Selection) -> None:
        """Find the way to where the cursor is, once it stays there."""
        at = selection.cursor
        await asyncio.sleep(DEBOUNCE)
        await self._find_path(selection, at)
        if selection is self.selection and selection.cursor == at:
            self.show_selection()

    async def _find_path(self, selection: Selection, at: Spot) -> None:
        """Find the way to a place, while the table stays alive."""
        if self.turn.seat:
            found = await self.notice.run(self.local_match.walks.path, self.turn.seat, self.turn.slot, at)
            selection.paths[at] = found
