"""What a slot may choose: choices read, judged and put into records, and its menu. Only the rules of the game judge."""

from __future__ import annotations

from typing import Any, NamedTuple

from .calls import default_choice_at, menu_size_at, verify_at, write_menu_at
from .engine import compiled as engine
from .engine.record import Array, copy_of
from .errors import BadNotation, IllegalChoice
from .game import Game, Setting
from .protocol.choices import Verb, decode, encode_into, kinds, name_of, new_choices, numbers_of, parse, unknown_names
from .protocol.events import field_text
from .protocol.field_kinds import Names
from .protocol.refusals import OK
from .scratch import scratch


def encode_choice(setting: Setting, state: Array, value: Verb) -> Array:
    """A verb as a record.

    Raises:
        IllegalChoice: a value of the wrong form.
    """
    choice = new_choices(1)
    _write_choice(choice, setting, state, value)
    return choice


def _write_choice(choices: Array, setting: Setting, state: Array, value: Verb) -> Names:
    """Write a verb into the first record, which is clear; the names that hold in `state`."""
    names = setting.game.names(setting, state)
    try:
        encode_into(choices, 0, value, setting.game.verbs, names)
    except BadNotation as error:
        raise bad_notation(setting.game, str(error)) from None
    return names


def bad_notation(game: Game, reason: str) -> IllegalChoice:
    """The refusal of text that is no choice at all."""
    refusal = game.bad_notation
    return IllegalChoice(refusal.code, refusal.clause, refusal.sentence.format(reason=reason))


def read_choice(setting: Setting, line: str) -> Verb:
    """A line of notation as a verb.

    Raises:
        IllegalChoice: it is none.
    """
    try:
        return parse(line, setting.game.verbs)
    except BadNotation as error:
        raise bad_notation(setting.game, str(error)) from None


def refusal_of(setting: Setting, state: Array, slot: int, value: Verb) -> IllegalChoice | None:
    """Why a slot may not choose this now; None if it may. The only judge is the game's `verify`."""
    choices = scratch.choices()
    names = _write_choice(choices, setting, state, value)
    code, *numbers = map(int, verify_at(state, 0, setting.tables, slot, choices, 0))
    if code == OK:
        return None
    refusal = setting.game.refusals[code]
    words: dict[str, Any] = {
        field: field_text(kind.title(getattr(value, field), names)) for field, kind in kinds(type(value)).items()
    }
    words |= {"action": name_of(type(value)).replace("_", " "), "slot": setting.slot_name(slot)}
    words |= refusal.words(numbers, names, unknown_names(value, setting.game.verbs, names))
    if declared := setting.game.refusal_words:
        words |= declared(setting, state, code, value, numbers)
    return IllegalChoice(refusal.code, refusal.clause, refusal.sentence.format(**words))


def is_lawful(setting: Setting, state: Array, slot: int, value: Verb) -> bool:
    """Whether a slot may choose this now.

    Raises:
        IllegalChoice: a value of the wrong form.
    """
    choices = scratch.choices()
    _write_choice(choices, setting, state, value)
    return verify_at(state, 0, setting.tables, slot, choices, 0)[0] == OK  # type: ignore[no-any-return]


def menu(setting: Setting, state: Array, slot: int) -> list[Verb]:
    """Every choice on a slot's menu, in the order of its law."""
    names, (choices, _) = setting.game.names(setting, state), menu_choices(setting, state, slot)
    return [decode(choice, setting.game.verbs, names) for choice in numbers_of(choices)]


class WrittenMenu(NamedTuple):
    """The first choices of a slot's menu, `length` of them, as records and as words, and how many there are in all.

    They stand until the thread writes another menu.
    """

    choices: Array
    words: Array
    length: int
    size: int


def write_slot_menu(setting: Setting, state: Array, slot: int, most: int | None = None) -> WrittenMenu:
    """Write a slot's menu, of a longer one the first `most` choices."""
    room = scratch.menu
    size = write_menu_at(state, 0, setting.tables, slot, room.choices)
    count = size if most is None else min(size, most)
    if count > len(room.choices):
        room = scratch.menu_room(count)
        write_menu_at(state, 0, setting.tables, slot, room.choices)
    return WrittenMenu(room.choices, room.words, count, size)


def menu_choices(setting: Setting, state: Array, slot: int, most: int | None = None) -> tuple[Array, int]:
    """The records of the choices on a slot's menu, of a longer one the first `most`, and how many there are in all."""
    choices, _, length, size = write_slot_menu(setting, state, slot, most)
    return copy_of(choices[:length]), size


def menu_size(setting: Setting, state: Array, slot: int) -> int:
    """How many choices there are on a slot's menu; plain rules write it at once, for that is mostly asked for next."""
    if engine.JIT:
        return menu_size_at(state, 0, setting.tables, slot)
    return write_menu_at(state, 0, setting.tables, slot, scratch.menu.choices)


def default_choice_of(setting: Setting, state: Array, slot: int) -> Verb:
    """What a slot that owes a choice does if it does not answer, by a State that it may see."""
    choice = new_choices(1)
    default_choice_at(state, 0, setting.tables, slot, choice, 0)
    return decode(numbers_of(choice)[0], setting.game.verbs, setting.game.names(setting, state))
