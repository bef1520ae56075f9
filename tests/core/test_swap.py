"""Rules that begin as plain Python are exchanged for compiled ones between two events, and nobody can tell."""

from __future__ import annotations

import sys
from threading import Event, Thread

import pytest

from fireteam.core.engine import compiled, swap
from tests.processes import run


def events(swap_before: int, mode: str) -> list[str]:
    return run("-m", "tests.swapped_match", str(swap_before), FIRETEAM_JIT=mode).splitlines()


@pytest.mark.heavy
def test_a_match_begun_plain_and_finished_compiled_is_the_very_match_of_plain_rules_and_of_compiled_ones() -> None:
    *plain, told = events(99, "0")
    assert len(plain) > 15 and told == "compiled at the end: False"
    *swapped, told = events(5, "auto")
    assert swapped == plain and told == "compiled at the end: True"
    assert events(99, "1")[:-1] == plain


def test_numba_is_not_imported_before_rules_are_exchanged() -> None:
    asked = "import sys; from fireteam.registry import find_game; find_game('ttt'); print('numba' in sys.modules)"
    assert run("-c", asked, FIRETEAM_JIT="auto") == "False\n"


def test_every_form_of_a_game_is_made_and_put_in_its_place() -> None:
    """In modules, in the table of hooks, and in what functions close over."""
    asked = """
import sys
from fireteam.registry import find_game
from fireteam.core.engine import compiled, dispatch, swap
find_game("ttt")
plain = {id(form): form for form, _ in compiled.PLAIN_FORMS}
swap.try_swap()
left = [f"{name}.{key}" for name, module in sys.modules.items() if name.startswith("fireteam")
        for key, value in vars(module).items() if id(value) in plain]
tables = (dispatch.BOUND, dispatch.FALLBACKS)
left += [str(key) for table in tables for key, value in table.items() if id(value) in plain]
print(len(plain) > 150, left, compiled.PLAIN_FORMS)
"""
    assert run("-c", asked, FIRETEAM_JIT="auto") == "True [] []\n"


def test_what_is_imported_after_the_exchange_is_compiled_at_once() -> None:
    asked = """
from fireteam.core.engine import swap
swap.try_swap()
from fireteam.core.run import apply
print(type(apply).__name__)
"""
    assert run("-c", asked, FIRETEAM_JIT="auto") == "CPUDispatcher\n"


@pytest.fixture
def exchanged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Rules that could be exchanged; each time that they are is noted instead."""
    done: list[str] = []

    def exchange() -> None:
        done.append("exchanged")
        compiled.JIT = True

    monkeypatch.setattr(compiled, "MODE", "auto")
    monkeypatch.setattr(compiled, "JIT", False)
    monkeypatch.setattr(swap, "prepare", lambda: None)
    monkeypatch.setattr(swap, "_exchange", exchange)
    return done


def test_rules_are_not_exchanged_while_a_thread_runs_them(exchanged: list[str]) -> None:
    with swap.in_use():
        assert not swap.try_swap() and exchanged == []
    assert swap.try_swap() and exchanged == ["exchanged"]
    assert swap.try_swap() and exchanged == ["exchanged"]  # once is enough


def test_who_holds_the_rules_waits_for_those_who_run_them_and_lets_nobody_begin(exchanged: list[str]) -> None:
    entered, may_end, order = Event(), Event(), list[str]()

    def work(name: str) -> None:
        with swap.in_use():
            order.append(name)
            entered.set()
            may_end.wait(60)

    def hold() -> None:
        swap.hold()
        order.append("held")
        swap.try_swap()
        swap.go_on()

    first = Thread(target=work, args=("first",))
    first.start()
    assert entered.wait(60)
    holder = Thread(target=hold)
    holder.start()
    while not swap._USE.is_held and holder.is_alive():
        sys.stdout.flush()
    second = Thread(target=work, args=("second",))
    second.start()
    may_end.set()
    for thread in (first, holder, second):
        thread.join(60)
    assert order == ["first", "held", "second"] and exchanged == ["exchanged"]


@pytest.mark.parametrize("mode", ["0", "1"])
def test_what_somebody_has_said_of_the_rules_holds(monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    monkeypatch.setattr(compiled, "MODE", mode)
    monkeypatch.setattr(compiled, "JIT", mode == "1")
    assert not swap.may_swap() and swap.try_swap() == (mode == "1")
