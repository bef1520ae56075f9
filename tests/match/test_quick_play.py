"""Quick choices come to the very events that the same choices come to otherwise."""

from __future__ import annotations

import json
from functools import partial
from random import Random

import msgspec
import numpy as np
import pytest

from fireteam.core.engine.record import as_words
from fireteam.core.game import Game
from fireteam.core.protocol.choices import name_of, new_choices
from fireteam.core.protocol.drawing import DECISION, TRAILS
from fireteam.core.protocol.events import BECAUSE, DIE
from fireteam.core.protocol.number_forms import FIXED, LIST, NO_FORM, RUNS, event_widths, verb_columns, verb_form
from fireteam.core.quick_menu import NOT_TOLD, put_groups
from fireteam.games.gunplay.drawing import COLUMNS, SECTIONS, TURNS, draw
from fireteam.match.decision import decision_of, heading_of
from fireteam.match.dice import secret_of_seed
from fireteam.match.event_rows import EventRows
from fireteam.match.match import Match
from fireteam.match.quick_play import QuickMoment, QuickPlay
from fireteam.match.record import Seat
from fireteam.registry import find_game
from fireteam.server.wire.menus import decision_message
from tests.heavy.settings import many

TTT, GUNPLAY = find_game("ttt"), find_game("gunplay")
MISSIONS = ["besiege_the_bunker", "capture_the_crossing", "hold_the_hill"]


def duel(mission: str = MISSIONS[0], force: str = "preset", seed: int = 1) -> Match:
    seats = [Seat("red", 1), Seat("blue", 2), Seat("referee", 0, referee=True)]
    return Match(TTT.make_setting(mission, {"force": force}), seats, secret_of_seed(seed))


def skirmish(scenario: str = "main_street", **options: str) -> Match:
    return Match(GUNPLAY.make_setting(scenario, options), [Seat("a", 1), Seat("b", 2)], secret_of_seed(1))


def lot(match: Match, luck: Random) -> tuple[str, str]:
    """Who has to choose, and something they may."""
    slot = match.slots_to_act()[0]
    return match.setting.slots[slot], luck.choice(decision_of(match.setting, match.state, slot).options).notation


def choose(play: QuickPlay, match: Match, seat: str, line: str) -> QuickMoment | None:
    """What somebody chooses by one compiled call, if it is their turn and may be made so."""
    slot = play.look()
    return play.choose(line) if slot >= 0 and match.seat(seat).holds(slot) else None


MATCHES = {
    **{mission: (partial(duel, mission), 90, 30) for mission in MISSIONS},
    "main_street": (skirmish, 20, 15),
    "cash_box": (partial(skirmish, "cash_box", config="full", overwatch="0", deployment="alternate"), 20, 15),
    "farm": (partial(skirmish, "farm", config="full"), 30, 25),
}


@pytest.mark.parametrize(("make", "most", "least"), MATCHES.values(), ids=list(MATCHES))
def test_a_quick_choice_is_the_event_that_it_is_otherwise(make, most, least):
    quick_match, match, luck = make(), make(), Random(most)
    play, count, seats = QuickPlay(quick_match), 0, tuple(quick_match.seats.values())
    play.look()
    while not match.is_over and match.next_number < many(most, 3 * most):
        taking = next((one.name for one in seats if match.may_undo(one.name)), "")
        if taking and luck.random() < 0.1:
            match.undo(taking)
            quick_match.undo(taking)
            play.look()
        seat, line = lot(match, luck)
        quick = play.choose(line) if play.slot >= 0 and quick_match.seat(seat).holds(play.slot) else None
        expected = match.act(seat, line)
        if quick is None:
            quick_match.act(seat, line)
            play.look()
            continue
        count += 1
        if quick.is_last:
            play.commit_last(quick)
        else:
            play.commit(quick)
        assert quick.moment.record == expected and quick_match.state.tobytes() == match.state.tobytes()
        rows = json.loads(quick.outcome.log)
        assert tuple(row[3] for row in rows if row[0] == DIE) == expected.faces
        assert len([row for row in rows if row[0] not in (DIE, BECAUSE)]) == len(expected.events)
        assert quick.is_last == match.is_over
        if not quick.is_last:
            assert [quick.outcome.owing] == match.slots_to_act()
            for one in seats:
                assert play.undo_rights(one) == match.undo_rights(one.name)
    assert count >= least


def rows_for_all(match: Match, states: np.ndarray) -> list[list[int]]:
    """How a State is drawn for everybody, but for how a slot is asked, without the zeros at the ends of rows."""
    known, rows = match.redact(states, 0), np.zeros((SECTIONS + 4, COLUMNS), np.int64)
    assert draw(known[0], match.setting.tables[0], -1, rows)
    return [np.trim_zeros(row, "b").tolist() for row in rows[: SECTIONS + DECISION]]


