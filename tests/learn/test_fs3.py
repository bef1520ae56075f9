"""The lesson of FS3: every step done by its answer, and a word for what comes of something else."""

from __future__ import annotations

import pytest

from fireteam.core.protocol.scene_query import outline
from fireteam.core.slot_choices import default_choice_of
from fireteam.games.fs3.events.shooting import Attacked
from fireteam.games.fs3.game import GAME
from fireteam.learn.learner import GOAL_MET, GOAL_MISSED, GOOD_CHOICE, Learner
from tests.learn.lessons import learner_at, lesson

POOR = {
    1: "pass path=8.5,11",
    2: "pass path=8.5,7",
    3: "attack eva",
    4: "attack finn",
    5: "attack finn",
    6: "reload",
    7: "attack finn",
    8: "rally ben",
    9: "attack finn stance=banzai",
}
ENDS = 12  # tries of a step, each with other dice
STEPS = tuple(POOR)


def ends_of(number: int, line: str, seed: int) -> Learner:
    """The step after an order, once everybody else has passed."""
    learner = learner_at(number, seed, "fs3")
    learner.choose(line)
    while not learner.outcome:
        slot = learner.match.slots_to_act()[0]
        seat = learner.match.seat_of(slot)
        value = default_choice_of(learner.match.setting, learner.match.view(seat.name), slot)
        learner.match.act(seat.name, value, slot)
    return learner


def test_the_lesson_leads_to_a_first_match() -> None:
    assert len(lesson("fs3").steps) == len(POOR)
    assert lesson("fs3").match in GAME.scenarios(())


@pytest.mark.parametrize("number", STEPS)
def test_every_step_is_done_by_its_answer(number: int) -> None:
    answer = lesson("fs3").steps[number - 1].answer
    ends = [ends_of(number, answer, seed).outcome for seed in range(ENDS)]
    assert GOAL_MET in ends and set(ends) <= {GOAL_MET, GOOD_CHOICE}


@pytest.mark.parametrize("number", STEPS)
def test_something_else_may_miss_the_goal_and_has_a_word_of_the_author(number: int) -> None:
    learners = [ends_of(number, POOR[number], seed) for seed in range(ENDS)]
    missed = [learner for learner in learners if learner.outcome == GOAL_MISSED]
    assert missed and any(hint.say in missed[0].closing_text() for hint in missed[0].step.hints)


def test_where_the_text_says_that_nobody_fires_back_nobody_does() -> None:
    """The others act as they do when a learner plays: by their behaviour, and their pistols are empty."""
    steps = [
        number for number in STEPS if "nobody fires back" in " ".join(lesson("fs3").steps[number - 1].text.split())
    ]
    assert steps == [4]
    for seed in range(ENDS):
        learner = ends_of(4, lesson("fs3").steps[3].answer, seed)
        events = [logged.event for record in learner.match.records for logged in record.events]
        assert {event.unit for event in events if isinstance(event, Attacked)} == {"anna"}


def test_what_the_texts_say_of_the_maps_holds() -> None:
    scene = GAME.scene(learner_at(1, 1, "fs3").setting, learner_at(1, 1, "fs3").match.state)
    post = next(area for area in scene.ground.areas if area.name == "post")
    assert len(outline(post.points)) == 4 and post.points[0] == (10, 6) and post.points[2] == (13, 8)
