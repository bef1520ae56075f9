"""`fireteam rules`: what a clause says, what carries it out, and what proves it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .conventions import Json, Usage, print_data

if TYPE_CHECKING:
    from ..tools.clauses import Clause


def rules(*words: str, json: Json = False) -> int:
    """Read a rulebook: a clause with the code that carries it out and the tests that prove it, a section, or words.

    Examples: fireteam rules TTT-6.3. fireteam rules TTT-6. fireteam rules TTT. fireteam rules find line of sight.

    Parameters
    ----------
    words
        A clause, a section, a rulebook, or find and words.
    json
        Data as JSON.
    """
    from ..registry import find_game
    from ..terminal.rulebook import find_clause, rulebook, rulebooks, search_clauses

    known = rulebooks()
    if not words:
        found = [{"rulebook": book, "game": game, "clauses": len(rulebook(game))} for book, game in known.items()]
        return _show(found, json, lambda: (f"{row['rulebook']}: {row['clauses']} clauses" for row in found))
    if words[0].lower() == "find":
        if not words[1:]:
            raise Usage("find what? write: fireteam rules find line of sight")
        hits = [one for game in known.values() for one in search_clauses(game, " ".join(words[1:]).split())]
        return _show([_data(one) for one in hits], json, lambda: _brief(hits) if hits else ["no clause says that"])
    if len(words) > 1:
        raise Usage(f"one clause at a time, not {' '.join(words)}; to look for words: fireteam rules find ...")
    word = words[0].upper()
    is_whole = word.partition("-")[0] in known
    if holders := [book for book, game in known.items() if not is_whole and _has(game, f"{book}-{word}")]:
        raise Usage(
            f"{word} of which rulebook? write: {' or '.join(f'fireteam rules {book}-{word}' for book in holders)}"
        )
    game = known.get(word.partition("-")[0])
    if game is None:
        from ..core.errors import UnknownName

        raise UnknownName("rulebook", word.partition("-")[0], known)
    if word in known:
        return _show([_data(one) for one in rulebook(game).values()], json, lambda: _sections(rulebook(game)))
    section = [one for id, one in rulebook(game).items() if id.startswith(f"{word}.")]
    if section and word not in rulebook(game):
        return _show([_data(one) for one in section], json, lambda: _brief(section))
    one = find_clause(game, word)
    find_game(game)  # once it is imported, its rules are filed under their clauses
    return _show(_whole(one) if json else None, json, lambda: _read(one))


def _has(game: str, id: str) -> bool:
    """Whether a rulebook has a section or clause of this id, in small letters or capitals."""
    from ..terminal.rulebook import rulebook

    return id in _numbers(game) or id.casefold() in map(str.casefold, rulebook(game))


def _numbers(game: str) -> set[str]:
    """The sections of a rulebook: TTT-7 for TTT-7.3."""
    from ..terminal.rulebook import rulebook

    return {id.partition(".")[0] for id in rulebook(game)}


def _show(data: Any, json: bool, lines: Callable[[], Iterable[str]]) -> int:
    if json:
        print_data(data)
    else:
        for line in lines():
            print(line)
    return 0


def _data(one: Clause) -> dict[str, Any]:
    return {"clause": one.id, "tags": one.tags, "text": one.text, "heading": one.heading}


def _whole(one: Clause) -> dict[str, Any]:
    code = [{"function": name, "file": file, "line": line} for name, file, line, _ in _carriers(one)]
    return {**_data(one), "code": code, "tests": _tests(one)}


def _brief(some: Iterable[Clause]) -> Iterable[str]:
    """Clauses in a paragraph each."""
    from ..terminal.console import WIDTH, wrap
    from ..terminal.rulebook import clause_text

    width = WIDTH if not sys.stdout.isatty() else 100
    for one in some:
        for paragraph in clause_text(one).split("\n"):
            yield from wrap(paragraph, width, "", "  ") if not paragraph.startswith(("|", " ")) else [paragraph]


def _sections(book: Any) -> Iterable[str]:
    """The headings of a rulebook, with the clauses under each."""
    under: dict[str, list[str]] = {}
    for one in book.values():
        under.setdefault(one.heading, []).append(one.id)
    for heading, ids in under.items():
        yield f"{heading:<44} {ids[0]}{f' to {ids[-1]}' if len(ids) > 1 else ''}"


def _read(one: Clause) -> Iterable[str]:
    """A clause, the code that carries it, and the tests that name it."""
    yield from _brief([one])
    code = _carriers(one)
    for name, file, line, source in code:
        yield ""
        yield f"{name}  {file}:{line}"
        yield from (f"    {text}" for text in source)
    if not code:
        yield ""
        yield "No rule in code carries it: it lives in content, in an option, in a refusal, or only says what follows."
    tests = _tests(one)
    if tests is not None:
        yield ""
        yield "Tests:" if tests else "No test names it."
        yield from (f"  {test}" for test in tests)


def _carriers(one: Clause) -> list[tuple[str, str, int, list[str]]]:
    """The rules that carry a clause: name, file, line, and source."""
    from ..content.problems import display_path
    from ..core.engine.compiled import CLAUSES

    found = []
    for function in CLAUSES.get(one.id, []):
        lines, first = inspect.getsourcelines(function)
        file = str(inspect.getsourcefile(function))
        found.append((function.__qualname__, display_path(file), first, [line.rstrip("\n") for line in lines]))
    return found


def _tests(one: Clause) -> list[str] | None:
    """The tests that name a clause; None where there are no tests, as in an installed package."""
    from ..core.engine.code_cache import SOURCES
    from ..tools.clauses import tests_of

    root: Path = SOURCES.parents[1] / "tests"
    return [f"tests/{test}" for test in tests_of(root, one.id).get(one.id, [])] if root.is_dir() else None
