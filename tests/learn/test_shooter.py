"""The lesson of Third Person Shooter: every step done well and done poorly, over counts and phases."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from fireteam.core.errors import FireteamError, Forbidden, IllegalChoice
from fireteam.core.protocol.choices import notation
from fireteam.core.slot_choices import default_choice_of, read_choice
from fireteam.learn.learner import GOAL_MET, GOAL_MISSED, GOOD_CHOICE, Advice, Learner, PoorChoice, Praise
from fireteam.learn.lesson import PAGE
from fireteam.learn.lesson_file import games_with_lessons, read_lesson
from fireteam.match.autowalk.path import path_to
from fireteam.match.autowalk.stay import stay_choices
from fireteam.registry import find_game
from tests.learn.lessons import learner_at, lesson

WAIT = "wait"
GOOD = {
    1: ["buy ak47,vest,helmet,flash"],
    2: ["walk 21,11.5"],
    3: ["call sidearm", "walk 21,11.5"],
    4: ["call primary crouching", WAIT, "fire U2"],
    5: ["throw 8,4 2"],
    6: ["call knife standing bomb plant", WAIT, "hold"],
    7: ["call sidearm standing kit defuse", WAIT, "hold"],
}
POOR = {
    1: ["buy mac10,vest,helmet,flash"],
    2: [WAIT],
    3: ["call primary"],
    4: ["call primary"],
    6: ["call sidearm"],
    7: ["call sidearm standing - defuse"],
}


def plan_of(learner: Learner, line: str) -> tuple[str, ...]:
    """The choices of a walk, or of keeping still on all counts."""
    seat = learner.match.seat("U1")
    if line == WAIT:
        return stay_choices(learner.match, seat, learner.slot)
    x, y = map(float, line.removeprefix("walk ").split(","))
    view = learner.match.view("U1")
    path = path_to(learner.setting, learner.game.tabletop, view, learner.slot, (x, y))
    return tuple(map(notation, path.choices))


def do_line(learner: Learner, line: str) -> Praise | Advice:
    """A choice, or several; then whoever else is to choose lets it go by, until the learner is asked."""
    several = line == WAIT or line.startswith("walk ")
    verdict = learner.plan(plan_of(learner, line)) if several else learner.choose(line)[0]
    while not learner.outcome and (owing := learner.match.slots_to_act()) and owing != [learner.slot]:
        slot = next(slot for slot in owing if slot != learner.slot)
        value = default_choice_of(learner.setting, learner.match.state, slot)
        learner.match.act(learner.match.seat_of(slot).name, value, slot)
    return verdict


def tps_learner(number: int, seed: int = 1, face: str = "typed") -> Learner:
    return learner_at(number, seed, "tps", face)


def test_the_lesson_has_seven_steps_with_two_sentences_each_and_leads_to_a_first_match():
    steps = lesson("tps").steps
    assert len(steps) == len(GOOD) == 7
    assert lesson("tps").match in find_game("tps").scenarios(())


@pytest.mark.parametrize("game", games_with_lessons())
def test_texts_are_short_and_what_is_typed_stands_in_gestures_alone(game: str):
    for step in lesson(game).steps:
        sentences = re.findall(r"[^.;]+[.](?:\s|$)", " ".join(step.text.split()))
        assert 1 <= len(sentences) <= 3, step.title
        assert "`" not in step.text + step.task + step.idea + step.after + "".join(hint.say for hint in step.hints)
        assert "`" in step.gesture["typed"] and "`" not in step.gesture["tapped"] and step.idea


@pytest.mark.parametrize("number", GOOD)
def test_every_step_is_done_by_its_accepted_answer(number: int):
    ends = set()
    for seed in range(8):
        learner = tps_learner(number, seed)
        for line in GOOD[number]:
            if not learner.outcome:
                assert isinstance(do_line(learner, line), Praise)
        ends.add(learner.outcome)
        if GOAL_MET in ends:
            break
    assert GOAL_MET in ends and GOAL_MISSED not in ends


@pytest.mark.parametrize("number", POOR)
def test_every_step_holds_a_poor_choice_back_with_a_word_for_it(number: int):
    learner = tps_learner(number)
    before = learner.match.state.tobytes()
    with pytest.raises(PoorChoice) as held:
        do_line(learner, POOR[number][0])
    advice = held.value.advice
    assert advice.chance < advice.best
    assert any(hint.say in advice.text for hint in learner.step.hints)
    assert learner.match.state.tobytes() == before and not learner.outcome


def test_a_poor_way_that_is_chosen_again_is_gone_and_the_step_begins_anew():
    learner = tps_learner(2)
    with pytest.raises(PoorChoice, match=r"With that it can no longer be done; with walk 21,11\.5 it is certain"):
        do_line(learner, WAIT)
    assert isinstance(do_line(learner, WAIT), Advice)
    assert learner.outcome == GOAL_MISSED


def test_a_count_that_is_let_go_by_is_no_loss_as_long_as_there_is_one_to_spare():
    learner = tps_learner(2)
    assert isinstance(do_line(learner, "stay"), Praise)
    with pytest.raises(PoorChoice):
        do_line(learner, "stay")
    do_line(learner, "walk 21,11.5")
    assert learner.outcome == GOAL_MET


def test_a_call_is_judged_by_the_exact_chance_of_what_can_follow():
    learner = tps_learner(4)
    chances = {line: learner.judge(f"call {line}").chance for line in ("primary crouching", "primary", "sidearm")}
    odds = tps_learner(4)
    do_line(odds, "call primary crouching")
    do_line(odds, WAIT)
    states = odds.match.view("U1")
    option = odds.game.explain_option(odds.setting, states, 0, read_choice(odds.setting, "fire U2"))
    gone = next(one for one in option.odds if "eliminated" in one.of)
    assert float(chances["primary crouching"]) == pytest.approx(gone.chance)
    assert chances["primary crouching"] > chances["primary"] > chances["sidearm"] > 0
    assert learner.judge("call knife").chance == 0


def test_of_a_throw_nothing_is_reckoned_ahead_and_hindsight_says_why():
    ends = {}
    for seed in range(30):
        learner = tps_learner(5, seed)
        do_line(learner, "throw 8,4 3")
        ends[learner.outcome] = learner.closing_text()
        if len(ends) > 1:
            break
    assert set(ends) == {GOAL_MET, GOAL_MISSED}
    assert "Three dice fly too far more often than not." in ends[GOAL_MISSED]


def test_the_known_answer_counts_as_well_chosen_whatever_the_dice_say():
    ends = set()
    for seed in range(40):
        learner = tps_learner(5, seed)
        do_line(learner, "throw 8,4 2")
        ends.add(learner.outcome)
        if len(ends) > 1:
            break
    assert ends == {GOAL_MET, GOOD_CHOICE}


@pytest.mark.heavy
def test_hints_come_in_two_stages_and_name_choices_as_the_face_has_them():
    typed, tapped = tps_learner(3), tps_learner(3, face=PAGE)
    assert typed.hint() == tapped.hint() == "Nine counts are not enough. Which weapon lets you use all ten?"
    assert typed.hint() == "call sidearm: certain"
    assert tapped.hint() == "call Glock 18: acts in step 3 (pistols), moves on counts 1 to 10: certain"
    walks, walked = tps_learner(2), tps_learner(2, face=PAGE)
    assert [walks.hint(), walked.hint()] == [walks.step.idea] * 2
    assert (walks.hint(), walked.hint()) == ("walk 21,11.5: certain", "walk to 21,11.5: certain")
    assert (
        typed.paragraphs()[-2] == typed.step.gesture["typed"]
        and tapped.paragraphs()[-2] == typed.step.gesture["tapped"]
    )


def test_a_hint_begins_anew_with_the_idea_when_something_has_been_chosen():
    learner = tps_learner(4)
    assert learner.hint() == learner.step.idea
    do_line(learner, "call primary crouching")
    assert learner.hint() == learner.step.idea
    assert learner.hint() == "wait: 85.6%"


def test_what_is_planned_first_must_be_lawful():
    with pytest.raises(IllegalChoice):
        tps_learner(2).plan(["move 3,0"])


@pytest.mark.heavy
def test_the_best_of_each_step_is_certain_but_where_dice_fall():
    best = {n: max(tps_learner(n).odds.chances(tps_learner(n).match.view("U1")).values()) for n in GOOD if n != 5}
    assert best == {1: 1, 2: 1, 3: 1, 4: best[4], 6: 1, 7: 1} and Fraction(4, 5) < best[4] < 1


def test_there_is_no_eighth_step():
    with pytest.raises(Forbidden, match="the lesson has steps 1 to 7"):
        tps_learner(1).begin(8)


# Lessons of one's own

HEAD = "title: Walks\nseat: U1\npack: lesson\nsteps:\n"


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("lasts: counts", "E_L_LASTS counts goes with `rival: absent`"),
        ("rival: nobody", "E_L_RIVAL rival is greedy or absent, not 'nobody'"),
        ("gesture: {typed: a}", "field tapped is missing"),
        ("answer: fly away", "E_L_ANSWER no choice 'fly away' can be made there"),
        ("lasts: counts\n    rival: absent", "E_L_TABLE no counts lie ahead there"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_located(tmp_path, step: str, says: str):
    file = tmp_path / "lesson.yaml"
    file.write_text(
        "title: Shop\nseat: U1\nsteps:\n  - title: Buy\n    text: Buy.\n    task: Buy.\n    scenario: de_depot\n"
        f"    options: {{teams: 1v1}}\n    goal: {{notes: {{U1: ['vest 1, health 3']}}}}\n    {step}\n"
    )
    with pytest.raises(FireteamError) as wrong:
        read_lesson(file, find_game("tps"))
    assert says in str(wrong.value)


def test_a_pack_that_is_not_there_is_told(tmp_path):
    file = tmp_path / "lesson.yaml"
    file.write_text(HEAD + "  - {title: a, text: a, task: a, goal: {won: true}, scenario: de_depot}\n")
    with pytest.raises(FireteamError, match="no pack 'lesson' beside the lesson"):
        read_lesson(file, find_game("tps"))
