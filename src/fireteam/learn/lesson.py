"""What a lesson is: steps, each a position of the real game with a task. A game brings its lessons as files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import NamedTuple

from ..core.engine.record import Array
from ..core.game import Game, Result, Setting
from ..core.protocol.scene import Scene, Spot
from ..core.protocol.scene_query import is_inside

TURN, ROUND, COUNTS, CYCLE, UNTIL_MET = DURATIONS = ("turn", "round", "counts", "cycle", "goal")
TERMINAL, PAGE = INTERFACES = ("typed", "tapped")
"""How a face is used: choices are typed at a terminal, and tapped, or clicked, on a page."""

RIVAL, ABSENT = RIVALS = ("greedy", "absent")
"""The bots that choose for the others: one that plays, and one that lets everything go by."""

IDLE = "nobody"
"""Who decides for a slot that does not answer: the learner, as the referee, has to see to it."""

ALL = "all"
STAND_IN, PAUSE, UNPAUSE, REWIND = REFEREE_WORDS = ("default", "pause", "unpause", "rewind")
"""What lines begin with that are a referee's acts and no choices; `default all` stands in for all that are awaited."""


class Goal(NamedTuple):
    """What is to be reached: every part that is given must hold. Names and notes may hold `*` for anything.

    A place is a square of a board, or an area of a free table.
    """

    at: Mapping[str, tuple[str, ...]] = {}
    """Units, each on one of some places; of a name with `*`, one of them."""
    gone: tuple[str, ...] = ()
    """Units that are no longer on the table."""
    stand: tuple[str, ...] = ()
    """Units that are still on the table."""
    won: bool = False
    """The match is won."""
    notes: Mapping[str, tuple[str, ...]] = {}
    """Units, each with all of some notes."""
    marks: Mapping[str, tuple[str, ...]] = {}
    """What lies on a free table, by its title, each in one of some areas."""
    standing: Mapping[str, tuple[str, ...]] = {}
    """Rows of the standing, by their label, each with one of some texts."""
    told: tuple[str, ...] = ()
    """What must have been told since the step began: a sentence, or what a referee did with its reason after `: `."""
    without: Mapping[str, tuple[str, ...]] = {}
    """Units, each with none of some notes."""

    def holds(self, scene: Scene, result: Result, slot: int) -> bool:
        """Whether it is reached on this table, for the holder of a slot, but for what must have been told."""
        tokens = {token.unit: token for token in scene.tokens}
        table_marks = [(mark.title, (mark.x, mark.y)) for mark in scene.ground.marks] if scene.ground else []
        return (
            all(
                any(is_at(scene, tokens[unit].at, places) for unit in matching_units(name, tokens))
                for name, places in self.at.items()
            )
            and all(
                any(
                    all(matching_units(note, tokens[unit].notes) for note in notes)
                    for unit in matching_units(name, tokens)
                )
                for name, notes in self.notes.items()
            )
            and not any(
                matching_units(note, tokens[unit].notes)
                for name, notes in self.without.items()
                for unit in matching_units(name, tokens)
                for note in notes
            )
            and all(
                any(title == name and is_at(scene, spot, places) for title, spot in table_marks)
                for name, places in self.marks.items()
            )
            and all(
                any(row.label == label and fnmatchcase(row.text, text) for row in scene.standing for text in texts)
                for label, texts in self.standing.items()
            )
            and not any(matching_units(name, tokens) for name in self.gone)
            and all(matching_units(name, tokens) for name in self.stand)
            and (slot in result.winners or not self.won)
        )


def matching_units(name: str, units: Iterable[str]) -> list[str]:
    """The units that a name of a goal means."""
    return [unit for unit in units if fnmatchcase(unit, name)]


def is_at(scene: Scene, spot: Spot, places: Collection[str]) -> bool:
    """Whether a spot of the table is one of some squares, or within one of some areas."""
    if scene.ground is None:
        return scene.place(*spot) in places
    return any(area.name in places and is_inside(area.points, spot) for area in scene.ground.areas)


class Hint(NamedTuple):
    """What is said of a poor choice whose notation is like `on`, in which `*` stands for anything."""

    on: str
    say: str


class Step(NamedTuple):
    """A position with a task.

    A step that lasts a `turn` goes on until the goal is reached or somebody else is to choose. One that lasts a `round`
    goes on through what the others do, until the learner is to choose again; then the goal must hold. With `counts` it
    goes on while counts lie ahead, and as a `cycle` until the learner is asked for the same sort of choice again, both
    until the goal is reached. With `goal` it goes on until then, whatever else is done. A choice that leaves a chance
    of at least `enough` is good enough; without it, only the best is.

    With an `answer`, a choice that is known to be good, nothing is reckoned ahead: what comes of it tells. That is
    for choices whose outcomes take too long to try, such as throws. A learner who is the referee may answer by several
    lines with `; ` between them, each as `Learner.perform` takes it.

    `gesture` says how it is done where choices are typed or tapped; `idea` is the first hint. `rival` is the bot that
    chooses for all others, but for slots that are `idle`: they do not answer.
    """

    title: str
    text: str
    task: str
    goal: Goal
    position: str = ""
    scenario: str = ""
    options: Mapping[str, str] = {}
    lasts: str = TURN
    enough: Fraction | None = None
    hints: tuple[Hint, ...] = ()
    after: str = ""
    gesture: Mapping[str, str] = {}
    idea: str = ""
    rival: str = RIVAL
    answer: str = ""
    idle: tuple[str, ...] = ()


class Lesson(NamedTuple):
    """A lesson: who the learner is, the steps in order, and the scenario of a first match.

    `packs` are folders with content of its own.
    """

    title: str
    seat: str
    steps: tuple[Step, ...]
    match: str = ""
    packs: tuple[str, ...] = ()


def setting_of_step(game: Game, step: Step, packs: Sequence[str] = ()) -> tuple[Setting, Array | None]:
    """The setting of a step, and where it begins if that is not the setting's opening."""
    if step.position:
        return game.read_position(step.position, packs)
    return game.make_setting(step.scenario, step.options, packs), None
