"""What entries say of themselves follows from their declarations."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from fireteam.content.entry import Entry
from fireteam.content.phrases import Phrase, phrases_of


class Ground(Entry, frozen=True, kw_only=True):
    """What a piece stands on."""

    id: str
    letter: str
    bonus: Annotated[int, Phrase("bonus +{}")] = 0
    slow: Annotated[bool, Phrase("half as fast")] = False
    attack: Annotated[bool, Phrase("no attack from it")] = True
    depth: int = 1
    owner: str | UnsetType = UNSET


def test_a_field_says_its_phrase_or_its_name_unless_it_is_as_by_default() -> None:
    assert phrases_of(Ground(id="mud", letter="m")) == ["letter m"]
    swamp = Ground(id="swamp", letter="s", bonus=2, slow=True, attack=False, depth=3, owner="red")
    assert phrases_of(swamp, "letter") == ["bonus +2", "half as fast", "no attack from it", "depth 3", "owner red"]
