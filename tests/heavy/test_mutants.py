"""Altered lines: each is Python that does something else, and texts, types and log lines are let alone."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.heavy.__main__ import by_chance, kinds_of
from tests.heavy.keys import without
from tests.heavy.kinds import KINDS
from tests.heavy.mutants import ROOMS, ROOT, SOURCE, Change, changes, drawn, source_files, take_turns
from tests.heavy.reach import Reach, name_of

PATH = Path("a.py")
LEFT_ALONE = '''
def f(a: int = None) -> "1":
    """In 1 or 2."""
    b: dict[int, 3]
    LOG.info("asked", extra={"n": 1 + 1})
    if TYPE_CHECKING:
        import c
    return f"{a + 1}"

class C:
    n = 1

    def __repr__(self):
        return 1 + 1

if JIT:
    def g(a, b):
        return a + b
'''
OLD = ("comparison", "number", "sign", "statement")


def altered(body: str, *kinds: str, head: str = "def f(a, b):\n", before: str = "") -> list[str]:
    """The lines that come of a body's last line, by changes of some kinds."""
    source = before + head + "".join(f"    {line}\n" for line in body.splitlines())
    last = source.count("\n")
    chosen = [one for one in changes(PATH, source) if one.line == last and one.kind in (kinds or KINDS)]
    return [one.made(source).splitlines()[-1].strip() for one in chosen]


def made(source: str, *kinds: str) -> list[str]:
    """What comes of a source by changes of some kinds."""
    return [one.made(source) for one in changes(PATH, source) if one.kind in kinds]


def test_what_comparisons_numbers_signs_and_statements_become():
    assert altered("return a <= b") == ["pass", "return (a < b)"]
    assert altered("a += 2") == ["pass", "a -= 2", "a += 3", "a += 1"]
    assert altered("x = [c for c in b if c is a]", *OLD) == ["pass", "x = [c for c in b if (c is not a)]"]
    assert altered('s = "×" if a else 1.5', *OLD) == ["pass"]
    assert altered("return min(a, 1 - b)", *OLD) == [
        *["pass", "return max(a, 1 - b)", "return min(a, (1 + b))", "return min(a, b)"],
        *["return min(a, 2 - b)", "return min(a, 0 - b)"],
    ]
    assert altered("try: raise\nexcept E: a.b(g(b, key=True), -1)", *OLD) == [
        *["except E: pass", "except E: a.b(g(b, key=False), -1)", "except E: a.b(g(b, key=True), 1)"]
    ]


def test_a_condition_is_turned_round_left_out_or_loses_an_arm():
    assert altered("if a and b: return", "condition") == [
        *["if not (a and b): return", "if False: return", "if True: return"],
        *["if (a or b): return", "if b: return", "if a: return"],
    ]
    assert altered("x = [c for c in b if c is a]", "condition") == [
        *["x = [c for c in b if not c is a]", "x = [c for c in b if True]"]
    ]
    assert altered("return a if b else c", "condition") == ["return a if not b else c", "return a", "return c"]
    assert altered("while a: b()", "condition") == ["while not a: b()", "while False: b()"]
    assert altered("return not a", "condition") == ["return a"]


def test_a_guard_that_returns_nothing_and_an_elif_are_left_out_by_their_conditions():
    source = "def f(a, b):\n    if a:\n        return\n    elif b:\n        a()\n"
    assert [text.splitlines()[3] for text in made(source, "condition")][3:] == [
        *["    elif not b:", "    elif False:", "    elif True:"]
    ]
    assert "    if False:" in [text.splitlines()[1] for text in made(source, "condition")]
    assert altered("if a: LOG.info(b)", "condition") == ["if not a: LOG.info(b)"]


def test_a_default_is_another_value():
    source = "def f(a, b=2, c='c', *, d: bool = False):\n    pass\n"
    assert made(source, "default") == [
        source.replace("=2", "=3"),
        source.replace("=2", "=1"),
        source.replace("False", "True"),
    ]


