"""A learner on the way through a lesson: what a choice is worth, when it is held back, and how a step ends."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fireteam.core.chance.distribution import exhaust
from fireteam.core.errors import FireteamError, Forbidden, IllegalChoice
from fireteam.core.protocol.choices import new_choices, put_choice
from fireteam.core.slot_choices import encode_choice, menu, read_choice
from fireteam.learn.learner import GOAL_MET, GOAL_MISSED, GOOD_CHOICE, Advice, PoorChoice, Praise
from fireteam.learn.lesson import ROUND
from fireteam.learn.lesson_file import games_with_lessons, lesson_of
from fireteam.registry import find_game
from fireteam.sim.solve import answer
from tests.games import gauntlet, stones
from tests.learn.lessons import HEAD, STEP, attempts, learner_at, learner_of_text, play_best

STEPS = range(1, 1 + len(lesson_of(find_game("ttt")).steps))


def odds(name: str, **parts: str) -> Fraction:
    """What `fireteam odds ttt` answers."""
    return Fraction(answer(find_game("ttt"), find_game("ttt").odds_questions, name, parts)["exact"])


# Every step of the shipped lesson


@pytest.mark.parametrize("number", STEPS)
def test_every_step_can_be_done_by_choices_of_the_menu(number):
    ends = {play_best(learner) for learner in attempts(number)}
    assert GOAL_MET in ends and ends <= {GOAL_MET, GOOD_CHOICE}


@pytest.mark.parametrize("number", STEPS)
def test_every_step_has_a_poor_choice_and_a_word_for_it(number):
    learner = learner_at(number)
    verdicts = {line: learner.judge(line) for line in learner.odds.chances(learner.match.view("red"))}
    poor = [verdict for verdict in verdicts.values() if isinstance(verdict, Advice)]
    assert poor and len(poor) < len(verdicts)
    for verdict in poor:
        assert verdict.chance < verdict.best == verdicts[verdict.better].chance
        author = [hint.say for hint in learner.step.hints if hint.say in verdict.text]
        assert len(author) == 1, f"nothing is said of it but its chance: {verdict.text}"


def test_a_lesson_has_steps_about_placing_moving_sight_cover_odds_order_command_and_winning():
    assert games_with_lessons() == ["ttt", "gunplay", "tps", "fs3"] and 6 <= len(STEPS) <= 9


# What a choice is worth


def test_advice_names_both_chances_as_the_odds_have_them():
    learner = learner_at(5)  # a Rifleman, which may aim, at a Guard on open ground
    advice = learner.judge("end_move")
    assert isinstance(advice, Advice)
    assert advice.chance == odds("duel", attacker="rifleman", target="guard") == Fraction(1, 3)
    assert advice.best == odds("duel", attacker="rifleman", target="guard", aim="true") == Fraction(1, 2)
    assert advice.better == "aim 1.rifleman.1 2.guard.1"
    assert advice.text.startswith("With that you have 1/3 = 33.3%; with aim Red RF1 Blue GD1 it would be 1/2 = 50%.")


def test_the_chance_looks_ahead_over_what_can_still_be_chosen():
    learner = learner_at(7)
    both = 1 - (1 - odds("duel", attacker="rifleman", target="guard", aim="true")) * (
        1 - odds("duel", attacker="bazooka", target="guard", aim="true")
    )
    assert learner.judge("command 1.captain.1").chance == both == Fraction(5, 6)


def test_the_order_of_attacks_is_judged_with_the_medic_s_die():
    learner = learner_at(6)
    first = odds("duel", attacker="shot_gun", target="medic") * odds("duel", attacker="shot_gun", target="rifleman")
    assert learner.judge("attack 1.shot_gun.2 2.medic.1").chance == first
    saved = odds("duel", attacker="shot_gun", target="rifleman", medic="true")
    poor = learner.judge("attack 1.shot_gun.1 2.rifleman.1")
    assert poor.chance == saved * odds("duel", attacker="shot_gun", target="medic") < first


def test_a_round_is_judged_by_the_worst_that_the_others_can_do():
    learner = learner_at(4)
    hit = odds("duel", attacker="sniper", target="rifleman", on="woods", aim="true")
    assert learner.judge("move 1.rifleman.1 c7").chance == 1 - hit
    assert learner.judge("end_turn").chance == 1 - odds("duel", attacker="sniper", target="rifleman", aim="true")


def test_what_cannot_be_done_any_more_and_what_is_certain_are_said_in_words():
    text = learner_at(8).judge("end_turn").text
    assert text.startswith("With that it can no longer be done; with move Red RC1 i9 it is certain.")


def test_of_better_choices_as_good_the_one_most_like_the_learner_s_is_named():
    assert learner_at(1).judge("place 1.recon.2 a1").better.startswith("place 1.recon.2 ")


def test_judging_carries_nothing_out():
    learner = learner_at(5)
    before = learner.match.state.tobytes()
    for line in ("end_move", "aim 1.rifleman.1 2.guard.1"):
        learner.judge(line)
    assert learner.match.state.tobytes() == before and learner.match.next_number == 1


# Choosing


def test_a_poor_choice_is_held_back_once_and_carried_out_when_it_is_made_again():
    learner = learner_at(8)
    with pytest.raises(PoorChoice, match="it is certain") as held:
        learner.choose("aim 1.recon.1 2.guard.1")
    assert held.value.advice.best == 1 and learner.match.next_number == 1
    with pytest.raises(PoorChoice):
        learner.choose("move 1.recon.1 f5")  # another poor one is held back too
    with pytest.raises(PoorChoice):
        learner.choose("aim 1.recon.1 2.guard.1")
    verdict, record = learner.choose("aim 1.recon.1 2.guard.1")
    assert isinstance(verdict, Advice) and record.choices == ((0, "aim 1.recon.1 2.guard.1"),)


def test_a_good_choice_is_praised_and_not_again_for_what_follows_from_it():
    learner = learner_at(5)
    verdict, _ = learner.choose("aim 1.rifleman.1 2.guard.1")
    assert verdict == Praise(Fraction(1, 2), "Well chosen: 1/2 = 50% is the best there is.")
    verdict, _ = learner.choose("attack 1.rifleman.1 2.guard.1")
    assert verdict == Praise(Fraction(1, 2), "")


def test_the_rules_refuse_before_anything_is_judged():
    with pytest.raises(IllegalChoice, match="E_UNREACHABLE"):
        learner_at(2).choose("move 1.recon.1 g4")
    with pytest.raises(IllegalChoice, match="E_BAD_ACTION"):
        learner_at(2).judge("jump")


def test_giving_up_is_not_judged():
    learner = learner_at(8)
    assert learner.judge("resign") == Praise(Fraction(0), "")
    learner.choose("resign")
    assert learner.outcome in (GOOD_CHOICE, GOAL_MISSED)


# How a step ends


def outcomes(number: int, *lines: str) -> dict[str, set[bool]]:
    """How a step ends over some tries, each with whether the match went on to the enemy."""
    found: dict[str, set[bool]] = {}
    for learner in attempts(number):
        for line in lines:
            try:
                learner.choose(line)
            except PoorChoice:
                learner.choose(line)
        found.setdefault(learner.outcome, set()).add(bool(learner.match.slots_to_act() == [0]))
    return found


def test_well_chosen_counts_as_done_whatever_the_dice_say():
    assert set(outcomes(5, "aim 1.rifleman.1 2.guard.1", "attack 1.rifleman.1 2.guard.1")) == {GOAL_MET, GOOD_CHOICE}


def test_a_poor_choice_is_done_only_by_luck():
    assert set(outcomes(5, "end_move", "attack 1.rifleman.1 2.guard.1")) == {GOAL_MET, GOAL_MISSED}


def test_a_step_ends_as_soon_as_its_goal_is_out_of_reach():
    assert outcomes(2, "move 1.recon.1 d4") == {GOAL_MISSED: {True}}


ROUNDS = [
    (game, number)
    for game in games_with_lessons()
    for number, step in enumerate(lesson_of(find_game(game)).steps, 1)
    if step.lasts == ROUND
]


@pytest.mark.parametrize(("game", "number"), ROUNDS)
def test_a_step_that_lasts_a_round_goes_on_until_the_learner_is_to_choose_again(game, number):
    """However many of the others' choices come before that: in TTT all of an enemy's turn, who moves, then fires."""
    learner, others = learner_at(number, game=game), 0
    while not learner.outcome:
        match, slot = learner.match, learner.match.slots_to_act()[0]
        if slot == learner.slot:
            assert not others
            ways = {} if learner.step.answer else learner.odds.chances(match.view(learner.lesson.seat))
            learner.choose(learner.step.answer or max(ways, key=lambda way: ways[way]))
        else:
            seat = match.seat_of(slot)
            match.act(seat.name, menu(learner.setting, match.view(seat.name), slot)[0], slot)
            others += 1
    assert learner.slot in learner.match.slots_to_act() or learner.match.is_over
    assert others > 1 or game != "ttt"


def test_undo_takes_a_poor_choice_back_for_good():
    learner = learner_at(5)
    for _ in range(2):
        try:
            learner.choose("move 1.rifleman.1 e7")
        except PoorChoice:
            continue
    assert not learner.outcome
    learner.match.undo("red")
    for line in ("aim 1.rifleman.1 2.guard.1", "attack 1.rifleman.1 2.guard.1"):
        learner.choose(line)
    assert learner.outcome in (GOAL_MET, GOOD_CHOICE)


def test_each_try_rolls_its_own_dice_and_the_same_seed_the_same():
    def faces(seed: int) -> list[tuple[int, ...]]:
        learner, found = learner_at(5, seed), []
        for _ in range(3):
            play_best(learner)
            found.append(learner.match.records[-1].faces)
            learner.begin(5)
        return found

    assert faces(1) == faces(1) and len({tuple(faces(seed)) for seed in range(5)}) > 1
    assert len(set(faces(1))) > 1 or len(set(faces(2))) > 1


def test_there_is_no_step_beyond_the_last():
    learner = learner_at()
    for number in (0, 9, -1):
        with pytest.raises(Forbidden, match="the lesson has steps 1 to 8"):
            learner.begin(number)
    assert learner.progress == (1, 8)


# Lessons of one's own, and of other games


def test_good_enough_is_what_the_author_says(tmp_path):
    assert isinstance(learner_of_text(tmp_path, HEAD + STEP).judge("end_move"), Advice)
    learner = learner_of_text(tmp_path, HEAD + STEP + "    enough: 1/3\n")
    assert learner.judge("end_move") == Praise(Fraction(1, 3), "Well chosen: 1/3 = 33.3%, good enough.")
    assert isinstance(learner.judge("end_turn"), Advice)


def test_a_goal_out_of_reach_is_told_when_its_step_begins(tmp_path):
    with pytest.raises(FireteamError, match="step 1, A shot, cannot be done: no choice leads to its goal"):
        learner_of_text(tmp_path, HEAD + STEP.replace("rifleman@e8", "rifleman@a1"))


def test_a_unit_that_must_stand_is_part_of_the_goal(tmp_path):
    blast = STEP.replace("rifleman@e8+1 guard@e6,recon@h5", "grenadier@b4+1,recon@e5 rifleman@e4,guard@j10")
    alone = learner_of_text(tmp_path, HEAD + blast.replace("gone: [2.guard.1]", "gone: [2.rifleman.1]"))
    both = learner_of_text(
        tmp_path, HEAD + blast.replace("gone: [2.guard.1]", "gone: [2.rifleman.1], stand: [1.recon.1]")
    )
    assert max(alone.odds.chances(alone.match.state).values()) > odds("duel", attacker="grenadier", target="rifleman")
    assert both.judge("end_move").chance < alone.judge("end_move").chance


SEALED = """\
title: Stones
seat: a1
steps:
  - {title: Creep, text: Creep., task: Creep on., scenario: stones, goal: {at: {a1: [b1]}}}