def test_everybody_is_told_what_everybody_may_know_of_a_choice_that_begins_or_ends_a_secret():
    """What is told is the difference of two drawings, and either may leave something out."""
    match, luck, met = skirmish("farm", config="full"), Random(0), set()
    play = QuickPlay(match)
    while not match.is_over and match.next_number < 70:
        play.look()
        seat, line = lot(match, luck)
        before, quick = match.state.copy(), choose(play, match, seat, line)
        if quick is None:
            match.act(seat, line)
            continue
        after = quick.outcome.state
        hides = tuple(match.redact(state, 0).tobytes() != state.tobytes() for state in (before, after))
        met.add(hides)
        assert quick.outcome.has_secrets == any(hides)
        _, changes = json.loads(f"[{quick.outcome.rows.decode()}]")
        pairs = enumerate(zip(rows_for_all(match, before), rows_for_all(match, after), strict=True))
        assert changes == [[i, *new] for i, (old, new) in pairs if old != new]
        (play.commit_last if quick.is_last else play.commit)(quick)
    assert len(met) == 4, "with a secret before or after, in both and in neither"


def test_a_quick_choice_that_counted_can_be_undone_as_if_it_had_not_been():
    match, luck = duel(), Random(2)
    for _ in range(12):
        match.act(*lot(match, luck))
    if match.may_undo("red") or match.may_undo("blue"):
        match.undo("red" if match.may_undo("red") else "blue")
    play, before = QuickPlay(match), match.snapshot()
    state, redo = match.state.tobytes(), match.redo_seat
    quick = choose(play, match, *lot(match, luck))
    assert quick is not None
    play.commit(quick)
    assert match.state.tobytes() != state and match.redo_seat == ""
    play.roll_back()
    assert match.state.tobytes() == state and match.redo_seat == redo
    assert len(match.records) == before.timeline.record_count
    again = choose(play, match, *lot(match, luck))
    assert again is not None and again.moment.record.number == quick.moment.record.number


def test_events_of_a_quick_choice_are_put_into_words_when_they_are_read():
    match, luck = duel(), Random(3)
    play = QuickPlay(match)
    for _ in range(60):
        quick = choose(play, match, *lot(match, luck))
        if quick is None:
            break
        play.commit(quick)
    seen = [match.records[-1].events, match.records[-2].events]
    assert all(isinstance(events, EventRows) for events in seen)
    for events in seen:
        assert len(events) == len(tuple(events)) == len(events.all()) and events[0] == events[:1][0]
        assert events == events.all() and hash(events) == hash(events.all())
        assert events.all() is events.all(), "once"


def test_a_menu_in_numbers_has_as_many_options_as_in_words():
    match, luck = duel(), Random(4)
    play = QuickPlay(match)
    for _ in range(60):
        seat, line = lot(match, luck)
        quick = choose(play, match, seat, line)
        if quick is None:
            break
        play.commit(quick)
        (slot, *_), *groups = json.loads(quick.outcome.menu)
        assert slot == match.slots_to_act()[0]
        assert sum(map(options_in, groups)) == decision_of(match.setting, match.state, slot).count


