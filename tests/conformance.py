"""What every game must keep, said once and run on each of them.

A *walk* is a match played at random, kept moment by moment: the position, the choices, the dice, and what came of them.
Every check takes a walk and asks one thing of all its moments, or of some spread over it where asking all costs too
much. A new game is checked without a line of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec
import numpy as np

from fireteam.core.chance.distribution import run_all_to_decision
from fireteam.core.chance.outcomes import TooManyOutcomes, one_step
from fireteam.core.dice import live, tape
from fireteam.core.engine.dispatch import (
    advance,
    apply_choices,
    evaluate,
    has_open_policy,
    is_over,
    menu_choice,
    menu_size,
    policy,
    proposal_count,
    propose,
    redact,
    to_act,
    verify,
)
from fireteam.core.engine.record import Array
from fireteam.core.game import Game, Setting
from fireteam.core.logged_events import read_events
from fireteam.core.protocol.choices import (
    MAX_NUMBER,
    decode,
    encode,
    from_json,
    kinds,
    new_choices,
    notation,
    parse,
    put_choice,
)
from fireteam.core.protocol.events import Visibility, event_fields, faces, new_log, redact_event
from fireteam.core.protocol.menu import write_menu
from fireteam.core.run import apply, apply_free, choose_at_random, is_at_decision, playout, run_to_decision
from fireteam.core.slot_choices import refusal_of

MOST = 150  # rounds of choices that a walk goes
SOME = 6  # moments that dear checks ask
FEW = 2  # slots of a moment that dear checks ask
MENU = 25  # choices of a menu that dear checks ask
SINGLE = 8  # choices of a menu that are written one by one
GUESSED = 1200  # choices of a list for guesses that are all compared
GARBAGE = 25  # changed choices a moment is asked
LEAVES = 2000  # ways a choice can go that a check looks at
ODD = (-MAX_NUMBER, -1, 0, 1, 2, 3, 7, 31, 32, 63, 64, 1000, MAX_NUMBER)


class Moment(NamedTuple):
    """A position, what everybody chose, the key of the dice, and what came of it."""

    states: Array
    choices: Array
    key: int
    after: Array
    log: Array

    def owing(self) -> list[int]:
        return slots_of(self.states)

    def some_owing(self) -> list[int]:
        """A few of those who owe a choice, other ones at other moments."""
        owing = self.owing()
        first = self.key % len(owing) if owing else 0
        return (owing[first:] + owing[:first])[:FEW]


class Walk(NamedTuple):
    setting: Setting
    moments: Sequence[Moment]

    @property
    def tables(self) -> Array:
        return self.setting.tables

    @property
    def game(self) -> Game:
        return self.setting.game

    def some(self) -> list[Moment]:
        """A few moments spread over the walk."""
        step = max(1, len(self.moments) // SOME)
        return list(self.moments[::step])


def slots_of(states: Array) -> list[int]:
    """The slots that owe a choice."""
    owing = int(to_act(states[0]))
    return [slot for slot in range(owing.bit_length()) if owing >> slot & 1]


def walk(setting: Setting, seed: int, most: int = MOST) -> Walk:
    """A match played at random, the same for the same seed."""
    states, moments = setting.opening.copy(), []
    key = np.uint64(seed)
    log = new_log()
    run_to_decision(states[0], setting.tables[0], live(seed)[0], log[0])
    for number in range(most):
        if is_over(states[0]):
            break
        choices, before = new_choices(), states.copy()
        for slot in slots_of(states):
            choose_at_random(states[0], setting.tables[0], slot, choices[slot], key, 64 * number + slot)
        log = new_log()
        apply(states[0], setting.tables[0], choices, live(seed + number)[0], log[0])
        moments.append(Moment(before, choices, seed + number, states.copy(), log))
    return Walk(setting, moments)


def menu_of(walk: Walk, states: Array, slot: int, most: int = MENU) -> Iterator[Array]:
    """The choices of a slot's menu as records; of a long menu, so many spread over it."""
    lines = whole_menu(walk, states, slot)
    for k in spread(len(lines), most):
        yield lines[k : k + 1].copy()


