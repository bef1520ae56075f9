"""A choice in one compiled call: judged, carried out on a copy of the State, and told in numbers.

That is for choices which take effect at once, and after which the match is over or one slot has to decide. Its menu,
like all that readers see, follows from numbers (`protocol/drawing.py`). Any other is NOT_QUICK: nothing has happened
then. What is drawn is what everybody may know; who may know more has more drawn (`QuickRules.draw_for`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from msgspec import Struct

from .dice import LIVE
from .engine.compiled import compiled, compiled_short, entry_of, has_same_bytes
from .engine.dispatch import draw, has_secrets, is_over, redact, to_act, verify
from .engine.json_text import MOST_DIGITS, put_close, put_number, put_open
from .engine.numbers import halves_of
from .engine.record import Array, as_words, blank, layout
from .engine.state_hash import SPLITMIX64, hash_of, hash_text, hash_words
from .game import Game
from .protocol.choices import new_choices
from .protocol.drawing import DECISION, PLACE, SECTIONS, Drawing
from .protocol.events import BECAUSE, DIE, ROW_WIDTH
from .protocol.interaction import MAX_LISTED
from .protocol.menu import write_menu
from .protocol.number_forms import LIST, MOST_FACTS, event_widths, verb_columns
from .protocol.refusals import OK
from .quick_menu import NOT_TOLD, put_groups, write_facts
from .run import apply, first_slot
from .scratch import scratch

NOT_QUICK = -1
NOBODY = -1  # has to decide: the match is over
MOST_OPTIONS = 4_096
NUMBER = 8  # bytes of a number
TEXT = 1 << 23  # bytes for all that is told of a choice
LOG, CHANGES, QUESTION, MENU, OWING, CHANGED, DICE, HINTS, SECRETS, ROLLED, HASH = range(11)
"""What stands where in the marks: ends of texts, the slot to decide, how many rows differ, how many dice fell, how many
events a panel may be about, whether somebody may know more than others, how many dice fell whatever came of it, the
hash of the State."""
COUNTS = 11  # from here on the marks count the options of each verb
MOST_VERBS = 56
NO_KEY = np.uint64(0)
NO_DICE: tuple[tuple[int, ...], tuple[int, ...]] = (), ()


class QuickOutcome(Struct, frozen=True, gc=False):
    """What a choice came to: the State after it, and JSON of what is different.

    Attributes:
        state: the State after the choice.
        state_hash: its hash.
        log: rows of the log as lists.
        rows: the same, and behind a comma rows of the drawing that are others now, each with its number first.
        sides: those of each die that fell.
        faces: what each shows.
        has_panels: whether there may be panels about it (`Game.events_with_panels`).
        has_secrets: whether there is anything, before or after, that not everybody may know.
        changed: the numbers of those rows, each with the numbers from which its words follow now.
        owing: the slot that has to decide; NOBODY where the match is over.
        question: how it is asked: the first list of its menu.
        menu: its menu: how it is asked, then groups of options.
    """

    state: Array
    state_hash: str
    log: bytes
    rows: bytes
    sides: tuple[int, ...]
    faces: tuple[int, ...]
    has_panels: bool
    has_secrets: bool
    changed: list[tuple[int, bytes]]
    owing: int
    question: bytes
    menu: bytes


@compiled
def put_log(log: Any, widths: Array, hints: Array, text: Array, n: int, marks: Array) -> int:
    """Write the rows of a log; -1 for one with an event that numbers cannot tell."""
    marks[DICE] = marks[HINTS] = 0
    n = put_open(text, n)
    for k in range(log.count):
        kind = log.rows[k, 0]
        marks[DICE] += kind == DIE
        marks[HINTS] += kind >= 0 and hints[kind]
        width = 4 if kind == DIE else 3 if kind == BECAUSE else widths[kind]
        if width == 0:
            return NOT_QUICK
        n = put_open(text, n)
        for j in range(width):
            n = put_number(text, n, log.rows[k, j])
        n = put_close(text, n)
    return put_close(text, n)


@compiled
def put_changes(rows: Array, changed: Array, text: Array, n: int, marks: Array) -> int:
    """Write the rows of a drawing that are not as they were, all but that of the decision."""
    count = 0
    n = put_open(text, n)
    for i in range(rows.shape[1] - SECTIONS + DECISION):
        for j in range(rows.shape[2]):
            if rows[0, i, j] != rows[1, i, j]:
                changed[count] = i
                count += 1
                n = put_row(rows, i, text, put_number(text, put_open(text, n), i))
                break
    marks[CHANGED] = count
    return put_close(text, n)


@compiled
def put_row(rows: Array, i: int, text: Array, n: int) -> int:
    """Write the rest of a list: a row as it is now, without the zeros at its end."""
    end = rows.shape[2]
    while end > 0 and rows[1, i, end - 1] == 0:
        end -= 1
    for j in range(end):
        n = put_number(text, n, rows[1, i, j])
    return put_close(text, n)


@compiled
def put_menu(
    rows: Array,
    slot: int,
    options: Array,
    facts: Array,
    count: int,
    forms: Array,
    text: Array,
    other: Array,
    n: int,
    marks: Array,
) -> int:
    """Write a menu: how the slot is asked, which goes by the verbs too, and the groups of its options."""
    counts = marks[COUNTS:]
    size = put_groups(options, facts, count, forms, counts, other)
    if size == NOT_TOLD:
        return NOT_QUICK
    verbs = long = 0
    for verb in range(forms.shape[0]):
        verbs |= int(counts[verb] > 0) << verb
        long |= int(counts[verb] > MAX_LISTED and forms[verb, LIST] == 1) << verb
    n = put_number(text, put_open(text, put_open(text, n)), slot)
    n = put_number(text, put_number(text, n, verbs), long)
    n = put_row(rows, rows.shape[1] - SECTIONS + DECISION, text, n)
    marks[QUESTION] = n - 1
    for k in range(size):
        text[n + k] = other[k]
    return put_close(text, n + size)


@compiled
def look_as(states: Array, tables: Array, slots: int, seen: Array, k: int) -> bool:
    """Let `seen[k]` be `states[0]` as the holder of some slots may know it; whether that leaves anything out."""
    seen[k] = states[0]
    if not has_secrets(states[0]):
        return False
    redact(seen[k], tables[0], slots)
    return not has_same_bytes(seen, k, states, 0)


@compiled_short
def draw_as(states: Array, tables: Array, slots: int, seen: Array, rows: Array) -> None:
    """Draw `states[0]` as the holder of some slots may know it: `rows[3]`, without how they are asked."""
    look_as(states, tables, slots, seen, 0)
    rows[3] = 0
    draw(seen[0], tables[0], -1, rows[3])


@compiled
def draw_for_all(before: Array, after: Array, tables: Array, seen: Array, rows: Array, marks: Array) -> None:
    """Draw the States before and after a choice as everybody may know them: `rows[0]` and `rows[1]`, as it is asked."""
    had_more, has_more = look_as(before, tables, 0, seen, 0), look_as(after, tables, 0, seen, 1)
    if had_more or has_more:
        marks[SECRETS] = 1
        asked = rows.shape[1] - SECTIONS + DECISION
        for j in range(rows.shape[2]):
            rows[2, asked, j] = rows[1, asked, j]
        rows[0] = 0
        rows[1] = 0
        draw(seen[0], tables[0], -1, rows[0])
        draw(seen[1], tables[0], -1, rows[1])
        for j in range(rows.shape[2]):
            rows[1, asked, j] = rows[2, asked, j]


@compiled_short
def choose_quickly(
    before: Array,
    tables: Array,
    slot: int,
    key: Any,
    after: Array,
    record: Array,
    halves: Array,
    seen: Array,
    choices: Array,
    dice: Array,
    log: Array,
    forms: Array,
    widths: Array,
    hints: Array,
    rows: Array,
    changed: Array,
    menu: Array,
    options: Array,
    facts: Array,
    text: Array,
    other: Array,
    marks: Array,
) -> bool:
    """Judge the choice of a slot in `before[0]`, and carry it out on `after[0]`; False, if it is refused or not quick.

    The marks say what stands where. `options` are the records of `menu` as words, and `record` is that of `after` in
    words of 32 bits.
    """
    marks[ROLLED] = 0
    code, _, _, _ = verify(before[0], tables[0], slot, choices[slot])
    if code != OK or to_act(before[0]) != 1 << slot:
        return False
    after[0] = before[0]
    log[0].count = 0
    dice[0].mode, dice[0].key, dice[0].have = LIVE, key, 0
    dice[0].drawn = dice[0].used = 0
    apply(after[0], tables[0], choices, dice[0], log[0])
    marks[ROLLED] = dice[0].drawn
    following = NOBODY
    if not is_over(after[0]):
        owing = to_act(after[0])
        if owing == 0 or owing & (owing - 1) != 0:
            return False
        following = first_slot(owing)
    rows[0] = 0
    rows[1] = 0
    if not draw(before[0], tables[0], slot, rows[0]) or not draw(after[0], tables[0], following, rows[1]):
        return False
    marks[SECRETS] = 0
    if has_secrets(before[0]):
        draw_for_all(before, after, tables, seen, rows, marks)
    count = 0 if following == NOBODY else write_menu(after[0], tables[0], following, menu)
    numbers = (
        log[0].count * ROW_WIDTH
        + rows.shape[1] * rows.shape[2]
        + count * (options.shape[1] + forms.shape[1] + facts.shape[1])
    )
    if count > len(menu) or numbers * MOST_DIGITS > len(text):
        return False
    marks[OWING] = following
    n = put_log(log[0], widths, hints, text, 0, marks)
    if n == NOT_QUICK:
        return False
    marks[LOG] = n - 1  # without the comma
    n = put_changes(rows, changed, text, n, marks)
    marks[CHANGES] = n - 1
    write_facts(after[0], tables[0], following, menu, count, forms, facts)
    n = put_menu(rows, following, options, facts, count, forms, text, other, n, marks)
    marks[MENU] = n - 1
    marks[HASH] = np.int64(hash_words(record, halves))
    return n != NOT_QUICK


class QuickRules:
    """Quick choices of a game, with room for one at a time: one thread uses it. States are hashed by `hash_version`.

    Raises:
        TypeError: the game has no drawing.
    """

    def __init__(self, game: Game, hash_version: int = SPLITMIX64) -> None:
        drawing = game.drawing
        if drawing is None:
            raise TypeError(f"{game.id} does not say how it is drawn")
        halves = halves_of(layout(game.state))
        self._hash_version = hash_version
        self._entry: Callable[..., bool] | None = None  # of `choose_quickly` for this game, once it has been called
        self._raw = bytearray(layout(game.state).itemsize)  # that State
        self._seen = blank(game.state, 2)
        self._rows = np.zeros((4, drawing.rows, drawing.columns), np.int64)
        changed, marks = np.zeros(drawing.rows, np.int64), np.zeros(COUNTS + MOST_VERBS, np.int64)
        choices, menu, text = new_choices(), new_choices(MOST_OPTIONS), np.zeros(TEXT, np.uint8)
        self._workspace = (
            np.frombuffer(self._raw, layout(game.state)),
            np.frombuffer(self._raw, np.int32),
            halves,
            self._seen,
            choices,
            scratch.dice,
            scratch.log,
            verb_columns(game.verbs, drawing.facts),
            event_widths(game.events),
            np.array([game.may_have_panels((kind,)) for kind in game.events]),
            self._rows,
            changed,
            menu,
            as_words(menu),
            np.zeros((MOST_OPTIONS, MOST_FACTS), np.int64),
            text,
            np.zeros_like(text),
            marks,
        )
        self._written, self._numbers = memoryview(text.data), memoryview(marks.data)[:COUNTS]
        self._numbers_changed = memoryview(changed.data)
        cells, size = memoryview(as_words(choices).data).cast("B"), choices.itemsize
        self._cells = [cells[at : at + size] for at in range(0, len(cells), size)]  # of each slot's choice
        self._chose = self._cells[0]
        self._drawn = memoryview(self._rows.data).cast("B")
        self._rows_before = [self._drawn[span] for span in _spans(drawing, 0)]
        self._rows_after = [self._drawn[span] for span in _spans(drawing, drawing.rows)]
        self._log_numbers = memoryview(as_words(scratch.log).data).cast("B").cast("q")

    def choose(
        self, states: Array, tables: Array, slot: int, choice: bytes, key_of: Callable[[int], int], number: int
    ) -> QuickOutcome | None:
        """Carry out the choice of a slot, a record as bytes, as event `number`.

        Its dice fall under `key_of(number)`, of 64 bits; that is asked for if any fall, as they seldom do.

        Returns what it came to; None, if it is refused or not quick.
        """
        cells = self._cells[slot]
        if cells is not self._chose:  # it is to be the only choice
            self._chose[:] = bytes(len(choice))
            self._chose = cells
        cells[:] = choice
        choose = self._entry or choose_quickly
        is_quick = choose(states, tables, slot, NO_KEY, *self._workspace)
        if self._numbers[ROLLED]:
            is_quick = choose(states, tables, slot, np.uint64(key_of(number)), *self._workspace)
        if self._entry is None:
            self._entry = entry_of(choose_quickly, states, tables, slot, NO_KEY, *self._workspace)
        if not is_quick:
            return None
        log, changes, question, menu, owing, changed, dice, hints, secrets, _, hashed = self._numbers.tolist()
        text, rows = self._written[:menu].tobytes(), self._rows_after
        sides, faces = self._rolls() if dice else NO_DICE
        state = np.frombuffer(bytearray(self._raw), states.dtype)
        is_new = self._hash_version == SPLITMIX64
        return QuickOutcome(
            state,
            hash_text(hashed) if is_new else hash_of(state, self._hash_version),
            text[:log],
            text[:changes],
            sides,
            faces,
            hints > 0,
            secrets != 0,
            [(i, rows[i].tobytes()) for i in self._numbers_changed[:changed]],
            owing,
            text[changes + 2 : question],
            text[changes + 1 :],
        )

    def draw_for(self, states: Array, tables: Array, slots: int) -> list[bytes]:
        """The rows that the holder of some slots may know of a State, whole, but for that of the decision."""
        draw_as(states, tables, slots, self._seen, self._rows)
        return self._whole(3)

    def drawn_for_all(self) -> tuple[list[bytes], list[bytes]]:
        """The same that everybody may know, before the last choice and after it."""
        return self._whole(0), self._whole(1)

    def _whole(self, k: int) -> list[bytes]:
        width, rows = self._rows.shape[2] * NUMBER, self._rows.shape[1]
        raw = self._drawn[k * rows * width : (k * rows + rows - SECTIONS + DECISION) * width].tobytes()
        return [raw[at : at + width] for at in range(0, len(raw), width)]

    def row_before(self, i: int) -> bytes:
        """The numbers from which the words of a row followed before the last choice."""
        return self._rows_before[i].tobytes()

    def _rolls(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The sides of the dice of the last choice, and their faces."""
        log = self._log_numbers
        dice = [k for k in range(1, 1 + log[0] * ROW_WIDTH, ROW_WIDTH) if log[k] == DIE]
        return tuple([log[k + 2] for k in dice]), tuple([log[k + 3] for k in dice])


def _spans(drawing: Drawing, first: int) -> list[slice]:
    """Where the numbers of each row stand from which words follow, in bytes: of a unit not its place."""
    width = drawing.columns * NUMBER
    begins = [(first + i) * width for i in range(drawing.rows)]
    return [slice(at + (PLACE * NUMBER if i < drawing.units else 0), at + width) for i, at in enumerate(begins)]