def test_a_call_gives_way_to_its_argument_or_to_what_it_is_asked_of():
    assert altered("return g(h(a, 1), b)", "call") == ["return h(a, 1)", "return g(a, b)"]
    assert altered("return -max(0, a - 1)", "call") == ["return -(a - 1)"]
    assert altered("return max(a, b)", "call") == ["return a", "return b"]
    assert altered("return a.strip().lower()", "call") == ["return a.strip()", "return a.lower()"]
    assert altered("return a.get(1, b)", "call") == ["return b"]
    assert altered("return filter(a, b)", "call") == ["return b"]
    assert altered("return a.moved(b)", "call") == ["return b"]
    assert altered("return m.floor(b)", "call", before="import math as m\n") == ["return b"]


def test_calls_that_nothing_can_stand_for_are_let_alone():
    assert altered("a(b); await a(b)", "call", head="async def f(a, b):\n") == []
    assert altered("with a(b): raise c(b)", "call") == []
    assert altered("return len(a), int(b), Path(a), g(1), g(state), b.get(a), cast(c, b)", "call") == []


def test_neighbours_that_both_do_something_change_places():
    assert altered("a.b()\na.c()", "order") == []
    assert made("def f(a):\n    a.b()\n    a.c()\n", "order") == ["def f(a):\n    a.c(); a.b()\n"]
    assert made("def f(a):\n    a.n = a.m\n    a.m = 1\n", "order") == ["def f(a):\n    a.m = 1; a.n = a.m\n"]
    assert made("def f(a):\n    a.append(1)\n    a.append(2)\n", "order") == [
        "def f(a):\n    a.append(2); a.append(1)\n"
    ]


@pytest.mark.parametrize(
    "body",
    [
        "    a.n = 1\n    a.m = 2\n",
        "    b = a.n()\n    b.m()\n",
        "    a.append(1)\n    b.append(2)\n",
        "    a.add(1)\n    a.add(2)\n",
        "    b = 1\n    a = 2\n",
        "    a()\n    return 1\n",
    ],
)
def test_neighbours_that_may_stand_in_any_order_are_let_alone(body):
    assert made(f"def f(a, b):\n{body}", "order") == []


def test_items_arguments_and_sorts_stand_in_another_order():
    assert altered("return a, b.c, 1", "order") == ["return b.c, a, 1", "return a, 1, b.c"]
    assert altered("return ((a, b),)", "order") == ["return ((b, a),)"]
    assert altered("return g(a, b)", "order") == ["return g(b, a)"]
    assert altered("return g(a.x, a.y)", "order") == ["return g(a.y, a.x)"]
    assert altered("return sorted(a, key=b)", "order") == ["return sorted(a)", "return sorted(a, key=b, reverse=True)"]
    assert altered("a.sort(reverse=True)", "order") == ["a.sort()"]
    assert altered("return min(a, key=b)", "order") == ["return min(a)"]


def test_what_may_change_places_is_not_swapped():
    assert altered("return apart(a, b)", "order") == []
    assert altered("return max(a, b)", "order") == []
    assert altered("return g(state, b)", "order") == []
    assert altered("return c in (a, b)", "order") == []
    assert altered("return isinstance(a, (b, c))", "order") == []
    assert altered("memo = {}\nmemo[a, b] = 1", "order") == []
    assert altered("x = dict[a, tuple[a, b]](), Cache[a, b]()", "order", "neighbour", "key") == [
        "x = Cache[a, b](), dict[a, tuple[a, b]]()"
    ]


