"""What reads, writes and offers choices by name is generated from the verbs that a game declares."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Annotated

import pytest

from fireteam.core.protocol.choices import Verb, encode, new_choices
from fireteam.core.protocol.field_kinds import Names, Number, PartPlace, Point, Target, Unit, Word
from fireteam.core.protocol.list_kinds import ListKind, Path, Split, Things, Units
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.protocol.verb_functions import verb_functions, verb_kinds


class GoOn(Verb, frozen=True):
    """Go on (GAME-1.1)."""


class Lob(Verb, frozen=True):
    """Throw something (GAME-1.2)."""

    by: Annotated[str, Unit()]
    whom: Annotated[str, Target()]
    to: Annotated[str, Point()]
    how: Annotated[str, Word("high", "low")]
    shares: Annotated[list[str], Split(count=PartPlace(15, 0), most=15)]


class Gather(Verb, frozen=True):
    """Call several (GAME-1.3)."""

    pieces: Annotated[list[str], Units()]


VERBS = verb_kinds(__name__)
MADE = verb_functions("a.game.choices", VERBS)
NAMES = SquareNames(("ann", "bob", "cid", "dan", "eve"))


def test_verbs_are_numbered_from_one_in_the_order_in_which_they_stand() -> None:
    assert (GoOn, Lob, Gather) == VERBS
    assert (MADE["GO_ON"], MADE["LOB"], MADE["GATHER"]) == (1, 2, 3)


def test_a_writer_takes_a_number_for_each_field_and_two_for_a_place() -> None:
    assert list(inspect.signature(MADE["write_lob"]).parameters) == ["choice", "by", "whom", "to_x", "to_y", "how"]
    assert list(inspect.signature(MADE["write_go_on"]).parameters) == ["choice"]
    assert MADE["write_lob"].__doc__ == "Write it: Throw something (GAME-1.2)."


def test_what_is_written_is_what_the_notation_gives_and_is_read_by_name() -> None:
    choice = new_choices(1)
    choice[0].parts[:] = choice[0].n = 7
    MADE["write_lob"](choice[0], 1, 2, 3, 4, 1)
    assert choice[0].parts.any() == 0
    assert choice.tobytes() != encode(GoOn(), VERBS, NAMES).tobytes()
    lob = MADE["read_lob"](choice[0])
    assert (lob.by, lob.whom, lob.to_x, lob.to_y, lob.how) == lob == (1, 2, 3, 4, 1)
    assert choice[0].verb == MADE["LOB"]


def test_a_list_is_added_to_and_read_entry_by_entry() -> None:
    choice = new_choices(1)
    MADE["write_lob"](choice[0], 1, 2, 3, 4, 0)
    MADE["add_to_shares"](choice[0], 4, 5, 6)
    MADE["add_to_shares"](choice[0], 3, 0, 1)
    share = MADE["shares_at"](choice[0], 1)
    assert MADE["shares_count"](choice[0]) == 2 and (share.target, share.first, share.second) == (3, 0, 1)


def test_a_list_of_single_numbers_stands_three_to_a_row() -> None:
    choice = new_choices(1)
    MADE["write_gather"](choice[0])
    for piece in (4, 2, 0, 1):
        MADE["add_to_pieces"](choice[0], piece)
    assert choice.tobytes() == encode(Gather(["eve", "cid", "ann", "bob"]), VERBS, NAMES).tobytes()
    assert [MADE["pieces_at"](choice[0], k) for k in range(MADE["pieces_count"](choice[0]))] == [4, 2, 0, 1]


def test_verbs_may_share_a_list_but_not_a_name_for_two_kinds_of_list() -> None:
    class Pair(ListKind):
        columns = ("one", "other")

        def entry(self, value: str, names: Names) -> tuple[int, ...]:
            return (0, 0)

        def entry_value(self, numbers: Sequence[int], names: Names) -> str:
            return ""

    other = type(Verb)("Other", (Verb,), {"__annotations__": {"pieces": Annotated[list[str], Units()]}}, frozen=True)
    odd = type(Verb)("Odd", (Verb,), {"__annotations__": {"pieces": Annotated[list[str], Pair()]}}, frozen=True)
    assert "read_other" not in verb_functions("a.game", (Gather, other))
    with pytest.raises(TypeError, match=r"Odd of .* has other pieces than a verb"):
        verb_functions("a.game", (Gather, odd))


def test_every_kind_of_list_names_as_many_numbers_as_its_entries_have() -> None:
    assert [len(kind.columns) for kind in (Units(), Things("hat"), Path(), Split())] == [1, 1, 2, 3]
    assert Number("x").places() == {"": "x"} and Point().places() == {"x": "x", "y": "y"} and Units().places() == {}
