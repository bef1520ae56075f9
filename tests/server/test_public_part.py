"""What everybody is told alike is written once, and says nothing of what only some know."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations
from random import Random

import pytest
from msgspec import to_builtins
from msgspec.json import encode
from msgspec.structs import replace

from fireteam.core.protocol.scene import Badge, Ground, Mark, Row, Scene, Thing, Token, Trail, VerbUse
from fireteam.core.slot_choices import read_choice
from fireteam.server.tables.acts import do
from fireteam.server.tables.seats import Caller
from fireteam.server.wire.decoder import Decoder
from fireteam.server.wire.menu_groups import Group
from fireteam.server.wire.messages import Choose
from fireteam.server.wire.patches import patch
from fireteam.server.wire.view_changes import group_row
from fireteam.server.wire.word_table import PublicWriter, SharedPatches, WordTable, Writer
from tests.heavy.settings import many
from tests.server.played_tables import Everybody, changes, table_at

MATCHES = {
    "tps": ("tps", "de_depot", {"teams": "2v2"}),
    "fs3": ("fs3", "loading_yard", {}),
    "fs3 with a storyteller": ("fs3", "sparring", {"desk": "storyteller"}),
}


@pytest.mark.parametrize("match", MATCHES.values(), ids=list(MATCHES))
def test_everybody_learns_the_same_public_words_at_the_same_time(match):
    everybody = Everybody(table_at(*match, 3))
    for told in changes(everybody, Random(3), many(8, 80), quick=0):
        words = [json.loads(heard.frame).get("words") for heard in told if heard.frame]
        assert all(one == words[0] for one in words)
        assert len({reader.state.public for reader in everybody.readers.by_seat.values()}) == 1


def heard_by_others(match: tuple[str, str, dict[str, str]], owner: str, is_first: bool) -> Iterator[tuple[str, bytes]]:
    """What all but one are sent, who first seals the first or the last of its menu, and then what a lot says.

    What is binding (TPS-11.3) cannot be sealed first.
    """
    everybody = Everybody(table_at(*match, 5))
    table, luck = everybody.table, Random(5)

    def choose(seat: str, line: str) -> Iterator[tuple[str, bytes]]:
        pending = table.change(partial(do, table, Caller(seat), Choose(line, table.match.question, seat)))
        pending.settle()
        yield from ((heard.seat, heard.frame) for heard in everybody.hear(pending.items) if heard.seat != owner)

    for _ in range(many(3, 12)):
        for slot in table.match.slots_to_act():
            seat = table.setting.slots[slot]
            if table.over or slot not in table.match.slots_to_act():
                break
            options = everybody.now(seat).decisions[0].options
            lines = options[0].notation, options[-1].notation
            is_binding = any(read_choice(table.setting, line).final for line in lines)
            if seat == owner and len(table.match.slots_to_act()) > 1 and not is_binding:
                yield from choose(seat, lines[0 if is_first else 1])
            yield from choose(seat, luck.choice(options).notation)


@pytest.mark.parametrize(("match", "owner"), [(MATCHES["tps"], "U1"), (MATCHES["fs3"], "anna")], ids=["tps", "fs3"])
def test_nobody_is_sent_other_bytes_by_what_another_has_sealed(match, owner):
    one, other = (list(heard_by_others(match, owner, is_first)) for is_first in (True, False))
    assert one == other and len(one) > 50


def test_of_a_long_text_only_what_is_new_is_told():
    writer = Writer(WordTable())
    old, new = "turn 3 of 12, count 5 of 10; then CT win", "turn 3 of 12, count 6 of 10; then CT win"
    assert patch(old, new, writer) == {"": [20, "6", 19]}
    assert patch(old, "something else that is as long as this", writer) == {
        "+": "something else that is as long as this"
    }
    assert patch("turn 3", "turn 4", writer) == "turn 4"
    assert patch(old.replace("3", "½"), new, writer) == {"+": new}, "letters are counted alike only in ASCII"
    assert patch(old, new, writer) == {"=": 1}, "what is known is told by its number"


def test_a_thing_that_is_altered_is_told_by_what_is_altered():
    rifle = Thing("rifle", "", "Rifle", ("20 rounds left",))
    assert patch((rifle,), (Thing("rifle", "", "Rifle", ("9 rounds left",)),), Writer(WordTable())) == {
        "0": {"notes": {"0": "9 rounds left"}}
    }


def test_of_things_that_are_called_alike_those_that_stay_stay():
    one, two, three = (Mark("gl", k, 0.0, "Glock 18") for k in range(3))
    assert patch((one, two, three), (one, three), Writer(WordTable())) == {"": [[0, 1], [2, 1]]}


def test_new_entries_of_a_list_stand_among_those_that_stay():
    """One that is itself a list, as a point is, stands in a list of one."""
    old = Scene("Field", 9, 9, (), (), (), (Row("turn", "1"), Row("team", "2 of 2")), ground=a_ground((1.0, 2.0)))
    rows = (Row("observers", "Gil"), old.standing[0], Row("watch", "Hal"), old.standing[1])
    new = replace(old, standing=rows, ground=a_ground((1.0, 2.0), (3.0, 4.0)))
    told = patch(old, new, Writer(WordTable()))
    assert told["standing"] == {
        "": [{"label": "observers", "text": "Gil"}, [0, 1], {"label": "watch", "text": "Hal"}, [1, 1]]
    }
    assert told["ground"] == {"trails": {"0": {"points": {"": [[0, 1], [[3.0, 4.0]]]}}}}
    assert shown(reading(old), told) == new


def reading(board: Scene, words: Sequence[object] = (), public: Sequence[object] = ()) -> Decoder:
    """One who has a board before them, and knows some words and those that are everybody's."""
    dictionary = {"events": [], "purposes": [], "reasons": [], "kinds": [], "clauses": {}}
    terms = {"dictionary": dictionary, "made": 0, "words": to_builtins(words), "public": to_builtins(public)}
    return Decoder({"you": "", "streams": [], "slots": [], "terms": terms}, to_builtins(board))


