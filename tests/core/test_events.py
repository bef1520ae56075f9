"""Events: rows that rules write, typed values that people read, and who may read which field."""

from __future__ import annotations

from typing import Annotated

import pytest

from fireteam.core.errors import Overflow
from fireteam.core.protocol.events import (
    MAX_ROWS,
    DieRoll,
    Event,
    LoggedEvent,
    ModifierRow,
    Reason,
    Visibility,
    because,
    decode_log,
    event_fields,
    faces,
    log_die,
    new_log,
    redact_event,
    write_row,
)
from fireteam.core.protocol.field_kinds import Flag, Number, Point, Unit, Word
from fireteam.core.protocol.listed_names import SquareNames


class Shot(Event):
    clause = "TOY-1"
    story = "{unit} at {square} {outcome}"
    slot: Annotated[int, Number()]
    unit: Annotated[str, Unit()]
    square: Annotated[str, Point()]
    outcome: Annotated[str, Word("misses", "hits")]


class Loaded(Event):
    clause = "TOY-2"
    story = "{unit} loads {rounds} rounds; jammed: {jammed}"
    slot: Annotated[int, Number()]
    unit: Annotated[str, Unit()]
    rounds: Annotated[int, Number(), Visibility.OWN]
    jammed: Annotated[bool, Flag(), Visibility.SECRET]


KINDS = (Shot, Loaded)
REASONS = (Reason("cover", "TOY-3"), Reason("aim", "TOY-4"))
PURPOSES = ("to hit", "damage")
NAMES = SquareNames(("ann", "bob"))


def logged_events(log: object) -> list[LoggedEvent]:
    return decode_log(log, KINDS, REASONS, PURPOSES, NAMES)


def test_an_event_comes_with_the_dice_and_the_modifiers_before_it() -> None:
    log = new_log()
    because(log[0], 0, -2)
    log_die(log[0], 0, 6, 5)
    write_row(log[0], 0, 1, 1, 2, 3, 1)
    log_die(log[0], 1, 10, 7)
    write_row(log[0], 1, 0, 0, 30, 1)
    assert logged_events(log) == [
        LoggedEvent(
            Shot(1, "bob", "c4", "hits"),
            (DieRoll("to hit", 6, 5),),
            (ModifierRow("cover", "TOY-3", -2),),
            ("1", "bob", "c4", "hits"),
        ),
        LoggedEvent(Loaded(0, "ann", 30, True), (DieRoll("damage", 10, 7),), (), ("0", "ann", "30", "True")),
    ]
    assert [told.sentence() for told in logged_events(log)] == ["bob at c4 hits", "ann loads 30 rounds; jammed: True"]
    assert faces(log) == [5, 7]


def test_a_sentence_calls_units_as_people_do_and_the_event_as_notation_does() -> None:
    class Called(SquareNames):
        def unit_title(self, name: str) -> str:
            return f"Red {name.upper()}"

    log = new_log()
    write_row(log[0], 0, 1, 1, 2, 3, 1)
    (told,) = decode_log(log, KINDS, REASONS, PURPOSES, Called(["ann", "bob"]))
    assert told.sentence() == "Red BOB at c4 hits" and told.event.unit == "bob"  # type: ignore[attr-defined]


def test_dice_after_the_last_event_belong_to_it() -> None:
    log = new_log()
    write_row(log[0], 0, 0, 0, 0, 0, 0)
    log_die(log[0], 0, 6, 2)
    assert logged_events(log)[0].dice == (DieRoll("to hit", 6, 2),)


def test_a_modifier_of_nothing_leaves_no_row() -> None:
    log = new_log()
    assert because(log[0], 1, 0) == 0
    assert because(log[0], 1, 3) == 3
    assert log[0].count == 1


def test_a_full_log_is_an_error_never_a_row_dropped() -> None:
    log = new_log()
    for _ in range(MAX_ROWS):
        write_row(log[0], 0)
    with pytest.raises(Overflow):
        write_row(log[0], 0)
    assert log[0].count == MAX_ROWS


def loaded() -> LoggedEvent:
    words = ("0", "ann", "30", "True")
    return LoggedEvent(
        Loaded(0, "ann", 30, True), (DieRoll("damage", 10, 7),), (ModifierRow("aim", "TOY-4", 1),), words
    )


def test_a_stranger_reads_neither_own_nor_secret_fields_nor_the_dice_that_tell_of_them() -> None:
    shown = redact_event(loaded(), slots=0b10)
    assert shown == LoggedEvent(Loaded(0, "ann", None, None), (), (), ("0", "ann", None, None))  # type: ignore[arg-type]
    assert shown.sentence() == "ann loads hidden rounds; jammed: hidden"


def test_the_holder_of_the_slot_reads_its_own_fields_and_dice_and_no_secret() -> None:
    shown = LoggedEvent(Loaded(0, "ann", 30, None), loaded().dice, loaded().modifiers, ("0", "ann", "30", None))  # type: ignore[arg-type]
    assert redact_event(loaded(), slots=0b01) == shown


def test_the_referee_reads_all_and_everybody_reads_what_is_public() -> None:
    assert redact_event(loaded(), slots=0, referee=True) == loaded()
    public = LoggedEvent(Shot(1, "bob", "c4", "hits"), (DieRoll("to hit", 6, 5),), (), ("1", "bob", "c4", "hits"))
    assert redact_event(public, slots=0) == public


def test_marks_say_the_kind_and_the_reader_of_every_field() -> None:
    assert [(name, seen) for name, (_, seen) in event_fields(Loaded).items()] == [
        ("slot", Visibility.PUBLIC),
        ("unit", Visibility.PUBLIC),
        ("rounds", Visibility.OWN),
        ("jammed", Visibility.SECRET),
    ]


def test_a_field_without_a_kind_is_named() -> None:
    class Vague(Event):
        what: int

    with pytest.raises(TypeError, match=r"Vague\.what has no kind"):
        event_fields(Vague)
