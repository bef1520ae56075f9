"""`MatchRules`: the rules of a match that begins as plain Python and goes on compiled."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import ParamSpec, TypeVar

from ..core.engine import swap
from .compiler import Compiler

P = ParamSpec("P")
Outcome = TypeVar("Outcome")

SLOW = 1.0  # seconds that plain rules have taken in all: then a swap, which takes about one, pays

COMPILED = "rules that are used for the first time are compiled, once, for up to a minute"
PLAIN = "the rules run as plain Python, which takes its time"
WHILE_COMPILED = "the rules run as plain Python while they are compiled, once ({} functions so far)"


class MatchRules:
    """The rules that a match goes by: plain until compiled ones are there, which a child process sees to.

    Work with the rules that may take its time goes by `run`. After it, whoever plays calls `refresh`: it begins to
    compile, and exchanges the rules as soon as that pays and nothing is being worked out.

    Args:
        game: the id of the game.
        compiler: what compiles its rules.
    """

    def __init__(self, game: str, compiler: Compiler | None = None) -> None:
        self.compiler = compiler or Compiler(game)
        self._seconds, self._has_told = 0.0, False

    def run(self, work: Callable[P, Outcome], *args: P.args, **named: P.kwargs) -> Outcome:
        """Work something out by the rules, on any thread."""
        began = monotonic()
        with swap.in_use():
            try:
                return work(*args, **named)
            finally:
                self._seconds += monotonic() - began

    def is_swap_due(self, for_bot: bool = False) -> bool:
        """Whether there are compiled rules, and they are worth the swap: a bot that is to choose is worth it."""
        return swap.may_swap() and (for_bot or self._seconds >= SLOW) and self.compiler.is_done

    def refresh(self, for_bot: bool = False) -> str:
        """See to it that rules are compiled; use those that are, unless something is being worked out.

        Returns what is to be told of it, once: why they cannot be compiled.
        """
        if not swap.may_swap():
            return ""
        self.compiler.start()
        if self.is_swap_due(for_bot):
            swap.try_swap()
        if self.compiler.is_at_work or not self.compiler.problem or self._has_told:
            return ""
        self._has_told = True
        return f"The rules cannot be compiled: {self.compiler.problem}. The match goes on in plain Python."

    @property
    def notice(self) -> str:
        """Why something takes its time."""
        if swap.is_compiled():
            return f"Still at it: {COMPILED}."
        if self.compiler.is_at_work:
            return f"Still at it: {WHILE_COMPILED.format(self.compiler.progress)}."
        return f"Still at it: {PLAIN}."
