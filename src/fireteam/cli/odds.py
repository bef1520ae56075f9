"""`fireteam odds`: exact chances, answered by the playing rules."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from .conventions import Json
from .questions import Batch, answer_questions


def odds(
    game: str, *words: Annotated[str, Parameter(allow_leading_hyphen=False)], batch: Batch = None, json: Json = False
) -> int:
    """Ask for a chance: a question and its parts as name=value.

    Without a question it lists them all. Every answer comes from the rules of play themselves, run over every outcome
    of their dice: a fraction, a percentage, and the modifiers that make it.

    Example: fireteam odds ttt duel attacker=sniper target=guard on=woods aim=true.

    Parameters
    ----------
    game
        Whose odds, such as ttt, tps or gunplay.
    words
        The question, then its parts.
    batch
        `-`: read one JSON object a line from stdin, its question under `q`, and answer each with one line.
    json
        The answer as JSON.
    """
    return answer_questions("odds", game, words, batch, json)