def test_a_key_loses_a_part():
    known = "memo: dict[tuple[int, int], int] = {}\n"
    assert altered("return memo[a, b]", "key", before=known) == ["return memo[b,]", "return memo[a,]"]
    assert altered("return memo.get((a, 'x', b))", "key") == ["return memo.get(('x', b))", "return memo.get((a, 'x'))"]
    assert altered("return (a, b) in c", "key") == ["return (b,) in c", "return (a,) in c"]
    assert altered("return (a.m, a.n) == (b.m, b.n)", "key") == [
        *["return ((a.n,) == (b.n,))", "return ((a.m,) == (b.m,))"]
    ]
    assert altered("return a, b", "key", head="def key_of(a, b):\n") == ["return b,", "return a,"]
    assert altered("key = a.tobytes() + b", "key") == ["key = a.tobytes()", "key = b"]
    assert altered("key = seen('x', lambda: (a.m, b))", "key") == [
        "key = seen('x', lambda: (b,))",
        "key = seen('x', lambda: (a.m,))",
    ]
    assert altered("return CACHE.get((a,), b, make)", "key") == ["return CACHE.get((), b, make)"]
    assert altered("return rows[a, b], (a, b)", "key") == []


def test_a_key_of_text_loses_a_part_and_a_sentence_does_not():
    assert altered('return memo.get(f"{a} {b.c}")', "key") == [
        *["return memo.get(f' {b.c}')", "return memo.get(f'{a} ')"]
    ]
    assert altered('return g(words=f"{a} {b}")', "key") == ["return g(words=f' {b}')", "return g(words=f'{a} ')"]
    assert altered('return g(words=f"{a} and {b}")', "key") == []
    assert altered('return g(words=f"{a}")', "key") == []


def test_a_key_loses_the_same_part_wherever_a_function_spells_it():
    source = "def f(a, b):\n    if (a, b) not in memo:\n        memo[a, b] = 1\n"
    assert made(source, "key") == [
        source.replace("(a, b) ", f"({part},) ").replace("[a, b]", f"[({part},)]") for part in "ba"
    ]
    source = "def f(a, b):\n    place = (a, b)\n    return memo.get(place)\n"
    assert made(source, "key") == [source.replace("(a, b)\n", f"({part},)\n") for part in "ba"]


def test_a_cache_forgets_one_argument():
    source = "@cache\ndef f(a, b):\n    return [a, b]\n"
    names: dict[str, object] = {"cache": cache}
    forgetful = made(source, "key")[0]
    exec(forgetful, names)
    f = names["f"]
    assert callable(f)
    assert (f(1, 2), f(3, b=2), f(3, 4)) == ([1, 2], [1, 2], [3, 4])
    assert made("@cache\ndef f(a):\n    pass\n", "key") == []


def test_a_cache_that_forgets_may_be_cleared_and_call_itself():
    @without("n", cache)
    def total(n: int, of: int = 0) -> int:
        return of if n == 0 else total(n - 1, of + n)

    assert total(3) == 6
    assert total(5) == 6
    total.cache_clear()
    assert total(5) == 15


def test_a_thing_is_mistaken_for_its_neighbour():
    types = "class A:\n    x: int\n    y: int\n    name: str\n"
    assert altered("return a.x, a.y, a.name", "neighbour", before=types) == [
        *["return a.y, a.y, a.name", "return a.x, a.x, a.name"]
    ]
    head = "def f(who: int, whom: int, how: str):\n"
    assert altered("return who + g(how)", "neighbour", head=head) == ["return whom + g(how)"]
    assert altered("x, y = a\nreturn x", "neighbour") == ["return y"]
    assert altered('return a["m"] + a["n"]', "neighbour") == ["return a['n'] + a[\"n\"]", "return a[\"m\"] + a['m']"]
    assert altered("return a + b.c + b.d()", "neighbour") == []


def test_a_constant_is_another_of_its_row():
    row = "UP, DOWN, OUT = range(3)\nALONE = 1\n"
    assert altered("return DOWN", "constant", before=row) == ["return OUT"]
    assert altered("return OUT, ALONE", "constant", before=row) == ["return UP, ALONE"]
    tables = "FIRST = (1, 2)\nSECOND = (3, 4)\n"
    assert altered("return FIRST", "constant", before=tables) == ["return SECOND"]
    members = "class Way(Enum):\n    NORTH = 1\n    SOUTH = 2\n"
    assert altered("return Way.NORTH", "constant", before=members) == ["return Way.SOUTH"]


