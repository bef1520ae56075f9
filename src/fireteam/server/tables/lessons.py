"""Lessons: each learner has a match of their own, in memory as long as they use it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from threading import Lock

from ...bots import find_bot
from ...core.game import Game
from ...core.protocol.choices import decode
from ...core.protocol.scene import Spot
from ...core.protocol.scene_query import rounded_point
from ...learn.learner import GOAL_MISSED, Advice, Learner, PoorChoice, Praise
from ...learn.lesson import PAGE, Lesson
from ...learn.lesson_file import lesson_of
from ...match.autowalk.stay import stay_choices
from ...match.autowalk.walks import Walks
from ...match.decision import decision_of
from ...match.dice import Secret
from ...match.record import Seat, view_of
from ...registry import find_game
from ..env import Env
from ..errors import ApiError
from ..validation import new_id
from ..wire.events import event_message
from ..wire.forms import forms
from ..wire.menus import decision_message
from ..wire.messages import Ask, EventText, LessonChoice, LessonStep, TableStop
from ..workers.bots import match_spec
from ..workers.main import MatchSpec
from .creation import new_secret
from .questions import Question
from .view import FreeActs, sealed_choices

MOST = 500  # learners at the same time
LASTS = 3_600.0  # seconds that a lesson is remembered at which nobody is
AGAIN, NEXT, BACK, HINT = "again", "next", "back", "hint"
BOT_TURNS = 200  # choices of bots in a row, far more than a round has


@cache
def _lesson(game: str, name: str) -> Lesson:
    return lesson_of(find_game(game), name)


class LessonSession:
    """A learner's lesson under way: the step, its match, and what is shown of it."""

    def __init__(self, id: str, game: Game, name: str, secret: Callable[[str], Secret], number: int) -> None:
        self.id, self._turn = id, Lock()
        self.learner = Learner(game, _lesson(game.id, name), secret, number, PAGE)
        self._set_up()

    def _set_up(self) -> None:
        """Start over with the match of a step. It is paced: plans run one event at a time."""
        self.afoot = Walks(self.learner.match)
        self.learner.match.is_paced = True
        self.sentences: tuple[str, ...] = ()
        self.rolls: tuple[EventText, ...] = ()
        self._record_count = 0
        if self.learner.is_referee:
            self._go_on()  # nobody waits for a referee
        self.listen()

    def do(self, choice: LessonChoice) -> LessonStep:
        """Carry out a choice, a plan or a walk of the learner, or a command: `again`, `next`, `back`, `hint`.

        Raises:
            FireteamError: the rules do not allow it, the step is over, or there is no such step.
        """
        with self._turn:  # one thing after another, even where a learner asks twice at once
            if choice.walk is not None:
                self._choose(lambda: self._walk(choice.walk or (0, 0)))
            elif choice.plan:
                self._choose(lambda: self.learner.plan(choice.plan))
            else:
                self._do(choice.line or "")
            return self.step()

    def _do(self, line: str) -> None:
        number, last = self.learner.progress
        turns = {AGAIN: number, NEXT: number + 1, BACK: number - 1}
        if line in turns:
            if not 1 <= turns[line] <= last:
                raise ApiError("E_LESSON", f"The lesson has steps 1 to {last}.")
            self.learner.begin(turns[line])
            self._set_up()
        elif line == HINT:
            self.sentences, self.rolls = (self.learner.hint(),), ()
        else:
            self._choose(lambda: self.learner.perform(line))

    def _walk(self, goal: Spot) -> Praise | Advice:
        """Plan a walk to a point, as far as the counts go; return what the choice is worth."""
        learner, slot = self.learner, self.learner.slot
        seat = learner.match.seat(learner.lesson.seat)
        path = self.afoot.path(seat, slot, goal) if self.afoot.may_walk(seat, slot) else None
        if path is None:
            raise ApiError("E_WAY", f"No way leads nearer to {rounded_point(goal)} now.")
        verdict = learner.plan(path.choices)
        self.afoot.follow(slot, path)
        return verdict

    def _choose(self, chooses: Callable[[], Praise | Advice]) -> None:
        """Carry out a choice of the learner by `chooses`. A poor choice is held back the first time, with advice."""
        if self.learner.outcome:
            raise ApiError("E_LESSON", "This step is over.", 409)
        self.rolls = ()
        try:
            verdict = chooses()
        except PoorChoice as poor:
            self.sentences = (f"{poor} To do it all the same, choose it again.",)
            return
        self.sentences = (verdict.text,) if verdict.text else ()
        self._go_on()
        self.listen()
        if self.learner.outcome:
            self.sentences = (self.learner.closing_text(), *self.sentences)

    def _go_on(self) -> None:
        """Let plans and bots play on until the learner has to choose or the step is over."""
        match, learner = self.learner.match, self.learner
        for _ in range(BOT_TURNS):
            if learner.outcome:
                return
            self.afoot.update()
            if match.carry_on():
                continue
            bot = learner.next_bot()
            if bot is None:
                break
            (seat, slot), view = bot, match.view(bot[0].name)
            choice = find_bot(seat.controller).choose(match.setting, view, slot, match.key_for_bot(slot))
            names = learner.game.names(match.setting, view)
            match.act(seat.name, decode(choice[0], learner.game.verbs, names), slot)
        if ended := self.afoot.end_sentence(learner.slot):
            self.sentences += (ended,)

    def listen(self) -> None:
        """Collect what happened since the last call, as the learner may know it: sentences, and events with dice.

        Events that everybody sees on the table (`Tabletop.seen`) bring no sentence. A referee, who may go back to any
        event, hears its number too.
        """
        match = self.learner.match
        seat: Seat = match.seat(self.learner.lesson.seat)
        records = match.records[self._record_count :]
        self._record_count = len(match.records)
        known = [(record, one) for record in records for one in view_of(record, seat).events]
        aloud = self.learner.game.tabletop
        seen = aloud.visible_events if aloud else ()
        self.sentences += tuple(
            f"{record.number}: {one.sentence()}" if seat.referee else one.sentence()
            for record, one in known
            if not isinstance(one.event, seen)
        )
        self.rolls += tuple(event_message(one) for _, one in known if one.dice)

    def step(self) -> LessonStep:
        """Return the step as it stands now."""
        learner, match = self.learner, self.learner.match
        number, count = learner.progress
        name, outcome, stopped = learner.lesson.seat, learner.outcome, match.pause_record
        view = match.view(name)
        game, setting = learner.game, learner.setting
        mine = not outcome and learner.slot in match.slots_to_act()
        return LessonStep(
            lesson=self.id,
            number=number,
            count=count,
            heading=learner.step.title,
            tells=tuple(learner.paragraphs()),
            scene=game.scene(setting, view),
            decision=decision_message(decision_of(setting, view, learner.slot), game.verbs) if mine else None,
            heard=self.sentences,
            rolls=self.rolls,
            still=stay_choices(match, match.seat(name), learner.slot) if mine else (),
            match=learner.lesson.match,
            solved=bool(outcome) and outcome != GOAL_MISSED,
            over=bool(outcome),
            slots=setting.slots,
            verbs=forms(game.verbs),
            threats=game.threats is not None,
            sight=game.sight is not None,
            referee=learner.is_referee,
            seat=name,
            event=match.next_number,
            owing=() if outcome else tuple(map(setting.slot_name, match.slots_to_act())),
            sealed=sealed_choices(match, name),
            free=FreeActs(match, name).lawful_in(match.view(name)) if learner.is_referee and not outcome else (),
            stopped=TableStop(stopped.by, stopped.reason) if stopped else None,
        )

    def question(self, key: str, ask: Ask) -> Question:
        """Return a question of the learner, with the learner's view as it is now.

        Raises:
            ApiError: it names a slot that is not the learner's.
        """
        learner, seat = self.learner, self.learner.lesson.seat

        def slot_of(name: str) -> int:
            slots, match = learner.setting.slots, learner.match
            if name not in slots or not match.may_choose_for(seat, slots.index(name)):
                raise ApiError("E_NOT_YOURS", f"In this lesson you are {seat}.", 403)
            return slots.index(name)

        with self._turn:
            over = bool(learner.outcome)
            return Question(learner.match, seat, slot_of, learner.match.view(seat), over, key, ask)

    @property
    def spec(self) -> MatchSpec:
        """What the step is played with, for worker processes."""
        return match_spec(self.learner.match, self.learner.lesson.packs, self.learner.step.position)


