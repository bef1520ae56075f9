"""Reading lessons: a game's files, each checked as a whole, with the place of every mistake.

A game brings its usual lesson as `lesson.yaml`, and others, for other seats, as `lesson_NAME.yaml` beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

from ..content.field_checks import check_fields, is_mapping, text_field
from ..content.problems import BadContent, Problems, did_you_mean
from ..content.read import Node, read_document
from ..core.calls import to_act_at
from ..core.chance.distribution import certain, records, run_all_to_decision
from ..core.engine.record import Array
from ..core.errors import FireteamError, UnknownName
from ..core.game import Game, Setting
from ..core.protocol.choices import notation
from ..core.protocol.scene import Scene
from ..core.slot_choices import read_choice, refusal_of
from ..program_name import program_name
from ..registry import find_game, game_folder, games
from .lesson import (
    ABSENT,
    COUNTS,
    CYCLE,
    DURATIONS,
    INTERFACES,
    REFEREE_WORDS,
    RIVAL,
    RIVALS,
    ROUND,
    TURN,
    UNTIL_MET,
    Goal,
    Hint,
    Lesson,
    Step,
    matching_units,
    setting_of_step,
)

REQUIRED = ("title", "text", "task", "goal")
OPTIONAL = (
    "position",
    "scenario",
    "options",
    "lasts",
    "enough",
    "hints",
    "after",
    "gesture",
    "idea",
    "rival",
    "answer",
    "idle",
)
GOALS = ("at", "gone", "stand", "won", "notes", "marks", "standing", "told", "without")


def lesson_paths(game: Game) -> dict[str, Path]:
    """Where a game's own lessons stand, beside its rulebook, by name; the usual one, which has none, comes first."""
    found = sorted(game_folder(game.id).glob("lesson*.yaml"))
    return {path.stem.removeprefix("lesson").lstrip("_"): path for path in found}


@cache
def lesson_titles(id: str) -> Mapping[str, str]:
    """The titles of the lessons that a game brings, by their names; nothing in them is checked."""
    documents = {name: read_document(path, Problems()) for name, path in lesson_paths(find_game(id)).items()}
    return {name: str(one.root["title"].value) for name, one in documents.items() if one and "title" in one.root}


def games_with_lessons() -> list[str]:
    """The ids of the games that bring a lesson, the easiest first."""
    return [game.id for game in games_by_difficulty() if lesson_paths(game)]


def games_by_difficulty() -> list[Game]:
    """All games, the easiest first, as they say themselves."""
    return sorted(map(find_game, games()), key=lambda game: (game.difficulty, game.title))


def lesson_of(game: Game, name: str = "") -> Lesson:
    """A lesson that a game brings: the usual one, or another by its name.

    Raises:
        FireteamError: it brings none.
        UnknownName: it brings none of this name.
        BadContent: it has mistakes.
    """
    paths = lesson_paths(game)
    if not paths:
        raise FireteamError(f"{game.title} has no lesson; to play it: {program_name()} play {game.id}")
    if name not in paths:
        raise UnknownName("lesson", name, filter(None, paths))
    return read_lesson(paths[name], game)


def read_lesson(file: Path, game: Game) -> Lesson:
    """A lesson from a file.

    Raises:
        BadContent: with every mistake in it.
    """
    problems = Problems()
    document = read_document(file, problems)
    lesson = check_lesson(document.root, game, problems) if document else None
    if lesson is None or problems.count_errors():
        raise BadContent(problems)
    return lesson


