"""What commands of the line interface may use: the match at this keyboard, and whoever sits there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from ...core.errors import DieNeeded, IllegalChoice
from ...core.game import Game
from ...core.protocol.briefing import Role
from ...core.protocol.scene import Scene, Spot
from ...match.match import Match
from ..console import Console
from ..input.menu import Menu
from ..local_match import LocalMatch


class LineSession(Protocol):
    """A match in lines, as its commands see it."""

    local_match: LocalMatch
    match: Match
    game: Game
    console: Console
    is_interactive: bool

    @property
    def commands(self) -> Mapping[str, Any]:
        """What may be typed besides choices, by its word."""

    def confirm(self, question: str) -> bool:
        """Whether whoever sits at the keyboard says yes."""

    def face_of(self, die: DieNeeded) -> int:
        """The face of a die that somebody rolled."""

    def hide(self) -> None:
        """Take from the screen what is not for the next reader."""

    def show_board(self, scene: Scene, legend: bool = True, centre: Spot | None = None) -> None:
        """The board with its standing."""

    def show_refusal(self, refused: IllegalChoice, menu: Menu) -> None:
        """Why not, and what the clause says."""

    def show_role(self, role: Role) -> None:
        """Who somebody is, and what they are after."""