"""
PATH = """\
title: Gauntlet
seat: runners
steps:
  - title: Run
    text: Run.
    task: Run.
    scenario: yard
    goal: {at: {PIECE: [PLACE]}}
"""


def test_sealed_choices_of_many_are_one_turn(tmp_path):
    learner = learner_of_text(tmp_path, SEALED, stones.GAME)
    ways = learner.odds.chances(learner.match.view("a1"))
    assert max(ways.values()) == 1 and min(ways.values()) == 0
    assert play_best(learner) == GOAL_MET


def test_a_round_goes_through_the_interrupts_of_others(tmp_path):
    """A run that a sentry may fire at: the turn is over when the sentries are asked, the round when they have acted."""
    text = PATH.replace("PIECE", "r2").replace("PLACE", "c4")
    turn = learner_of_text(tmp_path, f"{text}    lasts: turn\n", gauntlet.GAME)
    assert turn.judge("run r2 c2>c3>c4").chance == 1 and play_best(turn) == GOAL_MET
    through = learner_of_text(tmp_path, f"{text}    lasts: round\n", gauntlet.GAME)
    assert through.judge("run r2 c2>c3>c4").chance == least_left_standing(through)
    ends = set()
    for _ in range(12):
        ends.add(play_best(through))
        through.begin(1)
    assert ends == {GOAL_MET, GOOD_CHOICE}


def least_left_standing(learner) -> Fraction:
    """The chance that the runner is left on its feet by the sentries' worst answer, by one look at each answer."""
    setting, choices = learner.match.setting, new_choices()
    put_choice(choices, 0, encode_choice(setting, learner.match.state, read_choice(setting, "run r2 c2>c3>c4")))
    (asked,) = [states for states, _ in exhaust(learner.match.state, setting.tables, choices).ends]
    found = []
    for value in menu(setting, asked, 1):
        put_choice(choices, 1, encode_choice(setting, asked, value))
        found.append(
            exhaust(asked, setting.tables, choices).chance(lambda state: state.units[1].status == gauntlet.IN_PLAY)
        )
    return min(found)
