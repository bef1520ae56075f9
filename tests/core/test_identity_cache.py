"""What is found again by the objects that own it."""

from __future__ import annotations

from fireteam.core.identity_cache import IdentityCache, LastingFacts, SharedValues


def test_values_are_found_by_the_very_owners_and_a_key() -> None:
    cache, one, equal = IdentityCache[int](), [1], [1]
    assert cache.get((one,), "key", lambda: 1) == 1
    assert cache.get((one,), "key", lambda: 2) == 1, "found again"
    assert cache.get((equal,), "key", lambda: 3) == cache.get((one,), "other", lambda: 3) == 3


def test_shared_values_are_those_of_their_owners_until_there_are_too_many() -> None:
    shared, one, equal = SharedValues[int](most=2), [1], [1]
    assert shared.add(shared.of((one,)), "key", 1) == 1 and shared.add(shared.of((equal,)), "key", 2) == 2
    assert shared.of((one,)) == {"key": 1} and shared.of((equal,)) == {"key": 2}
    held = shared.of((one,))
    shared.add(held, "one too many", 3)
    assert shared.of((one,)) == shared.of((equal,)) == {}, "all are dropped"
    assert held == {"key": 1, "one too many": 3}, "who has found them goes on with them"


class Thing:
    """An object that may be forgotten."""


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
