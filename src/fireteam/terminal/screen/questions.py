"""What has to be asked of people while a match goes on, each question in a window of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import TypeVar

from ...core.errors import DieNeeded
from ...core.protocol.choices import Verb
from ...match.record import Record, Seat
from ..local_match import LocalMatch
from .dialogs import Confirmation, DiePrompt
from .table import TableScreen
from .turn import Turn

Question = TypeVar("Question")
Answer = TypeVar("Answer")
Outcome = TypeVar("Outcome")


class CancelChoice(Exception):
    """A die was asked for, and the choice is not made after all."""


class Questions:
    """Windows over a screen that ask. A person's choice may be taken back at a die, a bot's stands."""

    def __init__(self, screen: TableScreen, local_match: LocalMatch, turn: Turn) -> None:
        self.screen, self.local_match, self.turn = screen, local_match, turn

    async def act(self, seat: Seat, choice: str | Verb, slot: int) -> Record | None:
        """Let a seat choose, every typed die asked for. None if the choice stays sealed.

        Raises:
            CancelChoice: the person whose turn it is takes it back.
        """
        return await answer_all(self.local_match.act(seat, choice, slot), self.ask_face)

    async def undo(self, seat: Seat) -> Record | Verb | None:
        """Take a seat's last choice back, with the consent of whoever must agree; None if somebody says no."""
        return await answer_all(self.local_match.undo(seat, with_forced=True), self.confirm)

    async def ask_face(self, die: DieNeeded) -> int:
        """The face of a die somebody threw."""
        while True:
            face = await self.screen.app.push_screen_wait(DiePrompt(die))
            if face:
                return face
            if self.turn.seat:
                raise CancelChoice

    async def confirm(self, question: str) -> bool:
        """Whether somebody says yes."""
        return await self.screen.app.push_screen_wait(Confirmation(question))


async def answer_all(
    questions: Generator[Question, Answer, Outcome], answer: Callable[[Question], Awaitable[Answer]]
) -> Outcome:
    """What comes of a matter once every question in it has its answer."""
    try:
        question = next(questions)
        while True:
            question = questions.send(await answer(question))
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