def whole_menu(walk: Walk, states: Array, slot: int) -> Array:
    """All choices of a slot's menu, written in one walk."""
    lines = new_choices(int(menu_size(states[0], walk.tables[0], slot)))
    assert write_menu(states[0], walk.tables[0], slot, lines) == len(lines)
    return lines


def spread(size: int, most: int) -> Iterable[int]:
    """The numbers below a size; of many, so many spread over them."""
    return sorted({size * n // most for n in range(most)}) if size > most else range(size)


def play_on(walk: Walk, states: Array, choices: Array, dice: Array) -> tuple[Array, Array]:
    """What comes of choices, on a copy: the state and the log."""
    after, log = states.copy(), new_log()
    apply(after[0], walk.tables[0], choices, dice[0], log[0])
    return after, log


def raw(log: Array) -> bytes:
    return bytes(log[0].rows[: log[0].count].tobytes())


# The menu


def check_the_menu_is_lawful(walk: Walk) -> None:
    """Every choice on the menu verifies, for the slot that owes it and for no slot that owes nothing."""
    for moment in walk.some():
        owing = moment.owing()
        assert owing, "nobody is to choose, and the match is not over"
        for slot in moment.some_owing():
            for choice in menu_of(walk, moment.states, slot):
                assert verify(moment.states[0], walk.tables[0], slot, choice[0])[0] == 0, named(walk, moment, choice)
                assert not walk.game.verbs[int(choice[0].verb) - 1].free, "a free act is on the menu"
                for other in set(range(len(walk.setting.slots))) - set(owing):
                    assert verify(moment.states[0], walk.tables[0], other, choice[0])[0] != 0


def check_the_menu_counts_what_it_lists(walk: Walk) -> None:
    """Sizes, single choices and whole lists of menus agree, whatever the records held before."""
    for moment in walk.some():
        for slot in moment.some_owing():
            lines = whole_menu(walk, moment.states, slot)
            assert len({line.tobytes() for line in lines}) == len(lines) > 0
            few = new_choices(1 + len(lines) // 2)
            assert write_menu(moment.states[0], walk.tables[0], slot, few) == len(lines)
            assert few.tobytes() == lines[: len(few)].tobytes()
            choice = new_choices(1)
            for k in spread(len(lines), SINGLE):
                choice.view(np.int64)[:] = 7
                menu_choice(moment.states[0], walk.tables[0], slot, k, choice[0])
                assert choice[0].tobytes() == lines[k].tobytes()


def check_guesses_hold_the_menu(walk: Walk) -> None:
    """The list that choices at random are guessed from holds every choice of the menu once, and says which they are."""
    for moment in walk.some():
        for slot in moment.some_owing():
            state, most = moment.states[0], int(proposal_count(moment.states[0], walk.tables[0], slot))
            if most > GUESSED:
                continue
            choice, found = new_choices(1), []
            for k in range(most):
                if propose(state, walk.tables[0], slot, k, choice[0]):
                    found.append(choice.tobytes())
                    choice = new_choices(1)  # whoever guesses goes on only after what is not on the menu
            assert sorted(found) == sorted(line.tobytes() for line in whole_menu(walk, moment.states, slot))


def check_words_come_back(walk: Walk) -> None:
    """Record, verb, notation and JSON say the same, there and back, for every choice on the menu."""
    for moment in walk.some():
        names = walk.game.names(walk.setting, moment.states)
        for slot in moment.some_owing():
            for choice in menu_of(walk, moment.states, slot):
                value = decode(choice[0], walk.game.verbs, names)
                assert encode(value, walk.game.verbs, names).tobytes() == choice.tobytes()
                assert parse(notation(value), walk.game.verbs) == value
                assert from_json(msgspec.json.encode(value), walk.game.verbs) == value


def named(walk: Walk, moment: Moment, choice: Array) -> str:
    return notation(decode(choice[0], walk.game.verbs, walk.game.names(walk.setting, moment.states)))


# Refusals


def garbage(walk: Walk, moment: Moment, dice: random.Random) -> Array:
    """A record of any numbers at all; or a choice of the menu with some field or part of it changed."""
    choice = new_choices(1)
    if dice.random() < 0.25:
        choice.view(np.int64)[:] = [dice.choice(ODD) for _ in range(choice.nbytes // 8)]
        choice[0].verb = dice.choice((*range(len(walk.game.verbs) + 2), *ODD))
        return choice
    slot = dice.choice(moment.owing())
    choose_at_random(moment.states[0], walk.tables[0], slot, choice[0], np.uint64(dice.getrandbits(63)), 0)
    row = choice.view(np.int64)
    for _ in range(dice.randint(1, 2)):
        at = dice.randrange(12) if dice.random() < 0.8 else dice.randrange(len(row))
        row[at] = dice.choice(ODD) if dice.random() < 0.5 else np.int64(int(row[at]) + dice.choice((-1, 1)))
    return choice


def check_any_record_is_judged(walk: Walk) -> None:
    """Whatever numbers a choice holds, `verify` answers, changes nothing, and accepts nothing that then breaks."""
    dice = random.Random(len(walk.moments))
    lawful = 0
    for moment in walk.some():
        before = moment.states.tobytes()
        for _ in range(GARBAGE):
            slot, choice = dice.randrange(len(walk.setting.slots)), garbage(walk, moment, dice)
            held = choice.tobytes()
            code = int(verify(moment.states[0], walk.tables[0], slot, choice[0])[0])
            assert 0 <= code < len(walk.game.refusals)
            assert moment.states.tobytes() == before, "a refusal changed the state"
            assert choice.tobytes() == held, "a refusal changed the choice"
            if code == 0:
                lawful += 1
                assert_sound(walk, moment, slot, choice)
    assert lawful, "no garbage was ever lawful: the fuzz is too wild to tell anything"


def assert_sound(walk: Walk, moment: Moment, slot: int, choice: Array) -> None:
    """A lawful record can be carried out, said in words, and means what its words mean."""
    names = walk.game.names(walk.setting, moment.states)
    value = decode(choice[0], walk.game.verbs, names)
    assert type(value).free or slot in moment.owing(), "lawful for a slot that owes nothing"
    clean = encode(value, walk.game.verbs, names)
    assert refusal_of(walk.setting, moment.states, slot, value) is None
    ends = []
    for record in (choice, clean):
        if type(value).free:
            state, log = moment.states.copy(), new_log()
            apply_free(state[0], walk.tables[0], slot, record[0], live(1)[0], log[0])
        else:
            choices = moment.choices.copy()
            put_choice(choices, slot, record)
            state, log = play_on(walk, moment.states, choices, live(1))
        ends.append((state.tobytes(), raw(log)))
    assert ends[0] == ends[1], f"{notation(value)} as a record does not do what its words do"
    assert_standing(walk, state)


def assert_standing(walk: Walk, states: Array) -> None:
    """Over, or somebody has something to choose; and what the position is can be written and read."""
    assert is_at_decision(states[0])
    first = new_choices(1)
    if is_over(states[0]):
        assert to_act(states[0]) == 0
        assert walk.game.result(walk.setting, states).is_over
    for slot in slots_of(states):
        assert slot < len(walk.setting.slots)
        menu_choice(states[0], walk.tables[0], slot, 0, first[0])
        assert first[0].verb, "nothing is on the menu"
        assert 0.0 <= evaluate(states[0], walk.tables[0], slot) <= 1.0
    assert_position_comes_back(walk, states)


def check_refusals_can_be_read(walk: Walk) -> None:
    """Every refusal that a changed choice meets is a whole sentence, with a clause of the game's own rulebook."""
    dice = random.Random(1)
    for moment in walk.some():
        names = walk.game.names(walk.setting, moment.states)
        for choice in menu_of(walk, moment.states, dice.choice(moment.owing()), 10):
            for slot in range(len(walk.setting.slots)):
                found = refusal_of(walk.setting, moment.states, slot, decode(choice[0], walk.game.verbs, names))
                if found is not None:
                    assert found.clause.startswith(walk.game.rulebook)
                    assert found.sentence and "{" not in found.sentence


def check_free_acts(walk: Walk) -> None:
    """What is owed by nobody may be done by any slot when it is lawful, and leaves a sound position."""
    for verb in walk.game.verbs:
        if verb.free and not kinds(verb):
            for moment in walk.some():
                choice = encode(verb(), walk.game.verbs, walk.game.names(walk.setting, moment.states))
                for slot in range(len(walk.setting.slots)):
                    if verify(moment.states[0], walk.tables[0], slot, choice[0])[0] == 0:
                        states, log = moment.states.copy(), new_log()
                        apply_free(states[0], walk.tables[0], slot, choice[0], live(1)[0], log[0])
                        assert_standing(walk, states)
                        assert read_events(walk.setting, states, log)


def check_nothing_is_lawful_after_the_end(walk: Walk) -> None:
    """When a match is over nothing on any menu before it is lawful any more, free acts included."""
    end = walk.moments[-1].after
    if is_over(end[0]):
        for moment in walk.some():
            for slot in moment.some_owing():
                for choice in menu_of(walk, moment.states, slot, 10):
                    assert verify(end[0], walk.tables[0], slot, choice[0])[0] != 0
        for verb in walk.game.verbs:
            if verb.free and not kinds(verb):
                choice = encode(verb(), walk.game.verbs, walk.game.names(walk.setting, end))
                assert verify(end[0], walk.tables[0], 0, choice[0])[0] != 0


# The same again


def check_the_same_comes_of_the_same(walk: Walk) -> None:
    """The same position, choices and key of the dice give the same bytes; the state is nothing but its bytes."""
    for moment in walk.moments:
        loaded = np.frombuffer(moment.states.tobytes(), moment.states.dtype).copy()
        after, log = play_on(walk, loaded, moment.choices, live(moment.key))
        assert after.tobytes() == moment.after.tobytes()
        assert raw(log) == raw(moment.log)


def check_faces_replay(walk: Walk) -> None:
    """The faces in the log are the tape that gives the same bytes again, with none missing and none left."""
    for moment in walk.moments:
        fell = faces(moment.log)
        dice = tape(fell)
        after, log = play_on(walk, moment.states, moment.choices, dice)
        assert dice[0].used == len(fell)
        assert after.tobytes() == moment.after.tobytes()
        assert raw(log) == raw(moment.log)


def check_saves_between_steps(walk: Walk) -> None:
    """A match may be saved and loaded between any two steps, also in the middle of what is being done."""
    for moment in walk.moments:
        states, dice, log = moment.states.copy(), live(moment.key), new_log()
        apply_choices(states[0], walk.tables[0], moment.choices, dice[0], log[0])
        while not is_at_decision(states[0]):
            states = np.frombuffer(states.tobytes(), states.dtype).copy()
            advance(states[0], walk.tables[0], dice[0], log[0])
        assert states.tobytes() == moment.after.tobytes()


def check_positions_come_back(walk: Walk) -> None:
    """A position in one line is the whole position: read again it has the same bytes, with nothing hidden in it."""
    for moment in walk.moments:
        assert_position_comes_back(walk, moment.states)


def assert_position_comes_back(walk: Walk, states: Array) -> None:
    line = walk.game.write_position(walk.setting, states)
    setting, again = walk.game.read_position(line)
    assert "\n" not in line
    assert again.tobytes() == states.tobytes(), line
    assert walk.game.write_position(setting, again) == line


def check_matches_end(walk: Walk) -> None:
    """A match played at random ends, with a result."""
    states = (walk.moments[-1].after if walk.moments else walk.setting.opening).copy()
    playout(states, walk.tables, new_choices(), live(1), new_log(), np.uint64(1), 20_000)
    assert is_over(states[0])
    assert walk.game.result(walk.setting, states).is_over


# What a seat may know


def redacted(walk: Walk, states: Array, slots: int) -> Array:
    """The position as a holder of these slots may know it."""
    copy = states.copy()
    redact(copy[0], walk.tables[0], slots)
    return copy


def check_a_seat_plays_by_what_it_sees(walk: Walk) -> None:
    """What a slot owes, its menu and what is lawful for it follow from the redacted position alone."""
    for moment in walk.some():
        for slot in moment.some_owing():
            mine = redacted(walk, moment.states, 1 << slot)
            assert redacted(walk, mine, 1 << slot).tobytes() == mine.tobytes(), "redacted twice, it hides more"
            assert to_act(mine[0]) == to_act(moment.states[0])
            assert is_over(mine[0]) == is_over(moment.states[0])
            menus = [[c.tobytes() for c in menu_of(walk, states, slot)] for states in (moment.states, mine)]
            assert menus[0] == menus[1], "the menu knows more than the seat"
            dice = random.Random(slot)
            for _ in range(10):
                choice = garbage(walk, moment, dice)
                truth, view = (verify(s[0], walk.tables[0], slot, choice[0]) for s in (moment.states, mine))
                assert tuple(truth) == tuple(view), "a refusal tells more than the seat knows"
            assert walk.game.scene(walk.setting, mine)
            assert walk.game.decision(walk.setting, mine, slot, most=3, odds=False).count > 0


def check_an_open_policy_reads_only(walk: Walk) -> None:
    """A bot that needs no copy of its own chooses alike from the State and from what it may see, and alters neither."""
    for moment in walk.moments:
        if not has_open_policy(moment.states[0]):
            return
        for slot in moment.some_owing():
            mine, choices = redacted(walk, moment.states, 1 << slot), new_choices(2)
            for at, states in enumerate((moment.states, mine)):
                before = states.tobytes()
                policy(states[0], walk.tables[0], slot, np.uint64(moment.key), choices[at])
                assert states.tobytes() == before, "a policy that only reads has written"
            assert choices[0].tobytes() == choices[1].tobytes(), "a bot knows more than its seat"


def check_events_hide_what_is_hidden(walk: Walk) -> None:
    """A stranger reads no own or secret field; a slot reads its own; the referee reads all."""
    for moment in walk.moments:
        for told in read_events(walk.setting, moment.after, moment.log):
            assert redact_event(told, 0, referee=True) == told
            stranger, owner = redact_event(told, 0), getattr(told.event, "slot", None)
            for name, (_, mark) in event_fields(type(told.event)).items():
                if mark is not Visibility.PUBLIC:
                    assert getattr(stranger.event, name) is None
                    assert dict(zip(event_fields(type(told.event)), stranger.words, strict=True))[name] is None
                    assert stranger.dice == () and stranger.modifiers == ()
                if mark is Visibility.OWN and owner is not None:
                    assert getattr(redact_event(told, 1 << owner).event, name) == getattr(told.event, name)
            assert "{" not in stranger.sentence() and "{" not in told.sentence()


def check_people_read_the_names_on_the_board(walk: Walk) -> None:
    """No sentence has a name of notation where people call the unit otherwise, nor words put together by `_`."""
    for moment in walk.moments:
        scene = walk.game.scene(walk.setting, moment.after)
        result = walk.game.result(walk.setting, moment.after)
        for said in [*(one.sentence() for one in read_events(walk.setting, moment.after, moment.log)), result.sentence]:
            assert "_" not in said and scene.titled(said) == said, said


def check_events_come_back(walk: Walk) -> None:
    """An event has the types that it declares: written down and read again, as a store does it, it is the same."""
    for moment in walk.moments:
        for told in read_events(walk.setting, moment.after, moment.log):
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(told.event), type=type(told.event)) == told.event


def check_events_name_their_clause(walk: Walk) -> None:
    """Every event and every reason names a clause of the game's own rulebook."""
    for event in walk.game.events:
        assert event.clause.startswith(walk.game.rulebook), event
    for reason in walk.game.reasons:
        assert reason.clause.startswith(walk.game.rulebook), reason


# Odds


def check_odds_are_whole(walk: Walk) -> None:
    """All the ways a choice can end have chances that sum to one, and what live dice give is among them.

    Where many slots choose together, one keeps its choice and the others take the first of their menu.
    """
    asked = 0
    for moment in walk.some():
        owing, choices = moment.owing(), moment.choices.copy()
        for slot in owing:
            if slot != owing[asked % len(owing)]:
                menu_choice(moment.states[0], walk.tables[0], slot, 0, choices[slot])
        try:
            front, used = one_step(moment.states, walk.tables, choices, True, LEAVES)
            front, _ = run_all_to_decision(front, moment.states, walk.tables, LEAVES - used)
        except TooManyOutcomes:
            continue
        asked += 1
        assert sum(front.values()) == Fraction(1)
        for key in range(10):
            after, _ = play_on(walk, moment.states, choices, live(key))
            assert after.tobytes() in front
    assert asked, "no moment was small enough to be asked"


CHECKS = [check for name, check in sorted(globals().items()) if name.startswith("check_")]
