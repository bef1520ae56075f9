"""Places of options as JSON say what the same texts would say one by one."""

from __future__ import annotations

from random import Random

import msgspec
import numpy as np

from fireteam.core.menu_runs import texts_of
from fireteam.core.space.units import point_texts
from fireteam.server.wire.place_column import write_places


def test_a_column_of_places_is_that_of_their_texts() -> None:
    """The most frequent one, and the others in their order with the numbers of their options."""
    luck = Random(3)
    for count in (1, 2, 3, 17, 120):
        for most in (0, 1, 3, 1_000_000_000):
            rows = [[luck.randint(-most, most) for _ in range(2)] for _ in range(count)]
            places = np.array(rows, np.int64)
            texts = texts_of(point_texts(places))
            told = [texts.most, *([text, *numbers] for text, numbers in texts.others)] if texts.others else texts.most
            assert bytes(write_places(places)) == msgspec.json.encode(told)
            assert texts.each(count) == point_texts(places)
