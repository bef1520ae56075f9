"""What `odds` and `ask` have in common: reading a question, answering it, one or many."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from .conventions import Usage, parse_pairs, prepare, print_data
from .patience import limited_patience

Batch = Annotated[str | None, Parameter(name="--batch", negative="", allow_leading_hyphen=True)]

NO_QUESTIONS = {
    "odds": "{} answers no questions of chance",
    "ask": "{} answers no questions",
}
"""What is said of a game that declares none."""

SHOWN = 60  # letters of a value that are repeated in a complaint


def answer_questions(kind: str, game: str, words: Sequence[str], batch: str | None, json: bool) -> int:
    """Answer the question of a command line, or the batch on stdin; the exit code."""
    from ..core.errors import FireteamError
    from ..registry import find_game
    from ..sim.solve import answer

    found = find_game(game)
    questions = found.odds_questions if kind == "odds" else found.questions
    if not questions:
        raise FireteamError(NO_QUESTIONS[kind].format(found.title))
    if batch is not None:
        if batch != "-" or words:
            raise Usage("--batch - reads questions from stdin; give no other")
        prepare(game, kind)
        return answer_batch(found, questions, sys.stdin)
    if not words:
        for name, question in questions.items():
            print(f"{name}: {question.meaning}")
            for name_of_part, part in question.parts.items():
                print(f"    {name_of_part}: {part.meaning}")
            print(f"    fireteam {kind} {game} {name} {question.example}".rstrip())
        return 0
    name, *rest = words
    parts = parse_pairs(rest, "a question")
    prepare(game, kind)
    with limited_patience():
        reply = answer(found, questions, name, {part: read_value(value) for part, value in parts.items()})
    if json:
        print_data(reply)
    else:
        print_reply(reply)
    return 0


def read_value(text: str) -> Any:
    """A value of the command line: JSON where it is a list, else the word itself."""
    if text.startswith("["):
        import msgspec

        try:
            return msgspec.json.decode(text.encode())
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise Usage(f'{text[:SHOWN]} is no list; write a,b or ["a", "b"]') from None
    return text


def answer_batch(game: Any, questions: Mapping[str, Any], lines: Iterable[str]) -> int:
    """One JSON object a line in, one a line out, in order. One without an answer gives `error`, and exit code 1."""
    import msgspec

    from ..core.errors import FireteamError, IllegalChoice
    from ..sim.solve import answer

    failed = 0
    for n, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            asked = msgspec.json.decode(line)
            if not isinstance(asked, dict) or not isinstance(asked.get("q"), str):
                raise msgspec.DecodeError('a question is a JSON object with its name under "q"')
            reply = answer(game, questions, asked.pop("q"), asked)
        except (UnicodeError, RecursionError):
            reply, failed = {"error": f"line {n}: is no text, or lists in lists without end"}, 1
        except msgspec.DecodeError as error:
            reply, failed = {"error": f"line {n}: {error}"}, 1
        except FireteamError as error:
            reply, failed = {"error": f"line {n}: {error}"}, 1
            if isinstance(error, IllegalChoice):
                reply["code"] = error.code
        except Exception as error:  # of this program: the other questions have their answers all the same
            reply, failed = {"error": f"line {n}: Fireteam has no answer to this ({type(error).__name__}: {error})"}, 1
        print_data(reply)
    return failed


def print_reply(reply: Mapping[str, Any], indent: str = "") -> None:
    """An answer for people."""
    if "exact" in reply:
        chance = reply.get("percent", f"{reply['float']:.6f}")
        print(f"{indent}{reply['exact']} = {chance}")
    for name, value in reply.items():
        if name in ("exact", "float", "percent") or value in ({}, []):
            continue
        if isinstance(value, dict):
            if "exact" in value:
                print(f"{indent}{name}: {value['exact']} = {value.get('percent', value['float'])}")
                continue
            print(f"{indent}{name}:")
            print_reply(value, indent + "  ")
        elif isinstance(value, list):
            print(f"{indent}{name}: {', '.join(map(_entry, value))}")
        else:
            print(f"{indent}{name}: {str(value).lower() if isinstance(value, bool) else value}")


def _entry(value: Any) -> str:
    """An entry of a list: a modifier as `aimed +1 (TTT-7.12)`."""
    if isinstance(value, dict) and {"label", "amount", "clause"} <= set(value):
        return f"{value['label']} {value['amount']:+d} ({value['clause']})"
    return str(value)
