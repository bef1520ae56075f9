"""`fireteam ask`: verdicts of the rules."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from .conventions import Json
from .questions import Batch, answer_questions


def ask(
    game: str, *words: Annotated[str, Parameter(allow_leading_hyphen=False)], batch: Batch = None, json: Json = False
) -> int:
    """Ask for a verdict: a question and its parts as name=value.

    Without a question it lists them all. Distance and sight, where a piece can go, what it may attack and why not.

    Example: fireteam ask ttt los board=2+4r+3 from=a1 to=c4.

    Parameters
    ----------
    game
        Whose rules, such as ttt, tps or gunplay.
    words
        The question, then its parts.
    batch
        `-`: read one JSON object a line from stdin, its question under `q`, and answer each with one line.
    json
        The answer as JSON.
    """
    return answer_questions("ask", game, words, batch, json)
