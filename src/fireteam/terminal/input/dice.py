"""Dice that people throw: their faces are typed, several at once if that suits."""

from __future__ import annotations

from collections.abc import Callable

from ...core.errors import DieNeeded
from ..console import Console
from .reason import split_reason
from .words import small_number


class RewindRequest(Exception):
    """What was chosen is to be typed anew, for this reason: the dice are not thrown."""


class TypedDice:
    """Faces that were typed for a roll, and not asked for yet."""

    def __init__(self, console: Console, read: Callable[[str], str]) -> None:
        self.console, self.read = console, read
        self.faces: list[int] = []
        self.roller = ""

    def face_of(self, die: DieNeeded) -> int:
        """The face of a die: of those typed for this roll the next, else it is asked for until it can be."""
        if die.roller != self.roller or (self.faces and self.faces[0] > die.sides):
            self.discard_unused()
        self.roller = die.roller
        while not self.faces:
            words = self.read(f"{die.purpose}, d{die.sides}: ").split()
            if words[:1] == ["undo"] and (reason := split_reason(words)[1]):
                raise RewindRequest(reason)
            faces = [small_number(word) for word in words]
            if faces and all(1 <= face <= die.sides for face in faces):
                self.faces = faces
            else:
                self.console.write(f"the face it shows, please: 1 to {die.sides}, of several dice one after another")
                self.console.write("(or to type choices anew: undo because WHY)")
        return self.faces.pop(0)

    def discard_unused(self) -> None:
        """Faces that were typed and not needed are for no other roll."""
        if self.faces:
            self.console.write((f"not needed: {' '.join(map(str, self.faces))}", "yellow"))
        self.faces = []