def shown(decoder: Decoder, told: object) -> Scene:
    """What lies before a reader who is told of a change."""
    now = decoder.read({"frame": "change", "view": {"scene": json.loads(encode(told))}})[1]
    assert now is not None
    return now.scene


NOTE, SIGN = "carries a crate that is far heavier than it looks", Badge("carries", "a crate")
ANNA, BEN = (Token(name, k, 0, name[0], 1.0, float(k), name) for k, name in enumerate(("anna", "ben")))
FIELD = Scene("Field", 9, 9, (), (), (ANNA, BEN), (Row("turn", "1"), Row("watch", "")), ground=Ground(9.0, 9.0))
CHANGES = {
    "a text": {"standing": (Row("turn", NOTE), Row("watch", ""))},
    "a sign": {"tokens": (replace(ANNA, badges=(SIGN,)), BEN)},
    "deep inside": {"ground": Ground(9.0, 9.0, marks=(Mark("c", 1.0, 1.0, "Crate", (NOTE,)),))},
    "no word": {"standing": (Row("turn", "2"), Row("watch", ""))},
}
KNOWN = ((), (NOTE, SIGN), ("smoke", SIGN, "anna", NOTE), ("smoke", "anna"))
"""What readers know of it: nothing, all, all by other numbers, and other things."""


@pytest.mark.parametrize("is_public", [False, True], ids=["own words", "public words"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_of_one_change_each_reader_is_told_by_the_words_that_they_know(change, is_public):
    """Whoever is told of it first: what one may not be told in another's numbers is not handed on.

    The second change says the same elsewhere: all know it by then, each by a number of their own.
    """
    public = WordTable((NOTE, SIGN) if is_public else ())
    new = replace(FIELD, **change)
    later = replace(new, standing=(new.standing[0], Row("watch", NOTE)), tokens=(ANNA, replace(BEN, badges=(SIGN,))))
    for order in permutations(KNOWN):
        tables = [WordTable(words) for words in order]
        readers = [reading(FIELD, words, public.entries) for words in order]
        for before, after in ((FIELD, new), (new, later)):
            shared = SharedPatches()
            writers = [Writer(table, public=public, shared=shared) for table in tables]
            told = [patch(before, after, writer) for writer in writers]
            assert [shown(*one) for one in zip(readers, told, strict=True)] == [after] * len(order)
            tables = [writer.table for writer in writers]
            assert [to_builtins(table.entries) for table in tables] == [one.words for one in readers]
            is_for_all = is_public or (change is CHANGES["no word"] and after is new)
            assert all(one is told[0] for one in told) == is_for_all, "written once, where it is the same for all"


def test_who_is_not_sent_what_was_written_has_learned_nothing_by_it():
    known = WordTable(("anna",))
    assert [Writer(known).words(("anna", "ben", "carl", "ben")) for _ in range(2)] == [[0, ["ben"], ["carl"], 1]] * 2
    assert [PublicWriter(known).word("ben") for _ in range(2)] == [-2, -2]
    assert known.entries == ["anna"] and known.number_of("ben") is None


def a_ground(*way: tuple[float, float]) -> Ground:
    return Ground(9.0, 9.0, trails=(Trail("anna", way),))


def test_fields_of_a_group_that_are_seldom_there_stand_last():
    """A text that not all options have is told with the numbers of those that have another."""
    group = Group("move {}", "a1 b1", "to {}", "anna", ("a", (("b", (1,)),)))
    assert group_row(group, Writer(WordTable())) == [["move {}"], "a1 b1", ["to {}"], ["anna"], ["a", ["b", 1]]]
    assert group_row(Group("pass", label="pass"), Writer(WordTable())) == [["pass"], "", 0]
    assert group_row(Group("pass"), Writer(WordTable())) == [["pass"]]


@pytest.mark.parametrize("use", [VerbUse("move"), VerbUse("throw", is_built=True, reach=2.5)], ids=["move", "throw"])
def test_of_how_a_verb_is_used_only_what_is_so_is_told(use):
    told = Writer(WordTable()).value(use)["+"]
    assert told == json.loads(encode(use)) and False not in told.values() and None not in told.values()


def test_public_words_have_numbers_of_their_own():
    public = PublicWriter(WordTable())
    assert public.word("anna") == -1 and public.text("a long text of the public") == {"=": -2}
    own = Writer(WordTable(), public=public.table)
    assert (own.word("anna"), own.word("ben"), own.word("ben")) == (-1, ["ben"], 0)
