"""What is found again by the objects that own it."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import pytest

from fireteam.core.identity_cache import IdentityCache, LastingFacts, SharedValues


def test_values_are_found_by_the_very_owners_and_a_key() -> None:
    cache, one, equal = IdentityCache[int](), [1], [1]
    assert cache.get((one,), "key", lambda: 1) == 1
    assert cache.get((one,), "key", lambda: 2) == 1, "found again"
    assert cache.get((equal,), "key", lambda: 3) == cache.get((one,), "other", lambda: 3) == 3


class Thing:
    """An object that may be forgotten."""


def get(cache: IdentityCache[int], owners: tuple[Any, ...], n: int) -> None:
    """Let a value be found by owners and a number."""
    cache.get(owners, n, lambda: n)


def add(shared: SharedValues[int], owners: tuple[Any, ...], n: int) -> None:
    """The same of shared values."""
    shared.add(shared.of(owners), n, n)


@pytest.mark.parametrize(("make", "put"), [(IdentityCache[int], get), (SharedValues[int], add)])
def test_owners_live_on_as_long_as_their_values_so_that_nobody_else_gets_their_id(
    make: Callable[..., Any], put: Callable[..., None]
) -> None:
    known, owners = make(most=2), (Thing(), Thing())
    held = [weakref.ref(owner) for owner in owners]
    put(known, owners, 1)
    del owners
    assert all(owner() is not None for owner in held)
    put(known, (None,), 2)
    assert all(owner() is not None for owner in held), "there is room for two"
    put(known, (None,), 3)
    assert [owner() for owner in held] == [None, None], "all values are dropped, and whose they were"
    last = Thing()
    held = [weakref.ref(last)]
    put(known, (last,), 4)
    del last
    known.clear()
    assert held[0]() is None


def test_values_are_found_in_the_order_of_their_owners_and_another_is_made_once_they_are_dropped() -> None:
    cache, one, other = IdentityCache[int](most=2), Thing(), Thing()
    assert [cache.get(owners, "key", lambda n=n: n) for n, owners in enumerate(((one, other), (other, one)))] == [0, 1]
    assert cache.get((one,), "key", lambda: 2) == 2, "of fewer owners"
    assert cache.get((one, other), "key", lambda: 3) == 3, "it was dropped when there were too many"


def test_shared_values_are_those_of_their_owners_until_there_are_too_many() -> None:
    shared, one, equal = SharedValues[int](most=2), [1], [1]
    assert shared.add(shared.of((one,)), "key", 1) == 1 and shared.add(shared.of((equal,)), "key", 2) == 2
    assert shared.of((one,)) == {"key": 1} and shared.of((equal,)) == {"key": 2}
    held = shared.of((one,))
    shared.add(held, "one too many", 3)
    assert shared.of((one,)) == shared.of((equal,)) == {}, "all are dropped"
    assert held == {"key": 1, "one too many": 3}, "who has found them goes on with them"


def test_facts_last_as_long_as_the_object_and_only_where_it_stays_as_it_is():
    facts, kept, other = LastingFacts(), Thing(), Thing()
    facts.keep(kept)
    facts.of(kept)["a"] = 1
    facts.of(other)["a"] = 2
    facts.keep(kept)
    assert facts.of(kept) == {"a": 1}
    assert facts.of(other) == {}
    place = id(kept)
    del kept
    assert place not in facts
