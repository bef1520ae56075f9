"""What annotations of classes say."""

from __future__ import annotations

from typing import Annotated, ClassVar, get_type_hints

from fireteam.core.engine.hints import hints_of


class Base:
    one: Annotated[int, "noted"]
    two: str


class Derived(Base):
    two: bytes  # type: ignore[assignment]
    kind: ClassVar[str] = "x"
    three: list[Base]


def test_hints_are_those_of_python_bases_first() -> None:
    wanted = get_type_hints(Derived, include_extras=True)
    assert hints_of(Derived) == wanted and list(hints_of(Derived)) == list(wanted)


def test_what_a_base_says_is_the_same_object_in_whatever_derives_from_it() -> None:
    assert hints_of(Derived)["one"] is hints_of(Base)["one"]