class Lessons:
    """All lessons under way, by id."""

    def __init__(self, env: Env) -> None:
        self._env = env
        self._courses: OrderedDict[str, tuple[float, LessonSession]] = OrderedDict()

    def begin(self, game: Game, name: str, number: int) -> LessonStep:
        """Begin a lesson, by its name, at a step, counted from 1, and return that step.

        Raises:
            FireteamError: the game has no lesson, none of this name, or the lesson no such step.
        """
        id = new_id(self._env)
        course = LessonSession(id, game, name, lambda _: new_secret(self._env), number)
        self._remember(course)
        return course.step()

    def course(self, game: str, id: str) -> LessonSession:
        """Return a lesson under way.

        Raises:
            ApiError: this game has no lesson of that id, or has it no longer.
        """
        if id not in self._courses or self._courses[id][1].learner.game.id != game:
            raise ApiError("E_LESSON", "This lesson has been put away; begin it anew.", 404)
        course = self._courses[id][1]
        self._remember(course)
        return course

    def _remember(self, course: LessonSession) -> None:
        now = self._env.clock()
        self._courses[course.id] = now, course
        self._courses.move_to_end(course.id)
        while len(self._courses) > MOST or next(iter(self._courses.values()))[0] < now - LASTS:
            self._courses.popitem(last=False)
