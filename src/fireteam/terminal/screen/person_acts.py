"""What the person whose turn it is lets happen: a choice, a walk, taking back, planning ahead."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from ...core.errors import FireteamError, IllegalChoice
from ...match.autowalk.path import Path
from ...match.record import Seat
from ..console import Line, printable
from ..input.menu import Menu
from ..line.plans import read_plan, set_plan
from ..local_match import LocalMatch
from . import details
from .questions import CancelChoice, Questions
from .table import TableScreen
from .turn import Turn

NOTICE_TIME = 2.0  # seconds


class PersonActs:
    """What a person at a screen may let happen, one thing at a time; `reply` tells them what comes of it."""

    def __init__(
        self,
        screen: TableScreen,
        local_match: LocalMatch,
        turn: Turn,
        questions: Questions,
        reply: Callable[[Sequence[Line]], None],
    ) -> None:
        self.screen, self.local_match, self.turn = screen, local_match, turn
        self.questions, self.reply = questions, reply

    def choose(self, line: str) -> None:
        """Make a choice, for the slot whose turn it is."""

        async def act(seat: Seat) -> bool:
            return await self._choose(seat, line, self.turn.slot)

        self.screen.start_work(self._run, act, "Nothing is chosen.")

    def choose_each(self, choices: Mapping[int, str]) -> None:
        """Make the choices of several slots, one after the other."""

        async def act(seat: Seat) -> bool:
            return any([await self._choose(seat, line, slot) for slot, line in choices.items()])

        self.screen.start_work(self._run, act, "Nothing is chosen.")

    async def _choose(self, seat: Seat, line: str, slot: int) -> bool:
        """Make a choice; whether it is made, where something of it would come to nothing."""
        why = self.local_match.warning(seat, line, slot)
        if why and not await self.questions.confirm(f"{why}. Choose it all the same?"):
            return False
        if await self.questions.act(seat, line, slot) is None:
            self.screen.notify("Chosen; it stays sealed until all have.", markup=False, timeout=NOTICE_TIME)
        return True

    async def walk(self, path: Path) -> None:
        """Walk to a place, count by count."""

        async def act(seat: Seat) -> bool:
            self.local_match.walks.begin(seat, self.turn.slot, path)
            return True

        await self._run(act)

    def stay(self, choices: Sequence[str]) -> None:
        """Keep still on the counts ahead."""

        async def act(seat: Seat) -> bool:
            self.local_match.match.plan(seat.name, choices, self.turn.slot)
            return True

        self.screen.start_work(self._run, act)

    def plan(self, words: list[str], menu: Menu) -> None:
        """Choose ahead, or cut a plan short; of another's plan nothing stays on the screen."""

        async def act(seat: Seat) -> bool:
            sentence = set_plan(self.local_match, read_plan(self.local_match, words, menu))
            self.screen.notify(sentence, markup=False, timeout=NOTICE_TIME)
            return True

        self.screen.start_work(self._run, act)

    def undo(self) -> None:
        """Take the last choice back."""

        async def act(seat: Seat) -> bool:
            return await self.questions.undo(seat) is not None

        self.screen.start_work(self._run, act, "The choice stands.")

    def redo(self) -> None:
        """Let it stand again."""

        async def act(seat: Seat) -> bool:
            return bool(self.local_match.match.redo(seat.name))

        self.screen.start_work(self._run, act)

    def resign(self) -> None:
        """Give up, once it is sure."""

        async def ask() -> None:
            if self.turn.seat and await self.questions.confirm(f"{self.turn.seat.name}, give the game up?"):
                self.choose(self.local_match.game.giving_up)

        self.screen.start_work(ask)

    async def _run(self, act: Callable[[Seat], Awaitable[bool]], refusal_text: str = "") -> None:
        """Do something for whoever is to choose, one thing at a time; what does not go is told and changes nothing."""
        if self.turn.seat is None or self.turn.is_busy:
            return
        self.turn.is_busy = True
        try:
            if await act(self.turn.seat):
                self.turn.done.set()
            else:
                self.reply([[refusal_text]])
        except CancelChoice:
            self.reply([["The choice is not made; nothing has changed."]])
        except IllegalChoice as refused:
            self.reply(list(details.refusal_lines(self.screen.game.id, [refused])))
        except FireteamError as error:
            self.reply([[(printable(str(error)), f"bold {details.WARN}")]])
        finally:
            self.turn.is_busy = False
