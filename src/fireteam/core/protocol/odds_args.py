"""The words of a question to `odds` or `ask`: numbers, lists, yes or no, dice; and the form of an answer."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from ..errors import BadQuestion


def chance_answer(p: Fraction, **more: Any) -> dict[str, Any]:
    """A chance as an answer: the fraction and the float."""
    return {"exact": str(p), "float": float(p), "percent": f"{float(p):.2%}", **more}


def mean_answer(amount: Fraction, **more: Any) -> dict[str, Any]:
    """An expected amount as an answer."""
    return {"exact": str(amount), "float": float(amount), **more}


def read_number(value: Any, name: str, low: int = -20, high: int = 20) -> int:
    """A whole number of a question."""
    try:
        found = int(str(value))
    except ValueError:
        raise BadQuestion(f"{name} is a whole number, not {value!r}") from None
    if not low <= found <= high:
        raise BadQuestion(f"{name} is between {low} and {high}, not {found}")
    return found


def read_flag(value: Any, name: str) -> bool:
    """A yes or no of a question."""
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False, "none": False}
    if str(value).lower() not in words:
        raise BadQuestion(f"{name} is true or false, not {value!r}")
    return words[str(value).lower()]


def as_list(value: Any) -> list[str]:
    """A list of a question: itself, or words between commas."""
    if isinstance(value, (list, tuple)):
        return [str(word) for word in value]
    return [word.strip() for word in str(value).split(",") if word.strip()]


def read_fraction(value: Any, name: str) -> Fraction:
    """A fraction of a question."""
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise BadQuestion(f"{name} is a fraction such as 1/2, not {value!r}") from None


def read_decimal(value: Any, name: str, low: int, high: int) -> Decimal:
    """A number with a point, such as a length."""
    try:
        found = Decimal(str(value))
    except InvalidOperation:
        raise BadQuestion(f"{name} is a number, not {value!r}") from None
    if not low <= found <= high:
        raise BadQuestion(f"{name} is between {low} and {high}, not {found}")
    return found
