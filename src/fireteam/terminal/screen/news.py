"""What has happened since people last looked, shown on the board, in the log and in windows."""

from __future__ import annotations

from textual.widgets import OptionList

from ...core.protocol.scene import Scene, Spot, Trail
from ..console import Line, printable
from ..draw.glyphs import Overlay
from ..local_match import LocalMatch
from .dialogs import Page, styled_text
from .scene_diff import changed_places, has_new_setup, trails_between
from .table import TableScreen
from .walk_view import WalkView


class News:
    """What a screen has told of a match: `changes` and `trails` since a person last chose."""

    def __init__(self, screen: TableScreen, local_match: LocalMatch, walks: WalkView) -> None:
        self.screen, self.local_match, self.walks = screen, local_match, walks
        self.changes: frozenset[Spot] = frozenset()
        self.trails: tuple[Trail, ...] = ()
        self._next_unread = self._next_undrawn = local_match.match.next_number

    def refresh_table(self) -> None:
        """Show the table to whoever sits at it, while nothing is theirs to choose."""
        name = self.local_match.active_person or self.local_match.default_viewer
        before, scene = self.screen.board.scene, self.local_match.scene(name)
        self.screen.query_one("#acts", OptionList).clear_options()
        self.screen.show_log(self.local_match.history(name))
        self.changes |= changed_places(before, scene)
        self.draw_trails(scene)
        trails, stops = self.walks.trails_ahead()
        self.screen.show_table(scene, Overlay(changes=self.changes, trails=self.trails + trails, stops=stops))

    def draw_trails(self, after: Scene) -> None:
        """Add the ways gone since the table was last shown, now that it lies so."""
        new = [account for account in self.screen.records if account.number >= self._next_undrawn]
        self._next_undrawn = self.local_match.match.next_number
        self.trails = () if has_new_setup(new) else self.trails + trails_between(self.screen.board.scene, after)

    def headings(self) -> list[str]:
        """What has happened, since somebody was asked last, that nobody should overlook."""
        new = [account for account in self.screen.records if account.number >= self._next_unread]
        self._next_unread = self.local_match.match.next_number
        return [printable(one.sentence()) for account in new for one in account.events if one.event.heading]

    def forget(self) -> None:
        """A person has chosen: what comes now is new."""
        self.changes, self.trails = frozenset(), ()

    async def show_panels(self, name: str) -> None:
        """What a person must not overlook stays until they have read it; everything else waits so long."""
        for panel in self.local_match.panels(name):
            rows: list[Line] = [[row] for row in panel.rows]
            await self.screen.app.push_screen_wait(Page(panel.title, styled_text(rows)))
