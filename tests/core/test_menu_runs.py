"""The scratch records in which the runs of menus are found, used again menu after menu."""

from __future__ import annotations

import numpy as np
import pytest

from fireteam.core.engine.record import Array
from fireteam.core.menu_runs import Facts, run_keys

NOTHING = np.zeros(1, np.int64)


def facts_of(rows: list[list[int]]) -> Facts:
    """Facts that write what is not zero, as games may: the rest is zero before."""

    def write(states: Array, tables: Array, slot: int, choices: Array, count: int, into: Array) -> None:
        for k, row in enumerate(rows[:count]):
            for j, number in enumerate(row):
                if number:
                    into[k, j] = number

    return Facts(write, len(rows[0]))


@pytest.mark.parametrize("earlier", ([[1, 7], [2, 8], [3, 9]], [[1, 7]] * 100, [[5, 5, 5]]))
def test_facts_of_an_earlier_menu_are_in_no_later_one(earlier: list[list[int]]) -> None:
    words = np.array([[1, 4], [1, 5]], np.int64)

    def keys_of(rows: list[list[int]]) -> tuple[list[bytes], list[int], list[int], list[list[int]]]:
        many = np.resize(words, (len(rows), 2))
        found = run_keys(facts_of(rows), NOTHING, NOTHING, 0, NOTHING, many, len(rows))
        return found.keys, list(found.begins), list(found.ends), found.facts[: len(rows)].tolist()

    alone = keys_of([[0, 0], [0, 3]])
    keys_of(earlier)
    assert keys_of([[0, 0], [0, 3]]) == alone and alone[3] == [[0, 0], [0, 3]]
    assert alone[1:3] == ([0], [2]), "one run: the first fact of both is the same"


def test_neighbours_with_another_first_fact_are_apart_and_what_is_alike_has_the_same_key() -> None:
    words = np.array([[1, 4], [1, 5], [1, 4], [1, 5]], np.int64)
    found = run_keys(facts_of([[1, 0], [1, 0], [2, 0], [2, 6]]), NOTHING, NOTHING, 0, NOTHING, words, 4)
    assert (list(found.begins), list(found.ends)) == ([0, 2], [2, 4]) and found.keys[0] != found.keys[1]
    again = run_keys(facts_of([[1, 0], [1, 0]]), NOTHING, NOTHING, 0, NOTHING, words[:2], 2)
    assert list(again.keys) == found.keys[:1], "words and facts say all, wherever a menu has them"


def test_which_fact_it_is_matters_and_not_only_how_much() -> None:
    words = np.array([[1, 4]], np.int64)
    keys = [
        bytes(run_keys(facts_of([row]), NOTHING, NOTHING, 0, NOTHING, words, 1).keys[0])
        for row in ([1, 6, 0], [1, 0, 6], [1, 6, 6], [1, 0, 0], [2, 6, 0])
    ]
    assert len({*keys}) == len(keys)
