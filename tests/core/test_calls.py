"""Rules called by arrays and the number of a record."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from fireteam.core import slot_choices as judge
from fireteam.core.calls import (
    default_choice_at,
    is_over_at,
    menu_choice_at,
    menu_size_at,
    to_act_at,
    verify_at,
    write_menu_at,
)
from fireteam.core.engine.dispatch import default_choice, menu_choice, menu_size, to_act, verify
from fireteam.core.errors import FireteamError
from fireteam.core.protocol.choices import MAX_NUMBER, from_json, kinds, name_of, new_choices, numbers_of, parse
from fireteam.core.protocol.field_kinds import PARTS
from fireteam.core.scratch import FIRST_MENU, scratch
from fireteam.core.slot_choices import is_lawful, menu, menu_choices
from fireteam.match.apply import apply_event
from fireteam.match.record import CHOICE, OPENING
from fireteam.registry import find_game
from tests.games import gauntlet

RUN = gauntlet.GAME.make_setting("yard")


def test_a_hook_answers_the_same_for_a_record_and_for_an_array_with_its_number() -> None:
    states, tables = RUN.opening.repeat(3), RUN.tables
    assert to_act_at(states, 2) == to_act(states[2]) == 1 and not is_over_at(states, 2)
    assert menu_size_at(states, 1, tables, 0) == menu_size(states[1], tables[0], 0) == 12
    choices, other = new_choices(4), new_choices(1)
    menu_choice_at(states, 1, tables, 0, 7, choices, 3)
    menu_choice(states[1], tables[0], 0, 7, other[0])
    assert choices[3:].tobytes() == other.tobytes() and not choices[:3].tobytes().strip(b"\0")
    assert verify_at(states, 0, tables, 0, choices, 3) == verify(states[0], tables[0], 0, other[0]) == (0, 0, 0, 0)
    assert verify_at(states, 0, tables, 1, choices, 3)[0] == gauntlet.NOT_NOW
    default_choice_at(states, 0, tables, 0, choices, 1)
    other = new_choices(1)
    default_choice(states[0], tables[0], 0, other[0])
    assert choices[1:2].tobytes() == other.tobytes()


def test_a_menu_longer_than_the_room_for_it_is_whole_and_its_beginning_is_the_same() -> None:
    setting = find_game("ttt").make_setting("the_art_of_war")
    states = apply_event(setting, setting.opening, OPENING, 0, (), 1).state
    for number in range(1, 40):
        slot = to_act_at(states, 0).bit_length() - 1
        whole, size = menu_choices(setting, states, slot)
        first, same = menu_choices(setting, states, slot, 5)
        assert len(whole) == size == same and first.tobytes() == whole[:5].tobytes()
        if size > FIRST_MENU:
            break
        states = apply_event(setting, states, CHOICE, number, ((slot, menu(setting, states, slot)[0]),), number).state
    else:
        pytest.fail("no menu is so long")
    rows = new_choices(size)
    assert write_menu_at(states, 0, setting.tables, slot, rows) == size and rows.tobytes() == whole.tobytes()


def test_numbers_in_plain_python_are_those_of_the_records() -> None:
    choices = new_choices(2)
    words = choices.view("i8").reshape(2, -1)
    words[:] = [[row * 1_000 + k for k in range(words.shape[1])] for row in range(2)]
    for record, plain in zip(choices, numbers_of(choices), strict=True):
        assert [getattr(plain, name) for name in ("verb", "unit", "target", "x", "y", "n")] == [
            int(record[name]) for name in ("verb", "unit", "target", "x", "y", "n")
        ]
        assert all(plain.parts[row, k] == record["parts"][row, k] for row in range(PARTS) for k in range(3))


def test_what_stands_in_the_scratch_records_does_not_reach_the_next_event() -> None:
    """Two events one after the other come to what each comes to after a hundred others."""
    setting = RUN
    states = apply_event(setting, setting.opening, OPENING, 0, (), 1).state
    slot = to_act_at(states, 0).bit_length() - 1
    values = menu(setting, states, slot)
    alone = [apply_event(setting, states, CHOICE, 1, ((slot, value),), 5) for value in values]
    for value, before in zip(reversed(values), reversed(alone), strict=True):
        again = apply_event(setting, states, CHOICE, 1, ((slot, value),), 5)
        assert again.record == before.record and again.state.tobytes() == before.state.tobytes()
    scratch.log["rows"] = 7
    assert apply_event(setting, states, CHOICE, 1, ((slot, values[0]),), 5).record == alone[0].record


def hostile_lines(id: str, luck: random.Random) -> Iterator[str]:
    """Choices in notation and in JSON with numbers and lists as nobody would write them."""
    numbers = ("0", "-1", str(MAX_NUMBER), str(-MAX_NUMBER - 1), str(2**31), str(2**62), str(2**63), str(10**40), "1e9")
    names = ("-", "?", "1.recon.1", "U1", "H99", "red1", "tom", "a1", "zzz9999", "12.5,21", "999999999,0", "x" * 300)
    for verb in find_game(id).verbs:
        for _ in range(60):
            words = [
                luck.choice(numbers + names + (",".join(luck.choices(names, k=60)), ">".join(["1,1"] * 60)))
                for _ in kinds(verb)
            ]
            yield " ".join([name_of(verb), *words])
            values = [
                luck.choice((word, f"[{','.join([word] * 60)}]"))
                for word in luck.choices((*numbers, '"a1"', '"-"'), k=len(words))
            ]
            yield (
                "{"
                + ",".join(
                    [
                        f'"verb":"{name_of(verb)}"',
                        *(f'"{field}":{value}' for field, value in zip(kinds(verb), values, strict=True)),
                    ]
                )
                + "}"
            )


@pytest.mark.parametrize("id", ["ttt", "tps", "gunplay", "fs3"])
def test_no_number_out_of_bounds_comes_to_compiled_code(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game(id)
    setting = game.make_setting(next(iter(game.scenarios(()))))
    seen: list[int] = []

    def look(states: object, at: int, tables: object, slot: int, choices: object, k: int) -> tuple[int, ...]:
        words = choices.view("i8").reshape(len(choices), -1)[k]  # type: ignore[attr-defined, arg-type]
        seen.append(int(abs(words).max()))
        return 0, 0, 0, 0

    monkeypatch.setattr(judge, "verify_at", look)
    refused = 0
    for line in hostile_lines(id, random.Random(7)):
        try:
            value = from_json(line, game.verbs) if line.startswith("{") else parse(line, game.verbs)
            assert is_lawful(setting, setting.opening, 0, value)
        except FireteamError:
            refused += 1
    assert refused > 100 and len(seen) > 10 and max(seen) <= MAX_NUMBER
