"""The lesson of Third Person Shooter: every step done well and done poorly, over counts and phases."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from fireteam.core.choices import notation
from fireteam.core.errors import FireteamError, Forbidden, Refused
from fireteam.core.game import default_choice, find, read_choice
from fireteam.learn.learner import MET, MISSED, WELL, Advice, Learner, Poor, Praise
from fireteam.learn.lesson import TAPPED
from fireteam.learn.read import read_lesson
from fireteam.match.waiting import stays
from fireteam.match.walking import path_to
from tests.learn.lessons import learning, lesson

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


def ahead(learner: Learner, line: str) -> tuple[str, ...]:
    """The choices of a walk, or of keeping still on all counts."""
    seat = learner.match.seat("U1")
    if line == WAIT:
        return stays(learner.match, seat, learner.slot)
    x, y = map(float, line.removeprefix("walk ").split(","))
    view = learner.match.view("U1")
    path = path_to(learner.setting, learner.game.aloud, view, learner.slot, (x, y))
    return tuple(map(notation, path.choices))


def does(learner: Learner, line: str) -> Praise | Advice:
    """A choice, or several; then whoever else is to choose lets it go by, until the learner is asked."""
    several = line == WAIT or line.startswith("walk ")
    verdict = learner.choose_ahead(ahead(learner, line)) if several else learner.choose(line)[0]
    while not learner.outcome and (owing := learner.match.owing()) and owing != [learner.slot]:
        slot = next(slot for slot in owing if slot != learner.slot)
        value = default_choice(learner.setting, learner.match.state, slot)
        learner.match.act(learner.match.seat_of(slot).name, value, slot)
    return verdict


def at(number: int, seed: int = 1, face: str = "typed") -> Learner:
    return learning(number, seed, "tps", face)


def test_the_lesson_has_seven_steps_with_two_sentences_each_and_leads_to_a_first_match():
    steps = lesson("tps").steps
    assert len(steps) == len(GOOD) == 7
    assert lesson("tps").match in find("tps").scenarios(())


@pytest.mark.parametrize("game", ["ttt", "tps"])
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
        learner = at(number, seed)
        for line in GOOD[number]:
            if not learner.outcome:
                assert isinstance(does(learner, line), Praise)
        ends.add(learner.outcome)
        if MET in ends:
            break
    assert MET in ends and MISSED not in ends


@pytest.mark.parametrize("number", POOR)
def test_every_step_holds_a_poor_choice_back_with_a_word_for_it(number: int):
    learner = at(number)
    before = learner.match.state.tobytes()
    with pytest.raises(Poor) as held:
        does(learner, POOR[number][0])
    advice = held.value.advice
    assert advice.chance < advice.best
    assert any(hint.say in advice.text for hint in learner.step.hints)
    assert learner.match.state.tobytes() == before and not learner.outcome


def test_a_poor_way_that_is_chosen_again_is_gone_and_the_step_begins_anew():
    learner = at(2)
    with pytest.raises(Poor, match=r"With that it can no longer be done; with walk 21,11\.5 it is certain"):
        does(learner, WAIT)
    assert isinstance(does(learner, WAIT), Advice)
    assert learner.outcome == MISSED


def test_a_count_that_is_let_go_by_is_no_loss_as_long_as_there_is_one_to_spare():
    learner = at(2)
    assert isinstance(does(learner, "stay"), Praise)
    with pytest.raises(Poor):
        does(learner, "stay")
    does(learner, "walk 21,11.5")
    assert learner.outcome == MET


def test_a_call_is_judged_by_the_exact_chance_of_what_can_follow():
    learner = at(4)
    chances = {line: learner.judge(f"call {line}").chance for line in ("primary crouching", "primary", "sidearm")}
    odds = at(4)
    does(odds, "call primary crouching")
    does(odds, WAIT)
    states = odds.match.view("U1")
    option = odds.game.offer(odds.setting, states, 0, read_choice(odds.setting, "fire U2"))
    gone = next(one for one in option.odds if "eliminated" in one.of)
    assert float(chances["primary crouching"]) == pytest.approx(gone.chance)
    assert chances["primary crouching"] > chances["primary"] > chances["sidearm"] > 0
    assert learner.judge("call knife").chance == 0


def test_of_a_throw_nothing_is_reckoned_ahead_and_hindsight_says_why():
    ends = {}
    for seed in range(30):
        learner = at(5, seed)
        does(learner, "throw 8,4 3")
        ends[learner.outcome] = learner.closes()
        if len(ends) > 1:
            break
    assert set(ends) == {MET, MISSED}
    assert "Three dice fly too far more often than not." in ends[MISSED]


def test_the_known_answer_counts_as_well_chosen_whatever_the_dice_say():
    ends = set()
    for seed in range(40):
        learner = at(5, seed)
        does(learner, "throw 8,4 2")
        ends.add(learner.outcome)
        if len(ends) > 1:
            break
    assert ends == {MET, WELL}


@pytest.mark.heavy
def test_hints_come_in_two_stages_and_name_choices_as_the_face_has_them():
    typed, tapped = at(3), at(3, face=TAPPED)
    assert typed.hint() == tapped.hint() == "Nine counts are not enough. Which weapon lets you use all ten?"
    assert typed.hint() == "call sidearm: certain"
    assert tapped.hint() == "call Glock 18: step 3 (pistols), counts 1 to 10: certain"
    walks, walked = at(2), at(2, face=TAPPED)
    assert [walks.hint(), walked.hint()] == [walks.step.idea] * 2
    assert (walks.hint(), walked.hint()) == ("walk 21,11.5: certain", "walk to 21,11.5: certain")
    assert typed.says()[-2] == typed.step.gesture["typed"] and tapped.says()[-2] == typed.step.gesture["tapped"]


def test_a_hint_begins_anew_with_the_idea_when_something_has_been_chosen():
    learner = at(4)
    assert learner.hint() == learner.step.idea
    does(learner, "call primary crouching")
    assert learner.hint() == learner.step.idea
    assert learner.hint() == "wait: 86%"


def test_what_is_planned_first_must_be_lawful():
    with pytest.raises(Refused):
        at(2).choose_ahead(["move 3,0"])


@pytest.mark.heavy
def test_the_best_of_each_step_is_certain_but_where_dice_fall():
    best = {n: max(at(n).outlook.ways(at(n).match.view("U1")).values()) for n in GOOD if n != 5}
    assert best == {1: 1, 2: 1, 3: 1, 4: best[4], 6: 1, 7: 1} and Fraction(4, 5) < best[4] < 1


def test_there_is_no_eighth_step():
    with pytest.raises(Forbidden, match="the lesson has steps 1 to 7"):
        at(1).begin(8)


# Lessons of one's own

HEAD = "title: Walks\nseat: U1\npack: lesson\nsteps:\n"


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("lasts: counts", "E_L_LASTS counts goes with `rival: absent`"),
        ("rival: nobody", "E_L_RIVAL rival is greedy or absent, not 'nobody'"),
        ("gesture: {typed: a}", "field tapped is missing"),
        ("answer: buy knife", "E_L_ANSWER no choice 'buy knife' is on the menu"),
        ("lasts: counts\n    rival: absent", "E_L_TABLE no counts lie ahead there"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_located(tmp_path, step: str, says: str):
    file = tmp_path / "lesson.yaml"
    file.write_text(
        "title: Shop\nseat: U1\nsteps:\n  - title: Buy\n    text: Buy.\n    task: Buy.\n    scenario: de_depot\n"
        f"    options: {{teams: 1v1}}\n    goal: {{notes: {{U1: [armour 0/1/3]}}}}\n    {step}\n"
    )
    with pytest.raises(FireteamError) as wrong:
        read_lesson(file, find("tps"))
    assert says in str(wrong.value)


def test_a_pack_that_is_not_there_is_told(tmp_path):
    file = tmp_path / "lesson.yaml"
    file.write_text(HEAD + "  - {title: a, text: a, task: a, goal: {won: true}, scenario: de_depot}\n")
    with pytest.raises(FireteamError, match="no pack 'lesson' beside the lesson"):
        read_lesson(file, find("tps"))