@pytest.mark.parametrize(("make", "most"), [(make, most) for make, most, _ in MATCHES.values()], ids=list(MATCHES))
def test_how_a_slot_is_asked_is_the_same_without_its_options(make, most):
    match, luck = make(), Random(f"asked {most}")
    while not match.is_over and match.next_number < many(most // 2, 2 * most):
        (slot, *_), setting = match.slots_to_act(), match.setting
        whole, heading = decision_of(setting, match.state, slot), heading_of(setting, match.state, slot)
        assert heading == msgspec.structs.replace(whole, options=(), verbs=())
        message = decision_message(whole, setting.game.verbs)
        assert message.clauses == {verb: clauses_of(setting.game)[verb] for verb in whole.verbs}
        match.act(*lot(match, luck))


def clauses_of(game: Game) -> dict[str, str]:
    """The clause of each verb."""
    return {name_of(verb): verb.clause for verb in game.verbs}


def options_in(group: list[int]) -> int:
    """How many options of Table Top Troopers a group has."""
    verb, *numbers = group
    form = verb_form(TTT.verbs[verb - 1])
    assert form is not None
    if form.entry == RUNS:
        return sum(numbers[3::3])
    if form.entry:
        return sum(len(entries) // size if size else 1 for size, *entries in numbers)
    own = len(form.places) - form.shared
    return (len(numbers) - form.shared) // own if own else 1


@pytest.mark.parametrize("line", ["move 1.recon.1 a1", "move 9.recon.9 a1", "dance", "place", "resign", "end_turn now"])
def test_what_is_refused_or_free_is_not_quick(line):
    match = duel()
    seat, _ = lot(match, Random(1))
    before = match.state.tobytes()
    assert choose(QuickPlay(match), match, seat, line) is None and match.state.tobytes() == before


def test_nothing_is_quick_where_something_waits_or_others_have_to_choose():
    match = duel("hold_the_hill", "pick")
    assert choose(QuickPlay(match), match, *lot(match, Random(1))) is None, "picks are sealed"
    match = duel()
    seat, line = lot(match, Random(1))
    other = "blue" if seat == "red" else "red"
    assert choose(QuickPlay(match), match, other, line) is None, "it is not their turn"
    match.pause("referee", "tea")
    assert choose(QuickPlay(match), match, seat, line) is None, "the table is stopped"
    match.unpause("referee")
    match.plan(other, [line])
    assert choose(QuickPlay(match), match, seat, line) is None, "somebody has planned something"


def test_a_game_that_is_not_drawn_by_rows_has_no_quick_choices():
    game = find_game("fs3")
    setting = game.make_setting("loading_yard")
    match = Match(setting, [Seat(name, 1 << k) for k, name in enumerate(setting.slots)], secret_of_seed(1))
    slot = match.slots_to_act()[0]
    line = decision_of(match.setting, match.state, slot).options[0].notation
    assert QuickPlay(match).look() < 0 and choose(QuickPlay(match), match, setting.slots[slot], line) is None


def test_what_numbers_cannot_tell_is_known_by_the_declarations():
    tps, gunplay = find_game("tps"), find_game("gunplay")
    known = [form for form in map(verb_form, TTT.verbs) if form]
    assert len(known) == len(TTT.verbs) and {form.entry for form in known} == {0, 1, RUNS}
    assert NO_FORM in verb_columns(tps.verbs)[1:, FIXED], "optional fields with names"
    assert 2 in verb_columns(gunplay.verbs)[1:, LIST], "paths"
    assert all(map(verb_form, gunplay.verbs))
    untold = {verb.__name__ for verb in gunplay.verbs if (form := verb_form(verb)) and form.untold}
    assert untold == {"OverwatchMark", "SetOrders"}, "lists of targets and regions, which menus leave out"
    assert 0 not in event_widths(TTT.events) and 0 not in event_widths(gunplay.events)
    assert 0 in event_widths(tps.events), "events with hidden fields"


@pytest.mark.parametrize("turns", range(TURNS + 2))
def test_a_movement_under_way_is_drawn_unless_its_path_has_many_turns(turns):
    match = skirmish()
    states, rows = match.state.copy(), np.zeros((SECTIONS + 4, COLUMNS), np.int64)
    states[0].active, path = 3, states[0].doing.path
    path.n = turns
    path.xs[: turns + 1], path.ys[: turns + 1] = np.arange(turns + 1), np.arange(turns + 1) + 100
    assert draw(states[0], match.setting.tables[0], 0, rows) == (turns <= TURNS)
    if 0 < turns <= TURNS:
        ends = [number for k in range(turns + 1) for number in (k, k + 100)]
        assert rows[SECTIONS + TRAILS].tolist() == [3, turns, *ends, *[0] * (COLUMNS - 2 - len(ends))]


def test_a_menu_with_what_numbers_do_not_tell_is_not_told_in_them():
    choices, forms = new_choices(2), verb_columns(GUNPLAY.verbs)
    options, facts, counts = as_words(choices), np.zeros((2, 1), np.int64), np.zeros(len(forms), np.int64)
    text = np.zeros(1_000, np.uint8)
    choices["verb"] = 1 + [verb.__name__ for verb in GUNPLAY.verbs].index("OverwatchMark")
    choices["y"] = 20, 40
    size = put_groups(options, facts, 2, forms, counts, text)
    assert json.loads(f"[{text[: size - 1].tobytes().decode()}]") == [[3, 0, 0, 20, 0, 0, 0, 40, 0, 0]]
    choices["n"] = 0, 1
    assert put_groups(options, facts, 2, forms, counts, text) == NOT_TOLD, "a target"
    choices["n"], choices["parts"][0, 9, 0] = 0, 1
    assert put_groups(options, facts, 2, forms, counts, text) == NOT_TOLD, "a region"


def test_choices_of_the_longest_menus_are_quick():
    match, luck = duel("the_art_of_war"), Random("long")
    play = QuickPlay(match)
    for _ in range(4):
        assert len(decision_of(match.setting, match.state, match.slots_to_act()[0]).options) > 1_500
        seat, line = lot(match, luck)
        quick = choose(play, match, seat, line)
        assert quick is not None
        play.commit(quick)
