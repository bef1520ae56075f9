"""Dice that people throw: their faces are typed, several at once if that suits."""

from __future__ import annotations

from collections.abc import Callable

from ..core.errors import DieWanted
from .menu import small_number
from .paper import Paper
from .refereeing import parted


class Back(Exception):
    """What was chosen is to be typed anew, for this reason: the dice are not thrown."""


class Thrown:
    """Faces that were typed for a roll, and not asked for yet."""

    def __init__(self, paper: Paper, read: Callable[[str], str]) -> None:
        self.paper, self.read = paper, read
        self.faces: list[int] = []
        self.roller = ""

    def face_of(self, wanted: DieWanted) -> int:
        """The face of a die: of those typed for this roll the next, else it is asked for until it can be."""
        if wanted.roller != self.roller or (self.faces and self.faces[0] > wanted.sides):
            self.spare()
        self.roller = wanted.roller
        while not self.faces:
            words = self.read(f"{wanted.purpose}, d{wanted.sides}: ").split()
            if words[:1] == ["undo"] and (reason := parted(words)[1]):
                raise Back(reason)
            faces = [small_number(word) for word in words]
            if faces and all(1 <= face <= wanted.sides for face in faces):
                self.faces = faces
            else:
                self.paper.put(f"the face it shows, please: 1 to {wanted.sides}, of several dice one after another")
                self.paper.put("(or to type choices anew: undo because WHY)")
        return self.faces.pop(0)

    def spare(self) -> None:
        """Faces that were typed and not needed are for no other roll."""
        if self.faces:
            self.paper.put((f"not needed: {' '.join(map(str, self.faces))}", "yellow"))
        self.faces = []