def test_nothing_is_altered_that_changes_nothing():
    assert {one.text for one in changes(PATH, LEFT_ALONE)} == {"pass"}
    assert [one.line for one in changes(PATH, LEFT_ALONE)] == [8]


def test_the_first_of_one_is_the_last():
    assert altered("return a[0].b[2]", "number") == ["return a[1].b[2]", "return a[0].b[3]", "return a[0].b[1]"]


def test_a_function_in_a_method_is_altered_once_and_known_by_its_name():
    source = "class C:\n    async def m(self):\n        def inner(): return 1\n        return inner\n"
    assert Counter(one.function for one in changes(PATH, source)) == {"C.m.inner": 3, "C.m": 1}


@pytest.mark.heavy
def test_every_change_of_every_room_can_be_read():
    files = source_files(ROOT)
    assert {path.relative_to(SOURCE).parts[0] for path in files} == set(ROOMS)
    for change in drawn(ROOT, 600, 1, ""):
        source = (ROOT / change.path).read_text(encoding="utf-8")
        assert ast.dump(ast.parse(change.made(source))) != ast.dump(ast.parse(source)), change


def test_more_may_be_missed_of_few_lines_than_of_many():
    assert [by_chance(lines) for lines in (0, 1, 12, 100, 1000)] == [0, 1, 3, 11, 67]


def many_lines() -> tuple[str, list[Change]]:
    """A source of many functions, with its changes."""
    source = "".join(f"def f{n}(a, b):\n    return g(a < {n}, a, b) or a\n" for n in range(40))
    return source, changes(PATH, source)


def lots(number: int, seed: int, kinds: tuple[str, ...] = KINDS) -> list[Change]:
    source, found = many_lines()
    return take_turns([(change, source) for change in found], number, seed, kinds)


def test_the_same_seed_draws_the_same_lines():
    assert lots(5, 1) == lots(5, 1) != lots(5, 2)


def test_every_kind_has_its_share_of_the_lines():
    there = {change.kind for change in many_lines()[1]}
    assert len(there) > 4
    assert set(Counter(change.kind for change in lots(3 * len(there), 1)).values()) == {3}
    assert {change.kind for change in lots(9, 1, ("order", "call"))} == {"order", "call"}


def test_no_line_is_drawn_twice_and_all_if_there_are_fewer():
    assert sorted(change.line for change in lots(1000, 1)) == [2 * n + 2 for n in range(40)]


def test_a_kind_that_there_is_not_is_refused():
    assert kinds_of("key,order") == ("key", "order")
    with pytest.raises(Exception, match="no kind 'keys'"):
        kinds_of("key,keys")


def test_tests_that_enter_little_else_come_first_and_without_any_those_of_the_room():
    change = Change(SOURCE / "core" / "grid.py", "bits", 1, 0, 1, 0, "")
    here, there = name_of(change.path, "bits"), "elsewhere"
    wide, near, one = "tests/match/test_a.py::w", "tests/core/test_grid.py::n", "tests/core/test_grid.py::[a::b]"
    known = Reach({wide: [here, there], near: [here], one: [there]})
    assert known.stages(change) == [[near, wide]]
    assert known.stages(change._replace(function="other")) == [[near, one]]


def test_an_edit_elsewhere_draws_no_other_lines(tmp_path):
    file = tmp_path / SOURCE / "core" / "a.py"
    file.parent.mkdir(parents=True)
    old = "".join(f"def f{n}(a, b):\n    return a < {n}\n" for n in range(40))
    file.write_text(old)
    before = [(one.function, one.text) for one in drawn(tmp_path, 5, 1, "")]
    file.write_text("def new(a):\n    pass\n\n\n" + old)
    assert [(one.function, one.text) for one in drawn(tmp_path, 5, 1, "")] == before
