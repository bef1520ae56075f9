"""The lesson of Gunplay: every step done well and done poorly, and a word for whatever is poor."""

from __future__ import annotations

import pytest

from fireteam.learn.learner import GOAL_MET, GOAL_MISSED, Advice, Learner, PoorChoice, Praise
from fireteam.registry import find_game
from tests.learn.lessons import learner_at, lesson

GOOD = {
    1: ["move A1 6,9"],
    2: ["move A1 7.4,6 hiding"],
    3: ["shoot A1 B1"],
    4: ["shoot A1 B1"],
    5: ["brace A3", "shoot A3 B1"],
    6: ["reload A4", "shoot A4 B1 auto"],
    7: ["activate A1", "activate A2"],
    8: ["activate A2", "shoot A2 B1", "shoot A2 B1"],
    9: ["overwatch_mark A1 auto 60"],
    10: ["move A1 12,0.5"],
}
POOR = {
    1: "move A1 3,7",
    2: "move A1 5.4,7 prone",
    3: "shoot A1 B2",
    4: "shoot A1 B2",
    5: "shoot A3 B1",
    6: "brace A4",
    7: "activate A2",
    8: "activate A1",
    9: "overwatch_mark A1 ask",
    10: "shoot A1 B1",
}
ENDS = 12  # tries of a step, each with other dice


def gunplay_learner(number: int, seed: int = 1) -> Learner:
    return learner_at(number, seed, "gunplay")


def test_where_a_walk_is_asked_for_a_run_is_not_praised_and_a_tap_on_the_middle_is_a_walk() -> None:
    """The marker is nearer than a walk goes, also for a finger that is off by a quarter of an inch."""
    for line in ("move A1 6,9", "move A1 6.25,9", "move A1 6,9.25"):
        assert isinstance(gunplay_learner(1).judge(line), Praise), line
    for line in ("run A1 6,9", "run A1 6.2,9"):
        verdict = gunplay_learner(1).judge(line)
        assert isinstance(verdict, Advice) and "a walk never fails" in verdict.text, verdict


def test_the_lesson_has_ten_steps_and_leads_to_a_first_match() -> None:
    assert len(lesson("gunplay").steps) == len(GOOD) == len(POOR) == 10
    assert lesson("gunplay").match in find_game("gunplay").scenarios(())


@pytest.mark.parametrize("number", GOOD)
def test_every_step_is_done_by_its_accepted_answer(number: int) -> None:
    ends = set()
    for seed in range(ENDS):
        learner = gunplay_learner(number, seed)
        for line in GOOD[number]:
            if learner.outcome or learner.match.refusal_of("a", line, learner.slot):
                break
            assert isinstance(learner.choose(line)[0], Praise), line
            if number == 7 and not learner.outcome:
                learner.choose("end_activation A1")
        ends.add(learner.outcome)
        if GOAL_MET in ends:
            break
    assert GOAL_MET in ends and GOAL_MISSED not in ends


@pytest.mark.parametrize("number", POOR)
def test_every_step_holds_a_poor_choice_back_with_a_word_for_it(number: int) -> None:
    learner = gunplay_learner(number)
    before = learner.match.state.tobytes()
    with pytest.raises(PoorChoice) as held:
        learner.choose(POOR[number])
    advice = held.value.advice
    assert advice.chance < advice.best
    assert learner.match.state.tobytes() == before and not learner.outcome


@pytest.mark.parametrize("number", GOOD)
def test_whatever_is_poor_at_the_start_of_a_step_has_a_word_of_the_author(number: int) -> None:
    learner = gunplay_learner(number)
    verdicts = [learner.judge(line) for line in learner.odds.chances(learner.match.view("a"))]
    poor = [verdict for verdict in verdicts if isinstance(verdict, Advice)]
    assert poor and len(poor) < len(verdicts)
    for verdict in poor:
        assert any(hint.say in verdict.text for hint in learner.step.hints), verdict.text


def test_the_gamble_is_judged_by_the_first_die_alone() -> None:
    learner = gunplay_learner(7)
    chances = learner.odds.chances(learner.match.view("a"))
    questions = find_game("gunplay").odds_questions
    first = questions["activation"].ask(None, {"nerve": 1, "speed": 1})
    second = questions["activation"].ask(None, {"speed": -1})
    assert str(chances["activate A1"]) == first["keep2"]["exact"]
    assert str(chances["activate A2"]) == second["keep2"]["exact"]


def test_one_single_shot_is_poorer_than_a_burst_and_is_told_so() -> None:
    learner = gunplay_learner(6)
    learner.choose("reload A4")
    with pytest.raises(PoorChoice, match="a burst has three"):
        learner.choose("shoot A4 B1")
