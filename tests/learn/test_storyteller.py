"""The lesson of FS3's Storytellers: every step is done by its answer, and by nothing less."""

from __future__ import annotations

import pytest

from fireteam.core.errors import FireteamError, Forbidden, UnknownName
from fireteam.games.fs3.events.harm import KnockedOut
from fireteam.games.fs3.game import GAME
from fireteam.learn.learner import GOAL_MET, Learner
from fireteam.learn.lesson import IDLE, PAGE, UNTIL_MET
from fireteam.learn.lesson_file import lesson_of, lesson_titles
from fireteam.match.record import FREE, REWIND
from tests.learn.lessons import answer_step, learner_at, lesson, let_bots_choose

STEPS = range(1, 9)
BESIDE = {
    1: "join guard team=2 count=2",
    3: "default ben",
    4: "next_turn",
    5: "set_behaviour finn hold",
    6: "set_modifier ben 20",
    7: "change_wound 1 severity=moderate",
    8: "begin_fight",
}
"""What a step has besides that does not do it."""

BOTH_DOWN = ((3, 33), (3, 179), (8, 29), (8, 126))
"""Steps and seeds with which the dice knock out both players in the turn that the step is about."""


def desk(number: int, face: str = PAGE) -> Learner:
    return learner_at(number, 1, "fs3", face, "storyteller")


def test_a_game_has_several_lessons_by_name() -> None:
    titles = lesson_titles("fs3")
    assert list(titles) == ["", "storyteller"] and titles["storyteller"] == "FS3 for Storytellers in eight steps"
    assert len(lesson("fs3", "storyteller").steps) == len(STEPS)
    assert lesson("fs3", "storyteller").match in GAME.scenarios(())
    with pytest.raises(UnknownName, match="no lesson named 'storyteler'; did you mean storyteller"):
        lesson_of(GAME, "storyteler")


@pytest.mark.parametrize("number", STEPS)
def test_every_step_is_done_by_its_answer(number: int) -> None:
    learner = desk(number)
    assert learner.is_referee and not learner.outcome and learner.step.lasts == UNTIL_MET
    answer_step(learner)
    assert learner.outcome == GOAL_MET and learner.step.after in learner.closing_text()


@pytest.mark.parametrize("number", STEPS)
def test_a_step_goes_on_until_its_goal_is_reached_whatever_else_is_done(number: int) -> None:
    learner = desk(number)
    let_bots_choose(learner)
    if number in BESIDE:
        learner.perform(BESIDE[number])
    let_bots_choose(learner)
    assert not learner.outcome
    with pytest.raises(FireteamError):
        learner.perform("set_modifier nobody 20")
    assert not learner.outcome


@pytest.mark.parametrize("number", STEPS)
def test_a_hint_is_how_it_is_done_with_the_face_that_is_used(number: int) -> None:
    for face in ("typed", "tapped"):
        learner = desk(number, face)
        said = [learner.hint(), learner.hint()]
        assert learner.step.gesture[face] in said
        assert all(len(line) < 500 for line in learner.paragraphs())


def test_who_idles_is_awaited_until_the_storyteller_sees_to_it() -> None:
    learner = desk(3)
    let_bots_choose(learner)
    assert learner.match.seat("ben").controller == IDLE
    assert [learner.setting.slots[slot] for slot in learner.match.slots_to_act()] == ["ben", "storyteller"]
    learner.perform("default ben")
    learner.perform("next_turn")
    assert learner.outcome == GOAL_MET


def test_a_table_that_is_stopped_waits_and_what_came_after_an_event_is_void() -> None:
    learner = desk(8)
    learner.perform("pause because the phone rings")
    assert learner.next_bot() is None and learner.match.pause_record.reason == "the phone rings"
    with pytest.raises(Forbidden):
        learner.perform("begin_fight")
    learner.perform("unpause")
    with pytest.raises(FireteamError):
        learner.perform("rewind never because of that")
    with pytest.raises(Forbidden, match="reason"):
        learner.perform("rewind 0")
    answer_step(learner)
    assert learner.outcome == GOAL_MET and learner.match.records[-1].kind == REWIND


def test_what_has_a_reason_keeps_it_and_what_is_private_is_the_desk_s() -> None:
    learner = desk(6)
    learner.perform("note anna because a traitor")
    record = learner.match.records[-1]
    assert (record.kind, record.reason) == (FREE, "a traitor")
    assert not learner.match.public_history(record.number)[0].events


@pytest.mark.parametrize(("number", "seed"), BOTH_DOWN)
def test_a_step_is_done_even_where_the_dice_end_the_fight(number: int, seed: int) -> None:
    learner = learner_at(number, seed, "fs3", PAGE, "storyteller")
    answer_step(learner)
    happened = [one.event for record in learner.match.records for one in record.events]
    assert {"anna", "ben"} <= {event.unit for event in happened if isinstance(event, KnockedOut)}
    assert learner.outcome == GOAL_MET