def check_lesson(node: Node, game: Game, problems: Problems) -> Lesson | None:
    """The whole file."""
    if not check_fields(node, ("title", "seat", "steps"), ("match", "pack"), problems, subject="lesson"):
        return None
    packs = check_lesson_pack(node, problems)
    title, seat = text_field(node, "title", problems), text_field(node, "seat", problems)
    if not isinstance(node["steps"].value, list) or not node["steps"].value:
        problems.add("E_C_TYPE", node["steps"].place, "steps must be a list", "write at least one step")
        return None
    steps = [_StepChecker(each, game, node["seat"], packs, problems).step() for each in node["steps"]]
    match = text_field(node, "match", problems) if "match" in node else ""
    if match and match not in game.scenarios(()):
        hint = did_you_mean(match, game.scenarios(()))
        problems.add("E_L_TABLE", node["match"].place, f"no scenario '{match}'", hint)
    return Lesson(title or "", seat or "", tuple(step for step in steps if step), match or "", packs)


def check_lesson_pack(node: Node, problems: Problems) -> tuple[str, ...]:
    """A folder beside the file, with content that only the lesson uses."""
    if "pack" not in node:
        return ()
    folder = Path(node.place.file).parent / (text_field(node, "pack", problems) or "")
    if not (folder / "pack.yaml").is_file():
        problems.add("E_L_TABLE", node["pack"].place, f"no pack '{node['pack'].value}' beside the lesson")
        return ()
    return (str(folder),)


