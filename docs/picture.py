"""Draw docs/table.svg, the terminal in README.md: `python docs/picture.py` plays a few turns and writes it.

The picture names no font from elsewhere: whoever shows it takes a fixed one of their own.
"""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

os.environ.setdefault("FIRETEAM_JIT", "0")

from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game
from fireteam.terminal.local_match import LocalMatch
from fireteam.terminal.screen.app import TableApp
from fireteam.terminal.screen.dialogs import Page
from fireteam.terminal.screen.play import PlayScreen

PICTURE = Path(__file__).with_name("table.svg")
SIZE = (104, 30)
PATIENCE = 1000  # looks at the screen before the drawing is given up
POSITION = (
    "capture_the_crossing force=preset,seats=fixed move 1 9 1 "
    "recon@d8+1,rifleman@e4+1,rifleman@f3+1,m_gunner@e5+2,sniper@b2+1,shot_gun@d3+1 "
    "recon@h4,rifleman@e8,rifleman@f7,m_gunner@e9,sniper@i9,shot_gun:x -"
)
TURNS = (
    "move 1.rifleman.2 f4",
    "attack 1.m_gunner.1 2.rifleman.2",
    "end_turn",
    "move 2.recon.1 h3",
    "attack 2.m_gunner.1 1.recon.1",
    "end_turn",
)


async def draw() -> str:
    """The screen in the middle of a turn: a piece in hand, a target under the cursor, its odds beside it."""
    setting, states = find_game("ttt").read_position(POSITION)
    match = Match(setting, (Seat("red", 1), Seat("blue", 2)), secret_of_seed(7), states)
    screen = PlayScreen(LocalMatch(match, {}))
    app = TableApp(screen)

    async def asked(number: int) -> None:
        """Wait until a person chooses the event of this number, reading every panel on the way."""
        for _ in range(PATIENCE):
            if isinstance(app.screen, Page):
                await pilot.press("enter")
            elif screen.turn.seat is not None and not screen.turn.is_busy and match.next_number >= number:
                return
            await pilot.pause(0.05)
        raise SystemExit(f"nobody is asked for event {number}")

    async with app.run_test(size=SIZE) as pilot:
        for number, line in enumerate(TURNS, 1):
            await asked(number)
            if refused := match.refusal_of(screen.turn.seat.name, line):
                raise SystemExit(f"{line}: {refused}")
            screen.person.choose(line)
        await asked(len(TURNS) + 1)
        await pilot.press("M", "enter")
        await pilot.pause(0.2)
        return app.export_screenshot(title="fireteam play ttt")


def own_fonts(svg: str) -> str:
    """The same picture without fonts from elsewhere."""
    svg = re.sub(r"@font-face\s*\{[^}]*\}", "", svg)
    svg = re.sub(r"font-family:[^;]*;", "font-family: monospace;", svg)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    return re.sub(r"\n\s*\n+", "\n", svg)


if __name__ == "__main__":
    PICTURE.write_text(own_fonts(asyncio.run(draw())), encoding="utf-8")