class _StepChecker:
    """One step, field by field."""

    def __init__(self, node: Node, game: Game, seat: Node, packs: tuple[str, ...], problems: Problems) -> None:
        self.node, self.game, self.seat, self.packs, self.problems = node, game, seat, packs, problems

    def step(self) -> Step | None:
        """The step; None if anything in it is wrong."""
        errors_before = self.problems.count_errors()
        node = self.node
        if not check_fields(node, REQUIRED, OPTIONAL, self.problems, subject="step"):
            return None
        texts = (*REQUIRED[:3], "after", "idea", "answer")
        fields = {field: text_field(node, field, self.problems) or "" for field in texts if field in node}
        goal, hints = self.goal(), self.hints()
        step = Step(
            **fields,
            goal=goal,
            position=text_field(node, "position", self.problems) or "",
            scenario=text_field(node, "scenario", self.problems) or "",
            options=self.options(),
            lasts=self.lasts(),
            enough=self.enough(),
            hints=hints,
            gesture=self.gesture(),
            rival=self.rival(),
            idle=self.names(node["idle"]) if "idle" in node else (),
        )
        if self.problems.count_errors() == errors_before:
            self.check_table(step)
        return step if self.problems.count_errors() == errors_before else None

    def report(self, node: Node, message: str, hint: str = "", code: str = "E_C_TYPE") -> None:
        """Note a mistake."""
        self.problems.add(code, node.place, message, hint)

    def options(self) -> Mapping[str, str]:
        """Options of the game, beside a scenario."""
        if "options" not in self.node:
            return {}
        node = self.node["options"]
        if is_mapping(node, "options", self.problems):
            if "scenario" not in self.node:
                self.report(node, "options go with a scenario", "a position names its own")
            return {str(name): str(value) for name, value in node.value.items()}
        return {}

    def lasts(self) -> str:
        """How long the step goes on."""
        if "lasts" not in self.node:
            return TURN
        value = self.node["lasts"].value
        if value not in DURATIONS:
            self.report(self.node["lasts"], f"lasts is {' or '.join(DURATIONS)}, not '{value}'", "", "E_L_LASTS")
        if value in (COUNTS, CYCLE) and self.rival() != ABSENT:
            self.report(self.node["lasts"], f"{value} goes with `rival: {ABSENT}`", "others let it go by", "E_L_LASTS")
        return str(value)

    def gesture(self) -> Mapping[str, str]:
        """How it is done, by the face."""
        if "gesture" not in self.node or not check_fields(
            self.node["gesture"], INTERFACES, (), self.problems, subject="gesture"
        ):
            return {}
        return {face: text_field(self.node["gesture"], face, self.problems) or "" for face in INTERFACES}

    def rival(self) -> str:
        """The bot that chooses for the others."""
        value = self.node["rival"].value if "rival" in self.node else RIVAL
        if value not in RIVALS:
            self.report(self.node["rival"], f"rival is {' or '.join(RIVALS)}, not '{value}'", "", "E_L_RIVAL")
        return str(value)

    def enough(self) -> Fraction | None:
        """The least chance that is good enough."""
        if "enough" not in self.node:
            return None
        try:
            chance = Fraction(str(self.node["enough"].value))
            if 0 < chance <= 1:
                return chance
        except (ValueError, ZeroDivisionError):
            pass
        self.report(self.node["enough"], "enough is a chance above 0, up to 1", 'write it like "5/6"', "E_L_ENOUGH")
        return None

    def hints(self) -> tuple[Hint, ...]:
        """What is said of poor choices."""
        if "hints" not in self.node:
            return ()
        node = self.node["hints"]
        if not isinstance(node.value, list):
            self.report(node, "hints must be a list", "write `- say: ...`")
            return ()
        result = []
        for each in node:
            if check_fields(each, ("say",), ("on",), self.problems, subject="hint"):
                on, say = text_field(each, "on", self.problems), text_field(each, "say", self.problems)
                result.append(Hint(on or "*", say or ""))
        return tuple(result)

    def goal(self) -> Goal:
        """What is to be reached."""
        node = self.node["goal"]
        if not check_fields(node, (), GOALS, self.problems, subject="goal"):
            return Goal()
        if not node.value:
            self.report(node, "goal asks for nothing", f"give at least one of {', '.join(GOALS)}", "E_L_GOAL")
        if "won" in node and node["won"].value is not True:
            self.report(node["won"], "won can only be true", "leave it out")
        gone = self.names(node["gone"]) if "gone" in node else ()
        stand = self.names(node["stand"]) if "stand" in node else ()
        texts = self.names(node["told"]) if "told" in node else ()
        lists = self.lists("notes"), self.lists("marks"), self.lists("standing")
        return Goal(self.lists("at"), gone, stand, "won" in node, *lists, texts, self.lists("without"))

    def lists(self, part: str) -> Mapping[str, tuple[str, ...]]:
        """A part of the goal that has a list for each name."""
        node = self.node["goal"]
        if part not in node or not is_mapping(node[part], part, self.problems):
            return {}
        return {each.key: self.names(each) for each in node[part]}

    def names(self, node: Node) -> tuple[str, ...]:
        """A list of names of units or places."""
        if isinstance(node.value, list) and node.value and all(isinstance(each, str) for each in node.value):
            return tuple(node.value)
        self.report(node, f"{node.key} must be a list of names", "write [a, b]")
        return ()

    def check_table(self, step: Step) -> None:
        """The position exists, the learner is to choose, the goal speaks of what is there and is not yet reached."""
        fields = [field for field in ("position", "scenario") if field in self.node]
        if len(fields) != 1:
            self.report(self.node, "a step begins at a position or at a scenario", "give one of the two", "E_L_TABLE")
            return
        try:
            setting, states = setting_of_step(self.game, step, self.packs)
        except FireteamError as error:
            self.report(self.node[fields[0]], str(error).partition("\n")[0], "", "E_L_TABLE")
            return
        if self.seat.value not in setting.slots:
            message = f"no seat '{self.seat.value}'"
            self.report(self.seat, message, did_you_mean(self.seat.value, setting.slots), "E_L_SEAT")
            return
        start = setting.opening if states is None else states
        ends, _ = run_all_to_decision(certain(start), start, setting.tables)
        for end, _ in records(ends, start):
            self.check_start(setting, end, step, self.node[fields[0]])

    def check_start(self, setting: Setting, states: Array, step: Step, at: Node) -> None:
        """One way the table may lie when the learner comes to it."""
        slot = setting.slots.index(str(self.seat.value))
        if not to_act_at(states, 0) >> slot & 1:
            self.report(at, f"{setting.slots[slot]} is not to choose there", "the learner begins", "E_L_TABLE")
            return
        tabletop = self.game.tabletop
        if step.lasts == COUNTS and not (tabletop and tabletop.counts(setting, states)):
            self.report(at, "no counts lie ahead there", "", "E_L_TABLE")
            return
        self.check_answer(setting, states, slot, step)
        scene, decision = self.game.scene(setting, states), self.game.decision(setting, states, slot, odds=False)
        units = {token.unit for token in scene.tokens} | {option.unit for option in decision.options}
        errors_before = self.problems.count_errors()
        self.check_goal(step.goal, scene, units)
        if self.problems.count_errors() > errors_before:
            return
        if step.lasts == ROUND or step.goal.told:
            return
        if step.goal.holds(scene, self.game.result(setting, states), slot):
            self.report(self.node["goal"], "goal is reached before anything is done", "", "E_L_GOAL")

    def check_answer(self, setting: Setting, states: Array, slot: int, step: Step) -> None:
        """The answer can be given there; a step that ends with its goal alone has one, and idle slots are there."""
        for n, name in enumerate(step.idle):
            if name not in setting.slots:
                hint = did_you_mean(name, setting.slots)
                self.report(self.node["idle"][n], f"no seat '{name}'", hint, "E_L_SEAT")
        if step.lasts == UNTIL_MET and not step.answer:
            self.report(self.node["lasts"], f"{UNTIL_MET} goes with an answer", "say what does it", "E_L_LASTS")
        for at, line in choices_of_answer(setting, slot, step.answer):
            if not is_answer(setting, states, at, line):
                self.report(self.node["answer"], f"no choice '{line}' can be made there", "", "E_L_ANSWER")

    def check_goal(self, goal: Goal, scene: Scene, units: set[str]) -> None:
        """The units and places of the goal are on this table."""
        node = self.node["goal"]
        for part, of_units in (("at", goal.at), ("notes", goal.notes), ("without", goal.without)):
            for name in of_units:
                self.check_unit(name, units, node[part][name])
        labels = [row.label for row in scene.standing]
        for label in goal.standing:
            if label not in labels:
                at = node["standing"][label]
                self.report(at, f"the standing has no row '{label}'", did_you_mean(label, labels), "E_L_GOAL")
        for part, lists in (("at", goal.at), ("marks", goal.marks)):
            for name, places in lists.items():
                self.check_places(scene, places, node[part][name])
        for part, names in (("gone", goal.gone), ("stand", goal.stand)):
            for n, name in enumerate(names):
                self.check_unit(name, units, node[part][n])

    def check_places(self, scene: Scene, places: tuple[str, ...], node: Node) -> None:
        """Squares of the board, or areas of the free table."""
        known = {area.name for area in scene.ground.areas} if scene.ground else set()
        known |= {scene.place(cell.x, cell.y) for cell in scene.cells}
        for n, place in enumerate(places):
            if place not in known:
                self.report(node[n], f"no place '{place}' on this table", "", "E_L_GOAL")

    def check_unit(self, name: str, units: set[str], node: Node) -> None:
        """A name of the goal means somebody."""
        if not matching_units(name, units):
            self.report(node, f"no unit '{name}' on this table", did_you_mean(name, units), "E_L_GOAL")


def choices_of_answer(setting: Setting, slot: int, answer: str) -> Iterator[tuple[int, str]]:
    """The choices of an answer, each with its slot; what a referee does besides is none."""
    for line in answer.split("; ") if slot == setting.referee else [answer] if answer else []:
        text = line.partition(" because ")[0]
        name, colon, choice = text.partition(": ")
        if text and text.split()[0] not in REFEREE_WORDS:
            yield (setting.slots.index(name), choice) if colon and name in setting.slots else (slot, text)


def is_answer(setting: Setting, states: Array, slot: int, line: str) -> bool:
    """Whether a line is a choice, as notation writes it, that a slot may make."""
    try:
        value = read_choice(setting, line)
        return notation(value) == line and refusal_of(setting, states, slot, value) is None
    except FireteamError:
        return False
